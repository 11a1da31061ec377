"""Where the owner's box files lie: the one in force, its draft, and every version before it.

An answer goes into the draft at once. As soon as the draft contradicts itself nowhere, it becomes
the box that games are opened with, and the one that is open learns of it; the version before it is
kept. What a game has shown of its box is written into both when it stops.
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from companion.core.boxes import own_text
from companion.core.errors import TableError
from companion.core.faults import why
from companion.core.game import ROOMS, load_room
from companion.core.shapes import convert, decode, misfit
from companion.core.verdict import Saying
from companion.files import write_whole

from .writing import dumped

FOLDER = "boxes"
LEARNT = "learnt.json"
"""How many facts of each game are in the box files already."""
MOST_VERSIONS = 50
LONGEST = 200_000
MOST_NUMBER = 1_000
"""A few letters may ask for millions of pieces to be drawn; a box has 300 at most."""
REMARK = "# The owner's box, made in the workshop. The shipped one stays as it is.\n\n"


class NotABox(TableError, ValueError):
    """A file that is the box of no room."""


class Boxes:
    """The box files of one house."""

    def __init__(self, state: Path) -> None:
        self.folder = state / FOLDER
        self._sound: dict[str, tuple[int, bool]] = {}

    def path_of(self, room: str) -> Path | None:
        """The owner's box that is in force; None where the shipped one is.

        A file somebody broke by hand is passed over: the shipped box can always be played.
        """
        path = self._path(room)
        try:
            stamp = path.stat().st_mtime_ns
        except OSError:
            return None
        if self._sound.get(room, (0, False))[0] != stamp:
            self._sound[room] = (stamp, _is_sound(room, path))
        return path if self._sound[room][1] else None

    def in_force(self, room: str) -> dict[str, Any]:
        path = self.path_of(room)
        return tomllib.loads(path.read_text("utf-8")) if path else shipped(room)

    def draft(self, room: str) -> dict[str, Any]:
        """What the owner has said so far: the draft, else the box in force, else the shipped."""
        for path in (self._path(room, ".draft"), self._path(room)):
            try:
                return tomllib.loads(path.read_text("utf-8"))
            except (OSError, ValueError):
                continue
        return shipped(room)

    def keep(self, room: str, data: Mapping[str, Any]) -> list[Saying]:
        """Keep a draft; it comes into force unless it contradicts itself, which is returned."""
        wrong = contradictions(room, data)
        if wrong:
            self._write(self._path(room, ".draft"), data)
            return wrong
        self._set_aside(room, data)
        self._write(self._path(room), data)
        self._path(room, ".draft").unlink(missing_ok=True)
        return []

    def learn(self, room: str, game: str, facts: Sequence[str]) -> None:
        """Write down what a game has shown of its box, each fact once."""
        known = self._learnt()
        fresh = facts[known.get(game, 0) :]
        if not fresh:
            return
        for path, data in self._told(room):
            after = _with_facts(room, data, fresh)
            if path == self._path(room):
                self._set_aside(room, after)
            self._write(path, after)
        marks = msgspec.json.encode({**known, game: len(facts)})
        write_whole(self.folder / LEARNT, marks, 0o640)

    def _learnt(self) -> dict[str, int]:
        """How many facts of each game are written down already."""
        try:
            return decode((self.folder / LEARNT).read_bytes(), dict[str, int])
        except (OSError, msgspec.DecodeError):
            return {}

    def _told(self, room: str) -> Iterator[tuple[Path, dict[str, Any]]]:
        """The box in force and, where the owner is not done yet, the draft."""
        yield self._path(room), self.in_force(room)
        if self._path(room, ".draft").is_file():
            yield self._path(room, ".draft"), self.draft(room)

    def forget(self, room: str) -> None:
        """Go back to the shipped box; the owner's is kept among the versions."""
        self._set_aside(room, {})
        for suffix in ("", ".draft"):
            self._path(room, suffix).unlink(missing_ok=True)

    def versions(self, room: str) -> list[int]:
        """The numbers of the versions that were in force before, the oldest first."""
        found = (path.stem.partition(".")[2] for path in self.folder.glob(f"{room}.*.toml"))
        return sorted(int(number) for number in found if number.isdecimal())

    def version(self, room: str, number: int) -> dict[str, Any]:
        try:
            return tomllib.loads(self._path(room, f".{number}").read_text("utf-8"))
        except OSError:
            raise NotABox("fault.box.no_version", number=number) from None

    def text(self, room: str) -> str:
        """The box in force as a file to give away."""
        path = self.path_of(room)
        return path.read_text("utf-8") if path else own_text(load_room(room).load_box.package)

    def take(self, text: str) -> tuple[str, list[Saying]]:
        """Take another house's box: which room it is of, and what is wrong with it."""
        room, data = read_box(text)
        wrong = contradictions(room, data)
        if not wrong:
            self.keep(room, data)
        return room, wrong

    def _set_aside(self, room: str, fresh: Mapping[str, Any]) -> None:
        current = self._path(room)
        if not current.is_file():
            return
        old = current.read_bytes()
        if old.decode("utf-8", "replace") == REMARK + dumped(fresh):
            return
        known = self.versions(room)
        write_whole(self._path(room, f".{(known or [0])[-1] + 1}"), old, 0o640)
        for number in known[: max(0, len(known) + 1 - MOST_VERSIONS)]:
            self._path(room, f".{number}").unlink(missing_ok=True)

    def _write(self, path: Path, data: Mapping[str, Any]) -> None:
        write_whole(path, (REMARK + dumped(data)).encode(), 0o640)

    def _path(self, room: str, suffix: str = "") -> Path:
        assert room in ROOMS
        return self.folder / f"{room}{suffix}.toml"


