"""What a scale must do however it is wired: pins, kernel, a microcontroller, or none at all."""

from __future__ import annotations

import contextlib
import importlib.util
import itertools
import os
import pty
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hardware.errors import Closed, HardwareError, LibraryMissing, PinsMissing, ScaleMissing
from hardware.ports import Scale
from hardware.real.counted import ChildTeller, LineScale, SerialLine
from hardware.real.hx711 import Hx711
from hardware.real.hx711_process import tell
from hardware.real.lines import LgpioLines, RpiGpioLines, open_lines
from hardware.real.scales import (
    IioScale,
    open_hx711_apart,
    open_iio,
    open_serial,
)
from hardware.simulated.bowl import Bowl, LoadCell
from hardware.simulated.scale import SimulatedScale
from tests.hardware.hx711_chip import Hx711Chip
from tests.saying import refuses

GRAMS = 432_100


class StandIn:
    """The few calls of lgpio and RPi.GPIO that are used, on wires of a simulated chip."""

    BCM, OUT, IN, PUD_UP = 11, 0, 1, 22
    SET_PULL_UP = 32

    class error(Exception):
        """As lgpio names it."""

    def __init__(self, chip: Hx711Chip, labels: dict[int, str] | None = None) -> None:
        self.chip, self.labels = chip, labels or {0: "pinctrl-bcm2711"}
        self.opened: list[int] = []
        self.claimed: list[int] = []

    def gpiochip_open(self, number: int) -> int:
        self.opened.append(number)
        return number

    def gpiochip_close(self, handle: int) -> None:
        self.opened.remove(handle)

    def gpio_get_chip_info(self, handle: int) -> list[Any]:
        return [0, 54, f"gpiochip{handle}", self.labels[handle]]

    def gpio_claim_output(self, handle: int, pin: int, level: int) -> None:
        if pin in self.claimed:
            raise self.error("GPIO busy")
        self.claimed.append(pin)

    def gpio_claim_input(self, handle: int, pin: int, flags: int) -> None:
        self.gpio_claim_output(handle, pin, 0)

    def gpio_write(self, handle: int, pin: int, level: int) -> None:
        assert pin == 6
        self.chip.clock(level)

    def gpio_read(self, handle: int, pin: int) -> int:
        assert pin == 5
        return self.chip.data()

    def setwarnings(self, on: bool) -> None: ...

    def setmode(self, mode: int) -> None: ...

    def setup(self, pin: int, way: int, **more: int) -> None:
        if pin in self.claimed:
            raise RuntimeError("this channel is already in use")
        self.claimed.append(pin)

    def output(self, pin: int, level: int) -> None:
        self.gpio_write(0, pin, level)

    def input(self, pin: int) -> int:
        return self.gpio_read(0, pin)

    def cleanup(self, pins: list[int]) -> None:
        self.claimed = [pin for pin in self.claimed if pin not in pins]


def chip() -> Hx711Chip:
    return Hx711Chip(lambda at, gain: GRAMS)


def on_lgpio(stops: contextlib.ExitStack, folder: Path) -> Scale:
    wires = chip()
    return Hx711(LgpioLines(6, 5, "", StandIn(wires), [0]), now=wires.now, sleep=wires.sleep)


def on_rpi_gpio(stops: contextlib.ExitStack, folder: Path) -> Scale:
    wires = chip()
    return Hx711(RpiGpioLines(6, 5, StandIn(wires)), now=wires.now, sleep=wires.sleep)


def by_the_kernel(stops: contextlib.ExitStack, folder: Path) -> Scale:
    for number, name in enumerate(("bme280", "hx711")):
        device = folder / f"iio:device{number}"
        device.mkdir()
        (device / "name").write_text(f"{name}\n")
        (device / "in_voltage0_raw").write_text(f"{GRAMS + 0x800000}\n")
    return open_iio(devices=folder)


def by_a_microcontroller(stops: contextlib.ExitStack, folder: Path) -> Scale:
    ours, theirs = pty.openpty()
    stops.callback(os.close, theirs)
    scale = open_serial(os.ttyname(theirs))
    going = threading.Event()

    def tell() -> None:
        while not going.wait(0.005):
            os.write(ours, b"%d\r\n" % GRAMS)
        os.close(ours)

    teller = threading.Thread(target=tell)
    teller.start()
    stops.callback(teller.join)
    stops.callback(going.set)
    return scale


def simulated(stops: contextlib.ExitStack, folder: Path) -> Scale:
    return SimulatedScale(Bowl(LoadCell(), 200.0, Random(1)))


def pins_for_real(stops: contextlib.ExitStack, folder: Path) -> Scale:
    return Hx711(open_lines(6, 5, "lgpio", ""))


