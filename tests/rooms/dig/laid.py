"""Positions at the dig that read like a scenario: what was dug where, and who has how much.

digging(purses={ME: 1}).lift("A1", "mosquito") digs in a fresh tray; dug_to({"A1": 1}) leaves one
covered card in A1 and none elsewhere.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.core.boxes import own_text
from companion.core.observation import Reply
from companion.core.seats import Seat
from companion.core.verdict import Event, Move, Refused
from companion.games.dig import GAME
from companion.games.dig import moves as m
from companion.games.dig.box import Box
from companion.games.dig.boxfile import read_box
from companion.games.dig.coins import Coins
from companion.games.dig.house import HouseRules
from companion.games.dig.state import Cell, Found, Lid, Phase, State
from tests.rooms import position

ME, RIVAL, THIRD, FOURTH, FIFTH, SIXTH = range(6)
SEATS = (
    Seat("Ana", "red"),
    Seat("Ben", "blue"),
    Seat("Cleo", "green"),
    Seat("Dan", "yellow"),
    Seat("Eva", "black"),
    Seat("Finn", "white"),
)
OWN = GAME.load_box(None)
CELLS = OWN.cells

E = TypeVar("E", bound=Event)


@dataclass
class Position(position.Position[State]):
    """A state, and the events of the last move that led to it."""

    game = GAME

    def lift(self, cell: str, card: str = "", value: int | None = None) -> Position:
        """Lift the top card of a cell and find this one under it."""
        return self.do(self.lifting(cell, card, value))

    def lifting(self, cell: str, card: str = "", value: int | None = None) -> m.Lift:
        there = self.state.at(cell)
        assert there is not None
        return m.Lift(cell, f"{self.state.layer(there) - 1}-{card}" if card else "", value)

    def stop(self) -> Position:
        """Stop digging, and play no barricade."""
        return self.do(m.Stop()).quietly()

    def skip(self) -> Position:
        """Skip the turn, and play no barricade."""
        return self.do(m.Skip()).quietly()

    def quietly(self) -> Position:
        """Go on to the next turn without a barricade."""
        if self.state.phase != Phase.END:
            return self
        done = self.do(m.EndTurn())
        return Position(done.state, (*self.events, *done.events))

    def reply(self, **given: Any) -> Move | Refused:
        return GAME.answer(self.state, self.question, Reply(**given), 0.0)

    def purse(self, seat: int) -> int:
        return self.state.purse(seat)

    @property
    def pot(self) -> int:
        return self.state.pot_worth

    @property
    def turn(self) -> int:
        return self.state.turn

    @property
    def winners(self) -> tuple[int, ...] | None:
        outcome = GAME.is_over(self.state)
        return outcome.winners if outcome else None


def box_data() -> dict[str, Any]:
    """The room's own box file as plain data, to be changed."""
    return tomllib.loads(own_text("companion.games.dig"))


def small_box(
    *values: list[int], columns: int = 2, rows: int = 1, gold: int = 20, silver: int = 50
) -> Box:
    """A small tray: the values of each layer from the bottom up, without the cover."""
    data = box_data()
    data["players"] = [2, 3]
    data["tray"] |= {"columns": columns, "rows": rows}
    data["money"] |= {"gold": gold, "silver": silver}
    layers = [*values, [0] * (columns * rows)]
    data["layers"] = [
        {
            "name": f"layer {n}",
            "colour": "#000000",
            "cards": [
                {"id": 100 * n + k, "card": _named(value, n == len(layers)), "value": value}
                for k, value in enumerate(layer)
            ],
        }
        for n, layer in enumerate(layers, 1)
    ]
    return read_box(data)


def _named(value: int, cover: bool) -> str:
    return "cover" if cover else f"worth{value}".replace("-", "minus")


def opening(players: int = 2, box: Box = OWN, **rules: Any) -> Position:
    return Position(GAME.opening(box, SEATS[:players], HouseRules(**rules)))


def laying(players: int = 2, layer: int = 1, bottom: int = ME, **rules: Any) -> Position:
    """The layers below *layer* lie; this one is laid now."""
    below = (m.LayLayer(n) for n in range(1, layer))
    return opening(players, **rules).do(m.NameBottom(bottom), *below)


def digging(
    players: int = 2,
    box: Box = OWN,
    purses: Mapping[int, int] | None = None,
    barricades: bool = True,
    **rules: Any,
) -> Position:
    """All layers lie and the board is over them; the first seat is on turn."""
    state = GAME.opening(box, SEATS[:players], HouseRules(**rules))
    state = state.but(
        phase=Phase.DIG, turned=players, checked=(True,) * box.top, turn=ME, bottom=-5 % players
    )
    if not barricades:
        state = state.but(barricades=(0,) * players)
    return Position(with_purses(state, purses or {}))


def with_purses(state: State, purses: Mapping[int, int]) -> State:
    """Give these seats so much money; the bank has the rest."""
    rate = state.rate
    held = tuple(
        Coins(*divmod(purses[seat], rate)) if seat in purses else coins
        for seat, coins in enumerate(state.purses)
    )
    money = state.box.money
    bank = Coins(money.gold, money.silver) - state.pot
    for coins in held:
        bank -= coins
    state = state.but(purses=held, bank=bank)
    assert GAME.broken(state) == ()
    return state


def dug_to(
    covered: Mapping[str, int],
    last: Mapping[int, list[str]] | None = None,
    players: int = 2,
    box: Box = OWN,
    **given: Any,
) -> Position:
    """Only these cells have covered cards, this many; *last* keeps cards of a layer for them."""
    position = digging(players, box, **given)
    state = position.state
    kept = Counter(f"{layer}-{card}" for layer, cards in (last or {}).items() for card in cards)
    decks = {layer: list((box.labels(layer) - kept).elements()) for layer in range(1, box.top)}
    tray = []
    for cell in box.cells:
        depth = box.top - 1 - covered.get(cell, 0)
        labels = [decks[box.top - 1 - n].pop(0) for n in range(depth)]
        tray.append(Cell(cell, tuple(Found(label, box.value(label)) for label in labels)))
    state = state.but(tray=tuple(tray))
    assert GAME.broken(state) == ()
    return Position(state)


def with_lid(position: Position, cell: str, owner: int, bans: bool = True) -> Position:
    """The same position with a barricade lying in a cell."""
    state = position.state
    hand = tuple(0 if s == owner else n for s, n in enumerate(state.barricades))
    return Position(
        state.but(lids=tuple(sorted((*state.lids, Lid(cell, owner, bans)))), barricades=hand)
    )
