"""Arms over the table: fingers that pinch, a sleeve, and the soft shadow they throw.

A hand is drawn once as a sprite, in millimetres around the point where it pinches, and then
only laid over picture after picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ..art import Art
from ..geometry.board import Cell, Corners, Point, window
from .faces import Picture, bgr, face
from .flat import BEHIND_MM, pixels
from .view import PaintedView

Colour = tuple[int, int, int]

TONES: tuple[Colour, ...] = (
    (178, 204, 238),
    (146, 178, 222),
    (116, 152, 204),
    (84, 118, 172),
    (58, 84, 130),
    (40, 56, 88),
)
SLEEVES: tuple[Colour | None, ...] = (
    None,
    (96, 60, 34),
    (60, 80, 40),
    (70, 70, 74),
    (40, 36, 128),
    (200, 205, 208),
    (36, 32, 30),
)

# from the knuckle over the joint to the tip, each with the width there; millimetres, y down
FINGERS: tuple[tuple[tuple[float, float, float], ...], ...] = (
    ((30, -68, 15), (33, -40, 13), (25, -20, 11)),
    ((15, -62, 18), (20, -32, 15), (14, -7, 13)),
    ((-2, -60, 19), (6, -28, 16), (5, 0, 14)),
    ((-19, -66, 19), (-12, -32, 16), (-4, 1, 14)),
)
THUMB = ((-33, -96, 24), (-38, -58, 19), (-12, -6, 15))
PALM = ((-26, -72), (34, -72), (36, -104), (28, -140), (-22, -140), (-36, -110))
FOREARM = ((3, -132, 52), (5, -230, 62), (5, -520, 74))
SLEEVE = ((4, -190, 84), (5, -300, 92), (5, -520, 104))
BOX_MM = (-130.0, -520.0, 130.0, 40.0)


@dataclass(frozen=True, slots=True)
class PaintedHand:
    """Somebody's hand: its looks, and from where it reaches in (degrees, 0 from above)."""

    tone: Colour = TONES[1]
    sleeve: Colour | None = SLEEVES[1]
    lean: float = 0.0
    left: bool = False
    size: float = 1.0
    seed: int = 0


def random_hand(seed: int, widest: float = 35.0, across: float = 0.4) -> PaintedHand:
    """Draw somebody's hand that reaches in from above, leaning at most *widest* degrees.

    The share *across* of them reaches in from below instead, their arm across the board.
    """
    dice = np.random.default_rng((seed & 0xFFFFFFFF, 77))
    return PaintedHand(
        tone=TONES[dice.integers(len(TONES))],
        sleeve=SLEEVES[dice.integers(len(SLEEVES))],
        lean=float(dice.uniform(-widest, widest)) + 180.0 * bool(dice.random() < across),
        left=bool(dice.integers(2)),
        size=float(dice.uniform(0.85, 1.15)),
        seed=seed,
    )


class Arm:
    """A hand drawn at one size under one light, ready to be laid over pictures."""

    def __init__(self, hand: PaintedHand, px_per_mm: float, tint: NDArray[np.float32]) -> None:
        skin, cover = _sprite(hand, px_per_mm * hand.size)
        skin = np.asarray(np.clip(skin * tint, 0, 255), np.float32)
        skin, cover, self._pinch = _turned(skin, cover, hand, px_per_mm * hand.size)
        shade = _shadow(cover, px_per_mm)
        self._add = np.asarray(np.clip(skin * cover[..., None], 0, 255), np.uint8)
        keep = (1 - cover) * (1 - 0.38 * shade)
        self._keep = np.repeat(keep[..., None], 3, axis=2)
        self._cover = cover

    def over(self, picture: Picture, at: tuple[float, float]) -> None:
        """Lay the hand over *picture* in place, pinching at pixel *at*."""
        there, here = self._overlap(picture, at)
        if there is None or here is None:
            return
        under = cv2.multiply(picture[there], self._keep[here], dtype=cv2.CV_8U)
        picture[there] = cv2.add(under, self._add[here])

    def covered(self, size: tuple[int, int], at: tuple[float, float]) -> NDArray[np.float32]:
        """Return how much of each pixel of a picture of *size* the hand hides."""
        whole = np.zeros((size[1], size[0]), np.float32)
        there, here = self._overlap(whole, at)
        if there is not None and here is not None:
            whole[there] = self._cover[here]
        return whole

    def _overlap(
        self, picture: NDArray[np.generic], at: tuple[float, float]
    ) -> tuple[tuple[slice, slice] | None, tuple[slice, slice] | None]:
        left, top = round(at[0] - self._pinch[0]), round(at[1] - self._pinch[1])
        h, w = self._cover.shape
        x0, y0 = max(0, left), max(0, top)
        x1, y1 = min(picture.shape[1], left + w), min(picture.shape[0], top + h)
        if x0 >= x1 or y0 >= y1:
            return None, None
        here = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
        return (slice(y0, y1), slice(x0, x1)), here


