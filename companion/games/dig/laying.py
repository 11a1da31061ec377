"""Phase one: who lays which layer, what the camera makes of it, and turning the tray.

The camera checks a layer with `check_layer`, which answers with a move that says only that the
layer is right: the layout itself reaches no state, no event and no journal.
"""

from __future__ import annotations

from companion.core.cells import Cells
from companion.core.verdict import Refused, Ruling, Saying, refuse

from . import events as e
from . import moves as m
from .evolving import evolve
from .layout import faults
from .state import Phase, State, first_digger, lays


def name_bottom(state: State, move: m.NameBottom) -> Ruling:
    if state.phase != Phase.SETUP:
        return refuse("DIG-04", "dig.already_begun")
    if not 0 <= move.seat < len(state.seats):
        return refuse("DIG-04", "dig.no_such_seat", seat=move.seat + 1)
    return evolve.unfold(state).add(e.BottomNamed(move.seat)).accepted()


def lay_layer(state: State, move: m.LayLayer) -> Ruling:
    if state.phase == Phase.SETUP:
        return refuse("DIG-04", "dig.name_the_bottom_first")
    if state.phase != Phase.LAYING:
        return refuse("DIG-17", "dig.all_layers_laid")
    layer = next_layer(state)
    if move.layer != layer:
        return refuse("DIG-08", "dig.another_layer", layer=move.layer, expected=layer)
    laid = e.LayerLaid(lays(state, layer), layer, move.checked, _why(state, layer))
    return evolve.unfold(state).add(laid).accepted()


def _why(state: State, layer: int) -> tuple[str, ...]:
    if layer == 1:
        return "DIG-04", "DIG-05", "DIG-06", "DIG-07"
    if layer == state.box.top:
        return "DIG-17", "DIG-08"
    return "DIG-04", "DIG-08", "DIG-09"


def next_layer(state: State) -> int:
    return len(state.checked) + 1


def check_layer(state: State, seen: Cells) -> m.LayLayer | Refused:
    """Hold a layer to its clauses: the move that says it is right, or which cell breaks what.

    Everybody reads the refusal, so it names cells and clauses, and never a card.
    """
    if state.phase != Phase.LAYING:
        return refuse("DIG-17", "dig.no_layer_now")
    layer = next_layer(state)
    wrong = faults(state.box, layer, seen)
    if not wrong:
        return m.LayLayer(layer, checked=True)
    return Refused(
        wrong[0].clause,
        Saying(
            "dig.layout_wrong",
            {
                "player": state.seats[lays(state, layer)].name,
                "layer": layer,
                "faults": [[f.cell, f.what, f.clause] for f in wrong],
            },
        ),
        tuple(dict.fromkeys(fault.cell for fault in wrong)),
    )


def next_turner(state: State) -> int:
    """Return who turns the tray next; the first digger begins, then clockwise."""
    return (first_digger(state) + state.turned) % len(state.seats)


def turn_tray(state: State, move: m.TurnTray) -> Ruling:
    if state.phase != Phase.TURNING:
        return refuse("DIG-18", "dig.no_turning_now")
    turner = next_turner(state)
    if move.seat != turner:
        return refuse("DIG-18", "dig.another_turns", player=state.seats[turner].name)
    return evolve.unfold(state).add(e.TrayTurned(turner)).accepted()


def put_board(state: State, move: m.PutBoard) -> Ruling:
    if state.phase != Phase.FRAME:
        return refuse("DIG-19", "dig.no_board_now")
    return evolve.unfold(state).add(e.BoardPut(first_digger(state))).accepted()
