"""What lamps and buttons must do on every kind of pins, the mock ones and the header's alike."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType

import pytest
from gpiozero import Device
from gpiozero.pins import Factory
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.errors import BadLevel, Closed, HardwareError, PinsMissing, UnknownButton, UnknownLamp
from hardware.real.lights import PinLamps
from hardware.real.pins import header_chip, header_factory, own_folder
from hardware.real.sounds import PinBuzzer
from hardware.real.switches import PinButtons
from hardware.simulated.mock_parts import SimulatedLamps
from tests.hardware.mock_parts import RememberedLamps, SimulatedButtons
from tests.saying import refuses

COLUMNS: Mapping[str, int] = {"column 1": 17, "column 2": 27, "column 3": 22}


@pytest.fixture(params=["mock", "lgpio"])
def factory(request: pytest.FixtureRequest) -> Iterator[Factory]:
    try:
        made = MockFactory(pin_class=MockPWMPin) if request.param == "mock" else header_factory()
    except HardwareError as wrong:
        pytest.skip(str(wrong))
    yield made
    made.close()


def test_a_lamp_shows_what_it_was_told_and_the_others_keep_theirs(factory: Factory) -> None:
    lamps = PinLamps(COLUMNS, factory)
    lamps.show({"column 1": 1, "column 2": 0.5})
    lamps.show({"column 1": 0})
    levels = [round(float(factory.pin(pin).state), 2) for pin in COLUMNS.values()]
    assert levels == [0, 0.5, 0]
    lamps.close()


def test_lamps_keep_their_names_in_order(factory: Factory) -> None:
    lamps = PinLamps(COLUMNS, factory)
    assert lamps.names == ("column 1", "column 2", "column 3")
    lamps.close()


def test_an_unknown_lamp_is_refused_before_any_other_is_lit(factory: Factory) -> None:
    lamps = PinLamps(COLUMNS, factory)
    with refuses(UnknownLamp, match=r"“column 9”.*column 1, column 2 and column 3"):
        lamps.show({"column 1": 1, "column 9": 1})
    assert not factory.pin(17).state
    lamps.close()


def test_a_lamp_cannot_be_brighter_than_bright(factory: Factory) -> None:
    lamps = PinLamps(COLUMNS, factory)
    with refuses(BadLevel, match=r"1\.5.*0 \(dark\) to 1"):
        lamps.show({"column 1": 1.5})
    lamps.close()


def test_closed_lamps_are_free_for_others_and_say_so(factory: Factory) -> None:
    lamps = PinLamps(COLUMNS, factory)
    lamps.close()
    lamps.close()
    with pytest.raises(Closed):
        lamps.show({"column 1": 1})
    again = PinLamps(COLUMNS, factory)
    again.close()


def test_a_pin_already_taken_is_named_and_the_free_ones_are_given_back(factory: Factory) -> None:
    lamps = PinLamps({"taken": 27}, factory)
    with refuses(PinsMissing, match="column 2 on pin 27"):
        PinLamps(COLUMNS, factory)
    PinLamps({"free": 17}, factory).close()
    lamps.close()


def test_a_button_wired_to_no_pin_is_named(factory: Factory) -> None:
    with refuses(PinsMissing, match="north on pin 99"):
        PinButtons({"north": 99}, factory)


def test_closed_buttons_take_no_listeners(factory: Factory) -> None:
    buttons = PinButtons({"north": 5}, factory)
    buttons.close()
    buttons.close()
    with pytest.raises(Closed):
        buttons.on_press(lambda name, at: None)


def test_simulated_lamps_can_be_looked_at() -> None:
    lamps = RememberedLamps(["1", "2"])
    lamps.show({"2": 1})
    assert lamps.states() == {"1": 0, "2": 1}
    lamps.show({"2": 0.25})
    assert lamps.history("2") == (0, 1, 0.25)


def test_two_tables_do_not_share_their_lamps() -> None:
    one, other = SimulatedLamps(["1"]), SimulatedLamps(["1"])
    one.show({"1": 1})
    assert (one.states(), other.states()) == ({"1": 1}, {"1": 0})


def test_simulating_never_touches_the_pins_of_the_whole_process() -> None:
    SimulatedLamps(["1"])
    SimulatedButtons(["1"])
    assert Device.pin_factory is None


def test_a_press_says_which_button_and_when() -> None:
    moments = iter([10.0, 12.5])
    heard: list[tuple[str, float]] = []
    buttons = SimulatedButtons(["north", "south"], clock=lambda: next(moments))
    buttons.on_press(lambda name, at: heard.append((name, at)))
    buttons.press("south")
    buttons.press("north")
    assert heard == [("south", 10.0), ("north", 12.5)]


def test_every_listener_hears_the_same_moment() -> None:
    heard: list[float] = []
    buttons = SimulatedButtons(["north"])
    buttons.on_press(lambda name, at: heard.append(at))
    buttons.on_press(lambda name, at: heard.append(at))
    buttons.press("north")
    assert len(heard) == 2
    assert heard[0] == heard[1]


def test_pressing_an_unknown_button_names_the_known_ones() -> None:
    with refuses(UnknownButton, match=r"'west'.*north, south"):
        SimulatedButtons(["north", "south"]).press("west")


def test_more_lamps_than_a_header_has_pins_are_refused() -> None:
    with refuses(PinsMissing, match="Lamp 24 on pin 28"):
        SimulatedLamps([str(n) for n in range(25)])


def test_the_header_is_found_by_its_label_wherever_the_kernel_put_it() -> None:
    labels = {0: "gpio-brcmstb", 11: "raspberrypi-exp-gpio", 13: "pinctrl-rp1"}
    assert header_chip(labels, labels.__getitem__) == 13
    assert header_chip([0], lambda _: "pinctrl-bcm2835") == 0


def test_without_a_header_the_chips_that_were_found_are_named() -> None:
    with refuses(PinsMissing, match=r"gpiochip3 \(gpio-sim\).*group gpio"):
        header_chip([3], lambda _: "gpio-sim")
    with refuses(PinsMissing, match="no gpiochip"):
        header_chip([], lambda _: "")


def test_every_process_has_a_folder_of_its_own_for_the_pipe_of_lgpio(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LG_WD", str(tmp_path))
    first, second = own_folder(), own_folder()
    assert first != second
    assert {Path(first).parent, Path(second).parent} == {tmp_path}


class Busy(Exception):
    """As lgpio says it: not an error of gpiozero's."""


