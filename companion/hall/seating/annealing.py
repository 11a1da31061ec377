"""Simulated annealing at one temperature, for nights that are hard to seat: a few dozen people, and
too few tables of some games.

Tabu search takes the best of all swaps, so it is quick and ends in the first local minimum. Here we
pick a random swap, half of the time for a seat with a conflict, and make it if it is no worse, or
now and then if it is. Meetings are kept as bits of integers, so a swap takes about a microsecond. A
repeated pair and a repeated game weigh the same during the search; ranks decide which night is
kept. Rules and needs are never broken. No clock is used, so the same seed gives the same night on
every machine.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from random import Random

import numpy as np

from .model import Numbers, Problem

MOST_PEOPLE = 64
MOVES = 10_000
"""Swaps tried for each seat, from each start."""
WARMTH = 0.23
"""Chance of making a swap that costs one repeat: 13 in 1000."""
TELL_MOVES = 50_000
CHANCES = tuple(round(exp(-worse / WARMTH) * 2**30) / 2**30 for worse in range(8))
TRIES = 6
"""Seats sampled to find one with a conflict."""

Found = tuple[int, int]
"""Pairs that meet again, games that are played again."""


def worth_stirring(problem: Problem) -> bool:
    """Check whether annealing fits: few people, all of them seated in each round."""
    return (
        2 <= problem.people <= MOST_PEOPLE
        and problem.games > 1
        and problem.score is None
        and bool(problem.there.all())
        and not any(laid.waiting for laid in problem.laid)
    )


class Stirring:
    """A night being annealed; ``best`` is the best one found."""

    def __init__(self, problem: Problem, at: Numbers, seed: int) -> None:
        self.problem, self.random = problem, Random(seed)
        self.at = [[int(column) for column in row] for row in at]
        self.games = [laid.games for laid in problem.laid]
        self.bits = [1 << who for who in range(problem.people)]
        self.masks = [
            [_bits(row == column) for column in range(laid.idle)]
            for row, laid in zip(at, problem.laid, strict=True)
        ]
        self.apart = [_bits(row > 0) for row in problem.apart]
        self.together = [_bits(row > 0) for row in problem.together]
        self._count()
        self.best, self.found = at.copy(), self.now

    def _count(self) -> None:
        met, played = self.problem.met.copy(), self.problem.played.copy()
        for seats, games in zip(self.at, self.games, strict=True):
            line = np.array(seats)
            met += line[:, None] == line[None, :]
            played[np.arange(len(line)), np.array(games)[line]] += 1
        np.fill_diagonal(met, 0)
        self.met = [[int(times) for times in row] for row in met]
        self.played = [[int(times) for times in row] for row in played]
        self.once = [_bits(row > 0) for row in met]
        self.twice = [_bits(row > 1) for row in met]
        again = np.maximum(np.triu(met) - 1, 0).sum(), np.maximum(played - 1, 0).sum()
        self.now: Found = int(again[0]), int(again[1])

    def stir(
        self, moves: int, enough: Found, told: Callable[[float], None] = lambda part: None
    ) -> None:
        """Try this many swaps, telling which part of them is done; stop when the night is no
        worse than *enough*."""
        draw, rounds, people = self.random.random, len(self.at), self.problem.people
        for move in range(moves):
            if not move % TELL_MOVES:
                told(move / moves)
            r, one = int(draw() * rounds), int(draw() * people)
            if draw() < 0.5:
                r, one = self._troubled(r, one)
            two = int(draw() * people)
            if self.at[r][one] == self.at[r][two]:
                continue
            pairs, games = self._change(r, one, two)
            worse = pairs + games
            if worse > 0 and (worse >= len(CHANCES) or draw() >= CHANCES[worse]):
                continue
            if not self._allowed(r, one, two):
                continue
            self._swap(r, one, two)
            self.now = self.now[0] + pairs, self.now[1] + games
            if self.now < self.found:
                self.best, self.found = np.array(self.at, np.int32), self.now
                if self.found <= enough:
                    return

    def _troubled(self, r: int, one: int) -> tuple[int, int]:
        """Find somebody with a conflict there, if sampling finds one."""
        draw, rounds, people = self.random.random, len(self.at), self.problem.people
        for _ in range(TRIES):
            column = self.at[r][one]
            if self.played[one][self.games[r][column]] > 1:
                break
            if self.twice[one] & self.masks[r][column]:
                break
            r, one = int(draw() * rounds), int(draw() * people)
        return r, one

    def _change(self, r: int, one: int, two: int) -> Found:
        """Compute the cost of swapping two people."""
        a, b = self.at[r][one], self.at[r][two]
        here, there = self.masks[r][a] ^ self.bits[one], self.masks[r][b] ^ self.bits[two]
        pairs = (
            (here & self.once[two]).bit_count() - (here & self.twice[one]).bit_count()
            + (there & self.once[one]).bit_count() - (there & self.twice[two]).bit_count()
        )  # fmt: skip
        left, right = self.games[r][a], self.games[r][b]
        if left == right:
            return pairs, 0
        mine, theirs = self.played[one], self.played[two]
        games = (mine[right] > 0) - (mine[left] > 1) + (theirs[left] > 0) - (theirs[right] > 1)
        return pairs, games

    def _allowed(self, r: int, one: int, two: int) -> bool:
        """Check that a swap breaks no rule and no need."""
        a, b = self.at[r][one], self.at[r][two]
        here, there = self.masks[r][a] ^ self.bits[one], self.masks[r][b] ^ self.bits[two]
        unfit = self.problem.unfit[r]
        return not (
            self.apart[one] & there or self.apart[two] & here
            or self.together[one] & here or self.together[two] & there
            or unfit[one, b] or unfit[two, a]
        )  # fmt: skip

    def _swap(self, r: int, one: int, two: int) -> None:
        seats, masks = self.at[r], self.masks[r]
        a, b = seats[one], seats[two]
        masks[a] ^= self.bits[one]
        masks[b] ^= self.bits[two]
        for who, old, new in ((one, a, b), (two, b, a)):
            self._meet(who, masks[old], -1)
            self._meet(who, masks[new], 1)
            self.played[who][self.games[r][old]] -= 1
            self.played[who][self.games[r][new]] += 1
            seats[who] = new
        masks[a] ^= self.bits[two]
        masks[b] ^= self.bits[one]

    def _meet(self, who: int, others: int, by: int) -> None:
        """Count a meeting of *who* with each of some others, or take it back."""
        while others:
            low = others & -others
            others ^= low
            other = low.bit_length() - 1
            times = self.met[who][other] + by
            self.met[who][other] = self.met[other][who] = times
            for mine, bit in ((who, low), (other, self.bits[who])):
                self.once[mine] = self.once[mine] | bit if times > 0 else self.once[mine] & ~bit
                self.twice[mine] = self.twice[mine] | bit if times > 1 else self.twice[mine] & ~bit


def _bits(flags: np.ndarray) -> int:
    """Pack flags into the bits of one number, the first lowest."""
    return sum(1 << int(place) for place in np.flatnonzero(flags))
