"""A house takes part in a night: what goes up, what comes down, and what a cut line costs."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.hall.tables import HallTables
from companion.rooms import room_of
from companion.uplink.events import events_of
from companion.wire import topics
from companion.wire.messages import (
    Birth,
    CallMessage,
    EventMessage,
    HallMessage,
    Need,
    State,
    pack,
    unpack,
)
from tests.house.played import step
from tests.uplink.tables import NIGHT, Night


@pytest.fixture
def night(tmp_path: Path) -> Night:
    return Night(tmp_path)


def test_a_game_reaches_the_hall_whole_and_in_order(night: Night) -> None:
    table = night.play()
    night.turn(2)
    machine = night.tables.machines["7"]
    [chain] = machine.chains.values()
    assert chain.seq == table.number
    assert chain.over == machine.state.over if machine.state else False
    assert night.ended[-1][0] is chain
    assert chain.task == "1.b7"
    events = [unpack(payload, EventMessage) for payload in night.post.said(topics.EVENT)]
    assert [event.seq for event in events if event] == list(range(1, table.number + 1))


def test_what_was_lost_on_the_way_is_asked_for_and_sent_again(night: Night) -> None:
    night.play(steps=5)
    night.turn(2)
    night.line.cut()
    table = night.home.open
    assert table is not None
    people = room_of("wall").people(3)
    for _ in range(20):
        step(table, people)
    night.turn(2)  # sent, and nobody heard it
    night.line.mend()
    night.line.subscribe([topics.every(NIGHT, what) for what in topics.UP])
    night.turn(2)
    [chain] = night.tables.machines["7"].chains.values()
    assert chain.seq == table.number
    assert not chain.forked


def test_a_hall_that_lost_its_disk_gets_every_game_again(night: Night, tmp_path: Path) -> None:
    night.play()
    night.turn(2)
    night.home.leave()
    night.turn(2)
    night.post.kept.clear()  # and the broker has lost what it kept
    night.tables = HallTables(NIGHT, night.clock)
    night.tables.expect("7")
    night.line.subscribe([topics.every(NIGHT, what) for what in topics.UP])
    night.turn(2)  # it hears which games there were
    night.turn(2)  # and asks for them
    [chain] = night.tables.machines["7"].chains.values()
    assert chain.over is not None
    assert chain.hashes == [event.hash for event in events_of(tmp_path / "wall-game.sqlite")]


def test_a_game_on_the_shelf_is_read_once_for_a_hall_that_asks_again(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    night.play()
    night.turn(2)
    [game] = night.tables.machines["7"].chains
    night.home.leave()
    night.turn(2)
    read: list[Path] = []

    def counted(path: Path) -> list[EventMessage]:
        read.append(path)
        return events_of(path)

    monkeypatch.setattr("companion.uplink.uplink.events_of", counted)
    before = len(night.post.said(topics.EVENT))
    for first in (1, 3):
        night.uplink._replay(Need(game, first, 4))
    assert len(read) == 1
    assert len(night.post.said(topics.EVENT)) == before + 6


def test_a_state_that_was_lost_on_the_way_is_asked_for(night: Night) -> None:
    """Nothing changes at the table any more, and yet the hall shows how it stands."""
    night.play(steps=5)
    night.turn(2)
    machine = night.tables.machines["7"]
    was, table = machine.state, night.home.open
    assert table is not None
    people = room_of("wall").people(3)
    for _ in range(20):
        step(table, people)
    hear, night.line._hear = night.line._hear, lambda topic, payload: None
    night.turn(0.1)  # sent, and the broker's queue was full
    night.line._hear = hear
    assert machine.state is was
    for _ in range(3):
        night.turn(2)
    assert machine.state is not None
    assert machine.state.seq == table.number


def test_an_old_state_that_is_sent_again_takes_the_place_of_nothing_newer(night: Night) -> None:
    """A line that comes back sends once more what nobody had confirmed, after what is new."""
    night.turn(2)
    [first] = night.post.said(topics.STATE)
    night.play(steps=5)
    night.turn(2)
    machine = night.tables.machines["7"]
    newest = machine.state
    topic = topics.of_table(NIGHT, "7", topics.STATE)
    night.tables.hear(topic, first)
    assert machine.state is newest, "the same session: its number is lower"
    line = night.uplink._line
    line.cut(late=True)  # type: ignore[attr-defined]
    line.mend()  # type: ignore[attr-defined]
    night.turn(2)
    newest = machine.state
    for old in night.post.said(topics.STATE)[:-1]:
        night.tables.hear(topic, old)
    assert machine.state is newest, "an older session"


def test_another_machine_that_takes_a_tables_place_is_shown(night: Night) -> None:
    """Its sessions may be lower than those of the machine before it."""
    night.play(steps=5)
    night.turn(2)
    topic = topics.of_table(NIGHT, "7", topics.BIRTH)
    night.tables.hear(topic, pack(Birth(3, True, house="another")))
    topic = topics.of_table(NIGHT, "7", topics.STATE)
    assert night.tables.hear(topic, pack(State(3, number=1))).changed
    assert night.tables.machines["7"].state == State(3, number=1)


def test_whoever_looks_for_news_finds_what_the_message_brought(night: Night) -> None:
    """A table is named as heard of only once what it said is there to be seen."""
    seen: list[bool] = []
    machine = night.tables.machines["7"]
    shows = machine.shows

    def looked_at_meanwhile(state: State, now: float) -> bool:
        seen.append("7" in night.tables.take_touched())
        return shows(state, now)

    night.tables.take_touched()
    machine.shows = looked_at_meanwhile  # type: ignore[method-assign]
    topic = topics.of_table(NIGHT, "7", topics.STATE)
    night.tables.hear(topic, pack(State(machine.session, number=99)))
    assert seen == [False]
    assert night.tables.take_touched() == {"7"}


def test_a_game_played_for_oneself_stays_at_home(night: Night) -> None:
    night.home.begin("wall", ("Anna", "Ben"))
    night.turn(2)
    assert night.post.said(topics.EVENT) == []
    assert all(b"Anna" not in payload for _, payload in night.post.sent)


# ---- birth and death ---------------------------------------------------------------------------


def test_a_table_that_goes_silent_is_lost_within_six_seconds(night: Night) -> None:
    night.turn(2)
    machine = night.tables.machines["7"]
    assert machine.lives(night.clock())
    night.clock.now += 5.5
    assert machine.lives(night.clock())
    night.clock.now += 0.2
    assert not machine.lives(night.clock())


def test_the_late_will_of_an_old_connection_buries_no_living_table(night: Night) -> None:
    night.turn(2)
    line = night.uplink._line
    for _ in range(500):
        will = line.cut(late=True)  # type: ignore[attr-defined]
        line.mend()  # type: ignore[attr-defined]
        night.turn(0.1)
        assert will is not None
        night.post.carry(will.topic, will.payload, keep=True)
        assert night.tables.machines["7"].lives(night.clock())
    night.turn(0.1)
    kept = night.post.kept[topics.of_table(NIGHT, "7", topics.BIRTH)]
    assert msgspec.json.decode(kept)["here"] is True  # it has said again that it is here


def test_a_line_that_flaps_buries_nobody_and_a_will_nothing_follows_is_believed(
    night: Night,
) -> None:
    night.turn(2)
    line, machine = night.uplink._line, night.tables.machines["7"]
    line.cut()  # type: ignore[attr-defined]
    night.clock.now += 3
    assert machine.lives(night.clock())
    line.mend()  # type: ignore[attr-defined]
    night.turn(1)
    assert machine.lives(night.clock())
    line.cut()  # type: ignore[attr-defined]
    night.clock.now += 5.1
    assert not machine.lives(night.clock())


def test_two_machines_under_one_name_are_noticed(night: Night) -> None:
    night.turn(2)
    night.home.name = "house-8"
    night.uplink = night.linked()
    night.turn(2)
    assert night.tables.machines["7"].clashes(night.clock())


# ---- commands ----------------------------------------------------------------------------------


SITTING = {"task": "1.b7", "room": "wall", "people": [{"name": "Anna"}, {"name": "Ben"}]}


def test_a_sitting_waits_at_its_table_until_people_open_it(night: Night) -> None:
    night.turn(2)
    assert night.send(night.command("seat", SITTING)).kind == "accepted"
    assert night.enrolment.kept.offer is not None
    assert night.tables.machines["7"].state.offered == "1.b7"  # type: ignore[union-attr]


def test_forged_replayed_late_and_strange_commands_change_nothing(night: Night) -> None:
    night.turn(2)
    good = night.command("seat", SITTING)
    forged = msgspec.structs.replace(good, body={**SITTING, "room": "bowl"})
    assert night.send(forged).kind == "forged"
    assert night.send(msgspec.structs.replace(good, seal="")).kind == "forged"
    assert night.send(night.command("seat", SITTING, until=0)).kind == "expired"
    assert night.send(night.command("seat", SITTING, session=1)).kind == "expired"
    assert night.send(night.command("dance")).kind == "unknown"
    assert night.send(night.command("seat", {"task": 3})).kind == "unknown"
    assert night.enrolment.kept.offer is None
    assert night.send(good).kind == "accepted"
    night.enrolment.change(offer=None)
    assert night.send(good).kind == "accepted"  # the same answer again
    assert night.enrolment.kept.offer is None  # and nothing done twice


def test_a_restarted_house_refuses_what_was_sent_to_the_last_one(night: Night) -> None:
    night.turn(2)
    old = night.command("seat", SITTING)
    night.uplink = night.linked()
    night.turn(2)
    assert night.send(old).kind == "expired"


def test_the_referee_answers_and_pauses_from_the_hall(night: Night) -> None:
    table = night.play(steps=4)
    night.turn(2)
    assert night.send(night.command("pause")).kind == "accepted"
    assert table.ledger.record.paused
    assert night.send(night.command("pause")).kind == "unchanged"
    assert night.send(night.command("go on")).kind == "accepted"
    answer = night.send(night.command("answer", {"question": "nothing", "option": "x"}))
    assert answer.kind == "refused"
    assert night.send(night.command("end", {"reason": "fire alarm"})).kind == "accepted"
    assert night.tables.machines["7"].state.over["reason"] == "fire alarm"  # type: ignore[union-attr, index]


# ---- calls and the clock -----------------------------------------------------------------------


def test_a_call_is_said_again_until_the_hall_has_it(night: Night) -> None:
    night.turn(2)
    night.line.cut()
    night.uplink.call(CallMessage("k1", "help", seat=1))
    night.turn(5)
    assert night.calls == []
    night.line.mend()
    night.line.subscribe([topics.every(NIGHT, what) for what in topics.UP])
    night.turn(5)
    assert night.calls[-1].id == "k1"
    night.line.say(topics.of_hall(NIGHT), pack(HallMessage(1, True, got=("k1",))))
    night.turn(0.1)
    assert night.uplink.waiting_calls() == ()


def test_the_clock_of_the_round_runs_on_at_the_table(night: Night) -> None:
    night.line.say(
        topics.of_hall(NIGHT),
        pack(HallMessage(1, True, round=2, running=True, left=600.0, extra={"7": 60.0})),
    )
    night.turn(0)
    night.clock.now += 10
    assert night.uplink.seconds_left() == 650.0
