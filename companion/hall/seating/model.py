"""Translate a draw into numbers: rows of people, earlier meetings and games."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from companion.hall.errors import BadNight
from companion.hall.records import APART, TOGETHER, Box, Round, Rule, Wanted

from .bounds import Bounds, bounds_of, fewest_games, shapes_of
from .sizes import mix_for

# A night as numbers: who is there in which round, and which tables stand there.
#
# Columns of a round are its tables in order, and one more for waiting. People who are away have
# column -1 and are never moved.

Numbers = npt.NDArray[np.int32]
Weights = npt.NDArray[np.float32]

AWAY = -1


@dataclass(frozen=True)
class FixedSeating:
    """The tables of one round: box by box, which game and how many people."""

    boxes: tuple[str, ...]
    games: tuple[int, ...]
    sizes: tuple[int, ...]
    waiting: int = 0

    @property
    def idle(self) -> int:
        """The column of people who wait."""
        return len(self.sizes)


@dataclass(frozen=True)
class Problem:
    """Everything a search needs. The rounds before are in the counts, not in ``laid``."""

    people: int
    games: int
    laid: tuple[FixedSeating, ...]
    there: npt.NDArray[np.bool_]
    """Rounds x people: who can play."""
    met: Numbers
    """People x people: meetings in published rounds."""
    played: Numbers
    """People x games, in published rounds."""
    sized: Numbers
    """People x table sizes, in published rounds."""
    waited: Numbers
    last: Numbers
    """People x people: 1 for those who sat together in the last published round."""
    apart: Weights
    together: Weights
    unfit: tuple[npt.NDArray[np.bool_], ...]
    """Per round, people x tables: a need that this table does not meet."""
    score: Weights | None = None
    bound_pairs: int = 0
    bound_games: int = 0
    size_caps: Numbers = field(default_factory=lambda: np.zeros((0, 0), np.int32))
    """People x sizes: fair number of times at a table of this size."""
    wait_floor: Numbers = field(default_factory=lambda: np.zeros(0, np.int32))
    """Fewest waits of each person who is there all night."""
    wait_cap: Numbers = field(default_factory=lambda: np.zeros(0, np.int32))

    @property
    def largest(self) -> int:
        return max((size for laid in self.laid for size in laid.sizes), default=0)


FINEST = 40
"""Steps of score a draw can tell apart."""


@dataclass(frozen=True)
class Compiled:
    """A problem, and which row belongs to whom."""

    problem: Problem
    ids: tuple[str, ...]
    games: tuple[str, ...]
    first: int
    """The number of the first round to draw."""
    pinned: tuple[str, ...] = ()
    """Boxes that are not part of the draw: the final's."""


def compiled(wanted: Wanted) -> Compiled:
    """Lay out the rounds to draw, and count meetings and games of published ones."""
    _check(wanted)
    ids = tuple(dict.fromkeys(person.id for person in wanted.people))
    rows = {who: row for row, who in enumerate(ids)}
    games = tuple(sorted({b.game for b in wanted.boxes} | _played(wanted)))
    first = len(wanted.fixed) + 1
    there = np.array(
        [
            [number not in wanted.away.get(who, ()) for who in ids]
            for number in range(first, wanted.rounds + 1)
        ],
        bool,
    ).reshape(max(0, wanted.rounds - first + 1), len(ids))
    laid = _laid(wanted, games, there)
    widest = max([2, *(s for each in laid for s in each.sizes), *_sizes(wanted)])
    met, last = _meetings(wanted.fixed, rows)
    played, sized, waited = _counts(wanted.fixed, rows, games, widest)
    limits = bounds_of(wanted)
    cap = _wait_cap(laid, waited, there)
    problem = Problem(
        people=len(ids), games=len(games), laid=laid, there=there,
        met=met, played=played, sized=sized, waited=waited, last=last,
        apart=_ruled(wanted.rules, APART, rows), together=_ruled(wanted.rules, TOGETHER, rows),
        unfit=tuple(_unfit(wanted, each) for each in laid),
        score=_scores(wanted, ids),
        bound_pairs=limits.repeats, bound_games=_fewest_games(wanted, limits),
        size_caps=_size_caps(laid, sized, len(ids), widest),
        wait_cap=cap, wait_floor=np.where(there.all(0), np.maximum(cap.min() - 1, 0), 0),
    )  # fmt: skip
    return Compiled(problem, ids, games, first)


def _fewest_games(wanted: Wanted, limits: Bounds) -> int:
    """Count unavoidable game repeats, given the fewest repeated pairs."""
    if wanted.fixed or wanted.away:
        return limits.game_repeats
    crowded = fewest_games(len(wanted.people), shapes_of(wanted), limits.repeats)
    return max(limits.game_repeats, crowded)


