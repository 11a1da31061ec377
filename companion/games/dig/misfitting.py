"""Pictures that no legal move explains, told apart by depth: two lifted, one fallen back, askew."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.cells import EMPTY, Cells
from companion.core.verdict import Refused, refuse

from . import moves as m
from .box import card_of
from .digging import why_not_lift, why_not_there
from .layout import DOWN
from .reader import BARRICADE, depth_of, top_label
from .state import Cell, Phase, State
from .turning import why_no_barricade

Finder = Callable[[State, Cells], Refused | None]


def misfit(state: State, seen: Cells) -> Refused:
    """Say which clause is broken by a picture that no legal move explains.

    *seen* holds the cells that do not show what they should.
    """
    odd = {name: label for name, label in seen.items() if not _agrees(state, name, label)}
    for find in FINDERS if odd else ():
        refusal = find(state, odd)
        if refusal:
            return refusal
    if len(odd) > 1:
        return refuse("DIG-24", "dig.lifts_at_once", cells=tuple(odd), places=list(odd))
    return refuse("DIG-29", "dig.cannot_read", cells=tuple(seen), places=list(seen))


def _agrees(state: State, name: str, label: str) -> bool:
    """Whether only the layer is known of what lies there, and this is a card of that layer."""
    top = top_label(state, _cell(state, name))
    return not state.lid(name) and not state.box.has(top) and depth_of(top) == depth_of(label)


def _cell(state: State, name: str) -> Cell:
    cell = state.at(name)
    assert cell is not None, name
    return cell


def _drop(state: State, name: str, label: str) -> int | None:
    """By how many cards a cell is lower than it should be; None where the label shows no depth."""
    depth = depth_of(label)
    return None if depth is None else state.layer(_cell(state, name)) - depth


def _unreadable(state: State, seen: Cells) -> Refused | None:
    """Return a card that lies askew or is not of this game: a neighbour was disturbed (O-21)."""
    odd = tuple(
        name
        for name, label in seen.items()
        if depth_of(label) is None and label not in (BARRICADE, DOWN)
    )
    if not odd:
        return None
    return refuse("DIG-O-21", "dig.cannot_read", cells=odd, places=list(odd))


def _turned_over(state: State, seen: Cells) -> Refused | None:
    down = tuple(name for name, label in seen.items() if label == DOWN)
    if not down:
        return None
    return refuse("DIG-07", "dig.face_down", cells=down, places=list(down))


def _before_or_after(state: State, seen: Cells) -> Refused | None:
    if state.phase == Phase.OVER:
        return refuse("DIG-44", "dig.game_is_over", cells=tuple(seen))
    if state.phase in (Phase.TURNING, Phase.FRAME):
        return refuse("DIG-21", "dig.not_begun", cells=tuple(seen))
    return None


def _lid_laid(state: State, seen: Cells) -> Refused | None:
    """Return a barricade if none may be."""
    for name, label in seen.items():
        if label == BARRICADE:
            return why_no_barricade(state, name) or refuse(
                "DIG-40", "dig.barricades_at_once", cells=tuple(seen)
            )
    return None


def _under_a_lid(state: State, seen: Cells) -> Refused | None:
    """Return a barricade taken away, or dug under, while it bans (DIG-41)."""
    for name, label in seen.items():
        lid = state.lid(name)
        if lid is None or not lid.bans:
            continue
        if _drop(state, name, label) == 0:
            owner = state.seats[lid.owner].name
            return refuse("DIG-41", "dig.barricade_stays", cells=(name,), cell=name, player=owner)
        return why_not_there(state, _cell(state, name))
    return None


def _back_again(state: State, seen: Cells) -> Refused | None:
    """Higher than it should be: a lifted card lies there again (O-20, O-28)."""
    for name, label in seen.items():
        if (_drop(state, name, label) or 0) < 0:
            return refuse("DIG-O-20", "dig.fell_back", cells=(name,), cell=name)
    return None


def _same_depth(state: State, seen: Cells) -> Refused | None:
    """As high as it should be, but another card: a neighbour was moved (O-21)."""
    for name, label in seen.items():
        top = top_label(state, _cell(state, name))
        if _drop(state, name, label) == 0 and label != top:
            return refuse(
                "DIG-O-21", "dig.exchanged", cells=(name,), cell=name,
                found=card_of(label), expected=card_of(top),
            )  # fmt: skip
    return None


def _too_deep(state: State, seen: Cells) -> Refused | None:
    """Lower by more than one card, or bare: two stuck to the cup (O-19), or the last one (O-11)."""
    for name, label in seen.items():
        if label == EMPTY and state.layer(_cell(state, name)) == 1:
            return refuse("DIG-O-11", "dig.bottom_stays", cells=(name,), cell=name)
        if (_drop(state, name, label) or 0) > 1:
            return refuse("DIG-O-19", "dig.two_at_once", cells=(name,), cell=name)
    return None


def _not_there(state: State, seen: Cells) -> Refused | None:
    """Return one card lower, as after a lift, and that lift is against the rules."""
    for name, label in seen.items():
        if _drop(state, name, label) == 1:
            known = state.box.has(label)
            lift = m.Lift(name, label) if known else m.Lift(name, value=state.box.values[0])
            refusal = why_not_lift(state, lift)
            if refusal:
                return refusal
    return None


FINDERS: tuple[Finder, ...] = (
    _unreadable,
    _turned_over,
    _before_or_after,
    _lid_laid,
    _under_a_lid,
    _back_again,
    _same_depth,
    _too_deep,
    _not_there,
)
