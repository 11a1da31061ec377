"""Cues become light; a lamp that fails or hangs is nobody else's trouble."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import Event

from companion.core.verdict import Saying
from companion.outputs.lights import BLINK_SECONDS, PULSE_SECONDS, Lights, UnknownGlow, level
from hardware.errors import PinsMissing
from tests.hardware.mock_parts import RememberedLamps
from tests.saying import refuses

COLUMNS = tuple(str(number) for number in range(1, 8))
PATIENCE = 20.0


class Watched(RememberedLamps):
    """Simulated lamps one can wait for."""

    def __init__(self, names: tuple[str, ...] = COLUMNS) -> None:
        super().__init__(names)
        self.changed = Event()

    def show(self, levels: Mapping[str, float]) -> None:
        super().show(levels)
        self.changed.set()

    def wait_until(self, true: Callable[[], bool]) -> bool:
        while not true():
            if not self.changed.wait(PATIENCE):
                return true()
            self.changed.clear()
        return True

    def lit(self) -> set[str]:
        return {name for name, bright in self.states().items() if bright}


def test_the_named_columns_shine_and_all_others_are_dark() -> None:
    lamps = Watched()
    lights = Lights(lamps)
    lights.show({"2": "on", "5": "on"})
    assert lamps.wait_until(lambda: lamps.lit() == {"2", "5"})
    lights.show({"7": "on", "2": "off"})
    assert lamps.wait_until(lambda: lamps.lit() == {"7"})
    assert lights.close()


def test_a_blinking_lamp_goes_on_and_off_by_itself() -> None:
    lamps = Watched()
    lights = Lights(lamps)
    lights.show({"3": "blink"})
    assert lamps.wait_until(lambda: lamps.history("3")[:4] == (0, 1, 0, 1))
    assert lights.close()


def test_a_blink_is_half_on_and_half_off() -> None:
    assert level("blink", 0.0) == 1
    assert level("blink", BLINK_SECONDS * 0.75) == 0
    assert level("blink", BLINK_SECONDS * 1.25) == 1


def test_a_pulse_rises_and_falls() -> None:
    moments = [level("pulse", PULSE_SECONDS * share) for share in (0, 0.25, 0.5, 0.75, 1)]
    assert moments == [0, 0.5, 1, 0.5, 0]


def test_closing_leaves_the_lamps_dark() -> None:
    lamps = Watched()
    lights = Lights(lamps)
    lights.show({"1": "on"})
    assert lamps.wait_until(lambda: lamps.lit() == {"1"})
    assert lights.close()
    assert lamps.lit() == set()


def test_an_unknown_glow_is_refused_where_it_was_asked_for() -> None:
    lights = Lights(Watched())
    with refuses(UnknownGlow, match="4: 'sparkle'"):
        lights.show({"4": "sparkle"})
    assert lights.close()


class Hanging(Watched):
    """Lamps whose driver does not come back before it is released."""

    def __init__(self) -> None:
        super().__init__()
        self.entered, self.released = Event(), Event()

    def show(self, levels: Mapping[str, float]) -> None:
        self.entered.set()
        self.released.wait(PATIENCE)
        super().show(levels)


def test_a_hanging_lamp_never_makes_the_table_wait_and_old_notes_are_forgotten() -> None:
    lamps = Hanging()
    lights = Lights(lamps)
    lights.show({"1": "on"})
    assert lamps.entered.wait(PATIENCE)
    for number in range(1000):
        lights.show({COLUMNS[number % 7]: "on"})
    assert not lights.close(patience_seconds=0.05)
    assert not lamps.released.is_set()
    lamps.released.set()
    assert lights.close(PATIENCE)
    assert lamps.lit() == set()
    assert all(len(lamps.history(name)) <= 3 for name in COLUMNS)


class Broken(Watched):
    """Lamps that fail while they are broken."""

    def __init__(self) -> None:
        super().__init__()
        self.broken = True

    def show(self, levels: Mapping[str, float]) -> None:
        self.changed.set()
        if self.broken:
            raise PinsMissing("the header is gone")
        super().show(levels)


def test_dead_lamps_are_reported_once_and_again_only_after_they_recovered() -> None:
    lamps = Broken()
    heard: list[Saying] = []
    recovered: list[bool] = []
    lights = Lights(lamps, heard.append, lambda: recovered.append(True))
    for column in COLUMNS:
        lamps.changed.clear()
        lights.show({column: "on"})
        assert lamps.changed.wait(PATIENCE)
    lamps.broken = False
    lights.show({"6": "on"})
    assert lamps.wait_until(lambda: lamps.lit() == {"6"})
    assert heard == [Saying("fault.lamp.silent", {"why": "the header is gone."})]
    lamps.broken = True
    lights.show({"1": "on"})
    assert lights.close()
    assert len(heard) == 2
    assert recovered == [True]


def test_a_lamp_nobody_wired_is_named_once_and_the_others_glow() -> None:
    heard: list[Saying] = []
    lamps = Watched(("1", "2"))
    lights = Lights(lamps, heard.append)
    lights.show({"9": "on", "2": "on"})
    assert lamps.wait_until(lambda: lamps.lit() == {"2"})
    lights.show({"9": "on", "1": "on"})
    assert lamps.wait_until(lambda: lamps.lit() == {"1"})
    assert heard == [Saying("fault.lamp.unknown", {"name": "9", "known": ["1", "2"]})]
    assert lights.close()
