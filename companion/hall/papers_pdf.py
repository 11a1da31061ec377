"""Papers of a night as PDF, printed without scaling. Nothing private is on any of them.

The same night in the same language gives the same bytes.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from types import MappingProxyType

from companion.hall.night.state import Night, day_of
from companion.hall.records import Round, Sitting
from companion.hall.scores.standings import Gain, Row, Standings
from companion.util.printed_text import isolated
from companion.words import Words

from .paper_canvas import FAINT, GOLD, PaperCanvas

Called = Callable[[str], str]


def seating_pdf(night: Night, each: Round, words: Words, called: Called = str) -> bytes:
    """Print who sits where in one round: by table, then by name. *called* names a game."""
    paper = PaperCanvas(
        words.put("hall.paper.seating", {"round": each.number}), _below(night, words),
        lang=words.language,
    )  # fmt: skip
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


STROKED = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ħ": "h", "æ": "ae", "œ": "oe", "ı": "i"})
"""Letters with a stroke, and joined ones: no table takes these apart, and people look under L."""


def _plain(name: str) -> str:
    """Return a name as a list is sorted by it: accents, capitals and pictures count for nothing."""
    letters = unicodedata.normalize("NFKD", name.casefold().translate(STROKED))
    return "".join(sign for sign in letters if sign.isalnum() or sign.isspace()).strip()


def cards_pdf(
    night: Night, each: Round, words: Words, link: Callable[[str], str], called: Called = str
) -> bytes:
    """Print a place card for each seat, with a code for the table's page (*link* by box), if phones
    can reach it."""
    paper = PaperCanvas("", "", lang=words.language)
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
    paper = PaperCanvas(
        words.put("hall.paper.standings", {}), _below(night, words), lang=words.language
    )
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
    night: Night,
    table: Standings,
    words: Words,
    people: Iterable[str] | None = None,
    numbers: Mapping[str, str] = MappingProxyType({}),
) -> bytes:
    """Return one page for each person who played, or for some of them, with their season numbers
    where they are given."""
    chosen = None if people is None else set(people)
    played = _played(table)
    paper = PaperCanvas("", "", wide=True, lang=words.language)
    for number, row in enumerate(row for row in played if chosen is None or row.person in chosen):
        if number:
            paper.turn()
        values = {"name": isolated(paper.named(row.name)), "rank": row.rank,
                  "people": len(played), "points": row.points}  # fmt: skip
        paper.certificate(
            words.put("hall.paper.certificate", {}), paper.named(row.name),
            words.put("hall.paper.placed", values), night.plan.name, _where_and_when(night, words),
            words.put("hall.paper.number", {"number": numbers[row.person]}) if numbers else "",
        )  # fmt: skip
    return paper.done()


COLUMNS, COLUMN = 6, 82.0
"""Rounds that fit beside a name on a wide page, and how wide each is."""


def crosstable_pdf(night: Night, table: Standings, words: Words) -> bytes:
    """Print everybody's way through the night: for each round the table, the place, the points."""
    title = words.put("hall.paper.crosstable", {})
    paper = PaperCanvas(title, _below(night, words), wide=True, lang=words.language)
    paper.paragraph(words.put("hall.paper.crosstable_about", {}), 9, FAINT)
    rounds = [each.number for each in night.published[: night.started]]
    for start in range(0, max(1, len(rounds)), COLUMNS):
        if start:
            paper.turn()
        here = rounds[start : start + COLUMNS]
        heads = [words.put("hall.paper.round", {"number": number}) for number in here]
        rows = [
            (f"{row.rank}.", paper.named(row.name),
             [*(_cell(night, row, number) for number in here), row.points])
            for row in _played(table)
        ]  # fmt: skip
        paper.table([*heads, words.put("hall.paper.points", {})], rows, COLUMN)
    return paper.done()


def _cell(night: Night, row: Row, number: int) -> str:
    """Return what somebody did in a round; a dash for nothing."""
    gains = [one for one in row.gains if one.round == number]
    return ", ".join(_gained(night, one) for one in gains) or "–"


def _gained(night: Night, gain: Gain) -> str:
    if not gain.place:  # a round without a game of one's own
        return f"– · {gain.points}"
    return f"{night.place(gain.box)} · {gain.place}. · {gain.points}"


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
    """Return the name of the night, where it takes place, and its day."""
    told = [isolated(text) for text in (night.plan.name, night.plan.venue) if text]
    return " · ".join(filter(None, (*told, _date(night, words))))


def _where_and_when(night: Night, words: Words) -> str:
    where = isolated(night.plan.venue) if night.plan.venue else ""
    return " · ".join(filter(None, (where, _date(night, words))))


def _date(night: Night, words: Words) -> str:
    """Return the day of the night in words; empty before anything was done."""
    day = day_of(night)
    return written_day(day, words) if day else ""


def written_day(day: date, words: Words) -> str:
    month = words.texts[f"house.date.m{day.month}"]
    return words.put("hall.paper.date", {"day": day.day, "month": month, "year": str(day.year)})