def with_hand(
    picture: Picture, hand: PaintedHand, at: tuple[float, float], px_per_mm: float
) -> Picture:
    """Return a copy of *picture* with a hand that pinches at pixel *at*."""
    copy = picture.copy()
    Arm(hand, px_per_mm, np.ones(3, np.float32)).over(copy, at)
    return copy


def _sprite(hand: PaintedHand, scale: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Draw the hand upright: its colours and how much of each pixel it covers."""
    w, h = (round((BOX_MM[i + 2] - BOX_MM[i]) * scale) for i in (0, 1))
    skin = np.full((h, w, 3), hand.tone, np.uint8)
    cover = np.zeros((h, w), np.uint8)
    _limb(skin, cover, FOREARM, hand.tone, scale)
    _palm(skin, cover, hand.tone, scale)
    for finger in FINGERS:
        _limb(skin, cover, finger, hand.tone, scale, nail=True)
    _limb(skin, cover, THUMB, hand.tone, scale, nail=True)
    if hand.sleeve is not None:
        _limb(skin, cover, SLEEVE, hand.sleeve, scale)
    soft = np.asarray(cv2.GaussianBlur(skin, (0, 0), 0.5 * scale), np.float32)
    edge = np.asarray(cv2.GaussianBlur(cover, (0, 0), 0.8), np.float32) * np.float32(1 / 255)
    return soft + _mottle(hand.seed, w, h), edge


def _mottle(seed: int, width: int, height: int) -> NDArray[np.float32]:
    dice = np.random.default_rng((seed & 0xFFFF, 5))
    patches = dice.normal(0, 5, (height // 3 + 1, width // 3 + 1)).astype(np.float32)
    fine = cv2.resize(patches, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.asarray(fine, np.float32)[..., None]


def _limb(
    skin: Picture,
    cover: Picture,
    joints: tuple[tuple[float, float, float], ...],
    tone: Colour,
    scale: float,
    nail: bool = False,
) -> None:
    """Draw a tapering limb: a dark rim, then ever lighter towards the lamp side."""
    for shade, share, aside in (
        (0.62, 1.0, 0.0),
        (0.86, 0.84, 0.04),
        (1.0, 0.6, 0.09),
        (1.08, 0.3, 0.14),
    ):
        colour = tuple(min(255, int(part * shade)) for part in tone)
        for x, y, width in _along(joints):
            at = _dot(x - aside * width, y, scale)
            radius = max(1, round(share * width * scale * 8))
            cv2.circle(skin, at, radius, colour, -1, cv2.LINE_AA, 4)
            cv2.circle(cover, at, radius, 255, -1, cv2.LINE_AA, 4)
    if nail:
        x, y, width = joints[-1]
        pale = tuple(min(255, int(part * 1.12 + 10)) for part in tone)
        cv2.circle(
            skin, _dot(x, y - 1, scale), round(width * 0.26 * scale * 16), pale, -1, cv2.LINE_AA, 4
        )


def _along(joints: tuple[tuple[float, float, float], ...]) -> NDArray[np.float64]:
    """Points close together along a limb, with their widths."""
    steps = np.linspace(0, len(joints) - 1, 24 * (len(joints) - 1))
    parts = np.array(joints, float).T
    return np.column_stack([np.interp(steps, range(len(joints)), part) for part in parts])


def _palm(skin: Picture, cover: Picture, tone: Colour, scale: float) -> None:
    outline = np.array([_dot(x, y, scale) for x, y in PALM], np.int32)
    for shade, share in ((0.66, 1.0), (0.9, 0.9), (1.02, 0.7)):
        middle = outline.mean(axis=0)
        shape = np.round(middle + (outline - middle) * share).astype(np.int32)
        colour = tuple(min(255, int(part * shade)) for part in tone)
        cv2.fillPoly(skin, [shape], colour, cv2.LINE_AA, 4)
        cv2.polylines(skin, [shape], True, colour, round(14 * scale * share), cv2.LINE_AA, 4)
        cv2.fillPoly(cover, [shape], 255, cv2.LINE_AA, 4)
        cv2.polylines(cover, [shape], True, 255, round(14 * scale * share), cv2.LINE_AA, 4)


def _dot(x: float, y: float, scale: float) -> tuple[int, int]:
    return round((x - BOX_MM[0]) * scale * 16), round((y - BOX_MM[1]) * scale * 16)


def _turned(
    skin: NDArray[np.float32], cover: NDArray[np.float32], hand: PaintedHand, scale: float
) -> tuple[NDArray[np.float32], NDArray[np.float32], tuple[float, float]]:
    """Lean the sprite around its pinch, in a box that holds all of it."""
    pinch = np.array([-BOX_MM[0] * scale, -BOX_MM[1] * scale])
    turn = np.asarray(cv2.getRotationMatrix2D((0, 0), hand.lean, 1.0))[:, :2]
    if hand.left:
        turn = turn @ np.diag([-1.0, 1.0])
    h, w = cover.shape
    corners = np.array([(0, 0), (w, 0), (w, h), (0, h)]) - pinch
    reach = corners @ turn.T
    low, high = reach.min(axis=0), reach.max(axis=0)
    move = np.column_stack([turn, -low - turn @ pinch])
    box = tuple(int(n) for n in np.ceil(high - low))
    leaned = np.asarray(cv2.warpAffine(skin, move, box, borderMode=cv2.BORDER_REPLICATE))
    return leaned, np.asarray(cv2.warpAffine(cover, move, box)), (-low[0], -low[1])


def _shadow(cover: NDArray[np.float32], px_per_mm: float) -> NDArray[np.float32]:
    """Return the hand's shape, blurred and shifted to the lower right."""
    fall = np.array([[1, 0, 14 * px_per_mm], [0, 1, 16 * px_per_mm]], float)
    fallen = cv2.warpAffine(cover, fall, cover.shape[::-1])
    small = cv2.resize(np.asarray(fallen), None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), max(0.5, 2.2 * px_per_mm))
    return np.asarray(cv2.resize(soft, cover.shape[::-1]), np.float32)


