"""Phase two: scarab, lift, stop and skip, and what each of them costs or earns."""

from __future__ import annotations

from companion.core.decide import Unfolding
from companion.core.verdict import Refused, Ruling, refuse

from . import events as e
from . import moves as m
from .box import card_of, layer_of
from .evolving import evolve
from .learning import LARGEST, is_unsure, shown
from .money import fill_pot, keep_pot, lose_pot, pay, pay_fine
from .pool import candidates, named, only_the_mask_is_covered
from .state import Cell, Found, Phase, State
from .turning import close_turn, end_game, end_if_decided, nothing_left, why_not_on_turn


def play_scarab(state: State, move: m.PlayScarab) -> Ruling:
    if refusal := why_not_on_turn(state, "DIG-37"):
        return refusal
    if state.doubled:
        return refuse("DIG-O-09", "dig.one_scarab_a_turn")
    if state.lifts:
        return refuse("DIG-O-10", "dig.too_late_for_a_scarab")
    if not state.scarabs[state.turn]:
        return refuse("DIG-37", "dig.no_scarab_left", player=state.seats[state.turn].name)
    return evolve.unfold(state).add(e.ScarabPlayed(state.turn)).accepted()


def lift(state: State, move: m.Lift) -> Ruling:
    refusal = why_not_lift(state, move)
    if refusal:
        return refusal
    cell = state.at(move.cell)
    assert cell is not None
    layer = state.layer(cell) - 1
    card = move.card if state.box.has(move.card) else ""
    value = state.box.value(card) if card and move.value is None else move.value
    assert value is not None
    return _uncovered(evolve.unfold(state), cell, layer, card, value).accepted()


def why_not_lift(state: State, move: m.Lift) -> Refused | None:
    if state.phase == Phase.END:
        return _too_late(state, move)
    if refusal := why_not_on_turn(state, "DIG-22"):
        return refusal
    cell = state.at(move.cell)
    if cell is None:
        return refuse("DIG-22", "dig.no_such_cell", cell=move.cell)
    return why_not_there(state, cell) or _why_not_that(state, cell, move)


def why_not_there(state: State, cell: Cell) -> Refused | None:
    """Why nobody may dig in a cell now."""
    lid = state.lid(cell.name)
    if lid and lid.bans:
        owner = state.seats[lid.owner].name
        return refuse("DIG-41", "dig.barricaded", cells=(cell.name,), cell=cell.name, player=owner)
    if state.layer(cell) == 1:
        return refuse("DIG-O-11", "dig.bottom_stays", cells=(cell.name,), cell=cell.name)
    return None


def _too_late(state: State, move: m.Lift) -> Refused:
    if state.fine:
        return refuse("DIG-26", "dig.lift_after_hazard", cells=(move.cell,), cell=move.cell)
    player = state.seats[state.turn].name
    return refuse("DIG-25", "dig.turn_has_ended", cells=(move.cell,), player=player)


def _why_not_that(state: State, cell: Cell, move: m.Lift) -> Refused | None:
    """Why this card cannot have come to light there."""
    if not state.box.has(move.card):
        if move.value is not None and abs(move.value) <= LARGEST:
            return None
        return refuse("DIG-29", "dig.say_the_number")
    unsure = is_unsure(state.box)
    if move.value not in (None, state.box.value(move.card)) and not unsure:
        return refuse(
            "DIG-29", "dig.another_number", found=move.value, expected=state.box.value(move.card)
        )
    expected, found = state.layer(cell) - 1, layer_of(move.card)
    if found < expected:
        return refuse("DIG-O-19", "dig.two_at_once", cells=(cell.name,), cell=cell.name)
    if found > expected:
        return refuse("DIG-O-20", "dig.fell_back", cells=(cell.name,), cell=cell.name)
    if move.card not in candidates(state, expected) and not unsure:
        return refuse("DIG-01", "dig.dug_already", cells=(cell.name,), card=card_of(move.card))
    return None


