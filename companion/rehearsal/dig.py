"""People who dig: bold while the pot is small, careful when it has grown, sometimes contrary.

They laid the layers, so the tray follows from the seed; they turned it, so none of them knows it.
"""

from __future__ import annotations

import random

from companion.core.observation import Reply
from companion.core.verdict import Move, Question
from companion.games.dig import moves as m
from companion.games.dig.box import Box
from companion.games.dig.digging import may_skip
from companion.games.dig.layout import plain
from companion.games.dig.pool import candidates
from companion.games.dig.state import Phase, State
from companion.games.dig.turning import barricade_cells, may_barricade

from .dig_layers import Laid, Slip, layer_laid, slip, turned, turned_way

CLUMSY = 0.25
"""How often a layer is laid wrongly at first."""
SCARAB, SKIP, BARRICADE = 0.18, 0.05, 0.3
"""How often somebody who could play a scarab, skip, or put up a barricade does."""
CAUTION, GREED = 0.1, 0.055
"""How often somebody stops after a find, and how much more often for each silver in the pot."""

ACTS = (m.LayLayer, m.Lift, m.PlayBarricade, m.TakeOffBarricade)
"""What is done with the hands."""


def invite(seed: int) -> DigPeople:
    return DigPeople(seed)


class DigPeople:
    """Players, and the tray as they laid and turned it."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._laid: dict[int, Laid] = {}

    def dice(self, *about: object) -> random.Random:
        return random.Random("|".join(map(str, (self.seed, *about))))

    # The tray

    def laid(self, box: Box, layer: int) -> Laid:
        """How a layer was laid, before anybody turned the tray."""
        if layer not in self._laid:
            self._laid[layer] = layer_laid(box, layer, self.dice("layer", layer))
        return self._laid[layer]

    def slip(self, box: Box, layer: int) -> Slip | None:
        """How it was laid at first, where somebody was clumsy."""
        dice = self.dice("slip", layer)
        if dice.random() > CLUMSY:
            return None
        return slip(box, layer, self.laid(box, layer), dice)

    def quarters(self, state: State) -> int:
        """By how many quarters the tray has been turned so far."""
        square = state.box.tray.rows == state.box.tray.columns
        each = (1, 2, 3) if square else (2,)
        return sum(self.dice("turn", n).choice(each) for n in range(state.turned))

    def lies(self, state: State, cell: str, layer: int) -> str:
        """The card of a layer that lies in a cell, and which way."""
        quarters = self.quarters(state)
        before = turned(state.box, cell, -quarters)
        return turned_way(self.laid(state.box, layer)[before], quarters)

    def below(self, state: State, name: str, deeper: int = 1) -> str:
        """What comes to light when the top card of a cell is lifted, or that many of them."""
        cell = state.at(name)
        assert cell is not None
        layer = state.layer(cell) - deeper
        true = self.lies(state, name, layer)
        left = candidates(state, layer)
        # Somebody at the page may have named another card: then any that is left will do.
        if not left or plain(true) in left:
            return true
        return self.dice("other", name, layer).choice(left)

    # With their hands

    def move(self, state: State) -> Move | None:
        """What the player on turn does with the cards; None when it is a word that is wanted."""
        wish = self.wish(state)
        return wish if isinstance(wish, ACTS) else None

    def wish(self, state: State) -> Move | None:
        """What the player on turn wants to do next."""
        if state.phase == Phase.LAYING:
            return m.LayLayer(len(state.checked) + 1, checked=True)
        if state.phase not in (Phase.DIG, Phase.END):
            return None
        over = [lid.cell for lid in state.lids if not lid.bans]
        if over:
            return m.TakeOffBarricade(over[0])
        dice = self.dice("wish", state.turns, state.phase, state.lifts, state.covered,
                         state.doubled)  # fmt: skip
        return self._digs(state, dice) if state.phase == Phase.DIG else self._ends(state, dice)

    def _digs(self, state: State, dice: random.Random) -> Move:
        if not state.open_cells:
            return m.Stop()
        if state.lifts:
            if dice.random() < CAUTION + GREED * state.pot_worth:
                return m.Stop()
        elif not state.doubled:
            if state.scarabs[state.turn] and dice.random() < SCARAB:
                return m.PlayScarab()
            if may_skip(state) and dice.random() < SKIP:
                return m.Skip()
        cell = dice.choice(state.open_cells).name
        return m.Lift(cell, plain(self.below(state, cell)))

    def _ends(self, state: State, dice: random.Random) -> Move:
        if may_barricade(state) and dice.random() < BARRICADE:
            covered = [c for c in barricade_cells(state)
                       if (cell := state.at(c)) and state.layer(cell) > 1]  # fmt: skip
            return m.PlayBarricade(dice.choice(covered or barricade_cells(state)))
        return m.EndTurn()

    # With their mouths

    def reply(self, state: State, question: Question) -> Reply:
        wish = self.wish(state)
        named = (option.name for option in question.options if option.move == wish)
        names = [option.name for option in question.options]
        return Reply(option=next(named, None) or self.dice("reply", question.id).choice(names))
