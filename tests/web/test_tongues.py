"""Everybody reads the table in their own language: this address's, this phone's, the browser's."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import Client

from companion.core.roles import TABLE
from companion.table import Table
from companion.web import create_app
from companion.web.kit.preloads import scripts_for
from companion.words import Library
from tests.web.scenes import a_browser, a_table, play

FRENCH = {"Accept-Language": "fr-CH, fr;q=0.9"}
CHINESE = {"Accept-Language": "zh-CN"}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return play(a_table(tmp_path), seed=1, until=has_ruled)


@pytest.fixture
def app(table: Table) -> Flask:
    return create_app(table, words=Library(("en", "de", "fr")), tokens={})


def has_ruled(table: Table) -> bool:
    return len(table.snapshot(TABLE)["rulings"]) > 2


def said(app: Flask, path: str = "/state", cookie: str = "", **asked: object) -> str:
    """The language a page is written in."""
    browser: Client = a_browser(app)
    if cookie:
        browser.set_cookie("language", cookie)
    return browser.get(path, **asked).text.partition('lang="')[2][:2]


def test_a_browser_is_answered_in_its_own_language(app: Flask) -> None:
    assert said(app, "/", headers=FRENCH) == "fr"


def test_the_language_this_phone_has_chosen_goes_before_the_browsers(app: Flask) -> None:
    assert said(app, "/", cookie="de", headers=FRENCH) == "de"


def test_the_language_in_the_address_goes_before_everything(app: Flask) -> None:
    assert said(app, "/?lang=en", cookie="de", headers=FRENCH) == "en"


def test_a_language_nobody_wrote_is_passed_over(app: Flask) -> None:
    assert said(app, "/?lang=xx", cookie="<b>", headers=FRENCH) == "fr"
    assert said(app, "/", headers=CHINESE) == "en"


def test_who_reads_none_of_ours_gets_the_language_of_the_house(table: Table) -> None:
    words = Library(("en", "de", "fr"))
    app = create_app(table, words=words, tokens={}, preferred=lambda: "de")
    assert said(app, "/", headers=CHINESE) == "de"
    assert said(app, "/", headers=FRENCH) == "fr"


def test_two_phones_at_one_table_read_two_languages(app: Flask) -> None:
    french = a_browser(app).get("/state?lang=fr").json
    english = a_browser(app).get("/state?lang=en").json
    assert french["rulings"] != english["rulings"]
    assert french["view"]["turn"] == english["view"]["turn"]


def test_a_page_lets_its_reader_choose_among_all_languages_by_their_own_names(app: Flask) -> None:
    page = a_browser(app).get("/?lang=fr").text
    for code, name in {"en": "English", "de": "Deutsch", "fr": "Français"}.items():
        assert f'<option value="{code}" lang="{code}"' in page
        assert f">{name}</option>" in page
    assert 'value="fr" lang="fr" selected' in page


STATIC = Path(__file__).parents[2] / "companion" / "web" / "static"
PAGES = sorted(
    path.relative_to(STATIC).as_posix()
    for folder in ("house", "house/workshop", "hall")
    for path in (STATIC / folder).glob("*.js")
    if 'document.getElementById("main")' in path.read_text("utf-8")
)


@pytest.mark.parametrize("script", PAGES)
def test_every_page_above_the_tables_lets_its_language_be_chosen(script: str) -> None:
    with Flask(__name__, static_folder=str(STATIC)).app_context():
        loaded = scripts_for(script)
    assert {"house/house.js", "shell/tongue.js", "shell/words.js"} <= set(loaded)
