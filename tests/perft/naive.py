"""Counting positions by hand: the moves of the base game, found without the room's own code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.recount_pairs import (
    Kind,
    Laws,
    Midway,
    Pillar,
    Room,
    ends_with_first,
    in_custom,
    resolved,
    silent_first,
    ways,
)

LAWS = Laws(5, "researcher_first", "optional", True, "per_animal", "strict", "wait", True)


class Spot(NamedTuple):
    """A position of the base game before anybody shifts: wall, room, turn, and what is open."""

    slots: tuple[tuple[str, ...], ...]
    now: Midway
    kinds: tuple[Kind, ...] = ()
    asked: Kind | None = None


def spot_of(state: Any) -> Spot:
    """Take over a position between two turns."""
    pillars = (Pillar(c.animal, c.scarabs, c.researcher, c.stack) for c in state.chamber.columns)
    won = tuple(tuple(sorted((p.animal, p.eyes) for p in w)) for w in state.chamber.won)
    return Spot(
        state.slots, Midway(Room(tuple(pillars), state.chamber.slab, won), state.turn, LAWS)
    )


def followers(box: Any, players: int, spot: Spot) -> Iterator[tuple[str, Spot]]:
    """Every legal move from here, by a short name, with the spot it leads to."""
    if spot.asked is not None:
        for way in ways(spot.now, spot.asked):
            now = resolved(spot.now, spot.asked, way)
            yield f"researcher {way}", settled(players, spot._replace(now=now, asked=None))
    elif spot.kinds:
        for kind in worth_asking(spot.now, spot.kinds):
            yield f"first {kind}", settled(players, taken(spot, kind))
    else:
        yield from inserted(box, players, spot)


def inserted(box: Any, players: int, spot: Spot) -> Iterator[tuple[str, Spot]]:
    gone = {card for slot in spot.slots for card in slot}
    faces = {card.cells: card.id for card in reversed(box.cards) if card.id not in gone}
    for n, slot in enumerate(spot.slots):
        if len(slot) == box.wall.capacity:
            continue
        for card in faces.values():
            slots = (*spot.slots[:n], (*slot, card), *spot.slots[n + 1 :])
            now = Midway(spot.now.room, spot.now.mover, LAWS)
            kinds = tuple(sorted(new_kinds(box, slots, n)))
            yield f"slot {n} card {card}", settled(players, Spot(slots, now, kinds))


def new_kinds(box: Any, slots: tuple[tuple[str, ...], ...], slot: int) -> Iterator[Kind]:
    width, height = box.wall.block
    shown, mine = {}, []
    for s, cards in enumerate(slots):
        for k, card in enumerate(cards):
            for dy, row in enumerate(box.card(card).cells):
                for dx, face in enumerate(row):
                    place = s * width + dx, k * height + dy
                    shown[place] = face
                    if s == slot and k == len(cards) - 1:
                        mine.append(place)
    for x, y in mine:
        for u, v in shown:
            near = max(abs(x - u), abs(y - v)) == 1 and (u, v) not in mine
            if near and shown[x, y][:-2] == shown[u, v][:-2]:
                yield shown[x, y][:-2], shown[x, y][-1] == shown[u, v][-1]


def settled(players: int, spot: Spot) -> Spot:
    """Go on until somebody must decide; a finished card passes the turn."""
    while spot.asked is None and spot.kinds:
        kind = silent_first(spot.now, spot.kinds)
        if kind is None:
            return spot
        spot = taken(spot, kind)
    if spot.asked is not None:
        if len(ways(spot.now, spot.asked)) > 1:
            return spot
        (way,) = ways(spot.now, spot.asked)
        now = resolved(spot.now, spot.asked, way)
        return settled(players, spot._replace(now=now, asked=None))
    mover = (spot.now.mover + 1) % players
    return spot._replace(now=Midway(spot.now.room, mover, LAWS))


def taken(spot: Spot, kind: Kind) -> Spot:
    rest = list(spot.kinds)
    rest.remove(kind)
    return spot._replace(kinds=tuple(rest), asked=kind)


def worth_asking(now: Midway, kinds: tuple[Kind, ...]) -> list[Kind]:
    """The kinds that lead somewhere no other kind leads as well."""
    reach = {kind: ends_with_first(now, kinds, kind) for kind in in_custom(now, kinds)}
    worth: list[Kind] = []
    for kind, ends in reach.items():
        beaten = any(ends < other for other in reach.values())
        if not beaten and ends not in [reach[earlier] for earlier in worth]:
            worth.append(kind)
    return worth


def nodes(box: Any, players: int, spot: Spot, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(nodes(box, players, after, depth - 1) for _, after in followers(box, players, spot))
