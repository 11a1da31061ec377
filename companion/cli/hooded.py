"""``companion scan``: the colour cards read one after the other, guided at the terminal.

From a camera, or from a folder of pictures taken one by one. The terminal shows how many were
read and where each figure goes; no colour is ever printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.core.observation import Reading
from companion.senses.hood import Heard, Hood
from companion.words import Words

from .teaching import SUFFIXES

if TYPE_CHECKING:
    from calibration.read.look import Looker

Ask = Callable[[str], Any]
"""Shows a sentence to the person and returns a picture, or None to stop."""
Say = Callable[[str], None]


def guided(hood: Hood, looker: Looker, ask: Ask, say: Say, words: Words) -> bool:
    """Ask for one card after the other; False when the person stops before all are read."""
    heard = hood.waiting()
    while not hood.done:
        picture = ask(_sentence(hood, heard, words))
        if picture is None:
            return False
        heard = hood.look(reading_of(looker, hood.rules.field, picture))
        say(_count(hood, heard, words))
    say(_sentence(hood, heard, words))
    return True


def reading_of(looker: Looker, field: str, picture: Any) -> Reading | None:
    """What lies on the field of the hood; None where the board cannot be made out."""
    looker.forget()
    cell = looker.look(picture).cells.get(field)
    return None if cell is None else Reading(chances=cell.chances, disturbed=cell.disturbed)


def _sentence(hood: Hood, heard: Heard, words: Words) -> str:
    seat = words.nouns.get(heard.seat, {}).get("one", heard.seat)
    return words.put(f"{hood.rules.sentences}{heard.tell}", {"seat": seat})


def _count(hood: Hood, heard: Heard, words: Words) -> str:
    return words.put(f"{hood.rules.sentences}hood_count", {"read": heard.read, "of": heard.of})


class Folder:
    """Pictures of a folder in the order of their names, one for each time somebody asks."""

    def __init__(self, folder: Path, say: Say) -> None:
        self._pictures = _pictures(folder)
        self._say = say

    def __call__(self, words: str) -> Any:
        self._say(words)
        return next(self._pictures, None)


def _pictures(folder: Path) -> Iterator[Any]:
    from calibration.read.pictures import read_picture

    for path in sorted(folder.iterdir()):
        if path.suffix.lower() in SUFFIXES:
            yield read_picture(path)
