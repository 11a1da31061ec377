"""Which facts of a box are asked, and how an answer changes the file.

What is asked stands in ``rooms/<room>_box.toml``: each fact with the place of its mark (assumed or
not), the picture that goes with it, and its fields. A fact with *each* is asked of every entry of a
list. Nothing here knows a room.
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from companion.core.decode import convert
from companion.core.errors import TableError
from companion.core.sources import (
    AN_OWNER,
    GUESS,
    LEVELS,
    OWNER,
    PUBLISHED,
    is_guess,
    leaves,
    level_of,
    place_of,
    settle,
    settle_entry,
    source_at,
    weakest,
)

MOST_TEXT, MOST_LIST = 40, 120
TITLE = ("name",)
"""The name of the game is no fact of the box."""
Path = tuple[str | int, ...]


class BadFact(TableError, ValueError):
    """An answer that fits no question, or is of another kind."""

    def __init__(self, key: str) -> None:
        super().__init__(f"workshop.box.bad.{key}")


class FieldAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One field: where its value is, of what kind, and where its choices come from."""

    path: str
    kind: str
    choices: tuple[str, ...] = ()
    among: str = ""
    """The path of a list the choices are taken from."""
    renames: bool = False
    """Whether a changed name is changed wherever else the file uses it."""
    name: str = ""


class FactAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One question, or one for every entry of a list."""

    id: str
    fields: tuple[FieldAsked, ...]
    each: str = ""
    named: tuple[str, ...] = ()
    """The fields of an entry that tell it from the others."""
    picture: str = ""
    """The drawn part that shows it; with *each*, the piece of the same number."""
    piece: int = -1
    """The one piece of it that is shown, where one is enough; else one of every look."""
    pieces: str = ""
    """The list in an entry that has one for each piece of the picture."""
    grows: str = ""
    """How a new entry is called where the list may grow: its id begins like this."""
    expected: int = 0
    """How many the rulebook counts."""
    wrong: tuple[str, ...] = ()
    """The contradictions that are put right here, by the end of their keys; after a colon, of what
    kind: ``no_column:curse``."""


class Input(msgspec.Struct, frozen=True):
    """A field as it is asked: its label, its kind, its value, and what it may be."""

    name: str
    kind: str
    value: Any
    choices: tuple[str, ...] = ()


class BoxFact(msgspec.Struct, frozen=True):
    """One question about a box."""

    id: str
    group: str
    name: str
    level: str
    """How well it is known: ``rulebook``, ``owner``, ``published`` or ``guess``."""
    where: str
    """Where it is stated: a clause, an address, whose word it is."""
    inputs: tuple[Input, ...]
    picture: str = ""
    number: int = -1
    """Which piece of the picture it is; -1 for all of them."""
    count: int = 1
    """How many pieces of the picture it is about, from that one on."""
    grows: bool = False


class FactQuestion:
    """The questions of one room."""

    def __init__(self, asked: tuple[FactAsked, ...] = ()) -> None:
        self.asked = asked

    def facts(self, data: Mapping[str, Any]) -> tuple[BoxFact, ...]:
        """Return every question with what the file says now."""
        return tuple(fact for asked in self.asked for fact in self._facts(asked, data))

    def counted(self, data: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
        """Return how many things a list has, and how many the rulebook counts."""
        return {
            asked.id: (_count(asked, data), asked.expected)
            for asked in self.asked
            if asked.expected
        }

    def stated(self, data: Mapping[str, Any]) -> dict[str, str]:
        """Return the facts nobody is asked about, by their place, with their sources."""
        asked = {place for one in self.asked for place in _places(one, data)}
        return {
            ".".join(map(str, path)): source_at(data, path)
            for path in leaves(data)
            if path != TITLE and not any(path[:n] in asked for n in range(1, len(path) + 1))
        }

    def levels(self, data: Mapping[str, Any]) -> dict[str, int]:
        """Count how many facts of a box are known how well."""
        told = [fact.level for fact in self.facts(data)]
        told += map(level_of, self.stated(data).values())
        return {level: told.count(level) for level in LEVELS}

    def answered(
        self, data: Mapping[str, Any], fact: str, values: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Put an answer into the file; what was assumed is confirmed by it."""
        fresh = copy.deepcopy(dict(data))
        asked, at = self._place(fresh, fact)
        for field in asked.fields:
            name = label_of(field)
            if name in values:
                _answer(fresh, at, field, values[name])
        _confirm(fresh, at, asked)
        if set(values) - {label_of(field) for field in asked.fields}:
            raise BadFact("unknown_field")
        return fresh

    def merged(
        self, ours: Mapping[str, Any], theirs: Mapping[str, Any]
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Take what another owner knows and we only guess; return where both know and differ, too.

        What differs is told by question, with the other owner's values.
        """
        fresh, differ = copy.deepcopy(dict(ours)), dict[str, dict[str, Any]]()
        for asked in self.asked:
            if asked.grows:
                _merge_list(asked, fresh, theirs)
            else:
                _merge_each(asked, fresh, theirs, differ)
        return fresh, differ

    def confirmed(self, data: Mapping[str, Any], group: str) -> dict[str, Any]:
        """Confirm everything in a group of the file."""
        fresh = copy.deepcopy(dict(data))
        asked = self._group(group)
        for at in entries_of(asked, fresh):
            _confirm(fresh, at, asked)
        return fresh

    def grown(self, data: Mapping[str, Any], fact: str) -> dict[str, Any]:
        """Add an entry to the file, like the one that was asked about."""
        fresh = copy.deepcopy(dict(data))
        asked, at = self._place(fresh, fact)
        if not asked.grows:
            raise BadFact("unknown_fact")
        entries = value_at(fresh, at[:-1])
        if len(entries) >= MOST_LIST:
            raise BadFact("too_many")
        more = copy.deepcopy(entries[at[-1]])
        _rename_entry(more, asked, entries)
        entries.insert(int(at[-1]) + 1, more)
        return fresh

    def shrunk(self, data: Mapping[str, Any], fact: str) -> dict[str, Any]:
        """Remove an entry from the file."""
        fresh = copy.deepcopy(dict(data))
        asked, at = self._place(fresh, fact)
        if not asked.grows:
            raise BadFact("unknown_fact")
        del value_at(fresh, at[:-1])[at[-1]]
        return fresh

    def _group(self, group: str) -> FactAsked:
        for asked in self.asked:
            if asked.id == group:
                return asked
        raise BadFact("unknown_fact")

    def _place(self, data: Mapping[str, Any], fact: str) -> tuple[FactAsked, Path]:
        group, _, number = fact.partition(":")
        asked = self._group(group)
        if not asked.each:
            return asked, ()
        for n, at in enumerate(entries_of(asked, data)):
            if str(n) == number:
                return asked, at
        raise BadFact("unknown_fact")

    def _facts(self, asked: FactAsked, data: Mapping[str, Any]) -> Iterator[BoxFact]:
        first = 0
        for number, at in enumerate(entries_of(asked, data)):
            entry, source = value_at(data, at), weakest(sources_of(asked, data, at))
            yield BoxFact(
                id=f"{asked.id}:{number}" if asked.each else asked.id,
                group=asked.id,
                name=" ".join(_called(entry.get(name, "")) for name in asked.named),
                level=level_of(source),
                where=place_of(source),
                inputs=tuple(input_of(data, at, field, asked) for field in asked.fields),
                picture=asked.picture,
                number=first if asked.each else asked.piece,
                count=len(entry[asked.pieces]) if asked.pieces else 1,
                grows=bool(asked.grows),
            )
            first += len(entry[asked.pieces]) if asked.pieces else _things(asked, entry)


@cache
def asking_of(room: str) -> FactQuestion:
    """Return the questions of a room; a room without any is played with the box it comes with."""
    file = resources.files("companion.rooms").joinpath(f"{room}_box.toml")
    if not file.is_file():
        return FactQuestion()
    data = tomllib.loads(file.read_text("utf-8"))
    return FactQuestion(convert(data["facts"], tuple[FactAsked, ...]))


def entries_of(asked: FactAsked, data: Mapping[str, Any]) -> Iterator[Path]:
    """Yield where the entries of a fact are; ``layers.*.cards`` goes through every layer."""
    if not asked.each:
        yield ()
        return
    lists: list[Path] = [()]
    for part in asked.each.split("."):
        if part == "*":
            lists = [(*at, n) for at in lists for n in range(len(value_at(data, at)))]
        else:
            lists = [(*at, part) for at in lists]
    for at in lists:
        yield from ((*at, n) for n in range(len(value_at(data, at))))


def value_at(data: Any, at: Path) -> Any:
    """Return what a file has at a place."""
    for part in at:
        data = data[part]
    return data


def _split(at: Path, path: str) -> Path:
    return (*at, *path.split("."))


def label_of(field: FieldAsked) -> str:
    """Return what a field is called in words and answers."""
    return field.name or field.path.rpartition(".")[2]


def _found(data: Mapping[str, Any], at: Path, otherwise: Any = None) -> Any:
    try:
        return value_at(data, at)
    except (KeyError, IndexError, TypeError):
        return otherwise


def _confirm(data: dict[str, Any], at: Path, asked: FactAsked, source: str = OWNER) -> None:
    """Make what a question asks the owner's word; of an entry of a list, all of it."""
    if asked.each:
        settle_entry(value_at(data, at), source)
    else:
        settle(data, [_split(at, field.path) for field in asked.fields], source)


def _merge_list(asked: FactAsked, ours: dict[str, Any], theirs: Mapping[str, Any]) -> None:
    """Take another owner's list where all of ours is a guess, or what it confirms of ours."""
    mine = [value_at(ours, at) for at in entries_of(asked, ours)]
    every = [value_at(theirs, at) for at in entries_of(asked, theirs)]
    known = [one for one in every if not is_guess(one)]
    if known == every and all(map(is_guess, mine)):
        ours[asked.each] = [copy.deepcopy(dict(one)) for one in known]
        for entry in ours[asked.each]:
            settle_entry(entry, AN_OWNER)
        return
    left = [_shows(asked, one) for one in known]
    for entry in filter(is_guess, mine):
        if (shown := _shows(asked, entry)) in left:
            left.remove(shown)
            settle_entry(entry, AN_OWNER)


def _shows(asked: FactAsked, entry: Mapping[str, Any]) -> list[Any]:
    """Return what an entry says, whatever it is called."""
    values = ((field, entry.get(field.path)) for field in asked.fields)
    return [len(one or ()) if field.kind == "count" else one for field, one in values]


def _merge_each(
    asked: FactAsked,
    ours: dict[str, Any],
    theirs: Mapping[str, Any],
    differ: dict[str, dict[str, Any]],
) -> None:
    """Take the answers to one question, entry by entry."""
    places = list(entries_of(asked, ours))
    if places != list(entries_of(asked, theirs)):
        return
    for number, at in enumerate(places):
        if level_of(weakest(sources_of(asked, theirs, at))) not in (OWNER, PUBLISHED):
            continue
        values, mine = (
            {field.path: _found(data, _split(at, field.path)) for field in asked.fields}
            for data in (theirs, ours)
        )
        if level_of(weakest(sources_of(asked, ours, at))) == GUESS:
            for path, value in values.items():
                place = _split(at, path)
                value_at(ours, place[:-1])[place[-1]] = copy.deepcopy(value)
            _confirm(ours, at, asked, AN_OWNER)
        elif values != mine:
            fact = f"{asked.id}:{number}" if asked.each else asked.id
            differ[fact] = {label_of(field): values[field.path] for field in asked.fields}


def _places(asked: FactAsked, data: Mapping[str, Any]) -> Iterator[Path]:
    """Yield every place of the file that belongs to a question."""
    for at in entries_of(asked, data):
        if at:
            yield at
        else:
            yield from (_split(at, field.path) for field in asked.fields)


def sources_of(asked: FactAsked, data: Mapping[str, Any], at: Path) -> list[str]:
    """Return the sources of all that a question asks."""
    return [source_at(data, _split(at, field.path)) for field in asked.fields]


def input_of(data: Mapping[str, Any], at: Path, field: FieldAsked, asked: FactAsked) -> Input:
    """Return a field as it is asked about the entry at a place."""
    value = _found(data, _split(at, field.path))
    if field.kind == "count":
        value = len(value or ())
    if field.kind == "flag":
        value = bool(value)
    among = _found(data, tuple(field.among.split(".")), ()) if field.among else field.choices
    if field.kind == "called":
        every = (_found(data, _split(one, field.path)) for one in entries_of(asked, data))
        among = tuple(dict.fromkeys(every))
    return Input(label_of(field), field.kind, value if value is not None else [], tuple(among))


def _count(asked: FactAsked, data: Mapping[str, Any]) -> int:
    return sum(_things(asked, value_at(data, at)) for at in entries_of(asked, data))


def _things(asked: FactAsked, entry: Mapping[str, Any]) -> int:
    """Return how many pieces an entry stands for."""
    counts = [field for field in asked.fields if field.kind == "count"]
    return len(entry[counts[0].path]) if counts else 1


def _called(name: Any) -> str:
    """Return what tells an entry apart: a word, or the first and the last of several."""
    if not isinstance(name, list):
        return str(name)
    return str(name[0]) if len(name) == 1 else f"{name[0]}–{name[-1]}"


def _answer(data: dict[str, Any], at: Path, field: FieldAsked, value: Any) -> None:
    place = _split(at, field.path)
    before = _found(data, place)
    kept = _KINDS[field.kind](value, before)
    if field.kind == "count":
        kept = _ids(data, at, field, int(kept))
    if field.renames:
        _rename(data, before or [], kept)
    if field.kind in ("list", "names") and not kept and before is None:
        return
    value_at(data, place[:-1])[place[-1]] = kept


def kept_value(field: FieldAsked, value: Any) -> Any:
    """Return an answer as the file has it; one of another kind is refused."""
    return _KINDS[field.kind](value, None)


def _rename(data: Any, before: list[str], after: list[str]) -> None:
    """Apply changed names wherever they are used, if none came or went."""
    if len(before) != len(after):
        return
    _renamed(data, {old: new for old, new in zip(before, after, strict=True) if old != new})


def _renamed(data: Any, names: Mapping[str, str]) -> Any:
    if isinstance(data, str):
        stem, _, side = data.rpartition("_")
        return names.get(data, f"{names[stem]}_{side}" if stem in names else data)
    if isinstance(data, list):
        data[:] = [_renamed(one, names) for one in data]
    elif isinstance(data, dict):
        changed = {names.get(key, key): _renamed(one, names) for key, one in data.items()}
        data.clear()
        data.update(changed)
    return data


def _ids(data: dict[str, Any], at: Path, field: FieldAsked, count: int) -> list[str]:
    """That many ids, none of which another entry has."""
    entries = value_at(data, at[:-1])
    own = list(value_at(data, _split(at, field.path)))
    others = {name for n, one in enumerate(entries) if n != at[-1] for name in one[field.path]}
    free = (name for n in range(1, 1000) if (name := f"T{n:02}") not in others and name not in own)
    return [*own[:count], *(next(free) for _ in range(count - len(own)))]


def _rename_entry(entry: dict[str, Any], asked: FactAsked, entries: list[Any]) -> None:
    """Give a new entry an id of its own, where entries have any."""
    if "ids" in entry:
        entry["ids"] = [free_name(asked.grows, {name for one in entries for name in one["ids"]})]
    elif "id" in entry:
        entry["id"] = free_name(asked.grows, {one["id"] for one in entries})


def free_name(begin: str, used: set[str]) -> str:
    """Return a name nothing else has."""
    return next(name for n in range(1, 1000) if (name := f"{begin}{n:02}") not in used)


def _number(value: Any, before: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e6:
        raise BadFact("number")
    if isinstance(before, float):
        return float(value)
    if value != int(value):
        raise BadFact("whole")
    return int(value)


def _numbers(value: Any, before: Any) -> list[Any]:
    wanted = before if isinstance(before, list) else []
    if not isinstance(value, list) or len(value) != len(wanted):
        raise BadFact("number")
    return [_number(one, old) for one, old in zip(value, wanted, strict=True)]


def _text(value: Any, before: Any = None) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= MOST_TEXT or not value.isprintable():
        raise BadFact("text")
    return value.strip()


def _name(value: Any, before: Any = None) -> str:
    """Write a name as the box file does: words joined by underscores."""
    return "_".join(_text(value).split())


def _names(value: Any, before: Any) -> list[str]:
    return [_text(one) for one in _listed(value)]


def _listed(value: Any) -> list[Any]:
    if not isinstance(value, list) or len(value) > MOST_LIST:
        raise BadFact("list")
    return value


def _values(value: Any, before: Any) -> list[Any]:
    """Whole numbers, and letters where a die shows one."""
    return [_text(one) if isinstance(one, str) else _number(one, 0) for one in _listed(value)]


def _pairs(value: Any, before: Any) -> list[list[int]]:
    pairs = [_listed(one) for one in _listed(value)]
    if any(len(pair) != 2 for pair in pairs):
        raise BadFact("list")
    return [[_number(one, 0) for one in pair] for pair in pairs]


def _rows(value: Any, before: Any) -> list[list[str]]:
    return [_names(row, before) for row in _listed(value)]


def _groups(value: Any, before: Any) -> dict[str, list[int]]:
    if not isinstance(value, dict) or len(value) > MOST_LIST:
        raise BadFact("list")
    return {_text(name): _values(each, None) for name, each in value.items()}


def _flag(value: Any, before: Any) -> bool:
    if not isinstance(value, bool):
        raise BadFact("flag")
    return value


def _counted(value: Any, before: Any) -> int:
    count: int = _number(value, 0)
    if not 0 < count <= MOST_LIST:
        raise BadFact("number")
    return count


_KINDS: Mapping[str, Any] = {
    "number": _number,
    "numbers": _numbers,
    "place": _numbers,
    "text": _text,
    "called": _name,
    "colour": _text,
    "choice": _text,
    "names": _names,
    "list": _names,
    "cells": _names,
    "values": _values,
    "squares": _values,
    "pairs": _pairs,
    "faces": _rows,
    "groups": _groups,
    "flag": _flag,
    "count": _counted,
}
"""What each kind of field takes, beside what stands there now."""
