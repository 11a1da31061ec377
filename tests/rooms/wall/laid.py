"""Positions at the wall that read like the rows of a scenario: who holds what, what lies where.

laid(wall={(5, 0): "camel_R"}, columns={"camel": col(RIVAL, scarabs=2)}).insert(3, "camel_R")
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from companion.core.seats import Seat
from companion.games.wall import GAME
from companion.games.wall import moves as m
from companion.games.wall.box import Box, Card
from companion.games.wall.boxfile import read_box
from companion.games.wall.house import HouseRules
from companion.games.wall.state import Chamber, Column, Phase, Piece, State
from tests.rooms import position

ME, RIVAL, THIRD, FOURTH = range(4)
SEATS = (Seat("Ana", "red"), Seat("Ben", "blue"), Seat("Cleo", "green"), Seat("Dan", "yellow"))
ANIMALS = ("camel", "mule", "snake", "ibis", "crocodile", "cat", "baboon")
FILLER = "baboon_L"
"""Fills the places nobody speaks of. No inserted card of these tests shows a baboon."""
BESIDE = "cat_R"
"""What an inserted card shows beside the animal a test is about."""
OWN_BOX = Path(__file__).parents[3] / "companion" / "games" / "wall" / "box.toml"


@dataclass(frozen=True)
class col:
    """A column: whose researcher, how many scarabs, the stack that is left, who won the rest."""

    by: int | None = None
    scarabs: int = 0
    stack: tuple[int, ...] = (1, 2, 3)
    opened_by: int = RIVAL


@dataclass
class Position(position.Position[State]):
    """A state, and the events of the last move that led to it."""

    game = GAME

    def insert(self, slot: int, *faces: str) -> Position:
        """Put a card with these faces, row by row from the bottom, into a slot."""
        return self.with_card(*faces).do(m.InsertCard(slot, "NEW"))

    def with_card(self, *faces: str) -> Position:
        """Let one of the cards nobody has seen yet be this one."""
        box = self.state.box
        width, height = box.wall.block
        faces = (*faces, BESIDE) if len(faces) == 1 < width * height else faces
        rows = tuple(faces[row * width : (row + 1) * width] for row in range(height))
        unseen = next(
            card
            for card in box.cards
            if card.id not in self.state.inserted and card.id.startswith("P")
        )
        old = f"OLD{len(self.state.inserted)}"
        cards = tuple(_or_new(c, unseen, rows, old) for c in box.cards)
        slots = tuple(tuple(old if c == "NEW" else c for c in slot) for slot in self.state.slots)
        box = msgspec.structs.replace(box, cards=cards)
        return Position(self.state.but(box=box, slots=slots))

    def column(self, animal: str) -> Column:
        return self.state.chamber.at(animal)

    def scarabs(self, animal: str) -> int:
        return self.column(animal).scarabs

    def holder(self, animal: str) -> int | None:
        return self.column(animal).researcher

    @property
    def slab(self) -> int:
        return self.state.chamber.slab

    def won(self, seat: int) -> list[tuple[str, int]]:
        return sorted((p.animal, p.eyes) for p in self.state.chamber.won[seat])

    @property
    def is_my_turn_over(self) -> bool:
        return not self.questions and self.state.turn != ME


def _or_new(card: Card, unseen: Card, rows: tuple[tuple[str, ...], ...], old: str) -> Card:
    if card == unseen:
        return Card("NEW", rows)
    return Card(old, card.cells) if card.id == "NEW" else card


def box_data() -> dict[str, Any]:
    """The room's own box file as plain data, to be changed by a test."""
    return tomllib.loads(OWN_BOX.read_text("utf-8"))


def a_box(
    slots: int = 7, capacity: int = 7, block: tuple[int, int] = (2, 1), cards: int = 49
) -> Box:
    """A box of another geometry; all its cards show fillers until a test says otherwise."""
    data = box_data()
    data["wall"] |= {"slots": slots, "capacity": capacity, "block": list(block)}
    data["curse"]["first_pile"] = min(20, cards)
    row = [FILLER] * block[0]
    data["cards"] = [{"id": f"P{n:03}", "cells": [row] * block[1]} for n in range(cards)]
    return read_box(data)


