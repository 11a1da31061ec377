"""The pairs of one card, counted naively: every order and every researcher is simply tried.

Shares no code with the room; the other half of the recount.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple


class Pillar(NamedTuple):
    animal: str
    scarabs: int
    by: int | None
    stack: tuple[int, ...]


class Room(NamedTuple):
    """Everything pairs and curses change."""

    pillars: tuple[Pillar, ...]
    slab: int
    won: tuple[tuple[tuple[str, int], ...], ...]

    def at(self, animal: str) -> Pillar:
        return next(pillar for pillar in self.pillars if pillar.animal == animal)

    def but(self, animal: str, **changes: Any) -> Room:
        pillars = tuple(p._replace(**changes) if p.animal == animal else p for p in self.pillars)
        return self._replace(pillars=pillars)

    def give(self, seat: int, piece: tuple[str, int]) -> Room:
        theirs = tuple(sorted((*self.won[seat], piece)))
        return self._replace(won=(*self.won[:seat], theirs, *self.won[seat + 1 :]))

    def take(self, seat: int, piece: tuple[str, int]) -> Room:
        theirs = list(self.won[seat])
        theirs.remove(piece)
        return self._replace(won=(*self.won[:seat], tuple(theirs), *self.won[seat + 1 :]))

    def held_by(self, seat: int) -> tuple[str, ...]:
        return tuple(pillar.animal for pillar in self.pillars if pillar.by == seat)


class Laws(NamedTuple):
    """The house rules that bear on pairs."""

    researchers: int
    pair_order: str
    placement: str
    swap: bool
    per_move: str
    supply: str
    pending: str
    on_vacant: bool


class Midway(NamedTuple):
    """In the middle of a card: what it has laid so far, and where a right was used."""

    room: Room
    mover: int
    laws: Laws
    laid: tuple[str, ...] = ()
    done: frozenset[str] = frozenset()
    chosen: str | None = None


Kind = tuple[str, bool]
RESERVE = "from the reserve"


# One pair


def has_right(now: Midway, kind: Kind) -> bool:
    animal, same = kind
    holder = now.room.at(animal).by
    if animal in now.done or holder == now.mover:
        return False
    return holder is None or same


def must_set(now: Midway, animal: str) -> bool:
    if now.room.at(animal).by is None:
        return now.laws.placement == "compulsory"
    return now.laws.swap


def ways(now: Midway, kind: Kind) -> list[str | None]:
    """Where the researcher may come from: the reserve, another column, or None for nowhere."""
    if not has_right(now, kind) or (now.laws.per_move == "1" and now.chosen != kind[0]):
        return [None]
    mine = now.room.held_by(now.mover)
    if len(mine) == now.laws.researchers:
        return [*mine, None]
    if now.laws.per_move == "1" or must_set(now, kind[0]):
        return [RESERVE]
    return [RESERVE, None]


def resolved(now: Midway, kind: Kind, way: str | None) -> Midway:
    was_vacant = now.room.at(kind[0]).by is None
    if now.laws.pair_order == "researcher_first":
        now = opened(set_at(now, kind[0], way), kind[0])
        return opened(scarab_at(now, kind, was_vacant), kind[0])
    now = opened(scarab_at(now, kind, was_vacant), kind[0])
    return opened(set_at(now, kind[0], way), kind[0])


def set_at(now: Midway, animal: str, way: str | None) -> Midway:
    """A no is a no for this pair alone; a yes uses the right of the animal up."""
    if way is None:
        return now
    room = now.room if way == RESERVE else now.room.but(way, by=None)
    return now._replace(room=room.but(animal, by=now.mover), done=now.done | {animal})


def scarab_at(now: Midway, kind: Kind, was_vacant: bool) -> Midway:
    animal, same = kind
    if now.room.at(animal).scarabs == 3 or now.laid.count(animal) == 2:
        return now
    if was_vacant and not same and not now.laws.on_vacant:
        return now
    if now.room.slab < 1 and now.laws.supply == "strict":
        return now
    room = now.room.but(animal, scarabs=now.room.at(animal).scarabs + 1)
    return now._replace(room=room._replace(slab=room.slab - 1), laid=(*now.laid, animal))


def opened(now: Midway, animal: str) -> Midway:
    pillar = now.room.at(animal)
    owner = pillar.by
    if owner is None and now.laws.pending == "mover_takes":
        owner = now.mover
    if pillar.scarabs < 3 or not pillar.stack or owner is None:
        return now
    return now._replace(room=taken(now.room, animal, owner))


def taken(room: Room, animal: str, owner: int) -> Room:
    pillar = room.at(animal)
    room = room.but(animal, scarabs=0, stack=pillar.stack[1:])
    return room._replace(slab=room.slab + 3).give(owner, (animal, pillar.stack[0]))


# Several pairs


@cache
def ends(now: Midway, kinds: tuple[Kind, ...]) -> frozenset[Room]:
    """Every way the room can look in the end: all orders, all choices."""
    if not kinds:
        return frozenset([now.room])
    return frozenset(end for kind in set(kinds) for end in ends_with_first(now, kinds, kind))


def ends_with_first(now: Midway, kinds: tuple[Kind, ...], first: Kind) -> frozenset[Room]:
    rest = list(kinds)
    rest.remove(first)
    return frozenset(
        end
        for way in ways(now, first)
        for end in ends(resolved(now, first, way), tuple(sorted(rest)))
    )


def in_custom(now: Midway, kinds: Iterable[Kind]) -> list[Kind]:
    left_to_right = [pillar.animal for pillar in now.room.pillars]
    return sorted(set(kinds), key=lambda kind: (not kind[1], left_to_right.index(kind[0])))


def silent_first(now: Midway, kinds: tuple[Kind, ...]) -> Kind | None:
    """The kind the table takes without asking, at no loss; None when it must ask."""
    for kind in in_custom(now, kinds):
        if ends_with_first(now, kinds, kind) == ends(now, kinds):
            return kind
    return None


def columns_for_one(now: Midway, kinds: tuple[Kind, ...]) -> list[str | None]:
    """researchers_per_move = 1: where the one researcher may go; None where that is allowed."""
    mine = now.room.held_by(now.mover)
    rights = [kind for kind in kinds if has_right(now, kind)]
    reserve = len(mine) < now.laws.researchers
    forced = reserve and any(must_set(now, kind[0]) for kind in rights)
    columns: list[str | None] = [*dict.fromkeys(kind[0] for kind in sorted(rights))]
    return columns if forced else [*columns, None]