def kernel_for_real(stops: contextlib.ExitStack, folder: Path) -> Scale:
    return open_iio()


WIRINGS: tuple[Callable[[contextlib.ExitStack, Path], Scale], ...] = (
    on_lgpio,
    on_rpi_gpio,
    by_the_kernel,
    by_a_microcontroller,
    simulated,
    pins_for_real,
    kernel_for_real,
)


@pytest.fixture(params=WIRINGS, ids=lambda wiring: wiring.__name__)
def scale(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Scale]:
    with contextlib.ExitStack() as stops:
        try:
            opened = request.param(stops, tmp_path)
        except HardwareError as wrong:
            if not request.param.__name__.endswith("_for_real"):
                raise
            pytest.skip(str(wrong))
        yield opened
        opened.close()


def test_readings_are_counts_of_the_chip_with_moments_that_only_grow(scale: Scale) -> None:
    heard = [reading for reading in (scale.read() for _ in range(12)) if reading is not None]
    assert len(heard) >= 8
    assert all(-0x800000 <= count <= 0x7FFFFF and count == int(count) for count, _ in heard)
    moments = [at for _, at in heard]
    assert moments == sorted(moments)


def test_a_closed_scale_may_be_closed_again_but_not_read(scale: Scale) -> None:
    scale.close()
    scale.close()
    with refuses(Closed, match="open"):
        scale.read()


@pytest.mark.parametrize("wiring", [on_lgpio, on_rpi_gpio, by_the_kernel, by_a_microcontroller])
def test_the_same_weight_is_the_same_count_by_every_wiring(
    wiring: Callable[[contextlib.ExitStack, Path], Scale], tmp_path: Path
) -> None:
    with contextlib.ExitStack() as stops:
        scale = wiring(stops, tmp_path)
        counts = {reading[0] for reading in (scale.read() for _ in range(5)) if reading}
        scale.close()
    assert counts == {GRAMS}


def test_the_chip_is_found_by_its_label_and_let_go_again() -> None:
    wires = chip()
    library = StandIn(wires, {0: "gpio-brcmstb", 7: "table-sim.0", 9: "pinctrl-rp1"})
    lines = LgpioLines(6, 5, "table-sim", library, library.labels)
    assert library.opened == [7]
    lines.close()
    assert library.opened == []
    LgpioLines(26, 25, "", library, library.labels)
    assert library.opened == [9]


def test_a_pin_that_is_taken_is_named_with_the_remedy() -> None:
    library = StandIn(chip())
    library.claimed = [5]
    with refuses(PinsMissing, match=r"6 \(clock\) and 5 \(data\).*Choose other pins"):
        LgpioLines(6, 5, "", library, [0])
    assert library.opened == []
    with refuses(PinsMissing, match=r"6 \(clock\) and 5 \(data\).*Choose other pins"):
        RpiGpioLines(6, 5, library)


def test_a_kernel_without_the_driver_is_reported_with_what_it_has(tmp_path: Path) -> None:
    with refuses(ScaleMissing, match=r"no hx711. Add the overlay"):
        open_iio(devices=tmp_path)


def test_the_kernel_scale_leaves_out_what_is_no_weight(tmp_path: Path) -> None:
    scale = by_the_kernel(contextlib.ExitStack(), tmp_path)
    raw = tmp_path / "iio:device1" / "in_voltage0_raw"
    for text in ("", "nonsense", "-5", "99999999", str(0x800000 - 1)):
        raw.write_text(text)
        assert scale.read() is None
    raw.unlink()
    assert scale.read() is None
    assert isinstance(scale, IioScale)


class ScriptedTeller:
    """A teller whose lines a test writes."""

    name = "a test"

    def __init__(self) -> None:
        self.writes = -1
        self.there = True

    def open(self) -> int:
        if not self.there:
            raise FileNotFoundError(2, "No such file or directory")
        self.reads, self.writes = os.pipe()
        return self.reads

    def say(self, text: bytes) -> None:
        os.write(self.writes, text)

    def unplug(self) -> None:
        os.close(self.writes)
        self.there = False

    def close(self) -> None:
        os.close(self.reads)


def test_only_whole_lines_that_are_counts_are_taken() -> None:
    teller = ScriptedTeller()
    scale = LineScale(teller, wait=0.0)
    teller.say(b"345\n1000\nhello\n99999999\n-1\n1023\n\n2000 5.5 7\n20")
    assert [scale.read() is not None for _ in range(2)] == [True, False]
    assert (scale.statistics.good, scale.statistics.bad) == (1, 6)
    teller.say(b"01\n")
    reading = scale.read()
    assert reading is not None
    assert reading[0] == 2001
    teller.unplug()
    scale.close()


