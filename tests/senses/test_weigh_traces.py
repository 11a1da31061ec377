"""Folders of traces are read sample by sample, and judged without a look at their events."""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.senses.scale.health import Ailment
from companion.senses.scale.outcomes import WeightFinding
from tests.bench.weigh_traces import (
    BadTrace,
    Mark,
    add_arguments,
    follow,
    latency,
    main,
    mark,
    read_trace,
    report,
)
from tests.saying import refuses

TRACES = Path(__file__).parent / "traces"


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return main(parser.parse_args(words))


@pytest.fixture
def changed(tmp_path: Path) -> Callable[..., Path]:
    """A copy of a trace with some of its JSON changed."""

    def change(name: str, **fields: Any) -> Path:
        shutil.copy(TRACES / f"{name}.csv", tmp_path)
        about = json.loads((TRACES / f"{name}.json").read_text()) | fields
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(about))
        return path

    return change


@pytest.mark.parametrize("path", sorted(TRACES.glob("*.json")), ids=lambda path: path.stem)
def test_the_kept_traces_are_judged_as_they_were(path: Path) -> None:
    read = follow(read_trace(path))
    assert mark(read) == (Mark.NEEDED if path.stem == "twins" else Mark.RIGHT)


def test_a_folder_is_read_and_its_verdicts_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "verdicts.json"
    assert run(str(TRACES), "--json", str(out), "--each") == 0
    printed = capsys.readouterr().out
    assert "5 traces" in printed
    assert "twins: asked, needed" in printed
    verdicts = {each["id"]: each for each in json.loads(out.read_text())["traces"]}
    assert verdicts["clean"]["verdict"] == "clean"
    assert verdicts["clean"]["colour"]
    assert verdicts["staff"]["fell"] == "staff"
    assert all(
        {"id", "verdict", "colour", "fell", "t_ms"} <= set(each) for each in verdicts.values()
    )


def test_the_verdict_is_given_soon_after_the_hand_left() -> None:
    seconds = latency(follow(read_trace(TRACES / "clean.json")))
    assert seconds is not None
    assert 0 < seconds < 1.5


def test_events_and_truth_change_no_verdict(changed: Callable[..., Path]) -> None:
    plain = follow(read_trace(TRACES / "clean.json")).verdict
    blind = follow(read_trace(changed("clean", events=[], truth={}))).verdict
    assert plain == blind


def test_what_comes_later_changes_no_earlier_verdict() -> None:
    trace = read_trace(TRACES / "clean.json")
    whole = follow(trace).verdict
    short = tuple(sample for sample in trace.samples if sample.at <= whole.at)
    cut = follow(type(trace)(trace.name, trace.about, short, trace.wantings)).verdict
    assert (cut.finding, cut.at) == (whole.finding, whole.at)


def test_without_being_armed_nothing_is_a_landslide(changed: Callable[..., Path]) -> None:
    read = follow(read_trace(changed("staff", told=[])))
    assert read.verdict.finding == WeightFinding.NO_LANDSLIDE


@pytest.mark.parametrize("enrolment", [None, {}, {"boulder_g": {"red": 900.0, "blue": 3.0}}])
def test_without_usable_weights_the_table_asks_and_says_so(
    changed: Callable[..., Path], enrolment: dict[str, Any] | None
) -> None:
    read = follow(read_trace(changed("clean", enrolment=enrolment)))
    assert read.verdict.finding == WeightFinding.ASK
    assert read.faults == (Ailment.NO_WEIGHTS,)


def test_a_wrong_verdict_is_counted_and_fails_the_command(
    changed: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    path = changed("clean", truth={"verdict": "landslide", "twins": []})
    assert run(str(path.parent)) == 1
    assert "wrong" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("truth", "expected"),
    [
        ({"verdict": "clean", "twins": ["landslide:staff"]}, Mark.RIGHT),
        ({"verdict": "landslide", "undecidable_by_scale": True}, Mark.PROVISIONAL),
        ({"verdict": "nothing", "undecidable_by_scale": True}, Mark.PROVISIONAL),
        ({}, Mark.UNMARKED),
    ],
)
def test_verdicts_are_marked_by_the_truth(
    changed: Callable[..., Path], truth: dict[str, Any], expected: str
) -> None:
    assert mark(follow(read_trace(changed("clean", truth=truth)))) == expected


def test_a_question_is_needed_only_where_a_twin_or_nobody_could_tell(
    changed: Callable[..., Path],
) -> None:
    path = changed("twins", truth={"verdict": "clean", "twins": []})
    assert mark(follow(read_trace(path))) == Mark.UNNEEDED


def test_an_empty_folder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(tmp_path)) == 2
    assert "no traces" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["t_ms;raw;tilt\n1;2;3\n", "t_ms,raw,tilt\nx,1,0"])
def test_a_damaged_trace_names_the_file(changed: Callable[..., Path], text: str) -> None:
    path = changed("clean")
    path.with_suffix(".csv").write_text(text)
    with refuses(BadTrace, match=r"clean\.json"):
        read_trace(path)


@pytest.mark.parametrize("text", ["t_ms,raw,tilt\n", "t_ms,raw\n1,"])
def test_a_trace_without_readings_can_only_be_asked_about(
    changed: Callable[..., Path], text: str
) -> None:
    path = changed("clean")
    path.with_suffix(".csv").write_text(text)
    assert follow(read_trace(path)).verdict.finding == WeightFinding.ASK


def test_a_report_of_no_traces_has_no_figures() -> None:
    assert report([]) == ["0 traces"]
