"""What a check found: one line per part, whether it works, and what to do if not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .command import say, words


@dataclass(frozen=True, slots=True)
class CheckFinding:
    """One part, whether it works, and one sentence about it."""

    part: str
    works: bool
    said: str


def works(part: str, said: str) -> CheckFinding:
    return CheckFinding(part, True, said)


def fails(part: str, said: str) -> CheckFinding:
    return CheckFinding(part, False, said)


def table_of(findings: Sequence[CheckFinding]) -> str:
    """Return the findings as a table for people."""
    called = [part_said(each.part) for each in findings]
    width = max(map(len, called), default=0)
    rows = zip(called, findings, strict=True)
    lines = [f"{name:{width}}  {_mark(each)}  {each.said}" for name, each in rows]
    wrong = [part_said(each.part) for each in findings if not each.works]
    ending = say("check.not_all", parts=list(wrong)) if wrong else say("check.all")
    return "\n".join([*lines, "", ending])


def part_said(part: str) -> str:
    """Return what a part is called; a device or a button has its own name."""
    return words().texts.get(f"cli.part.{part.replace(' ', '_')}", part)


def _mark(finding: CheckFinding) -> str:
    return say("check.works") if finding.works else say("check.fails")


def plain(findings: Iterable[CheckFinding]) -> dict[str, object]:
    """Return the findings as plain data for machines."""
    listed = [{"part": each.part, "works": each.works, "said": each.said} for each in findings]
    return {"works": all(each["works"] for each in listed), "findings": listed}
