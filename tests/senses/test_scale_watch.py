"""A scale at a real table: what it is sure of becomes a move, the rest is left to people."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from calibration.teach.weights import stored
from companion.core.game import load_room
from companion.core.observation import Pressed, PutRight, Said, TookBack
from companion.core.roles import TABLE
from companion.core.seats import Seat
from companion.core.verdict import Move
from companion.games.bowl import moves as m
from companion.games.bowl.state import Phase
from companion.journal import Journal
from companion.rooms.bowl import scale as rules_of_the_scale
from companion.senses.scale.instruments import Instruments
from companion.senses.scale.outcomes import WeightFinding
from companion.senses.scale.reporter import Overruling
from companion.senses.scale.watch import ScaleWatch
from companion.table import Stands, Table
from hardware.simulated.bowl import Bowl
from hardware.simulated.scale import SimulatedScale, SimulatedTilt
from tests.senses.bowls import CELL, HAND, WEIGHTS

GAME = load_room("bowl")
BOX = GAME.load_box(None)
RULES = rules_of_the_scale()
PLATE_G = 270.0


class Clock:
    """Goes on only when somebody sleeps by it."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


class Evening:
    """A table, a bowl beside it, and hands that do what a sentence says."""

    def __init__(self, folder: Path, weights: Any = None, variant: str = "base", **cell: float):
        self.clock = Clock()
        seats = [Seat("Anna", BOX.colours[0]), Seat("Ben", BOX.colours[1])]
        journal = Journal.open(folder / "evening.sqlite")
        self.close = journal.close
        rules = GAME.house_rules(variant=variant)
        self.table = Table.begin(journal, GAME, BOX, seats, rules, clock=self.clock)
        self.bowl = Bowl(replace(CELL, **cell), PLATE_G, Random(3))
        self.scale = SimulatedScale(self.bowl, self.clock, self.clock.sleep)
        self.shown: list[dict[str, Any]] = []
        self.table.on_gauge(self._keep)
        self.watch = ScaleWatch(
            self.table,
            RULES,
            Instruments(self.scale, SimulatedTilt(self.scale), self.clock),
            stored(WEIGHTS) if weights is None else weights,
            now=self.clock,
        )

    def _keep(self, name: str) -> None:
        if name == "scale":
            self.shown.append(dict(self.table.gauges()["scale"]))

    def wait(self, seconds: float) -> Evening:
        until = self.clock.now + seconds
        while self.clock.now < until:
            self.watch.step()
        return self

    def say(self, *moves: Move) -> Evening:
        for move in moves:
            answer = self.table.submit(Said(by=TABLE, move=move, at=self.clock.now))
            assert answer.kind == "accepted", answer
        return self

    def wants_red(self) -> Evening:
        """The game has begun and the first tile was red."""
        return self.wait(2.0).say(m.Begin(), m.FlipTile("D1", "red")).wait(1.5)

    def reach(self, *lost: float, seconds: float = 2.0) -> Evening:
        """A hand goes in, and some grams leave the bowl with it."""
        self.bowl.hand_in(HAND)
        self.wait(seconds)
        for grams in lost:
            self.bowl.put(-grams)
            self.wait(0.2)
        self.bowl.hand_out()
        return self

    @property
    def gauge(self) -> dict[str, Any]:
        return dict(self.table.gauges()["scale"])

    @property
    def past(self) -> list[tuple[str, Move]]:
        return [(past.by, past.made.move) for past in self.table.timeline.past]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    one = Evening(tmp_path)
    yield one
    one.close()


# What becomes a move


def test_a_clean_boulder_becomes_a_move_once_the_trap_stayed_quiet(evening: Evening) -> None:
    evening.wants_red().reach(8.0).wait(1.2)
    assert evening.table.state.phase == Phase.DRAW
    assert evening.gauge["says"]["finding"] == "clean"
    assert not evening.gauge["says"]["final"]
    evening.wait(2.5)
    assert evening.past[-1] == ("scale", m.TakeBoulder("red"))


def test_a_fallen_staff_becomes_a_landslide(evening: Evening) -> None:
    evening.wants_red().reach(8.0, 14.0).wait(4.0)
    assert evening.past[-1] == ("scale", m.Landslide(("staff",)))
    assert evening.table.state.phase == Phase.REBUILD


def test_a_wrong_boulder_is_recognised_by_its_colour(evening: Evening) -> None:
    evening.wants_red().reach(5.0).wait(4.0)
    assert evening.past[-1] == ("scale", m.WrongColour("blue"))