def _check(wanted: Wanted) -> None:
    if not wanted.people:
        raise BadNight("nobody")
    if len(wanted.people) == 1:
        raise BadNight("alone", name=wanted.people[0].name)
    if not wanted.boxes:
        raise BadNight("no_boxes")
    if wanted.rounds < 1:
        raise BadNight("no_rounds")


def _played(wanted: Wanted) -> set[str]:
    return {table.game for each in wanted.fixed for table in each.tables}


def _sizes(wanted: Wanted) -> list[int]:
    return [len(table.people) for each in wanted.fixed for table in each.tables]


def _laid(wanted: Wanted, games: tuple[str, ...], there: np.ndarray) -> tuple[FixedSeating, ...]:
    """Choose the tables of each round; if boxes are left over, games take turns."""
    boxes = {box.id: box for box in wanted.boxes}
    had = Counter[str]()
    found = []
    for row in there:
        here = [person for person, comes in zip(wanted.people, row, strict=True) if comes]
        chosen = mix_for(wanted.boxes, here, wanted.fill, had)
        for box, size in chosen.tables:
            had[boxes[box].game] += size
        found.append(
            FixedSeating(
                tuple(box for box, _ in chosen.tables),
                tuple(games.index(boxes[box].game) for box, _ in chosen.tables),
                tuple(size for _, size in chosen.tables),
                chosen.waiting,
            )
        )
    return tuple(found)


def _meetings(fixed: tuple[Round, ...], rows: dict[str, int]) -> tuple[Numbers, Numbers]:
    met = np.zeros((len(rows), len(rows)), np.int32)
    last = np.zeros_like(met)
    for each in fixed:
        last = np.zeros_like(met)
        for table in each.tables:
            here = [rows[who] for who in table.people if who in rows]
            for one in here:
                last[one, [two for two in here if two != one]] = 1
        met += last
    return met, last


def _counts(
    fixed: tuple[Round, ...], rows: dict[str, int], games: tuple[str, ...], widest: int
) -> tuple[Numbers, Numbers, Numbers]:
    played = np.zeros((len(rows), len(games)), np.int32)
    sized = np.zeros((len(rows), widest + 1), np.int32)
    waited = np.zeros(len(rows), np.int32)
    for each in fixed:
        for who in each.waiting:
            if who in rows:
                waited[rows[who]] += 1
        for table in each.tables:
            for who in table.people:
                if who in rows:
                    played[rows[who], games.index(table.game)] += 1
                    sized[rows[who], len(table.people)] += 1
    return played, sized, waited


def _ruled(rules: tuple[Rule, ...], kind: str, rows: dict[str, int]) -> np.ndarray:
    found = np.zeros((len(rows), len(rows)), np.float32)
    for rule in rules:
        here = [rows[who] for who in rule.people if who in rows]
        for one in here if rule.kind == kind else ():
            found[one, [two for two in here if two != one]] = 1
    return found


def _unfit(wanted: Wanted, laid: FixedSeating) -> np.ndarray:
    boxes: dict[str, Box] = {box.id: box for box in wanted.boxes}
    people = {person.id: person for person in wanted.people}
    return np.array(
        [
            [not set(person.needs) <= set(boxes[box].offers) for box in laid.boxes]
            for person in people.values()
        ],
        bool,
    ).reshape(len(people), len(laid.boxes))


def _scores(wanted: Wanted, ids: tuple[str, ...]) -> np.ndarray | None:
    if not wanted.scores:
        return None
    points = [wanted.scores.get(who, 0.0) for who in ids]
    low, high = min(points), max(points)
    steps = [round((each - low) / ((high - low) or 1) * FINEST) for each in points]
    return np.array(steps, np.float32)


def _size_caps(laid: tuple[FixedSeating, ...], sized: Numbers, people: int, widest: int) -> Numbers:
    total = sized.sum(0)
    for each in laid:
        for size in each.sizes:
            total[size] += size
    caps = -(-total // max(1, people))
    return np.tile(caps.astype(np.int32), (people, 1)).reshape(people, widest + 1)


def _wait_cap(laid: tuple[FixedSeating, ...], waited: Numbers, there: np.ndarray) -> Numbers:
    """Compute the fewest waits that nobody needs to exceed."""
    needed = sum(each.waiting for each in laid)
    rounds = there.sum(0)
    cap = 0
    while np.minimum(rounds, np.maximum(cap - waited, 0)).sum() < needed:
        cap += 1
    return np.maximum(np.full(len(waited), cap, np.int32), waited)
