"""Whether people agree: asked about the game they have just played, once, and until it is settled;
from the table's own question up to the hall's word that it is over."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from companion.app.hall_client import HallGuest
from companion.hall.evening.acts import Who
from companion.house import GamePlan, PlannedPerson
from companion.house.errors import NotNow
from companion.wire import topics
from companion.wire.messages import Birth, CallMessage, CommandMessage, State, pack, unpack
from tests.hall.halls import Here, a_night, opened, places, seated
from tests.house.evenings import house_in, lay_out
from tests.uplink.tables import Night

TASK = "1.b7"


@pytest.fixture
def night(tmp_path: Path) -> Night:
    return Night(tmp_path)


def guest_of(night: Night) -> HallGuest:
    running = SimpleNamespace(table=night.home.open)
    house: Any = SimpleNamespace(
        folder=night.folder, on_change=lambda act: None, open=running, name="House 7"
    )
    home: Any = SimpleNamespace(site=None, server=None)
    guest = HallGuest(house, home)
    guest.enrolment, guest.uplink = night.enrolment, night.uplink
    return guest


def asked(guest: HallGuest) -> Any:
    return guest.shown()["agree"]


def refusal(guest: HallGuest, agreed: bool, task: str) -> str:
    with pytest.raises(NotNow) as refused:
        guest.judge(agreed, task)
    return refused.value.say.key


def test_the_result_is_shown_with_the_question_and_answered_once(night: Night) -> None:
    night.play()
    guest = guest_of(night)
    shown = asked(guest)
    assert shown["task"] == TASK
    assert [one["place"] for one in shown["places"]] == [1, 2]
    assert {one["name"] for one in shown["places"]} == {"Anna", "Ben"}
    guest.judge(True, TASK)
    night.turn(2)
    (call,) = [unpack(payload, CallMessage) for payload in night.post.said(topics.CALL)]
    assert call is not None
    assert (call.why, call.task) == ("confirm", TASK)
    assert asked(guest)["said"] == "confirm"
    assert refusal(guest, False, TASK) == "house.hall_result_settled", "nobody says it twice"


def test_nobody_speaks_about_another_sitting_or_a_game_that_goes_on(night: Night) -> None:
    night.play(steps=5)
    guest = guest_of(night)
    assert asked(guest) is None
    assert refusal(guest, True, TASK) == "house.hall_result_settled"
    night.home.leave()
    night.play()
    guest = guest_of(night)
    assert refusal(guest, False, "1.b3") == "house.hall_result_settled", "other people's table"
    night.enrolment.change(offer={"task": "2.b7", "room": "wall", "people": []})
    assert asked(guest) is None, "the next people sit here"
    assert refusal(guest, False, TASK) == "house.hall_result_settled"
    assert night.post.said(topics.CALL) == []


def test_what_the_hall_has_settled_is_asked_no_more_and_said_back_to_it(night: Night) -> None:
    night.play()
    night.turn(2)
    guest = guest_of(night)
    told = {"task": TASK, "status": "confirmed"}
    assert night.send(night.command("settled", told)).kind == "accepted"
    assert asked(guest) is None
    assert refusal(guest, False, TASK) == "house.hall_result_settled"
    night.turn(2)
    state = night.tables.machines["7"].state
    assert state is not None
    assert state.settled == "confirmed", "the hall need not say it again"
    assert night.send(night.command("settled", told)).kind == "unchanged"
    assert night.send(night.command("settled", {**told, "status": ""})).kind == "accepted"
    assert asked(guest)["task"] == TASK, "a result that is open again is asked about again"


def orders(here: Here) -> list[dict[str, Any]]:
    """What the hall has told the table of a result."""
    here.hall.orders.send(here.hall.line)
    found = [unpack(payload, CommandMessage) for payload in here.post.said(topics.COMMAND)]
    told = {one.id: dict(one.body) for one in found if one is not None and one.act == "settled"}
    return list(told.values())


def test_the_hall_tells_a_table_when_its_result_is_settled(tmp_path: Path) -> None:
    for here in opened(tmp_path):
        a_night(here)
        here.hall.act("enrol", {"table": "1"}, Who("organiser"))
        here.hall.line.open(here.hall._hear, lambda: None)
        state = State(1, "g", task="1:b1", number=1)
        for what, record in ((topics.BIRTH, Birth(1, True, house="h")), (topics.STATE, state)):
            here.hall._hear(topics.of_table(here.hall.tables.night, "1", what), pack(record))
        here.hall.act("report", places("b1", *seated(here, "b1")), Who("table", "1"))
        now = here.hall._clock()
        here.hall._assignments.step(here.hall.evening, now)
        assert orders(here) == [], "the people there may still speak"
        here.hall.act("confirm", {"round": 1, "box": "b1"}, Who("referee", "Rita"))
        here.hall._assignments.step(here.hall.evening, now)
        assert orders(here) == [{"task": "1:b1", "status": "confirmed"}]
        heard = msgspec.structs.replace(state, settled="confirmed", number=2)
        here.hall._hear(topics.of_table(here.hall.tables.night, "1", topics.STATE), pack(heard))
        here.hall._assignments.step(here.hall.evening, now + 60)
        assert len(orders(here)) == 1, "it was heard"


def test_the_next_people_open_their_game_though_an_older_one_was_never_finished(
    tmp_path: Path,
) -> None:
    """Its result was entered at the desk: the game stays on the shelf and makes room."""
    house = house_in(tmp_path)
    home: Any = SimpleNamespace(site=None, server=None)
    guest = HallGuest(house, home)
    people = [{"name": "Anna", "colour": "red"}, {"name": "Ben", "colour": "blue"}]
    offer = {"task": "2:b7", "room": "wall", "people": people, "round": 2, "rules": {}}
    house.begin(GamePlan("wall", (PlannedPerson("Cleo", "red"), PlannedPerson("Dan", "blue"))))
    table, file = guest.table(), house.place.game
    lay_out(house)
    assert table is not None
    assert file is not None
    guest.enrolment.belongs(table.ledger.journal.game, file, "1:b7")
    guest.enrolment.change(offer=offer)
    with pytest.raises(NotNow):
        guest.open("2:b7")
    guest.enrolment.change(settled={"1:b7": "confirmed"})
    guest.open("2:b7")
    opened_now = guest.table()
    assert opened_now is not None
    assert [seat.name for seat in opened_now.state.seats] == ["Anna", "Ben"]
    assert house.shelf.path_of(file) is not None, "nothing is lost"
    house.leave()
