"""The units as systemd reads them: no misspelt line, and hardly anything an intruder could use."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.web.server import connection_limits

UNITS = Path(__file__).parent.parent.parent / "systemd"
MOST_EXPOSED = 1.7
MOST_OF_HALL = 1.5
MOST_OF_INSTALLER = 1.6

needs_analyze = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="no systemd-analyze here: apt install systemd"
)
each_unit = pytest.mark.parametrize(
    "name", ["companion.service", "companion-safe.service", "companion-hall.service"]
)


def analyze(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", *map(str, words)], capture_output=True, text=True, check=False
    )


def judged(unit: Path) -> subprocess.CompletedProcess[str]:
    threshold = f"--threshold={MOST_EXPOSED * 10:.0f}"
    return analyze("security", "--offline=true", "--no-pager", threshold, unit)


def settings_of(unit: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in unit.read_text().splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found.setdefault(name, []).append(value)
    return found


def planted(folder: Path, text: str) -> Path:
    """A unit whose program exists, so that only the lines themselves can be wrong."""
    unit = folder / "companion.service"
    unit.write_text(text.replace("/usr/bin/companion", "/bin/true"))
    return unit


@needs_analyze
@each_unit
def test_a_unit_exposes_hardly_anything(name: str) -> None:
    result = judged(UNITS / name)
    assert result.returncode == 0, result.stdout[-300:]
    exposure = float(result.stdout.rpartition("service: ")[2].split()[0])
    assert 0 < exposure <= (MOST_OF_HALL if "hall" in name else MOST_EXPOSED)


@needs_analyze
def test_the_installer_exposes_little_though_it_is_root() -> None:
    unit = UNITS / "pharaohs-table-update.service"
    result = analyze("security", "--offline=true", "--no-pager", unit)
    exposure = float(result.stdout.rpartition("service: ")[2].split()[0])
    assert 0 < exposure <= MOST_OF_INSTALLER


@needs_analyze
def test_an_unhardened_unit_would_be_noticed(tmp_path: Path) -> None:
    bare = planted(tmp_path, "[Service]\nExecStart=/usr/bin/companion run\n")
    assert judged(bare).returncode != 0


@needs_analyze
@each_unit
def test_a_unit_has_no_line_that_systemd_does_not_know(name: str, tmp_path: Path) -> None:
    result = analyze("verify", "--man=no", planted(tmp_path, (UNITS / name).read_text()))
    assert "Unknown" not in result.stderr
    assert "Failed to parse" not in result.stderr


@needs_analyze
def test_a_misspelt_line_would_be_noticed(tmp_path: Path) -> None:
    text = (UNITS / "companion.service").read_text().replace("ProtectSystem", "ProtectSytem")
    result = analyze("verify", "--man=no", planted(tmp_path, text))
    assert "Unknown" in result.stderr


def test_what_breaks_pins_camera_or_opencv_is_left_out() -> None:
    unit = settings_of(UNITS / "companion.service")
    assert "ProcSubset" not in unit
    assert "PrivateDevices" not in unit
    assert not any("@resources" in words for words in unit["SystemCallFilter"])
    assert any(words.startswith("LG_WD=/run/") for words in unit["Environment"])


def test_the_safe_unit_touches_no_device_and_makes_way_for_the_table() -> None:
    safe = settings_of(UNITS / "companion-safe.service")
    table = settings_of(UNITS / "companion.service")
    assert safe["PrivateDevices"] == ["yes"]
    assert safe["Conflicts"] == ["companion.service"]
    assert "--safe" in safe["ExecStart"][0]
    assert table["OnFailure"] == ["companion-safe.service"]
    # Otherwise safe mode would cancel the restart of a table that hangs while it ends.
    assert table["OnFailureJobMode"] == ["fail"]
    for name in ("StateDirectory", "User", "WatchdogSec", "Type"):
        assert safe[name] == table[name]
    # Otherwise the start that ends safe mode would be refused as the sixth within five minutes.
    assert safe["ExecStopPost"] == ["+-systemctl reset-failed companion.service"]
    # Both open the same house: its diary says which game was on the table.
    assert "companion house " in table["ExecStart"][0]
    assert safe["ExecStart"][0] == table["ExecStart"][0].replace("house ", "house --safe ")


def test_only_failures_count_towards_safe_mode() -> None:
    """Systemd counts starts: after a good end the count starts again."""
    (after,) = settings_of(UNITS / "companion.service")["ExecStopPost"]
    assert after.startswith("+-/bin/sh -c ")
    for result, cleared in {"success": 1, "exit-code": 0, "watchdog": 0, "timeout": 0}.items():
        said = shlex.split(after.removeprefix("+-").replace("systemctl", "echo"))
        output = subprocess.run(
            said, env={"SERVICE_RESULT": result}, capture_output=True, text=True, check=True
        )
        assert output.stdout.count("reset-failed companion.service") == cleared


@each_unit
def test_a_unit_has_files_for_every_phone_and_a_fence_around_memory_and_tasks(name: str) -> None:
    unit = settings_of(UNITS / name)
    assert (
        int(unit["LimitNOFILE"][0])
        >= connection_limits.MOST_CONNECTIONS + connection_limits.OWN_FILES
    )
    assert unit["MemoryMax"][0].endswith("M")
    assert 64 <= int(unit["TasksMax"][0]) <= 512
    # Only the eye that grew too big is killed; the table starts another one.
    assert unit["OOMPolicy"] == ["continue"]


@needs_analyze
@pytest.mark.parametrize("name", ["pharaohs-table-update.service", "pharaohs-table-update.path"])
def test_the_installer_has_no_line_that_systemd_does_not_know(name: str, tmp_path: Path) -> None:
    for unit in UNITS.glob("pharaohs-table-update.*"):
        text = unit.read_text().replace("/usr/lib/pharaohs-table/update", "/bin/true")
        (tmp_path / unit.name).write_text(text)
    result = analyze("verify", "--man=no", tmp_path / name)
    assert "Unknown" not in result.stderr
    assert "Failed to parse" not in result.stderr


def test_the_installer_has_no_network_and_waits_for_a_file_alone() -> None:
    service = settings_of(UNITS / "pharaohs-table-update.service")
    assert service["PrivateNetwork"] == ["yes"]
    assert "Install" not in service
    waits = settings_of(UNITS / "pharaohs-table-update.path")["PathExists"]
    assert waits[0].endswith("/house/update/wanted.update")
    assert waits[1] == "/var/lib/pharaohs-table-updates/installing"


def test_the_page_may_switch_the_machine_and_nothing_else() -> None:
    rule = (UNITS / "50-pharaohs-table.rules").read_text()
    asked = {line.strip(' ",') for line in rule.splitlines() if "org." in line}
    assert {act.rpartition(".")[2].removesuffix("-multiple-sessions") for act in asked} == {
        "power-off",
        "reboot",
    }
    assert 'subject.user == "companion"' in rule
