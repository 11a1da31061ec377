"""Standings and seating as CSV and JSON: the same night, the same bytes. No needs, no notes."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from companion.hall.night.records import Round
from companion.hall.night.state import Night

from .season import SeasonRow
from .standings import Standings

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet would take for a formula at the beginning of a cell."""


def standings_csv(table: Standings) -> str:
    """One line for each person, tie-breaks in their order."""
    head = ["rank", "name", "points", "games", "wins", *table.breaks, "decided_by"]
    lines = (
        [row.rank, row.name, row.points, row.games, row.wins, *(v for _, v in row.breaks),
         row.decided_by]
        for row in table.rows
    )  # fmt: skip
    return _csv(head, lines)


def points_csv(table: Standings) -> str:
    """One line for each game of each person: where every point comes from."""
    head = ["name", "round", "table", "game", "place", "people", "tied", "points", "confirmed"]
    lines = (
        [row.name, g.round, g.box, g.game, g.place, g.size, g.tied, g.points, int(g.confirmed)]
        for row in table.rows for g in row.gains
    )  # fmt: skip
    return _csv(head, lines)


def seating_csv(night: Night, rounds: Sequence[Round] | None = None) -> str:
    """Everybody's seat in every published round."""
    lines = []
    for each in night.published if rounds is None else rounds:
        for table in each.tables:
            place = night.boxes[table.box].place if table.box in night.boxes else ""
            for seat, who in enumerate(table.people, start=1):
                lines.append([each.number, place or table.box, table.game, seat, _name(night, who)])
        lines += [[each.number, "", "", "", _name(night, who)] for who in each.waiting]
    return _csv(["round", "table", "game", "seat", "name"], lines)


def season_csv(rows: Iterable[SeasonRow]) -> str:
    lines = ([row.rank, row.name, row.points, row.nights] for row in rows)
    return _csv(["rank", "name", "points", "nights"], lines)


def standings_json(table: Standings) -> str:
    return _json(table)


def seating_json(night: Night) -> str:
    """Published rounds with names; for screens and for whoever builds on it."""
    names = {who: person.name for who, person in night.people.items()}
    return _json({"rounds": night.published, "names": names})


def _name(night: Night, who: str) -> str:
    return night.people[who].name if who in night.people else who


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
    """A name that a spreadsheet would run as a formula gets an apostrophe in front."""
    return f"'{value}" if isinstance(value, str) and _runs(value) else value


def _runs(text: str) -> bool:
    return text.startswith(FORMULA) and not text.lstrip("-").replace(".", "", 1).isdigit()
