"""Looking: what was seen is explained by moves, held back, doubted or refused."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile

from companion import chronicle
from companion.core.observation import Seen
from companion.core.verdict import Explained, Move, Question, Refused, Unchanged, Unclear, Verdict
from companion.referee import explained, judge, needs_people, sure_of

from .ahead import MOST_LOOKS, Ahead, understood
from .answer import Answer
from .keeping import Keeper
from .sight import Odd, held_back, is_same_doubt

EYE = "eye"


class Looking:
    """The eye's side of the bench."""

    def __init__(
        self, keeper: Keeper, game_time: Callable[[float], float], look_again: Callable[[], bool]
    ) -> None:
        """*look_again* asks for a new picture and says whether anybody looks."""
        self._keeper = keeper
        self._time, self._look_again = game_time, look_again
        self._ahead = Ahead(keeper.game)

    def think_ahead(self, seen: Seen | None, move: Move | None = None) -> None:
        """Walk through a late picture, a new one or the last, after a *move* that is being said.

        Nothing is judged or kept; others may act meanwhile.
        """
        keeper, late = self._keeper, seen or self._keeper.sight.seen
        if late is None or not late.late or keeper.game.looking.forgets(keeper.state):
            return
        if move is None:
            self._ahead.think(keeper.state, late)
        else:
            self._ahead.think_after(keeper.state, move, late)

    def look(self, seen: Seen) -> Answer:
        """Judge a new picture."""
        keeper = self._keeper
        forgets = keeper.game.looking.forgets(keeper.state)
        keeper.sight = keeper.sight.looking_at(seen, forgets=forgets)
        return self._judge(seen)

    def judge_again(self) -> None:
        """Explain the last picture once more, now that something was said.

        A picture that was refused may have been put right since: then a new one is wanted.
        """
        if self._keeper.sight.odd is not None and self._look_again():
            return
        if self._keeper.sight.seen:
            self._judge(self._keeper.sight.seen)

    def go_on(self) -> None:
        """Somebody said what happened: a photograph that waits for it may explain more."""
        seen = self._keeper.sight.seen
        if seen is not None and seen.late:
            self._judge(seen)

    def _judge(self, seen: Seen) -> Answer:
        """Explain the picture by moves, one after the other, until nothing differs."""
        keeper = self._keeper
        answer = keeper.unchanged()
        for _ in range(MOST_LOOKS):
            if keeper.ledger.record.timeline.left or self._waits_for_people():
                keeper.sight = keeper.sight.but(refusal=None)
                return answer
            verdict = self._made_of(seen)
            match verdict:
                case Unchanged():
                    self._agree()
                    return answer
                case Refused():
                    return self._cannot_be(verdict, seen, answer)
                case Unclear(question=question):
                    return self._doubt(question)
                case Explained(made=made) if self._is_held(made[0].move):
                    return self._doubt(held_back(keeper.game, keeper.state, made[0].move))
                case Explained():
                    keeper.sight = keeper.sight.but(odd=None)
                    answer = self._accept(verdict, seen)
        return answer

    def _made_of(self, seen: Seen) -> Verdict:
        """What the game makes of the picture as a whole, or else which move explains it."""
        game, state = self._keeper.game, self._keeper.state
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
        sight = self._keeper.sight
        return judge(game, state, read, sight.strange, sight.named)

    def _is_held(self, move: Move) -> bool:
        return self._keeper.sight.is_held(self._keeper.game, self._keeper.state, move)

    def _waits_for_people(self) -> bool:
        """Whether something is open that no picture can answer.

        Before the game begins the picture is compared all the same: the board has to be empty.
        """
        game, state = self._keeper.game, self._keeper.state
        return game.turn(state) > 0 and needs_people(game.questions(state))

    def _agree(self) -> None:
        keeper = self._keeper
        keeper.sight = keeper.sight.agreeing()
        if keeper.ledger.record.doubt:
            keeper.ledger.write("settled", {"at": keeper.now()})

    def _cannot_be(self, refusal: Refused, seen: Seen, answer: Answer) -> Answer:
        """Say so once: what nobody can make out is not named again with every move."""
        game, state = self._keeper.game, self._keeper.state
        odd = self._keeper.sight.odd
        if not game.looking.forgets(state) and not seen.late:
            found = {c: seen.readings[c] for c in refusal.cells if c in seen.readings}
            meant = {c: game.looking.reads(state, c, r) for c, r in found.items()}
            odd = Odd(game.turn(state), meant)
        known = self._keeper.sight.has_named(refusal)
        self._keeper.sight = self._keeper.sight.but(refusal=None if known else refusal, odd=odd)
        return answer if known else self._keeper.refused(refusal)

    def _doubt(self, question: Question) -> Answer:
        keeper = self._keeper
        keeper.sight = keeper.sight.but(refusal=None)
        if keeper.sight.ignores(question):
            return keeper.unchanged()
        if not is_same_doubt(keeper.ledger.record.doubt, question):
            secret = keeper.ledger.secret_of(question)
            keeper.ledger.write("doubted", chronicle.doubted(question), secret)
        return Answer("unclear", keeper.ledger.number, question.ask)

    def _accept(self, found: Explained, seen: Seen) -> Answer:
        """Keep the moves a picture shows, up to one that is held or a question for people."""
        keeper, at = self._keeper, self._time(seen.at)
        answer = keeper.unchanged()
        fresh = list(takewhile(lambda one: not self._is_held(one.move), found.made))
        for one, state in zip(fresh, found.states, strict=False):
            if one is not fresh[0] and needs_people(keeper.game.questions(keeper.state)):
                break
            move = keeper.game.looking.stamped(one.move, at)
            same = move == one.move
            answer = keeper.keep(EYE, one, state, at) if same else keeper.do(EYE, move, at)
        return answer
