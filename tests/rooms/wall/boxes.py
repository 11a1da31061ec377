"""Boxes of other shapes, dealt by dice: other blocks, other slots, twins among the cards."""

from __future__ import annotations

from random import Random

from companion.games.wall.box import Box
from companion.games.wall.boxfile import read_box
from tests.rooms.wall.laid import ANIMALS, box_data

SHAPES: dict[str, tuple[int, int, tuple[int, int], int]] = {
    "default": (7, 7, (2, 1), 49),
    "one by one": (7, 7, (1, 1), 49),
    "two by two": (7, 7, (2, 2), 49),
    "five slots": (5, 10, (2, 1), 49),
    "one by two": (7, 7, (1, 2), 49),
    "three by one": (7, 7, (3, 1), 49),
    "room for more than there is": (7, 9, (2, 1), 49),
    "more than there is room for": (4, 5, (2, 1), 49),
    "a small box": (2, 3, (2, 1), 20),
}
"""Slots, capacity, block and number of cards."""


def shaped(name: str, seed: int = 0) -> Box:
    """A box of this shape with faces by dice, so that cards may be twins."""
    slots, capacity, block, cards = SHAPES[name]
    dice = Random(f"{name} {seed}")
    data = box_data()
    data["wall"] |= {"slots": slots, "capacity": capacity, "block": list(block)}
    data["curse"]["first_pile"] = min(20, cards)
    data["cards"] = [
        {
            "id": f"X{n:02}",
            "cells": [
                [f"{dice.choice(ANIMALS)}_{dice.choice('LR')}" for _ in range(block[0])]
                for _ in range(block[1])
            ],
        }
        for n in range(cards)
    ]
    return read_box(data)
