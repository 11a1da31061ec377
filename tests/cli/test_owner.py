"""The owner of a house at the command line: links, a new code, who was let in, who is sent away."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli import main
from companion.house import FOLDER
from companion.web.house import Owner


@pytest.fixture
def kept(tmp_path: Path) -> Owner:
    """A house that runs: this is what it holds in memory."""
    (tmp_path / FOLDER).mkdir()
    return Owner(tmp_path / FOLDER / "owner.json")


def told(kept: Path, *words: str) -> int:
    return main(["owner", "--state", str(kept), *words])


def test_the_browsers_are_listed_and_nothing_changes(
    kept: Owner, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told(tmp_path, "--list") == 0
    assert "No browser was let in yet." in capsys.readouterr().out
    cookie = kept.claim(kept.code, "Firefox, Android", "2026-01-02")
    screen = kept.follow(kept.link("kiosk"), "Chrome, Linux", "2026-01-03")
    assert cookie is not None
    assert screen is not None
    before = (tmp_path / FOLDER / "owner.json").read_bytes()
    assert told(tmp_path, "--list") == 0
    assert (tmp_path / FOLDER / "owner.json").read_bytes() == before
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        f"{kept.phone_of(cookie)}: Firefox, Android, since 2026-01-02",
        f"{kept.phone_of(screen[1])}: Chrome, Linux, the machine's own screen, since 2026-01-03",
    ]
    assert cookie.rpartition(".")[2] not in "".join(lines), "a name in the list opens nothing"


def test_one_browser_is_sent_away_from_a_house_that_is_open(
    kept: Owner, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = (kept.claim(kept.code, "Firefox", "2026-01-02") or "" for _ in range(2))
    assert told(tmp_path, "--send-away", "nobody") == 1
    assert "No browser is listed as nobody." in capsys.readouterr().err
    assert told(tmp_path, "--send-away", kept.phone_of(one)) == 0
    assert (kept.holds(one), kept.holds(other)) == (False, True)


def test_a_new_code_sends_everybody_away_and_the_new_link_lets_one_in(
    kept: Owner, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cookie, code = kept.claim(kept.code, "Firefox", "2026-01-02"), kept.code
    assert told(tmp_path, "--renew") == 0
    said = capsys.readouterr().out
    assert not kept.holds(cookie or "")
    assert kept.claim(code, "Firefox", "2026-01-02") is None
    assert kept.code in said
    link = next(line for line in said.splitlines() if "/owner/" in line).rpartition("/")[2]
    assert kept.follow(link, "Firefox", "2026-01-02") is not None
    assert kept.follow(link, "Firefox", "2026-01-02") is None


def test_a_folder_without_a_house_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told(tmp_path, "--list") == 1
    assert str(tmp_path) in capsys.readouterr().err
