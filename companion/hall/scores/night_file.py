"""One night as a signed file: what is published of it, and what a season adds up.

People are in it by season number, with as much of their name as they chose. Needs, notes, reasons
of penalties and who entered what stay behind. A file of another hall is foreign: it is read under
limits.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from companion.core.decode import convert
from companion.hall import season_number
from companion.hall.errors import HallError
from companion.hall.night.fold import announced
from companion.hall.night.state import CONFIRMED, REPORTED, Night, day_of, key
from companion.hall.people import LONGEST, heard, tidy
from companion.hall.records import FIRST, FULL, INITIALS, NAMELESS, Person
from companion.journal import Entry
from companion.journal.signatures import is_signed, mark_of_key

from .standings import standings

FORMAT, VERSION = "pharaohs-table.night", 1
MOST_BYTES = 8_000_000
MOST_PEOPLE, MOST_ROUNDS, MOST_TABLES, MOST_SEATS = 10_000, 200, 5_000, 20
NIGHT = re.compile(r"[0-9a-f]{4,64}")
DAY = re.compile(r"(\d{4}-\d\d-\d\d)?")
POINTS = re.compile(r"-?\d{1,6}(\.\d{1,3})?")


class BadNightFile(HallError):
    """A file that isn't a night, was changed, or is too large."""


class PublishedPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: str
    name: str
    """As much as the person chose; may be empty."""


class PublishedPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    person: str
    """A season number."""
    place: int
    score: float | None = None


class PublishedTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    place: str
    game: str
    """What the game is called."""
    people: tuple[str, ...]
    places: tuple[PublishedPlace, ...] = ()
    """Empty where no result came."""


class PublishedRound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: int
    tables: tuple[PublishedTable, ...]


class PublishedRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rank: int
    person: str
    points: str
    games: int
    wins: int


class NightFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What everybody may know of a night."""

    format: str = FORMAT
    version: int = VERSION
    night: str
    name: str
    venue: str = ""
    day: str
    people: tuple[PublishedPerson, ...]
    rounds: tuple[PublishedRound, ...]
    standings: tuple[PublishedRow, ...]
    scheme: str
    breaks: tuple[str, ...]
    final: bool
    """Whether every result was confirmed."""
    entries: int = 0
    """Entries of the night's journal, and the hash of the last one: its chain can be compared."""
    head: str = ""


class SignedNight(msgspec.Struct, frozen=True):
    """A night, and who signed it."""

    night: NightFile
    key: str

    @property
    def mark(self) -> str:
        return mark_of_key(self.key)


class Signer(Protocol):
    """A key that signs, and gives people pseudonyms."""

    @property
    def public(self) -> str: ...
    def sign(self, body: dict[str, Any]) -> str: ...
    def pseudonym(self, text: str) -> bytes: ...


def numbers_of(night: Night, name: str, signer: Signer) -> dict[str, str]:
    """Return everybody's season number: the one they brought, or the one of their name here.
    Whoever has no name any more has one that leads to no other night."""
    brought = {who: one.number for who, one in night.people.items() if one.number}
    found: dict[str, str] = {}
    taken = set(brought.values())
    for who, person in night.people.items():
        words = " ".join(sorted(heard(person.name).replace(",", " ").split()))
        told = f"name {words}" if who not in night.forgotten else f"nobody {name} {who}"
        number = brought.get(who) or season_number.spelled(signer.pseudonym(told))
        if number in taken and who not in brought:  # somebody else has brought this one
            number = season_number.spelled(signer.pseudonym(f"twin {name} {who}"))
        taken.add(number)
        found[who] = number
    return found


def shown_name(person: Person, otherwise: str = INITIALS) -> str:
    """Return as much of a name as its person chose to have published.

    >>> [shown_name(Person("p1", "Ben Okafor", shown=how)) for how in ("full", "first", "initials")]
    ['Ben Okafor', 'Ben', 'B. O.']
    """
    how, words = person.shown or otherwise, person.name.split()
    if how == FULL:
        return person.name
    lettered = [word for word in words if _letters(word)]
    if how == NAMELESS or not lettered:
        return ""
    if how == FIRST:
        return lettered[0]
    return " ".join(f"{_letters(word)[0]}." for word in lettered[:4])


def _letters(word: str) -> str:
    return "".join(sign for sign in word if unicodedata.category(sign)[0] == "L")


