"""The referee: the one legal explanation of what was observed, or a question, or a refusal.

The eye gives a chance per label and cell. Every legal move says what it would show; the moves
are compared by likelihood, and the best counts only when it is far ahead of all others.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any
from zlib import crc32

import msgspec

from ...core.cells import EMPTY, Cells
from ...core.game import Game
from ...core.observation import SOMETHING_ELSE, Reading, Seen
from ...core.observation import SURE as READ
from ...core.verdict import (
    DOUBT,
    Accepted,
    Explained,
    Leave,
    Made,
    Move,
    Option,
    Question,
    Refused,
    Saying,
    Unchanged,
    Unclear,
    Verdict,
)

SURE = 0.99
"""The share of all likelihood one explanation must hold to be taken without asking."""
WORTH_ASKING = 0.01
"""An explanation with less than this share is not offered as an answer."""
HARDLY = 0.02
"""A cell that gives a label no more chance than this speaks against it."""
RARELY = 0.004
"""How often something happens that no rule allows, besides a legal move: a slip, a foreign card."""
LIKELY = 0.25
"""What arrives must be as likely as this in one of its cells at least."""
MOST_CHANGED = 8
"""If more cells than this changed besides one move, don't try two."""
MOST_OPTIONS = 6
FLOOR = 1e-6

Readings = Mapping[str, Reading]


class Sighting(msgspec.Struct, frozen=True):
    """One picture compared with one state: what should be there, what is read, what differs."""

    game: Game
    state: Any
    expected: Cells
    readings: Readings
    different: frozenset[str]

    @property
    def showing(self) -> Cells:
        """The cells that differ, with what they would show if nothing had happened."""
        return {cell: self.expected[cell] for cell in self.different}

    def chance(self, cell: str, label: str) -> float:
        return _chance(self.readings, cell, label)

    def weight(self, shows: Cells) -> float:
        """Return how much better these cells fit than the ones expected, as a log likelihood."""
        return sum(
            math.log(self.chance(cell, label)) - math.log(self.chance(cell, self.expected[cell]))
            for cell, label in shows.items()
            if cell in self.readings
        )

    def plausible(
        self, moves: Sequence[Move], state: Any, different: frozenset[str]
    ) -> Iterator[tuple[Move, Cells]]:
        """Moves from *state* that touch what differs, and that no readable cell speaks against."""
        for move in moves:
            shows = self.game.shown_by(state, move)
            if not different.isdisjoint(shows) and self.allows(shows):
                yield move, shows

    def allows(self, shows: Cells) -> bool:
        return all(
            self.chance(c, label) > HARDLY for c, label in shows.items() if c in self.readings
        )


class Explanation(msgspec.Struct, frozen=True):
    """Moves that would show what is seen, and how much better than "nothing happened" they fit."""

    moves: tuple[Move, ...]
    weight: float
    shows: Cells = {}


def judge(
    game: Game,
    state: Any,
    seen: Seen,
    strange: Collection[str] = (),
    named: Collection[str] = (),
) -> Verdict:
    """Explain *seen* by a legal move from *state*, or say why it cannot be explained.

    Nobody could make out *strange* cells when the last move was ruled on; of those that are *named*
    people were told.
    """
    readings = {cell: r for cell, r in seen.readings.items() if r.readable}
    expected = game.visible(state)
    sighting = Sighting(game, state, expected, readings, differing(expected, readings))
    if not sighting.different:
        return Unchanged()
    moves = list(game.legal_moves(state))
    verdict = _explaining(sighting, moves, strange)
    if isinstance(verdict, Explained) and not _has_arrived(sighting, verdict):
        return Unclear(which(sighting, [Explanation((verdict.made[0].move,), 0.0)]))
    return verdict or _misfit(sighting, moves, named)


def _explaining(
    sighting: Sighting, moves: Sequence[Move], strange: Collection[str]
) -> Verdict | None:
    """Find one move that explains the picture, or two, or one beside a reflection,
    or half of one."""
    if one := list(_single(sighting, moves)):
        return _weigh(sighting, one)
    if two := list(_double(sighting, moves)):
        return _weigh_two(sighting, two)
    return _beside(sighting, moves, strange) or _half_read(sighting, moves)


