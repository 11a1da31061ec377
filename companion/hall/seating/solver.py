"""The draw: the whole night at once, the same for the same seed.

Equal tables of one game take a design if there is one; everything else is searched from several
starts, and the best by ranks is kept. Then tables are given to boxes and seats are dealt.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random

import numpy as np
from msgspec.structs import replace

from companion.hall.errors import BadNight
from companion.hall.records import Box, Person, Round, Rule, Seating, Sitting, Wanted

from .annealing import MOVES, Stirring, worth_stirring
from .bounds import both_ways
from .designs import design
from .model import AWAY, Compiled, Numbers, Problem, compiled
from .quality import sheet
from .search import Guide, Ranks, SeatingNight, SeatingSearch
from .seats import seated
from .sizes import BEST, mix

MANY = 150
"""Least number of people for which a search starts with games already even."""
STEPS = 700
"""Swaps in one walk for each point of effort."""
GUIDES = (Guide(), Guide(games=2), Guide(games=8))
"""Weights of each search; the second hardly counts games, so that fewer pairs repeat."""
NO_MATTER = 10**9
Drawn = tuple[Ranks, Numbers]
Told = Callable[[float], None]
"""Hears how much of the longest possible search is done, from 0 to 1."""
STIRRING = 3
"""How much longer annealing a night takes than searching for it, roughly."""


def _unheard(_: float) -> None:
    """Tell nobody."""


def draw(wanted: Wanted, told: Told = _unheard) -> Seating:
    """Seat every round that is not published yet."""
    if wanted.fill == BEST:
        return _better(wanted, told)
    if wanted.final:
        return _with_final(wanted, told)
    ready = compiled(wanted)
    at, method = _found(ready, wanted, told)
    groups = _groups(ready, at, wanted)
    rounds = _dealt(ready, groups, wanted)
    return Seating((*wanted.fixed, *rounds), wanted.seed, method)


def _better(wanted: Wanted, told: Told) -> Seating:
    """Draw with tables filled either way, and keep the better night; the first one is enough if
    nothing in it could be better."""
    made: list[tuple[tuple[int, ...], Seating]] = []
    for number, way in enumerate(both_ways(wanted)):
        seating = draw(way, partial(_half, told, number))
        found = sheet(way, seating)
        worth = (found.broken, found.waiting, found.repeats, found.game_repeats, found.worst_pair)
        made.append((worth, seating))
        if not any(worth[:4]):
            break
    return min(made, key=lambda each: each[0])[1]


def _half(told: Told, number: int, part: float) -> None:
    told((number + part) / 2)


def _found(ready: Compiled, wanted: Wanted, told: Told) -> tuple[Numbers, str]:
    problem = ready.problem
    if not problem.laid:
        return np.zeros((0, problem.people), np.int32), "published"
    name, start = _designed(problem, wanted.seed)
    if start is not None and len(start) == len(problem.laid):
        return start, name
    if start is not None:
        best = _extended(problem, start, wanted, told)
        return best, f"{name}+search"
    return _searched(problem, wanted, told), "search"


def _designed(problem: Problem, seed: int) -> tuple[str, Numbers | None]:
    """Take rounds of a design with randomly placed people; None if none fits."""
    sizes = {size for laid in problem.laid for size in laid.sizes}
    free = not (problem.apart.any() or problem.together.any() or problem.met.any())
    plain = problem.there.all() and problem.score is None and not any(
        laid.waiting for laid in problem.laid
    )  # fmt: skip
    if len(sizes) != 1 or problem.games != 1 or not (free and plain):
        return "", None
    if any(unfit.any() for unfit in problem.unfit):
        return "", None
    tables = len(problem.laid[0].sizes)
    name, found = design(tables, sizes.pop(), len(problem.laid))
    if not found:
        return "", None
    lot = list(range(problem.people))
    Random(seed).shuffle(lot)
    at = np.full((len(found), problem.people), AWAY, np.int32)
    for r, tables_of_round in enumerate(found):
        for column, table in enumerate(tables_of_round):
            at[r, [lot[point] for point in table]] = column
    return name, at


def _extended(problem: Problem, start: Numbers, wanted: Wanted, told: Told) -> Numbers:
    """Search the rounds that a design left open, with its own rounds standing."""
    night = SeatingNight(replace_laid(problem, len(start)), start)
    mates = night.mates[-1].astype(np.int32)
    np.fill_diagonal(mates, 0)
    rest = problem.__class__(
        **{
            **problem.__dict__,
            "laid": problem.laid[len(start) :], "there": problem.there[len(start) :],
            "unfit": problem.unfit[len(start) :], "met": night.met, "played": night.played,
            "sized": night.sized, "waited": night.waited, "last": mates,
        }
    )  # fmt: skip
    return np.vstack([start, _searched(rest, wanted, told)])


def replace_laid(problem: Problem, rounds: int) -> Problem:
    """Return the same night with its first rounds only."""
    return problem.__class__(
        **{
            **problem.__dict__,
            "laid": problem.laid[:rounds], "there": problem.there[:rounds],
            "unfit": problem.unfit[:rounds],
        }
    )  # fmt: skip


def _searched(problem: Problem, wanted: Wanted, told: Told) -> Numbers:
    games = problem.bound_games if problem.games > 1 else NO_MATTER
    enough: Ranks = (0, problem.bound_pairs, games, *(NO_MATTER,) * 3)
    if problem.score is not None:
        enough = (0, 0, 0, 0, 0, 0)
    nights: list[Drawn] = []
    turns, stirs = max(1, wanted.effort), wanted.effort > 1 and worth_stirring(problem)
    whole = turns * (1 + STIRRING if stirs else 1)
    for turn in range(turns):
        told(turn / whole)
        guide = GUIDES[turn % len(GUIDES)]
        if problem.score is not None:
            guide = Guide(pairs=40 * 8, again=160, games=8, spread=1)
        seed = wanted.seed * 1009 + turn
        search = SeatingSearch(SeatingNight(problem, _start(problem, seed)), guide, seed)
        search.walk(_steps(problem, wanted), enough)
        nights.append((search.ranks, search.best))
        if search.ranks <= enough:
            return search.best
    if stirs:
        nights += _stirred(problem, nights, wanted, enough, told)
    return min(nights, key=lambda night: night[0])[1]


def _stirred(
    problem: Problem, nights: list[Drawn], wanted: Wanted, enough: Ranks, told: Told
) -> list[Drawn]:
    """Anneal nights that have avoidable repeats, then even out what that leaves.

    If rounds are published already, people wait for the draw: it gets an eighth of the time.
    """
    moves = MOVES * problem.people * len(problem.laid) // (8 if wanted.fixed else 1)
    found: list[Drawn] = []
    for turn, (ranks, at) in enumerate(nights):

        def share(part: float, before: int = turn) -> None:
            told((1 + STIRRING * (before + part) / len(nights)) / (1 + STIRRING))

        if ranks[0]:
            continue  # a rule is broken there, and annealing never mends one
        stirring = Stirring(problem, at, wanted.seed * 1009 + turn)
        stirring.stir(moves, (enough[1], enough[2]), share)
        search = SeatingSearch(SeatingNight(problem, stirring.best), Guide(), wanted.seed)
        search.walk(STEPS, enough)
        found.append((search.ranks, search.best))
        if search.ranks <= enough:
            break
    return found


def _steps(problem: Problem, wanted: Wanted) -> int:
    """Compute the number of swaps; a large hall needs more."""
    seats = problem.people * len(problem.laid)
    return STEPS * max(1, wanted.effort) + seats


def _start(problem: Problem, seed: int) -> Numbers:
    """Build a start: people at random, or by score if there are scores;
    games even already if many play."""
    random = Random(seed)
    at = np.full((len(problem.laid), problem.people), AWAY, np.int32)
    line = list(range(problem.people))
    random.shuffle(line)
    for r, laid in enumerate(problem.laid):
        here = [row for row in line if problem.there[r, row]]
        if problem.score is not None:
            scores = problem.score
            here.sort(key=lambda row: -scores[row])
            here = _waiters_last(here, laid.waiting, problem.waited)
        elif problem.people >= MANY:
            by = r * len(here) // len(problem.laid)
            here = here[by:] + here[:by]
        else:
            random.shuffle(here)
        columns = sorted(range(laid.idle), key=lambda c: laid.games[c])
        if problem.score is not None:
            columns = list(range(laid.idle))
        seats = [c for c in columns for _ in range(laid.sizes[c])]
        seats += [laid.idle] * (len(here) - len(seats))
        if problem.people >= MANY:
            seats = _mixed_up(seats, laid.games, random)
        at[r, here] = seats
    return at


def _waiters_last(here: list[int], waiting: int, waited: Numbers) -> list[int]:
    """Choose who waits: the lowest scores among those who waited least."""
    if not waiting:
        return here
    order = sorted(range(len(here)), key=lambda k: (waited[here[k]], -k))[:waiting]
    out = set(order)
    return [p for k, p in enumerate(here) if k not in out] + [here[k] for k in sorted(out)]


def _mixed_up(seats: list[int], games: tuple[int, ...], random: Random) -> list[int]:
    """Shuffle the tables of one game among their people; the game of a place stays."""
    spans: dict[int, list[int]] = defaultdict(list)
    for place, column in enumerate(seats):
        spans[games[column] if column < len(games) else -1].append(place)
    found = list(seats)
    for places in spans.values():
        columns = [seats[place] for place in places]
        random.shuffle(columns)
        for place, column in zip(places, columns, strict=True):
            found[place] = column
    return found


def _groups(ready: Compiled, at: Numbers, wanted: Wanted) -> list[list[tuple[str, list[str]]]]:
    """Assign tables to boxes; equal boxes alternate so that people move."""
    visits = Counter[tuple[str, str]]()
    for each in wanted.fixed:
        visits.update((who, table.box) for table in each.tables for who in table.people)
    offers = {box.id: box.offers for box in wanted.boxes}
    found = []
    for r, laid in enumerate(ready.problem.laid):
        alike: dict[tuple[int, int, tuple[str, ...]], list[int]] = defaultdict(list)
        for column, box in enumerate(laid.boxes):
            alike[laid.games[column], laid.sizes[column], offers[box]].append(column)
        here: list[tuple[str, list[str]]] = []
        for columns in alike.values():
            free = [laid.boxes[column] for column in columns]
            for column in columns:
                people = [ready.ids[row] for row in np.flatnonzero(at[r] == column)]
                box = min(free, key=lambda b: sum(visits[who, b] for who in people))
                free.remove(box)
                here.append((box, people))
        here.sort(key=lambda pair: laid.boxes.index(pair[0]))
        for box, people in here:
            visits.update((who, box) for who in people)
        found.append(here)
    return found


def _dealt(
    ready: Compiled, groups: list[list[tuple[str, list[str]]]], wanted: Wanted
) -> list[Round]:
    had: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for each in wanted.fixed:
        for table in each.tables:
            for seat, who in enumerate(table.people):
                had[who].append((seat, len(table.people)))
    random = Random(wanted.seed + 77)
    tables = [tuple(random.sample(people, len(people))) for here in groups for _, people in here]
    orders = iter(seated(tables, had))
    games = {box.id: box.game for box in wanted.boxes}
    rounds = []
    for r, here in enumerate(groups):
        sat = tuple(Sitting(box, games[box], next(orders)) for box, _ in here)
        there = {ready.ids[row] for row in np.flatnonzero(ready.problem.there[r])}
        playing = {who for table in sat for who in table.people}
        waiting = tuple(who for who in ready.ids if who in there - playing)
        rounds.append(Round(ready.first + r, sat, waiting))
    return rounds


def _with_final(wanted: Wanted, told: Told) -> Seating:
    """Seat the final first, and draw everybody else around it."""
    size = len(wanted.final)
    box = next((box for box in wanted.boxes if size in box.sizes), None)
    if box is None:
        raise BadNight("no_final_box", count=size)
    last = len(wanted.fixed) + 1
    rest = tuple(p for p in wanted.people if p.id not in wanted.final)
    final = Sitting(box.id, box.game, _final_order(wanted))
    others = tuple(b for b in wanted.boxes if b.id != box.id)
    if len(rest) < 2 or not others:
        waiting = tuple(p.id for p in rest)
        only = Round(last, (final,), waiting)
        return Seating((*wanted.fixed, only), wanted.seed, "final")
    around = draw(replace(wanted, people=rest, boxes=others, rounds=last, final=()), told)
    drawn = around.rounds[-1]
    both = Round(last, (final, *drawn.tables), drawn.waiting)
    return Seating((*wanted.fixed, both), wanted.seed, "final")


def _final_order(wanted: Wanted) -> tuple[str, ...]:
    """Seats of the final by lot with the night's seed."""
    people = list(wanted.final)
    Random(wanted.seed + 99).shuffle(people)
    return tuple(people)


def propose(
    ready: Mapping[str, float], people: Sequence[Person], boxes: Sequence[Box],
    played: Sequence[Round] = (), rules: Sequence[Rule] = (), seed: int = 1,
) -> tuple[Sitting, ...]:  # fmt: skip
    """Propose tables for the *ready* people (since when) at the free *boxes*.

    People who have been ready longest sit first; then people who haven't met, and games they
    haven't played tonight. Nobody is proposed while there are fewer than a box needs.
    """
    line = sorted(ready, key=lambda who: (ready[who], who))
    seats = len(line) - mix(boxes, len(line)).waiting
    if seats < 2:
        return ()
    known = {person.id: person for person in people}
    first = [known[who] for who in line[:seats] if who in known]
    if len(first) < 2:
        return ()
    wanted = Wanted(
        people=tuple(first), boxes=tuple(boxes), rounds=len(played) + 1,
        rules=tuple(rules), seed=seed, fixed=_numbered(played),
    )  # fmt: skip
    return draw(replace(wanted, effort=2)).rounds[-1].tables


def _numbered(played: Sequence[Round]) -> tuple[Round, ...]:
    """Convert what was played so far into rounds, without waits."""
    return tuple(Round(number, each.tables) for number, each in enumerate(played, start=1))
