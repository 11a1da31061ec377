"""Thinking ahead: a late photograph is walked through before the table is held.

A walk may take seconds on a small machine. What it finds depends on the state and the picture
alone, so it is found first, while others go on, and taken when the table comes to it; where the
table stands elsewhere by then, it walks again.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.core.game import Game
from companion.core.observation import Seen
from companion.core.verdict import Explained, Move, Refused, Verdict
from companion.referee import after, needs_people
from companion.sequence import follow

MOST_LOOKS = 3
"""How often one picture is explained in a row: by a move, by two, or by more if it came late."""


def understood(game: Game, state: Any, seen: Seen) -> Seen:
    """The picture with every reading as it is meant in this state."""
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
        """The same from where a move leads that somebody is about to say."""
        ruling = self._game.decide(state, move)
        if not isinstance(ruling, Refused):
            self.think(after(self._game, state, ruling), seen)

    def found(self, state: Any, seen: Seen) -> Verdict:
        """What explains a late picture from *state*."""
        about, known = self._known
        if about is seen and state in known:
            return known[state]
        return follow(self._game, state, understood(self._game, state, seen))
