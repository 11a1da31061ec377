"""What a check found: one line per part, whether it works, and what to do if not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One part, whether it works, and one sentence about it."""

    part: str
    works: bool
    said: str


def works(part: str, said: str) -> Finding:
    return Finding(part, True, said)


def fails(part: str, said: str) -> Finding:
    return Finding(part, False, said)


def table_of(findings: Sequence[Finding]) -> str:
    """The findings as a table for people."""
    width = max((len(each.part) for each in findings), default=0)
    lines = [f"{each.part:{width}}  {_mark(each)}  {each.said}" for each in findings]
    wrong = [each.part for each in findings if not each.works]
    ending = f"Does not work: {', '.join(wrong)}." if wrong else "Everything that is wired works."
    return "\n".join([*lines, "", ending])


def _mark(finding: Finding) -> str:
    return "works" if finding.works else "FAILS"


def plain(findings: Iterable[Finding]) -> dict[str, object]:
    """The findings as plain data for machines."""
    listed = [{"part": each.part, "works": each.works, "said": each.said} for each in findings]
    return {"works": all(each["works"] for each in listed), "findings": listed}
