"""Text is packed for clients that accept it: once, with its own tag, and never a role's view."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from flask import Flask

from companion.web.kit.gzip_answers import Packets
from tests.web.scenes import a_browser, a_table, an_app

TAKES = {"Accept-Encoding": "gzip, br"}


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return an_app(a_table(tmp_path))


@pytest.mark.parametrize("path", ["/", "/static/shell/app.js", "/words.json", "/art.svg"])
def test_text_comes_packed_and_is_the_same_text(app: Flask, path: str) -> None:
    browser = a_browser(app)
    plain, packed = browser.get(path), browser.get(path, headers=TAKES)
    assert plain.headers.get("Content-Encoding") is None
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) * 0.6
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert "Accept-Encoding" in packed.headers["Vary"]


@pytest.mark.parametrize("path", ["/static/shell/app.js", "/words.json", "/art.svg"])
def test_what_a_browser_kept_is_not_sent_again(app: Flask, path: str) -> None:
    browser = a_browser(app)
    tags = [browser.get(path, headers=how).headers["ETag"] for how in ({}, TAKES)]
    assert tags[0] != tags[1]
    for how, tag in zip(({}, TAKES), tags, strict=True):
        again = browser.get(path, headers={**how, "If-None-Match": tag})
        assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("path", ["/state", "/corrections/1", "/acts/none"])
def test_a_view_goes_out_as_it_is(app: Flask, path: str) -> None:
    """The length of a packed answer says how much a secret resembles the rest of it."""
    answer = a_browser(app, "seat-0-link").get(path, headers=TAKES)
    assert "Content-Encoding" not in answer.headers or answer.mimetype == "text/html"


def test_a_page_names_its_scripts_beforehand_and_not_those_that_come_later(app: Flask) -> None:
    page = a_browser(app).get("/").get_data(as_text=True)
    named = re.findall(r'modulepreload" href="/static/([^"]+)"', page)
    assert {"shell/app.js", "rooms/wall/index.js", "draw/elements.js"} <= set(named)
    assert not {"shell/phones.js", "rooms/wall/other_card.js"} & set(named)
    assert len(named) == len(set(named))


def test_the_same_text_is_packed_once_and_old_packets_go() -> None:
    packets = Packets(kept=2)
    first = packets.of(b"a" * 1000)
    assert packets.of(b"a" * 1000) is first
    packets.of(b"b" * 1000)
    packets.of(b"c" * 1000)
    assert packets.of(b"a" * 1000) == first
    assert packets.of(b"a" * 1000) is not first
