"""People who play the hieroglyph wall: fairly greedy, sometimes absent-minded, always legal."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from companion.core.observation import Reply
from companion.core.verdict import Accepted, Event, Move, Question
from companion.games.wall import events as e
from companion.games.wall import rules
from companion.games.wall.cursing import card_of
from companion.games.wall.moves import InsertCard
from companion.games.wall.pairs import finds
from companion.games.wall.state import Phase, State

GREED = 0.7
"""How often a player looks for the best card instead of dropping any."""
SHARP_EYES = 0.6
"""How often somebody finds the cursed animals when they are on the wall."""


def invite(seed: int) -> WallPeople:
    return WallPeople(seed)


class WallPeople:
    """Players, their hidden hands, the order of the piles, the mummies' faces."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def _dice(self, *about: object) -> random.Random:
        return random.Random("|".join(map(str, (self.seed, *about))))

    # With their hands

    def move(self, state: State) -> Move | None:
        if state.phase != Phase.PLAY:
            return None
        dice = self._dice("move", state.turns, len(state.inserted))
        cards = self._hand(state, dice)
        free = [n for n, slot in enumerate(state.slots) if len(slot) < state.box.wall.capacity]
        if not cards or not free:
            return None
        ways = [InsertCard(slot, card) for card in cards for slot in free]
        if dice.random() > GREED:
            return dice.choice(ways)
        return max(ways, key=lambda way: (_gain(state, way), dice.random()))

    def _hand(self, state: State, dice: random.Random) -> list[str]:
        left = [card.id for card in state.box.cards if card.id not in state.inserted]
        return dice.sample(left, min(max(1, state.hands[state.turn]), len(left)))

    # With their mouths

    def reply(self, state: State, question: Question) -> Reply:
        dice = self._dice("reply", question.id)
        topic = question.topic
        if topic == "draw":
            return Reply(option=self._top_of_pile(state))
        if topic == "reveal":
            return Reply(fields=self._turned_over(question))
        if topic in ("curse", "point"):
            return Reply(option=self._search(state, question, dice))
        advised = [o.name for o in question.options if o.advised]
        if advised and dice.random() < 0.8:
            return Reply(option=dice.choice(advised))
        eager = [o.name for o in question.options if o.name.startswith(("set", "begin", "first"))]
        # who thinks again about the same thing from the same seed would think for ever
        names = [o.name for o in question.options if o.name != "change_plan"]
        return Reply(option=dice.choice(eager if eager and dice.random() < 0.8 else names))

    def _top_of_pile(self, state: State) -> str:
        """Return what the second pile has on top, in the order it was shuffled into."""
        curses = [card.id for card in state.box.curse_cards]
        total = len(state.box.cards) - state.box.first_pile
        pile = [*curses, *[""] * total]
        self._dice("pile").shuffle(pile)
        drawn = (total - state.piles[1]) + (len(curses) - len(state.curses_left))
        top = pile[drawn] if drawn < len(pile) else ""
        if top in state.curses_left:
            return f"curse:{top}"
        return "drew_card" if sum(state.piles) else f"curse:{state.curses_left[0]}"

    def _search(self, state: State, question: Question, dice: random.Random) -> str:
        if question.style == "race":
            callers = [o.name for o in question.options if o.name.startswith("found")]
            there = any(finds(state, card_of(state).animals))
            return dice.choice(callers) if there and dice.random() < SHARP_EYES else "given_up"
        found = [o.name for o in question.options if o.name.startswith("find")]
        return dice.choice(found) if found else "mistaken"

    def _turned_over(self, question: Question) -> dict[str, str | int]:
        cards = sorted(question.fields[0]["choices"])
        self._dice("pharaohs").shuffle(cards)
        seat = question.fields[0]["seat"]
        fields: dict[str, str | int] = {"pharaoh": cards[seat % len(cards)]}
        for field in question.fields[1:]:
            fields[field["name"]] = self._dice("mummy", field["name"]).choice(field["choices"])
        return fields


def _gain(state: State, move: InsertCard) -> float:
    """Rate a card: sarcophagi most, then own researchers, then scarabs at own columns."""
    ruling = rules.decide(state, move)
    if not isinstance(ruling, Accepted):
        return -1.0
    worth = 0.0
    for event in ruling.events:
        if worth_of := _WORTH.get(type(event)):
            worth += worth_of(state, event)
    return worth


def _opened(state: State, event: e.SarcophagusOpened) -> float:
    return 4.0 * event.eyes if event.seat == state.turn else -2.0 * event.eyes


def _laid(state: State, event: e.ScarabLaid) -> float:
    return 1.0 if state.chamber.at(event.animal).researcher == state.turn else -0.3


_WORTH: dict[type[Event], Callable[[State, Any], float]] = {
    e.SarcophagusOpened: _opened,
    e.ResearcherSet: lambda state, event: 2.0,
    e.ScarabLaid: _laid,
    e.PairsFormed: lambda state, event: 0.5 * len(event.pairs),
}
"""What happens and is worth something to the player on turn; everything else is worth nothing."""
