"""Perft: how many positions are reached in so many moves, from places that are easy to get wrong.

`wall.txt` holds the numbers. The small ones are counted again without the room's own code.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from companion.core.verdict import Accepted, Move
from companion.games.wall import GAME
from companion.games.wall import moves as m
from companion.games.wall.box import Box
from companion.games.wall.boxfile import read_box
from companion.games.wall.house import HouseRules
from companion.games.wall.state import Phase, State
from tests.perft import naive
from tests.rooms.wall.laid import ANIMALS, SEATS, Position, box_data
from tests.rooms.wall.players import a_game

NUMBERS = Path(__file__).parent / "wall.txt"


class Line(NamedTuple):
    """One position: its shape and dice, the cards on the wall before, and nodes by depth."""

    name: str
    slots: int
    capacity: int
    width: int
    height: int
    cards: int
    players: int
    before: int
    nodes: tuple[int, ...]


def numbers() -> list[Line]:
    rows = (line.split() for line in NUMBERS.read_text("utf-8").splitlines())
    return [
        Line(row[0], *map(int, row[1:8]), nodes=tuple(map(int, row[8:])))  # type: ignore[misc, arg-type]
        for row in rows
        if row and not row[0].startswith("#")
    ]


def box_of(line: Line) -> Box:
    """A small box whose cards show few animals, so that pairs are common."""
    if line.name.startswith("own-box"):
        return GAME.load_box(None)
    dice = Random(line.name)
    data = box_data()
    data["wall"] |= {
        "slots": line.slots, "capacity": line.capacity, "block": [line.width, line.height],
    }  # fmt: skip
    data["curse"]["first_pile"] = min(20, line.cards)
    data["cards"] = [
        {
            "id": f"X{n:02}",
            "cells": [
                [f"{dice.choice(ANIMALS[:3])}_{dice.choice('LR')}" for _ in range(line.width)]
                for _ in range(line.height)
            ],
        }
        for n in range(line.cards)
    ]
    return read_box(data)


def position_of(line: Line) -> State:
    """The position: after this many cards of a game by dice, between two turns."""
    box = box_of(line)
    if line.before == 0:
        opening = GAME.opening(box, SEATS[: line.players], HouseRules())
        return Position(opening).do(m.Begin()).state
    for _, _, _, state in a_game(Random(line.name), box, HouseRules(), line.players):
        between = state.resolving is None and state.phase == Phase.PLAY
        if between and sum(map(len, state.slots)) == line.before:
            return state
    raise AssertionError(f"{line.name} never has {line.before} cards")


def followers(state: State) -> list[tuple[Move, State]]:
    found = []
    for move in GAME.legal_moves(state):
        ruling = GAME.decide(state, move)
        assert isinstance(ruling, Accepted), (move, ruling)
        after = state
        for event in ruling.events:
            after = GAME.evolve(after, event)
        found.append((move, after))
    return found


def nodes(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in GAME.legal_moves(state))
    return sum(nodes(after, depth - 1) for _, after in followers(state))


def breakdown(state: State, depth: int) -> str:
    """What each first move brings: this is what finds the bug."""
    rows = (f"  {move}: {nodes(after, depth - 1)}" for move, after in followers(state))
    return "\n".join(rows)


@pytest.mark.parametrize("line", numbers(), ids=lambda line: line.name)
def test_as_many_positions_are_reached_as_were_counted(line: Line) -> None:
    state = position_of(line)
    for depth, expected in enumerate(line.nodes, start=1):
        found = nodes(state, depth)
        assert found == expected, (
            f"{line.name} to depth {depth}: {found}\n{breakdown(state, depth)}"
        )


SMALL = [line for line in numbers() if not line.name.startswith("own-box")]


@pytest.mark.parametrize("line", SMALL, ids=lambda line: line.name)
def test_the_small_numbers_are_counted_again_by_hand(line: Line) -> None:
    state = position_of(line)
    spot = naive.spot_of(state)
    for depth, expected in enumerate(line.nodes, start=1):
        assert naive.nodes(state.box, line.players, spot, depth) == expected, (line.name, depth)


def test_the_first_move_is_any_card_into_any_slot_wall_14() -> None:
    """7 slots and 49 different cards."""
    (line,) = (line for line in numbers() if line.name == "own-box-begin")
    assert line.nodes[0] == 7 * 49
