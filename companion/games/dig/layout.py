"""A layer as it lies: which cell breaks which clause (DIG-05 to DIG-16). Pure; keeps nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from companion.core.cells import EMPTY, Cells

from .box import PARTS, Box, card_of, cell_at, layer_of, place_of

DOWN = "down"
"""The back of a card."""
WAYS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
"""Which way the upper end of a picture points; seen as ``2-snake_head@E``, where it is seen."""
AXES = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
"""The line a picture lies along, whichever of its ends is up; seen as ``2-snake_body@EW``."""

POINTING = ("obelisk_base", "obelisk_tip", "snake_head", "snake_tail")
"""The parts that must point one way."""
SPANNING = ("obelisk_mid", "snake_body")
"""The parts that only have to lie along: upside down they join their neighbours as well."""

Place = tuple[int, int]


class Fault(msgspec.Struct, frozen=True):
    """One cell that breaks one clause."""

    cell: str
    clause: str
    what: str


def faults(box: Box, layer: int, seen: Cells) -> tuple[Fault, ...]:
    """Return everything that is wrong with a layer; the coarser faults hide the finer ones."""
    for check in (_readable, _coloured, _complete, _whole):
        wrong = tuple(check(box, layer, seen))
        if wrong:
            return wrong
    return ()


def plain(label: str) -> str:
    """Return a label without the way its picture points."""
    return label.partition("@")[0]


def seen_as(label: str) -> str:
    """Return what matters of a card: which way an end points, and the line of a part between the
    ends.

    >>> [seen_as(f"2-{card}@S") for card in ("snake_head", "snake_body", "earth")]
    ['2-snake_head@S', '2-snake_body@NS', '2-earth']
    """
    card, _, way = label.partition("@")
    if card_of(card) in SPANNING and way:
        return f"{card}@{AXES.get(way, way)}"
    return label if card_of(card) in POINTING else card


def _readable(box: Box, layer: int, seen: Cells) -> Iterator[Fault]:
    for cell in box.cells:
        label = plain(seen.get(cell, EMPTY))
        if label == EMPTY:
            yield Fault(cell, "DIG-06", "empty")
        elif label == DOWN:
            yield Fault(cell, "DIG-07", "down")
        elif not box.has(label):
            yield Fault(cell, "DIG-01", "unknown")


def _coloured(box: Box, layer: int, seen: Cells) -> Iterator[Fault]:
    clause = "DIG-05" if layer == 1 else "DIG-08"
    for cell in box.cells:
        label = plain(seen[cell])
        if layer_of(label) != layer:
            yield Fault(cell, clause, "colour")


def _complete(box: Box, layer: int, seen: Cells) -> Iterator[Fault]:
    """Yield a fault for each card that lies there more often than the box has it,
    unless guessed."""
    lying = Counter(plain(seen[cell]) for cell in box.cells)
    surplus = lying - box.labels(layer)
    guessed = {card.card for card in box.layers[layer - 1].cards if card.assumed} - {*PARTS}
    for cell in box.cells:
        label = plain(seen[cell])
        if label in surplus and card_of(label) not in guessed:
            yield Fault(cell, _count_clause(card_of(label)), "surplus")


def _count_clause(card: str) -> str:
    kind = card.partition("_")[0]
    return {"obelisk": "DIG-13", "snake": "DIG-14"}.get(kind, "DIG-01")


def _whole(box: Box, layer: int, seen: Cells) -> Iterator[Fault]:
    lying = {place_of(cell): card_of(seen_as(seen[cell])) for cell in box.cells}
    yield from _obelisks(lying)
    yield from _snake(lying)


class _Line(msgspec.Struct, frozen=True):
    """An obelisk from its foot to its top, and those of its parts that do not lie along it."""

    places: frozenset[Place] = frozenset()
    crooked: frozenset[Place] = frozenset()


def _obelisks(lying: Mapping[Place, str]) -> Iterator[Fault]:
    """Require two whole obelisks to take up every obelisk card (DIG-09, 11, 12), all in line."""
    cards = {place for place, card in lying.items() if card.startswith("obelisk")}
    standing = [
        line
        for place in sorted(cards)
        if plain(lying[place]) == "obelisk_base"
        for line in _from_foot(lying, place)
    ]
    best = _most_covered(standing)
    for x, y in _row_by_row(cards - best.places):
        clause = "DIG-12" if plain(lying[x, y]) == "obelisk_mid" else "DIG-11"
        yield Fault(cell_at(x, y), clause, "obelisk")
    for x, y in _row_by_row(best.crooked):
        yield Fault(cell_at(x, y), "EX-DIG-02", "crooked")


def _row_by_row(places: Iterable[Place]) -> list[Place]:
    return sorted(places, key=lambda place: place[::-1])


def _from_foot(lying: Mapping[Place, str], foot: Place) -> Iterator[_Line]:
    """Yield every whole obelisk that stands on this foot: middles in a straight line,
    then a top."""
    for way, (dx, dy) in WAYS.items():
        line, place = [foot], (foot[0] + dx, foot[1] + dy)
        while plain(lying.get(place, "")) == "obelisk_mid":
            line.append(place)
            place = (place[0] + dx, place[1] + dy)
        if plain(lying.get(place, "")) == "obelisk_tip":
            line.append(place)
            crooked = (part for part in line if not _points(lying[part], way))
            yield _Line(frozenset(line), frozenset(crooked))


def _points(card: str, way: str) -> bool:
    """Whether a picture points this way or lies along it, as far as that was seen."""
    seen = card.partition("@")[2]
    return not seen or way in seen


def _most_covered(standing: list[_Line]) -> _Line:
    """Return the two obelisks that do not share a card, use up the most,
    and are the least crooked."""
    pairs = (
        _Line(one.places | other.places, one.crooked | other.crooked)
        for one in standing
        for other in (_Line(), *standing)
        if not one.places & other.places
    )
    return max(pairs, key=lambda both: (len(both.places), -len(both.crooked)), default=_Line())


def _snake(lying: Mapping[Place, str]) -> Iterator[Fault]:
    """Head, body and tail follow each other in one line (DIG-10, 14)."""
    parts = {plain(card): place for place, card in lying.items() if card.startswith("snake")}
    if not parts:
        return
    head, body, tail = (parts[f"snake_{part}"] for part in ("head", "body", "tail"))
    ahead, behind = _step(body, head), _step(tail, body)
    if ahead not in WAYS.values():
        yield Fault(cell_at(*head), "DIG-10", "snake")
    if behind not in WAYS.values():
        yield Fault(cell_at(*tail), "DIG-10", "snake")
    elif ahead in WAYS.values() and ahead != behind:
        yield Fault(cell_at(*tail), "DIG-14", "snake")
    else:
        way = next((name for name, step in WAYS.items() if step == ahead == behind), None)
        for place in (head, body, tail):
            if way and not _points(lying[place], way):
                yield Fault(cell_at(*place), "DIG-14", "twisted")


def _step(one: Place, other: Place) -> Place:
    return other[0] - one[0], other[1] - one[1]
