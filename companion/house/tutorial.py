"""The first game: who is taught, what they have met before, and what they are told now.

Nothing is kept while a game runs: what somebody was told follows from the game's own journal. When
it is closed, the diary notes what each of them has met.
"""

from __future__ import annotations

import re
import threading
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from companion.core import tutorial
from companion.core.decode import convert
from companion.core.game import ROOMS, Game
from companion.core.roles import TABLE, Role
from companion.core.tutorial import ShownMove, Told, Tutorial
from companion.core.verdict import Question, clauses
from companion.table import Table
from companion.table.moves import Past, Timeline, is_public
from companion.words import Words, clauses_in

from .names import heard

Learners = Mapping[int, frozenset[str]]
"""The seats that are taught, each with the topics met before this game."""

ASIDE = re.compile(r"\s*\([^()]*\)")
"""What a clause says in brackets, such as the house rule that changes it."""


class Tip(msgspec.Struct, frozen=True):
    """A topic to show, and whom it is for."""

    topic: str
    seats: tuple[int, ...]
    opening: bool = False


def nobody() -> Learners:
    """Teach nobody."""
    return {}


def tutorial_of(room: str) -> Tutorial:
    """Read the tutorial of a room; an empty one if there is none."""
    return _written(room) if room in ROOMS else Tutorial()


@cache
def _written(room: str) -> Tutorial:
    file = resources.files("companion.rooms").joinpath(f"{room}_tutorial.toml")
    if not file.is_file():
        return Tutorial()
    return convert(tomllib.loads(file.read_text("utf-8")), Tutorial)


class TutorialFollower:
    """Follows one game and says what its learners are told. Remembers only what never changes."""

    def __init__(self, game: Game) -> None:
        self._game, self._lock = game, threading.RLock()
        self._known: list[tuple[Any, ShownMove | None]] = []
        self._told: dict[
            tuple[frozenset[int], frozenset[str]], tuple[tuple[ShownMove, ...], list[Told]]
        ] = {}

    def moments(self, timeline: Timeline) -> tuple[ShownMove, ...]:
        """List what everybody was shown, the opening first."""
        with self._lock:
            return self._moments(timeline)

    def _moments(self, timeline: Timeline) -> tuple[ShownMove, ...]:
        rules = timeline.opening.rules
        plan = tutorial_of(self._game.name).for_rules(rules)
        steps = (timeline.opening, *timeline.past)
        same = 0
        for (known, _), step in zip(self._known, steps, strict=False):
            if known is not step:
                break
            same += 1
        del self._known[same:]
        self._known += [(step, self._moment(plan, step)) for step in steps[same:]]
        return tuple(moment for _, moment in self._known if moment is not None)

    def told(
        self, timeline: Timeline, seats: frozenset[int], met: frozenset[str]
    ) -> tuple[Told, ...]:
        """List everything people on one page have been told in this game."""
        moments = self.moments(timeline)
        known, found = self._told.get((seats, met), ((), []))
        if known != moments:
            plan = tutorial_of(self._game.name).for_rules(timeline.opening.rules)
            found = [one for each in tutorial.told(plan, moments, seats, met) for one in each]
            self._told[seats, met] = (moments, found)
        return tuple(found)

    def tips(
        self, timeline: Timeline, role: Role, learners: Learners, has_phone: Callable[[int], bool]
    ) -> tuple[Tip, ...]:
        """List what a page shows now: a seat its own, the table what concerns people without a
        phone. At the table each topic is told once, to all who have not met it.

        At the table each topic is told once, to all who have not met it.
        """
        seats = frozenset(n for n in learners if _is_for(n, role, has_phone))
        if not seats:
            return ()
        met = frozenset.intersection(*(learners[n] for n in seats))
        now = tutorial.current(self.told(timeline, seats, met), self.moments(timeline), seats)
        return tuple(
            Tip(one.topic, tuple(n for n in sorted(seats) if one.topic not in learners[n]),
                one.opening)
            for one in now
        )  # fmt: skip

    def _moment(self, plan: Tutorial, step: Any) -> ShownMove | None:
        """Return what a step showed; nothing if it was somebody's private note."""
        game = self._game
        if not isinstance(step, Past):
            return self._seen(plan, step, frozenset())
        if not is_public(game, step):
            return None
        said = (e for e in step.made.events if game.telling.describe(step.after, e) is not None)
        return self._seen(plan, step.after, frozenset(c for e in said for c in clauses(e)))

    def _seen(self, plan: Tutorial, state: Any, said: frozenset[str]) -> ShownMove:
        view = self._game.view(state, TABLE)
        asked = () if view["outcome"] else self._game.questions(state)
        return ShownMove(
            self._game.turn(state),
            view["turn"],
            said,
            tuple(map(_asked, asked)),
            tutorial.shown_topics(plan, view),
            view["outcome"] is not None,
        )


class TutorialVoice:
    """Reads a lesson aloud for people who look at no phone: each sentence once."""

    def __init__(self, table: Table, learners: Callable[[], Learners], words: Words) -> None:
        self._table, self._learners, self._words = table, learners, words
        self._lesson = TutorialFollower(table.game)
        self._said: set[tuple[str, tuple[int, ...]]] = set()

    def news(self) -> list[str]:
        """What has to be told now and was not said before."""
        record = self._table.ledger.record
        learners = {} if record.is_counted and self._table.state.begun else self._learners()
        if not learners:
            return []
        tips = self._lesson.tips(record.timeline, TABLE, learners, lambda seat: False)
        fresh = [tip for tip in tips if (tip.topic, tip.seats) not in self._said]
        self._said |= {(tip.topic, tip.seats) for tip in fresh}
        return [self._line(tip) for tip in fresh]

    def _line(self, tip: Tip) -> str:
        """The sentence, after the names of those it is for where others know it."""
        seats, say = self._table.state.seats, text_of(self._words, self._table.game.name, tip.topic)
        if len(tip.seats) == len(seats):
            return say
        names = [seats[number].name for number in tip.seats]
        return self._words.put("page.plain_cell", {"place": names, "holds": say})


def _is_for(seat: int, role: Role, has_phone: Callable[[int], bool]) -> bool:
    return role.seat == seat if role.name == "seat" else role == TABLE and not has_phone(seat)


def _asked(question: Question) -> tuple[int | None, frozenset[str]]:
    return question.to.seat, frozenset(question.because)


def learned(table: Table, learners: Learners) -> Iterator[tuple[int, tuple[str, ...]]]:
    """List the seats with what each has met in a game."""
    lesson, timeline = TutorialFollower(table.game), table.ledger.record.timeline
    for seat, met in learners.items():
        topics = tuple(one.topic for one in lesson.told(timeline, frozenset({seat}), met))
        if topics:
            yield seat, topics


def learners_of(
    names: Sequence[tuple[str, str]],
    taught: frozenset[str],
    met: Mapping[str, Mapping[str, str]],
    game: str,
) -> dict[int, frozenset[str]]:
    """List the seats of people who are taught, with what they met before *game*.

    *names* are those at the table, each with today's.
    """
    found = {}
    for seat, (name, today) in enumerate(names):
        if heard(name) in taught:
            before = met.get(heard(today), {})
            found[seat] = frozenset(topic for topic, where in before.items() if where != game)
    return found


def text_of(words: Words, room: str, topic: str) -> str:
    """Return the sentence of a topic; a rare clause has its own line of the rules."""
    key = f"tutorial.{room}.{topic}"
    if key in words.texts:
        return words.put(key, {})
    line = clauses_in(room, words.language).get(topic, "")
    return ASIDE.sub("", line).strip()
