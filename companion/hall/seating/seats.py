"""Who sits in which seat of a table: everybody starts as often as is fair.

Seats are dealt one kind at a time: the first seat of every table, the last, then those between.
For each kind every table names one person, and chains of tables pass the seat on from who has it
too often to who has it too rarely. With equal tables nobody's count ever leaves the two whole
numbers around the even share: what is left to deal stays even too.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Mapping, Sequence
from fractions import Fraction

People = tuple[str, ...]


def seated(
    tables: Sequence[People], had: Mapping[str, Sequence[tuple[int, int]]] | None = None
) -> list[People]:
    """Return the same people at the same tables, in the order of their seats.

    *had* lists for each person the seats of published rounds as (seat from 0, table size).
    """
    dealing = _Dealing([list(table) for table in tables], had or {})
    widest = max((len(table) for table in tables), default=0)
    for seat in [0, -1, *range(1, widest - 1)]:
        dealing.deal(seat)
    return dealing.orders()


class _Dealing:
    def __init__(
        self, tables: list[list[str]], had: Mapping[str, Sequence[tuple[int, int]]]
    ) -> None:
        self.left = [list(table) for table in tables]
        self.sizes = [len(table) for table in tables]
        self.had = had
        self.dealt: list[dict[int, str]] = [{} for _ in tables]

    def orders(self) -> list[People]:
        return [tuple(dealt[seat] for seat in sorted(dealt)) for dealt in self.dealt]

    def deal(self, seat: int) -> None:
        """Give one kind of seat to one person of every table that still has it."""
        open_tables = [
            t for t, size in enumerate(self.sizes)
            if (place := seat % size if seat < 0 else seat) < size
            and place not in self.dealt[t]
        ]  # fmt: skip
        if not open_tables:
            return
        share, count = self._shares(seat, open_tables)
        holder = self._first_holders(open_tables, share, count)
        self._even_out(open_tables, holder, share, count)
        for t in open_tables:
            place = seat % self.sizes[t] if seat < 0 else seat
            self.dealt[t][place] = holder[t]
            self.left[t].remove(holder[t])

    def _shares(
        self, seat: int, open_tables: list[int]
    ) -> tuple[dict[str, Fraction], Counter[str]]:
        """Compute how often each person should have this seat tonight, and has had it."""
        share: dict[str, Fraction] = defaultdict(Fraction)
        count = Counter[str]()
        for t in open_tables:
            for person in self.left[t]:
                share[person] += Fraction(1, len(self.left[t]))
        for person in share:
            for place, size in self.had.get(person, ()):
                share[person] += Fraction(1, size)
                count[person] += place == (size - 1 if seat < 0 else seat)
        return share, count

    def _first_holders(
        self, open_tables: list[int], share: dict[str, Fraction], count: Counter[str]
    ) -> dict[int, str]:
        holder = {}
        for t in open_tables:
            holder[t] = min(self.left[t], key=lambda who: count[who] - share[who])
            count[holder[t]] += 1
        return holder

    def _even_out(
        self, open_tables: list[int], holder: dict[int, str],
        share: dict[str, Fraction], count: Counter[str],
    ) -> None:  # fmt: skip
        holds: dict[str, set[int]] = defaultdict(set)
        for t, who in holder.items():
            holds[who].add(t)
        hopeless: set[str] = set()
        while True:
            over = [w for w in sorted(share) if holds[w] and w not in hopeless]
            over = [w for w in over if count[w] > share[w]]
            over.sort(key=lambda w: share[w] - count[w])
            for who in over:
                if self._pass_on(who, holder, holds, share, count):
                    break
                hopeless.add(who)
            else:
                return

    def _pass_on(
        self, start: str, holder: dict[int, str], holds: dict[str, set[int]],
        share: dict[str, Fraction], count: Counter[str],
    ) -> bool:  # fmt: skip
        """Pass a seat along a chain of tables to the person who gains most, if anybody does."""
        came: dict[str, tuple[str, int]] = {start: (start, -1)}
        queue = deque([start])
        best, gain = None, Fraction(0)
        relief = _worse(count[start], share[start]) - _worse(count[start] - 1, share[start])
        while queue:
            who = queue.popleft()
            for t in sorted(holds[who]):
                for other in self.left[t]:
                    if other in came:
                        continue
                    came[other] = (who, t)
                    queue.append(other)
                    new = _worse(count[other] + 1, share[other])
                    gained = relief - (new - _worse(count[other], share[other]))
                    if gained > gain:
                        best, gain = other, gained
        if best is None:
            return False
        count[best] += 1
        count[start] -= 1
        while best != start:
            giver, t = came[best]
            holds[giver].discard(t)
            holds[best].add(t)
            holder[t] = best
            best = giver
        return True


def _worse(count: int, share: Fraction) -> Fraction:
    """Compute how far a count is from its share, with a penalty beyond rounding."""
    low, high = share.__floor__(), share.__ceil__()
    outside = max(0, count - high, low - count)
    return 1000 * outside * outside + (count - share) ** 2
