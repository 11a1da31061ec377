"""A call for a referee closes with its cause, for everybody, and says why."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.hall.evening.acts import Who
from companion.hall.night.state import Called
from companion.wire import topics
from companion.wire.messages import Beat, Birth, CallMessage, State, pack
from tests.hall.halls import Here, a_night, opened, places, seated

TABLE = Who("table", "1")


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Here]:
    for here in opened(tmp_path):
        a_night(here)
        here.hall.act("enrol", {"table": "1", "box": "b1"}, Who("organiser"))
        yield here


def call_of(here: Here, kind: str) -> Called:
    return next(call for call in here.hall.evening.night.calls if call.kind == kind)


def said(here: Here, what: str, record: object) -> None:
    topic = topics.of_table(here.hall.store.night, "1", what)
    here.hall._hear(topic, pack(record))  # type: ignore[arg-type]


def test_a_table_that_is_back_needs_no_referee(here: Here) -> None:
    now = [100.0]
    here.hall._clock = here.hall.tables.clock = lambda: now[0]
    said(here, topics.BIRTH, Birth(1, True, house="h"))
    said(here, topics.STATE, State(1, "g", task="1:b1"))
    now[0] += 30
    here.hall._inbound.look_for_lost(now[0])
    rita = here.phone("referee")
    (shown,) = rita.json("/referee.json")["open"]
    assert shown["kind"] == "silent"
    rita.must("/act/claim", {"id": shown["id"]})
    assert here.hall.coming() == {"1": "Rita"}
    said(here, topics.BEAT, Beat(1, 2, house="h"))
    here.hall._inbound.look_for_lost(now[0])
    assert rita.json("/referee.json")["open"] == []
    assert rita.json("/referee.json")["done"][0]["closed"] == "The table is back."
    assert here.hall.coming() == {}, "nobody is on the way any more"
    now[0] += 30
    here.hall._inbound.look_for_lost(now[0])
    assert len(rita.json("/referee.json")["open"]) == 1, "a second silence is a call of its own"


def test_a_settled_result_closes_the_dispute(here: Here) -> None:
    people = seated(here, "b1")
    here.hall.act("report", places("b1", *people), TABLE)
    said(here, topics.CALL, CallMessage("k1", "dispute", task="1:b1"))
    assert call_of(here, "dispute").answered is None
    told = places("b1", *people[::-1])["result"]
    here.phone("referee").must("/act/correct", told)
    assert call_of(here, "dispute").closed == "settled"


def test_a_result_that_is_entered_closes_the_call_for_it(here: Here) -> None:
    call = {"id": "g-unfinished", "box": "b1", "kind": "result", "task": "1:b1"}
    here.hall.act("call", call, TABLE)
    told = places("b1", *seated(here, "b1"))["result"]
    here.phone("organiser").must("/act/correct", {**told, "first": True})
    assert call_of(here, "result").closed == "entered"


def test_people_who_have_gone_on_need_nobody_but_a_broken_part_stays(here: Here) -> None:
    for kind in ("rules", "part"):
        said(here, topics.CALL, CallMessage(kind, kind, task="1:b1"))
    desk = here.phone("organiser")
    for box in ("b1", "b2"):
        here.hall.act("report", places(box, *seated(here, box)), TABLE)
    desk.must("/act/publish", {"round": 2})
    assert call_of(here, "question").answered is None
    desk.must("/act/start", {"round": 2})
    assert call_of(here, "question").closed == "over"
    assert call_of(here, "part").answered is None


def test_nobody_at_a_page_closes_a_call_as_a_table_does(here: Here) -> None:
    here.hall.act("call", {"id": "k1", "box": "b1", "kind": "seat"}, TABLE)
    for role in ("organiser", "referee", "nobody"):
        assert here.phone(role).post("/act/close", {"id": "k1", "why": "back"}).status_code == 403


def test_a_copied_card_is_noticed_and_a_house_that_starts_anew_is_not(here: Here) -> None:
    now = [100.0]
    here.hall._clock = here.hall.tables.clock = lambda: now[0]
    machine = here.hall.tables.machines["1"]

    def beats(*starts: str) -> bool:
        for start in starts:
            now[0] += 1
            said(here, topics.BEAT, Beat(1, int(now[0]), house="h", start=start))
        return machine.clashes(now[0])

    assert not beats("one", "one", "two", "two"), "switched off and on"
    assert not beats("one", "two", "two", "two"), "one late message"
    assert beats("one", "two", "one", "two")
    assert here.hall.tables.clashing() == ("1",)
    assert here.phone().json("/hall.json")["tables"][0]["clash"]
    assert here.hall._sign(here=True).clash == ("1",), "the table itself is told"
    now[0] += 40
    assert not beats("two"), "the other one is switched off"
