"""Bad input and trouble on a night: each has a sentence and a way on; what was announced stays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.app.hall_app import BadBroker, HallOpening, broker_at, open_hall
from companion.hall.broker.own import NoBroker
from companion.hall.evening.acts import Who
from companion.hall.seating.solver import draw
from companion.journal.errors import CannotSave
from companion.web.hall.board import HallBoard
from companion.wire import topics
from companion.wire.messages import Beat, Birth, EventMessage, State, pack, unpack
from companion.wire.seals import chained
from tests.hall.halls import WORDS, Here, a_night, opened, places, seated
from tests.saying import refuses


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Here]:
    yield from opened(tmp_path, draw)


def hear(here: Here, table: str, what: str, record: msgspec.Struct) -> None:
    topic = topics.of_table(here.hall.tables.night, table, what)
    here.hall._hear(topic, pack(record))


# ---- people and boxes --------------------------------------------------------------------------


def test_nobody_and_one_person_cannot_be_drawn(here: Here) -> None:
    desk = here.phone("organiser")
    assert desk.refused("/draw", {"rounds": 1}) == "Two people are the least. Add some names."
    desk.send("/desk/people", b"Anna")
    desk.refused("/draw", {"rounds": 1})
    desk.send("/desk/people", b"Ben")
    said = desk.refused("/draw", {"rounds": 1})
    assert said == "There are no boxes yet. Add some first."


def test_seven_people_at_boxes_for_two_take_turns_to_wait_and_are_told_why(here: Here) -> None:
    desk = here.phone("organiser")
    desk.send("/desk/people", "\n".join(f"Guest {n}" for n in range(7)).encode())
    desk.must("/act/box", {"game": "wall", "sizes": [2], "count": 4})
    desk.must("/draw", {"rounds": 3})
    waited = [each.waiting for each in here.hall.evening.night.drawn]
    assert [len(each) for each in waited] == [1, 1, 1]
    assert len({who for each in waited for who in each}) == 3, "nobody waits twice"
    desk.must("/act/publish", {"round": len(here.hall.evening.night.published) + 1})
    told = here.phone().json(f"/why.json?who={waited[0][0]}&round=1")["lines"]
    assert any("turn to wait" in line for line in told)


def test_two_boxes_cannot_stand_in_one_place(here: Here) -> None:
    desk = here.phone("organiser")
    desk.must("/act/box", {"game": "wall", "sizes": [2], "place": "7"})
    box = {"id": "other", "game": "wall", "sizes": [2], "place": "7"}
    assert "Two tables are called 7." in desk.refused("/act/bring", {"box": box})


# ---- tables ------------------------------------------------------------------------------------


def test_a_table_vanishes_while_rounds_are_drawn_and_while_its_result_is_confirmed(
    here: Here,
) -> None:
    desk = here.phone("organiser")
    here.hall.act("enrol", {"table": "1"}, Who("organiser"))
    desk.send("/desk/people", b"Anna\nBen")
    desk.must("/act/box", {"game": "wall", "sizes": [2], "place": "1"})
    hear(here, "1", topics.BIRTH, Birth(1, True, house="h"))
    hear(here, "1", topics.BIRTH, Birth(1, False, house="h"))
    desk.must("/draw", {"rounds": 1})
    desk.must("/act/publish", {"round": len(here.hall.evening.night.published) + 1})
    desk.must("/act/start", {"round": len(here.hall.evening.night.published)})
    hear(here, "1", topics.BIRTH, Birth(2, True, house="h"))
    hear(here, "1", topics.STATE, State(2, "g", task="1:b1"))
    here.hall._inbound.look_for_lost(here.hall._clock())
    here.hall._inbound.look_for_lost(here.hall._clock() + 60)
    (call,) = here.hall.evening.night.calls
    assert call.kind == "silent"
    rita = here.phone("referee")
    assert rita.json("/referee.json")["open"][0]["said"].startswith("The table has gone silent")
    here.hall.act("report", places("b1", *seated(here, "b1")), Who("table", "1"))
    here.hall._inbound.look_for_lost(here.hall._clock() + 120)
    assert len(here.hall.evening.night.calls) == 1, "it has its result: nobody has to run"
    rita.must("/act/confirm", {"round": 1, "box": "b1"})
    assert rita.json("/referee.json")["open"] == [], "settled, so the call is too"


def test_a_table_that_fell_silent_is_news_however_lately_somebody_looked(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages are told of what changed; silence is no message, and is told of all the same."""
    now = 1000.0
    monkeypatch.setattr(here.hall, "_clock", lambda: now)
    here.hall.tables.clock = here.hall._clock
    here.hall.act("enrol", {"table": "1"}, Who("organiser"))
    hear(here, "1", topics.BIRTH, Birth(1, True, house="h"))
    board, words = HallBoard(here.hall), WORDS["en"]
    now += 5.5
    seen, told = board.fresh(0, words)
    assert b'"lives":true' in told
    now += 0.11  # the same quarter of a second, in which nobody looks at every table again
    assert board.fresh(seen, words) == (seen, b"")
    assert here.hall._inbound.look_for_lost(now)
    assert b'"lives":false' in board.fresh(seen, words)[1]


