"""Store the owner's box files: the one in force, its draft, and every version before it. An answer
goes into the draft at once. As soon as the draft no longer contradicts itself, it becomes the box
that games are opened with, and the open game learns of it; the version before it is kept. What a
game has shown of its box is written into both when it stops.

An answer goes into the draft at once. As soon as the draft contradicts itself nowhere, it becomes
the box that games are opened with, and the one that is open learns of it; the version before it is
kept. What a game has shown of its box is written into both when it stops.
"""

from __future__ import annotations

import copy
import math
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from companion.core.boxes import own_text
from companion.core.decode import convert, decode, misfit
from companion.core.errors import TableError, why
from companion.core.game import ROOMS, load_room
from companion.core.sources import GUESS, plain, with_sources
from companion.core.verdict import Saying
from companion.util.files import write_whole
from companion.util.toml_edit import edited

from .questions import asking_of

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
        """Return the owner's box that is in force; None if it is the shipped one.

        A file somebody broke by hand is passed over: the shipped box can always be played. Nobody
        has a box of a room there isn't.
        """
        if room not in ROOMS:
            return None
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
        return sourced(room, tomllib.loads(path.read_text("utf-8"))) if path else shipped(room)

    def draft(self, room: str) -> dict[str, Any]:
        """Return what the owner has said so far: the draft, else the box in force,
        else the shipped."""
        for path in (self._path(room, ".draft"), self._path(room)):
            try:
                return sourced(room, tomllib.loads(path.read_text("utf-8")))
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
        """Return how many facts of each game are already written down."""
        try:
            return decode((self.folder / LEARNT).read_bytes(), dict[str, int])
        except (OSError, msgspec.DecodeError):
            return {}

    def _told(self, room: str) -> Iterator[tuple[Path, dict[str, Any]]]:
        """Yield the box in force and, if the owner isn't done yet, the draft."""
        yield self._path(room), self.in_force(room)
        if self._path(room, ".draft").is_file():
            yield self._path(room, ".draft"), self.draft(room)

    def settle(self, room: str, facts: Iterable[str]) -> None:
        """Write down what a game has shown to be as our list says; nobody need be asked again."""
        told = list(facts)
        if not told:
            return
        for path, data in self._told(room):
            after = _with_facts(room, data, told)
            if after != data:
                self._write(path, after)

    def stamp(self, room: str) -> tuple[int, ...]:
        """Return what changes when the files of a room do."""
        return tuple(_changed(self._path(room, suffix)) for suffix in (".draft", ""))

    def forget(self, room: str) -> None:
        """Go back to the shipped box; the owner's is kept among the versions."""
        self._set_aside(room, {})
        for suffix in ("", ".draft"):
            self._path(room, suffix).unlink(missing_ok=True)
        self._differences(room).unlink(missing_ok=True)

    def versions(self, room: str) -> list[int]:
        """Return the numbers of the versions that were in force before, the oldest first."""
        found = (path.stem.partition(".")[2] for path in self.folder.glob(f"{room}.*.toml"))
        return sorted(int(number) for number in found if number.isdecimal())

    def version(self, room: str, number: int) -> dict[str, Any]:
        try:
            return sourced(room, tomllib.loads(self._path(room, f".{number}").read_text("utf-8")))
        except OSError:
            raise NotABox("fault.box.no_version", number=number) from None

    def text(self, room: str) -> str:
        """Return the box in force as a file to give away."""
        path = self.path_of(room)
        return path.read_text("utf-8") if path else own_text(load_room(room).load_box.package)

    def take(self, text: str) -> tuple[str, list[Saying]]:
        """Take what another house knows of its box; return the room and what is wrong with it."""
        room, theirs = read_box(text)
        wrong = contradictions(room, theirs)
        if wrong:
            return room, wrong
        merged, differ = asking_of(room).merged(self.draft(room), theirs)
        if not contradictions(room, merged):
            self.keep(room, merged)
        write_whole(self._differences(room), msgspec.json.encode(differ), 0o640)
        return room, []

    def differences(self, room: str) -> dict[str, dict[str, Any]]:
        """Return what another owner has said otherwise, by question; nobody has chosen yet."""
        try:
            return decode(self._differences(room).read_bytes(), dict[str, dict[str, Any]])
        except (OSError, msgspec.DecodeError):
            return {}

    def chosen(self, room: str, fact: str) -> None:
        """Forget what another owner said of a fact: somebody here has said what is so."""
        left = self.differences(room)
        if left.pop(fact, None) is not None:
            write_whole(self._differences(room), msgspec.json.encode(left), 0o640)

    def _differences(self, room: str) -> Path:
        return self.folder / f"{room}.differences.json"

    def _set_aside(self, room: str, fresh: Mapping[str, Any]) -> None:
        current = self._path(room)
        if not current.is_file():
            return
        old = current.read_bytes()
        if _said_in(old) == fresh:
            return
        known = self.versions(room)
        write_whole(self._path(room, f".{(known or [0])[-1] + 1}"), old, 0o640)
        for number in known[: max(0, len(known) + 1 - MOST_VERSIONS)]:
            self._path(room, f".{number}").unlink(missing_ok=True)

    def _write(self, path: Path, data: Mapping[str, Any]) -> None:
        """Write a box; what the owner remarked in the file stays."""
        try:
            text = edited(path.read_text("utf-8"), data)
        except (OSError, ValueError):
            text = edited(REMARK, data)
        write_whole(path, text.encode(), 0o640)

    def _path(self, room: str, suffix: str = "") -> Path:
        assert room in ROOMS
        return self.folder / f"{room}{suffix}.toml"


