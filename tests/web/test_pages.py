"""The pages: what everybody may open, and what only a seat or the referee may."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from flask import Flask
from playwright.sync_api import Page

from companion.core.cells import EMPTY
from companion.core.observation import Reading, Seen
from companion.core.roles import seat
from companion.games.wall import moves as m
from companion.table import Table
from companion.web.kit.preloads import _signs
from companion.web.table import pages
from companion.words import load
from tests.web.scenes import a_browser, a_table, an_app, asks, do, play, served, state_of

NAMES_THAT_BITE = (
    "<script>alert(1)</script>"[:24],
    '"><img src=x onerror=1>',
    "{{7*7}}{% raw %}",
    "שלמה המלך",
    "🐫🐍 & 'friends'",
)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return a_table(tmp_path)


@pytest.fixture
def app(table: Table) -> Flask:
    return an_app(table)


def test_the_public_page_needs_no_invitation(app: Flask) -> None:
    page = a_browser(app).get("/")
    assert page.status_code == 200
    assert 'data-role="table"' in page.text
    assert 'data-room="wall"' in page.text


def test_nothing_on_a_page_is_inline_and_nothing_comes_from_elsewhere(app: Flask) -> None:
    for path in ("/", "/?projector", "/nowhere"):
        page = a_browser(app).get(path).text
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", page)
        assert not re.search(r"(?:src|href)=[\"'](?!/|#|\?view=)", page)


def test_scripts_and_styles_name_no_other_machine(app: Flask) -> None:
    folder = Path(str(app.static_folder))
    texts = [path.read_text() for path in folder.rglob("*") if path.suffix in (".js", ".css")]
    addresses = {url for text in texts for url in re.findall(r"https?://[^\s\"')]+", text)}
    assert addresses <= {"http://www.w3.org/2000/svg"}


def test_no_script_makes_markup_of_text(app: Flask) -> None:
    folder = Path(str(app.static_folder))
    script = "".join(path.read_text() for path in folder.rglob("*.js"))
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", script)


def test_every_file_a_script_imports_is_there(app: Flask) -> None:
    folder = Path(str(app.static_folder))
    scripts = list(folder.rglob("*.js"))
    assert len(scripts) > 10
    for script in scripts:
        for name in re.findall(r'from "([^"]+)"', script.read_text()):
            assert (script.parent / name).is_file(), (script.name, name)


def test_a_link_makes_a_phone_the_phone_of_its_seat(app: Flask) -> None:
    client = a_browser(app)
    assert client.get("/seat").status_code == 403
    joined = client.get("/join/seat-1-link")
    assert joined.headers["Location"] == "/seat"
    cookie = joined.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "seat-1-link" not in cookie
    assert 'data-role="seat-1"' in client.get("/seat").text
    assert state_of(client)["role"] == "seat-1"


def test_the_referee_joins_by_a_link_of_their_own(app: Flask) -> None:
    assert a_browser(app, "seat-0-link").get("/referee").status_code == 403
    assert a_browser(app, "referee-link").get("/referee").status_code == 200


@pytest.mark.parametrize("token", ["wrong", "", "seat-0-lin", "seat-0-link ", "é", "x" * 5000])
def test_a_link_that_fits_no_seat_is_turned_away_with_a_sentence(app: Flask, token: str) -> None:
    answer = a_browser(app).get(f"/join/{token}")
    assert answer.status_code in (403, 404)
    assert "Set-Cookie" not in answer.headers
    assert re.search(r"Scan the code|Page not found", answer.text)


def test_a_phone_may_look_with_the_eyes_of_the_public(app: Flask) -> None:
    client = a_browser(app, "seat-0-link")
    assert "notes" in state_of(client)["view"]
    shown = state_of(client, "?as=table")
    assert shown["role"] == "table"
    assert "notes" not in shown["view"]


@pytest.mark.parametrize("wish", ["seat-1", "referee", "hall", "seat-9"])
def test_nobody_becomes_somebody_else_by_asking(app: Flask, wish: str) -> None:
    assert state_of(a_browser(app), f"?as={wish}")["role"] == "table"
    assert state_of(a_browser(app, "seat-0-link"), f"?as={wish}")["role"] == "seat-0"


def test_a_forged_cookie_is_the_cookie_of_nobody(app: Flask) -> None:
    client = a_browser(app)
    client.set_cookie("pharaohs-table", "eyJyb2xlIjoic2VhdC0wIn0.aaaa.bbbb")
    assert state_of(client)["role"] == "table"


def test_a_link_taken_away_ends_what_it_opened(table: Table) -> None:
    tokens = {"a-link": seat(0), "b-link": seat(1)}
    app = an_app(table, tokens=tokens)
    first, second = a_browser(app, "a-link"), a_browser(app, "b-link")
    del tokens["a-link"]
    assert state_of(first)["role"] == "table"
    assert state_of(second)["role"] == "seat-1"


def test_the_state_speaks_in_sentences(table: Table, app: Flask) -> None:
    play(table, 3, lambda table: table.state.turns > 8)
    shown = state_of(a_browser(app))
    text = json.dumps(shown)
    assert '"key"' not in text
    assert "drops the" in shown["rulings"][-2]["sentences"][0]["say"]
    assert shown["number"] == table.number
    card = next(move for move in shown["moves"] if move["kind"] == "InsertCard")
    assert card["values"]["card"].startswith("H")


def test_the_page_knows_its_labels_and_the_names_of_things(app: Flask) -> None:
    said = json.loads(a_browser(app).get("/words.json?lang=en").data)
    assert said["page"]["title"] == load().texts["page.title"]
    assert said["nouns"]["ibis"]["the"] == "the ibis"


def test_the_signs_come_as_one_sheet_of_symbols(app: Flask) -> None:
    sheet = ElementTree.fromstring(a_browser(app).get("/art.svg").data)
    names = {symbol.get("id") for symbol in sheet}
    assert {"art-ibis", "art-scarab", "art-simple-eye"} <= names
    ibis = next(symbol for symbol in sheet if symbol.get("id") == "art-ibis")
    assert [path.get("class") for path in ibis] == ["body", None]


def test_a_name_with_an_angle_in_the_art_stays_harmless(table: Table) -> None:
    app = an_app(table, art={'"><script>': '"/><script>'})
    ElementTree.fromstring(a_browser(app).get("/art.svg").data)


@pytest.mark.parametrize("name", NAMES_THAT_BITE)
def test_a_name_is_only_ever_text(tmp_path: Path, name: str) -> None:
    table = play(a_table(tmp_path, name, "Bo"), 1, lambda table: table.state.turns > 2)
    client = a_browser(an_app(table))
    answer = client.get("/state")
    assert answer.mimetype == "application/json"
    assert json.loads(answer.data)["view"]["seats"][0]["name"] == name
    assert name not in client.get("/").text


def test_only_the_referee_sees_the_whole_picture(table: Table, app: Flask) -> None:
    assert a_browser(app, "referee-link").get("/picture.jpg").status_code == 204
    table.submit(Seen(readings={}, at=0.0, picture=b"\xff\xd8 the board"))
    assert a_browser(app, "referee-link").get("/picture.jpg").data == b"\xff\xd8 the board"
    table.on_watching(lambda: b"\xff\xd8 just now")
    assert a_browser(app, "referee-link").get("/picture.jpg").data == b"\xff\xd8 just now"
    assert a_browser(app).get("/picture.jpg").status_code == 403
    assert a_browser(app, "seat-0-link").get("/picture.jpg").status_code == 403


def test_the_windows_of_a_doubt_are_cut_out_for_everybody(tmp_path: Path) -> None:
    table = play(a_table(tmp_path), 2, lambda t: t.state.turns > 3 and not t.questions())
    cut: list[tuple[bytes, tuple[str, ...]]] = []

    def crop(picture: bytes, cells: tuple[str, ...]) -> bytes:
        cut.append((picture, cells))
        return b"two windows"

    client = a_browser(an_app(table, crop=crop))
    raise_a_doubt(table)
    doubt = next(q for q in table.questions() if q.topic == "doubt")
    assert client.get(f"/evidence/{doubt.id}.jpg").data == b"two windows"
    assert cut == [(b"\xff\xd8 the board", doubt.cells)]
    assert client.get("/evidence/doubt-of-nothing.jpg").status_code == 404


def test_a_page_asks_for_its_data_at_once_as_its_scripts_will(tmp_path: Path) -> None:
    """What is asked for in other letters would be loaded twice."""
    client = a_browser(an_app(a_table(tmp_path)))
    asked = re.findall(r'as="fetch" crossorigin href="([^"]+)"', client.get("/?lang=de").text)
    assert asked == ["/words.json?lang=de", "/art.svg"]
    assert [client.get(path).status_code for path in asked] == [200, 200]
    assert _signs(Path(client.application.static_folder), "dig") == "?signs=scarab"


def test_explanations_that_read_alike_say_what_each_would_show(tmp_path: Path) -> None:
    """So a page can draw them; no other answer carries more than its words."""
    table = play(a_table(tmp_path), 2, lambda t: t.state.turns > 3 and not t.questions())
    raise_a_doubt(table)
    (doubt,) = table.questions()
    *cards, none = state_of(a_browser(an_app(table)))["questions"][0]["options"]
    assert [one["shows"] for one in cards] == [
        table.game.shown_by(table.state, option.move) for option in doubt.options[:-1]
    ]
    assert cards[0]["shows"] != cards[1]["shows"]
    assert "shows" not in none


def raise_a_doubt(table: Table) -> None:
    """Show the table a card that could be two: one of its windows is half hidden."""
    shown = {c: Reading({label: 1.0}) for c, label in table.game.visible(table.state).items()}
    left = {card.id for card in table.state.box.cards} - table.state.inserted
    first, second = next(
        (one, two)
        for one in sorted(left)
        for two in sorted(left)
        if one < two and faces(table, one)[0] == faces(table, two)[0]
    )
    slot = next(n for n, cards in enumerate(table.state.slots) if len(cards) < 7)
    cells = list(table.game.shown_by(table.state, m.InsertCard(slot, first)))
    halves = {faces(table, first)[1]: 0.5, faces(table, second)[1]: 0.49, EMPTY: 0.01}
    shown[cells[0]] = Reading({faces(table, first)[0]: 1.0})
    shown[cells[1]] = Reading(halves)
    answer = table.submit(Seen(readings=shown, at=0.0, picture=b"\xff\xd8 the board"))
    assert answer.kind == "unclear", answer


def faces(table: Table, card: str) -> list[str]:
    return [face for row in table.state.box.card(card).cells for face in row]


def test_the_rules_own_questions_have_no_picture(tmp_path: Path) -> None:
    table = play(a_table(tmp_path), 5, lambda table: asks(table, "researcher"))
    client = a_browser(an_app(table, crop=lambda picture, cells: b"x"))
    question = table.questions()[0].id
    assert client.get(f"/evidence/{question}.jpg").status_code == 404


def test_what_is_not_there_is_reported_in_a_sentence(app: Flask) -> None:
    answer = a_browser(app).get("/no/such/page")
    assert answer.status_code == 404
    assert "Page not found." in answer.text


def test_two_tables_in_one_process_share_nothing(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    one, two = a_table(tmp_path / "one"), a_table(tmp_path / "two", "Cleo", "Dido")
    first, second = an_app(one, secret=None), an_app(two, secret=None)
    do(one, m.Begin())
    assert state_of(a_browser(first))["view"]["phase"] == "play"
    assert state_of(a_browser(second))["view"]["phase"] == "setup"
    joined = a_browser(first, "seat-0-link").get_cookie("pharaohs-table")
    assert joined is not None
    stranger = a_browser(second)
    stranger.set_cookie("pharaohs-table", joined.value)
    assert state_of(stranger)["role"] == "table"


def test_an_error_is_a_page_with_its_sentence_and_the_way_home(app: Flask) -> None:
    page = app.test_client().get("/nowhere")
    assert page.status_code == 404
    assert "Page not found." in page.text
    assert 'href="/"' in page.text


@pytest.mark.browser
def test_an_error_can_be_read_on_the_smallest_phone(page: Page, table: Table) -> None:
    with served(table) as server:
        page.set_viewport_size({"width": 320, "height": 568})
        page.goto(server.urls[0] + "nowhere")
        banner = page.locator(".banner").bounding_box()
        assert banner is not None
        assert banner["width"] > 250
        assert banner["height"] < 160
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        page.locator("a.answer").click()
        page.wait_for_selector("html[data-number]")


def test_signs_are_drawn_once_however_often_somebody_asks(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Drawing all of them takes longer than a tap, and any stranger may ask for them."""
    client = a_browser(an_app(table))
    first = client.get("/art.svg").data
    monkeypatch.setattr(pages, "_steps", lambda outline: pytest.fail("drawn again"))
    assert client.get("/art.svg").data == first
