"""People who play the sphinx: they walk inwards, look where they may, and claim what they know.

What is under the sphinxes follows from the seed, as if they had been mixed with closed eyes. A
person knows only what that person has looked at, and forgets nothing.
"""

from __future__ import annotations

import random

from companion.core.observation import Reply
from companion.core.verdict import Move, Question
from companion.games.sphinx import moves as m
from companion.games.sphinx.acting import dice_in_play
from companion.games.sphinx.box import Box, Face
from companion.games.sphinx.spiral import End, ends
from companion.games.sphinx.state import Phase, State

CURIOUS = 0.9
"""How often somebody takes a look that is offered."""
STRAIGHT = 0.8
"""How often somebody takes the way that seems best."""
ENOUGH_TURNS, BOLD = 30, 2
"""After this many turns people grow bold: they claim when they know that many guards."""


def invite(seed: int) -> SphinxPeople:
    return SphinxPeople(seed)


class SphinxPeople:
    """Players, their dice, and what lies under the sphinxes."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def _dice(self, *about: object) -> random.Random:
        return random.Random("|".join(map(str, (self.seed, *about))))

    # What nobody sees

    def under(self, box: Box) -> tuple[str, ...]:
        """Return the colour of every figure, in the order they were seated."""
        colours = list(box.colours)
        self._dice("under").shuffle(colours)
        return tuple(colours)

    def seal(self, state: State) -> m.Seal | None:
        """Return what a scan under the hood makes of the sphinxes before the game;
        None once it began."""
        if state.phase != Phase.SETUP or state.seals:
            return None
        return m.Seal(self.under(state.box), self._dice("salt").randbytes(16).hex())

    def known(self, state: State, seat: int) -> dict[str, str]:
        """Return what a seat knows: the colour under the sphinxes it looked at,
        by where they are now."""
        under = self.under(state.box)
        return {
            state.seat_of(look.figure): under[look.figure]
            for look in state.looks
            if look.seat == seat
        }

    # With their hands

    def throw(self, state: State) -> tuple[Face, ...]:
        """Return what the dice show this turn."""
        dice = self._dice("throw", state.turns)
        return tuple(dice.choice(die.faces) for die in dice_in_play(state))

    def move(self, state: State) -> Move | None:
        """Choose the pawn's next move or the cards of a claim; None if hands have nothing to do."""
        if state.phase != Phase.PLAY or state.fallen or state.action:
            return None
        if state.claim:
            return None if state.claim.cards else self._lay(state)
        ways = [end for end in ends(state) if not end.claim or self._dares(state)]
        if not ways:
            return None
        dice = self._dice("move", state.turns, state.steps)
        claim = next((end for end in ways if end.claim), None)
        if claim:
            return m.ApproachGuards(claim.face)
        better = max(ways, key=lambda end: (self._worth(state, end), dice.random()))
        end = better if dice.random() < STRAIGHT else dice.choice(ways)
        return m.UseDie(end.face, end.forward, end.stay)

    def _worth(self, state: State, end: End) -> float:
        """Rate a walk towards missing cards, avoiding losses."""
        hand = state.hands[state.turn]
        missing = self._missing(state)
        lost = sum(v.kind == "card" and v.colour in hand for v in end.visits)
        found = sum(v.kind == "card" and v.colour in missing for v in end.visits)
        looks = any(v.kind == "mummy" for v in end.visits) and not state.looked
        goals = [square for square, colour in state.box.card_squares if colour in missing]
        if len(self._guards(state)) < len(state.box.guards):
            goals += state.box.mummies
        away = min(abs(end.rest - goal) for goal in goals or [state.box.last])
        return 15.0 * found + 8.0 * looks - 12.0 * lost - away

    def _guards(self, state: State) -> list[str]:
        """Return the colours of the guards, as far as the player on turn knows them."""
        known = self.known(state, state.turn)
        return [known[guard] for guard in state.box.guard_seats if guard in known]

    def _missing(self, state: State) -> list[str]:
        """Return the colours the player on turn would still need."""
        hand = state.hands[state.turn]
        return [colour for colour in self._guards(state) if colour not in hand]

    def _dares(self, state: State) -> bool:
        """Check whether the player on turn holds the guards' cards, or is bold enough."""
        hand = state.hands[state.turn]
        sure = sum(colour in hand for colour in self._guards(state))
        return sure == len(state.box.guards) or (state.turns > ENOUGH_TURNS and sure >= BOLD)

    def _lay(self, state: State) -> m.LayClaim:
        assert state.claim is not None
        seat = state.claim.seat
        known = self.known(state, seat)
        hand = list(state.hands[seat])
        self._dice("lay", state.turns).shuffle(hand)
        hand.sort(key=lambda colour: colour not in known.values())  # taken from the end
        cards: list[str] = []
        for guard in state.box.guard_seats:
            sure = known.get(guard, "")
            cards.append(sure if sure in hand else "")
            if cards[-1]:
                hand.remove(sure)
        return m.LayClaim(seat, tuple(card or hand.pop() for card in cards))

    # With their mouths

    def reply(self, state: State, question: Question) -> Reply:
        dice = self._dice("reply", question.id)
        topic = question.topic
        match topic:
            case "throw":
                names = [str(field["name"]) for field in question.fields]
                return Reply(fields=dict(zip(names, self.throw(state), strict=True)))
            case "lay":
                names = [str(field["name"]) for field in question.fields]
                return Reply(fields=dict(zip(names, self._lay(state).cards, strict=True)))
            case "card":
                return Reply(option="take" if self._wants(state) else "leave")
            case "look":
                return Reply(option=self._look(state, question, dice))
            case "steal":
                return Reply(option=dice.choice(question.options).name)
            case "act":
                return Reply(option=self._without_the_pawn(question, dice))
            case "compare" | "check":
                return Reply(option=self._compared(state, question))
        return Reply(option=dice.choice(question.options).name)

    def _without_the_pawn(self, question: Question, dice: random.Random) -> str:
        """Swap two sphinxes or skip a die, which needs no pawn, or say where the pawn goes."""
        every = [option.name for option in question.options]
        names = [name for name in every if name.startswith(("swap", "forfeit"))]
        return dice.choice(names or every)

    def _wants(self, state: State) -> bool:
        """Take a card that is needed, or one the way inwards doesn't pass again."""
        assert state.action is not None
        visit = state.action.left[0]
        later = (sq for sq, colour in state.box.card_squares if colour == visit.colour)
        last = all(square <= visit.square for square in later)
        return last or state.rules.keep_cards or visit.colour in self._missing(state)

    def _look(self, state: State, question: Question, dice: random.Random) -> str:
        known = self.known(state, state.turn)
        fresh = [o.name for o in question.options if o.name.removeprefix("look:") not in known]
        guards = [name for name in fresh if name.startswith("look:G")]
        if dice.random() > CURIOUS:
            return "no_look"
        return dice.choice(guards or fresh)

    def _compared(self, state: State, question: Question) -> str:
        """Look under the guards as the claimant, and tell the truth."""
        right = self.is_right(state)
        if question.topic == "check":
            assert state.claim is not None
            return "agree" if state.claim.right == right else "differs"
        return "right" if right else "wrong"

    def is_right(self, state: State) -> bool:
        """Check whether the cards of the claim are those of the guards."""
        assert state.claim is not None
        under = self.under(state.box)
        guards = [under[state.figure(guard)] for guard in state.box.guard_seats]
        laid = list(state.claim.cards)
        if state.rules.any_order:
            return sorted(laid) == sorted(guards)
        return laid == guards
