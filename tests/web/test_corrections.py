"""Corrections over the page: for people who may change the past, and only what is public."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.core.play_mode import EVENT, SEATS
from companion.core.roles import seat
from companion.games.wall import moves as m
from companion.table import Table
from tests.web.scenes import a_browser, a_table, an_app, do


def a_wall(folder: Path, **more: Any) -> Table:
    table = a_table(folder, **more)
    do(table, m.Begin())
    do(table, m.InsertCard(2, "H33"))
    do(table, m.InsertCard(5, "H12"))
    return table


def choices(table: Table, number: int, joined: str = "") -> dict[str, Any]:
    answer = a_browser(an_app(table), joined).get(f"/corrections/{number}")
    assert answer.status_code == 200
    return {choice["name"]: choice for choice in answer.json["choices"]}


def test_a_card_may_have_been_any_that_is_left_or_in_another_slot(tmp_path: Path) -> None:
    table = a_wall(tmp_path)
    found = choices(table, table.number - 1)
    assert "card:H33" not in found
    assert "card:H12" not in found, "it lies in the wall by now"
    assert "slot:3" not in found
    slots = [name for name in found if name.startswith("slot:")]
    assert len(slots) == table.state.box.wall.slots - 1
    assert found["card:H44"]["move"] == {"type": "InsertCard", "slot": 2, "card": "H44"}
    assert "into slot 3" in found["card:H44"]["say"]


def test_what_is_offered_can_be_put_right(tmp_path: Path) -> None:
    table = a_wall(tmp_path)
    client, number = a_browser(an_app(table)), table.number - 1
    offered = client.get(f"/corrections/{number}").json
    move = next(one["move"] for one in offered["choices"] if one["name"] == "card:H44")
    body = {"number": number, "move": move, "base": offered["number"]}
    assert client.post("/put-right", json=body).json["kind"] == "accepted"
    assert table.state.slots[2] == ("H44",)


def test_a_number_that_is_no_move_offers_nothing(tmp_path: Path) -> None:
    table = a_wall(tmp_path)
    assert choices(table, 10**25) == {}
    assert choices(table, 1) == {}


def test_only_who_may_change_the_past_is_shown_its_corrections(tmp_path: Path) -> None:
    for manner, link, code in (
        (EVENT, "", 403),
        (EVENT, "seat-0-link", 403),
        (EVENT, "referee-link", 200),
        (SEATS, "", 403),
    ):
        folder = tmp_path / f"{manner}-{link}"
        folder.mkdir()
        table = a_wall(folder, manner=manner)
        answer = a_browser(an_app(table), link).get(f"/corrections/{table.number}")
        assert answer.status_code == code, (manner, link)


def test_a_private_note_is_no_move_that_could_be_corrected(tmp_path: Path) -> None:
    table = a_wall(tmp_path)
    plain = [choices(table, number) for number in range(table.number + 2)]
    do(table, m.NotePharaoh(0, "cat"), seat(0))
    assert [choices(table, number) for number in range(table.number + 2)] == plain
