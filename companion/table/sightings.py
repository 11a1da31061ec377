"""Judge what was seen: explained by moves, held back, doubted or refused."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import Any

import msgspec

from companion.core.game import Game
from companion.core.observation import Seen
from companion.core.verdict import Explained, Move, Question, Refused, Unchanged, Unclear, Verdict
from companion.table import record
from companion.table.explain.late_picture import OtherTurn, follow
from companion.table.explain.referee import after, explained, judge, needs_people, sure_of

from .commit import Commit, Decided
from .last_seen import Odd, held_back, is_same_doubt
from .news import Answer

EYE = "eye"


class Sightings:
    """The eye's side of the table."""

    def __init__(
        self, commit: Commit, game_time: Callable[[float], float], look_again: Callable[[], bool]
    ) -> None:
        """*look_again* asks for a new picture and says whether anybody looks."""
        self._commit = commit
        self._time, self._look_again = game_time, look_again
        self._ahead = Ahead(commit.game)

    def think_ahead(self, seen: Seen | None, move: Move | None = None) -> None:
        """Walk through a late picture, a new one or the last, after a *move* that is being said.

        Nothing is judged or kept; others may act meanwhile.
        """
        commit, late = self._commit, seen or self._commit.sight.seen
        if late is None or not late.late or commit.game.looking.forgets(commit.state):
            return
        if move is None:
            self._ahead.think(commit.state, late)
        else:
            self._ahead.think_after(commit.state, move, late)

    def look(self, seen: Seen) -> Answer:
        """Judge a new picture."""
        commit = self._commit
        forgets = commit.game.looking.forgets(commit.state)
        commit.sight = commit.sight.looking_at(seen, forgets=forgets)
        return self._judge(seen)

    def judge_again(self) -> None:
        """Explain the last picture once more, now that something was said.

        A picture that was refused may have been put right since: then a new one is wanted.
        """
        if self._commit.sight.odd is not None and self._look_again():
            return
        if self._commit.sight.seen:
            self._judge(self._commit.sight.seen)

    def go_on(self) -> None:
        """Somebody said what happened: a photograph that waits for it may explain more."""
        seen = self._commit.sight.seen
        if seen is not None and seen.late:
            self._judge(seen)

    def _judge(self, seen: Seen) -> Answer:
        """Explain the picture by moves, one after the other, until nothing differs."""
        commit = self._commit
        answer = commit.unchanged()
        for _ in range(MOST_LOOKS):
            if commit.ledger.record.timeline.left or self._waits_for_people():
                commit.sight = commit.sight.but(refusal=None)
                return answer
            verdict = self._made_of(seen)
            match verdict:
                case Unchanged():
                    self._agree()
                    return answer
                case OtherTurn():
                    said, number = verdict.say, commit.ledger.number
                    return Answer("refused", number, said, turns=verdict.turns)
                case Refused():
                    return self._cannot_be(verdict, seen, answer)
                case Unclear(question=question):
                    return self._doubt(question)
                case Explained(made=made) if self._is_held(made[0].move):
                    return self._doubt(held_back(commit.game, commit.state, made[0].move))
                case Explained():
                    commit.sight = commit.sight.but(odd=None)
                    answer = self._accept(verdict, seen)
        return answer

    def _made_of(self, seen: Seen) -> Verdict:
        """Let the game explain the picture as a whole, or else find the move that explains it."""
        game, state = self._commit.game, self._commit.state
        if seen.late and game.turn(state) > 0:
            verdict = self._ahead.found(state, seen)
            if not isinstance(verdict, Unchanged):
                return verdict
        read = understood(game, state, seen)
        whole = game.looking.looked(state, sure_of(read.readings))
        if isinstance(whole, Refused):
            return whole
        if whole is not None:
            return explained(game, state, (whole,))
        sight = self._commit.sight
        return judge(game, state, read, sight.strange, sight.named)

    def _is_held(self, move: Move) -> bool:
        return self._commit.sight.is_held(self._commit.game, self._commit.state, move)

    def _waits_for_people(self) -> bool:
        """Whether something is open that no picture can answer.

        Before the game begins the picture is compared all the same: the board has to be empty.
        """
        game, state = self._commit.game, self._commit.state
        return game.turn(state) > 0 and needs_people(game.questions(state))

    def _agree(self) -> None:
        commit = self._commit
        commit.sight = commit.sight.agreeing()
        if commit.ledger.record.doubt:
            commit.ledger.write("settled", {"at": commit.now()})

    def _cannot_be(self, refusal: Refused, seen: Seen, answer: Answer) -> Answer:
        """Say so once: what nobody can make out is not named again with every move."""
        game, state = self._commit.game, self._commit.state
        odd = self._commit.sight.odd
        if not game.looking.forgets(state) and not seen.late:
            found = {c: seen.readings[c] for c in refusal.cells if c in seen.readings}
            meant = {c: game.looking.reads(state, c, r) for c, r in found.items()}
            odd = Odd(game.turn(state), meant)
        known = self._commit.sight.has_named(refusal)
        self._commit.sight = self._commit.sight.but(refusal=None if known else refusal, odd=odd)
        return answer if known else self._commit.refused(refusal)

    def _doubt(self, question: Question) -> Answer:
        commit = self._commit
        commit.sight = commit.sight.but(refusal=None)
        if commit.sight.ignores(question):
            return commit.unchanged()
        if not is_same_doubt(commit.ledger.record.doubt, question):
            secret = commit.ledger.secret_of(question)
            commit.ledger.write("doubted", record.doubted(question), secret)
        return Answer("unclear", commit.ledger.number, question.ask)

    def _accept(self, found: Explained, seen: Seen) -> Answer:
        """Keep the moves a picture shows, up to one that is held or a question for people."""
        commit, at = self._commit, self._time(seen.at)
        answer = commit.unchanged()
        fresh = list(takewhile(lambda one: not self._is_held(one.move), found.made))
        for one, state in zip(fresh, found.states, strict=False):
            if one is not fresh[0] and needs_people(commit.game.questions(commit.state)):
                break
            move = commit.game.looking.stamped(one.move, at)
            same = move == one.move
            ruling = Decided(one, state) if same else commit.decide(move)
            answer = commit.keep(EYE, ruling, at)
        return answer


