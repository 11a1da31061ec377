"""A small wall for tests that need many games: four slots of three cards, quickly painted."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

from companion.games.wall.box import read_box

SIZE = (640, 400)


def small_box(slots: int = 4, capacity: int = 3) -> Any:
    """The room's own box with a smaller wall."""
    text = resources.files("companion.games.wall").joinpath("box.toml").read_text("utf-8")
    data = tomllib.loads(text)
    data["wall"] |= {"slots": slots, "capacity": capacity}
    return read_box(data)
