"""People who were renamed or forgotten: what the house calls them in earlier games. Pure.

A journal keeps the names it was played under, whatever happens here: it is never changed. What the
house shows of earlier games, and whom it suggests, follows the owner's wishes in their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from .card import Card
from .names import heard
from .plan import Plan


class Renaming(msgspec.Struct, frozen=True):
    """From one moment on, people called *who* have another name, or none if they were forgotten."""

    at: str
    who: str
    """As it is heard."""
    name: str


def called(name: str, begun: str, renamings: Iterable[Renaming]) -> str:
    """What somebody who played under a name is called now; empty for people who were forgotten."""
    for one in renamings:
        if name and heard(name) == one.who and begun <= one.at:
            name = one.name
    return name


def renamed(card: Card, renamings: Sequence[Renaming]) -> Card:
    """A card with the names people have now."""
    if not renamings:
        return card
    people = (replace(one, name=called(one.name, card.begun, renamings)) for one in card.people)
    return replace(card, people=tuple(people))


def planned(plan: Plan, change: Renaming) -> Plan | None:
    """The last plan of a room after a change; None where somebody in it was forgotten."""
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
    """Whether two people sat at one table: then they are not the same."""
    both = {heard(one), heard(other)}
    return any(both <= {heard(person.name) for person in card.people} for card in cards)