@dataclass(frozen=True, slots=True)
class HeldCard:
    """The card that belongs in *cells*, lifted away from there by *away_mm*.

    The wall hides what has sunk below the board's upper edge, unless it is held in front.
    """

    cells: tuple[Cell, ...]
    labels: tuple[str, ...]
    away_mm: Point = (0.0, 0.0)
    in_front: bool = False

    @property
    def outline_mm(self) -> Corners:
        """Where the card would be if nothing hid it."""
        xs = [x for cell in self.cells for x, _ in cell.polygon_mm]
        ys = [y for cell in self.cells for _, y in cell.polygon_mm]
        left, top = min(xs) - BEHIND_MM, min(ys) - BEHIND_MM
        size = (max(xs) - left + BEHIND_MM, max(ys) - top + BEHIND_MM)
        return window(left + self.away_mm[0], top + self.away_mm[1], *size)

    @property
    def grip_mm(self) -> Point:
        """Where fingers hold it: the middle of its upper edge."""
        (left, top), (right, _) = self.outline_mm[:2]
        return ((left + right) / 2, top + 5.0)


def held(cells: Sequence[Cell], labels: Mapping[str, str], away_mm: Point) -> HeldCard:
    """Return the card of these cells, lifted away."""
    return HeldCard(tuple(cells), tuple(labels[cell.id] for cell in cells), away_mm)


def paint_card(card: HeldCard, art: Art, px_per_mm: float) -> Picture:
    """Paint the whole card, its rim included."""
    left, top, width, height = pixels(card.outline_mm, px_per_mm)
    picture = np.full((height, width, 3), bgr(art.paper), np.uint8)
    for cell, label in zip(card.cells, card.labels, strict=True):
        x, y, w, h = pixels(cell.polygon_mm, px_per_mm)
        x += round(card.away_mm[0] * px_per_mm) - left
        y += round(card.away_mm[1] * px_per_mm) - top
        picture[y : y + h, x : x + w] = face(art, label, w, h)[: height - y, : width - x]
    cv2.rectangle(picture, (0, 0), (width - 1, height - 1), (140, 160, 172), 1)
    return picture


def lay_card(
    picture: Picture, card: HeldCard, art: Art, view: PaintedView, px_per_mm: float
) -> None:
    """Draw a held card into *picture* in place, as far as the wall does not hide it."""
    painted = paint_card(card, art, px_per_mm)
    (left, top), (_, bottom) = card.outline_mm[0], card.outline_mm[2]
    shown = bottom - top if card.in_front else min(bottom, 0.0) - top
    rows = round(shown * px_per_mm)
    if rows < 1:
        return
    painted = painted[:rows]
    place = np.array([[1 / px_per_mm, 0, left], [0, 1 / px_per_mm, top], [0, 0, 1]])
    to_frame = view.shot.board_to_pixels() @ place
    size = view.scene.size
    card_there = np.asarray(cv2.warpPerspective(painted, to_frame, size))
    mask = np.full(painted.shape[:2], 255, np.uint8)
    mask_there = np.asarray(cv2.warpPerspective(mask, to_frame, size))
    x, y, w, h = cv2.boundingRect(mask_there)
    if w and h:
        here = (slice(y, y + h), slice(x, x + w))
        lit = view.lit(np.ascontiguousarray(card_there[here]), (x, y, w, h))
        share = mask_there[here][..., None].astype(np.float32) / 255
        picture[here] = (picture[here] * (1 - share) + lit * share).astype(np.uint8)
