"""Box files: what is in the box and on the board, read from TOML and checked before play."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from .errors import BadBox

Shape = TypeVar("Shape")


def open_box(path: Path | None, room: str) -> tuple[dict[str, Any], str]:
    """Read a box file, or the one that comes with the room's package; also say which it was."""
    where = str(path) if path else "the room's own box.toml"
    try:
        text = path.read_text("utf-8") if path else own_text(room)
    except (OSError, UnicodeDecodeError) as error:
        raise BadBox(f"{where} cannot be read ({error}); name another with --box") from error
    try:
        return tomllib.loads(text), where
    except tomllib.TOMLDecodeError as error:
        raise BadBox(f"{where} is not TOML: {error}; mend that line and try again") from error


def own_text(room: str) -> str:
    """The box file that comes with a room's package."""
    return resources.files(room).joinpath("box.toml").read_text("utf-8")


def shaped(
    data: dict[str, Any],
    shape: type[Shape],
    where: str,
    contradictions: Callable[[Shape], Iterable[str]],
) -> Shape:
    """Give plain data the shape of a box file, or say everything that is wrong with it."""
    try:
        file = msgspec.convert(data, shape)
    except msgspec.ValidationError as error:
        raise BadBox(f"{where}: {error}; compare it with the box.toml of the room") from error
    wrong = list(contradictions(file))
    if wrong:
        raise BadBox(f"{where} contradicts itself: " + "; ".join(wrong))
    return file
