"""The guards: headers on every answer, and changes only from our own page."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from flask import Flask

from companion.table import Table
from companion.web import Limits
from tests.web.scenes import a_browser, a_table, an_app

POSTS = ("/answer", "/move", "/press", "/take-back", "/put-right")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return a_table(tmp_path_factory.mktemp("guarded"))


@pytest.fixture(scope="module")
def app(table: Table) -> Flask:
    return an_app(table)


def readable(app: Flask) -> list[str]:
    """An address for every route that can be read."""
    given = {
        "token": "seat-0-link",
        "question": "doubt-1",
        "filename": "shell/app.js",
        "name": "none",
        "number": "1",
    }
    return [
        re.sub("<(path|int):", "<", rule.rule).replace("<", "{").replace(">", "}").format(**given)
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ())
    ]


def test_every_answer_carries_the_guarding_headers(app: Flask) -> None:
    paths = readable(app)
    assert {"/", "/seat", "/referee", "/state", "/events", "/join/seat-0-link"} <= set(paths)
    for path in [*paths, "/nowhere"]:
        answer = a_browser(app).get(path)
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy, path
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff", path
        assert answer.headers["Referrer-Policy"] == "same-origin", path
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin", path
        assert "Cache-Control" in answer.headers, path
        answer.close()
    for path in POSTS:
        assert "Content-Security-Policy" in a_browser(app).post(path, json={}).headers


def test_what_is_shown_is_never_kept_by_a_cache(app: Flask) -> None:
    for path in ("/", "/state"):
        assert a_browser(app).get(path).headers["Cache-Control"] == "no-store"


def test_words_are_kept_but_asked_for_again(app: Flask) -> None:
    """They say nothing of the game; a phone that has them is told that they are still right."""
    words = a_browser(app).get("/words.json")
    assert words.headers["Cache-Control"] == "no-cache"
    assert words.headers["ETag"]


def test_reading_changes_nothing(app: Flask, table: Table) -> None:
    before = table.number
    for joined in ("", "seat-0-link", "referee-link"):
        for path in readable(app):
            a_browser(app, joined).get(path).close()
    assert table.number == before


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "https://localhost"},
        {"Origin": "http://localhost:81"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_another_site_cannot_act_for_us(app: Flask, path: str, headers: dict[str, str]) -> None:
    answer = a_browser(app).post(path, json={}, headers=headers)
    assert answer.status_code == 403
    assert "another site" in answer.json["say"]


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    "kind", ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data", ""]
)
def test_a_form_cannot_act_for_us(app: Flask, path: str, kind: str) -> None:
    answer = a_browser(app).post(path, data=b"{}", content_type=kind)
    assert answer.status_code == 415


@pytest.mark.parametrize("path", POSTS)
def test_our_own_page_gets_through_to_be_judged(app: Flask, path: str) -> None:
    ours = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    answer = a_browser(app).post(path, json={}, headers=ours)
    assert answer.status_code == 400
    assert "couldn't make sense" in answer.json["say"]


@pytest.mark.parametrize("path", POSTS)
def test_a_change_cannot_be_made_by_following_a_link(app: Flask, path: str) -> None:
    assert a_browser(app).get(path).status_code == 405


BAD_BODIES: list[Any] = [
    b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 9000, b'{"question": 1, "base": 1}',
    json.dumps({"question": "setup", "base": 1, "extra": 1}).encode(),
    json.dumps({"move": {"type": "Fly"}, "base": 1}).encode(),
    json.dumps({"move": {"type": "InsertCard", "slot": "0", "card": 1}, "base": 1}).encode(),
    json.dumps({"number": "1", "base": 1}).encode(), json.dumps({"seat": 1.5}).encode(),
]  # fmt: skip


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("body", BAD_BODIES)
def test_nonsense_is_answered_with_a_sentence(app: Flask, path: str, body: bytes) -> None:
    answer = a_browser(app).post(path, data=body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json["kind"] == "error"


def test_a_heap_of_bytes_is_refused(app: Flask) -> None:
    heap = b'"' + b"x" * Limits().body_bytes + b'"'
    answer = a_browser(app).post("/answer", data=heap, content_type="application/json")
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "a b", "[x"]
)
def test_a_name_that_is_not_ours_is_not_answered(app: Flask, host: str) -> None:
    for path in ("/", "/state", "/events", "/join/seat-0-link"):
        assert a_browser(app).get(path, headers={"Host": host}).status_code == 400


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:8080", "127.0.0.1:8080", "192.168.4.1", "[::1]:8080"]
)
def test_our_own_names_and_bare_addresses_are_answered(app: Flask, host: str) -> None:
    assert a_browser(app).get("/", headers={"Host": host}).status_code == 200


def test_further_names_can_be_given(table: Table) -> None:
    app = an_app(table, hosts=["Tomb.Lan"])
    assert a_browser(app).get("/", headers={"Host": "tomb.lan:8080"}).status_code == 200