def _has_arrived(sighting: Sighting, verdict: Explained) -> bool:
    """Whether every move that puts something somewhere is seen to have put one of its things there.
    What has gone may still be in a hand, though there is but one place left that nobody can see.

    What has gone may still be in a hand, though there is but one place left that nobody can see.
    """
    before = sighting.state
    for made, then in zip(verdict.made, verdict.states, strict=True):
        lay, shows = sighting.game.visible(before), sighting.game.shown_by(before, made.move)
        comes = {c: label for c, label in shows.items() if label not in (EMPTY, lay.get(c))}
        if comes and not any(
            c in sighting.readings and sighting.chance(c, label) > LIKELY
            for c, label in comes.items()
        ):
            return False
        before = then
    return True


def _beside(
    sighting: Sighting, moves: Sequence[Move], strange: Collection[str]
) -> Explained | Unclear | None:
    """Find a move beside something unreadable that has nothing to do with it: a reflection.

    Nothing is left out that may itself be a move: a cell that a legal move may change, and that was
    read when the last one was ruled on. The move must be read plainly; otherwise it is asked about.
    """
    game, state = sighting.game, sighting.state
    may = {cell for move in moves for cell in game.shown_by(state, move)}
    open_ = {cell for cell in sighting.different if is_open(sighting.readings[cell])}
    apart = {cell for cell in open_ if cell not in may or cell in strange}
    if not apart or len(apart) > MOST_CHANGED:
        return None
    rest = {cell: each for cell, each in sighting.readings.items() if cell not in apart}
    plain = Sighting(game, state, sighting.expected, rest, sighting.different - apart)
    found = list(_single(plain, moves))
    if not found:
        return _half_read(plain, moves)
    verdict = _weigh(plain, found)
    if isinstance(verdict, Explained) and not _is_plain(plain, verdict):
        return Unclear(which(plain, [e for e in found if e.moves[0] == verdict.made[0].move]))
    return verdict if isinstance(verdict, Explained | Unclear) else None


def _half_read(sighting: Sighting, moves: Sequence[Move]) -> Unclear | None:
    """Moves of which one part is plain to see and another cannot be made out: asked about."""
    found = [
        Explanation((move,), 0.0)
        for move in moves
        if _shows_half(sighting, sighting.game.shown_by(sighting.state, move))
    ]
    return Unclear(which(sighting, found)) if 0 < len(found) <= MOST_OPTIONS else None


def _shows_half(sighting: Sighting, shows: Cells) -> bool:
    """Whether all that differs belongs to a move, and nothing that can be made out denies it."""
    seen = {cell: label for cell, label in shows.items() if cell in sighting.readings}
    read = {cell: label for cell, label in seen.items() if not is_open(sighting.readings[cell])}
    return (
        sighting.different <= shows.keys()
        and not sighting.different.isdisjoint(read)
        and all(sighting.chance(cell, label) >= READ for cell, label in read.items())
    )


def _is_plain(sighting: Sighting, verdict: Explained) -> bool:
    """Whether every cell of a move that can be seen at all is surely read as it should be."""
    shows = sighting.game.shown_by(sighting.state, verdict.made[0].move)
    return all(
        sighting.chance(c, label) >= READ for c, label in shows.items() if c in sighting.readings
    )


def is_open(reading: Reading) -> bool:
    """Whether a cell was looked at, and is not surely read as anything that was taught."""
    known = (chance for label, chance in reading.chances.items() if label != SOMETHING_ELSE)
    return reading.readable and max(known, default=0.0) < READ


def _misfit(sighting: Sighting, moves: Sequence[Move], named: Collection[str]) -> Verdict:
    """Say that no legal move explains it, and which cells are wrong if any clearly are.

    First of all those that are surely read, unless they show a legal move; then those that nobody
    was told of.
    """
    found = {cell: likeliest(sighting.readings[cell]) for cell in sorted(sighting.different)}
    clear = {cell: label for cell, label in found.items() if label != sighting.expected[cell]}
    if not clear:
        return Unchanged()
    sure = {cell: x for cell, x in clear.items() if not is_open(sighting.readings[cell])}
    rest = {cell: x for cell, x in clear.items() if cell not in sure}
    if rest and any(
        sure.items() <= sighting.game.shown_by(sighting.state, move).items() for move in moves
    ):
        sure = {}
    news = {cell: x for cell, x in rest.items() if cell not in named}
    return _lying(sighting, clear) or sighting.game.misfit(sighting.state, sure or news or rest)


