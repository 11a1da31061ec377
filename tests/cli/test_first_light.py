"""The first owner's protocol: it measures what is there and tells no secret."""

from __future__ import annotations

import json
import platform
from pathlib import Path
from typing import Any

import pytest

from companion.app.parts import OpenParts
from companion.cli import first_light, main
from companion.cli import person_checks as person
from companion.config.settings import read_settings
from hardware.errors import CameraGone


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setattr(person, "PATIENCE_SECONDS", 0.2)
    monkeypatch.setattr(first_light, "QUICKER", 0.005)
    monkeypatch.setattr(first_light, "FLUSHES", 5)
    monkeypatch.setattr(first_light, "_said", lambda *command, seconds=0.0: "")
    return tmp_path / "state"


def test_a_rehearsal_writes_one_report_with_every_section(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "report.json"
    assert main(["first-light", "--rehearsed", "-o", str(file)]) == 0
    report = json.loads(file.read_text("utf-8"))
    assert report["protocol"] == first_light.PROTOCOL
    assert report["rehearsed"] is True
    sections = report["sections"]
    assert set(sections) == set(first_light.MEASUREMENTS)
    assert not [name for name, found in sections.items() if "failed" in found]
    assert sections["scale"]["readings"] > 0
    assert sections["camera"]["frames"] > 0
    assert sections["card"]["flushes"] == 5
    assert sections["parts"]["works"] is True
    told = capsys.readouterr().err
    assert "1 of 9: the machine" in told
    assert str(file) in told


def test_a_part_that_breaks_is_a_line_of_the_report_and_not_its_end() -> None:
    class Gone:
        def read(self) -> Any:
            raise CameraGone("fault.camera.ribbon_silent", why="no request")

    run = first_light.LightRun(read_settings({}), OpenParts(), camera=Gone(), rehearsed=True)
    run.quiet = True
    report = first_light.measured(run, lambda *step: None)
    assert report["sections"]["camera"]["failed"] == "CameraGone"
    assert "no request" in report["sections"]["camera"]["why"]
    assert report["sections"]["card"]["flushes"] == 5
    assert report["sections"]["scale"]["none"] is True


SECRETS = {
    "an address": "192.168.178.23",
    "an address of the new kind": "fe80:0000:1234:5678::1",
    "a network card": "dc:a6:32:01:02:03",
    "a home": "/home/berta/table/companion.toml",
    "a key": "kJ8sd7Fh2kLm9Qw4Er6Ty1Ui",
    "this machine": platform.node(),
}


@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS)
def test_no_secret_reaches_a_report_wherever_it_stands(secret: str) -> None:
    if len(secret) < 3:
        pytest.skip("this machine has no name")
    told = first_light.without_secrets({"why": f"cannot open {secret} now", "list": [secret]})
    assert secret not in json.dumps(told)
    assert "cannot open" in told["why"]


def test_figures_and_names_of_parts_pass_unharmed() -> None:
    kept = {"model": "Raspberry Pi 4 Model B Rev 1.5", "kernel": "6.12.34+rpt-rpi-v8",
            "flush_ms": {"median": 3.125}, "crop": [0, 0, 4608, 2592]}  # fmt: skip
    assert first_light.without_secrets(kept) == kept


def test_the_angle_is_measured_from_a_marker_at_a_known_distance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import cv2
    import numpy as np

    from calibration.kit.plates import marker

    side, away_mm = 60, 600.0
    picture = np.full((720, 1280, 3), 240, np.uint8)
    for number, (x, y) in enumerate(((300, 200), (800, 420))):
        grown = cv2.resize(marker(number), (side, side), interpolation=cv2.INTER_NEAREST)
        picture[y : y + side, x : x + side] = grown[..., None]

    class Still:
        def read(self) -> Any:
            return type("Frame", (), {"picture": picture})

    monkeypatch.setattr(first_light, "_typed", lambda question: "60")
    run = first_light.LightRun(read_settings({}), OpenParts(), camera=Still())
    run.shared["picture"] = picture
    found = first_light._view_angle(run)
    focal = side * away_mm / 24
    assert found["markers"] == 2
    assert found["across_degrees"] == pytest.approx(2 * np.degrees(np.arctan(640 / focal)), abs=1.5)
