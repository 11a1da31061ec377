"""script/install says what it would do: with a screen of its own, with a Wi-Fi of its own."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.systemd.test_units import UNITS, analyze, needs_analyze, settings_of

ROOT = Path(__file__).parent.parent.parent

pytestmark = pytest.mark.skipif(
    shutil.which("apt-get") is None or 'VERSION_ID="1' not in Path("/etc/os-release").read_text(),
    reason="script/install is for Debian",
)


QUERY = """#!/bin/sh
for name; do :; done
case " {missing} " in *" $name "*) exit 1 ;; esac
echo "install ok installed"
"""
MISSING = ("pharaohs-table", "chromium", "cage", "comitup")


def would(tools: Path, *words: str, missing: tuple[str, ...] = MISSING) -> str:
    """What a dry run says where these packages are missing; it changes nothing."""
    query = QUERY.format(missing=" ".join(missing))
    programs = {"dpkg-query": query, "apt-cache": "#!/bin/sh\necho 1"}
    for name, text in programs.items():
        (tools / name).write_text(text)
        (tools / name).chmod(0o755)
    result = subprocess.run(
        [ROOT / "script" / "install", "--dry-run", *words],
        env={**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    return result.stderr


def test_without_a_wish_neither_screen_nor_wifi_is_touched(tmp_path: Path) -> None:
    said = would(tmp_path)
    assert "kiosk" not in said
    assert "nmcli" not in said
    assert "would: write /etc/systemd/system/companion.service" in said
    assert "would: write /etc/polkit-1/rules.d/50-pharaohs-table.rules" in said


def test_a_screen_of_its_own_brings_a_browser_a_user_and_a_unit_that_comes_back(
    tmp_path: Path,
) -> None:
    said = would(tmp_path, "--kiosk")
    assert "installing chromium cage" in said
    assert "would: write /etc/systemd/system/pharaohs-table-kiosk.service" in said
    assert "pharaohs-screen" in said
    assert "would: systemctl enable pharaohs-table-kiosk.service" in said


def test_a_wifi_of_its_own_is_a_shared_one_with_a_password_and_gives_way_to_known_ones(
    tmp_path: Path,
) -> None:
    said = would(tmp_path, "--hotspot")
    line = next(line for line in said.splitlines() if "nmcli connection add" in line)
    for words in ("ipv4.method shared", "802-11-wireless.mode ap", "wpa-psk", "priority -10"):
        assert words in line
    assert "would: write /etc/pharaohs-table/hotspot" in said


def test_comitup_is_used_where_it_is_installed(tmp_path: Path) -> None:
    said = would(tmp_path, "--hotspot", missing=MISSING[:-1])
    assert "would: systemctl enable comitup.service" in said
    assert "nmcli" not in said


@needs_analyze
def test_the_screens_unit_has_no_line_that_systemd_does_not_know(tmp_path: Path) -> None:
    text = (
        (UNITS / "pharaohs-table-kiosk.service").read_text().replace("/usr/bin/cage", "/bin/true")
    )
    (tmp_path / "pharaohs-table-kiosk.service").write_text(text)
    result = analyze("verify", "--man=no", tmp_path / "pharaohs-table-kiosk.service")
    assert "Unknown" not in result.stderr
    assert "Failed to parse" not in result.stderr


PAGES = {
    "kiosk.service": "file:///run/pharaohs-table-kiosk/page.html",
    "kiosk.user.service": "http://localhost:8080/",
}


@pytest.mark.parametrize("name", PAGES)
def test_a_browser_that_ends_is_started_again_without_end(name: str) -> None:
    unit = settings_of(UNITS / f"pharaohs-table-{name}")
    assert unit["Restart"] == ["always"]
    assert unit["StartLimitIntervalSec"] == ["0"]
    assert unit["ExecStart"][0].endswith(PAGES[name]), "no link stands on a command line"
    assert "--kiosk --start-maximized" in unit["ExecStart"][0]


@pytest.mark.parametrize("answer", ["echo http://localhost:8080/owner/abc", "exit 1"])
def test_the_screen_is_led_to_its_own_link_or_to_the_plain_page(
    tmp_path: Path, answer: str
) -> None:
    line = settings_of(UNITS / "pharaohs-table-kiosk.service")["ExecStartPre"][0]
    script = shlex.split(line.removeprefix("+"))[-1]
    page = tmp_path / "page.html"
    script = script.replace("$$", "$").replace("%%", "%").replace(" -o pharaohs-screen", "")
    script = script.replace("/run/pharaohs-table-kiosk/page.html", str(page))
    stand_in = tmp_path / "runuser"
    stand_in.write_text(f"#!/bin/sh\n{answer}\n")
    stand_in.chmod(0o755)
    subprocess.run(["sh", "-c", script], check=True, env={"PATH": f"{tmp_path}:/usr/bin:/bin"})
    expected = answer.split()[-1] if "http" in answer else "http://localhost:8080/"
    assert f"url={expected}" in page.read_text()
    assert page.stat().st_mode & 0o777 == 0o400
