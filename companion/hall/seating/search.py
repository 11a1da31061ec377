"""Tabu search over the whole night: swap two people of one round, best swap first.

One matrix product gives what every swap of a round would change, so all are looked at before one
is made. Weights only guide the way; which of two nights is better is decided by ranks
(``ranks_of``), never by a sum. Numbers are whole, and no clock is asked: the same seed gives the
same night on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .model import AWAY, FixedSeating, Numbers, Problem, Weights

HARD = 4096
"""Guide: a broken rule outweighs everything a single swap could gain."""
LOOKED_AT = 40_000
"""Most swaps compared in one step; a large hall samples its people."""


@dataclass(frozen=True)
class Guide:
    """Weights of each kind of conflict while searching."""

    pairs: int = 20
    again: int = 10
    """A pair that meets a third time, on top."""
    next: int = 4
    """A pair that meets in two rounds running, on top."""
    games: int = 14
    sizes: int = 2
    spread: int = 0


Ranks = tuple[int, ...]
"""Broken rules, pair repeats, game repeats, worst pairs, uneven sizes, score spread."""


class SeatingNight:
    """The columns of everybody in every round, and what follows from them."""

    def __init__(self, problem: Problem, at: Numbers) -> None:
        self.problem, self.at = problem, at.copy()
        self.met = problem.met.copy()
        self.played = problem.played.copy()
        self.sized = problem.sized.copy()
        self.waited = problem.waited.copy()
        self.mates = [self._mates(r) for r in range(len(problem.laid))]
        for r in range(len(problem.laid)):
            self._count(r, 1)

    def _mates(self, r: int) -> Weights:
        """Return people x people: 1 if two sit at one table of round *r*."""
        columns = self.columns(r)
        return columns @ columns.T

    def columns(self, r: int) -> Weights:
        """People x tables, without those who wait."""
        laid = self.problem.laid[r]
        hot = np.zeros((self.problem.people, len(laid.sizes) + 2), np.float32)
        hot[np.arange(self.problem.people), self.at[r]] = 1
        return hot[:, : len(laid.sizes)]

    def _count(self, r: int, sign: int) -> None:
        laid, at = self.problem.laid[r], self.at[r]
        same = self.mates[r].astype(np.int32)
        np.fill_diagonal(same, 0)
        self.met += sign * same
        for person in np.flatnonzero(at != AWAY):
            self._sit(int(person), int(at[person]), laid, sign)

    def _sit(self, person: int, column: int, laid: FixedSeating, sign: int) -> None:
        if column == laid.idle:
            self.waited[person] += sign
        else:
            self.played[person, laid.games[column]] += sign
            self.sized[person, laid.sizes[column]] += sign

    def swap(self, r: int, one: int, two: int) -> None:
        """Let two people of a round change places."""
        laid, at, mates = self.problem.laid[r], self.at[r], self.mates[r]
        for person in (one, two):
            self._leave(mates, person)
        a, b = int(at[one]), int(at[two])
        at[one], at[two] = b, a
        for person, column, before in ((one, b, a), (two, a, b)):
            self._sit(person, before, laid, -1)
            self._sit(person, column, laid, 1)
        self._join(mates, at, one, b, laid)
        self._join(mates, at, two, a, laid)

    def _leave(self, mates: Weights, person: int) -> None:
        others = np.flatnonzero(mates[person])
        others = others[others != person]
        self.met[person, others] -= 1
        self.met[others, person] -= 1
        mates[person, :] = 0
        mates[:, person] = 0

    def _join(
        self, mates: Weights, at: Numbers, person: int, column: int, laid: FixedSeating
    ) -> None:
        if column == laid.idle:
            return
        others = np.flatnonzero(at == column)
        mates[person, others] = 1
        mates[others, person] = 1
        others = others[others != person]
        self.met[person, others] += 1
        self.met[others, person] += 1

    def ranks(self) -> Ranks:
        """Count the conflicts of this night, the worst kind first."""
        problem = self.problem
        upper = np.triu(self.met, 1)
        repeats = int(np.maximum(upper - 1, 0).sum())
        worst = int(np.maximum(upper - 2, 0).sum()) * 4 + self.running()
        games = int(np.maximum(self.played - 1, 0).sum())
        sizes = int(np.maximum(self.sized - problem.size_caps, 0).sum())
        return self._broken(), repeats, games, worst, sizes, self._spread()

    def _broken(self) -> int:
        problem, broken = self.problem, 0
        for r, mates in enumerate(self.mates):
            broken += int((mates * problem.apart).sum()) // 2
            both = problem.there[r][:, None] & problem.there[r][None, :]
            broken += int((problem.together * both * (1 - mates)).sum()) // 2
            seated = np.flatnonzero((self.at[r] >= 0) & (self.at[r] < problem.laid[r].idle))
            broken += int(problem.unfit[r][seated, self.at[r][seated]].sum())
        broken += int(np.maximum(problem.wait_floor - self.waited, 0).sum())
        return broken + int(np.maximum(self.waited - problem.wait_cap, 0).sum())

    def running(self) -> int:
        """Pairs that meet in two rounds running."""
        pairs = [self.problem.last, *self.mates]
        both = (a * b for a, b in zip(pairs, pairs[1:], strict=False))
        return sum(int(np.triu(each, 1).sum()) for each in both)

    def _spread(self) -> int:
        score = self.problem.score
        if score is None:
            return 0
        gaps = np.abs(score[:, None] - score[None, :])
        return sum(int(np.triu(mates * gaps, 1).sum()) for mates in self.mates)


class SeatingSearch:
    """One search from a starting night; ``best`` is the best night found."""

    def __init__(self, night: SeatingNight, guide: Guide, seed: int) -> None:
        self.night, self.guide = night, guide
        self.random = np.random.RandomState(seed % 2**32)
        people = night.problem.people
        self.noise = self.random.random_sample((people, people)).astype(np.float32)
        self.tabu = [np.zeros((people, laid.idle + 2), np.int32) for laid in night.problem.laid]
        self.best, self.ranks = night.at.copy(), night.ranks()
        self.cost = self._whole_cost()
        self.lowest = self.cost
        self.falling = True
        self.quiet = np.zeros(len(night.problem.laid), bool)
        """Rounds without conflicts, until something changes elsewhere."""

    def walk(self, steps: int, enough: Ranks) -> None:
        """Make up to *steps* swaps; stop as soon as the ranks are no worse than *enough*."""
        step = 0
        while step < steps and self.ranks > enough:
            step += 1
            self.step(step)
        self._judge()

    def step(self, step: int) -> None:
        open_rounds = np.flatnonzero(~self.quiet)
        if not len(open_rounds):
            self.quiet[:] = False
            self._shake()
            return
        r = int(open_rounds[self.random.randint(len(open_rounds))])
        found = self._swap(r, step)
        if found is None:
            self.quiet[r] = True
            return
        one, two, change = found
        if change >= 0 and self.falling:
            self._judge()
        self.falling = change < 0
        self._make(r, one, two, step)
        self.cost += change
        self.lowest = min(self.lowest, self.cost)
        if not self.cost:
            self._judge()

    def _judge(self) -> None:
        """Keep this night if it ranks better; checked at each local minimum."""
        if self.cost <= self.lowest + self.guide.pairs:
            ranks = self.night.ranks()
            if ranks < self.ranks:
                self.ranks, self.best = ranks, self.night.at.copy()

    def _make(self, r: int, one: int, two: int, step: int) -> None:
        at, tabu = self.night.at[r], self.tabu[r]
        tenure = 4 + self.random.randint(10)
        tabu[one, at[one]] = tabu[two, at[two]] = step + tenure
        self.night.swap(r, one, two)
        self.quiet[:] = False

    def _shake(self) -> None:
        """Swap two random people when no conflict is left under these weights."""
        r = self.random.randint(len(self.night.problem.laid))
        there = np.flatnonzero(self.night.at[r] != AWAY)
        if len(there) > 1:
            one, two = self.random.choice(there, 2, replace=False)
            if self.night.at[r][one] != self.night.at[r][two]:
                self.night.swap(r, int(one), int(two))
                self.cost = self._whole_cost()

    def _pull(self, r: int) -> tuple[Weights, Weights]:
        """Compute the cost for two people to meet here, and for one to sit at each column."""
        night, problem, guide = self.night, self.night.problem, self.guide
        laid, at = problem.laid[r], night.at[r]
        others = night.met - night.mates[r]
        pair = (others > 0) * np.float32(guide.pairs) + (others > 1) * np.float32(guide.again)
        if guide.next:
            before = night.mates[r - 1] if r else problem.last
            pair += before * np.float32(guide.next)
            if r + 1 < len(night.mates):
                pair += night.mates[r + 1] * np.float32(guide.next)
        pair += (problem.apart - problem.together) * np.float32(HARD)
        if guide.spread and problem.score is not None:
            gaps = np.abs(problem.score[:, None] - problem.score[None, :])
            pair += np.floor(gaps) * np.float32(guide.spread)
        np.fill_diagonal(pair, 0)
        return pair.astype(np.float32), self._seat_pull(r, laid, at)

    def _seat_pull(self, r: int, laid: FixedSeating, at: Numbers) -> Weights:
        night, problem, guide = self.night, self.night.problem, self.guide
        people = np.arange(problem.people)
        seated = (at >= 0) & (at < laid.idle)
        played, sized = night.played.copy(), night.sized.copy()
        column = np.where(seated, at, 0)
        if laid.sizes:
            games, sizes = np.array(laid.games), np.array(laid.sizes)
            played[people, games[column]] -= seated
            sized[people, sizes[column]] -= seated
        cost = np.zeros((problem.people, laid.idle + 2), np.float32)
        if laid.sizes:
            cost[:, : laid.idle] = (played[:, games] > 0) * guide.games
            over = sized[:, sizes] >= problem.size_caps[:, sizes]
            cost[:, : laid.idle] += over * guide.sizes
            cost[:, : laid.idle] += problem.unfit[r] * HARD
        waited = night.waited - (at == laid.idle)
        cost[:, : laid.idle] += ((waited < problem.wait_floor) * HARD)[:, None]
        cost[:, laid.idle] = (waited >= problem.wait_cap) * HARD
        return cost

    def _swap(self, r: int, step: int) -> tuple[int, int, int] | None:
        """Find the best swap that isn't tabu, of a person with a conflict."""
        night, problem = self.night, self.night.problem
        at, there = night.at[r], problem.there[r]
        pair, seat = self._pull(r)
        own = (pair * night.mates[r]).sum(1) + seat[np.arange(problem.people), at]
        own[~there] = 0
        wished = problem.together[:, there].sum(1) * HARD
        rows = np.flatnonzero(((own + wished) > 0) & there).astype(np.int32)
        if not len(rows):
            return None
        if len(rows) * problem.people > LOOKED_AT:
            rows = self.random.permutation(rows)[: max(1, LOOKED_AT // problem.people)]
        tables = night.columns(r)
        into = np.zeros((len(rows), seat.shape[1]), np.float32)
        into[:, : tables.shape[1]] = pair[rows] @ tables
        into += seat[rows]
        back = np.zeros((problem.people, seat.shape[1]), np.float32)
        used = np.unique(at[rows])
        real = used[used < tables.shape[1]]
        back[:, real] = pair @ tables[:, real]
        back += seat
        meet = pair[rows].copy()
        change = into[:, at] + back[:, at[rows]].T - own[rows][:, None] - own[None, :]
        waits = at == problem.laid[r].idle
        change -= meet * (~waits)[None, :] + meet * (~waits[rows])[:, None]
        return self._choose(r, rows, change, step)

    def _choose(
        self, r: int, rows: Numbers, change: Weights, step: int
    ) -> tuple[int, int, int] | None:
        at, there, tabu = self.night.at[r], self.night.problem.there[r], self.tabu[r]
        same = at[rows][:, None] == at[None, :]
        held = (tabu[rows][:, at] > step) | (step < tabu[:, at[rows]].T)
        held &= self.cost + change >= self.lowest
        shift = self.random.randint(len(self.noise))
        noisy = change + np.roll(self.noise, shift, axis=1)[rows]
        noisy[same | held | ~there[None, :]] = np.inf
        best = int(noisy.argmin())
        row, two = divmod(best, len(at))
        if not np.isfinite(noisy[row, two]):
            return None
        return int(rows[row]), two, int(round(float(change[row, two])))

    def _whole_cost(self) -> int:
        """Compute the weighted sum, to measure progress."""
        night, guide = self.night, self.guide
        broken, repeats, games, _, sizes, spread = night.ranks()
        third = int(np.maximum(np.triu(night.met, 1) - 2, 0).sum())
        return (
            broken * HARD + repeats * guide.pairs + third * guide.again
            + night.running() * guide.next + games * guide.games
            + sizes * guide.sizes + spread * guide.spread
        )  # fmt: skip
