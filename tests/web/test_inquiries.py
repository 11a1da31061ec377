"""May I ...? asked at the page: taps, typed words in six languages, and nobody is told too much."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.languages import LANGUAGES
from companion.core.play_mode import SEATS
from companion.games.wall import moves as m
from companion.table import Table
from tests.web.scenes import a_browser, a_table, an_app, do, play


def midgame(folder: Path, manner: str = "living room") -> Table:
    folder.mkdir(exist_ok=True)
    table = a_table(folder, manner=manner, stopped=True)
    do(table, m.Begin())
    return play(table, 5, lambda table: table.state.turns > 12 and not table.questions())


def test_a_tap_is_answered_and_changes_nothing(tmp_path: Path) -> None:
    table = midgame(tmp_path)
    client, number = a_browser(an_app(table)), table.number
    before = client.get("/state").data
    answer = client.post("/may-i", json={"place": "0,0"}).json
    assert answer["place"]
    assert answer["ways"] or answer["reasons"]
    assert all(one["id"] and one["say"] for one in answer["clauses"])
    assert (table.number, client.get("/state").data) == (number, before)


def test_whoever_may_not_move_may_ask(tmp_path: Path) -> None:
    table = midgame(tmp_path, SEATS)
    waiting = f"seat-{1 - table.state.turn}-link"
    for joined in ("", waiting, "referee-link"):
        answer = a_browser(an_app(table), joined).post("/may-i", json={"place": "cat"})
        assert answer.status_code == 200
        assert answer.json["clauses"]


@pytest.mark.parametrize("typed", ["why did Bo get that?", "BO", "what has blue got"])
def test_typed_words_find_somebody_by_name_or_colour(tmp_path: Path, typed: str) -> None:
    table = midgame(tmp_path)
    names = {seat.name: seat.colour for seat in table.state.seats}
    answer = a_browser(an_app(table)).post(
        "/may-i?lang=en", json={"typed": typed.replace("blue", names["Bo"])}
    )
    assert answer.json["place"] == "Bo"
    assert answer.json["past"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_animal_is_found_in_every_language(tmp_path: Path, language: str) -> None:
    table = midgame(tmp_path)
    client = a_browser(an_app(table))
    place = client.post(f"/may-i?lang={language}", json={"place": "crocodile"}).json["place"]
    answer = client.post(f"/may-i?lang={language}", json={"typed": f"? {place.upper()} ..."}).json
    assert answer["place"] == place


def test_words_about_the_rules_find_their_clauses(tmp_path: Path) -> None:
    answer = a_browser(an_app(midgame(tmp_path))).post("/may-i", json={"typed": "tie"}).json
    assert "WALL-57" in [one["id"] for one in answer["clauses"]]


def test_words_that_mean_nothing_are_said_to_mean_nothing(tmp_path: Path) -> None:
    client = a_browser(an_app(midgame(tmp_path)))
    for typed in ("xyzzy", "", "   ", "\u0000", "a" * 5000, "%s <b>{0}</b>"):
        answer = client.post("/may-i", json={"typed": typed})
        assert answer.status_code == 200
        assert answer.json.get("nothing") or answer.json["clauses"] or answer.json["past"]


def test_a_place_that_is_none_and_a_body_that_is_none_are_refused(tmp_path: Path) -> None:
    client = a_browser(an_app(midgame(tmp_path)))
    assert client.post("/may-i", json={"place": "seat-99"}).status_code == 404
    wrong: tuple[object, ...] = ({"place": 3}, {"typed": ["a"]}, [], {"what": "cat"})
    for body in wrong:
        assert client.post("/may-i", json=body).status_code == 400
