"""People who were renamed or forgotten: what the house calls them in earlier games. Pure.

A journal keeps the names it was played under, whatever happens here: it is never changed. What the
house shows of earlier games, and whom it suggests, follows the owner's wishes in their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from .game_card import Card
from .names import heard
from .plan import GamePlan


class Renaming(msgspec.Struct, frozen=True):
    """A renaming: from one moment on, people called *who* have another name,
    or none if forgotten."""

    at: str
    who: str
    """The name in its compared form."""
    name: str


def called(name: str, begun: str, renamings: Iterable[Renaming]) -> str:
    """Return today's name of a person; empty if forgotten."""
    for one in renamings:
        if name and heard(name) == one.who and begun <= one.at:
            name = one.name
    return name


def renamed(card: Card, renamings: Sequence[Renaming]) -> Card:
    """Return a card with the names people have now."""
    if not renamings:
        return card
    people = (replace(one, name=called(one.name, card.begun, renamings)) for one in card.people)
    return replace(card, people=tuple(people))


def planned(plan: GamePlan, change: Renaming) -> GamePlan | None:
    """Rename people in the last plan of a room; None if somebody was forgotten."""
    if not any(heard(person.name) == change.who for person in plan.people):
        return plan
    if not change.name:
        return None
    people = (
        replace(one, name=change.name) if heard(one.name) == change.who else one
        for one in plan.people
    )
    return replace(plan, people=tuple(people))


def have_met(cards: Iterable[Card], one: str, other: str) -> bool:
    """Check whether two names sat at one table, so that they aren't one person."""
    both = {heard(one), heard(other)}
    return any(both <= {heard(person.name) for person in card.people} for card in cards)