def test_two_machines_under_one_name_are_shown_on_the_table(here: Here) -> None:
    here.hall.act("enrol", {"table": "1"}, Who("organiser"))
    for house in ("one", "two"):
        hear(here, "1", topics.BEAT, Beat(1, 1, house=house))
    assert here.phone().json("/hall.json")["tables"][0]["clash"]


def test_a_table_of_an_older_or_newer_version_is_understood() -> None:
    """Fields an older one does not send have their defaults; a newer one's are passed over."""
    assert unpack(b'{"session":3,"here":true}', Birth) == Birth(3, True)
    assert unpack(b'{"session":3,"beat":7,"mood":"good"}', Beat) == Beat(3, 7)
    assert unpack(b'{"session":"three"}', Beat) is None
    event = chained(EventMessage("g" * 32, 1, "g" * 32, "", "opened"))
    told: dict[str, Any] = msgspec.to_builtins(event)
    assert unpack(msgspec.json.encode({**told, "later": 1}), EventMessage) == event


def test_a_table_of_an_older_version_that_numbers_no_state_is_shown_as_before(here: Here) -> None:
    here.hall.act("enrol", {"table": "1"}, Who("organiser"))
    hear(here, "1", topics.BIRTH, Birth(1, True, house="h"))
    for name in ("Anna", "Ben"):
        hear(here, "1", topics.STATE, State(1, "g", seats=({"name": name, "colour": "red"},)))
        hear(here, "1", topics.BEAT, Beat(1, 1, house="h"))
        shown = here.phone().json("/hall.json")["tables"][0]["seats"]
        assert [seat["name"] for seat in shown] == [name]
    machine = here.hall.tables.machines["1"]
    assert not machine.misses_state(here.hall._clock() + 60), (
        "it is not asked for what it can't say"
    )


def test_a_second_machine_cannot_take_the_name_of_a_table_that_lives(tmp_path: Path) -> None:
    from companion.app.hall_app import _enroller
    from companion.hall.errors import HallNotNow
    from companion.web.hall.context import Requester
    from companion.wire.seals import proof_of

    for here in opened(tmp_path, draw):
        enrol = _enroller(here.hall, None, broker_at("mqtt://a:b@c"))
        first = Requester("Seven", "hall", "192.0.2.7", "CODE", "")
        given = enrol(first)
        assert given["table"] == "seven"
        with refuses(HallNotNow, match="seven"):
            enrol(first)
        same = first._replace(proof=proof_of(given["key"], "CODE"))
        assert enrol(same)["key"] == given["key"], "the same machine comes again"
        hear(here, "seven", topics.BIRTH, Birth(1, True, house="h"))
        with refuses(HallNotNow, match="seven"):
            enrol(first)


# ---- results -----------------------------------------------------------------------------------


def entered(here: Here, people: tuple[str, ...]) -> dict[str, Any]:
    told = [{"person": one, "place": n + 1} for n, one in enumerate(people)]
    return {"round": 1, "box": "b1", "places": told, "first": True}


def test_two_referees_enter_a_result_and_the_same_one_counts_once(here: Here) -> None:
    a_night(here)
    people, number = seated(here, "b1"), here.hall.evening.number
    for name in ("Rita", "Rolf", "Rita"):
        here.phone("referee", name).must("/act/correct", entered(here, people))
    assert here.hall.evening.number == number + 1
    assert here.hall.evening.night.results["1:b1"].status == "confirmed"


