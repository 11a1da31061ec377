"""What the machine's camera is shown, painted on the host: a wall, and what was taught of it."""

from __future__ import annotations

import io
import tarfile
import tempfile
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.art import PAPYRUS
from calibration.paint import Studio, random_scene
from calibration.paint.wall.lesson import learn_painted
from calibration.teach.store import save
from companion.core.game import load_room
from companion.core.seats import Seat
from companion.games.wall.moves import InsertCard
from companion.rooms import board_of, labels_of

SIZE = (640, 360)
"""Small, since every picture passes an emulated processor several times."""
PICTURES = 6
"""A film needs several pictures: a camera that repeats one is taken for a frozen one."""
SEED, HARSHNESS = 7, 0.2


def taught() -> bytes:
    """Our own cards as `companion teach` would keep them, packed."""
    game = load_room("wall")
    box = game.load_box(None)
    lesson = learn_painted(board_of(game, box), PAPYRUS, labels_of(game, box), SIZE)
    packed = io.BytesIO()
    with tempfile.TemporaryDirectory() as folder, tarfile.open(fileobj=packed, mode="w") as archive:
        archive.add(save(lesson, Path(folder)), arcname=".")
    return packed.getvalue()


class Wall:
    """A wall under one lamp in front of one camera."""

    def __init__(self) -> None:
        game = load_room("wall")
        self.box: Any = game.load_box(None)
        scene = random_scene(SEED, SIZE, HARSHNESS)
        self._studio = Studio(board_of(game, self.box), PAPYRUS, scene, None)

    def a_card(self) -> tuple[str, dict[str, str]]:
        """The first card of the box in the first slot: its name, and what its windows show."""
        game = load_room("wall")
        seats = tuple(
            Seat(name, colour) for name, colour in zip("AB", self.box.colours, strict=False)
        )
        state = game.opening(self.box, seats, game.house_rules())
        card = self.box.cards[0].id
        return card, dict(game.shown_by(state, InsertCard(0, card)))

    def film(self, labels: dict[str, str] | None = None) -> bytes:
        """A few exposures of the wall as it stands, each with its own noise, as YUYV."""
        self._studio.set(labels or {})
        return b"".join(yuyv(self._studio.frame()) for _ in range(PICTURES))


def yuyv(picture: Any) -> bytes:
    """Two pixels share their colour, as in the pictures of most USB cameras."""
    brightness, red, blue = cv2.split(cv2.cvtColor(picture, cv2.COLOR_BGR2YCrCb))
    packed = np.empty((*brightness.shape, 2), np.uint8)
    packed[..., 0] = brightness
    packed[:, 0::2, 1] = blue[:, 0::2]
    packed[:, 1::2, 1] = red[:, 0::2]
    return packed.tobytes()
