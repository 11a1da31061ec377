"""What people do by tapping: who may, what the table answers, and what is too late."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.core.play_mode import EVENT, LIVING_ROOM, SEATS
from companion.games.wall import moves as m
from companion.table import Table
from tests.web.scenes import a_browser, a_table, an_app, asks, do, play, state_of


def answered(client: FlaskClient, table: Table, option: str, **more: Any) -> Any:
    """Answer the first open question with an option."""
    question = table.questions()[0].id
    body = {"question": question, "option": option, "base": table.number, **more}
    return client.post("/answer", json=body)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return a_table(tmp_path)


@pytest.fixture
def app(table: Table) -> Flask:
    return an_app(table)


def test_the_game_begins_with_a_tap(table: Table, app: Flask) -> None:
    answer = answered(a_browser(app), table, "begin")
    assert answer.status_code == 200
    assert answer.json == {"kind": "accepted", "number": table.number, "say": None, "clause": ""}
    assert table.state.phase == "play"


def test_a_card_can_be_inserted_by_hand(table: Table, app: Flask) -> None:
    do(table, m.Begin())
    move = {"type": "InsertCard", "slot": 2, "card": "H00"}
    answer = a_browser(app).post("/move", json={"move": move, "base": table.number})
    assert answer.json["kind"] == "accepted"
    assert table.state.slots[2] == ("H00",)


def test_a_refusal_names_the_clause_and_what_to_do(table: Table, app: Flask) -> None:
    move = {"type": "InsertCard", "slot": 2, "card": "H00"}
    answer = a_browser(app).post("/move", json={"move": move, "base": table.number})
    assert answer.status_code == 200
    assert answer.json["kind"] == "refused"
    assert answer.json["clause"] == "WALL-13"
    assert "Finish the setup" in answer.json["say"]


def test_who_looked_too_long_ago_is_told_the_new_number(table: Table, app: Flask) -> None:
    old = table.number
    do(table, m.Begin())
    move = {"type": "InsertCard", "slot": 2, "card": "H00"}
    answer = a_browser(app).post("/move", json={"move": move, "base": old})
    assert answer.status_code == 409
    assert answer.json["number"] == table.number > old
    assert "Something else happened" in answer.json["say"]
    assert table.state.slots[2] == ()


@pytest.mark.parametrize("ahead", [1, 10**25])
def test_who_acts_at_a_table_of_the_future_is_refused(table: Table, app: Flask, ahead: int) -> None:
    do(table, m.Begin())
    base = table.number + ahead
    card = {"type": "InsertCard", "slot": 2, "card": "H00"}
    for path, body in (
        ("/move", {"move": card}),
        ("/take-back", {"number": table.number}),
        ("/put-right", {"number": table.number, "move": card}),
    ):
        assert a_browser(app).post(path, json={**body, "base": base}).status_code == 409
    assert (table.state.slots[2], table.state.phase) == ((), "play")


def test_an_answer_without_a_number_is_for_races_alone(table: Table, app: Flask) -> None:
    answer = answered(a_browser(app), table, "begin", base=None)
    assert answer.status_code == 400
    assert table.state.phase == "setup"


def test_a_question_that_is_gone_cannot_be_answered(table: Table, app: Flask) -> None:
    do(table, m.Begin())
    body = {"question": "setup", "option": "begin", "base": table.number}
    answer = a_browser(app).post("/answer", json=body)
    assert answer.status_code == 409
    assert answer.json["kind"] == "stale"


def test_the_last_move_can_be_taken_back(table: Table, app: Flask) -> None:
    do(table, m.Begin())
    do(table, m.InsertCard(2, "H00"))
    last = state_of(a_browser(app))["take_back"]
    answer = a_browser(app).post("/take-back", json={"number": last, "base": table.number})
    assert answer.json["kind"] == "accepted"
    assert table.state.slots[2] == ()
    undone = [ruling for ruling in state_of(a_browser(app))["rulings"] if ruling["undone"]]
    assert [ruling["number"] for ruling in undone] == [last]


def test_a_past_card_can_be_put_right(table: Table, app: Flask) -> None:
    do(table, m.Begin())
    do(table, m.InsertCard(2, "H00"))
    wrong = table.number
    do(table, m.InsertCard(4, "H12"))
    right = {"type": "InsertCard", "slot": 5, "card": "H33"}
    body = {"number": wrong, "move": right, "base": table.number}
    answer = a_browser(app).post("/put-right", json=body)
    assert answer.json["kind"] == "accepted"
    assert (table.state.slots[2], table.state.slots[5]) == ((), ("H33",))
    assert table.state.slots[4] == ("H12",)


# ---- phones act for their own seat --------------------------------------------------------------


def test_a_phone_answers_what_is_asked_of_its_seat(tmp_path: Path) -> None:
    table = play(a_table(tmp_path, manner=SEATS), 5, lambda table: asks(table, "researcher"))
    app, mover = an_app(table), table.state.turn
    others = a_browser(app, f"seat-{1 - mover}-link")
    assert answered(others, table, "set").status_code == 403
    own = a_browser(app, f"seat-{mover}-link")
    assert answered(own, table, "set").json["kind"] == "accepted"


def test_the_people_at_the_table_answer_together(tmp_path: Path) -> None:
    table = play(a_table(tmp_path), 5, lambda table: asks(table, "researcher"))
    assert answered(a_browser(an_app(table)), table, "set").json["kind"] == "accepted"


def test_at_an_event_a_phone_neither_plays_anothers_turn_nor_changes_the_past(
    tmp_path: Path,
) -> None:
    table = a_table(tmp_path, manner=EVENT)
    app = an_app(table)
    do(table, m.Begin())
    phone, base = a_browser(app, "seat-1-link"), table.number
    card = {"type": "InsertCard", "slot": 0, "card": "H00"}
    assert phone.post("/move", json={"move": card, "base": base}).status_code == 403
    assert phone.post("/take-back", json={"number": base, "base": base}).status_code == 403
    body = {"number": base, "move": card, "base": base}
    assert phone.post("/put-right", json=body).status_code == 403
    assert table.number == base


def test_a_secret_is_noted_by_its_own_seat_alone(table: Table, app: Flask) -> None:
    do(table, m.Begin())
    note = {"move": {"type": "NotePharaoh", "seat": 0, "animal": "cat"}, "base": table.number}
    for joined in ("", "seat-1-link", "referee-link"):
        assert a_browser(app, joined).post("/move", json=note).status_code == 403
    assert a_browser(app, "seat-0-link").post("/move", json=note).json["kind"] == "accepted"
    assert state_of(a_browser(app, "seat-0-link"))["view"]["notes"]["pharaoh"] == "cat"


def test_a_secret_cannot_be_put_where_a_public_move_was(table: Table, app: Flask) -> None:
    do(table, m.Begin())
    note = {"type": "NotePharaoh", "seat": 0, "animal": "cat"}
    body = {"number": table.number, "move": note, "base": table.number}
    assert a_browser(app).post("/put-right", json=body).status_code == 403


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_seat_nobody_sits_at_is_refused(table: Table, app: Flask, seat: int) -> None:
    do(table, m.Begin())
    before = table.number
    answer = a_browser(app).post("/press", json={"seat": seat})
    assert answer.json["kind"] in ("unchanged", "refused")
    note = {"move": {"type": "NotePharaoh", "seat": seat, "animal": "cat"}, "base": before}
    assert a_browser(app, "seat-0-link").post("/move", json=note).status_code == 403
    assert table.number == before


def cursed(folder: Path, manner: str = LIVING_ROOM) -> Table:
    rules = {"curse_of_the_pharaoh": True}
    table = a_table(folder, "Ada", "Bo", "Cleo", rules=rules, manner=manner)
    return play(table, 9, lambda t: asks(t, "curse"))


def test_in_a_race_a_phone_presses_for_its_own_seat_only(tmp_path: Path) -> None:
    table = cursed(tmp_path, SEATS)
    app = an_app(table)
    phone = a_browser(app, "seat-1-link")
    assert phone.post("/press", json={"seat": 2}).status_code == 403
    assert answered(phone, table, "found:2").status_code == 403
    assert phone.post("/press", json={"seat": 1}).json["kind"] == "accepted"
    assert table.state.curse.calls[0].seat == 1


@pytest.mark.parametrize("manner", [SEATS, EVENT])
@pytest.mark.parametrize("option", ["given_up", "limit_30"])
def test_where_phones_alone_act_each_may_say_that_nobody_finds_them(
    tmp_path: Path, manner: str, option: str
) -> None:
    """Without it, a search that nobody can end holds up the game (WO-18)."""
    table = cursed(tmp_path, manner)
    app = an_app(table)
    assert answered(a_browser(app), table, option).status_code == 403
    assert answered(a_browser(app, "seat-1-link"), table, option).json["kind"] == "accepted"
    assert table.state.curse is None or table.state.curse.limit == 30


def test_who_presses_second_still_counts_though_the_table_has_changed(tmp_path: Path) -> None:
    table = cursed(tmp_path)
    app = an_app(table)
    assert a_browser(app, "seat-1-link").post("/press", json={"seat": 1}).status_code == 200
    later = a_browser(app, "seat-0-link").post("/press", json={"seat": 0})
    assert later.json["kind"] == "accepted"
    assert [call.seat for call in table.state.curse.calls] == [1, 0]


def test_a_press_meant_for_another_turn_does_not_count(tmp_path: Path) -> None:
    table = cursed(tmp_path)
    phone, turn = a_browser(an_app(table), "seat-1-link"), table.game.turn(table.state)
    assert state_of(phone)["turn"] == turn
    assert phone.post("/press", json={"seat": 1, "turn": turn - 1}).status_code == 409
    assert phone.post("/press", json={"seat": 1, "turn": turn + 1}).status_code == 409
    assert table.state.curse.calls == ()
    assert phone.post("/press", json={"seat": 1, "turn": turn}).json["kind"] == "accepted"


def test_places_are_pointed_at_and_hidden_answers_stay_hidden(tmp_path: Path) -> None:
    table = cursed(tmp_path)
    app = an_app(table)
    a_browser(app).post("/press", json={"seat": 0})
    question = state_of(a_browser(app))["questions"][0]
    assert question["style"] == "point"
    assert [option["name"] for option in question["options"]] == ["mistaken"]
    body = {"question": question["id"], "points": ["0,0", "0,1", "0,2"], "base": table.number}
    assert a_browser(app, "seat-0-link").post("/answer", json=body).json["kind"] == "accepted"


def test_the_final_reveal_is_filled_in_field_by_field(tmp_path: Path) -> None:
    table = play(a_table(tmp_path, manner=SEATS), 4, lambda table: asks(table, "reveal"))
    app = an_app(table)
    for seat in (0, 1):
        question = next(q for q in table.questions() if q.id == f"reveal-{seat}")
        fields: dict[str, Any] = {f["name"]: f["choices"][0] for f in question.fields}
        fields["pharaoh"] = question.fields[0]["choices"][seat]
        body = {"question": question.id, "fields": fields, "base": table.number}
        stranger = a_browser(app, f"seat-{1 - seat}-link")
        assert stranger.post("/answer", json=body).status_code == 403
        own = a_browser(app, f"seat-{seat}-link" if seat else "referee-link")
        assert own.post("/answer", json=body).json["kind"] == "accepted"
    outcome = state_of(a_browser(app))["view"]["outcome"]
    assert "with" in outcome["say"] or "share" in outcome["say"]


def test_a_value_that_is_missing_is_asked_for(tmp_path: Path) -> None:
    table = play(a_table(tmp_path), 4, lambda table: asks(table, "reveal"))
    body = {"question": "reveal-0", "fields": {}, "base": table.number}
    answer = a_browser(an_app(table)).post("/answer", json=body)
    assert answer.json["kind"] == "refused"
    assert "missing" in answer.json["say"]


def test_when_nothing_can_be_saved_the_tap_is_not_taken(tmp_path: Path, table: Table) -> None:
    app = an_app(table)
    table.ledger.journal.close()
    answer = answered(a_browser(app), table, "begin")
    assert answer.status_code == 503
    assert "on paper" in answer.json["say"]
    assert table.state.phase == "setup"
