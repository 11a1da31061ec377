"""The wired parts at work: presses, the mat, lamps by place, the referee's call, announcements."""

from __future__ import annotations

import contextlib
import os
import threading
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from threading import Condition
from typing import Any

import pytest

from companion.app import GameSession, run
from companion.app.devices import LateFrames, Presses, Retried, attend, attend_wired, button_of
from companion.app.parts import OpenParts, open_parts, placed
from companion.config.wiring import Wiring, read_wiring
from companion.core.game import load_room
from companion.core.output_cues import Cues
from companion.core.roles import TABLE
from companion.core.seats import Seat
from companion.core.verdict import Saying
from companion.games import wall
from companion.journal import Journal
from companion.outputs.announcer import Announcer, spoken
from companion.table import Table
from companion.words import load
from hardware.errors import ScaleMissing
from hardware.real.counted import PulseTally
from hardware.real.sounds import EspeakVoice
from hardware.simulated.mock_parts import SimulatedLamps
from hardware.simulated.scale import SimulatedScale, mock_scale
from tests.hardware.mock_parts import SimulatedBuzzer, SimulatedVoice
from tests.rooms.wall.laid import SEATS
from tests.table.evening import Evening as Played

MOCK = """
pins = "mock"
parts = [
  { part = "lamp", name = "1", pin = 17 },
  { part = "lamp", name = "2", kind = "rgb", pins = [22, 23, 24] },
  { part = "strip", names = ["3", "4"] },
  { part = "button", name = "seat 1", pin = 5 },
  { part = "button", name = "referee", pin = 6 },
  { part = "scale", clock = 20, data = 21 },
  { part = "tilt", pin = 16 },
  { part = "mat", pin = 26 },
  { part = "buzzer", pin = 12 },
]
"""


def mocked(text: str = MOCK) -> Wiring:
    return read_wiring(tomllib.loads(text))


class Heard:
    """A table that only remembers; one can wait for it."""

    def __init__(self) -> None:
        self.presses: list[tuple[str, float]] = []
        self.notices: dict[str, Saying | None] = {}
        self.looked = 0
        self._news = Condition()

    def submit(self, observation: Any) -> None:
        with self._news:
            self.presses.append((observation.button, observation.at))
            self._news.notify_all()

    def notice(self, about: str, say: Saying | None) -> None:
        with self._news:
            self.notices[about] = say
            self._news.notify_all()

    def look_again(self) -> None:
        with self._news:
            self.looked += 1
            self._news.notify_all()

    def until(self, so: Callable[[], bool]) -> bool:
        with self._news:
            return self._news.wait_for(so, 10)


def test_every_part_of_a_wiring_is_opened_and_let_go() -> None:
    parts = open_parts(mocked())
    assert parts.faults == {}
    assert parts.lamps is not None
    assert parts.lamps.names == ("1", "2", "3", "4")
    parts.lamps.show({"2": 1.0, "4": 0.5})
    assert parts.scale is not None
    assert parts.scale.read() is not None
    assert parts.tilt is not None
    assert parts.tilt.read() is not None
    assert None not in (parts.buttons, parts.mat, parts.buzzer)
    parts.close()
    parts.close()


def test_a_part_that_cannot_be_opened_is_a_fault_with_its_remedy_and_the_rest_goes_on(
    tmp_path: Path,
) -> None:
    text = f"""
    pins = "lgpio"
    parts = [
      {{ part = "strip", names = ["1"], device = "{tmp_path}/nowhere" }},
      {{ part = "scale", kind = "serial", device = "{tmp_path}/ttyACM0" }},
      {{ part = "speech" }},
    ]
    """
    parts = open_parts(mocked(text))
    assert set(parts.faults) == {"lamps", "scale"}
    found = {name: fault.key for name, fault in parts.faults.items() if isinstance(fault, Saying)}
    assert found == {"lamps": "fault.lamp.no_strip", "scale": "fault.scale.none"}
    assert parts.voice is not None
    parts.close()


def test_without_a_header_nothing_on_pins_is_tried_and_one_fault_says_why() -> None:
    parts = open_parts(
        mocked(
            MOCK.replace("mock", "lgpio")
            .replace("20, data = 21", "99, data=98")
            .replace('pins = "lgpio"', 'pins = "lgpio"\nchip = "no such chip"')
        )
    )
    assert "pins" in parts.faults
    assert [parts.buttons, parts.mat, parts.buzzer, parts.tilt] == [None] * 4
    parts.close()