def _lying(sighting: Sighting, clear: Cells) -> Unclear | None:
    """Something nobody knew to be in the box: shown with the picture, and asked about."""
    game, state = sighting.game, sighting.state
    move = game.looking.lies(state, clear)
    if move is None:
        return None
    ruling = game.decide(state, move)
    if isinstance(ruling, Refused):
        if ruling.instead is None:
            return None
        move = ruling.instead
    return Unclear(which(sighting, [Explanation((move,), 0.0)], "referee.not_in_the_box"))


def needs_people(questions: Sequence[Question]) -> bool:
    """Whether one of these questions can only be answered by a person, not by a picture."""
    return any(not question.by_sight for question in questions)


def differing(expected: Cells, readings: Readings) -> frozenset[str]:
    """Return the cells that more likely than not don't show what they should."""
    return frozenset(
        cell
        for cell, label in expected.items()
        if cell in readings and readings[cell].chances.get(label, 0.0) < 0.5
    )


def likeliest(reading: Reading) -> str:
    """Return the label with the best chance; None if nothing could be read."""
    return max(reading.chances, key=lambda label: reading.chances[label], default="")


def _chance(readings: Readings, cell: str, label: str) -> float:
    return max(FLOOR, readings[cell].chances.get(label, 0.0))


def _single(sighting: Sighting, moves: Sequence[Move]) -> Iterator[Explanation]:
    different = sighting.different
    for move, shows in sighting.plausible(moves, sighting.state, different):
        if different <= shows.keys():
            yield Explanation((move,), sighting.weight(shows), shows)


def _weigh(sighting: Sighting, found: list[Explanation]) -> Verdict:
    """Take the explanation that is far ahead of the others and of "nothing happened", or ask."""
    strongest = max(found, key=lambda explanation: explanation.weight)
    rivals = [0.0, something_else(strongest, sighting.readings)]
    shares = shared_out([e.weight for e in found] + rivals)
    best = max(range(len(found)), key=lambda n: shares[n])
    if shares[best] >= SURE:
        return explained(sighting.game, sighting.state, found[best].moves)
    likely = sorted(range(len(found)), key=lambda n: -shares[n])
    options = [found[n] for n in likely if shares[n] >= WORTH_ASKING][:MOST_OPTIONS]
    return Unclear(which(sighting, options)) if options else Unchanged()


def something_else(explanation: Explanation, readings: Readings) -> float:
    """Return how well it fits that one cell shows another label,
    though no legal move leads there."""
    gains = [
        math.log(_best_other(readings[cell], label)) - math.log(_chance(readings, cell, label))
        for cell, label in explanation.shows.items()
        if cell in readings
    ]
    return explanation.weight + max(gains, default=0.0) + math.log(RARELY)


def _best_other(reading: Reading, label: str) -> float:
    others = (chance for other, chance in reading.chances.items() if other != label)
    return max(FLOOR, max(others, default=0.0))


def shared_out(weights: Sequence[float]) -> list[float]:
    top = max(weights)
    parts = [math.exp(weight - top) for weight in weights]
    return [part / sum(parts) for part in parts]


def explained(game: Game, state: Any, moves: Sequence[Move]) -> Explained | Refused:
    """These moves with everything that follows and the states they lead to."""
    made, states = [], []
    for move in moves:
        ruling = game.decide(state, move)
        if isinstance(ruling, Refused):
            return ruling
        state = after(game, state, ruling)
        made.append(Made(move, ruling.events))
        states.append(state)
    return Explained(tuple(made), tuple(states))


def after(game: Game, state: Any, ruling: Accepted | Made) -> Any:
    """Return the state once everything of a ruling has happened."""
    return game.evolve.after(state, ruling.events)


