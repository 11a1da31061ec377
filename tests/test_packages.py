"""Which packages a table asks for, on every Pi and Python it is meant for."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PI_4, PI_5 = "6.12.34+rpt-rpi-v8", "6.12.34+rpt-rpi-2712"
BOOKWORM_PI_5 = "6.1.0-rpi7-rpi-2712"


def chosen(extra: str, python: str, kernel: str) -> set[str]:
    """What pip takes of an extra on a Pi with this Python and kernel."""
    here = {
        "python_version": python,
        "python_full_version": f"{python}.2",
        "platform_release": kernel,
        "platform_machine": "aarch64",
        "sys_platform": "linux",
        "extra": "",
    }
    asked = map(Requirement, PROJECT["optional-dependencies"][extra])
    return {one.name for one in asked if one.marker is None or one.marker.evaluate(here)}


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13"])
@pytest.mark.parametrize("kernel", [PI_4, PI_5, BOOKWORM_PI_5])
def test_every_pi_gets_lgpio_and_exactly_one_package_that_brings_rpi_gpio(
    python: str, kernel: str
) -> None:
    found = chosen("pi", python, kernel)
    assert {"gpiozero", "lgpio", "picamera2"} <= found
    assert len(found & {"RPi.GPIO", "rpi-lgpio"}) == 1


def test_rpi_gpio_is_taken_only_where_it_reaches_the_pins() -> None:
    old = {
        (python, kernel)
        for python in ("3.11", "3.12", "3.13")
        for kernel in (PI_4, PI_5, BOOKWORM_PI_5)
        if "RPi.GPIO" in chosen("pi", python, kernel)
    }
    assert old == {("3.11", PI_4)}


def test_either_package_of_opencv_will_do_and_neither_is_forced_on_the_other() -> None:
    needed = {Requirement(one).name for one in PROJECT["dependencies"]}
    assert not {name for name in needed if name.startswith("opencv")}
    extras = PROJECT["optional-dependencies"]
    ranges = [Requirement(*extras[name]).specifier for name in ("opencv", "desktop")]
    assert ranges[0] == ranges[1]
    for lock in ("requirements.lock", "requirements-dev.lock"):
        assert re.search(r"(?m)^opencv-python-headless==", (ROOT / lock).read_text("utf-8"))


def test_setup_leaves_opencv_python_alone_where_somebody_has_it(tmp_path: Path) -> None:
    """The function of script/setup itself, with an environment that has the desktop package."""
    script = (ROOT / "script" / "setup").read_text("utf-8")
    parts = [
        re.search(rf"(?ms)^{name}\(\) \{{.*?^\}}|^{name}\(\) \{{[^\n]*\}}$", script)
        for name in ("looks_into_apt", "has_desktop_opencv", "lock_for_here")
    ]
    assert all(parts)
    functions = "\n".join(part[0] for part in parts if part)
    (tmp_path / "bin").mkdir()
    (tmp_path / "pyvenv.cfg").write_text("include-system-site-packages = false\n")
    python = tmp_path / "bin" / "python"
    for status, kept in ((0, False), (1, True)):
        python.write_text(f"#!/bin/sh\nexit {status}\n")
        python.chmod(0o755)
        asked = f"venv={tmp_path}\n{functions}\nlock_for_here {ROOT / 'requirements.lock'}"
        lock = subprocess.run(
            ["bash", "-c", asked], capture_output=True, text=True, check=True
        ).stdout
        assert ("opencv-python-headless==" in lock) is kept
        assert "numpy==" in lock
