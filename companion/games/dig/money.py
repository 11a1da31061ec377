"""Payments: what goes from the bank into the pot, and from purses into the bank."""

from __future__ import annotations

from companion.core.decide import Unfolding

from . import events as e
from .coins import Coins, Payment, handed_out, paid_in
from .state import State


def fill_pot(unfolding: Unfolding[State], points: int, doubled: bool) -> Unfolding[State]:
    """Lay aside the points of an uncovered card (DIG-31)."""
    state = unfolding.state
    holders = _holders(state)
    payment = handed_out(state.bank, points, state.rate, [coins for _, coins in holders])
    _exchange(unfolding, payment, holders)
    because = ["DIG-29", "DIG-30", "DIG-31"]
    because += ["DIG-38"] * doubled + ["DIG-O-12"] * bool(payment.written)
    return unfolding.add(
        e.PotGrew(state.turn, points, payment.coins, payment.written, tuple(because))
    )


def keep_pot(
    unfolding: Unfolding[State], because: tuple[str, ...] = ("DIG-32",)
) -> Unfolding[State]:
    state = unfolding.state
    if not state.pot_worth:
        return unfolding
    return unfolding.add(e.PotKept(state.turn, state.pot_worth, state.pot, because))


def lose_pot(unfolding: Unfolding[State]) -> Unfolding[State]:
    state = unfolding.state
    if not state.pot_worth:
        return unfolding
    return unfolding.add(e.PotLost(state.turn, state.pot_worth, state.pot))


def pay_fine(unfolding: Unfolding[State], fine: int) -> Unfolding[State]:
    """Pay for a hazard from the purse; a player who cannot gives it all and is out (DIG-34, 35)."""
    state, seat = unfolding.state, unfolding.state.turn
    purse = state.purse(seat)
    if purse < fine:
        unfolding.add(e.PurseEmptied(seat, fine, purse, state.purses[seat]))
        return unfolding.add(e.PlayerOut(seat, "broke", ("DIG-35", "DIG-O-01")))
    payment = pay(unfolding, fine)
    return unfolding.add(e.FinePaid(seat, fine, payment.coins, payment.change, payment.written))


def pay(unfolding: Unfolding[State], amount: int) -> Payment:
    """Return how the player on turn pays an amount;
    silver is exchanged first where change is short."""
    state, seat = unfolding.state, unfolding.state.turn
    holders = _holders(state)
    payment = paid_in(
        state.purses[seat], state.owed[seat], state.bank, amount, state.rate,
        [coins for _, coins in holders],
    )  # fmt: skip
    _exchange(unfolding, payment, holders)
    return payment


def _holders(state: State) -> list[tuple[int | None, Coins]]:
    """Return who may change silver for gold: the player on turn, the pot, the others clockwise."""
    mine, *others = state.seats_from(state.turn)
    return [
        (mine, state.purses[mine]),
        (None, state.pot),
        *((seat, state.purses[seat]) for seat in others),
    ]


def _exchange(
    unfolding: Unfolding[State], payment: Payment, holders: list[tuple[int | None, Coins]]
) -> None:
    if payment.exchange is not None:
        unfolding.add(e.CoinsExchanged(holders[payment.exchange][0], unfolding.state.rate))
