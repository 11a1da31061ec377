"""What a beginner is told of a game, and when. Pure: no clock, no randomness, no secret.

A tutorial is data beside a room's record. What has happened so far comes as moments, which hold
nothing but what the table's own page shows to everybody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

COMMON = 2
"""The turn of a person's own by which they know what is common."""
MOST_AT_ONCE = 2
"""Topics of one turn after which those that can wait are told in the next one."""


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something the table shows: a path into the public view, where ``*`` stands for any part."""

    at: str
    least: int | None = None
    equals: Any = None

    def holds(self, view: Any) -> bool:
        return any(self._fits(value) for value in _found(view, self.at.split(".")))

    def _fits(self, value: Any) -> bool:
        if self.least is not None:
            return isinstance(value, int | float) and value >= self.least
        return value == self.equals if self.equals is not None else bool(value)


class Topic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One or two sentences about some clauses, told the first time one of them matters."""

    name: str
    clauses: tuple[str, ...] = ()
    opening: bool = False
    """Whether it is told before the first move."""
    by: int | None = None
    """The turn of a person's own in which it is told at the latest; such a topic is common."""
    shows: tuple[Position, ...] = ()
    """What on the table makes it matter on a person's own turn, before anything has happened."""
    when: dict[str, tuple[Any, ...]] = {}
    """House rules it belongs to, each with the values that will do."""

    def belongs(self, rules: Any) -> bool:
        return all(getattr(rules, name) in values for name, values in self.when.items())


class Tutorial(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a room teaches. Every clause has one place."""

    topics: tuple[Topic, ...] = ()
    rare: tuple[str, ...] = ()
    """Clauses told in their own line of the rules when they happen."""
    aside: dict[str, tuple[str, ...]] = {}
    """Clauses a beginner needs no sentence for, by reason: setup, examples, rulings."""

    def for_rules(self, rules: Any) -> Tutorial:
        """Return the tutorial of a game with these house rules."""
        fitting = (topic for topic in self.topics if topic.belongs(rules))
        return msgspec.structs.replace(self, topics=tuple(fitting))

    def all_topics(self) -> Iterator[Topic]:
        """List the topics, and one for each rare clause under its id."""
        yield from self.topics
        yield from (Topic(clause, (clause,)) for clause in self.rare)


class ShownMove(msgspec.Struct, frozen=True):
    """What everybody was shown after one move."""

    turn: int
    player: int
    said: frozenset[str] = frozenset()
    """Clauses of the sentences about the move."""
    asked: tuple[tuple[int | None, frozenset[str]], ...] = ()
    """The seat, or all, that each open question is put to, and its clauses."""
    shows: frozenset[str] = frozenset()
    """Topics whose position is on the table."""
    over: bool = False
    """Whether the game is over."""


class Told(msgspec.Struct, frozen=True):
    """A topic somebody was told."""

    topic: str
    turn: int
    opening: bool = False


def shown_topics(tutorial: Tutorial, view: Mapping[str, Any]) -> frozenset[str]:
    """Name the topics whose position is on the table."""
    shows = (t.name for t in tutorial.topics if any(each.holds(view) for each in t.shows))
    return frozenset(shows)


def told(
    tutorial: Tutorial,
    moments: Iterable[ShownMove],
    seats: Collection[int],
    met: Iterable[str] = (),
) -> Iterator[tuple[Told, ...]]:
    """Say what people are told at each of these moments, as they come.

    *seats* are those who read the same page: what one of them is told, all of them hear. *met* are
    the topics all of them knew before this game.
    """
    known = frozenset(met)
    open_topics = {t.name: t for t in tutorial.all_topics() if t.name not in known}
    due: dict[str, int] = {}
    turns: Counter[int] = Counter()
    last, quiet = -1, 0
    for moment in moments:
        if moment.turn != last:
            quiet = 0
            turns[moment.player] += moment.turn > 0
        last = moment.turn
        now = {n for n, t in open_topics.items() if _is_urgent(t, moment, seats)}
        for name, topic in open_topics.items():
            if name in now or _is_due(topic, moment, seats, turns):
                due.setdefault(name, moment.turn)
        found: list[Told] = []
        for name in sorted(due, key=lambda name: (name not in now, due[name])):
            common = (open_topics[name].by or COMMON + 1) <= COMMON
            waits = name not in now and due[name] == moment.turn and not moment.over
            waits = waits and not (open_topics[name].opening or common)
            if waits and quiet >= MOST_AT_ONCE:
                continue
            quiet += 1
            found.append(Told(name, moment.turn, open_topics[name].opening))
            del due[name], open_topics[name]
        yield tuple(found)


def current(
    tellings: Sequence[Told], moments: Sequence[ShownMove], seats: Collection[int]
) -> tuple[Told, ...]:
    """List what is still shown: this turn's and the last one's, the newest first.

    What is said before the first move stays until one of them has had a turn.
    """
    if not moments:
        return ()
    now = moments[-1].turn
    newest = [one for one in reversed(tellings) if not one.opening and one.turn >= now - 1]
    opening = [one for one in tellings if one.opening]
    first = next((m.turn for m in moments if m.player in seats and m.turn), now)
    is_fresh = now <= first
    return (*newest, *(opening if is_fresh else ()))


def _is_urgent(topic: Topic, moment: ShownMove, seats: Collection[int]) -> bool:
    """Whether one of them is asked about it, or could get it wrong this very turn."""
    if not moment.turn:  # the box is still being laid out
        return False
    asked = any(
        (to is None or to in seats) and _meets(topic, clauses) for to, clauses in moment.asked
    )
    return asked or (moment.player in seats and topic.name in moment.shows)


def _is_due(
    topic: Topic, moment: ShownMove, seats: Collection[int], turns: Mapping[int, int]
) -> bool:
    if topic.opening or not moment.turn:
        return topic.opening
    on_turn = topic.by is not None and moment.player in seats
    on_turn = on_turn and turns[moment.player] >= (topic.by or 0)
    return on_turn or _meets(topic, moment.said)


def _meets(topic: Topic, clauses: frozenset[str]) -> bool:
    return not clauses.isdisjoint(topic.clauses)


def _found(value: Any, path: Sequence[str]) -> Iterator[Any]:
    """Follow a path into plain data."""
    if not path:
        yield value
        return
    name, *rest = path
    if isinstance(value, Mapping):
        parts = list(value.values()) if name == "*" else [value[name]] if name in value else []
    elif isinstance(value, list | tuple) and name == "*":
        parts = list(value)
    else:
        parts = []
    for part in parts:
        yield from _found(part, rest)
