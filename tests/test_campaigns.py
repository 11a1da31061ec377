"""The help of script/soak and script/bench names everything there is to run, with one line each."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.bench.touched import INNERMOST, home_of
from tests.soak import __main__ as soak
from tests.soak import engines, fuzz, fuzz_pages, hostile, spectators, trouble

ROOT = Path(__file__).parents[1]
NO_CAMPAIGN = {"elsewhere_eye"}
"""Runs in another checkout, started by script/soak sight."""


def runnable(folder: Path) -> set[str]:
    """Name the modules of a folder that can be run as a campaign."""
    return {path.stem for path in folder.glob("*.py") if path.stem[0] != "_" and _runs(path)}


def _runs(path: Path) -> bool:
    body = ast.parse(path.read_text("utf-8")).body
    return any(isinstance(one, ast.FunctionDef) and one.name in ("soak", "main") for one in body)


def helped(command: str) -> dict[str, str]:
    """Read the names and lines that a command's help lists."""
    shown = subprocess.run(
        [sys.executable, "-m", f"tests.{command}", "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    listed = shown.partition(":\n  ")[2].partition("\n\n")[0]
    return dict(re.findall(r"^ *(\w+) {2,}(\S.+)$", listed, re.MULTILINE))


def test_every_campaign_is_registered() -> None:
    assert set(soak.CAMPAIGNS) == runnable(ROOT / "tests" / "soak") - NO_CAMPAIGN
    assert all((ROOT / tests).exists() for tests, _ in soak.TESTED.values())


def test_a_campaign_nobody_registered_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "forgotten.py").write_text("def main(words):\n    return 0\n")
    (tmp_path / "helper.py").write_text("def helps():\n    return 0\n")
    assert runnable(tmp_path) == {"forgotten"}


def test_soak_help_names_every_campaign_with_one_line() -> None:
    assert helped("soak") == soak.lines()
    assert all(len(line) <= 85 for line in soak.lines().values())


def test_bench_help_names_every_bench_with_one_line() -> None:
    from tests.bench import __main__ as bench

    assert helped("bench") == bench.lines()
    assert set(bench.lines()) == {*bench.BENCHES, *bench.APART, *bench.FOLDERS}
    assert all(bench.lines().values())


def test_an_unknown_campaign_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        soak.main(["no-such-campaign"])
    assert "no-such-campaign" in capsys.readouterr().err


def test_what_the_eye_bench_counts_is_there() -> None:
    from tests.bench.touched import touched

    with touched() as count:
        assert count.count == 0


def test_nonsense_that_leaves_out_an_address_or_a_role_fails(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    left = {("referee", "POST", "/settings/restart")}

    def asked(*_: object) -> tuple[fuzz.Found, str]:
        return fuzz.Found(sent=1, left=left), "house: all is well"

    monkeypatch.setattr(fuzz_pages, "fuzz_house", asked)
    assert fuzz.main(["house", "--requests", "1"]) == 1
    assert "house: nobody asked ('referee', 'POST', '/settings/restart')" in capsys.readouterr().out
    left.clear()
    assert fuzz.main(["house", "--requests", "1"]) == 0


@pytest.mark.parametrize("path", INNERMOST)
def test_every_function_the_eye_bench_counts_exists(path: str) -> None:
    home, name = home_of(path)
    assert callable(getattr(home, name))


def fine() -> engines.FoundOnPostgres:
    return engines.FoundOnPostgres(
        wanted=2, pace=200, kills=Counter({engines.IN_TURN: 1, engines.IN_COMMIT: 1}),
        paces=[199, 200], acknowledged=90, saved=91, whole=40, lost=0, doubled=0, halves=0,
        faults=[], waited=5.0,
    )  # fmt: skip


@pytest.mark.parametrize(
    "missing",
    [
        {"kills": Counter()},
        {"kills": Counter({engines.IN_TURN: 1})},
        {"kills": Counter({engines.IN_TURN: 2})},
        {"wanted": 0, "kills": Counter()},
        {"faults": ["one: desk.too_busy"]},
        {"waited": 0.0},
        {"paces": [199, 120]},
        {"paces": []},
        {"whole": 0},
        {"acknowledged": 0},
        {"lost": 1},
        {"doubled": 1},
        {"halves": 1},
    ],
)
def test_two_halls_on_postgres_pass_only_if_all_that_was_promised_happened(
    missing: dict[str, Any],
) -> None:
    assert not fine().wrong
    assert replace(fine(), **missing).wrong


def followed() -> spectators.FoundBySpectators:
    return spectators.FoundBySpectators(
        phones=2, kills=(1, 1), there=2, behind=0, times=[0.1, 0.2], first=[0.1], lost=0, doubled=0,
        written=9,
    )  # fmt: skip


@pytest.mark.parametrize(
    "missing",
    [
        {"kills": (1, 0)},
        {"there": 1},
        {"behind": 1},
        {"times": []},
        {"times": [0.3]},
        {"first": [1.2]},
        {"lost": 1},
        {"doubled": 1},
        {"written": 0},
    ],
)
def test_phones_that_follow_pass_only_if_all_that_was_promised_happened(
    missing: dict[str, Any],
) -> None:
    assert not followed().wrong
    assert replace(followed(), **missing).wrong


def test_a_hostile_crowd_that_did_not_come_fails() -> None:
    found = {"strangers": dict.fromkeys(("silent", "half", "dripping", "flood 200"), 9)}
    assert not hostile.missing({**found, "files": 1000}, 1000, 2000)
    assert hostile.missing({**found, "files": 100}, 1000, 2000)
    assert hostile.missing({"strangers": {"silent": 9}, "files": 1000}, 1000, 2000) == [
        "half", "dripping", "flood",
    ]  # fmt: skip


def test_a_night_with_faults_that_did_not_happen_fails() -> None:
    night: Any = None
    faults = trouble.Trouble(night, seed=1, cut_seconds=1.0)
    faults.done = [trouble._name(one) for one in trouble.KINDS]
    assert not faults.unproven
    faults.unanswered = 1
    assert faults.unproven
    faults.unanswered, faults.done = 0, faults.done[1:]
    assert faults.unproven


def test_a_fault_that_could_not_happen_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    night: Any = None
    faults = trouble.Trouble(night, seed=1, cut_seconds=1.0)
    monkeypatch.setattr(trouble, "kill_broker", lambda night: False)
    monkeypatch.setattr(trouble, "KINDS", (trouble.Trouble._broker_killed,))
    faults.strike()
    assert faults.never == ["broker killed"]
