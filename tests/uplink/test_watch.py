"""What a table calls the referee for by itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.core.observation import TookBack
from companion.core.roles import REFEREE
from companion.uplink.events import HallWatch
from companion.wire.messages import EventMessage, State
from tests.uplink.tables import Night


def state(*keys: str, seeing: str = "", **values: Any) -> State:
    notices = tuple({"key": key, "values": values} for key in keys)
    return State(1, "g" * 32, task="1:b7", notices=notices, seeing=seeing)


def event(seq: int, kind: str) -> EventMessage:
    return EventMessage("g" * 32, seq, "", "", kind)


def whys(watch: HallWatch, events: list[EventMessage], now: State, *settled: int) -> list[str]:
    return [call.why for call in watch.over(events, now, settled)]


def test_a_part_that_fails_calls_once_and_says_which() -> None:
    watch = HallWatch()
    (call,) = watch.over([], state("part.failed", part="scale"))
    assert (call.why, call.about) == ("part", "scale")
    assert watch.over([], state("part.failed", part="scale")) == []
    assert whys(watch, [], state("part.failed", part="lamps")) == ["part"]
    assert whys(watch, [], state(seeing="paused")) == ["part"]


def test_the_referees_button_at_the_table_calls_each_time_it_is_pressed() -> None:
    watch = HallWatch()
    assert whys(watch, [], state("part.referee")) == ["help"]
    assert whys(watch, [], state("part.referee")) == []
    assert whys(watch, [], state()) == []
    assert whys(watch, [], state("part.referee")) == ["help"]


def test_the_same_question_twice_calls_and_a_move_in_between_does_not() -> None:
    watch = HallWatch()
    assert whys(watch, [event(1, "doubted"), event(2, "settled")], state()) == []
    assert whys(watch, [event(3, "doubted")], state()) == ["again"]
    assert whys(watch, [event(4, "made"), event(5, "doubted")], state()) == []


def test_only_a_change_of_a_settled_turn_calls(tmp_path: Path) -> None:
    night = Night(tmp_path)
    table = night.play("wall", steps=8)
    night.turn(2)

    def take_back(number: int) -> str:
        said = TookBack(by=REFEREE, at=table.clock(), number=number, base=table.number)
        return table.submit(said).kind

    made = [ruling["number"] for ruling in table.snapshot(REFEREE)["rulings"]]
    assert take_back(made[0]) == "accepted"
    night.turn(2)
    assert [call.why for call in night.calls] == [], "the last move was taken back: nothing settled"
    assert take_back(made[4]) == "accepted"
    night.turn(2)
    assert "changed" in {call.why for call in night.calls}