def test_what_the_teller_threw_away_is_counted_once() -> None:
    teller = ScriptedTeller()
    scale = LineScale(teller, wait=0.0)
    teller.say(b"cut\n1000\n# 10 2\n1001\n# 12 3\n# nonsense\n")
    assert [scale.read() is not None for _ in range(3)] == [True, True, False]
    assert (scale.statistics.good, scale.statistics.bad) == (2, 3)
    assert scale.statistics.bad_share == 0.6
    teller.unplug()
    scale.close()


def test_a_process_of_its_own_reports_its_errors_as_ours() -> None:
    with refuses(HardwareError, match=r"sudo apt install|group gpio|Choose another pin"):
        open_hx711_apart(6, 5, chip="no such chip")


TELLER = """
import sys, time
print("ready", flush=True)
for number in range(1000):
    print(5000 + number % 7, time.monotonic(), flush=True)
    time.sleep(0.002)
"""


def test_a_process_that_reads_is_listened_to_and_begun_anew_when_it_dies(tmp_path: Path) -> None:
    (tmp_path / "teller.py").write_text(TELLER)
    now = [100.0]
    teller = ChildTeller("a test", "runpy", [])
    teller._command = [sys.executable, str(tmp_path / "teller.py")]
    scale = LineScale(teller, clock=lambda: now[0], wait=5.0)
    assert any(scale.read() for _ in range(5))
    assert teller._child is not None
    first = teller._child
    first.kill()
    first.wait()
    while teller._child in (first, None):
        scale.read()
        now[0] += 0.5
    assert any(scale.read() for _ in range(5))
    scale.close()
    assert teller._child is None


GPIO = """
import time
from tests.hardware.hx711_chip import Hx711Chip

class Wide(Hx711Chip):
    def _pass(self, seconds):  # lives by the real clock, and never falls asleep
        self.time = time.monotonic()
        self._convert(self.time)

BCM, OUT, IN, PUD_UP = 11, 0, 1, 22
chip = Wide(lambda at, gain: 432_100, rate=5.0)
chip._due = time.monotonic() + 0.2
setwarnings = setmode = cleanup = lambda given: None
def setup(pin, way, **more): assert pin in (5, 6)
def output(pin, level): chip.clock(level)
def input(pin): return chip.data()
"""


def test_a_chip_is_read_through_a_process_from_its_pins_to_our_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "RPi").mkdir()
    (tmp_path / "RPi" / "__init__.py").touch()
    (tmp_path / "RPi" / "GPIO.py").write_text(GPIO)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    scale = open_hx711_apart(6, 5, pins="rpigpio", rate=5.0, longest_high=1.0)
    tries = (scale.read() for _ in range(200))
    heard = list(itertools.islice((reading for reading in tries if reading), 4))
    scale.close()
    assert [count for count, _ in heard] == [GRAMS] * 4
    assert scale.statistics.good >= 4


def test_the_reading_process_writes_counts_with_moments_and_ends_with_its_listener() -> None:
    wires = chip()
    scale = Hx711(wires, now=wires.now, sleep=wires.sleep)
    written: list[str] = []

    def write(line: str) -> None:
        if len(written) == 3:
            raise BrokenPipeError
        written.append(line)

    with pytest.raises(BrokenPipeError):
        tell(scale, write)
    assert [line.split()[0] for line in written] == [str(GRAMS)] * 3
    assert all(float(line.split()[1]) > 100.0 for line in written)


def test_a_plug_that_was_pulled_is_silence_until_it_is_back() -> None:
    now = [100.0]
    teller = ScriptedTeller()
    scale = LineScale(teller, clock=lambda: now[0], wait=0.0)
    teller.unplug()
    assert [scale.read() for _ in range(3)] == [None] * 3
    teller.there = True
    assert scale.read() is None
    now[0] += 1.1
    assert scale.read() is None
    teller.say(b"cut off 12\n5005\n")
    assert scale.read() == (5005.0, now[0])
    scale.close()
    os.close(teller.writes)


def test_a_missing_serial_device_or_rate_is_reported_with_the_group(tmp_path: Path) -> None:
    with refuses(ScaleMissing, match=r"nowhere.*dialout"):
        open_serial(str(tmp_path / "nowhere"))
    plain = tmp_path / "file"
    plain.touch()
    with refuses(ScaleMissing, match="isn't a serial device"):
        open_serial(str(plain))
    with refuses(ScaleMissing, match="300 baud.*115200"):
        SerialLine("/dev/ttyACM0", 300)


def test_without_the_library_the_package_to_install_is_named() -> None:
    if importlib.util.find_spec("RPi") is not None:
        pytest.skip("RPi.GPIO is installed here")
    with refuses(LibraryMissing, match="sudo apt install"):
        open_lines(6, 5, "rpigpio", "")