def _uncovered(
    unfolding: Unfolding[State], cell: Cell, layer: int, label: str, value: int
) -> Unfolding[State]:
    state, seat = unfolding.state, unfolding.state.turn
    facts = shown(state, layer, label, value)
    found = named(state, layer, label, value) if label or not facts else Found("", value)
    because = ("DIG-22", "DIG-23", "DIG-36") + (("DIG-O-23",) if not value else ())
    unsure = is_unsure(state.box)
    unfolding.add(*(facts if unsure else ()))
    unfolding.add(e.CardLifted(seat, cell.name, layer, found.label, value, because))
    if facts and not unsure:
        unfolding.add(e.LayoutFoundWrong(cell.name, layer, value))
    points = value * (2 if state.doubled else 1)
    if value < 0:
        return _hazard(unfolding, cell, found.label, value, -points)
    if value > 0:
        fill_pot(unfolding, points, state.doubled)
    if why := nothing_left(unfolding.state):
        return end_game(keep_pot(unfolding, ("DIG-32", "DIG-O-25")), why)
    return unfolding


def _hazard(
    unfolding: Unfolding[State], cell: Cell, label: str, value: int, fine: int
) -> Unfolding[State]:
    state = unfolding.state
    because = ("DIG-26", "DIG-29") + (("DIG-38",) if state.doubled else ())
    unfolding.add(e.HazardMet(state.turn, cell.name, label, value, fine, because))
    pay_fine(lose_pot(unfolding), fine)
    out = state.turn in unfolding.state.out
    if end_if_decided(unfolding):
        return unfolding
    return close_turn(unfolding, "out" if out else "hazard")


def put_back(state: State, move: m.PutBack) -> Ruling:
    """Note that a card came up by mistake and went back (O-19, O-21)."""
    if state.phase != Phase.END and (refusal := why_not_on_turn(state, "DIG-O-21")):
        return refusal
    if state.at(move.cell) is None:
        return refuse("DIG-22", "dig.no_such_cell", cell=move.cell)
    because = ("DIG-O-19",) if move.why == "stuck" else ("DIG-O-21",)
    return evolve.unfold(state).add(e.CardPutBack(move.cell, move.why, because)).accepted()


def stop(state: State, move: m.Stop) -> Ruling:
    if refusal := why_not_on_turn(state, "DIG-25"):
        return refusal
    if not state.lifts:
        return _skip(state, ("DIG-O-08",))
    return close_turn(keep_pot(evolve.unfold(state)), "stopped").accepted()


def skip(state: State, move: m.Skip) -> Ruling:
    if refusal := why_not_on_turn(state, "DIG-27"):
        return refusal
    if state.lifts:
        return refuse("DIG-27", "dig.has_dug")
    return _skip(state, ("DIG-O-08",) if state.doubled else ())


def _skip(state: State, besides: tuple[str, ...]) -> Ruling:
    fee = skip_fee(state)
    if state.purse(state.turn) < fee:
        return refuse(
            "DIG-O-05",
            "dig.cannot_pay_the_skip",
            player=state.seats[state.turn].name,
            found=state.purse(state.turn),
            expected=fee,
        )
    unfolding = evolve.unfold(state)
    payment = pay(unfolding, fee)
    why, because = _why_skipped(state, fee)
    unfolding.add(
        e.TurnSkipped(
            state.turn, why, fee, payment.coins, payment.change, payment.written, because + besides
        )
    )
    if end_if_decided(unfolding):
        return unfolding.accepted()
    return close_turn(unfolding, "skipped").accepted()


def _why_skipped(state: State, fee: int) -> tuple[str, tuple[str, ...]]:
    if _mask_may_be_refused(state):
        return "mask", ("DIG-27", "DIG-O-18")
    if fee < state.box.money.skip_fee:
        return "poor", ("DIG-27", "DIG-C-02", "DIG-O-05")
    return "paid", ("DIG-27",)


def skip_fee(state: State) -> int:
    """Return what a skip costs now: less than the fee only where the house is kinder (O-05,
    O-18)."""
    fee = state.box.money.skip_fee
    if _mask_may_be_refused(state):
        return 0
    return min(fee, state.purse(state.turn)) if state.rules.never_obliged else fee


def _mask_may_be_refused(state: State) -> bool:
    return state.rules.mask_last == "free_skip" and only_the_mask_is_covered(state)


def may_skip(state: State) -> bool:
    return not state.lifts and state.purse(state.turn) >= skip_fee(state)