def test_lamps_are_named_by_their_place_or_by_their_own_name() -> None:
    order = ["camel", "cat", "ibis"]
    glow = {"ibis": "blink", "camel": "on"}
    assert placed(glow, order, ("1", "2", "3")) == {"1": "on", "3": "blink"}
    assert placed(glow, order, ("ibis",)) == {"ibis": "blink"}
    assert placed(glow, order, ("2",)) == {}


def test_seats_are_counted_from_one_on_the_table_and_from_nought_within() -> None:
    assert [button_of(name) for name in ("seat 1", "seat 6", "clean", "colour-red")] == [
        *("seat-0", "seat-5", "clean", "colour-red")
    ]


def test_presses_reach_the_table_in_their_order_with_their_moments() -> None:
    table = Heard()
    presses = Presses(table, table.look_again)  # type: ignore[arg-type]
    for number in (1, 2, 3):
        presses.pressed(f"seat {number}", float(number))
    assert table.until(lambda: len(table.presses) == 3)
    assert table.presses == [("seat-0", 1.0), ("seat-1", 2.0), ("seat-2", 3.0)]
    presses.stop()


def test_the_referees_button_calls_and_once_more_ends_the_call() -> None:
    table = Heard()
    presses = Presses(table, table.look_again)  # type: ignore[arg-type]
    presses.pressed("referee", 1.0)
    assert table.until(lambda: table.looked == 1)
    assert table.notices["referee"] == Saying("part.referee", {})
    presses.pressed("referee", 2.0)
    assert table.until(lambda: table.looked == 2)
    assert table.notices["referee"] is None
    assert table.presses == []
    presses.stop()


@pytest.fixture
def evening(tmp_path: Path) -> GameSession:
    return GameSession(
        game=wall.GAME,
        box=wall.GAME.load_box(None),
        seats=SEATS[:2],
        rules=wall.GAME.house_rules(),
        journal=tmp_path / "game.sqlite",
        port=0,
    )


def test_a_table_whose_parts_fail_opens_all_the_same_and_says_so(evening: GameSession) -> None:
    text = 'parts = [{ part = "scale", kind = "serial", device = "/dev/tty-nowhere" }]'
    running = run(evening, "none", None, mocked(text))
    try:
        notices = running.table.snapshot(TABLE)["notices"]
    finally:
        running.stop()
    said = [load(strict=True).put(each["key"], each["values"]) for each in notices]
    assert len(said) == 1
    assert said[0].startswith("The scale isn't working: There's no scale on /dev/tty-nowhere")
    assert said[0].endswith("You can play on without it.")


def test_a_wired_table_lights_its_lamps_by_column_and_stops_cleanly(tmp_path: Path) -> None:
    played = Played(tmp_path).begin()
    lamps = SimulatedLamps(["1", "2", "7"])
    second = played.table.state.chamber.columns[1].animal
    with contextlib.ExitStack() as stops:
        attend(played.table, OpenParts(lamps=lamps), None, stops)
        played.table._commit.cues = Cues({second: "on"})
        played.table.notice("something", Saying("table.busy", {}))
        assert lit(lamps, "2")
    assert set(lamps.states().values()) == {0}
    lamps.close()


def lit(lamps: SimulatedLamps, name: str) -> bool:
    """Whether a lamp is lit, once the lamps' own thread had its time."""
    for _ in range(500):
        if lamps.states()[name] == 1:
            return True
        time.sleep(0.02)
    return False


def test_the_first_sentence_of_a_new_ruling_is_said_once(tmp_path: Path) -> None:
    played = Played(tmp_path).begin()
    words = load(strict=True)
    number = spoken(played.table.snapshot(TABLE), -1, words.put)[1]
    assert spoken(played.table.snapshot(TABLE), number, words.put) == ("", number)


def test_what_stands_in_brackets_is_for_the_eye() -> None:
    table = Chatty()
    table.rule(1, "sealed")
    said = spoken(table.snapshot(TABLE), -1, lambda *_: "They are sealed (06f7232803d6).")
    assert said == ("They are sealed.", 1)


ESPEAK = """#!/bin/sh
echo "$@" >> "{0}"
"""


