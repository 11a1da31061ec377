"""Other decks and strange things: painted over a picture of a board, and the truth with them.

What is hidden by more than half, or never was taught, may not be named: its truth is "?".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry.board import EMPTY, SOMETHING_ELSE

from .robustness import Dice, Picture

Array = NDArray[np.floating[Any]]
Truth = Mapping[str, tuple[str, float]]
"""For every cell its label and the share of it that is hidden."""

HIDDEN = 0.5
"""What is hidden by more than this shows nothing."""
TILE = 0.94
"""How wide a tile is in its cell."""
SOME = 0.5
"""The share of the tiles that lie otherwise."""
SKIN = np.array([110.0, 140.0, 200.0])
FONTS = (cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX)
STRANGE_BLANKS = np.array(
    [(150, 70, 40), (60, 140, 50), (190, 120, 220), (40, 40, 40), (60, 90, 130), (60, 60, 190)]
)
"""Colours (blue, green, red) of tiles that no deck here has without a drawing."""


@dataclass(frozen=True)
class Laid:
    """A picture of a board, where its cells lie in it, and what they show."""

    picture: Picture
    quads: Mapping[str, Array]
    """(4, 2) for every cell"""
    truth: Truth

    @property
    def step(self) -> float:
        """How wide a cell is, in pixels."""
        return float(np.median([np.linalg.norm(q[1] - q[0]) for q in self.quads.values()]))

    @property
    def middle(self) -> Array:
        return np.asarray(np.mean([quad.mean(axis=0) for quad in self.quads.values()], axis=0))

    @property
    def tiles(self) -> list[str]:
        return [key for key, (label, _) in self.truth.items() if label != EMPTY]

    @property
    def bare(self) -> list[str]:
        return [key for key, (label, _) in self.truth.items() if label == EMPTY]


Stranger = Callable[[Laid, Dice], tuple[Picture, Truth]]


def turned_tiles(laid: Laid, dice: Dice) -> tuple[Picture, Truth]:
    """Half of the tiles lie turned by up to 12 degrees."""

    def move(middle: Array) -> Array:
        degrees = float(dice.uniform(-12, 12))
        return np.asarray(cv2.getRotationMatrix2D((middle[0], middle[1]), degrees, 1.0))

    return _laid_again(laid, dice, move)


def tiles_aside(laid: Laid, dice: Dice) -> tuple[Picture, Truth]:
    """Half of the tiles lie aside by 15 % of a cell."""

    def move(middle: Array) -> Array:
        turn = dice.uniform(0, 2 * np.pi)
        aside = 0.15 * laid.step * np.array([np.cos(turn), np.sin(turn)])
        return np.column_stack([np.eye(2), aside])

    return _laid_again(laid, dice, move)


def lifted_tiles(laid: Laid, dice: Dice) -> tuple[Picture, Truth]:
    """Half of the tiles lie on another one: nearer to the camera by a tenth."""

    def move(middle: Array) -> Array:
        return np.asarray(cv2.getRotationMatrix2D((middle[0], middle[1]), 0.0, 1.1))

    return _laid_again(laid, dice, move)


def _laid_again(laid: Laid, dice: Dice, way: Callable[[Array], Array]) -> tuple[Picture, Truth]:
    """Some tiles taken up and laid down in another way; a bare cell shows where they lay."""
    seen, bare = laid.picture.copy(), laid.bare
    size = (seen.shape[1], seen.shape[0])
    for key in laid.tiles:
        if dice.random() > SOME:
            continue
        quad = laid.quads[key]
        middle = quad.mean(axis=0)
        if bare:
            other = laid.quads[bare[dice.integers(len(bare))]]
            seen = _copied(laid.picture, seen, other, quad)
        move = way(middle)
        shape = middle + TILE * (quad - middle)
        moved = shape @ move[:, :2].T + move[:, 2]
        tile = cv2.warpAffine(laid.picture, move, size, borderMode=cv2.BORDER_REPLICATE)
        seen = _over(seen, tile, moved)
    return seen, laid.truth


def _copied(picture: Picture, seen: Picture, source: Array, target: Array) -> Picture:
    """What one cell shows, laid over another."""
    way = cv2.getAffineTransform(source[:3].astype(np.float32), target[:3].astype(np.float32))
    shown = cv2.warpAffine(picture, way, (seen.shape[1], seen.shape[0]))
    return _over(seen, shown, target)


def _over(seen: Picture, shown: Picture, shape: Array) -> Picture:
    """*shown* in the place of *seen* within a shape, its edge as soft as a lens has it."""
    low = np.maximum(np.floor(shape.min(axis=0)).astype(int) - 4, 0)
    high = np.ceil(shape.max(axis=0)).astype(int) + 5
    part = np.s_[low[1] : high[1], low[0] : high[0]]
    share = _share(seen[part].shape[:2], shape - low)[..., None]
    mixed = seen.copy()
    mixed[part] = (share * shown[part] + (1 - share) * seen[part] + 0.5).astype(np.uint8)
    return mixed


def _share(size: tuple[int, ...], shape: Array) -> Array:
    """How much of each pixel lies within a shape."""
    mask = np.zeros(size, np.float32)
    cv2.fillPoly(mask, [np.rint(shape * 16).astype(np.int32)], 1.0, cv2.LINE_8, 4)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.8))


def other_type(laid: Laid, dice: Dice) -> tuple[Picture, Truth]:
    """The same signs in the type of another maker, where one sign is one letter."""
    seen = laid.picture.copy()
    font = FONTS[dice.integers(len(FONTS))]
    for key in laid.tiles:
        label, quad = laid.truth[key][0], laid.quads[key]
        if len(label) == 1 and label.isascii():
            seen = _relettered(seen, quad, label, font)
    return seen, laid.truth


def _relettered(seen: Picture, quad: Array, label: str, font: int) -> Picture:
    side = 96
    way = cv2.getAffineTransform(
        np.array([[0, 0], [side, 0], [side, side]], np.float32), quad[:3].astype(np.float32)
    )
    tile = cv2.warpAffine(
        seen, way, (side, side), flags=cv2.WARP_INVERSE_MAP | cv2.INTER_LINEAR
    ).astype(np.float32)
    inner = tile[16:80, 16:80].reshape(-1, 3)
    light = inner.mean(axis=1)
    paper = np.median(inner[light >= np.quantile(light, 0.6)], axis=0)
    ink = np.median(inner[light <= np.quantile(light, 0.03)], axis=0)
    tile[12:84, 12:84] = paper
    size, _ = cv2.getTextSize(label, font, 2.0, 5)
    at = ((side - size[0]) // 2, (side + size[1]) // 2)
    strokes = np.zeros((side, side), np.uint8)
    cv2.putText(strokes, label, at, font, 2.0, 255, 5, cv2.LINE_AA)
    tile += (strokes[..., None] / np.float32(255)) * (ink - tile)
    tile = cv2.GaussianBlur(tile, (0, 0), 0.4 * side / (1 + np.linalg.norm(quad[1] - quad[0])))
    shown = cv2.warpAffine(tile, way, (seen.shape[1], seen.shape[0]))
    middle = quad.mean(axis=0)
    return _over(seen, np.clip(shown, 0, 255).astype(np.uint8), middle + 0.8 * (quad - middle))


def strange_blanks(laid: Laid, dice: Dice) -> tuple[Picture, Truth]:
    """Up to six blank tiles of colours that nobody taught, on bare cells."""
    seen, truth = laid.picture.copy(), dict(laid.truth)
    bare = laid.bare
    for number in dice.permutation(len(bare))[: len(STRANGE_BLANKS)]:
        key, colour = bare[number], STRANGE_BLANKS[dice.integers(len(STRANGE_BLANKS))]
        quad = laid.quads[key]
        middle = quad.mean(axis=0)
        shown = _coloured(seen.shape, colour, dice)
        seen = _over(seen, shown, middle + TILE * (quad - middle))
        truth[key] = (SOMETHING_ELSE, 1.0)
    return seen, truth


def coin(laid: Laid, dice: Dice) -> tuple[Picture, Truth]:
    """Three coins, each in a cell or between some."""
    shapes, colours = [], []
    for _ in range(3):
        at, wide = _somewhere(laid, dice), dice.uniform(0.35, 0.55) * laid.step
        shapes.append(_disc(at, wide))
        colours.append(np.array([(150, 160, 165), (80, 130, 170), (60, 90, 140)])[dice.integers(3)])
    return _hidden_by(laid, shapes, colours, dice)


def finger(laid: Laid, dice: Dice) -> tuple[Picture, Truth]:
    """A finger that points at a cell from outside."""
    tip = _somewhere(laid, dice)
    away = _outwards(laid, tip, dice) * 12 * laid.step
    return _hidden_by(laid, [_bar(tip, tip + away, 0.45 * laid.step)], [_skin(dice)], dice)


def arm(laid: Laid, dice: Dice) -> tuple[Picture, Truth]:
    """An arm in its sleeve over a third of the board."""
    wide = np.ptp(np.concatenate(list(laid.quads.values())), axis=0).mean()
    tip = laid.middle + dice.uniform(-0.1, 0.1, 2) * wide
    turn = dice.uniform(0, 2 * np.pi)
    away = np.array([np.cos(turn), np.sin(turn)]) * wide
    hand = _bar(tip, tip + 0.15 * away, 0.13 * wide)
    sleeve = _bar(tip + 0.15 * away, tip + 1.6 * away, 0.24 * wide)
    cloth = dice.uniform(20, 220) * np.exp(dice.normal(0, 0.25, 3))
    return _hidden_by(laid, [sleeve, hand], [cloth, _skin(dice)], dice)


def cup(laid: Laid, dice: Dice) -> tuple[Picture, Truth]:
    """A cup of coffee on the board."""
    at, wide = _somewhere(laid, dice), 1.6 * laid.step
    shapes = [_disc(at, wide), _disc(at, 0.85 * wide)]
    china = np.array([215.0, 222.0, 228.0]) * dice.uniform(0.5, 1.0)
    return _hidden_by(laid, shapes, [china, np.array([20.0, 35.0, 60.0])], dice)


def paper(laid: Laid, dice: Dice) -> tuple[Picture, Truth]:
    """A note of white paper, written on, some cells wide."""
    at, turn = _somewhere(laid, dice), dice.uniform(0, np.pi)
    along = np.array([np.cos(turn), np.sin(turn)])
    across = np.array([-along[1], along[0]])
    half, high = 2.2 * laid.step, 1.4 * laid.step
    sheet = np.array([at + x * half * along + y * high * across for x, y in SQUARE])
    shapes, colours = [sheet], [np.array([205.0, 215.0, 220.0])]
    for line in (-0.5, 0.0, 0.5):
        start = at - 0.8 * half * along + line * high * across
        shapes.append(_bar(start, start + dice.uniform(0.6, 1.6) * half * along, 1.0, round_=False))
        colours.append(np.array([90.0, 50.0, 40.0]))
    return _hidden_by(laid, shapes, colours, dice)


SQUARE = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def _somewhere(laid: Laid, dice: Dice) -> Array:
    """A place on the board."""
    quads = list(laid.quads.values())
    quad = quads[dice.integers(len(quads))]
    return np.asarray(quad.mean(axis=0) + dice.uniform(-0.5, 0.5, 2) * laid.step)


def _outwards(laid: Laid, at: Array, dice: Dice) -> Array:
    away = at - laid.middle + dice.normal(0, laid.step, 2)
    return np.asarray(away / max(float(np.linalg.norm(away)), 1e-6))


def _skin(dice: Dice) -> Array:
    return np.asarray(SKIN * dice.uniform(0.5, 1.1) * np.exp(dice.normal(0, 0.08, 3)))


def _disc(at: Array, wide: float) -> Array:
    turns = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return at + wide * np.column_stack([np.cos(turns), np.sin(turns)])


def _bar(start: Array, end: Array, half: float, round_: bool = True) -> Array:
    """A bar of half a width, round at its start."""
    along = (end - start) / max(float(np.linalg.norm(end - start)), 1e-6)
    across = np.array([-along[1], along[0]])
    turns = np.linspace(np.pi / 2, 3 * np.pi / 2, 24 if round_ else 2)
    tip = start + half * (np.cos(turns)[:, None] * along * round_ + np.sin(turns)[:, None] * across)
    return np.concatenate([tip, [end - half * across, end + half * across]])


def _coloured(size: tuple[int, ...], colour: Array, dice: Dice) -> Picture:
    """A surface of one colour, a little uneven as real ones are."""
    rough = cv2.resize(dice.normal(0, 1, (24, 24)), (size[1], size[0])) * 0.05
    seen = colour * (1 + rough[..., None])
    seen += dice.standard_normal(size[:2])[..., None] * 2.5
    return np.clip(seen, 0, 255).astype(np.uint8)


def _hidden_by(
    laid: Laid, shapes: list[Array], colours: list[Array], dice: Dice
) -> tuple[Picture, Truth]:
    """The board with things on it; what they hide is known."""
    seen = laid.picture.copy()
    cover = np.zeros(seen.shape[:2], np.float32)
    for shape, colour in zip(shapes, colours, strict=True):
        seen = _over(seen, _coloured(seen.shape, colour, dice), shape)
        cover = np.maximum(cover, _share(cover.shape, shape))
    truth = {}
    for key, (label, before) in laid.truth.items():
        hid = max(before, _covered(cover, laid.quads[key]))
        truth[key] = (SOMETHING_ELSE, 1.0) if hid > HIDDEN else (label, hid)
    return seen, truth


def _covered(cover: Array, quad: Array) -> float:
    """The share of a cell that is hidden."""
    cell = np.zeros(cover.shape, np.uint8)
    cv2.fillConvexPoly(cell, np.rint(quad).astype(np.int32), 1)
    return float(cover[cell > 0].mean()) if cell.any() else 0.0
