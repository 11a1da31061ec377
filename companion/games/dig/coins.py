"""Coins: how an amount of silver changes hands, with change given and gold exchanged for silver.

The account never stops: what the bank has no coins for is written down and counts as money.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Coins(msgspec.Struct, frozen=True):
    gold: int = 0
    silver: int = 0

    def __add__(self, other: Coins) -> Coins:
        return Coins(self.gold + other.gold, self.silver + other.silver)

    def __sub__(self, other: Coins) -> Coins:
        return Coins(self.gold - other.gold, self.silver - other.silver)

    def worth(self, rate: int) -> int:
        return self.gold * rate + self.silver


class Payment(msgspec.Struct, frozen=True):
    """Coins one way, silver back as change, and what is written down instead.

    ``written`` is added to what the bank owes the player: above 0 when it ran dry, below 0 when
    the player pays with what it owes. ``exchange`` names who first changes silver into a gold
    coin, as an index into the holders that were offered.
    """

    coins: Coins
    change: Coins = Coins()
    written: int = 0
    exchange: int | None = None


def handed_out(bank: Coins, amount: int, rate: int, holders: Sequence[Coins]) -> Payment:
    """Return what the bank lays out for an amount, as much of it in gold as it can.

    If only silver is short, one of *holders* changes some for a gold coin first (O-12).
    """
    coins = _greedy(bank, amount, rate)
    short = amount - coins.worth(rate)
    if not short:
        return Payment(coins)
    if bank.gold > coins.gold:
        helper = _with_silver(holders, rate)
        if helper is not None:
            whole = Coins(coins.gold, coins.silver + short)
            return Payment(whole, exchange=helper)
    return Payment(coins, written=short)


def paid_in(
    purse: Coins, owed: int, bank: Coins, amount: int, rate: int, holders: Sequence[Coins]
) -> Payment:
    """Return how a purse that has enough pays an amount: by what it is owed first,
    then with coins."""
    by_account = min(owed, amount)
    due = amount - by_account
    coins = _greedy(purse, due, rate)
    short = due - coins.worth(rate)
    if not short:
        return Payment(coins, written=-by_account)
    back = rate - short
    even = min(back, coins.silver)
    coins = Coins(coins.gold + 1, coins.silver - even)
    change = Coins(0, back - even)
    if bank.silver + coins.silver >= change.silver:
        return Payment(coins, change, -by_account)
    helper = _with_silver(holders, rate) if bank.gold else None
    if helper is not None:
        return Payment(coins, change, -by_account, helper)
    return Payment(coins, written=change.silver - by_account)


def _greedy(store: Coins, amount: int, rate: int) -> Coins:
    gold = min(amount // rate, store.gold)
    return Coins(gold, min(amount - gold * rate, store.silver))


def _with_silver(holders: Sequence[Coins], rate: int) -> int | None:
    return next((n for n, coins in enumerate(holders) if coins.silver >= rate), None)
