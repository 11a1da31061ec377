"""Reading a list of people: pasted or from a file, whatever wrote it.

Every line that was not taken is reported with its number and the reason. Nothing is lost
silently, and nobody is entered twice.
"""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterable, Iterator

import msgspec

from companion.core.verdict import Saying
from companion.hall.errors import BadList
from companion.hall.records import Person

from . import season_number

MOST_ROWS, LONGEST = 10_000, 60
MOST_BYTES = 4_000_000
HEADS = {
    "name": {"name", "nom", "nombre", "nome", "naam", "player", "spieler", "person", "teilnehmer"},
    "first": {"first name", "vorname", "prénom", "nombre de pila", "voornaam", "firstname"},
    "last": {"last name", "surname", "nachname", "familienname", "apellido", "cognome",
             "achternaam", "lastname"},
    "needs": {"needs", "need", "bedarf", "besoins", "necesidades", "esigenze", "behoeften"},
    "note": {"note", "notes", "notiz", "nota", "remarque", "notitie"},
    "number": {"season number", "saisonnummer", "numéro de saison", "número de temporada",
               "numero di stagione", "seizoensnummer"},
    "language": {"language", "sprache", "langue", "idioma", "lingua", "taal"},
}  # fmt: skip
"""What the columns of a list may be called, in six languages."""
NEEDS = ("quiet", "step_free", "screen", "light")


class Skipped(msgspec.Struct, frozen=True):
    """A line that was not taken, with the reason."""

    line: int
    text: str
    why: Saying


class ReadList(msgspec.Struct, frozen=True):
    """What a list brought: new people, and what was left out."""

    people: tuple[Person, ...]
    skipped: tuple[Skipped, ...]
    encoding: str = "utf-8"


def read_people(
    data: bytes | str, known: Iterable[Person] = (), used_ids: Iterable[str] = ()
) -> ReadList:
    """Read people from CSV or one name per line. *Known* people are duplicates; *used_ids* are
    given to nobody again."""
    known = list(known)
    text, encoding = (data, "text") if isinstance(data, str) else decoded(data)
    rows = list(_rows(text))
    if len(rows) > MOST_ROWS:
        raise BadList("list_too_long", count=len(rows), most=MOST_ROWS)
    columns = _columns(rows[0][1]) if rows else {}
    if columns:
        rows = rows[1:]
    taken = {heard(person.name): person.name for person in known}
    used = {*used_ids, *(person.id for person in known)}
    numbers = {person.number for person in known if person.number}
    people: list[Person] = []
    skipped: list[Skipped] = []
    for line, cells in rows:
        name = _name(cells, columns)
        number, wrong = _number(cells, columns, numbers)
        why = _why_not(name, taken) or wrong
        if why is not None:
            if any(cell.strip() for cell in cells):
                skipped.append(Skipped(line, name[:LONGEST], why))
            continue
        taken[heard(name)] = name
        person = _person(name, cells, columns, used, number)
        used.add(person.id)
        numbers.add(number)
        people.append(person)
    return ReadList(tuple(people), tuple(skipped), encoding)


def decoded(data: bytes) -> tuple[str, str]:
    """Decode bytes and name the encoding: UTF-8, UTF-16 with a mark, or old Windows."""
    if len(data) > MOST_BYTES:
        raise BadList("list_too_big", most=MOST_BYTES // 1_000_000)
    marks = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"))
    for mark, name in marks:
        if data.startswith(mark):
            return _strict(data, name), name
    if data[:400].count(0) > len(data[:400]) // 4:
        wide = "utf-16-le" if data[1:2] == b"\0" else "utf-16-be"
        return _strict(data, wide), wide
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace"), "cp1252"


def _strict(data: bytes, name: str) -> str:
    try:
        return data.decode(name)
    except UnicodeDecodeError as wrong:
        raise BadList("list_unreadable") from wrong


def heard(name: str) -> str:
    """Normalise a name for comparison, ignoring case, encoding of accents and spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def tidy(name: str) -> str:
    """Clean a name for display: one line, single spaces, nothing invisible."""
    plain = unicodedata.normalize("NFC", name)
    seen = "".join(" " if unicodedata.category(c) == "Zs" else c for c in plain)
    seen = "".join(c if unicodedata.category(c)[0] != "C" else " " for c in seen)
    return " ".join(seen.split())


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Split lines into columns, with their numbers."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    separator = _separator(text)
    if separator is None:
        yield from ((n, [line]) for n, line in enumerate(text.split("\n"), start=1))
        return
    reader = csv.reader(io.StringIO(text), delimiter=separator)
    try:
        for cells in reader:
            yield reader.line_num, cells
    except csv.Error as wrong:
        raise BadList("list_unreadable") from wrong


def _separator(text: str) -> str | None:
    """Detect the separator of columns; None for a plain list of names."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    found = max(";\t,", key=first.count)
    return found if first.count(found) else None


def _columns(cells: list[str]) -> dict[str, int]:
    """Read which column is which, if the first line says so."""
    found: dict[str, int] = {}
    for index, cell in enumerate(cells):
        word = heard(cell.strip().strip('"'))
        for column, names in HEADS.items():
            if word in names and column not in found:
                found[column] = index
    return found if {"name", "first", "last"} & found.keys() else {}


def _name(cells: list[str], columns: dict[str, int]) -> str:
    if "name" in columns and "last" not in columns:
        return tidy(_cell(cells, columns["name"]))
    if columns:
        parts = [_cell(cells, columns[c]) for c in ("first", "name", "last") if c in columns]
        return tidy(" ".join(parts))
    return tidy(cells[0]) if cells else ""


def _cell(cells: list[str], index: int) -> str:
    return cells[index] if index < len(cells) else ""


def _why_not(name: str, taken: dict[str, str]) -> Saying | None:
    if not name:
        return Saying("hall.list.blank")
    if len(name) > LONGEST:
        return Saying("hall.list.too_long", {"most": LONGEST})
    if heard(name) in taken:
        return Saying("hall.list.double", {"name": taken[heard(name)]})
    return None


def _number(
    cells: list[str], columns: dict[str, int], taken: set[str]
) -> tuple[str, Saying | None]:
    """Read the season number of a line, if it has one; or say what is wrong with it."""
    typed = _cell(cells, columns["number"]).strip() if "number" in columns else ""
    number = season_number.read(typed)
    if typed and not number:
        return "", Saying("hall.list.bad_number", {"number": typed[:LONGEST]})
    if number and number in taken:
        return "", Saying("hall.list.same_number", {"number": number})
    return number, None


def _person(
    name: str, cells: list[str], columns: dict[str, int], used: set[str], number: str
) -> Person:
    needs = _cell(cells, columns["needs"]) if "needs" in columns else ""
    asked = {heard(word).replace(" ", "_").replace("-", "_") for word in needs.split("/")}
    return Person(
        id=_new_id(len(used) + 1, used),
        name=name,
        needs=tuple(need for need in NEEDS if need in asked),
        note=tidy(_cell(cells, columns["note"])) if "note" in columns else "",
        language=_cell(cells, columns["language"]).strip()[:2] if "language" in columns else "",
        number=number,
    )


def _new_id(number: int, used: set[str]) -> str:
    while f"p{number}" in used:
        number += 1
    return f"p{number}"