def test_a_hand_that_comes_back_empty_leaves_the_turn_open(evening: Evening) -> None:
    evening.wants_red().reach().wait(5.0)
    assert evening.gauge["says"]["finding"] == "nothing"
    assert evening.table.state.phase == Phase.DRAW
    evening.reach(8.0).wait(4.0)
    assert evening.past[-1] == ("scale", m.TakeBoulder("red"))


def test_what_falls_between_turns_is_nobodys_landslide(evening: Evening) -> None:
    evening.wait(2.0).say(m.Begin()).wait(1.0)
    evening.bowl.put(-14.0)
    evening.wait(3.0)
    assert evening.gauge["last"]["finding"] == "no_landslide"
    assert evening.gauge["last"]["fell"] == "staff"
    assert evening.past == [("table", m.Begin())]


def test_a_bowl_knocked_over_is_a_landslide_at_once(evening: Evening) -> None:
    evening.wants_red()
    evening.bowl.hand_in(HAND)
    evening.wait(1.0)
    evening.bowl.tilted = True
    evening.bowl.put(-150.0)
    evening.wait(0.5)
    assert evening.past[-1] == ("scale", m.Landslide())


def test_twins_are_asked_about_and_nothing_is_ruled(tmp_path: Path) -> None:
    # Two blues weigh what the staff weighs; a red and a green what two blues weigh.
    boulders = (("red", 6.0), ("blue", 3.0), ("green", 2.0), ("yellow", 1.0))
    alike = replace(WEIGHTS, boulders=boulders, staff_g=6.1, boulder_spread=0.03)
    evening = Evening(tmp_path, stored(alike)).wants_red().reach(6.05)
    evening.wait(5.0)
    assert evening.gauge["says"]["finding"] == "ask"
    assert evening.gauge["says"]["why"] == "twins"
    kinds = {choice["finding"] for choice in evening.gauge["says"]["choices"]}
    assert {"clean", "landslide"} <= kinds
    assert evening.table.state.phase == Phase.DRAW
    twins = evening.table.gauges()["weights"]["twins"]
    assert any("staff" in (*twin["one"], *twin["other"]) for twin in twins)
    evening.say(m.TakeBoulder("red"))
    evening.close()


def test_where_it_matters_what_fell_and_two_things_may_have_people_say_so(tmp_path: Path) -> None:
    # A green or a yellow fell beside the red one: 9.5 g may be either.
    boulders = (("red", 8.0), ("blue", 5.0), ("green", 1.55), ("yellow", 1.45))
    near = replace(WEIGHTS, boulders=boulders, boulder_spread=0.02)
    evening = Evening(tmp_path, stored(near), variant="adventurous").wants_red()
    evening.reach(8.0, 1.5).wait(5.0)
    assert evening.gauge["says"]["finding"] == "landslide"
    assert not evening.gauge["says"]["named"]
    assert evening.table.state.phase == Phase.DRAW
    evening.close()


def test_a_verdict_given_during_a_vote_counts_after_it(evening: Evening) -> None:
    evening.wants_red().say(m.CallFoul(), m.CallFoul()).reach(8.0).wait(5.0)
    assert evening.table.state.voting
    evening.say(m.Vote(False)).wait(0.2)
    assert evening.past[-1] == ("scale", m.TakeBoulder("red"))


# What people put right


def test_a_ruling_taken_back_is_kept_with_its_trace(evening: Evening) -> None:
    evening.wants_red().reach(8.0).wait(4.0)
    evening.table.submit(TookBack(by=TABLE, at=evening.clock.now))
    evening.wait(0.5).say(m.Landslide(("red",))).wait(0.5)
    (ruling,) = evening.watch.rulings
    assert ruling.verdict.finding == WeightFinding.CLEAN
    assert ruling.instead == WeightFinding.LANDSLIDE
    assert len(ruling.trace.samples()) > 200
    assert evening.gauge["last"]["overruled"] == "landslide"
    assert evening.table.gauges()["replay"]["says"]["overruled"] == "landslide"


def test_a_ruling_put_right_is_kept_too(evening: Evening) -> None:
    evening.wants_red().reach(8.0, 14.0).wait(4.0)
    number = evening.table.timeline.past[-1].number
    right = PutRight(by=TABLE, at=evening.clock.now, number=number, move=m.TakeBoulder("red"))
    assert evening.table.submit(right).kind == "accepted"
    evening.wait(0.5)
    assert [ruling.instead for ruling in evening.watch.rulings] == [WeightFinding.CLEAN]


def test_the_opposite_button_overrules_what_was_only_provisional(evening: Evening) -> None:
    evening.wants_red().reach(8.0).wait(1.2)
    evening.table.submit(Pressed(button="landslide", at=evening.clock.now))
    evening.wait(3.0)
    assert evening.past[-1] == ("landslide", m.Landslide())
    assert [ruling.instead for ruling in evening.watch.rulings] == [WeightFinding.LANDSLIDE]


