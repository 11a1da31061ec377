"""Coloured lamps, a strip, a buzzer and a voice: what they send, and that none blocks."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from hypothesis import given
from hypothesis import strategies as st

from hardware.drivers import PinHeader, Ws2812
from hardware.errors import BadLevel, Closed, LampsMissing, PinsMissing, UnknownLamp
from hardware.ports import Lamps
from hardware.real.lights import PinLamps
from hardware.real.sounds import EspeakVoice, PinBuzzer
from hardware.real.strip import (
    PAUSE,
    PIXEL_MILLIAMPS,
    StripLamps,
    StripLayout,
    encoded,
    open_strip,
    within,
)
from hardware.simulated.mock_parts import SimulatedLamps
from tests.saying import refuses

LEVEL = st.floats(0, 1)
PIXELS = st.lists(st.tuples(LEVEL, LEVEL, LEVEL), min_size=1, max_size=20)
NAMES = ("1", "2", "3")
ROW = StripLayout.in_a_row(NAMES)


def decoded(wire: bytes) -> list[tuple[int, ...]]:
    """What a strip makes of a wire: a long high is a one, a short high a zero."""
    assert wire.startswith(PAUSE)
    assert wire.endswith(PAUSE)
    body = wire[len(PAUSE) : -len(PAUSE)]
    bits = "".join(f"{byte:08b}" for byte in body)
    symbols = [bits[n : n + 3] for n in range(0, len(bits), 3)]
    assert set(symbols) <= {"110", "100"}
    plain = "".join("1" if symbol == "110" else "0" for symbol in symbols)
    values = [int(plain[n : n + 8], 2) for n in range(0, len(plain), 8)]
    return [tuple(values[n : n + 3]) for n in range(0, len(values), 3)]


def pin_lamps() -> Lamps:
    return PinLamps({"1": 17, "2": 27, "3": 22}, MockFactory(pin_class=MockPWMPin))


def coloured_lamps() -> Lamps:
    pins = {"1": (4, 5, 6), "2": (7, 8, 9), "3": (10, 11, 12)}
    return PinLamps(pins, MockFactory(pin_class=MockPWMPin))


def strip() -> Lamps:
    return StripLamps(ROW, lambda wire: None)


def simulated() -> Lamps:
    return SimulatedLamps(NAMES)


@pytest.mark.parametrize("made", [pin_lamps, coloured_lamps, strip, simulated])
def test_every_kind_of_lamps_keeps_the_same_promises(made: object) -> None:
    lamps: Lamps = made()  # type: ignore[operator]
    assert lamps.names == NAMES
    lamps.show({"1": 1.0, "3": 0.5})
    with refuses(UnknownLamp, match="“9”"):
        lamps.show({"1": 0.0, "9": 1.0})
    with refuses(BadLevel, match="0 \\(dark\\) to 1"):
        lamps.show({"2": -0.1})
    lamps.close()
    lamps.close()
    with pytest.raises(Closed):
        lamps.show({"1": 1.0})


def test_a_coloured_lamp_is_as_bright_as_asked_in_its_own_colour() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    lamps = PinLamps({"red": (4, 5, 6)}, factory, {"red": (1.0, 0.0, 0.0)})
    lamps.show({"red": 0.5})
    assert [float(factory.pin(pin).state) for pin in (4, 5, 6)] == [0.5, 0.0, 0.0]
    lamps.close()


@given(pixels=PIXELS)
def test_a_strip_reads_from_the_wire_what_was_meant(pixels: list[tuple[float, ...]]) -> None:
    shown = decoded(encoded(pixels))  # type: ignore[arg-type]
    wanted = [tuple(round(255 * part) for part in (g, r, b)) for r, g, b in pixels]
    assert shown == wanted


@given(pixels=PIXELS, most=st.floats(50, 2000))
def test_a_strip_never_draws_more_than_its_supply_gives(
    pixels: list[tuple[float, float, float]], most: float
) -> None:
    dimmed = within(pixels, most)
    drawn = sum(sum(pixel) for pixel in dimmed) * PIXEL_MILLIAMPS / 3
    assert drawn <= most + 1e-6
    wanted = sum(sum(pixel) for pixel in pixels) * PIXEL_MILLIAMPS / 3
    assert wanted > most or dimmed == pixels


def test_a_strip_is_dark_when_it_opens_and_when_it_closes() -> None:
    sent: list[bytes] = []
    lamps = StripLamps(ROW, sent.append)
    lamps.show({"2": 1.0})
    lamps.close()
    pictures = [decoded(wire) for wire in sent]
    assert pictures[0] == pictures[-1] == [(0, 0, 0)] * 3
    assert [any(pixel) for pixel in pictures[1]] == [False, True, False]


def test_a_strip_lights_any_pixels_for_any_name_and_none_between() -> None:
    part = Ws2812(lamps={"stop": 9, "1": (2, 3), "2": (6, 6)}, milliamps=2000.0)
    sent: list[bytes] = []
    lamps = StripLamps(StripLayout(part.runs, part.length), sent.append)
    lit = {}
    for name in part.names:
        lamps.show(dict.fromkeys(part.names, 0.0) | {name: 1.0})
        lit[name] = [n for n, pixel in enumerate(decoded(sent[-1]), 1) if any(pixel)]
    assert lit == {"stop": [9], "1": [2, 3], "2": [6]}


def test_a_strip_that_is_fed_from_its_far_end_counts_backwards() -> None:
    part = Ws2812(lamps={"1": (1, 2), "2": 5}, backwards_from=60)
    assert part.runs == {"1": (59, 60), "2": (56, 56)}
    assert part.length == 60
    opened = type(part).open([part], PinHeader("mock"))
    assert opened.names == ("1", "2")


@given(lit=st.integers(0, 60), most=st.floats(100, 3000))
def test_a_long_strip_draws_no_more_than_its_supply_gives_dark_pixels_included(
    lit: int, most: float
) -> None:
    sent: list[bytes] = []
    white = {"1": (1.0, 1.0, 1.0)}
    lamps = StripLamps(StripLayout({"1": (1, max(1, lit))}, 60), sent.append, white, most)
    lamps.show({"1": 1.0})
    drawn = sum(sum(pixel) / 255 for pixel in decoded(sent[-1])) * PIXEL_MILLIAMPS / 3
    rounding = 60 * PIXEL_MILLIAMPS / 3 * 3 / 510
    assert drawn + 60 * 1.0 <= most + rounding


def test_a_missing_strip_is_reported_with_the_remedy(tmp_path: Path) -> None:
    with refuses(LampsMissing, match=r"nowhere.*raspi-config.*group spi"):
        open_strip(ROW, str(tmp_path / "nowhere"))
    (tmp_path / "file").touch()
    with refuses(LampsMissing, match="isn't an SPI device"):
        open_strip(ROW, str(tmp_path / "file"))


def test_a_buzzer_beeps_without_being_waited_for() -> None:
    factory = MockFactory()
    buzzer = PinBuzzer(12, factory)
    buzzer.beep(2)
    buzzer.close()
    buzzer.close()
    with refuses(PinsMissing, match="buzzer on pin 99"):
        PinBuzzer(99, factory)


def test_a_voice_says_the_newest_sentence_and_nobody_waits_for_it() -> None:
    spoken: list[Sequence[str]] = []
    began, go_on = threading.Event(), threading.Event()

    def speak(command: Sequence[str], seconds: float) -> None:
        spoken.append(command)
        began.set()
        go_on.wait(10)

    voice = EspeakVoice("de", speak, program="/usr/bin/espeak-ng")
    voice.say("eins")
    assert began.wait(10)
    for word in ("zwei", "drei", "-vier"):
        voice.say(word)
    began.clear()
    go_on.set()
    assert began.wait(10)
    voice.close()
    voice.close()
    assert [command[-1] for command in spoken] == ["eins", "-vier"]
    assert list(spoken[1][:-1]) == ["/usr/bin/espeak-ng", "-v", "de", "--"]


def test_a_voice_finishes_its_line_and_drops_only_lines_that_have_not_begun() -> None:
    spoken: list[str] = []
    began, go_on = threading.Event(), threading.Semaphore(0)

    def speak(command: Sequence[str], seconds: float) -> None:
        spoken.append(command[-1])
        began.set()
        assert go_on.acquire(timeout=10)

    voice = EspeakVoice(run=speak, program="espeak-ng", speed=220)
    voice.say("Ada drops a card.\nThat makes a pair.\nIt's Bo's turn.")
    assert began.wait(10)
    voice.say("Taken back.\nAda's turn.")
    voice.also("Ada: 3")
    for _ in range(4):
        go_on.release()
    for _ in range(1000):
        if len(spoken) == 4:
            break
        time.sleep(0.005)
    voice.close()
    assert spoken == ["Ada drops a card.", "Taken back.", "Ada's turn.", "Ada: 3"]


def test_a_voice_speaks_as_fast_as_it_is_wired() -> None:
    said: list[Sequence[str]] = []
    done = threading.Event()

    def speak(command: Sequence[str], seconds: float) -> None:
        said.append(command)
        done.set()

    voice = EspeakVoice("fr", speak, program="espeak-ng", speed=220)
    voice.say("un")
    assert done.wait(10)
    voice.close()
    assert list(said[0]) == ["espeak-ng", "-v", "fr", "-s", "220", "--", "un"]


def test_without_a_program_the_voice_is_silent_and_harmless() -> None:
    voice = EspeakVoice(program="/nowhere/espeak-ng")
    voice.say("hello")
    voice.close()
    assert not voice.is_silent
