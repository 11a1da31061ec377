"""companion check reports what works, and what does not with its remedy and a bad exit."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from companion.app.health import HealthWatch, complaints
from companion.app.parts import OpenParts
from companion.cli import machine_checks as machine
from companion.cli import main
from companion.cli import person_checks as person
from companion.cli.findings import CheckFinding, fails, plain, table_of, works
from companion.config.settings import chosen_settings, read_settings, who_may_write
from companion.core.errors import said
from hardware.errors import CameraGone
from hardware.ports import Frame
from hardware.simulated.camera import trial_camera
from hardware.simulated.mock_parts import SimulatedLamps, mock_pins
from hardware.simulated.person import RehearsedPerson
from hardware.simulated.scale import mock_scale
from tests.hardware.mock_parts import SimulatedSwitches, SimulatedVoice


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setattr(person, "PATIENCE_SECONDS", 0.2)
    return tmp_path / "state"


class Steady:
    """A scale that says what a test wants."""

    def __init__(self, *counts: float | None) -> None:
        self._counts = list(counts)
        self._turn = 0

    def read(self) -> tuple[float, float] | None:
        self._turn += 1
        count = self._counts[self._turn % len(self._counts)]
        return None if count is None else (count, float(self._turn))

    def close(self) -> None: ...


class Film:
    """A camera that shows what a test wants."""

    def __init__(self, *pictures: Any, fresh: bool = True) -> None:
        self._pictures, self._fresh = pictures, fresh
        self._turn = 0

    def read(self) -> Frame | None:
        self._turn += 1
        shown = self._pictures[self._turn % len(self._pictures)]
        if shown is None:
            raise CameraGone("the camera gives no pictures. Is its cable in?")
        return Frame(self._turn if self._fresh else 1, float(self._turn), shown)

    def close(self) -> None: ...


def grey(shade: int) -> Any:
    picture = np.full((48, 64, 3), shade, np.uint8)
    picture[:, :32] = 0
    return picture


def test_a_rehearsed_table_passes_and_every_part_is_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["check", "--rehearsed"]) == 0
    printed = capsys.readouterr().out
    for part in (
        "lamp 7",
        "seat 2",
        "referee",
        "tilt switch",
        "mat",
        "weighing",
        "seeing",
        "memory card",
    ):
        assert f"\n{part} " in f"\n{printed}"
    assert printed.endswith("Everything that is wired works.\n")


def test_machines_are_asked_nothing_and_get_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], state: Path
) -> None:
    settings = tmp_path / "companion.toml"
    settings.write_text(
        f'[wiring]\nparts = [{{ part = "scale", kind = "serial", device = "{tmp_path}/tty" }}]\n'
        f'[eye]\ncamera = "{tmp_path}/video0"\n'
    )
    assert main(["check", "--quiet", "--json", "--settings", str(settings)]) == 1
    printed = json.loads(capsys.readouterr().out)
    wrong = {each["part"]: each["said"] for each in printed["findings"] if not each["works"]}
    assert not printed["works"]
    assert {"scale", "camera"} <= wrong.keys()
    assert "group dialout" in wrong["scale"]
    (cards,) = (each for each in printed["findings"] if each["part"] == "cards")
    assert cards["works"]
    assert "printed kit" in cards["said"]
    assert state.is_dir()


def test_settings_that_cannot_be_are_one_failing_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "companion.toml"
    settings.write_text('[wiring]\nparts = [{ part = "tilt", pin = 0 }]\n')
    assert main(["check", "--quiet", "--settings", str(settings)]) == 1
    assert "identification chip" in capsys.readouterr().out


def test_the_table_of_findings_ends_with_what_does_not_work() -> None:
    found = [works("lamp", "glows"), fails("scale", "is silent. Check its wires")]
    assert table_of(found).splitlines() == [
        "lamp   works  glows",
        "scale  FAILS  is silent. Check its wires",
        "",
        "This doesn't work: scale.",
    ]
    assert plain(found)["works"] is False


SCALES = {
    "silent": (Steady(None), "gave 0 readings.*clock and data"),
    "saturated": (Steady(0x7FFFFF), "end of its range.*four wires"),
    "stuck": (Steady(1234.0), "repeats one number"),
}


@pytest.mark.parametrize("case", SCALES)
def test_a_bad_scale_is_reported_with_its_remedy(case: str) -> None:
    device, said = SCALES[case]
    _expect(machine.scale(device), False, said)


def test_a_good_scale_and_one_whose_frames_come_late() -> None:
    good = Steady(1000.0, 1003.0)
    _expect(machine.scale(good), True, "answers")
    good.statistics = type("Statistics", (), {"bad_share": 0.5})()  # type: ignore[attr-defined]
    _expect(machine.scale(good), False, "50 % of its frames come too late.*serial.*iio")


CAMERAS = {
    "gone": (Film(None), "cable"),
    "black": (Film(np.zeros((48, 64, 3), np.uint8)), "cap on the lens"),
    "frozen": (Film(grey(90), fresh=False), "repeats one picture"),
}


@pytest.mark.parametrize("case", CAMERAS)
def test_a_bad_camera_is_reported_with_its_remedy(case: str) -> None:
    device, said = CAMERAS[case]
    _expect(machine.camera(device), False, said)


def test_a_good_camera_says_its_size() -> None:
    _expect(machine.camera(Film(grey(90))), True, "64x48")


def test_card_clock_port_and_devices_are_reported_with_their_remedies(tmp_path: Path) -> None:
    _expect(machine._clock(1970), False, "says it's 1970")
    _expect(machine._access(str(tmp_path / "nothing")), False, "isn't there")
    (tmp_path / "device").touch()
    _expect(machine._access(str(tmp_path / "device")), True, "can open it")
    (tmp_path / "file").touch()
    _expect(machine._state(tmp_path / "file" / "folder"), False, "can't save anything")
    settings = read_settings({"web": {"host": "127.0.0.1", "port": 0}})
    _expect(machine._port(settings), True, "serve it")
    _expect(machine.weights(settings), False, "companion weigh-in")
    _expect(machine.taught(settings, tmp_path / "nowhere"), False, "can't read them")


def test_the_devices_a_wiring_needs_are_known_beforehand() -> None:
    parts = [
        {"part": "scale", "kind": "serial", "device": "/dev/ttyACM0"},
        {"part": "strip", "names": ["1"]},
        {"part": "tilt", "pin": 16},
    ]
    settings = read_settings({"wiring": {"parts": parts}, "eye": {"camera": "2"}})
    needed = machine.needed_devices(settings)
    assert needed[:2] == ["/dev/ttyACM0", "/dev/spidev0.0"]
    assert needed[2].startswith("/dev/gpiochip")
    assert needed[3:] == ["/dev/video2"]


def test_a_person_who_sees_no_lamp_or_presses_nothing_is_believed() -> None:
    clumsy = frozenset({"lamp 2", "north"})
    somebody = RehearsedPerson(mock_pins(), {}, None, None, clumsy)
    lamps = SimulatedLamps(["1", "2"])
    found = list(person.walk(somebody, OpenParts(lamps=lamps), None, None))
    assert [each.works for each in found] == [True, False]
    assert "resistor" in found[1].said
    assert set(lamps.states().values()) == {0}
    unfelt = list(person.presses(somebody, SimulatedSwitches(["north"]), "check.do_press", "press"))
    _expect(unfelt[0], False, "didn't feel it.*ground")


def test_a_person_is_asked_whether_the_voice_says_it_in_the_wired_language() -> None:
    class Listening(RehearsedPerson):
        asked: ClassVar[list[str]] = []

        def confirms(self, words: str) -> bool:
            self.asked.append(words)
            return True

    voice = SimulatedVoice()
    somebody = Listening(mock_pins(), {}, None, None)
    (found,) = person.walk(somebody, OpenParts(voice=voice), None, None, "it")
    assert found.works
    assert voice.said == ["La partita comincia."]
    assert somebody.asked == ["Did a voice say “La partita comincia.”?"]


def test_swapped_wires_and_short_circuits_are_told_apart() -> None:
    switches = SimulatedSwitches(["north", "south"], quiet=0.0)

    class Swapped(RehearsedPerson):
        def does(self, action: str, name: str, words: str) -> None:
            other = "south" if name == "north" else "north"
            switches.rattle(other, 1)

    somebody = Swapped(None, {}, None, None)
    found = list(person.presses(somebody, switches, "check.do_press", "press"))
    _expect(found[0], False, "felt it as “south”. Swap the two wires")
    switches.put("north", True)
    _expect(
        next(person.presses(somebody, switches, "check.do_press", "press")), False, "short circuit"
    )


def test_a_known_weight_tells_a_calibrated_scale_from_a_wrong_one() -> None:
    now = [0.0]

    def sleep(seconds: float) -> None:
        now[0] += seconds

    device = mock_scale(lambda: now[0], sleep)
    somebody = RehearsedPerson(None, {}, device, None)
    per_gram = device.bowl.cell.counts_per_gram
    _expect(person.scale(somebody, device, {"counts_per_gram": per_gram}), True, "took 100 g for")
    wrong = {"counts_per_gram": per_gram * 2}
    _expect(person.scale(somebody, device, wrong), False, "companion weigh-in")
    nobody = RehearsedPerson(None, {}, device, None, frozenset({"scale"}))
    _expect(person.scale(nobody, device, None), False, "counts only.*four wires")


def test_a_card_before_the_lens_is_seen_and_its_absence_too() -> None:
    camera = trial_camera()
    nobody = RehearsedPerson(None, {}, None, camera, frozenset({"camera"}))
    _expect(person.card(nobody, camera), False, "didn't see the card")
    _expect(person.card(RehearsedPerson(None, {}, None, camera), camera), True, "saw the card")


def test_a_tilt_switch_that_hangs_is_recognised_by_how_it_hangs() -> None:
    class Stuck:
        def read(self) -> tuple[float, float]:
            return 0.0, 0.0

    somebody = RehearsedPerson(None, {}, None, None, frozenset({"tilt"}))
    _expect(person.tilt(somebody, Stuck()), False, "stays open")


def _expect(finding: CheckFinding, works: bool, said: str) -> None:
    assert finding.works is works, finding
    assert re.search(said, finding.said), finding.said


def test_a_full_card_and_an_old_clock_are_reported_on_the_page_and_taken_back(
    tmp_path: Path,
) -> None:
    class Page:
        def __init__(self) -> None:
            self.notices: dict[str, Any] = {}

        def notice(self, about: str, say: Any) -> None:
            self.notices[about] = say

    page, free = Page(), [10]
    health_watch = HealthWatch(page, tmp_path, lambda _: free[0], lambda: 1970)  # type: ignore[arg-type]
    health_watch.look()
    assert page.notices["disk"].key == "part.disk_full"
    assert page.notices["clock"].key == "part.clock_wrong"
    free[0] = 100
    health_watch.look()
    assert page.notices["disk"].key == "part.disk_low"
    assert complaints(5000, 2026) == {"disk": None, "clock": None}


def test_without_anybody_at_the_terminal_it_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "companion.toml"
    settings.write_text(
        '[web]\nport = 0\n[wiring]\npins = "mock"\nparts = [{ part = "lamp", name = "1", pin = 4 }]'
    )
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["check", "--settings", str(settings)]) == 1
    assert "check --quiet" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", io.StringIO("yes\n"))
    assert main(["check", "--settings", str(settings)]) == 0
    monkeypatch.setattr("sys.stdin", io.StringIO("n\n"))
    assert main(["check", "--settings", str(settings)]) == 1


def test_without_a_named_file_the_settings_of_the_installed_table_are_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    installed = tmp_path / "companion.toml"
    monkeypatch.setattr("companion.config.settings.INSTALLED", installed)
    assert chosen_settings(None) is None
    installed.write_text('[wiring]\nparts = [{ part = "tilt", pin = 0 }]\n')
    assert main(["check", "--quiet"]) == 1
    assert "pin 0" in capsys.readouterr().out
    assert chosen_settings(tmp_path / "mine.toml") == tmp_path / "mine.toml"


def test_a_folder_of_somebody_else_is_reported_with_their_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "journals"
    assert who_may_write(folder)["key"] == "fault.settings.state"
    mine = tmp_path.stat().st_uid
    monkeypatch.setattr("os.geteuid", lambda: mine + 1)
    monkeypatch.setattr(Path, "owner", lambda _: "companion")
    assert who_may_write(folder) == said("fault.settings.owner", owner="companion")
