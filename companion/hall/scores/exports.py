"""Standings as CSV and JSON: the same night, the same bytes. No needs, no notes."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from .season import Season, SeasonRow
from .standings import Standings

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet would take for a formula at the beginning of a cell."""


def standings_csv(table: Standings) -> str:
    """Return one line for each person, tie-breaks in their order;
    wins and games have their own column."""
    breaks = [name for name in table.breaks if name not in ("wins", "games")]
    head = ["rank", "name", "points", "games", "wins", *breaks, "decided_by"]
    lines = (
        [row.rank, row.name, row.points, row.games, row.wins,
         *(value for name, value in row.breaks if name in breaks), row.decided_by]
        for row in table.rows
    )  # fmt: skip
    return _csv(head, lines)


def season_csv(added: Season) -> str:
    """Return one line for each person; each night has a column, and what doesn't count is in
    brackets."""
    head = ["rank", "number", "name", "points", "nights"]
    nights = [f"{one.day} {one.name}".strip() for one in added.nights]
    lines = (
        [row.rank, row.person, row.name, row.points, row.nights,
         *(_night(row, one.night) for one in added.nights)]
        for row in added.rows
    )  # fmt: skip
    return _csv([*head, *nights], lines)


def _night(row: SeasonRow, night: str) -> str:
    dropped = row.dropped.get(night, "")
    return row.counted.get(night, "") or (f"({dropped})" if dropped else "")


def standings_json(table: Standings) -> str:
    return _json(table)


def _json(data: Any) -> str:
    plain = msgspec.to_builtins(data)
    return json.dumps(plain, sort_keys=True, ensure_ascii=False, indent=1) + "\n"


def _csv(head: Sequence[str], lines: Iterable[Sequence[Any]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([_cell(value) for value in line] for line in lines)
    return out.getvalue()


def _cell(value: Any) -> Any:
    """Put an apostrophe before a name that a spreadsheet would run as a formula."""
    return f"'{value}" if isinstance(value, str) and _runs(value) else value


def _runs(text: str) -> bool:
    return text.startswith(FORMULA) and not text.lstrip("-").replace(".", "", 1).isdigit()
