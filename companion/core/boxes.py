"""Box files: what is in the box and on the board, read from TOML and checked before play."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from .decode import convert, misfit
from .errors import BadBox, said, together
from .sources import plain
from .verdict import Saying

OWN_BOX = "box.toml"
"""Name of the box file inside a room's package."""
Shape = TypeVar("Shape")
Box = TypeVar("Box")
Name = TypeVar("Name", str, int)


def open_box(path: Path | None, room: str) -> tuple[dict[str, Any], str]:
    """Read a box file, or the one that comes with the room's package; also say which it was."""
    where = str(path) if path else OWN_BOX
    try:
        text = path.read_text("utf-8") if path else own_text(room)
    except (OSError, UnicodeDecodeError) as error:
        raise BadBox("fault.box.unreadable", where=where, why=error) from error
    try:
        return tomllib.loads(text), where
    except tomllib.TOMLDecodeError as error:
        raise BadBox("fault.box.not_toml", where=where, why=error) from error


def own_text(room: str) -> str:
    """Read the text of the box file inside a room's package."""
    return resources.files(room).joinpath("box.toml").read_text("utf-8")


def shaped(
    data: dict[str, Any],
    shape: type[Shape],
    where: str,
    contradictions: Callable[[Shape], Iterable[Saying]],
) -> Shape:
    """Give plain data the shape of a box file, or say everything that is wrong with it."""
    try:
        file = convert(plain(data), shape)
    except msgspec.ValidationError as error:
        raise BadBox("fault.box.misshapen", where=where, why=misfit(error)) from error
    found = list(contradictions(file))
    if found:
        raise BadBox("fault.box.contradicts", where=where, why=together(found))
    return file


@dataclass(frozen=True)
class BoxFile(Generic[Box]):
    """Reads the box file of one room."""

    room: str
    box: type[Box]
    shape: type[Any]
    """The file as it is written."""
    contradictions: Callable[[Any], Iterable[Saying]]
    flattened: Callable[[Any], Box]
    """The box the rules play with."""
    keeps: Callable[[dict[str, Any], str], None] = lambda data, fact: None
    """Write a fact that a game has shown into the data of a box file."""
    seen: Callable[[Any], Iterable[str]] = lambda state: ()
    """Tell which facts of the list a state has shown to be so."""

    def __call__(self, path: Path | None = None) -> Box:
        """Read a box file; without a path, the one that comes with the room."""
        return self.read(*open_box(path, self.package)) if path else self._own

    @cached_property
    def _own(self) -> Box:
        return self.read(*open_box(None, self.package))

    @property
    def package(self) -> str:
        return f"companion.games.{self.room}"

    def read(self, data: dict[str, Any], where: str = OWN_BOX) -> Box:
        """Make a box of plain data, or say everything that is wrong with it."""
        return self.flattened(shaped(data, self.shape, where, self.contradictions))


def assumed_said(room: str, fact: str) -> dict[str, Any] | str:
    """Turn an unconfirmed fact into a saying; old journals have it in English.

    >>> assumed_said("wall", "cards:49")
    {'key': 'wall.assumed.cards', 'values': {'what': ['49'], 'count': '49', 'layer': '49'}}
    """
    name, _, rest = fact.partition(":")
    what = rest.split(",")
    values = {"what": what, "count": what[0], "layer": what[-1]}
    return fact if " " in name else said(f"{room}.assumed.{name}", **values)


def same_box(one: Any, other: Any) -> bool:
    """Check whether two boxes hold the same things, ignoring their lists of unconfirmed facts."""
    return bool(_bare(one) == _bare(other))


def _bare(box: Any) -> Any:
    """Strip a box of what is noted about its facts."""
    return replace(box, **{name: () for name in ("assumed", "learned") if hasattr(box, name)})


def doubled(names: Iterable[Name]) -> list[Name]:
    """List names that occur more than once."""
    return sorted(name for name, count in Counter(names).items() if count > 1)


def wrong(key: str, /, **values: Any) -> Saying:
    """Build the saying about a contradiction in one line."""
    return Saying(key, values)


def listed_twice(what: str, names: Iterable[Name]) -> Iterable[Saying]:
    """Yield a complaint for each name that occurs more than once."""
    for name in doubled(names):
        yield wrong("fault.box.listed_twice", what=what, name=name)


def wrong_players(players: tuple[int, int], least: int, most: int) -> Iterable[Saying]:
    """Yield a complaint if the numbers of players are reversed or outside what is possible."""
    low, high = players
    if not least <= low <= high <= most:
        yield wrong("fault.box.players", low=low, high=high, least=least, most=most)
