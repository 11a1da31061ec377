"""Choose how many people sit at each box: fewest waits, games evenly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import msgspec

from companion.hall.records import Box, Person

FULL, EVEN, BEST = "full", "even", "best"
"""Tables as full as possible; every box in use; whichever of the two makes the better night."""


class Mix(msgspec.Struct, frozen=True):
    """Boxes in use with their numbers of people, and how many people have to wait."""

    tables: tuple[tuple[str, int], ...]
    waiting: int


Cost = tuple[int, int]


def mix_for(
    boxes: Sequence[Box], people: Sequence[Person], fill: str, had: Mapping[str, int]
) -> Mix:
    """Return the best way to seat these people: a box that somebody needs is not left out while
    another one could be, as long as nobody waits for it."""
    best, forced = mix(boxes, len(people), fill, had), frozenset[str]()
    needs = Counter(frozenset(person.needs) for person in people if person.needs)
    lacking = _lacking(best, boxes, needs)
    while lacking:
        used = {box for box, _ in best.tables}
        found = [
            (made.waiting, _lacking(made, boxes, needs).total(), number, made, more)
            for number, box in enumerate(boxes)
            if box.id not in used and any(need <= set(box.offers) for need in lacking)
            for more in (forced | {box.id},)
            for made in (mix(boxes, len(people), fill, had, more),)
        ]
        if not found:
            break
        waiting, left, _, made, more = min(found, key=lambda each: each[:3])
        if waiting > best.waiting or left >= lacking.total():
            break
        best, forced, lacking = made, more, _lacking(made, boxes, needs)
    return best


def _lacking(
    made: Mix, boxes: Sequence[Box], needs: Counter[frozenset[str]]
) -> Counter[frozenset[str]]:
    """Count the people whose needs no seat of this layout is left for."""
    offers = {box.id: set(box.offers) for box in boxes}
    seats = dict(made.tables)
    lacking = Counter[frozenset[str]]()
    for need in sorted(needs, key=lambda each: (-len(each), sorted(each))):
        count = needs[need]
        for box in sorted(seats, key=lambda each: (len(offers[each]), each)):
            taken = min(count, seats[box]) if need <= offers[box] else 0
            seats[box] -= taken
            count -= taken
        if count:
            lacking[need] = count
    return lacking


def mix(
    boxes: Sequence[Box],
    people: int,
    fill: str = FULL,
    had: Mapping[str, int] | None = None,
    forced: Collection[str] = (),
) -> Mix:
    """Return the best way to seat this many people at these boxes.

    Fewest wait; then by *fill*; then games that had fewer seats so far (*had*) come first. *Forced*
    boxes are used even if others would do; if too few people are here for them, everybody waits.
    """
    had = had or {}
    rows: list[dict[int, tuple[Cost, int]]] = [{0: ((0, 0), 0)}]
    for box in boxes:
        must = box.id in forced
        rows.append(_with_box(rows[-1], box, people, fill, had.get(box.game, 0), must))
    if not rows[-1]:
        return Mix((), people)
    seated = max(rows[-1])
    tables: list[tuple[str, int]] = []
    left = seated
    for box, row in zip(reversed(boxes), reversed(rows[1:]), strict=True):
        size = row[left][1]
        if size:
            tables.append((box.id, size))
        left -= size
    return Mix(tuple(reversed(tables)), people - seated)


def _with_box(
    before: dict[int, tuple[Cost, int]], box: Box, people: int, fill: str, had: int, must: bool
) -> dict[int, tuple[Cost, int]]:
    """Return the least cost and this table's size for each number of seated people."""
    found: dict[int, tuple[Cost, int]] = {}
    for size in (*(() if must else (0,)), *sorted(set(box.sizes), reverse=True)):
        own = (_size_cost(box, size, fill), had * size)
        for seated, (cost, _) in before.items():
            total = seated + size
            if total > people:
                continue
            new = (cost[0] + own[0], cost[1] + own[1])
            if total not in found or new < found[total][0]:
                found[total] = new, size
    return found


def _size_cost(box: Box, size: int, fill: str) -> int:
    if fill == EVEN:
        return size * (size - 1)
    return (max(box.sizes) - size) ** 2 if size else 0
