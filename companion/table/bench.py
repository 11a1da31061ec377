"""The bench: one observation after the other is judged, and what follows is kept.

Nothing is shown as saved before the journal has committed it, and the state in memory is folded
from the very entries that were committed.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import Any

import msgspec

from companion import chronicle
from companion.core.cues import DARK, Cues
from companion.core.game import Game
from companion.core.observation import (
    Answered,
    Observation,
    PutRight,
    Reply,
    Said,
    Seen,
    Sensed,
    TookBack,
)
from companion.core.verdict import (
    Explained,
    Leave,
    Made,
    Move,
    Question,
    Refused,
    Saying,
    Unchanged,
    Unclear,
    Verdict,
    refuse,
)
from companion.referee import after, explained, judge, needs_people, sure_of

from . import past
from .answer import Answer
from .ledger import Ledger
from .sight import Odd, Sight, held_back, is_same_doubt

EYE = "eye"
MOST_LOOKS = 3
"""How many moves in a row one picture may explain."""


class Bench:
    """Judges what happens at one table."""

    def __init__(
        self,
        ledger: Ledger,
        game_time: Callable[[float], float],
        now: Callable[[], float],
        look_again: Callable[[], bool],
    ) -> None:
        """*game_time* turns the table's clock into seconds of play, *now* tells them; *look_again*
        asks whoever looks for a new picture and says whether anybody does."""
        self.ledger = ledger
        self.sight = Sight(held=past.taken_out(ledger.record))
        self.cues: Cues = DARK
        self._time, self._now, self._look_again = game_time, now, look_again

    def fingerprint(self) -> tuple[object, ...]:
        return *self.ledger.fingerprint(), self.sight.refusal, self.cues

    def questions(self) -> tuple[Question, ...]:
        """Everything open: about what was seen, about what no longer fits, and by the rules."""
        record = self.ledger.record
        doubt = (record.doubt,) if record.doubt else ()
        left = (past.left_over(record),) if record.timeline.left else ()
        return (*doubt, *left, *self.game.questions(record.timeline.state))

    def hear(self, observation: Observation) -> Answer:
        """Judge one observation."""
        match observation:
            case Seen():
                return self._look(observation)
            case Said(by=by, move=move, at=at):
                return self.do(str(by), move, self._time(at))
            case Answered():
                return self._answered(observation)
            case TookBack(by=by, number=number):
                return self._amend(str(by), number, None)
            case PutRight(by=by, number=number, move=move):
                return self._amend(str(by), number, move)
            case _:
                return self._sensed(observation)

    def _sensed(self, observation: Sensed) -> Answer:
        """Do what a button, the clock or the scale means, if it means anything now."""
        at = self._time(observation.at)
        move = self.game.hears(self._state, msgspec.structs.replace(observation, at=at))
        return self._unchanged() if move is None else self.do(observation.source, move, at)

    def tidy(self, by: str) -> None:
        """Try left-over moves again after something has changed, and give away what is due."""
        again = past.refitted(self.ledger.record)
        if again is not None:
            self.ledger.write(*past.refit_entry(self.ledger.record, by, self._now(), again))
        self.ledger.release_keys()

    # Seeing

    def _look(self, seen: Seen) -> Answer:
        self.sight = self.sight.looking_at(seen, forgets=self.game.looking.forgets(self._state))
        return self._judge_seen(seen)

    def _judge_again(self) -> None:
        """Explain the last picture anew, now that something was said.

        A picture that was refused may have been put right since: whoever can look again does.
        """
        if self.sight.odd is not None and self._look_again():
            return
        if self.sight.seen:
            self._judge_seen(self.sight.seen)

    def _judge_seen(self, seen: Seen) -> Answer:
        """Explain the picture by moves, one after the other, until nothing differs."""
        answer = self._unchanged()
        for _ in range(MOST_LOOKS):
            if self.ledger.record.timeline.left or self._waits_for_people():
                self.sight = self.sight.but(refusal=None)
                return answer
            verdict = self._made_of(seen)
            match verdict:
                case Unchanged():
                    self._agree()
                    return answer
                case Refused():
                    return self._cannot_be(verdict, seen)
                case Unclear(question=question):
                    return self._doubt(question)
                case Explained(made=made) if self._is_held(made[0].move):
                    return self._doubt(held_back(self.game, self._state, made[0].move))
                case Explained():
                    self.sight = self.sight.but(odd=None)
                    answer = self._accept_seen(verdict, seen)
        return answer

    def _made_of(self, seen: Seen) -> Verdict:
        """What the game makes of the picture as a whole, or else which move explains it."""
        state = self._state
        understood = {c: self.game.looking.reads(state, c, r) for c, r in seen.readings.items()}
        whole = self.game.looking.looked(state, sure_of(understood))
        if isinstance(whole, Refused):
            return whole
        if whole is not None:
            return explained(self.game, state, (whole,))
        return judge(self.game, state, msgspec.structs.replace(seen, readings=understood))

    def _is_held(self, move: Move) -> bool:
        return self.sight.is_held(self.game, self._state, move)

    def _waits_for_people(self) -> bool:
        """Whether something is open that no picture can answer.

        Before the game begins the picture is compared all the same: the board has to be empty.
        """
        begun = self.game.turn(self._state) > 0
        return begun and needs_people(self.game.questions(self._state))

    def _agree(self) -> None:
        self.sight = self.sight.agreeing()
        if self.ledger.record.doubt:
            self.ledger.write("settled", {"at": self._now()})

    def _cannot_be(self, refusal: Refused, seen: Seen) -> Answer:
        odd = self.sight.odd
        if not self.game.looking.forgets(self._state):
            found = {c: seen.readings[c] for c in refusal.cells if c in seen.readings}
            understood = {c: self.game.looking.reads(self._state, c, r) for c, r in found.items()}
            odd = Odd(self.game.turn(self._state), understood)
        self.sight = self.sight.but(refusal=refusal, odd=odd)
        return self._refused(refusal)

    def _doubt(self, question: Question) -> Answer:
        self.sight = self.sight.but(refusal=None)
        if self.sight.ignores(question):
            return self._unchanged()
        if not is_same_doubt(self.ledger.record.doubt, question):
            secret = self.ledger.secret_of(question)
            self.ledger.write("doubted", chronicle.doubted(question), secret)
        return Answer("unclear", self.ledger.number, question.ask)

    def _accept_seen(self, found: Explained, seen: Seen) -> Answer:
        """Keep the moves a picture shows, up to one that is held or a question for people."""
        answer, at = self._unchanged(), self._time(seen.at)
        fresh = list(takewhile(lambda one: not self._is_held(one.move), found.made))
        for one, state in zip(fresh, found.states, strict=False):
            if one is not fresh[0] and needs_people(self.game.questions(self._state)):
                break
            move = self.game.looking.stamped(one.move, at)
            same = move == one.move
            answer = self._keep(EYE, one, state, at) if same else self.do(EYE, move, at)
        return answer

    # Answers

    def _answered(self, observation: Answered) -> Answer:
        question = next((q for q in self.questions() if q.id == observation.question), None)
        if question is None:
            return Answer("stale", self.ledger.number, Saying("table.question_gone", {}))
        at, by, record = self._time(observation.at), str(observation.by), self.ledger.record
        if record.timeline.left and question == past.left_over(record):
            return self._settle_left(by, at, observation.reply)
        if record.doubt and question.id == record.doubt.id:
            return self._resolve_doubt(by, at, question, observation.reply)
        move = self.game.answer(self._state, question, observation.reply, at)
        return self._refused(move) if isinstance(move, Refused) else self._say(by, move, at)

    def _resolve_doubt(self, by: str, at: float, question: Question, reply: Reply) -> Answer:
        move = next((o.move for o in question.options if o.name == reply.option), None)
        if move is None:
            return self._refused(refuse("", "table.no_such_answer"))
        if isinstance(move, Leave):
            self.sight = self.sight.ignoring(question)
            self.ledger.write("settled", {"by": by, "at": at})
            return Answer("accepted", self.ledger.number)
        self.sight = self.sight.letting_go(self.game, self._state, move)
        return self._say(by, self.game.looking.stamped(move, at), at)

    def _say(self, by: str, move: Move, at: float) -> Answer:
        """A move that answers a question; the picture may show more of it."""
        answer = self.do(by, move, at)
        if answer.kind == "accepted":
            self._judge_again()
        return answer

    # Moves

    def do(self, by: str, move: Move, at: float) -> Answer:
        """Decide a move and keep it."""
        ruling = self.game.decide(self._state, move)
        if isinstance(ruling, Refused):
            return self._refused(ruling)
        made = Made(move, ruling.events)
        return self._keep(by, made, after(self.game, self._state, ruling), at)

    def _keep(self, by: str, made: Made, state: Any, at: float) -> Answer:
        """Write down a move that was decided; *state* is what it leads to."""
        if self.ledger.disagrees(state):
            return Answer("stopped", self.ledger.number, self.ledger.stopped)
        role = self.game.private_to(made.move)
        self.ledger.write("made", chronicle.made(by, at, made.move, made.events), role)
        self.tidy(by)
        if role is None:
            self.sight = self.sight.but(refusal=None)
            self.cues = self.game.cues(self._state, made.events)
        return Answer("accepted", self.ledger.number, made=made)

    # The past

    def _amend(self, by: str, number: int | None, instead: Move | None) -> Answer:
        change = past.changed(self.ledger.record, by, number, instead)
        if isinstance(change, Refused):
            return self._refused(change)
        if self.ledger.disagrees(change.timeline.state):
            return Answer("stopped", self.ledger.number, self.ledger.stopped)
        self.ledger.write(*change.entry(self.ledger.record, by, self._now()))
        self.sight = self.sight.holding(change.target.made.move)
        self.cues = self.game.cues(self._state, ())
        return Answer("accepted", self.ledger.number)

    def _settle_left(self, by: str, at: float, reply: Reply) -> Answer:
        entry = past.settled(self.ledger.record, by, at, reply)
        if isinstance(entry, Refused):
            return self._refused(entry)
        self.ledger.write(*entry)
        if entry[0] == "restored":
            self.sight = self.sight.but(held=())
        return Answer("accepted", self.ledger.number)

    @property
    def game(self) -> Game:
        return self.ledger.record.game

    @property
    def _state(self) -> Any:
        return self.ledger.state

    def _refused(self, refusal: Refused) -> Answer:
        return Answer("refused", self.ledger.number, refusal.say, refusal.clause)

    def _unchanged(self) -> Answer:
        return Answer("unchanged", self.ledger.number)
