"""What a game shows of its box: a number of a die, or a square of the board, nobody knew of."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.core.facts import FactLearned, is_guessed, learned

from .box import Box, Die, Door, Face
from .state import State

USUAL = 6
"""As many as an ordinary die shows."""
LARGEST = 12
"""More than any die of the box shows."""
PLAIN, MUMMY, DOOR = "plain", "mummy", "door-"
"""What a square shows besides the colours of cards; a door goes on with the square beyond."""
CLAUSES = {PLAIN: "SPHINX-19", MUMMY: "SPHINX-31", "card": "SPHINX-29", "door": "SPHINX-24"}


def new_face(box: Box, die: Die, face: Face) -> FactLearned | None:
    """Return what is learnt when a die shows a number it was not known to have;
    None if it cannot."""
    if not isinstance(face, int) or not 1 <= face <= LARGEST or not is_guessed(box, "dice"):
        return None
    known = [one for one in dict.fromkeys(die.faces)]
    return learned(box, f"die:{die.name}:{face}", known, face, "SPHINX-10")


def faces_to_say(box: Box, die: Die) -> list[Face]:
    """Return the faces people may say a die shows: all numbers up to six too,
    while it is a guess."""
    known = list(dict.fromkeys(die.faces))
    more = [n for n in range(1, USUAL + 1) if n not in known] if is_guessed(box, "dice") else []
    numbers = sorted(face for face in (*known, *more) if isinstance(face, int))
    return [*numbers, *(face for face in known if isinstance(face, str))]


def shows(box: Box, square: int) -> str:
    """Return what our list has on a square."""
    if door := box.door_at(square):
        return f"{DOOR}{door.beyond(square)}"
    return MUMMY if square in box.mummies else box.colour_at(square) or PLAIN


def may_show(box: Box, square: int) -> tuple[str, ...]:
    """Return everything a square of the corridor may show; only guards stand beyond it."""
    if not box.start < square <= box.last:
        return ()
    doors = (f"{DOOR}{other}" for other in _across(box, square))
    return (PLAIN, MUMMY, *box.colours, *doors)


def _across(box: Box, square: int) -> list[int]:
    """Return the squares on the other side of a wall."""
    at = {name: (x, y) for y, row in enumerate(box.grid) for x, name in enumerate(row)}
    x, y = at[square]
    beside = {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}
    inside = range(box.start + 1, box.last + 1)
    return [n for n in inside if at.get(n) in beside and abs(n - square) > 1]


def new_square(box: Box, square: int, what: str) -> FactLearned:
    """Return what is learnt when a square shows something else than our list has."""
    was, now = kind_of(shows(box, square)), kind_of(what)
    return learned(box, f"square:{square}", was, now, CLAUSES[now], instead=what)


def kind_of(what: str) -> str:
    """Return what a square shows, for a sentence: nothing, a mummy, a card or a door."""
    if what.startswith(DOOR):
        return "door"
    return what if what in (PLAIN, MUMMY) else "card"


def learn(box: Box, fact: str) -> Box:
    """Return the box with one more face of a die, or with another square."""
    match fact.split(":"):
        case ["square", square, what]:
            return _with_square(box, int(square), what)
        case ["die", name, face]:
            return replace(box, dice=tuple(_with(die, name, int(face)) for die in box.dice))
    return box


def _with_square(box: Box, square: int, what: str) -> Box:
    doors = [door for door in box.doors if square not in door.squares]
    cards = [one for one in box.card_squares if one[0] != square]
    mummies = [one for one in box.mummies if one != square]
    if what.startswith(DOOR):
        other = int(what.removeprefix(DOOR))
        doors = [door for door in doors if other not in door.squares]
        cards = [one for one in cards if one[0] != other]
        mummies = [one for one in mummies if one != other]
        free = 1 + max((door.number for door in box.doors), default=0)
        doors.append(Door(free, (min(square, other), max(square, other))))
    elif what == MUMMY:
        mummies.append(square)
    elif what != PLAIN:
        cards.append((square, what))
    return replace(
        box, doors=tuple(doors), card_squares=tuple(sorted(cards)), mummies=tuple(sorted(mummies))
    )


def _with(die: Die, name: str, face: int) -> Die:
    return replace(die, faces=(*die.faces, face)) if die.name == name else die


def keep(data: dict[str, Any], fact: str) -> None:
    """Write the same into the data of a box file."""
    match fact.split(":"):
        case ["square", square, what]:
            _keep_square(data, int(square), what)
        case ["die", name, face]:
            for die in data["dice"]:
                if die["name"] == name and int(face) not in die["faces"]:
                    die["faces"].append(int(face))


def _keep_square(data: dict[str, Any], square: int, what: str) -> None:
    doors, mummies = data["doors"]["squares"], data["mummies"]["squares"]
    gone = {square}
    if what.startswith(DOOR):
        gone.add(int(what.removeprefix(DOOR)))
    doors[:] = [pair for pair in doors if not gone & {*pair}]
    mummies[:] = [one for one in mummies if one not in gone]
    for colour in data["cards"]["colours"]:
        squares = data["card_squares"].get(colour, [])
        data["card_squares"][colour] = [one for one in squares if one not in gone]
    if what.startswith(DOOR):
        doors.append(sorted(gone))
    elif what == MUMMY:
        mummies.append(square)
    elif what != PLAIN:
        data["card_squares"][what].append(square)


def refit(state: State, box: Box) -> State | None:
    """Return the state with another box: the spiral,
    the sphinxes and the colours stay as they are."""
    old = state.box
    same = (box.grid, box.guards, box.temple_seats) == (old.grid, old.guards, old.temple_seats)
    fits = same and len(box.dice) == len(old.dice) and _knows(box, state)
    return state.but(box=box) if fits and state.action is None else None


def _knows(box: Box, state: State) -> bool:
    """Whether every colour that is in the game is in the box too."""
    seen = {colour for hand in state.hands for colour in hand}
    return seen <= {*box.colours} and (not state.begun or {*state.box.colours} == {*box.colours})
