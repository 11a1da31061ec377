"""Whole games by sight: a real tray that people dig in, and a referee who only sees its top cards.

Every lift must be understood or asked about; every mishap must be refused with its clause and
leave the table as it was.
"""

from __future__ import annotations

from random import Random

import pytest

from companion.core.observation import SOMETHING_ELSE, Reading, Seen
from companion.core.verdict import Explained, Move, Refused, Unchanged, Unclear
from companion.games.dig import GAME
from companion.games.dig import moves as m
from companion.games.dig.box import layer_of
from companion.games.dig.reader import BARRICADE, with_layers
from companion.games.dig.state import Phase, State
from companion.table.explain.referee import after, judge
from tests.rooms.dig.laid import CELLS, ME, OWN, Position, digging
from tests.rooms.dig.layouts import RIGHT_LAYERS, layer, shuffled
from tests.thorough import seeds


class Tray:
    """The cards as they really lie, the top one last, and the lids on them."""

    def __init__(self, dice: Random) -> None:
        layers = [
            layer(n, dice.choice(RIGHT_LAYERS)) if 2 <= n <= 5 else shuffled(n, dice)
            for n in range(1, 7)
        ]
        self.dice = dice
        self.cards = {cell: [cells[cell] for cells in layers] for cell in CELLS}
        self.lids: set[str] = set()

    def below(self, cell: str) -> str:
        return self.cards[cell][-2]

    def look(self, instead: dict[str, str] | None = None) -> Seen:
        """A still picture: the right label is likely, another one is possible.

        What is wrong for a moment is seen clearly.
        """
        shown = {c: BARRICADE if c in self.lids else cards[-1] for c, cards in self.cards.items()}
        readings = {}
        for cell, label in (shown | (instead or {})).items():
            sure = self.dice.uniform(0.93, 0.999)
            alike = [SOMETHING_ELSE, "3-earth", "5-mosquito", "2-snake_head"]
            other = SOMETHING_ELSE if cell in (instead or {}) else self.dice.choice(alike)
            chances = {label: sure, other: 1 - sure} if other != label else {label: 1.0}
            readings[cell] = Reading(with_layers(OWN, chances))
        return Seen(readings=readings, at=0.0)