def test_a_button_that_agrees_overrules_nothing(evening: Evening) -> None:
    evening.wants_red().reach(8.0).wait(1.2)
    evening.table.submit(Pressed(button="clean", at=evening.clock.now))
    evening.wait(3.0)
    assert evening.past[-1] == ("clean", m.TakeBoulder("red"))
    assert not evening.watch.rulings


def test_after_ten_seconds_it_is_too_late_for_the_scale_but_not_for_the_table(
    evening: Evening,
) -> None:
    evening.wants_red().reach(8.0).wait(15.0)
    assert evening.gauge["last"]["overrule_seconds"] == 0
    assert evening.table.submit(TookBack(by=TABLE, at=evening.clock.now)).kind == "accepted"
    evening.wait(0.5)
    assert not evening.watch.rulings


def test_a_past_that_was_restored_overrules_nothing_more(evening: Evening) -> None:
    """The move came back with the past, so a later word contradicts nothing."""
    evening.wants_red().reach(8.0).wait(4.0)
    (acted,) = evening.watch.acts
    heard = Overruling(RULES)
    heard.expect(acted)
    gone, back = Stands(acted.entry, "scale", None), Stands(acted.entry, "scale", acted.move)
    fell = Stands(acted.entry + 5, "table", m.Landslide(("red",)), fresh=True)
    at = evening.clock.now
    assert heard.hear(gone, acted.knew, at) is not None
    assert heard.hear(back, acted.knew, at) is None
    assert heard.hear(fell, acted.knew, at) is None
    assert [ruling.instead for ruling in heard.rulings] == [WeightFinding.ASK]


class Counter:
    """A table as far as an instrument needs it: nobody reads the past to learn its own fate."""

    def __init__(self, table: Table) -> None:
        self.state, self.number, self.gauge = table.state, table.number, table.gauge
        self.submit, self.on_news = table.submit, table.on_news


