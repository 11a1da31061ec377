"""Looking ahead: a move is decided on a copy, for people who may make it, and nothing is saved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.core.game import ROOMS, load_room
from companion.core.play_mode import EVENT, LIVING_ROOM, SEATS
from companion.core.roles import seat
from companion.core.seats import Seat
from companion.games.wall import moves as m
from companion.journal import Journal
from companion.rooms import room_of
from companion.table import Table
from tests.web.scenes import a_browser, a_table, an_app, do, state_of

INSERT = {"type": "InsertCard", "slot": 3, "card": "H33"}


def begun(folder: Path, manner: str = LIVING_ROOM) -> Table:
    folder.mkdir(exist_ok=True)
    table = a_table(folder, manner=manner)
    do(table, m.Begin())
    return table


def ahead(client: Any, table: Table, move: dict[str, Any]) -> Any:
    return client.post("/preview", json={"move": move, "base": table.number})


def test_what_a_card_would_bring_is_said_and_nothing_is_saved(tmp_path: Path) -> None:
    table = begun(tmp_path)
    client = a_browser(an_app(table), "seat-0-link")
    before, number = state_of(client), table.number
    answer = ahead(client, table, INSERT).json
    assert answer["kind"] == "foreseen"
    assert "slot 4" in answer["sentences"][0]["say"]
    assert answer["sentences"][0]["because"]
    assert table.number == number
    assert state_of(client) == before


def test_the_preview_says_what_the_move_then_does(tmp_path: Path) -> None:
    table = begun(tmp_path)
    client = a_browser(an_app(table), "seat-0-link")
    foreseen = [one["say"] for one in ahead(client, table, INSERT).json["sentences"]]
    client.post("/move", json={"move": INSERT, "base": table.number})
    said = [one["say"] for one in state_of(client)["rulings"][0]["sentences"]]
    assert said == foreseen


def test_a_move_that_is_refused_is_refused_in_advance_with_its_clause(tmp_path: Path) -> None:
    table = begun(tmp_path)
    answer = ahead(a_browser(an_app(table), "seat-0-link"), table, {**INSERT, "slot": 99}).json
    assert answer["kind"] == "refused"
    assert answer["clause"]


@pytest.mark.parametrize(
    ("manner", "link", "code"),
    [
        (LIVING_ROOM, "", 200),
        (SEATS, "", 403),
        (SEATS, "seat-0-link", 200),
        (SEATS, "seat-1-link", 403),
        (EVENT, "", 403),
        (EVENT, "seat-0-link", 200),
        (EVENT, "seat-1-link", 403),
        (EVENT, "referee-link", 200),
    ],
)
def test_whoever_may_make_a_move_may_look_ahead_and_nobody_else(
    manner: str, link: str, code: int, tmp_path: Path
) -> None:
    table = begun(tmp_path, manner)
    assert ahead(a_browser(an_app(table), link), table, INSERT).status_code == code


def test_a_look_ahead_from_an_older_table_is_stale(tmp_path: Path) -> None:
    table = begun(tmp_path)
    client = a_browser(an_app(table), "seat-0-link")
    body = {"move": INSERT, "base": table.number - 1}
    assert client.post("/preview", json=body).status_code == 409


def test_a_secret_note_cannot_be_looked_at_in_advance(tmp_path: Path) -> None:
    table = begun(tmp_path)
    note = {"type": "NotePharaoh", "seat": 0, "animal": table.state.box.pharaohs[0]}
    for link in ("", "seat-0-link", "seat-1-link", "referee-link"):
        assert ahead(a_browser(an_app(table), link), table, note).status_code == 403


def test_two_worlds_that_differ_in_secrets_look_ahead_alike(tmp_path: Path) -> None:
    answers = []
    for world in (0, 1):
        table = begun(tmp_path / str(world))
        animal = table.state.box.pharaohs[world]
        do(table, m.NotePharaoh(1, animal), by=seat(1))
        client = a_browser(an_app(table), "seat-0-link")
        answers.append(ahead(client, table, INSERT).data)
    assert answers[0] == answers[1]


def test_no_room_lets_anybody_try_out_what_looks_into_something_hidden() -> None:
    """Only moves that were looked through are foreseen."""
    named = {room: {kind.__name__ for kind in load_room(room).rights.foreseen} for room in ROOMS}
    assert named == {
        "wall": {"InsertCard"},
        "bowl": {"EnterChamber", "DeclineExtraTurn", "TakeBoulder", "WrongColour", "Landslide"}
        | {"GiveUp", "FindNone", "MoveFigure", "StayPut"},
        "sphinx": {"ForfeitDie", "SwapSphinxes"},
        "dig": {"Lift", "Stop", "Skip", "PlayScarab", "PlayBarricade"},
        "kheops": {"LayBaseTile", "SetPawn", "BuildTile"},
    }


@pytest.mark.parametrize("room", ["bowl", "sphinx", "dig"])
def test_an_answer_is_looked_at_in_advance_and_says_what_it_then_does(
    room: str, tmp_path: Path
) -> None:
    """Rehearsed people answer on the phones of their seats, until three answers were foreseen."""
    with Journal.open(tmp_path / "game.sqlite") as journal:
        table, people = seated(journal, room), room_of(room).people(3)
        app, foreseen = an_app(table), 0
        while foreseen < 3:
            body, client = asked(app, table, people)
            before = client.post("/preview", json=body).json
            assert client.post("/answer", json=body).json["kind"] == "accepted"
            if before["kind"] == "foreseen":
                said = [one["say"] for one in state_of(client)["rulings"][0]["sentences"]]
                assert [one["say"] for one in before["sentences"]] == said
                foreseen += 1


def seated(journal: Journal, room: str) -> Table:
    game = load_room(room)
    box = game.load_box(None)
    seats = tuple(map(Seat, ("Ada", "Bo", "Cy"), room_of(room).worn(box)))
    return Table.begin(journal, game, box, seats, game.house_rules())


def asked(app: Flask, table: Table, people: Any) -> tuple[dict[str, Any], Any]:
    """What somebody at the table would answer now, and the phone to do it on."""
    question = table.questions()[0]
    reply = people.reply(table.state, question)
    body = {
        "question": question.id,
        "base": table.number,
        "option": reply.option,
        "points": reply.points,
        "fields": reply.fields,
    }
    return body, a_browser(app, f"seat-{question.to.seat or 0}-link")
