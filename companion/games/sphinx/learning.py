"""What a game shows of its box: a number nobody knew to be on a die."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.core.facts import FactLearned, is_guessed, learned

from .box import Box, Die, Face
from .state import State

USUAL = 6
"""As many as an ordinary die shows."""
LARGEST = 12
"""More than any die of the box shows."""


def new_face(box: Box, die: Die, face: Face) -> FactLearned | None:
    """What is learnt when a die shows a number it was not known to have; None where it cannot."""
    if not isinstance(face, int) or not 1 <= face <= LARGEST or not is_guessed(box, "dice"):
        return None
    known = [one for one in dict.fromkeys(die.faces)]
    return learned(box, f"die:{die.name}:{face}", known, face, "SPHINX-10")


def faces_to_say(box: Box, die: Die) -> list[Face]:
    """The faces people may say a die shows: all numbers up to six too, while it is a guess."""
    known = list(dict.fromkeys(die.faces))
    more = [n for n in range(1, USUAL + 1) if n not in known] if is_guessed(box, "dice") else []
    numbers = sorted(face for face in (*known, *more) if isinstance(face, int))
    return [*numbers, *(face for face in known if isinstance(face, str))]


def learn(box: Box, fact: str) -> Box:
    """The box with one more face of a die."""
    match fact.split(":"):
        case ["die", name, face]:
            return replace(box, dice=tuple(_with(die, name, int(face)) for die in box.dice))
    return box


def _with(die: Die, name: str, face: int) -> Die:
    return replace(die, faces=(*die.faces, face)) if die.name == name else die


def keep(data: dict[str, Any], fact: str) -> None:
    """The same in the data of a box file."""
    match fact.split(":"):
        case ["die", name, face]:
            for die in data["dice"]:
                if die["name"] == name and int(face) not in die["faces"]:
                    die["faces"].append(int(face))


def refit(state: State, box: Box) -> State | None:
    """The state with another box: the spiral, the sphinxes and the colours stay as they are."""
    old = state.box
    same = (box.grid, box.guards, box.temple_seats) == (old.grid, old.guards, old.temple_seats)
    fits = same and len(box.dice) == len(old.dice) and _knows(box, state)
    return state.but(box=box) if fits and state.action is None else None


def _knows(box: Box, state: State) -> bool:
    """Whether every colour that is in the game is in the box too."""
    seen = {colour for hand in state.hands for colour in hand}
    return seen <= {*box.colours} and (not state.begun or {*state.box.colours} == {*box.colours})