def test_the_scale_needs_no_look_at_the_past(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.watch.stop()
    instruments = Instruments(evening.scale, None, evening.clock)
    table: Any = Counter(evening.table)
    evening.watch = ScaleWatch(table, RULES, instruments, stored(WEIGHTS), now=evening.clock)
    evening.wants_red().reach(8.0).wait(4.0)
    assert evening.past[-1] == ("scale", m.TakeBoulder("red"))
    evening.table.submit(TookBack(by=TABLE, at=evening.clock.now))
    evening.wait(0.5).say(m.Landslide(("red",))).wait(0.5)
    assert [ruling.instead for ruling in evening.watch.rulings] == [WeightFinding.LANDSLIDE]
    evening.close()


# What is shown


def test_the_gauge_follows_the_hand(evening: Evening) -> None:
    evening.wants_red().reach(8.0).wait(4.0)
    phases = list(dict.fromkeys(shown["phase"] for shown in evening.shown))
    assert phases[0] == "idle"
    following = [p for p in phases if p != "idle"]
    assert following == ["armed", "hand_in", "settling", "verdict"]


def test_the_trace_is_eight_seconds_of_at_most_eighty_points(evening: Evening) -> None:
    evening.wait(20.0)
    trace = evening.gauge["trace"]
    assert 75 <= len(trace) <= 80
    assert -8.3 < trace[0][0] < -7.7
    assert trace[-1][0] == pytest.approx(0.0, abs=0.11)
    assert all(abs(grams - PLATE_G) < 1 for _, grams in trace)


def test_the_gauge_comes_about_five_times_a_second(evening: Evening) -> None:
    evening.wait(10.0)
    assert 40 <= len(evening.shown) <= 55


def test_the_replay_marks_the_moments(evening: Evening) -> None:
    evening.wants_red().reach(8.0, 14.0).wait(4.0)
    replay = evening.table.gauges()["replay"]
    names = [mark["name"] for mark in replay["marks"]]
    for name in ("armed", "touched", "still", "verdict"):
        assert name in names
    verdict = next(mark for mark in replay["marks"] if mark["name"] == "verdict")
    assert verdict["at"] == pytest.approx(0.0, abs=0.05)
    assert 100 < len(replay["points"]) <= 800
    assert replay["wanted"] == "red"


def test_a_rebuilt_trap_is_weighed(evening: Evening) -> None:
    evening.wants_red().reach(8.0, 14.0).wait(4.0)
    assert evening.gauge["trap"]["state"] != "complete"
    evening.bowl.put(8.0)
    evening.wait(3.0)
    assert evening.gauge["trap"]["item"] == "staff"
    evening.bowl.put(14.0)
    evening.wait(3.0)
    assert evening.gauge["trap"]["state"] == "complete"


# What can be wrong with it


def silent(scale: SimulatedScale) -> None:
    scale.unplug()


def stuck(scale: SimulatedScale) -> None:
    scale.stick()


def saturated(scale: SimulatedScale) -> None:
    scale.saturate()


def spiking(scale: SimulatedScale) -> None:
    scale.spike(each=2)


@pytest.mark.parametrize("ail", [silent, stuck, saturated, spiking])
def test_a_sick_scale_says_so_and_the_buttons_play_on(ail: Any, evening: Evening) -> None:
    evening.wants_red()
    ail(evening.scale)
    evening.wait(6.0)
    (fault,) = [fault for fault in evening.gauge["faults"] if fault["blind"]]
    assert fault["name"] == ail.__name__
    assert evening.gauge["blind"]
    assert evening.table.state.phase == Phase.DRAW
    evening.table.submit(Pressed(button="clean", at=evening.clock.now))
    assert evening.past[-1] == ("clean", m.TakeBoulder("red"))


def test_a_scale_that_recovers_judges_again(evening: Evening) -> None:
    evening.wait(1.0)
    evening.scale.unplug()
    evening.wait(3.0)
    assert evening.gauge["blind"]
    evening.scale.recover()
    evening.wait(2.0)
    assert not evening.gauge["blind"]
    evening.wants_red().reach(8.0).wait(4.0)
    assert evening.past[-1] == ("scale", m.TakeBoulder("red"))


def test_every_fifth_reading_may_be_nonsense(evening: Evening) -> None:
    evening.scale.spike(each=5)
    evening.wants_red().reach(8.0).wait(4.0)
    assert evening.past[-1] == ("scale", m.TakeBoulder("red"))


@pytest.mark.parametrize(("rate", "name"), [(10.0, "slow"), (3.0, "wrong_rate")])
def test_a_wrong_rate_is_reported(rate: float, name: str, tmp_path: Path) -> None:
    evening = Evening(tmp_path, rate=rate)
    evening.wait(12.0)
    assert name in [fault["name"] for fault in evening.gauge["faults"]]
    evening.close()


def impossible() -> dict[str, Any]:
    heavy = replace(WEIGHTS, boulders=(("red", 900.0), *WEIGHTS.boulders[1:]))
    return stored(heavy)


@pytest.mark.parametrize(
    ("weights", "key"),
    [
        ({}, "fault.weights.none"),
        (impossible(), "weights.heavy"),
        ({"boulder_g": 3}, "fault.weights.no_boulders"),
    ],
)
def test_without_possible_weights_the_buttons_play(weights: Any, key: str, tmp_path: Path) -> None:
    evening = Evening(tmp_path, weights).wants_red().reach(8.0).wait(4.0)
    (fault,) = evening.gauge["faults"]
    assert fault["name"] == "no_weights"
    detail = fault["detail"]
    assert key in (detail["key"], detail["values"].get("why", {}).get("key"))
    assert evening.table.gauges()["weights"]["problem"]
    evening.table.submit(Pressed(button="landslide", at=evening.clock.now))
    assert evening.past[-1] == ("landslide", m.Landslide())
    evening.close()


class Exploding:
    """A scale whose driver breaks at every reading."""

    def read(self) -> tuple[float, float] | None:
        raise OSError("the bus is gone")

    def close(self) -> None: ...


def test_a_driver_that_breaks_is_silence(evening: Evening) -> None:
    clock = evening.clock
    instruments = Instruments(Exploding(), None, clock)
    watch = ScaleWatch(evening.table, RULES, instruments, stored(WEIGHTS), now=clock)
    for _ in range(100):
        clock.sleep(0.02)
        assert not watch.step()
    assert [fault["name"] for fault in evening.gauge["faults"]] == ["silent"]


def test_it_runs_on_a_thread_of_its_own_and_stops(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "thread.sqlite")
    seats = [Seat("Anna", BOX.colours[0]), Seat("Ben", BOX.colours[1])]
    table = Table.begin(journal, GAME, BOX, seats, GAME.house_rules())
    scale = SimulatedScale(Bowl(CELL, PLATE_G, Random(1)))
    instruments = Instruments(scale, None, time.monotonic)
    watch = ScaleWatch(table, RULES, instruments, stored(WEIGHTS))
    shown: list[str] = []
    table.on_gauge(shown.append)
    watch.start()
    while len(shown) < 3:
        scale.clock()
    watch.stop()
    before = len(shown)
    assert not watch._loop.is_alive()
    assert before >= 3
    journal.close()


def test_weights_are_reported_once(evening: Evening) -> None:
    weights = evening.table.gauges()["weights"]
    assert weights["boulder_g"]["red"] == 8.0
    assert weights["problem"] is None
