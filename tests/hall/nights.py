"""Nights from a seed: halls with all kinds of boxes, people who come late, needs and rules."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from companion.hall.records import APART, TOGETHER, Box, Person, Rule, Seating, Wanted

GAMES = {"ankh": (2, 3, 4), "nile": (2,), "jars": (3, 4, 5), "sand": (2, 3, 4), "kites": (4, 6)}
"""Invented games: the hall knows none of the real ones either."""


def people(count: int) -> tuple[Person, ...]:
    return tuple(Person(f"p{k}", f"Person {k}") for k in range(1, count + 1))


def boxes(*kinds: tuple[str, int | tuple[int, ...]]) -> tuple[Box, ...]:
    """Boxes by game and size, numbered from 1."""
    return tuple(
        Box(f"b{k}", game, (size,) if isinstance(size, int) else size)
        for k, (game, size) in enumerate(kinds, start=1)
    )


def equal(count: int, rounds: int, size: int = 4, **more: Any) -> Wanted:
    """One game at equal tables."""
    kinds = [("ankh", size)] * (count // size)
    return Wanted(people=people(count), boxes=boxes(*kinds), rounds=rounds, **more)


def even_supply(count: int, rounds: int = 5, **more: Any) -> Wanted:
    """Five games with as many seats each: one for two people, four for four."""
    each = count // 20
    kinds: list[tuple[str, int | tuple[int, ...]]] = [("nile", 2)] * (2 * each)
    kinds += [(game, 4) for game in ("ankh", "jars", "sand", "kites") for _ in range(each)]
    return Wanted(people=people(count), boxes=boxes(*kinds), rounds=rounds, **more)


def random_night(seed: int, most: int = 40) -> Wanted:
    """A night nobody planned: any boxes, any people, any wishes."""
    random = Random(seed)
    count = random.randint(2, most)
    guests = tuple(
        msgspec.structs.replace(each, needs=("quiet",) if random.random() < 0.06 else ())
        for each in people(count)
    )
    hall = tuple(
        Box(f"b{k}", game, GAMES[game], offers=("quiet",) if k % 3 == 1 else ())
        for k, game in enumerate(_games(random, count), start=1)
    )
    rounds = random.randint(1, 5)
    return Wanted(
        people=guests, boxes=hall, rounds=rounds, seed=random.randrange(10_000),
        rules=_rules(random, count), away=_away(random, count, rounds),
        fill=random.choice(("full", "even")), effort=random.choice((1,) * 9 + (2,)),
    )  # fmt: skip


def _games(random: Random, count: int) -> list[str]:
    tables = max(1, round(count / random.choice((2.5, 3, 3.5, 4))))
    return [random.choice(sorted(GAMES)) for _ in range(tables)]


def _rules(random: Random, count: int) -> tuple[Rule, ...]:
    if count < 8:
        return ()
    found = []
    for kind in (APART, TOGETHER):
        if random.random() < 0.4:
            found.append(Rule(kind, tuple(f"p{k}" for k in random.sample(range(1, count), 2))))
    return tuple(found)


def _away(random: Random, count: int, rounds: int) -> dict[str, tuple[int, ...]]:
    return {
        f"p{k}": (random.randint(1, rounds),)
        for k in range(1, count + 1) if count > 6 and random.random() < 0.05
    }  # fmt: skip


def plain(record: Wanted | Seating) -> dict[str, Any]:
    """As the journal has it: what the checker reads."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(record))
    return found
