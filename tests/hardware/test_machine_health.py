"""The machine's own facts, read from files as the kernel shows them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hardware.real.machine import Machine


def lay(root: Path, **files: str) -> None:
    for name, text in files.items():
        file = root / name.replace("__", "/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


def test_a_machine_that_shows_nothing_gives_no_facts_it_does_not_know(tmp_path: Path) -> None:
    facts = Machine(tmp_path, tmp_path).health()
    assert facts["celsius"] is None
    assert facts["undervoltage"] is None
    assert facts["worn_percent"] is None
    assert facts["read_only"] is False
    assert facts["free_mb"] > 0  # type: ignore[operator]


def test_heat_wear_and_a_weak_supply_are_read_where_they_are_shown(tmp_path: Path) -> None:
    lay(
        tmp_path,
        sys__class__thermal__thermal_zone0__temp="81500\n",
        sys__class__hwmon__hwmon0__name="cpu_thermal\n",
        sys__class__hwmon__hwmon1__name="rpi_volt\n",
        sys__class__hwmon__hwmon1__in0_lcrit_alarm="1\n",
        sys__block__mmcblk0__device__life_time="0x02 0x09\n",
        proc__device_tree_model="x",
    )
    facts = Machine(tmp_path, tmp_path).health()
    assert (facts["celsius"], facts["undervoltage"], facts["worn_percent"]) == (81.5, True, 90)


@pytest.mark.parametrize("text", ["", "garbage", "0x00 0x00", "0xff"])
def test_a_card_that_says_nonsense_of_its_life_is_not_believed(tmp_path: Path, text: str) -> None:
    lay(tmp_path, sys__block__mmcblk0__device__life_time=text)
    assert Machine(tmp_path, tmp_path).health()["worn_percent"] is None


def test_switching_off_asks_logind_and_passes_on_why_it_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    busctl = tmp_path / "busctl"
    busctl.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/asked\n[ ! -e {tmp_path}/no ] || '
                      "{ echo 'Access denied' >&2; exit 1; }\n")  # fmt: skip
    busctl.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert Machine(tmp_path).switch("off") == ""
    assert (tmp_path / "asked").read_text().split()[4:] == ["PowerOff", "b", "false"]
    (tmp_path / "no").touch()
    assert Machine(tmp_path).switch("reboot") == "Access denied"


def test_a_machine_without_logind_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "busctl" in Machine(tmp_path).switch("off")
    assert Machine(tmp_path).log() is None


def test_a_camera_on_usb_is_found_by_its_first_device(tmp_path: Path) -> None:
    shown = tmp_path / "sys" / "class" / "video4linux"
    shown.mkdir(parents=True)
    for number, (bus, index) in enumerate([("usb1", "0"), ("usb1", "1"), ("platform", "0")]):
        device = tmp_path / "sys" / "devices" / bus / f"video{number}"
        device.mkdir(parents=True)
        (device / "index").write_text(f"{index}\n")
        (device / "name").write_text("HD Webcam\n")
        (shown / f"video{number}").symlink_to(device)
    assert Machine(tmp_path, tmp_path).cameras() == {"/dev/video0": "HD Webcam"}
