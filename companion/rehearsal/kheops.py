"""People who build the pyramid: fond of special pawns, of powers, and of a mummy's place."""

from __future__ import annotations

import random

from companion.core.observation import Reply
from companion.core.verdict import Move, Question
from companion.games.kheops import moves as m
from companion.games.kheops.box import WORKER
from companion.games.kheops.building import buildable
from companion.games.kheops.faces import turns_of
from companion.games.kheops.laying import missing_base
from companion.games.kheops.powers import choices
from companion.games.kheops.reader import shown_by
from companion.games.kheops.setting import settable
from companion.games.kheops.state import Phase, State

REPLACES = 0.3
"""How often a mummy takes the place of somebody it could leave alone."""
SPECIAL = 0.3
"""How often somebody sets another pawn than a worker."""
POWERFUL = 0.4
"""How often somebody looks for a tile with a power."""


def invite(seed: int) -> KheopsPeople:
    return KheopsPeople(seed)


class KheopsPeople:
    """Two players, the tiles as they were shuffled, and what they like."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def dice(self, *about: object) -> random.Random:
        return random.Random("|".join(map(str, (self.seed, *about))))

    # With their hands

    def move(self, state: State) -> Move | None:
        """Choose what to do with the pieces next; None if nothing visible is wanted."""
        match state.phase:
            case Phase.SETUP:
                return self._base(state) if missing_base(state) else None
            case Phase.PAWN:
                return self._pawn(state)
            case Phase.POWER:
                move = self._power(state)
                return move if shown_by(state, move) else None
            case Phase.TILE:
                return self._tile(state)
        return None

    def _base(self, state: State) -> m.LayBase:
        faces = list(state.box.faces.elements())
        dice = self.dice("base")
        dice.shuffle(faces)
        cells = zip(state.box.base, faces, strict=False)
        return m.LayBase(tuple((cell, face, dice.choice(turns_of(face))) for cell, face in cells))

    def _pawn(self, state: State) -> Move | None:
        ways = list(settable(state))
        dice = self.dice("pawn", state.turns)
        taking = [way for way in ways if (laid := state.at(way.cell)) and laid.pawn]
        if taking and dice.random() < REPLACES:
            return dice.choice(taking)
        special = dice.random() < SPECIAL
        liked = [way for way in ways if (way.kind != WORKER) == special and way not in taking]
        strong = [way for way in liked if (laid := state.at(way.cell)) and laid.shows.power]
        if strong and dice.random() < POWERFUL:
            return dice.choice(strong)
        return dice.choice(liked or ways)

    def _power(self, state: State) -> Move:
        return self.dice("power", state.turns).choice(list(choices(state)))

    def _tile(self, state: State) -> Move | None:
        """Return one of the tiles in hand, built somewhere; None if none fits."""
        dice = self.dice("tile", state.turns)
        left = [face for face, count in sorted(state.faces_left().items()) for _ in range(count)]
        hand = set(dice.sample(left, min(state.hands[state.turn], len(left))))
        ways = [w for w in buildable(state) if isinstance(w, m.BuildTile) and w.face in hand]
        return dice.choice(ways) if ways else None

    # With their mouths

    def reply(self, state: State, question: Question) -> Reply:
        topic = question.topic
        if topic == "power":
            wanted = self._power(state)
            return Reply(option=next(o.name for o in question.options if o.move == wanted))
        names = [option.name for option in question.options]
        return Reply(option=self.dice("reply", question.id).choice(names))
