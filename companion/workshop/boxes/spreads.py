"""Fill a list of the box from pieces spread on a table: what is asked, and what is written.

Which lists can be filled is in ``rooms/<room>_box.toml``, ``[[spreads]]``. A picture is counted in
``calibration.teach.piece_groups``; here is what a person confirms of it, group by group, and the
box file that follows. Nothing here knows a room.
"""

from __future__ import annotations

import copy
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, Literal

import msgspec

from companion.core.decode import convert
from companion.core.errors import TableError
from companion.core.sources import OWNER, settle, settle_entry
from companion.rooms import room_of

from .questions import (
    BadFact,
    FactAsked,
    FactQuestion,
    FieldAsked,
    Input,
    asking_of,
    free_name,
    input_of,
    kept_value,
    label_of,
    value_at,
)

Values = Mapping[str, Any]
Part = tuple[str, str, int]
"""A list to fill: its name in addresses, the word for it, and how many pieces it has."""


class NotFilled(TableError, ValueError):
    """A picture that can't be counted, or an answer that fills no list."""


class SpreadAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A list that can be filled from a picture of its pieces."""

    fact: str
    """The question whose list it is."""
    kind: str
    """Which of the room's loose pieces it has."""
    into: Literal["entries", "kinds", "values", "tallies", "names"]
    """What a piece is in the file: an entry; one of an entry's ids; an entry of one of several
    lists; a number in an entry of its colour; or one of so many of each name."""


class FilledGroup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Windows that show one face, and what a person says it is."""

    windows: tuple[int, ...]
    values: dict[str, Any]


@cache
def spreads_of(room: str) -> tuple[SpreadAsked, ...]:
    """Return the lists of a room that can be filled from a picture."""
    file = resources.files("companion.rooms").joinpath(f"{room}_box.toml")
    if not file.is_file():
        return ()
    found = tomllib.loads(file.read_text("utf-8")).get("spreads", [])
    return convert(found, tuple[SpreadAsked, ...])


def parts_of(room: str, data: Mapping[str, Any]) -> Iterator[Part]:
    """Yield every list that can be filled."""
    for spread in spreads_of(room):
        asked = _asked(room, spread)
        if spread.into == "values":
            *outer, inner = asked.each.split(".*.")
            for number, one in enumerate(value_at(data, tuple(outer))):
                yield f"{asked.id}:{number}", str(one["name"]), len(one[inner])
        elif spread.into == "tallies":
            for kind, count in _tallied(asked, data).items():
                yield f"{asked.id}:{kind}", kind, count
        elif spread.into == "names":
            names, each = _paths(asked)
            yield asked.id, "", len(value_at(data, names)) * int(value_at(data, each))
        else:
            yield asked.id, "", asked.expected


def spread_of(room: str, part: str) -> SpreadAsked:
    """Return how the list of that name is filled."""
    for spread in spreads_of(room):
        if spread.fact == part.partition(":")[0]:
            return spread
    raise BadFact("unknown_fact")


def inputs_of(room: str, part: str, data: Mapping[str, Any], label: str = "") -> list[Input]:
    """Return what is asked about a group; *label* is what its face was taken for."""
    spread = spread_of(room, part)
    asked = _asked(room, spread)
    told = room_of(room).piece_facts(label) if label else {}
    if spread.into == "names":
        names = tuple(value_at(data, _paths(asked)[0]))
        return [Input("colour", "called", told.get("colour", ""), names)]
    if spread.into == "tallies":
        colours = tuple(dict.fromkeys(str(one["colour"]) for one in data[asked.each]))
        field = asked.fields[0]
        return [
            Input("colour", "choice", told.get("colour", ""), colours),
            Input(label_of(field), "number", told.get(label_of(field), 0)),
        ]
    told = {**told, **_worth(spread, asked, data, part, told)}
    fields = [field for field in asked.fields if field.kind != "count"]
    found = [input_of(data, (), field, asked) for field in fields]
    return [
        msgspec.structs.replace(one, value=told.get(one.name, _blank(field, one)))
        for field, one in zip(fields, found, strict=True)
    ]


def filled(
    room: str,
    part: str,
    data: Mapping[str, Any],
    groups: Sequence[FilledGroup],
    windows: int = 1,
) -> dict[str, Any]:
    """Write into the file what the owner says of every piece; *windows* are those of a piece."""
    spread, fresh = spread_of(room, part), copy.deepcopy(dict(data))
    _FILLS[spread.into](fresh, _asked(room, spread), part, groups, windows)
    return fresh


def _asked(room: str, spread: SpreadAsked) -> FactAsked:
    questions: FactQuestion = asking_of(room)
    return next(one for one in questions.asked if one.id == spread.fact)


def _paths(asked: FactAsked) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return where the names are, and how many there are of each."""
    names, each = (tuple(field.path.split(".")) for field in asked.fields[:2])
    return names, each


