"""Two bounds by counting, for nights of unlike tables: how often people must meet again, and how
often a game must be played again. What they say no draw can beat; they may be too modest.

**People.** Take the q largest tables of every round. Whoever sits at one of them in m rounds gives
m(m-1)/2 pairs of rounds in which they sit at two of them. Over all people that is least when the
seats are dealt evenly. Two rounds have only q x q pairs of such tables, and two tables that share t
people repeat t(t-1)/2 pairs, at least t-1. So whatever goes beyond one shared person for each pair
of tables is a pair that meets again. A pair that meets m times counts m(m-1)/2 times and is m-1
repeats: at least two repeats for so many as there are rounds.

**Games.** Take all tables of one game (the small ones) and the games with a single box (the big
ones). The b people of a big table sit at other tables in every other round: not at their own game,
else it is played again, and no two at one table, else they meet again. So b minus the number of
the remaining tables of them sit at small ones. Small tables have only so many seats, and whoever
sits there has been at each big game at most once, unless it is played again. What is missing needs
repeats: each of a game, and each of a pair, makes up for at most as many as there are rounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import ceil, comb

Shape = tuple[tuple[tuple[str, int], ...], int]
"""The tables of a round as game and size, and how many wait."""


def fewest_repeats(people: int, shapes: Sequence[Shape]) -> int:
    """Pairs that have to meet again, by the largest tables of every round."""
    rounds = len(shapes)
    if rounds < 2 or people == 0:
        return 0
    most = max(len(tables) for tables, _ in shapes)
    return max((_meeting(people, shapes, largest) for largest in range(1, most + 1)), default=0)


def _meeting(people: int, shapes: Sequence[Shape], largest: int) -> int:
    chosen = [sorted((size for _, size in t), reverse=True)[:largest] for t, _ in shapes]
    share, rest = divmod(sum(map(sum, chosen)), people)
    shared = rest * comb(share + 1, 2) + (people - rest) * comb(share, 2)
    room = sum(len(one) * len(two) for one, two in combinations(chosen, 2))
    return ceil(max(0, shared - room) * 2 / len(shapes))


def fewest_games(people: int, shapes: Sequence[Shape], repeats: int = 0) -> int:
    """Game repeats no draw can do without, where only so many pairs meet again.

    For rounds that are all alike and seat everybody; for others, what the seats alone say.
    """
    seats = Counter[str]()
    for tables, _ in shapes:
        for game, size in tables:
            seats[game] += size
    least = {game: max(0, count - people) for game, count in seats.items()}
    total = sum(least.values())
    alike = len({(tuple(sorted(tables)), waiting) for tables, waiting in shapes}) == 1
    if not alike or shapes[0][1] or len(shapes) < 2:
        return total
    tables, rounds = shapes[0][0], len(shapes)
    return max(total, *(_crowded(tables, rounds, small, least, repeats) for small in seats))


def _crowded(
    tables: tuple[tuple[str, int], ...],
    rounds: int,
    small: str,
    least: dict[str, int],
    repeats: int,
) -> int:
    """The bound that the tables of one game give, as the small ones."""
    boxes = Counter(game for game, _ in tables)
    others = len(tables) - 1 - boxes[small]
    over = {
        game: size - others
        for game, size in tables
        if game != small and boxes[game] == 1 and size > others
    }
    seats = sum(size for game, size in tables if game == small)
    missing = rounds * ((rounds - 1) * sum(over.values()) - seats * len(over))
    needed = ceil(max(0, missing - rounds * repeats) / rounds)
    rest = sum(count for game, count in least.items() if game not in over)
    return rest + max(needed, sum(least[game] for game in over))