def night_file(
    night: Night,
    name: str,
    entries: tuple[Entry, ...],
    signer: Signer,
    called: Callable[[str], str],
) -> NightFile:
    """Return what is published of a night: of results, what screens show; *called* names games."""
    night = announced(night)
    numbers, table = numbers_of(night, name, signer), standings(night)
    played = [row for row in table.rows if row.games]
    there = {who for each in night.published for sat in each.tables for who in sat.people}
    there |= {row.person for row in played}
    day = day_of(night)
    return NightFile(
        night=name,
        name=night.plan.name,
        venue=night.plan.venue,
        day=day.isoformat() if day else "",
        people=tuple(
            PublishedPerson(
                numbers[who], "" if who in night.forgotten else shown_name(one, night.plan.shown)
            )
            for who, one in night.people.items() if who in there
        ),
        rounds=tuple(
            PublishedRound(each.number, tuple(
                PublishedTable(
                    night.place(sat.box), called(sat.game), tuple(numbers[w] for w in sat.people),
                    _places(night, key(each.number, sat.box), numbers),
                )
                for sat in each.tables
            ))
            for each in night.published[: night.started]
        ),
        standings=tuple(
            PublishedRow(row.rank, numbers[row.person], row.points, row.games, row.wins)
            for row in played
        ),
        scheme=table.scheme,
        breaks=table.breaks,
        final=table.final,
        entries=len(entries),
        head=entries[-1].chain if entries else "",
    )  # fmt: skip


def _places(night: Night, task: str, numbers: dict[str, str]) -> tuple[PublishedPlace, ...]:
    known = night.results.get(task)
    if known is None or known.status not in (CONFIRMED, REPORTED):
        return ()
    ranked = sorted(known.result.places, key=lambda one: one.place)
    return tuple(PublishedPlace(numbers[one.person], one.place, one.score) for one in ranked)


def signed(night: NightFile, signer: Signer) -> bytes:
    """Write a night as a signed file; the same night gives the same bytes."""
    body = msgspec.to_builtins(night)
    whole = {"night": body, "key": signer.public, "signature": signer.sign(body)}
    return (json.dumps(whole, sort_keys=True, ensure_ascii=False, indent=1) + "\n").encode()


def read_signed(data: bytes) -> SignedNight:
    """Read a night of any hall; raise BadNightFile if it isn't one, or isn't as it was signed."""
    if len(data) > MOST_BYTES:
        raise BadNightFile("file.too_big", most=MOST_BYTES // 1_000_000)
    try:
        whole = msgspec.json.decode(data)
        body, public, signature = whole["night"], whole["key"], whole["signature"]
        plain = isinstance(body, dict) and isinstance(public, str) and isinstance(signature, str)
    except (msgspec.DecodeError, ValueError, LookupError, TypeError, RecursionError) as wrong:
        raise BadNightFile("file.not_a_night") from wrong
    if not plain or body.get("format") != FORMAT:
        raise BadNightFile("file.not_a_night")
    if body.get("version") != VERSION:
        raise BadNightFile("file.newer")
    if not is_signed(body, public, signature):
        raise BadNightFile("file.changed")
    try:
        night = convert(body, NightFile)
    except (msgspec.ValidationError, RecursionError) as wrong:
        raise BadNightFile("file.not_a_night") from wrong
    if not _is_sound(night):
        raise BadNightFile("file.not_a_night")
    return SignedNight(_tidied(night), public)


def _is_sound(night: NightFile) -> bool:
    """Check what a file says against itself, and that nothing in it has no end."""
    numbers = {one.number for one in night.people}
    tables = [table for each in night.rounds for table in each.tables]
    return (
        len(night.people) <= MOST_PEOPLE
        and len(numbers) == len(night.people)
        and all(season_number.read(number) == number for number in numbers)
        and len(night.rounds) <= MOST_ROUNDS
        and len(tables) <= MOST_TABLES * max(1, len(night.rounds))
        and all(_is_sound_table(table, numbers) for table in tables)
        and len({row.person for row in night.standings}) == len(night.standings)
        and all(_is_sound_row(row, numbers) for row in night.standings)
        and NIGHT.fullmatch(night.night) is not None
        and DAY.fullmatch(night.day) is not None
        and len(night.breaks) <= MOST_SEATS
        and all(len(text) <= LONGEST for text in (night.scheme, *night.breaks))
    )


def _is_sound_table(table: PublishedTable, numbers: set[str]) -> bool:
    people = {*table.people, *(one.person for one in table.places)}
    return len(table.people) <= MOST_SEATS and len(table.places) <= MOST_SEATS and people <= numbers


def _is_sound_row(row: PublishedRow, numbers: set[str]) -> bool:
    counted = 1 <= row.rank <= MOST_PEOPLE and 0 <= row.wins <= row.games <= MOST_ROUNDS
    return counted and row.person in numbers and POINTS.fullmatch(row.points) is not None


def _tidied(night: NightFile) -> NightFile:
    """Return a foreign night with names as we would have taken them ourselves."""
    people = tuple(PublishedPerson(one.number, tidy(one.name)[:LONGEST]) for one in night.people)
    named = {"name": tidy(night.name)[:LONGEST], "venue": tidy(night.venue)[:LONGEST]}
    return msgspec.structs.replace(night, **named, people=people)