def _with_facts(room: str, data: dict[str, Any], facts: Sequence[str]) -> dict[str, Any]:
    """Add facts to the data of a box; leave out one that would contradict the others."""
    keeps = load_room(room).load_box.keeps
    for fact in facts:
        after = copy.deepcopy(data)
        keeps(after, fact)
        if not contradictions(room, after):
            data = after
    return data


def _changed(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _said_in(file: bytes) -> dict[str, Any] | None:
    try:
        return tomllib.loads(file.decode("utf-8"))
    except ValueError:
        return None


def _is_sound(room: str, path: Path) -> bool:
    try:
        return not contradictions(room, tomllib.loads(path.read_text("utf-8")))
    except (OSError, ValueError, RecursionError):
        return False


def shipped(room: str) -> dict[str, Any]:
    """Return the box file that comes with a room."""
    return tomllib.loads(own_text(load_room(room).load_box.package))


def sourced(room: str, data: dict[str, Any]) -> dict[str, Any]:
    """Give a box file a source for every fact, if it is from before there were any."""
    return with_sources(data, shipped(room))


def contradictions(room: str, data: Mapping[str, Any]) -> list[Saying]:
    """Return all that is wrong with a box; nothing if it can be played."""
    if (most := max(_numbers(data), default=0)) > MOST_NUMBER:
        return [Saying("fault.box.number", {"number": most, "most": MOST_NUMBER})]
    known = load_room(room).load_box
    try:
        file = convert(plain(data), known.shape)
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
    """Yield every whole number in a box: how many pieces there are, rows, squares."""
    if isinstance(data, Mapping | list):
        for one in data.values() if isinstance(data, Mapping) else data:
            yield from _numbers(one)
    elif isinstance(data, int):
        yield data


def read_box(text: str) -> tuple[str, dict[str, Any]]:
    """Read which room a box file is for, and its data."""
    if len(text) > LONGEST:
        raise NotABox("fault.box.too_large", most=LONGEST)
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as wrong:
        raise NotABox("fault.box.no_toml", why=wrong) from wrong
    room = room_of_box(data)
    return room, sourced(room, data)


def room_of_box(data: Mapping[str, Any]) -> str:
    """Return the room whose box file has this shape; the nearest if none fits exactly."""
    for room in ROOMS:
        try:
            convert(plain(data), load_room(room).load_box.shape)
        except msgspec.ValidationError:
            continue
        return room
    fits = {room: len(data.keys() & shipped(room).keys()) for room in ROOMS}
    best = max(fits, key=lambda room: (fits[room], data.get("name") == shipped(room)["name"]))
    if fits[best] < 3:
        raise NotABox("fault.box.no_room")
    return best


SECONDS_A_GUESS = 8
"""As long as somebody takes to look at a piece and say yes or no."""


class KnownBox(msgspec.Struct, frozen=True):
    """How many facts a box has, and how many of them nobody has confirmed."""

    facts: int
    guesses: int
    levels: dict[str, int]
    minutes: int
    """How long it takes to show the rest."""


def known_box(boxes: Boxes, room: str) -> KnownBox:
    """Count what is known of the box that games are opened with; what the owner has begun, too."""
    return _counted(room, str(boxes.folder), boxes.stamp(room))


@lru_cache(maxsize=32)
def _counted(room: str, folder: str, stamp: tuple[int, ...]) -> KnownBox:
    levels = asking_of(room).levels(Boxes(Path(folder).parent).draft(room))
    guesses = levels[GUESS]
    minutes = max(1, math.ceil(guesses * SECONDS_A_GUESS / 60)) if guesses else 0
    return KnownBox(sum(levels.values()), guesses, levels, minutes)
