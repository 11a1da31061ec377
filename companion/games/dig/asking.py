"""What only the people at the dig can decide, with the answers the rules allow.

Lifts are not among the answers: the camera sees them, or somebody points at a cell and enters
the number. Listing what may still be found would remember for the players (DIG-46).
"""

from __future__ import annotations

from functools import partial

from companion.core import replies
from companion.core.roles import seat
from companion.core.verdict import Option, Question, Saying

from . import moves as m
from .digging import may_skip, skip_fee
from .laying import next_layer, next_turner
from .state import Phase, State, first_digger, lays
from .turning import barricade_cells, may_barricade

_option = partial(replies.option, "dig")


def questions(state: State) -> tuple[Question, ...]:
    """Return the open question; none once the game is over.

    A player who can only dig is asked all the same: pointing at a cell is the answer.
    """
    ask = {
        Phase.SETUP: _bottom,
        Phase.LAYING: _layer,
        Phase.TURNING: _turning,
        Phase.FRAME: _frame,
        Phase.DIG: _dig,
        Phase.END: _end,
    }.get(state.phase)
    question = ask(state) if ask else None
    return (question,) if question else ()


def _bottom(state: State) -> Question:
    kit = state.box.kit
    values = {
        "scarabs": kit.scarabs, "barricades": kit.barricades,
        "gold": kit.gold, "silver": kit.silver,
    }  # fmt: skip
    return Question(
        topic="bottom",
        id="bottom",
        ask=Saying("dig.ask.bottom", values),
        because=("DIG-01", "DIG-02", "DIG-03", "DIG-04", "DIG-C-21"),
        options=tuple(
            _option(f"bottom:{n}", m.NameBottom(n), player=player.name)
            for n, player in enumerate(state.seats)
        ),
    )


def _layer(state: State) -> Question:
    layer = next_layer(state)
    layer_of = state.box.layers[layer - 1]
    whole = any(card.card.startswith(("obelisk", "snake")) for card in layer_of.cards)
    values = {
        "player": state.seats[lays(state, layer)].name,
        "layer": layer,
        "layers": state.box.top,
        "name": layer_of.name,
        "whole": whole,
    }
    return Question(
        topic="layer",
        id=f"layer-{layer}",
        to=seat(lays(state, layer)),
        ask=Saying("dig.ask.layer", values),
        because=("DIG-06", "DIG-07", "DIG-09" if whole else "DIG-C-03"),
        options=(_option("layer_done", m.LayLayer(layer), layer=layer),),
        style="step",
        by_sight=True,
    )


def _turning(state: State) -> Question:
    turner = next_turner(state)
    return Question(
        topic="turning",
        id=f"turning-{turner}",
        to=seat(turner),
        ask=Saying("dig.ask.turning", {"player": state.seats[turner].name}),
        because=("DIG-18", "DIG-C-07"),
        options=(_option("turned", m.TurnTray(turner)),),
        style="step",
    )


def _frame(state: State) -> Question:
    return Question(
        topic="frame",
        id="frame",
        ask=Saying("dig.ask.frame", {"player": state.seats[first_digger(state)].name}),
        because=("DIG-19", "DIG-C-08", "DIG-20", "DIG-21"),
        options=(_option("begin_digging", m.PutBoard()),),
        style="step",
    )


def _dig(state: State) -> Question:
    values = {
        "player": state.seats[state.turn].name,
        "lifts": state.lifts,
        "pot": state.pot_worth,
        "doubled": state.doubled,
        "able": may_skip(state),
    }
    return Question(
        topic="dig",
        id=f"dig-{state.turns}-{'on' if state.lifts else 'start'}",
        to=seat(state.turn),
        ask=Saying("dig.ask.dig", values),
        because=("DIG-24", "DIG-25") if state.lifts else ("DIG-22", "DIG-27", "DIG-37"),
        options=(*_stopping(state), *_scarab(state), *_agreeing(state)),
        cells=tuple(cell.name for cell in state.open_cells),
        by_sight=True,
    )


def _stopping(state: State) -> tuple[Option, ...]:
    if state.lifts:
        return (_option("stop", m.Stop(), points=state.pot_worth),)
    return (_option("skip", m.Skip(), fee=skip_fee(state)),) if may_skip(state) else ()


def _scarab(state: State) -> tuple[Option, ...]:
    left = state.scarabs[state.turn]
    if state.lifts or state.doubled or not left:
        return ()
    return (_option("scarab", m.PlayScarab(), left=left),)


def _agreeing(state: State) -> tuple[Option, ...]:
    return (_option("agree", m.AgreeToStop()),) if state.rules.agree_to_stop else ()


def _end(state: State) -> Question:
    """Asked of a player who may still play a barricade, and after a hazard until it is paid."""
    able = may_barricade(state)
    values = {
        "player": state.seats[state.turn].name,
        "fine": state.fine,
        "out": state.turn in state.out,
        "able": able,
    }
    cells = barricade_cells(state) if able else ()
    name = "paid" if state.fine else "no_barricade"
    return Question(
        topic="end",
        id=f"end-{state.turns}",
        to=seat(state.turn),
        ask=Saying("dig.ask.hazard" if state.fine else "dig.ask.barricade", values),
        because=("DIG-26", "DIG-33", "DIG-34") if state.fine else ("DIG-40", "DIG-O-13"),
        options=(
            _option(name, m.EndTurn()),
            *(_option(f"barricade:{cell}", m.PlayBarricade(cell), cell=cell) for cell in cells),
        ),
        cells=cells,
        by_sight=True,
    )