class Evening:
    """A table that gets nothing but pictures and taps."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.tray = Tray(self.dice)
        self.state: State = digging(self.dice.randint(2, 6)).state
        self.mishaps = self.sightings = self.asked = 0

    def tap(self, move: Move) -> None:
        self.state = Position(self.state).do(move).state

    def see(self, expected: Move) -> None:
        """The tray was changed: the referee understands exactly this, or asks and offers it."""
        verdict = judge(GAME, self.state, self.tray.look())
        self.sightings += 1
        if isinstance(verdict, Unclear):
            self.asked += 1
            assert expected in [option.move for option in verdict.question.options]
            self.tap(expected)
        else:
            assert isinstance(verdict, Explained), verdict
            assert [made.move for made in verdict.made] == [expected]
            self.state = after(GAME, self.state, verdict.made[0])
        assert judge(GAME, self.state, self.tray.look()) == Unchanged()

    def mishap(self, clause: str, **instead: str) -> None:
        """Something went wrong for a moment: refused by its clause, and nothing has happened."""
        verdict = judge(GAME, self.state, self.tray.look(instead))
        assert isinstance(verdict, Refused), verdict
        assert (verdict.clause, set(verdict.cells)) == (clause, set(instead))
        assert judge(GAME, self.state, self.tray.look()) == Unchanged()
        self.mishaps += 1

    def play(self) -> Evening:
        while self.state.phase != Phase.OVER:
            if self.state.phase == Phase.END:
                self.finish_turn()
            else:
                self.take_turn()
        return self

    def take_turn(self) -> None:
        for lid in [lid for lid in self.state.lids if not lid.bans]:
            self.tray.lids.discard(lid.cell)
            self.see(m.TakeOffBarricade(lid.cell))
        if self.state.scarabs[self.state.turn] and self.dice.random() < 0.15:
            self.tap(m.PlayScarab())
        if self.dice.random() < 0.05 and self.state.purse(self.state.turn) >= 3:
            self.tap(m.Skip())
            return
        while self.state.phase == Phase.DIG:
            self.mischief()
            cell = self.dice.choice(self.state.open_cells).name
            seen = self.tray.below(cell)
            self.tray.cards[cell].pop()
            self.see(m.Lift(cell, seen))
            done = not self.state.open_cells or self.dice.random() < 0.35
            if self.state.phase == Phase.DIG and done:
                self.tap(m.Stop())
                return

    def mischief(self) -> None:
        if self.dice.random() > 0.3:
            return
        cell = self.dice.choice(self.state.open_cells).name
        cards = self.tray.cards[cell]
        kind = self.dice.choice(["two", "back", "askew", "bottom", "lid", "banned"])
        if kind == "two" and len(cards) > 2:
            self.mishap("DIG-O-19", **{cell: cards[-3]})
        elif kind == "back" and layer_of(cards[-1]) < 5:
            self.mishap("DIG-O-20", **{cell: f"{layer_of(cards[-1]) + 1}-earth"})
        elif kind == "askew":
            self.mishap("DIG-O-21", **{cell: SOMETHING_ELSE})
        elif kind == "bottom":
            self.bottom_gone()
        elif kind == "lid":
            self.mishap("DIG-40", **{cell: BARRICADE})
        elif kind == "banned":
            self.dig_under_a_lid()

    def bottom_gone(self) -> None:
        done = [c for c in CELLS if len(self.tray.cards[c]) == 1 and c not in self.tray.lids]
        if done:
            self.mishap("DIG-O-11", **{self.dice.choice(done): "empty"})

    def dig_under_a_lid(self) -> None:
        banned = [lid.cell for lid in self.state.lids if lid.bans]
        if banned and len(self.tray.cards[banned[0]]) > 1:
            self.mishap("DIG-41", **{banned[0]: self.tray.below(banned[0])})
            self.mishap("DIG-41", **{banned[0]: self.tray.cards[banned[0]][-1]})

    def finish_turn(self) -> None:
        free = self.state.open_cells
        if free and self.dice.random() < 0.5:
            cell = self.dice.choice(free).name
            clause = "DIG-26" if self.state.fine else "DIG-25"
            self.mishap(clause, **{cell: self.tray.below(cell)})
        mine = self.state.turn
        bare = [cell.name for cell in free if cell.name not in self.tray.lids]
        if self.state.barricades[mine] and bare and self.dice.random() < 0.3:
            cell = self.dice.choice(bare)
            self.tray.lids.add(cell)
            self.see(m.PlayBarricade(cell))
            return
        self.tap(m.EndTurn())


@pytest.mark.parametrize("block", seeds(2, 5))
def test_games_by_sight_have_no_wrong_ruling_dig_26_dig_o_19_dig_o_20_dig_o_21(block: int) -> None:
    """Whole games: every lift understood or asked about, every mishap refused by its clause."""
    mishaps = sightings = asked = 0
    for seed in range(6 * block, 6 * block + 6):
        evening = Evening(seed).play()
        mishaps += evening.mishaps
        sightings += evening.sightings
        asked += evening.asked
        shown = {cell: cards[-1] for cell, cards in evening.tray.cards.items()}
        lids = {lid.cell for lid in evening.state.lids}
        expected = GAME.visible(evening.state)
        assert all(expected[cell] == shown[cell] for cell in CELLS if cell not in lids)
        lifted = sum(6 - len(cards) for cards in evening.tray.cards.values())
        assert lifted == 80 - evening.state.covered
    assert mishaps > 30
    assert asked < sightings / 10


def test_a_treasure_counts_what_really_lay_there() -> None:
    evening = Evening(3)
    cell = next(c for c in CELLS if OWN.value(evening.tray.below(c)) > 0)
    worth = OWN.value(evening.tray.below(cell))
    lift = m.Lift(cell, evening.tray.below(cell))
    evening.tray.cards[cell].pop()
    evening.see(lift)
    assert (evening.state.pot_worth, evening.state.turn) == (worth, ME)