def _double(sighting: Sighting, moves: Sequence[Move]) -> Iterator[Explanation]:
    """Quick players make two moves between still frames: explain the picture by both."""
    game, state = sighting.game, sighting.state
    firsts = list(sighting.plausible(moves, state, sighting.different))
    widest = max((len(shows) for _, shows in firsts), default=0)
    if len(sighting.different) > widest + MOST_CHANGED:
        return  # a table being laid: two moves never change this much
    for first, shows in firsts:
        ruling = game.decide(state, first)
        if isinstance(ruling, Refused):
            continue
        then = after(game, state, ruling)
        rest = differing(game.visible(then), sighting.readings)
        waits = needs_people(game.questions(then))
        following = moves if waits else list(game.legal_moves(then))
        weight = sighting.weight(shows)
        for second, more in sighting.plausible(following, then, rest):
            if second != first and rest <= more.keys():
                whole = weight + sighting.weight(more)
                yield Explanation((first, second), whole, {**shows, **more})


def sure_of(readings: Readings) -> dict[str, str]:
    """Return the cells that can be read beyond doubt, with what they show."""
    best = {cell: likeliest(reading) for cell, reading in readings.items() if reading.readable}
    return {cell: label for cell, label in best.items() if _chance(readings, cell, label) >= SURE}


def _weigh_two(sighting: Sighting, found: list[Explanation]) -> Verdict:
    """Believe in two moves only where both are far ahead of one of them alone, and of none."""
    strongest = max(found, key=lambda explanation: explanation.weight)
    alone = _alone(sighting, found)
    rivals = [*alone.values(), 0.0, something_else(strongest, sighting.readings)]
    shares = shared_out([e.weight for e in found] + rivals)
    if sum(shares[: len(found)]) >= SURE:
        return _order(sighting, found)
    held = dict(zip(alone, shares[len(found) :], strict=False))
    for explanation, share in zip(found, shares, strict=False):
        for move in explanation.moves:
            held[move] += share
    firsts = sorted({e.moves[0]: None for e in found}, key=lambda move: -held[move])
    if held[firsts[0]] >= SURE:
        return explained(sighting.game, sighting.state, firsts[:1])
    asked = [Explanation((m,), 0.0) for m in firsts if held[m] >= WORTH_ASKING][:MOST_OPTIONS]
    return Unclear(which(sighting, asked)) if asked else Unchanged()


def _alone(sighting: Sighting, found: list[Explanation]) -> dict[Move, float]:
    """Return how well each of two moves fits without the other."""
    alone = dict[Move, float]()
    for explanation in found:
        first, second = explanation.moves
        alone[first] = sighting.weight(sighting.game.shown_by(sighting.state, first))
        alone.setdefault(second, explanation.weight - alone[first])
    return alone


def _order(sighting: Sighting, found: list[Explanation]) -> Verdict:
    """Take two moves that explain the picture if their order is known or doesn't matter."""
    game, state = sighting.game, sighting.state
    shares = shared_out([e.weight for e in found])
    likely = [e for e, share in zip(found, shares, strict=True) if share >= WORTH_ASKING]
    firsts = list(dict.fromkeys(e.moves[0] for e in likely))
    outcomes = [explained(game, state, e.moves) for e in likely]
    whole = [outcome for outcome in outcomes if isinstance(outcome, Explained)]
    if len(whole) == len(likely) and len({outcome.states[-1] for outcome in whole}) == 1:
        return whole[0]
    if len(firsts) == 1:
        return explained(game, state, firsts)
    options = [Explanation((move,), 0.0) for move in firsts][:MOST_OPTIONS]
    return Unclear(which(sighting, options, "referee.which_first"))


def which(
    sighting: Sighting, options: Sequence[Explanation], key: str = "referee.which"
) -> Question:
    """Ask which of several explanations is true; "none of these" is always an answer."""
    game, state, cells = sighting.game, sighting.state, tuple(sorted(sighting.different))
    offered = [
        Option(f"move:{n}", e.moves[0], game.tell(state, e.moves[0])) for n, e in enumerate(options)
    ]
    none = Option("none", Leave(), Saying("referee.none_of_these", {}))
    offer = crc32(msgspec.json.encode([e.moves[0] for e in options]))
    return Question(
        topic=DOUBT,
        id=f"doubt-{game.turn(state)}-{'-'.join(cells)}-{offer:08x}",
        ask=Saying(key, {"cells": list(cells), "count": len(offered)}),
        because=(),
        options=(*offered, none),
        cells=cells,
    )