def _with_facts(room: str, data: dict[str, Any], facts: Sequence[str]) -> dict[str, Any]:
    """The data of a box with these facts; one that would contradict the others is left out."""
    keeps = load_room(room).load_box.keeps
    for fact in facts:
        after = copy.deepcopy(data)
        keeps(after, fact)
        if not contradictions(room, after):
            data = after
    return data


def _is_sound(room: str, path: Path) -> bool:
    try:
        return not contradictions(room, tomllib.loads(path.read_text("utf-8")))
    except (OSError, ValueError, RecursionError):
        return False


def shipped(room: str) -> dict[str, Any]:
    """The box file that comes with a room."""
    return tomllib.loads(own_text(load_room(room).load_box.package))


def contradictions(room: str, data: Mapping[str, Any]) -> list[Saying]:
    """All that is wrong with a box; nothing where it can be played."""
    if (most := max(_numbers(data), default=0)) > MOST_NUMBER:
        return [Saying("fault.box.number", {"number": most, "most": MOST_NUMBER})]
    known = load_room(room).load_box
    try:
        file = convert(dict(data), known.shape)
    except msgspec.ValidationError as wrong:
        return [misfit(wrong)]
    try:
        found = list(known.contradictions(file))
        if not found:
            known.flattened(file)
    except (ValueError, LookupError, TypeError) as wrong:
        return [Saying("fault.box.unfit", {"why": why(wrong)})]
    return found


def _numbers(data: Any) -> Iterator[int]:
    """Every whole number in a box: how many pieces there are, rows, squares."""
    if isinstance(data, Mapping | list):
        for one in data.values() if isinstance(data, Mapping) else data:
            yield from _numbers(one)
    elif isinstance(data, int):
        yield data


def read_box(text: str) -> tuple[str, dict[str, Any]]:
    """Which room a box file is of, and its data."""
    if len(text) > LONGEST:
        raise NotABox("fault.box.too_large", most=LONGEST)
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as wrong:
        raise NotABox("fault.box.no_toml", why=wrong) from wrong
    return room_of_box(data), data


def room_of_box(data: Mapping[str, Any]) -> str:
    """The room whose box file has this shape; the nearest where none fits quite."""
    for room in ROOMS:
        try:
            convert(dict(data), load_room(room).load_box.shape)
        except msgspec.ValidationError:
            continue
        return room
    fits = {room: len(data.keys() & shipped(room).keys()) for room in ROOMS}
    best = max(fits, key=lambda room: (fits[room], data.get("name") == shipped(room)["name"]))
    if fits[best] < 3:
        raise NotABox("fault.box.no_room")
    return best
