"""Pictures that no legal move explains: what is wrong with the cards laid, and with the pawns."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.cells import EMPTY, Cells
from companion.core.observation import SOMETHING_ELSE
from companion.core.verdict import Refused, refuse

from .reader import DOWN, square_cell, visible
from .spiral import End, ends
from .state import Phase, State


def misfit(state: State, seen: Cells) -> Refused:
    """Say which clause is broken by a picture that no legal move explains.

    *seen* holds the cells that do not show what they should.
    """
    mat = {cell: label for cell, label in seen.items() if cell.startswith("r")}
    board = {cell: label for cell, label in seen.items() if cell.startswith("s")}
    found = _unknown(seen) or _before_the_game(state, seen) or _after_a_wrong_claim(state, board)
    return found or _cards(state, mat) or _pawns(state, board)


def _unknown(seen: Cells) -> Refused | None:
    unknown = tuple(cell for cell, label in seen.items() if label == SOMETHING_ELSE)
    return refuse("SPHINX-06", "sphinx.unknown_thing", cells=unknown) if unknown else None


def _before_the_game(state: State, seen: Cells) -> Refused | None:
    if state.phase != Phase.SETUP:
        return None
    return refuse("SPHINX-06", "sphinx.board_not_empty", cells=tuple(seen))


def _after_a_wrong_claim(state: State, board: Cells) -> Refused | None:
    """Refuse a pawn that lost its claim and still stands at the treasure."""
    at = square_cell(state.box.treasure)
    lost = next((n for n, seat in enumerate(state.seats) if seat.colour == board.get(at)), None)
    if lost is None or state.claim or state.pawns[lost] != state.box.start:
        return None
    return refuse("SPHINX-40c", "sphinx.pawn_back", cells=(at,), player=state.seats[lost].name)


def _cards(state: State, mat: Cells) -> Refused | None:
    """Return what is wrong with cards on the mat: none belong there, face down, too few,
    not owned."""
    if not mat:
        return None
    cells = tuple(mat)
    claim = state.claim
    if claim is None:
        return refuse("SPHINX-36a", "sphinx.no_claim_now", cells=cells)
    if claim.cards:
        return refuse("SPHINX-42", "sphinx.cards_stay", cells=cells)
    down = tuple(cell for cell, label in mat.items() if label == DOWN)
    if down:
        return refuse("SPHINX-37b", "sphinx.face_down", cells=down)
    expected = len(state.box.guards)
    if len(mat) != expected:
        return refuse(
            "SPHINX-37b", "sphinx.three_cards", cells=cells, found=len(mat), expected=expected
        )
    if any(not cell.startswith("r0") for cell in mat):
        return refuse("SPHINX-37b", "sphinx.first_row", cells=cells)
    return refuse("SPHINX-37b", "sphinx.own_cards_only", cells=cells)


def _pawns(state: State, board: Cells) -> Refused:
    """Return what is wrong with pawns: gone, exchanged, not on turn, or no end of any die."""
    came = {cell: label for cell, label in board.items() if label != EMPTY}
    if not came:
        expected = visible(state)
        gone = [expected[cell] for cell in board]
        return refuse("SPHINX-42", "sphinx.pawn_gone", cells=tuple(board), colours=gone)
    colours = {seat.colour: n for n, seat in enumerate(state.seats)}
    strangers = tuple(c for c, label in came.items() if colours.get(label) not in state.playing)
    if strangers:
        return refuse("SPHINX-06", "sphinx.strange_pawn", cells=strangers)
    others = tuple(c for c, label in came.items() if colours[label] != state.turn)
    mover = state.seats[state.turn].name
    if others:
        return refuse("SPHINX-18", "sphinx.other_pawn", cells=others, player=mover)
    if state.dice is None:
        return refuse("SPHINX-10", "sphinx.throw_first", cells=tuple(came), player=mover)
    return _no_end(state, tuple(came))


def _no_end(state: State, came: tuple[str, ...]) -> Refused:
    if square_cell(state.box.treasure) in came:
        return refuse("SPHINX-O-19", "sphinx.no_claim_possible", cells=came)
    before = [end.square for end in ends(state) if end.door and came == (square_cell(end.square),)]
    if before:
        return refuse("SPHINX-24", "sphinx.door_must_turn", cells=came, square=before[0])
    rests = _rests(ends(state))
    return refuse("SPHINX-13", "sphinx.wrong_count", cells=came, ends=rests)


def _rests(found: Iterable[End]) -> list[int]:
    return sorted({end.rest for end in found if not end.claim})
