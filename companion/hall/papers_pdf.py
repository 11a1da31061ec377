"""Papers of a night as PDF, printed without scaling. Nothing private is on any of them.

The same night in the same language gives the same bytes.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from companion.hall.night.state import Night
from companion.hall.records import Round, Sitting
from companion.hall.scores.standings import Row, Standings
from companion.util.printed_text import isolated
from companion.words import Words

from .paper_canvas import FAINT, GOLD, PaperCanvas

LATE_HOURS = 6
"""A night goes on after midnight, and belongs to the day on which it began."""

Called = Callable[[str], str]


def seating_pdf(night: Night, each: Round, words: Words, called: Called = str) -> bytes:
    """Print who sits where in one round: by table, then by name. *called* names a game."""
    paper = PaperCanvas(
        words.put("hall.paper.seating", {"round": each.number}), _below(night, words)
    )
    for table in each.tables:
        heading = f"{_place(night, table, words)}, {called(table.game)}"
        paper.line(heading, 15, bold=True, room=len(table.people))
        for seat, who in enumerate(table.people, start=1):
            first = f" ({words.put('hall.paper.starts', {}, inside=True)})" if seat == 1 else ""
            paper.line(f"{seat}  {_name(night, who, paper)}{first}", 12, indent=18)
        paper.gap(6)
    if each.waiting:
        paper.line(words.put("hall.paper.waits", {}), 15, bold=True, room=len(each.waiting))
        for who in each.waiting:
            paper.line(_name(night, who, paper), 12, indent=18)
    paper.turn()
    paper.line(words.put("hall.paper.by_name", {"round": each.number}), 24, bold=True, ink=GOLD)
    paper.gap(8)
    paper.pairs(_by_name(night, each, words, paper))
    return paper.done()


def _by_name(night: Night, each: Round, words: Words, paper: PaperCanvas) -> list[tuple[str, str]]:
    """Return everybody's name with their table, in the order of names."""
    waits = words.put("hall.page.waits_short", {}, inside=True)
    seats = [(who, _place(night, table, words)) for table in each.tables for who in table.people]
    seats += [(who, waits) for who in each.waiting]
    lines = [(_name(night, who, paper), where) for who, where in seats]
    return sorted(lines, key=lambda line: _plain(line[0]))


def _plain(name: str) -> str:
    """Return a name as a list is sorted by it: accents, capitals and pictures count for nothing."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(sign for sign in letters if sign.isalnum() or sign.isspace()).strip()


def cards_pdf(
    night: Night, each: Round, words: Words, link: Callable[[str], str], called: Called = str
) -> bytes:
    """Print a place card for each seat, with a code for the table's page (*link* by box), if phones
    can reach it."""
    paper = PaperCanvas("", "")
    cards = [(table, who) for table in each.tables for who in table.people]
    for number, (table, who) in enumerate(cards):
        if number and number % 8 == 0:
            paper.turn()
        paper.card(
            number % 8, _name(night, who, paper),
            f"{_place(night, table, words)}, {called(table.game)}",
            words.put("hall.paper.follow", {}), link(table.box),
        )  # fmt: skip
    return paper.done()


def standings_pdf(night: Night, table: Standings, words: Words) -> bytes:
    """Print the standings with points, wins and games, and how ties are decided."""
    paper = PaperCanvas(words.put("hall.paper.standings", {}), _below(night, words))
    heads = [words.put(f"hall.paper.{name}", {}) for name in ("points", "wins", "games")]
    rows = [
        (f"{row.rank}.", paper.named(row.name), [row.points, str(row.wins), str(row.games)])
        for row in _played(table)
    ]
    paper.table(heads, rows)
    breaks = [words.put(f"hall.points.{name}", {}, inside=True) for name in table.breaks]
    if breaks:
        paper.gap(10)
        paper.paragraph(words.put("hall.paper.ties", {"breaks": "; ".join(breaks)}), 9, FAINT)
    return paper.done()


def certificates_pdf(
    night: Night, table: Standings, words: Words, people: Iterable[str] | None = None
) -> bytes:
    """Return one page for each person who played, or for some of them."""
    chosen = None if people is None else set(people)
    played = _played(table)
    paper = PaperCanvas("", "", wide=True)
    for number, row in enumerate(row for row in played if chosen is None or row.person in chosen):
        if number:
            paper.turn()
        values = {"name": isolated(paper.named(row.name)), "rank": row.rank,
                  "people": len(played), "points": row.points}  # fmt: skip
        paper.certificate(
            words.put("hall.paper.certificate", {}), paper.named(row.name),
            words.put("hall.paper.placed", values), night.plan.name, _date(night, words),
        )  # fmt: skip
    return paper.done()


def _played(table: Standings) -> list[Row]:
    """Return the people who have played; others on the list have no rank."""
    return [row for row in table.rows if row.games]


def _name(night: Night, who: str, paper: PaperCanvas) -> str:
    """Return a person's name, for a line with other words in it."""
    known = night.people.get(who)
    return isolated(paper.named(known.name)) if known else "–"


def _place(night: Night, table: Sitting, words: Words) -> str:
    return words.put("hall.paper.table", {"place": night.place(table.box)})


def _below(night: Night, words: Words) -> str:
    """Return the name of the night and its day."""
    name = isolated(night.plan.name) if night.plan.name else ""
    return " · ".join(filter(None, (name, _date(night, words))))


def _date(night: Night, words: Words) -> str:
    """Return the day of the night by the hall's own clock; empty before anything was done."""
    if not night.latest:
        return ""
    day = datetime.fromtimestamp(night.latest - LATE_HOURS * 3600, UTC).astimezone()
    month = words.texts[f"house.date.m{day.month}"]
    return words.put("hall.paper.date", {"day": day.day, "month": month, "year": str(day.year)})