def laid(
    *,
    wall: Mapping[tuple[int, int], str] | None = None,
    columns: Mapping[str, col] | None = None,
    players: int = 2,
    turn: int = ME,
    box: Box | None = None,
    **rules: Any,
) -> Position:
    """A game in the middle: these faces on the wall, these columns, all else as at the start."""
    box = _filled(box or a_box(), wall or {})
    state = GAME.opening(box, SEATS[:players], HouseRules(**rules))
    state = state.but(slots=_slots(box), phase=Phase.PLAY, turn=turn)
    state = state.but(chamber=_chamber(state, columns or {}), **_piles(state))
    assert GAME.broken(state) == ()
    return Position(state)


def _filled(box: Box, wall: Mapping[tuple[int, int], str]) -> Box:
    """Show *wall* with cards from the bottom up; what lies below or beside it is filler."""
    width, rows = box.wall.block
    heights = [0] * box.wall.slots
    for x, y in wall:
        heights[x // width] = max(heights[x // width], y // rows + 1)
    shown = [
        Card(f"W{slot}.{height}", _cells(wall, slot * width, height * rows, width, rows))
        for slot, count in enumerate(heights)
        for height in range(count)
    ]
    return msgspec.structs.replace(box, cards=(*shown, *box.cards[len(shown) :]))


def _cells(
    wall: Mapping[tuple[int, int], str], x: int, y: int, width: int, rows: int
) -> tuple[tuple[str, ...], ...]:
    return tuple(
        tuple(wall.get((x + dx, y + dy), FILLER) for dx in range(width)) for dy in range(rows)
    )


def _slots(box: Box) -> tuple[tuple[str, ...], ...]:
    return tuple(
        tuple(card.id for card in box.cards if card.id.startswith(f"W{slot}."))
        for slot in range(box.wall.slots)
    )


def _piles(state: State) -> dict[str, Any]:
    """What is not on the wall is in the hands, then in the second pile, then in the first."""
    left = len(state.box.cards) - sum(map(len, state.slots))
    players = len(state.seats)
    hands = [0] * players
    for n in range(min(left, state.box.hand * players)):
        hands[(state.turn + n) % players] += 1
    in_piles = left - sum(hands)
    second = min(state.piles[1], in_piles)
    return {"hands": tuple(hands), "piles": (in_piles - second, second)}


def _chamber(state: State, columns: Mapping[str, col]) -> Chamber:
    won: list[tuple[Piece, ...]] = [()] * len(state.seats)
    laid_columns = []
    for animal in state.box.columns:
        spec = columns.get(animal, col())
        laid_columns.append(Column(animal, spec.stack, spec.scarabs, spec.by))
        gone = tuple(Piece(animal, eyes) for eyes in state.box.stack if eyes not in spec.stack)
        won[spec.opened_by] += gone
    slab = state.box.scarabs - sum(column.scarabs for column in laid_columns)
    return Chamber(tuple(laid_columns), slab, tuple(tuple(sorted(pieces)) for pieces in won))


def shifting(columns: Mapping[str, col], **rules: Any) -> Position:
    """The wall has just been filled by the last card, and the shift begins."""
    box = a_box(slots=1, capacity=2, block=(2, 1), cards=8)
    table = laid(box=box, wall={(0, 0): FILLER}, columns=columns, **rules)
    return table.insert(0, "cat_L", "cat_R")


def revealing(columns: Mapping[str, col], **rules: Any) -> Position:
    """The shift is over: nobody can or wants to move scarabs."""
    position = shifting(columns, **rules)
    while position.state.phase == Phase.SHIFT:
        position = position.do(m.EndShift())
    return position


def turned_over(position: Position, *seats: tuple[str, Mapping[tuple[str, int], int]]) -> Position:
    """Every seat shows its pharaoh card and the values of its mummies."""
    for seat, (pharaoh, values) in enumerate(seats):
        shown = tuple((Piece(*piece), value) for piece, value in values.items())
        position = position.do(m.TurnOver(seat, pharaoh, shown))
    return position


def with_rules(position: Position, **rules: Any) -> Position:
    """The same position under other house rules."""
    changed = msgspec.structs.replace(position.state.rules, **rules)
    return replace(position, state=position.state.but(rules=changed))