def test_two_referees_enter_different_results_and_both_wait_to_be_looked_at(here: Here) -> None:
    """Neither takes the place of the other behind somebody's back."""
    a_night(here)
    people = seated(here, "b1")
    here.phone("referee", "Rita").must("/act/correct", entered(here, people))
    here.phone("referee", "Rolf").must("/act/correct", entered(here, people[::-1]))
    (shown,) = here.phone("referee").json("/referee.json")["results"]
    assert shown["status"] == "disputed"
    assert [one["source"] for one in shown["told"]] == ["Rita", "Rolf"]
    last = {**entered(here, people[::-1]), "first": False}
    here.phone("referee", "Rolf").must("/act/correct", last)
    assert here.hall.evening.night.results["1:b1"].status == "confirmed"


# ---- brokers and stores ------------------------------------------------------------------------


def test_a_broker_that_is_none_or_whose_port_is_taken_is_refused_with_the_way_on(
    tmp_path: Path,
) -> None:
    for wrong in ("http://hall", "mqtt://", "mqtt://user@one,:1883"):
        with refuses(
            BadBroker,
            match="isn't the address of a message server. .*mqtt://user@host:1883",
        ):
            broker_at(wrong)
    cluster = broker_at("mqtt://hall:pw@one:1,two:2,three")
    assert cluster.places == (("one", 1), ("two", 2), ("three", 1883))
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        opening = HallOpening(tmp_path, port=0, broker_port=port)
        with refuses(NoBroker, match="(Choose another|Install it)"):
            open_hall(opening).stop()


def test_a_broker_of_somebody_else_brings_messages_nobody_minds(here: Here) -> None:
    for topic in (
        "other/topic",
        topics.of_table("another", "1", topics.BEAT),
        "pharaoh/1/x/t//beat",
    ):
        here.hall._hear(topic, b"hello")
    hear(here, "stranger", topics.BEAT, Beat(1, 1))
    assert here.hall.tables.machines == {}
    assert here.hall.tables.strange == 4


def test_a_broker_that_refuses_the_hall_is_said_at_the_desk_and_the_night_goes_on(
    here: Here,
) -> None:
    desk = a_night(here)
    assert not desk.json("/desk.json")["line"], "nobody has let it in yet"
    desk.must("/act/correct", entered(here, seated(here, "b1")))
    assert here.phone().json("/hall.json")["evening"]["results"][0]["status"] == "confirmed"
    here.hall.line.open(lambda topic, payload: None, here.hall._on_up)
    assert desk.json("/desk.json")["line"]


def test_a_store_that_takes_nothing_is_said_and_results_are_tried_again(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_night(here)
    desk, people = here.phone("organiser"), seated(here, "b1")
    before = here.phone().json("/hall.json")["evening"]["round"]

    def refuses(kind: str, body: dict[str, Any], after: int) -> None:
        raise CannotSave("fault.journal.closed", path="night.sqlite")

    with monkeypatch.context() as patched:
        patched.setattr(here.hall.store, "append", refuses)
        answer = desk.post("/act/pause")
        assert answer.status_code == 503
        assert "isn't saved" in msgspec.json.decode(answer.data)["say"]
        assert desk.json("/desk.json")["trouble"]
        assert not here.hall.attempt("report", places("b1", *people), Who("table", "1"))
        assert here.phone().json("/hall.json")["evening"]["round"] == before
    here.hall.tend()
    assert here.hall.evening.night.results["1:b1"].result.places[0].person == people[0]
    assert desk.json("/desk.json")["trouble"] == ""


def test_a_flood_of_messages_loses_none_of_them(here: Here) -> None:
    here.hall.act("enrol", {"table": "1"}, Who("organiser"))
    topic = topics.of_table(here.hall.tables.night, "1", topics.BEAT)
    strange = here.hall.tables.strange
    for number in range(1201):
        here.hall._heard.put((topic if number == 600 else "other/topic", pack(Beat(1, number))))
    for _ in range(4):
        here.hall._step()
    assert here.hall.tables.strange - strange == 1200
    assert here.hall.tables.machines["1"].beat == 600