class KernelsPins(MockFactory):
    """A header on which the kernel itself uses pin 10."""

    def pin(self, name: object) -> object:
        if name == 10:
            raise Busy("'GPIO busy'")
        return super().pin(name)


@pytest.mark.parametrize(
    "hang",
    [
        lambda pins: PinLamps({"1": 17, "2": 10}, pins),
        lambda pins: PinButtons({"north": 5, "south": 10}, pins),
        lambda pins: PinBuzzer(10, pins),
    ],
)
def test_a_pin_the_kernel_uses_is_named_with_the_remedy(hang: Callable[[Factory], object]) -> None:
    pins = KernelsPins(pin_class=MockPWMPin)
    with refuses(PinsMissing, match="on pin 10 doesn't work: 'GPIO busy'. Choose another pin"):
        hang(pins)
    pins.close()


class Library(ModuleType):
    """lgpio, as far as gpiozero asks for it; a line that was watched is held for a while."""

    class error(Exception):
        """As lgpio says it."""

    def __init__(self, held: int) -> None:
        super().__init__("lgpio")
        self.held, self.closing, self.closed = held, False, False

    def __getattr__(self, name: str) -> object:
        if name.isupper():
            return 0
        raise AttributeError(name)

    def gpiochip_open(self, number: int) -> int:
        return number

    def gpio_get_chip_info(self, handle: int) -> tuple[object, ...]:
        return 0, 54, "gpiochip0", "pinctrl-bcm2711"

    def gpiochip_close(self, handle: int) -> None:
        self.closed = self.closing

    def gpio_claim_input(self, *_: int) -> None:
        if self.closing and self.held:
            self.held -= 1
            raise self.error("'GPIO busy'")


@pytest.mark.parametrize("held", [0, 3, 10**9])
def test_a_line_that_is_still_held_does_not_stop_the_table_from_letting_go(
    held: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = Library(held)
    monkeypatch.setitem(sys.modules, "lgpio", library)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setattr("hardware.real.pins._chips", lambda: [0])
    pins = header_factory()
    pins.pin(17)
    library.closing = True
    pins.close()
    assert library.closed
    assert held > 3 or library.held == 0