def test_a_table_wired_to_speak_german_is_heard_in_german(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, heard = tmp_path / "espeak-ng", tmp_path / "heard"
    program.write_text(ESPEAK.format(heard))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    played = Played(tmp_path)
    wiring = mocked('parts = [{ part = "speech", language = "de", length = "short" }]')
    with contextlib.ExitStack() as stops:
        attend_wired(played.table, wiring, None, stops, lambda: None)
        played.begin()
        wait_for(heard.exists)
    assert heard.read_text() == "-v de -- Das Spiel beginnt.\n"


def wait_for(happened: Callable[[], bool]) -> None:
    for _ in range(500):
        if happened():
            return
        time.sleep(0.02)
    raise AssertionError("nothing happened within ten seconds")


class Chatty:
    """A table with rulings of a test's own."""

    def __init__(self) -> None:
        self.cues = Cues()
        self.rulings: list[dict[str, Any]] = []

    def snapshot(self, role: Any) -> dict[str, Any]:
        assert role == TABLE
        return {"rulings": list(self.rulings)}

    def rule(self, number: int, *keys: str, undone: bool = False) -> None:
        sentences = [{"say": {"key": key, "values": {}}} for key in keys]
        self.rulings.insert(0, {"number": number, "undone": undone, "sentences": sentences})


def test_voice_and_buzzer_tell_what_is_new_and_stay_silent_about_the_rest() -> None:
    table, voice, buzzer = Chatty(), SimulatedVoice(), SimulatedBuzzer()
    table.rule(1, "old")
    announcer = Announcer(table, lambda key, _: key, voice.say, buzzer.beep)
    steps = [
        lambda: table.rule(2, "first", "second"),
        lambda: table.rule(3, "withdrawn", undone=True),
        lambda: table.rule(4),
        lambda: setattr(table, "cues", Cues({}, ("landslide",))),
        lambda: table.rule(5, "last"),
    ]
    for step in steps:
        step()
        announcer._announce()
    announcer.close()
    assert voice.said == ["first", "last"]
    assert buzzer.beeps == [(1, True)]


def test_a_scale_plugged_in_later_is_found_and_its_complaint_taken_back() -> None:
    now, there, found = [100.0], [False], []

    def again() -> SimulatedScale:
        if not there[0]:
            raise ScaleMissing("no scale on /dev/ttyACM0")
        return mock_scale()

    scale = Retried(again, lambda: found.append(True), lambda: now[0])
    assert scale.read() is None
    now[0] += 6.0
    assert scale.read() is None
    there[0] = True
    assert scale.read() is None
    now[0] += 6.0
    assert scale.read() is not None
    assert found == [True]
    scale.close()


def test_a_real_bowl_is_weighed_with_the_weights_that_were_kept(tmp_path: Path) -> None:
    game = load_room("bowl")
    journal = Journal.open(tmp_path / "bowl.sqlite")
    box = game.load_box(None)
    seats = [Seat("Anna", box.colours[0]), Seat("Ben", box.colours[1])]
    table = Table.begin(journal, game, box, seats, game.house_rules())
    scale = mock_scale()
    weights = {
        "boulder_g": dict(zip(box.boulder_colours, (5.7, 2.1, 2.9, 1.2), strict=True)),
        "boulder_spread": 0.02,
        "staff_g": 4.2,
        "bowl_g": 200.0,
        "counts_per_gram": scale.bowl.cell.counts_per_gram,
        "zero_counts": scale.bowl.cell.zero_counts,
    }
    shown = threading.Event()
    table.on_gauge(lambda name: shown.set() if _grams(table) is not None else None)
    with contextlib.ExitStack() as stops:
        parts = OpenParts(scale=scale, again={"scale": mock_scale})
        attend(table, parts, weights, stops)
        assert shown.wait(20)
        assert _grams(table) == pytest.approx(200.0, abs=1.0)
    journal.close()


def _grams(table: Table) -> float | None:
    grams: float | None = table.gauges().get("scale", {}).get("grams")
    return grams


def test_too_many_late_frames_are_reported_and_taken_back() -> None:
    class Counting:
        statistics = PulseTally()

    table, scale = Heard(), Counting()
    late = LateFrames(table, scale)  # type: ignore[arg-type]
    scale.statistics = PulseTally(good=10, bad=5)
    late.look()
    assert table.notices == {}
    scale.statistics = PulseTally(good=60, bad=105)
    late.look()
    assert table.notices["scale late"] == Saying("part.scale_late", {"percent": 67})
    scale.statistics = PulseTally(good=860, bad=110)
    late.look()
    assert table.notices["scale late"] is None
    LateFrames(table, mock_scale()).look()


def test_a_voice_speaks_the_language_its_sentences_are_written_in() -> None:
    parts = open_parts(mocked('parts = [{ part = "speech", language = "nl" }]'))
    assert parts.voice is not None
    assert isinstance(parts.voice, EspeakVoice)
    assert parts.voice._manner == ["-v", "nl"]
    parts.close()