def _tallied(asked: FactAsked, data: Mapping[str, Any]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for one in data[asked.each]:
        counts[one["kind"]] += len(one[asked.fields[0].path])
    return dict(counts)


def _worth(
    spread: SpreadAsked, asked: FactAsked, data: Mapping[str, Any], part: str, told: Values
) -> dict[str, Any]:
    """Return what a card of that name is worth in its list, as far as our list goes."""
    if spread.into != "values" or not told:
        return {}
    name, *rest = (label_of(field) for field in asked.fields)
    same = (one for one in _list_of(asked, data, part) if one[name] == told.get(name))
    entry = next(same, {})
    return {key: entry[key] for key in rest if key in entry}


def _blank(field: FieldAsked, asked: Input) -> Any:
    """Return what stands in a field as long as nobody has said anything."""
    if field.kind == "faces":
        return [[f"{(*asked.choices, '')[0]}_L"]]
    return {"number": 0, "list": [], "choice": ""}.get(field.kind, "")


def _checked(asked: FactAsked, group: FilledGroup) -> dict[str, Any]:
    fields = {label_of(field): field for field in asked.fields if field.kind != "count"}
    if set(group.values) != set(fields):
        raise BadFact("unknown_field")
    return {fields[name].path: kept_value(fields[name], one) for name, one in group.values.items()}


def _fill_entries(
    data: dict[str, Any], asked: FactAsked, part: str, groups: Sequence[FilledGroup], windows: int
) -> None:
    """Make every piece an entry; one that was listed alike keeps its id."""
    field = asked.fields[0]
    shows = {
        window: _checked(asked, group)[field.path][0][0]
        for group in groups
        for window in group.windows
    }
    old = data[asked.each]
    across = len(old[0][field.path][0])
    rows = [
        [shows[n] for n in range(first, first + across)] for first in range(0, len(shows), across)
    ]
    high = windows // across
    seen = [rows[n : n + high] for n in range(0, len(rows), high)]
    data[asked.each] = _like_before(old, seen, field.path, asked.grows)


def _like_before(
    old: list[dict[str, Any]], seen: list[Any], key: str, begin: str
) -> list[dict[str, Any]]:
    """Return an entry for each thing seen: its own of before, else one nobody has shown."""
    left = list(old)
    found: list[dict[str, Any] | None] = []
    for one in seen:
        same = next((entry for entry in left if entry[key] == one), None)
        if same is not None:
            left.remove(same)
        found.append(same)
    entries: list[dict[str, Any]] = []
    for one, same in zip(seen, found, strict=True):
        entry = same if same is not None else left.pop(0) if left else copy.deepcopy(old[0])
        entry = {**entry, key: one}
        if any(entry["id"] == other["id"] for other in entries):
            entry["id"] = free_name(begin, {each["id"] for each in (*old, *entries)})
        settle_entry(entry, OWNER)
        entries.append(entry)
    return entries


def _fill_kinds(
    data: dict[str, Any], asked: FactAsked, part: str, groups: Sequence[FilledGroup], windows: int
) -> None:
    """Make every face an entry with an id for each of its pieces."""
    counted: list[tuple[dict[str, Any], int]] = []
    for group in groups:
        shown, count = _checked(asked, group), len(group.windows) // windows
        known = next((n for n, (one, _) in enumerate(counted) if _alike(one, shown)), None)
        if known is None:
            counted.append((shown, count))
        else:
            counted[known] = (counted[known][0], counted[known][1] + count)
    old: list[dict[str, Any]] = data[asked.each]
    ids = next(field.path for field in asked.fields if field.kind == "count")
    free = [entry for entry in old if not any(_alike(entry, one) for one, _ in counted)]
    spare = [name for entry in free for name in entry[ids]]
    used = {name for entry in old for name in entry[ids]}
    fresh = []
    for shown, count in counted:
        blank: dict[str, Any] = {ids: []}
        before = next((entry for entry in old if _alike(entry, shown)), blank)
        names = list(before[ids])[:count]
        spare += before[ids][count:]
        while len(names) < count:
            names.append(spare.pop(0) if spare else free_name(asked.grows, used))
            used.add(names[-1])
        entry = {**before, **shown, ids: names}
        settle_entry(entry, OWNER)
        fresh.append(entry)
    data[asked.each] = fresh


def _alike(entry: Values, shown: Values) -> bool:
    return all(_plain(entry.get(path)) == _plain(value) for path, value in shown.items())


def _plain(value: Any) -> Any:
    """Return a value whose order says nothing, and what is not there as nothing."""
    return sorted(value) if isinstance(value, list) else [] if value is None else value


def _list_of(asked: FactAsked, data: Mapping[str, Any], part: str) -> list[dict[str, Any]]:
    *outer, inner = asked.each.split(".*.")
    number = part.partition(":")[2]
    lists = value_at(data, tuple(outer))
    if not number.isdecimal() or int(number) >= len(lists):
        raise BadFact("unknown_fact")
    found: list[dict[str, Any]] = lists[int(number)][inner]
    return found


def _fill_values(
    data: dict[str, Any], asked: FactAsked, part: str, groups: Sequence[FilledGroup], windows: int
) -> None:
    """Make every piece an entry of one of several lists; none comes or goes."""
    entries = _list_of(asked, data, part)
    seen = [_checked(asked, group) for group in groups for _ in group.windows[::windows]]
    if len(seen) != len(entries):
        raise NotFilled("workshop.spread.fixed", count=len(seen), expected=len(entries))
    left, rest = list(range(len(entries))), list[dict[str, Any]]()
    for near in (_same_values, _same_name):
        waiting, seen = seen, []
        for one in waiting:
            at = next((n for n in left if near(entries[n], one)), None)
            if at is None:
                seen.append(one)
            else:
                left.remove(at)
                entries[at].update(one)
    rest = seen
    for at, one in zip(left, rest, strict=True):
        entries[at].update(one)
    for entry in entries:
        settle_entry(entry, OWNER)


def _same_values(entry: Values, shown: Values) -> bool:
    return all(entry.get(path) == value for path, value in shown.items())


def _same_name(entry: Values, shown: Values) -> bool:
    path = next(iter(shown))
    return bool(entry.get(path) == shown[path])


def _fill_tallies(
    data: dict[str, Any], asked: FactAsked, part: str, groups: Sequence[FilledGroup], windows: int
) -> None:
    """Note what every piece of a colour shows, in the entry of its colour."""
    field, kind = asked.fields[0], part.partition(":")[2]
    found: dict[str, list[int]] = {}
    for group in groups:
        count, colour = group.values.get(label_of(field)), group.values.get("colour")
        if set(group.values) != {label_of(field), "colour"} or not isinstance(colour, str):
            raise BadFact("unknown_field")
        number = kept_value(FieldAsked(field.path, "number"), count)
        found.setdefault(colour, []).extend([number] * (len(group.windows) // windows))
    entries = [one for one in data[asked.each] if one["kind"] == kind]
    if not entries or set(found) - {one["colour"] for one in entries}:
        raise BadFact("unknown_fact")
    for entry in entries:
        entry[field.path] = sorted(found.get(entry["colour"], []))
        settle_entry(entry, OWNER)


def _fill_names(
    data: dict[str, Any], asked: FactAsked, part: str, groups: Sequence[FilledGroup], windows: int
) -> None:
    """Count how many pieces of every name there are; there are as many of each."""
    names, each = _paths(asked)
    counts: Counter[str] = Counter()
    for group in groups:
        if set(group.values) != {"colour"}:
            raise BadFact("unknown_field")
        counts[kept_value(FieldAsked("", "called"), group.values["colour"])] += (
            len(group.windows) // windows
        )
    if set(counts) != set(value_at(data, names)):
        raise NotFilled("workshop.spread.other_names")
    least, most = min(counts.values()), max(counts.values())
    if least != most:
        raise NotFilled("workshop.spread.uneven", most=most, least=least)
    value_at(data, each[:-1])[each[-1]] = most
    settle(data, [names, each], OWNER)


Fill = Callable[[dict[str, Any], FactAsked, str, Sequence[FilledGroup], int], None]
_FILLS: dict[str, Fill] = {
    "entries": _fill_entries,
    "kinds": _fill_kinds,
    "values": _fill_values,
    "tallies": _fill_tallies,
    "names": _fill_names,
}