# Thinking ahead: a late photograph is walked through before the table is held.
#
# A walk may take seconds on a small machine. What it finds depends on the state and the picture
# alone, so it is found first, while others go on, and taken when the table comes to it; where the
# table stands elsewhere by then, it walks again.

MOST_LOOKS = 3
"""How often one picture is explained in a row: by a move, by two, or by more if it came late."""


def understood(game: Game, state: Any, seen: Seen) -> Seen:
    """Interpret every reading of the picture in this state."""
    readings = {c: game.looking.reads(state, c, r) for c, r in seen.readings.items()}
    return msgspec.structs.replace(seen, readings=readings)


class Ahead:
    """What is known already about one late picture."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._known: tuple[Seen | None, dict[Any, Verdict]] = (None, {})

    def think(self, state: Any, seen: Seen) -> None:
        """Follow a late picture from *state*, as often as the table would."""
        known = dict[Any, Verdict]()
        for _ in range(MOST_LOOKS):
            if self._game.turn(state) == 0 or needs_people(self._game.questions(state)):
                break
            verdict = known[state] = follow(self._game, state, understood(self._game, state, seen))
            if not isinstance(verdict, Explained):
                break
            state = verdict.states[-1]
        self._known = (seen, known)

    def think_after(self, state: Any, move: Move, seen: Seen) -> None:
        """Prepare the same from the state that a move about to be made leads to."""
        ruling = self._game.decide(state, move)
        if not isinstance(ruling, Refused):
            self.think(after(self._game, state, ruling), seen)

    def found(self, state: Any, seen: Seen) -> Verdict:
        """Search what explains a late picture from *state*."""
        about, known = self._known
        if about is seen and state in known:
            return known[state]
        return follow(self._game, state, understood(self._game, state, seen))
