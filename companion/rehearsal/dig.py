"""People who dig: bold while the pot is small, careful when it has grown, sometimes contrary.

They laid the layers, so the tray follows from the seed; they turned it, so none of them knows it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.core.observation import Reply
from companion.core.verdict import Move, Question
from companion.games.dig import moves as m
from companion.games.dig.box import Box, card_of, cell_at, label_of, place_of
from companion.games.dig.digging import may_skip
from companion.games.dig.layout import DOWN, POINTING, SPANNING, WAYS, Fault, faults, plain
from companion.games.dig.pool import candidates
from companion.games.dig.state import Phase, State
from companion.games.dig.turning import barricade_cells, may_barricade

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
        """Return how a layer was laid, before anybody turned the tray."""
        if layer not in self._laid:
            self._laid[layer] = layer_laid(box, layer, self.dice("layer", layer))
        return self._laid[layer]

    def slip(self, box: Box, layer: int) -> Slip | None:
        """Return the first, clumsy layout of a layer, if there was one."""
        dice = self.dice("slip", layer)
        if dice.random() > CLUMSY:
            return None
        return slip(box, layer, self.laid(box, layer), dice)

    def quarters(self, state: State) -> int:
        """Quarters by which the tray has been turned so far."""
        square = state.box.tray.rows == state.box.tray.columns
        each = (1, 2, 3) if square else (2,)
        return sum(self.dice("turn", n).choice(each) for n in range(state.turned))

    def lies(self, state: State, cell: str, layer: int) -> str:
        """Return the card of a layer in a cell, and its direction."""
        quarters = self.quarters(state)
        before = turned(state.box, cell, -quarters)
        return turned_way(self.laid(state.box, layer)[before], quarters)

    def below(self, state: State, name: str, deeper: int = 1) -> str:
        """Return what appears when this many top cards of a cell are lifted."""
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
        """Choose what to do with the cards; None if a word is wanted."""
        wish = self.wish(state)
        return wish if isinstance(wish, ACTS) else None

    def wish(self, state: State) -> Move | None:
        """Choose what the player on turn does next."""
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


# Layers as rehearsed people lay them: whole obelisks and snakes, and the slips that break them.
#
# A card is ``3-necklace@E``: what it shows, and which way the upper end of its picture points.

Laid = dict[str, str]
LENGTHS = ((3, 3), (2, 4), (4, 2))
"""How long the two obelisks of a layer may be (DIG-12)."""
CLOCKWISE = "NESW"


@dataclass(frozen=True)
class Slip:
    """A layer laid wrongly, and what the law says about it."""

    kind: str
    laid: Laid
    faults: tuple[Fault, ...]


def layer_laid(box: Box, layer: int, dice: random.Random) -> Laid:
    """Lay a layer by the rules, with the free cards in any order."""
    left = list(box.labels(layer).elements())
    laid: Laid = {}
    for label, cells in _whole(box, layer, dice) if _has_parts(box, layer) else ():
        laid[cells] = label
        left.remove(plain(label))
    dice.shuffle(left)
    for cell in box.cells:
        if cell not in laid:
            laid[cell] = f"{left.pop()}@{dice.choice(CLOCKWISE)}"
    return {cell: laid[cell] for cell in box.cells}


def _has_parts(box: Box, layer: int) -> bool:
    return label_of(layer, "snake_head") in box.labels(layer)


def _whole(box: Box, layer: int, dice: random.Random) -> Iterator[tuple[str, str]]:
    """Return two obelisks and a snake, each in one line, none blocking another."""
    one, other = dice.choice(LENGTHS)
    lines = {length: _lines(box, length, dice) for length in {one, other, 3}}
    chosen = next(
        (first, second, third)
        for first in lines[one]
        for second in lines[other]
        if not set(first[1]) & set(second[1])
        for third in lines[3]
        if not set(third[1]) & {*first[1], *second[1]}
    )
    for way, cells in chosen[:2]:
        middles = ["obelisk_mid"] * (len(cells) - 2)
        for part, cell in zip(("obelisk_base", *middles, "obelisk_tip"), cells, strict=True):
            yield f"{label_of(layer, part)}@{way}", cell
    way, cells = chosen[2]
    for part, cell in zip(("snake_tail", "snake_body", "snake_head"), cells, strict=True):
        yield f"{label_of(layer, part)}@{way}", cell


def _lines(box: Box, length: int, dice: random.Random) -> list[tuple[str, tuple[str, ...]]]:
    """List all straight runs of this many cells with their direction, shuffled."""
    found = []
    for cell in box.cells:
        x, y = place_of(cell)
        for way, (right, down) in WAYS.items():
            ends = (x + right * (length - 1), y + down * (length - 1))
            if 0 <= ends[0] < box.tray.columns and 0 <= ends[1] < box.tray.rows:
                run = tuple(cell_at(x + right * n, y + down * n) for n in range(length))
                found.append((way, run))
    dice.shuffle(found)
    return found


def slip(box: Box, layer: int, laid: Mapping[str, str], dice: random.Random) -> Slip | None:
    """Spoil a layer with this slip; None if it breaks nothing."""
    kind = dice.choices(list(ODDS), list(ODDS.values()))[0]
    wrong = {**laid, **SLIPS[kind](box, layer, laid, dice)}
    found = faults(box, layer, wrong)
    return Slip(kind, wrong, found) if found else None


def _down(box: Box, layer: int, laid: Mapping[str, str], dice: random.Random) -> Laid:
    return {dice.choice(box.cells): DOWN}


def _colour(box: Box, layer: int, laid: Mapping[str, str], dice: random.Random) -> Laid:
    """Lay a card of the next layer."""
    if layer == box.top:
        return {}
    return {dice.choice(box.cells): dice.choice(sorted(box.labels(layer + 1)))}


def _part(box: Box, layer: int, laid: Mapping[str, str], dice: random.Random) -> Laid:
    """Swap a part with any other card."""
    parts = _cells_of(laid, POINTING + SPANNING)
    if not parts:
        return {}
    part, cell = dice.choice(parts), dice.choice(box.cells)
    return {cell: laid[part], part: laid[cell]}


def _twist(box: Box, layer: int, laid: Mapping[str, str], dice: random.Random) -> Laid:
    """Turn an end the wrong way."""
    return {cell: turned_way(laid[cell], dice.randint(1, 3)) for cell in _one(laid, POINTING, dice)}


def _across(box: Box, layer: int, laid: Mapping[str, str], dice: random.Random) -> Laid:
    """Lay a middle or the snake's body across."""
    turn = dice.choice((1, 3))
    return {cell: turned_way(laid[cell], turn) for cell in _one(laid, SPANNING, dice)}


def _one(laid: Mapping[str, str], parts: tuple[str, ...], dice: random.Random) -> list[str]:
    """Choose one of the cells with these parts, if any."""
    cells = _cells_of(laid, parts)
    return [dice.choice(cells)] if cells else []


def _cells_of(laid: Mapping[str, str], parts: tuple[str, ...]) -> list[str]:
    return [cell for cell, label in laid.items() if card_of(plain(label)) in parts]


SLIPS = {"part": _part, "twist": _twist, "across": _across, "colour": _colour, "down": _down}
ODDS = {"part": 4, "twist": 2, "across": 3, "colour": 1, "down": 1}
"""What goes wrong while a layer is laid, and how often."""


def turned(box: Box, cell: str, quarters: int) -> str:
    """Return the position of a cell after the tray was turned clockwise by this many quarters."""
    for _ in range(quarters % 4):
        x, y = place_of(cell)
        cell = cell_at(box.tray.rows - 1 - y, x)
    return cell


def turned_way(label: str, quarters: int) -> str:
    """Turn a card together with its tray."""
    face, _, way = label.partition("@")
    return f"{face}@{CLOCKWISE[(CLOCKWISE.index(way or 'N') + quarters) % 4]}"
