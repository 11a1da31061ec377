"""First games of people who know nothing but what the product has told them.

Each of them chooses at random: among the answers a question offers, and among the moves whose kind
a sentence has told them. They may do whatever no sentence has told them not to. Pieces, dice and
hidden cards are those of the rehearsed people, who decide nothing here.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.core import tutorial as core
from companion.core.game import ROOMS, load_room
from companion.core.house import read_house_rules
from companion.core.observation import Reply
from companion.core.roles import seat as seat_role
from companion.core.seats import Seat
from companion.core.tutorial import ShownMove, Told, Tutorial
from companion.core.verdict import Accepted, Made, Move, Question, Refused
from companion.games.dig.layout import plain
from companion.games.dig.moves import Lift, TakeOffBarricade
from companion.games.kheops.building import open_cells
from companion.games.kheops.faces import FORBID, turns_of
from companion.games.kheops.moves import BuildTile, SetPawn
from companion.games.wall.moves import InsertCard
from companion.house.tutorial import TutorialFollower, text_of, tutorial_of
from companion.rooms import room_of
from companion.table.moves import Timeline, extended
from companion.words import Words, load

NAMES = ("Mia", "Tom", "Ada", "Bo", "Cleo", "Dan")
MOST_STEPS = 4000
BUSY = ("change_plan", "bump", "none", "again")
"""Answers that would be a lie, or that lead back to the same question."""

WORLD = ("draw", "curse", "point", "rebuild", "compare")
"""Questions that pieces answer, not people."""


@dataclass
class FirstGame:
    """What happened in one first game."""

    ended: bool = False
    stuck: str = ""
    refused: Counter[str] = field(default_factory=Counter)
    """Refusals by clause, where nobody had told the clause."""
    untold: Counter[str] = field(default_factory=Counter)
    """Clauses that had come up and were not told by the end of the next turn."""
    before: int = 0
    """Words before the first move."""
    turns: list[int] = field(default_factory=list)
    """Words somebody was told in a turn, for each turn in which there were any."""
    late: Counter[str] = field(default_factory=Counter)
    """Common topics that were not told by the end of the second round."""
    told: set[str] = field(default_factory=set)


class Pupil:
    """Somebody on a seat, who knows what they were told."""

    def __init__(self, plan: Tutorial, words: Words, room: str, seat: int) -> None:
        self.seat, self._words, self._room = seat, words, room
        self._topics = {topic.name: topic for topic in plan.all_topics()}
        self._moments: list[ShownMove] = []
        self._told = core.told(plan, self._stream(), (seat,))
        self._turns: list[int] = []
        self.known: set[str] = set()
        self.tellings: list[tuple[Told, int]] = []

    def _stream(self) -> Iterator[ShownMove]:
        while True:
            yield self._moments[-1]

    @property
    def second(self) -> int:
        """Their second turn, or the last there was."""
        return self._turns[:2][-1] if self._turns else 0

    def hear(self, moment: ShownMove) -> None:
        """Read what the page says after a move."""
        self._moments.append(moment)
        if moment.player == self.seat and moment.turn and moment.turn not in self._turns:
            self._turns.append(moment.turn)
        for told in next(self._told):
            text = text_of(self._words, self._room, told.topic)
            if text:
                self.known |= set(self._topics[told.topic].clauses)
                self.tellings.append((told, len(text.split())))


Hands = Callable[[Any, set[str], random.Random, Any], Iterable[Move]]


def insert(state: Any, known: set[str], dice: random.Random, people: Any) -> Iterator[Move]:
    """Drop any card into any slot that nothing speaks against."""
    if "WALL-14" not in known or str(state.phase) != "play":
        return
    cards = [card.id for card in state.box.cards if card.id not in state.inserted]
    for slot, laid in enumerate(state.slots):
        if cards and ("WALL-20" not in known or len(laid) < state.box.wall.capacity):
            yield InsertCard(slot, dice.choice(cards))


def dig(state: Any, known: set[str], dice: random.Random, people: Any) -> Iterator[Move]:
    """Lift the top card of any cell that nothing speaks against."""
    if str(state.phase) not in ("dig", "end"):
        return
    over = [lid.cell for lid in state.lids if not lid.bans]
    if over and "DIG-42" in known:
        yield TakeOffBarricade(over[0])
        return
    if str(state.phase) != "dig" or "DIG-22" not in known:
        return
    for cell in state.tray:
        barred = "DIG-41" in known and state.is_banned(cell.name)
        bottom = state.layer(cell) <= 1
        if not barred and not (bottom and "DIG-O-11" in known):
            yield Lift(cell.name, "" if bottom else plain(people.below(state, cell.name)))


def build(state: Any, known: set[str], dice: random.Random, people: Any) -> Iterator[Move]:
    """Set any pawn anywhere, then build any tile anywhere, if nothing speaks against it."""
    if str(state.phase) == "setup":
        laid = people.move(state)
        yield from [laid] if laid else []
    if str(state.phase) == "pawn" and "KHEOPS-08" in known:
        yield from _pawns(state, known)
    if str(state.phase) == "tile" and "KHEOPS-07" in known:
        left = [face for face, count in state.faces_left().items() if count]
        for cell in _buildable(state, known):
            face = dice.choice(left)
            yield BuildTile(cell, face, dice.choice(turns_of(face)))


def _pawns(state: Any, known: set[str]) -> Iterator[Move]:
    """A mummy, a priest or a pharaoh only once somebody has said what they do."""
    needs = {"worker": "KHEOPS-08", "mummy": "KHEOPS-44", "priest": "KHEOPS-40",
             "pharaoh": "KHEOPS-40"}  # fmt: skip
    kinds = [kind for kind, count in state.reserve(state.colour).items() if count]
    for kind in kinds:
        if needs[kind] not in known:
            continue
        if kind == "priest" and "KHEOPS-48" in known and not state.has_mummy(state.colour):
            continue
        for cell, laid in state.tiles:
            if "KHEOPS-25" in known and FORBID in laid.shows.symbols:
                continue
            taken = laid.pawn is not None
            rival = taken and laid.pawn.colour != state.colour
            takes = kind == "mummy" and rival and laid.pawn.kind in ("worker", "mummy")
            if not taken or takes:
                yield SetPawn(cell, kind)


def _buildable(state: Any, known: set[str]) -> list[str]:
    return open_cells(state) if "KHEOPS-10" in known else list(state.box.cells)


def nothing(state: Any, known: set[str], dice: random.Random, people: Any) -> Iterator[Move]:
    """Everything here is asked."""
    return iter(())


HANDS: Mapping[str, Hands] = {"wall": insert, "dig": dig, "kheops": build}


def first_game(
    room: str, seed: int, words: Words, rules: Mapping[str, Any] | None = None
) -> FirstGame:
    """Play one game of beginners and say what they met untold."""
    return _Game(room, seed, words, rules or {}).play()


class _Game:
    def __init__(self, room: str, seed: int, words: Words, rules: Mapping[str, Any]) -> None:
        self.room, self.game = room, load_room(room)
        self.dice = random.Random(f"{room} {seed}")
        self.people: Any = room_of(room).people(seed)
        box = self.game.load_box(None)
        least, most = box.players
        count = least + seed % (most - least + 1)
        worn = room_of(room).worn(box)
        seats = [Seat(name, colour) for name, colour in zip(NAMES[:count], worn, strict=False)]
        chosen = read_house_rules(self.game.house_rules, rules)
        self.timeline = Timeline(self.game.opening(box, seats, chosen))
        self.lesson = TutorialFollower(self.game)
        self.plan = tutorial_of(room).for_rules(chosen)
        self.pupils = [Pupil(self.plan, words, room, n) for n in range(count)]
        self.result = FirstGame()
        self.heard = 0
        self.owed: dict[tuple[int, str], int] = {}
        self.silent = {*self.plan.aside.get("setup", ()), *self.plan.aside.get("table", ())}

    @property
    def state(self) -> Any:
        return self.timeline.state

    def play(self) -> FirstGame:
        self._hear()
        for step in range(MOST_STEPS):
            if self.game.is_over(self.state) is not None:
                self.result.ended = True
                break
            if not self._step(step):
                break
        self._count()
        return self.result

    def _step(self, step: int) -> bool:
        """Do something somebody could think of; False if nobody knew what."""
        for _ in range(60):
            move = self._choose(step)
            if move is None:
                return False
            ruling = move if isinstance(move, Refused) else self.game.decide(self.state, move)
            if isinstance(ruling, Accepted):
                made = Made(move, ruling.events)  # type: ignore[arg-type]
                number = len(self.timeline.past) + 1
                self.timeline = extended(self.game, self.timeline, number, "table", "", made)
                self._hear()
                return True
            why = f"{ruling.clause} {ruling.say.key}"
            self.result.refused.update([] if ruling.clause in self._pupil().known else [why])
        self.result.stuck = f"refused again and again: {why}"
        return False

    def _pupil(self) -> Pupil:
        return self.pupils[self.game.view(self.state, seat_role(0))["turn"]]

    def _choose(self, step: int) -> Move | Refused | None:
        questions = [q for q in self.game.questions(self.state) if q.options or q.style == "form"]
        if questions and self.room in ("sphinx", "bowl") and self.dice.random() < 0.6:
            wish = self.people.move(self.state)
            if any(o.move == wish for q in questions for o in q.options):
                return wish  # to somewhere, so that the game comes to an end
        hands = HANDS.get(self.room, nothing)
        moves = list(hands(self.state, self._pupil().known, self.dice, self.people))
        if moves and (not questions or self.dice.random() < 0.75):
            return self.dice.choice(moves)
        if not questions:
            self.result.stuck = f"nobody said what to do in {self.state.phase}"
            return None
        return self._answer(self.dice.choice(questions), step)

    def _answer(self, question: Question, step: int) -> Move | Refused:
        if question.style == "form":
            reply = self._form(question)
        elif question.topic in WORLD or (self.room == "bowl" and self.dice.random() < 0.7):
            reply = self.people.reply(self.state, question)
            if question.topic == "draw" and self.room == "bowl" and self.dice.random() < 0.25:
                reply = Reply(option=self._any(question))
        else:
            reply = Reply(option=self._any(question))
        return self.game.answer(self.state, question, reply, float(step))

    def _any(self, question: Question) -> str:
        advised = [o.name for o in question.options if o.advised]
        if advised and self.dice.random() < 0.6:
            return self.dice.choice(advised)
        names = [o.name for o in question.options if not o.name.startswith(BUSY)]
        return self.dice.choice(names or [o.name for o in question.options])

    def _form(self, question: Question) -> Reply:
        if question.topic == "lay":
            hand = list(question.fields[0]["choices"])
            names = [str(one["name"]) for one in question.fields]
            cards = list(self.people.move(self.state).cards)
            if self.dice.random() < 0.2:
                cards = self.dice.sample(hand, len(names))
            return Reply(fields=dict(zip(names, cards, strict=True)))
        if question.topic == "throw":
            faces = {str(f["name"]): self.dice.choice(f["choices"]) for f in question.fields}
            return Reply(fields=faces)
        reply: Reply = self.people.reply(self.state, question)
        return reply

    def _hear(self) -> None:
        """Let everybody read what the page says now, and note what is still owed to them."""
        moments = self.lesson.moments(self.timeline)
        for moment in moments[self.heard :]:
            for pupil in self.pupils:
                pupil.hear(moment)
                self._owe(moment, pupil)
        self.heard = len(moments)

    def _owe(self, moment: ShownMove, pupil: Pupil) -> None:
        asked = (c for to, those in moment.asked if to in (None, pupil.seat) for c in those)
        for clause in {*moment.said, *asked} - self.silent if moment.turn else ():
            self.owed.setdefault((pupil.seat, clause), moment.turn)
        for clause in pupil.known:
            self.owed.pop((pupil.seat, clause), None)
        for (seat, clause), turn in list(self.owed.items()):
            late = turn and moment.turn > turn + 1
            if late and seat == pupil.seat and clause not in self.result.untold:
                self.result.untold[clause] += 1

    def _count(self) -> None:
        for _, clause in self.owed:
            self.result.untold[clause] += 1
        for pupil in self.pupils:
            spoken: Counter[int] = Counter()
            for told, words in pupil.tellings:
                self.result.told.add(told.topic)
                spoken[0 if told.opening else told.turn] += words
            self.result.before = max(self.result.before, spoken.pop(0, 0))
            self.result.turns += list(spoken.values())
        self._second_round()

    def _second_round(self) -> None:
        people = len(self.pupils)
        last = self.heard and self.lesson.moments(self.timeline)[-1].turn
        if last <= 2 * people:
            return
        common = {topic.name for topic in self.plan.topics if topic.by in (1, 2)}
        for pupil in self.pupils:
            end = max(2 * people, pupil.second)  # an extra turn makes a round longer
            early = {told.topic for told, _ in pupil.tellings if told.turn <= end}
            self.result.late.update(common - early)


@dataclass
class Summary:
    """What many first games of a room came to."""

    room: str
    games: int = 0
    ended: int = 0
    stuck: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    untold: Counter[str] = field(default_factory=Counter)
    late: Counter[str] = field(default_factory=Counter)
    before: int = 0
    turns: list[int] = field(default_factory=list)
    told: set[str] = field(default_factory=set)

    def add(self, one: FirstGame) -> None:
        self.games += 1
        self.ended += one.ended
        self.stuck.update([one.stuck] if one.stuck else [])
        self.refused += one.refused
        self.untold += one.untold
        self.late += one.late
        self.before = max(self.before, one.before)
        self.turns += one.turns
        self.told |= one.told

    @property
    def median(self) -> float:
        return statistics.median(self.turns)

    @property
    def faults(self) -> list[str]:
        """What a beginner was not told, in sentences."""
        found = [f"{self.room}: {why}" for why in self.stuck]
        found += [f"{self.room}: refused untold {what}" for what in self.refused]
        found += [f"{self.room}: {what} came up untold" for what in self.untold]
        found += [f"{self.room}: {what} came after the second round" for what in self.late]
        if self.before > 60:
            found.append(f"{self.room}: {self.before} words before the first move")
        if self.median > 25:
            found.append(f"{self.room}: {self.median} words a turn")
        return found


def first_games(
    room: str, games: int, first: int = 0, words: Words | None = None,
    rules: Mapping[str, Any] | None = None,
) -> Summary:  # fmt: skip
    """Play many first games of a room."""
    summary, said = Summary(room), words or load("en", strict=True)
    for seed in range(first, first + games):
        summary.add(first_game(room, seed, said, rules))
    return summary


def main(words: list[str]) -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=500)
    options.add_argument("--first", type=int, default=0)
    options.add_argument("--language", default="en")
    options.add_argument("rooms", nargs="*", default=list(ROOMS))
    given = options.parse_args(words)
    wrong = 0
    for room in given.rooms:
        said = load(given.language, strict=True)
        summary = first_games(room, given.games, given.first, said)
        wrong += len(summary.faults)
        print(
            f"{room}: {summary.games} first games, {summary.ended} to the end; "
            f"{summary.before} words before the first move, {summary.median:.0f} in the median "
            f"{sorted(summary.turns)[len(summary.turns) * 9 // 10]} in one of ten "
            f"and {max(summary.turns)} at most in a turn that says anything; "
            f"{len(summary.told)} topics told"
        )
        print("\n".join(summary.faults))
    return 1 if wrong else 0
