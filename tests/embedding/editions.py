"""Synthetic editions: boards, prints and things nobody ever made, photographed as people would.

An edition is a look of a board and some faces. A few boards of it are laid, each photographed in a
light of its own, and every cell is cut out as the eye cuts it. All of it follows from a seed.
"""

from __future__ import annotations

import colorsys
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tests.embedding.sources import CHARACTERS, DIGITS, SIDE, Bank

Array = NDArray[np.float32]
Picture = NDArray[np.uint8]

UNIT = 40
"""Pixels of a cell before it is photographed."""
ROWS, COLUMNS, AROUND = 4, 5, 0.7
"""Cells of a board, and how far it goes on around them, in cells."""
CELL, WINDOW = 32, 46
"""Pixels of a cell as it is cut out, and of what is cut out around it."""
FACES, BOARDS = 11, 4
KINDS = {
    "letters": 3, "numbers": 2, "icons": 2, "pictures": 1, "shapes": 2.5, "textures": 1.2, "ink": 2
}  # fmt: skip
"""What is printed, and how often."""
TWINS = (
    "OQCGDÖ0", "ILTJ17", "EFBPRS8", "UVWY", "MNHKX", "386952", "AÄÅR4", "UÜOÖ", "abdeq", "EÉFL",
    "mnhr",
)  # fmt: skip
"""Characters that are taken for each other."""
NAMED = (
    (0.0, 0.85, 0.8), (0.06, 0.9, 0.95), (0.15, 0.9, 0.95), (0.35, 0.8, 0.55), (0.6, 0.85, 0.75),
    (0.78, 0.6, 0.65), (0.0, 0.0, 0.95), (0.0, 0.0, 0.1), (0.92, 0.5, 0.95), (0.07, 0.7, 0.45),
    (0.5, 0.7, 0.7), (0.27, 0.7, 0.75),
)  # fmt: skip
"""Colours with names (hue, saturation, value): some are neighbours."""
NOISES = 40
"""Patterns of stuff: paper, wood, cloth."""


@dataclass(frozen=True)
class Stuff:
    """What editions are made of: masks, and patterns of noise."""

    bank: Bank
    noises: tuple[Array, ...] = field(repr=False)

    @classmethod
    def of(cls, bank: Bank) -> Stuff:
        dice = np.random.default_rng(5)
        return cls(bank, tuple(_noise(dice) for _ in range(NOISES)))


def _noise(dice: Generator, side: int = 320) -> Array:
    sheet = np.zeros((side, side), np.float32)
    along = dice.choice([1, 1, 6])
    for size in (3, 8, 20, 50):
        small = (max(2, side // size), max(2, side // size // along))
        part = dice.standard_normal(small).astype(np.float32)
        part = cv2.resize(part, (side, side), interpolation=cv2.INTER_CUBIC)
        sheet += dice.random() * part
    return np.asarray((sheet - sheet.mean()) / (sheet.std() + 1e-6), np.float32)


@dataclass(frozen=True)
class Face:
    """One label: what is printed, whether it is a bare square, and other looks of the same."""

    looks: tuple[Picture, ...]
    bare: bool = False
    texture: bool = False


@dataclass(frozen=True)
class Edition:
    """One look of a board and its faces."""

    kind: str
    faces: tuple[Face, ...]
    ground: Array
    ground_noise: float
    grid: Array | None
    grid_width: int
    alpha: Picture
    size: float
    aside: float
    turn: float
    thick: float
    filled: float

    @property
    def bare(self) -> list[int]:
        return [n for n, face in enumerate(self.faces) if face.bare]


def _colour(hue: float, saturation: float, value: float) -> Array:
    red, green, blue = colorsys.hsv_to_rgb(hue % 1, min(1, saturation), min(1, value))
    return np.array([blue, green, red], np.float32) * 255


def _any_colour(dice: Generator) -> Array:
    if dice.random() < 0.25:
        return np.asarray(dice.uniform(20, 245) + dice.uniform(-12, 12, 3), np.float32)
    return _colour(dice.random(), dice.uniform(0.2, 1), dice.uniform(0.25, 1))


def _shade(colour: Array) -> float:
    return float(colour @ np.array([0.114, 0.587, 0.299], np.float32))


def _contrast(dice: Generator, other: Array, least: float = 60) -> Array:
    """Find a colour that is much lighter or darker than another."""
    for _ in range(20):
        found = _any_colour(dice)
        if abs(_shade(found) - _shade(other)) > least:
            return found
    return np.full(3, 0 if _shade(other) > 128 else 255, np.float32)


def _palette(dice: Generator, count: int, base: Array) -> list[Array]:
    """Choose some named colours that are seen on *base*."""
    turned, pale, dark = dice.uniform(-0.02, 0.02), dice.uniform(0.7, 1.0), dice.uniform(0.7, 1.05)
    every = [_colour(h + turned, s * pale, v * dark) for h, s, v in dice.permutation(NAMED)]
    return [one for one in every if np.abs(one - base).max() > 60][:count]


def _shape(number: int) -> Picture:
    """Draw a simple shape as a mask."""
    large, middle, reach = SIDE * 2, SIDE, 56
    sheet = np.zeros((large, large), np.uint8)

    def star(points: int, depth: float, start: float = 0.0) -> None:
        angles = start + np.arange(2 * points) * np.pi / points
        radius = np.where(np.arange(2 * points) % 2, reach * depth, reach)
        xy = middle + np.stack([radius * np.sin(angles), -radius * np.cos(angles)], axis=1)
        cv2.fillPoly(sheet, [xy.astype(np.int32)], 255)

    if number == 0:
        cv2.circle(sheet, (middle, middle), reach - 4, 255, -1)
    elif number == 1:
        cv2.rectangle(sheet, (16, 16), (112, 112), 255, -1)
    elif number == 2:
        star(4, 0.71)
    elif number == 3:
        star(5, 0.42)
    elif number == 4:
        star(4, 0.3, np.pi / 4)
    elif number == 5:
        star(8, 0.62)
    elif number == 6:
        for x, y in ((0, -28), (0, 28), (-28, 0), (28, 0)):
            cv2.circle(sheet, (middle + x, middle + y), 25, 255, -1)
    elif number == 7:
        star(3, 0.5)
    elif number == 8:
        star(6, 0.87)
    elif number == 9:
        cv2.rectangle(sheet, (48, 10), (80, 118), 255, -1)
        cv2.rectangle(sheet, (10, 48), (118, 80), 255, -1)
    else:
        star(4, 0.35)
    return np.asarray(cv2.resize(sheet, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)


SHAPES = 11


def _print(
    face: Array, mask: Picture, colour: Array, scale: float, at: tuple[float, float]
) -> None:
    """Print a mask upon a face in one colour."""
    way = cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), 0, scale)
    way[:, 2] += at
    share = cv2.warpAffine(mask, way, (SIDE, SIDE)).astype(np.float32)[..., None] / 255
    face += share * (colour - face)


def _print_coloured(face: Array, picture: Picture, scale: float) -> None:
    way = cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), 0, scale)
    laid = cv2.warpAffine(picture, way, (SIDE, SIDE)).astype(np.float32)
    face += laid[..., 3:] / 255 * (laid[..., :3] - face)


def _outline(dice: Generator) -> Picture:
    """Draw the outline of a thing: square, with round corners, or round."""
    sheet = np.zeros((SIDE, SIDE), np.uint8)
    kind = dice.random()
    if kind < 0.55:
        sheet[1:-1, 1:-1] = 255
    elif kind < 0.8:
        round_ = int(dice.integers(4, 14))
        cv2.rectangle(sheet, (round_, 1), (SIDE - 2 - round_, SIDE - 2), 255, -1)
        cv2.rectangle(sheet, (1, round_), (SIDE - 2, SIDE - 2 - round_), 255, -1)
        for x in (round_ + 1, SIDE - round_ - 2):
            for y in (round_ + 1, SIDE - round_ - 2):
                cv2.circle(sheet, (x, y), round_, 255, -1)
    else:
        cv2.circle(sheet, (SIDE // 2, SIDE // 2), SIDE // 2 - 1, 255, -1, cv2.LINE_AA)
    return sheet


def edition(dice: Generator, stuff: Stuff) -> Edition:
    """Draw one edition."""
    names, often = list(KINDS), np.array(list(KINDS.values()), float)
    kind = str(dice.choice(names, p=often / often.sum()))
    ground = _any_colour(dice)
    base = _any_colour(dice)
    if dice.random() < 0.4:
        base = _colour(dice.uniform(0.08, 0.14), dice.uniform(0.1, 0.5), dice.uniform(0.7, 1))
    if kind == "ink":
        base = ground if _shade(ground) > 110 else _colour(0.1, dice.uniform(0, 0.3), 0.9)
        ground = base
    bare = _bare_faces(dice, stuff, kind, ground)
    paper = np.full((SIDE, SIDE, 3), base, np.float32)
    if dice.random() < 0.3 and kind != "ink":
        edge = _any_colour(dice).tolist()
        cv2.rectangle(paper, (2, 2), (SIDE - 3, SIDE - 3), edge, int(dice.integers(1, 4)))
    draw = {
        "letters": _letters, "ink": _letters, "numbers": _numbers, "icons": _combined,
        "shapes": _combined, "pictures": _pictures, "textures": _textures,
    }[kind]  # fmt: skip
    drawn = draw(dice, stuff, kind, paper, FACES - len(bare))
    whole = kind in ("ink", "textures")
    return Edition(
        kind,
        (*bare, *drawn),
        ground,
        float(dice.uniform(0, 10)),
        _any_colour(dice) if dice.random() < 0.7 else None,
        int(dice.integers(1, 4)),
        np.full((SIDE, SIDE), 255, np.uint8) if whole else _outline(dice),
        1.0 if whole else float(dice.uniform(0.72, 1.0)),
        0.0 if whole else float(dice.uniform(0.01, 0.09)),
        float(dice.uniform(0.5, 2)) if whole else float(dice.uniform(1, 8)),
        0.0 if whole or dice.random() < 0.4 else float(dice.uniform(0.01, 0.09)),
        float(dice.uniform(0.2, 0.9)),
    )


def _face(sheets: list[Array], bare: bool = False, texture: bool = False) -> Face:
    looks = tuple(np.clip(one, 0, 255).astype(np.uint8) for one in sheets)
    return Face(looks, bare, texture)


def _bare_faces(dice: Generator, stuff: Stuff, kind: str, ground: Array) -> list[Face]:
    """Draw squares of the board: plain, or with a colour, letters or icons of their own."""
    if kind == "textures" and dice.random() < 0.5:
        return []
    faces = [_face([np.full((SIDE, SIDE, 3), ground, np.float32)], bare=True)]
    if kind == "ink":
        return faces
    for _ in range(int(dice.integers(0, 4))):
        colour = ground if dice.random() < 0.3 else _any_colour(dice)
        sheet = np.full((SIDE, SIDE, 3), colour, np.float32)
        if dice.random() < 0.75:
            for _ in range(int(dice.integers(1, 3))):
                at = tuple(dice.uniform(-10, 10, 2))
                scale = dice.uniform(0.25, 0.75)
                _print(sheet, _some_mask(dice, stuff), _contrast(dice, colour, 30), scale, at)
        faces.append(_face([sheet], bare=True))
    return faces


def _some_mask(dice: Generator, stuff: Stuff) -> Picture:
    bank = stuff.bank
    if dice.random() < 0.4:
        return bank.icons[dice.integers(len(bank.icons))]
    return bank.glyphs[dice.integers(len(bank.glyphs)), dice.integers(len(CHARACTERS))]


def _letters(dice: Generator, stuff: Stuff, kind: str, paper: Array, count: int) -> list[Face]:
    glyphs = stuff.bank.glyphs
    font = int(dice.integers(len(glyphs)))
    order = [str(one) for one in dice.permutation(list(CHARACTERS))]
    if dice.random() < 0.65:
        twins = "".join(str(one) for one in dice.permutation(TWINS)[:3])
        order = list(dict.fromkeys([*dice.permutation(list(twins)).tolist(), *order]))
    if kind == "ink" and dice.random() < 0.5:
        order = [str(one) for one in dice.permutation(list(DIGITS))]
    base = paper[SIDE // 2, SIDE // 2]
    ink = _contrast(dice, base)
    inks = [ink] if dice.random() < 0.7 else [ink, _contrast(dice, base)]
    scale, at = dice.uniform(0.55, 1.3), tuple(dice.uniform(-3, 3, 2))
    small = dice.random() < 0.35
    several = dice.random() < (0.4 if kind == "ink" else 0.08)
    blank = kind == "letters" and dice.random() < 0.4
    faces = []
    for number, character in enumerate(order[: count - blank]):
        colour = inks[number % len(inks)]
        value = int(dice.integers(10))
        sheets = []
        for look in range(4 if several else 1):
            sheet = paper.copy()
            which = font if look == 0 else int(dice.integers(len(glyphs)))
            grown = scale if look == 0 else scale * dice.uniform(0.85, 1.15)
            _print(sheet, glyphs[which, CHARACTERS.index(character)], colour, grown, at)
            if small:
                _print(sheet, glyphs[font, CHARACTERS.index(str(value))], colour, 0.24, (19, 19))
            sheets.append(sheet)
        faces.append(_face(sheets))
    return faces + [_face([paper.copy()])] * blank


def _numbers(dice: Generator, stuff: Stuff, kind: str, paper: Array, count: int) -> list[Face]:
    """Draw numbers of one or two figures that share most of them."""
    glyphs = stuff.bank.glyphs
    font = int(dice.integers(len(glyphs)))
    figures = [str(one) for one in dice.permutation(list(DIGITS))[: dice.integers(3, 6)]]
    every = figures + [a + b for a in figures for b in figures]
    chosen = dice.permutation(every)[:count].tolist()
    while len(chosen) < count:
        chosen.append("".join(str(one) for one in dice.choice(figures, 3)))
    ink = _contrast(dice, paper[SIDE // 2, SIDE // 2])
    scale, (right, down) = dice.uniform(0.45, 0.95), dice.uniform(-2, 2, 2)
    step = dice.uniform(0.6, 0.85) * scale * SIDE / 1.7
    faces = []
    for number in chosen:
        sheet = paper.copy()
        narrow = 1.0 if len(number) < 3 else 0.75
        for at, figure in enumerate(number):
            x = right + (at - (len(number) - 1) / 2) * step * narrow
            mask = glyphs[font, CHARACTERS.index(figure)]
            _print(sheet, mask, ink, scale * narrow, (x, down))
        faces.append(_face([sheet]))
    return faces


def _combined(dice: Generator, stuff: Stuff, kind: str, paper: Array, count: int) -> list[Face]:
    """Draw shapes or icons in several colours: what differs may be the one or the other."""
    icons = stuff.bank.icons
    colours = _palette(dice, int(dice.integers(2, 6)), paper[SIDE // 2, SIDE // 2])
    masks = []
    wanted = max(2, -(-count // len(colours)))
    numbers = dice.permutation(SHAPES)
    for number in range(wanted + 1):
        shape = kind == "shapes" and number < SHAPES
        masks.append(_shape(int(numbers[number])) if shape else icons[dice.integers(len(icons))])
    if kind == "icons" and dice.random() < 0.3:
        masks[-1] = np.ascontiguousarray(masks[0][:, ::-1])
    scale, back = dice.uniform(0.55, 0.95), dice.random() < 0.25
    ink = _contrast(dice, colours[0])
    pairs = [(mask, colour) for mask in range(len(masks)) for colour in range(len(colours))]
    faces = []
    for at in dice.permutation(len(pairs))[:count]:
        mask, colour = pairs[int(at)]
        sheet = np.full_like(paper, colours[colour]) if back else paper.copy()
        _print(sheet, masks[mask], ink if back else colours[colour], scale, (0.0, 0.0))
        faces.append(_face([sheet]))
    return faces


def _pictures(dice: Generator, stuff: Stuff, kind: str, paper: Array, count: int) -> list[Face]:
    bank = stuff.bank.coloured
    scale = dice.uniform(0.6, 0.95)
    faces: list[Face] = []
    for number in dice.permutation(len(bank)):
        if len(faces) >= count:
            break
        sheet = paper.copy()
        _print_coloured(sheet, bank[number], scale)
        faces.append(_face([sheet]))
        mirrored = np.ascontiguousarray(bank[number][:, ::-1])
        if len(faces) < count and dice.random() < 0.2:
            other = paper.copy()
            _print_coloured(other, mirrored, scale)
            if np.abs(other - sheet).mean() > 6:
                faces.append(_face([other]))
    return faces


def _textures(dice: Generator, stuff: Stuff, kind: str, paper: Array, count: int) -> list[Face]:
    """Draw stuff with things strewn upon it: each tile shows another part of it, any way round."""
    faces = []
    large = 2 * SIDE
    for _ in range(count):
        sheet = np.full((large, large, 3), _any_colour(dice), np.float32)
        pattern = _some_noise(dice, stuff, large)[..., None]
        sheet += pattern * dice.uniform(4, 35) * dice.uniform(0.3, 1, 3)
        if dice.random() < 0.7:
            for _ in range(2):
                colour, side = _any_colour(dice), 3 * int(dice.integers(3, 9))
                mask = _some_mask(dice, stuff)
                share = cv2.resize(mask, (side, side)).astype(np.float32)[..., None] / 255
                for _ in range(int(dice.integers(4, 22))):
                    y, x = dice.integers(0, large - side, 2)
                    part = sheet[y : y + side, x : x + side]
                    part += share * (colour - part)
        faces.append(_face([sheet], texture=True))
    return faces


def _some_noise(dice: Generator, stuff: Stuff, side: int) -> Array:
    sheet = stuff.noises[int(dice.integers(len(stuff.noises)))]
    y, x = dice.integers(0, len(sheet) - side, 2)
    part = sheet[y : y + side, x : x + side]
    return part.T if dice.random() < 0.5 else part


def board(dice: Generator, stuff: Stuff, own: Edition) -> tuple[Picture, NDArray[np.int64]]:
    """Photograph a board: its cells as they are cut out, and which face each shows."""
    count = ROWS * COLUMNS
    shown = dice.integers(0, len(own.faces), count)
    first = dice.permutation(count)
    shown[first[: len(own.faces)]] = np.arange(len(own.faces))[:count]
    keep = first[: len(own.faces)]
    if own.bare:
        more = (dice.random(count) > own.filled) & ~np.isin(np.arange(count), keep)
        shown[more] = dice.choice(own.bare, int(more.sum()))
    flat = _laid(dice, stuff, own, shown)
    return _photographed(dice, stuff, flat), shown


def _laid(dice: Generator, stuff: Stuff, own: Edition, shown: NDArray[np.int64]) -> Array:
    """Draw the board seen straight from above in even light."""
    edge = round(AROUND * UNIT)
    size = (round((ROWS + 2 * AROUND) * UNIT), round((COLUMNS + 2 * AROUND) * UNIT))
    flat = np.empty((*size, 3), np.float32)
    flat[:] = own.ground
    corners = [
        (edge + UNIT * (n // COLUMNS), edge + UNIT * (n % COLUMNS)) for n in range(ROWS * COLUMNS)
    ]
    for number, (y, x) in enumerate(corners):
        which = int(shown[number])
        if not own.faces[which].bare:
            if not own.bare:
                continue
            which = int(dice.choice(own.bare))
        square = cv2.resize(own.faces[which].looks[0], (UNIT, UNIT), interpolation=cv2.INTER_AREA)
        flat[y : y + UNIT, x : x + UNIT] = square
    if own.ground_noise > 1:
        noise = _some_noise(dice, stuff, max(size))[: size[0], : size[1], None]
        flat += noise * (own.ground_noise * dice.uniform(0.3, 1))
    if own.grid is not None:
        for row in range(ROWS + 1):
            y = edge + UNIT * row
            cv2.line(flat, (0, y), (size[1], y), own.grid.tolist(), own.grid_width)
        for column in range(COLUMNS + 1):
            x = edge + UNIT * column
            cv2.line(flat, (x, 0), (x, size[0]), own.grid.tolist(), own.grid_width)
    lamp = dice.uniform(-1, 1, 2) * (2 + own.thick * UNIT)
    lean = dice.uniform(-1, 1, 2) * own.thick * UNIT
    shadow = dice.uniform(0.1, 0.5) if dice.random() < 0.7 else 0.0
    for number in dice.permutation(len(corners)):
        face = own.faces[int(shown[number])]
        if not face.bare:
            y, x = corners[number]
            _lay(dice, own, face, flat, (x + UNIT / 2, y + UNIT / 2), (lamp, lean, shadow))
    return flat


def _lay(
    dice: Generator,
    own: Edition,
    face: Face,
    flat: Array,
    middle: tuple[float, float],
    light: tuple[NDArray[np.float64], NDArray[np.float64], float],
) -> None:
    """Lay one thing into its cell: shadow, side and face."""
    picture = face.looks[int(dice.integers(len(face.looks)))]
    if face.texture:
        y, x = dice.integers(0, SIDE + 1, 2)
        picture = np.rot90(picture[y : y + SIDE, x : x + SIDE], int(dice.integers(4)))
        picture = np.ascontiguousarray(picture)
    aside = np.clip(dice.normal(0, own.aside, 2), -0.22, 0.22) * UNIT
    reach = UNIT  # half of what is painted on
    left, top = round(middle[0]) - reach, round(middle[1]) - reach
    size = own.size * (1 + dice.normal(0, 0.02)) * UNIT / SIDE
    way = cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), dice.normal(0, own.turn), size)
    way[:, 2] += np.array(middle) - (left, top) + aside - SIDE / 2
    square = (2 * reach, 2 * reach)
    alpha = cv2.warpAffine(own.alpha, way, square).astype(np.float32)[..., None] / 255
    painted = cv2.warpAffine(picture, way, square, borderMode=cv2.BORDER_REPLICATE)
    y0, x0 = max(0, top), max(0, left)
    y1, x1 = min(flat.shape[0], top + 2 * reach), min(flat.shape[1], left + 2 * reach)
    part = flat[y0:y1, x0:x1]
    inner = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
    lamp, lean, shadow = light
    if own.kind == "ink":
        share = np.clip(np.abs(painted[inner] - own.ground).max(axis=2, keepdims=True) / 60, 0, 1)
        part += share * (painted[inner] - part)
        return
    if shadow:
        cast = np.roll(alpha, (round(lamp[1]), round(lamp[0])), (0, 1))
        part *= 1 - shadow * cast[inner]
    if own.thick:
        steps = max(1, round(float(np.abs(lean).max())))
        side_colour = picture[3, 3].astype(np.float32) * 0.55
        for step in range(1, steps + 1):
            move = np.round(lean * step / steps).astype(int)
            side = np.roll(alpha, (int(move[1]), int(move[0])), (0, 1))[inner]
            part += side * (side_colour - part)
    bright = float(dice.normal(1, 0.03))
    part += alpha[inner] * (painted[inner] * bright - part)


def _photographed(dice: Generator, stuff: Stuff, flat: Array) -> Picture:
    """Cut every cell out of a photograph of the board, as somebody told its corners."""
    height, width = flat.shape[:2]
    scale = float(np.exp(dice.uniform(np.log(15), np.log(46)))) / UNIT
    size = (max(24, round(width * scale)), max(24, round(height * scale)))
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    there = corners * scale + dice.uniform(-1, 1, (4, 2)) * 0.06 * min(size)
    way = cv2.getPerspectiveTransform(corners, there.astype(np.float32))
    if scale < 0.8:
        flat = cv2.GaussianBlur(flat, (0, 0), 0.4 / scale)
    photo = cv2.warpPerspective(flat, way, size, borderMode=cv2.BORDER_REPLICATE)
    photo = _lit(dice, photo)
    told = np.diag([UNIT / CELL, UNIT / CELL, 1.0])  # pixels of the cut board to those of the flat
    jitter = dice.normal(0, 0.025 * UNIT, (4, 2))
    aside = cv2.getPerspectiveTransform(corners, (corners + jitter).astype(np.float32))
    back = way @ aside @ told
    out = (round(width * CELL / UNIT), round(height * CELL / UNIT))
    straight = cv2.warpPerspective(
        photo, back, out, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    edge = round(AROUND * CELL) + CELL // 2 - WINDOW // 2
    view = np.lib.stride_tricks.sliding_window_view(straight, (WINDOW, WINDOW), axis=(0, 1))
    cells = view[edge : edge + ROWS * CELL : CELL, edge : edge + COLUMNS * CELL : CELL]
    return np.ascontiguousarray(cells.reshape(-1, 3, WINDOW, WINDOW).transpose(0, 2, 3, 1))


def _lit(dice: Generator, photo: Array) -> Picture:
    """Add the light of an evening, and what a camera makes of it."""
    height, width = photo.shape[:2]
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    light = 1 + dice.uniform(-0.22, 0.22) * x + dice.uniform(-0.22, 0.22) * y
    if dice.random() < 0.25:  # the edge of a shadow
        turn, far = dice.uniform(0, 2 * np.pi), dice.uniform(-0.9, 0.9)
        edge = (x * np.cos(turn) + y * np.sin(turn) - far) * dice.uniform(5, 40)
        light = light * (1 - dice.uniform(0.1, 0.5) / (1 + np.exp(-np.clip(edge, -30, 30))))
    cast = np.exp(dice.normal(0, 0.1, 3))
    photo = photo * (light[..., None] * (dice.uniform(0.5, 1.25) * cast)).astype(np.float32)
    if dice.random() < 0.3:  # a lamp in the gloss
        across, down = dice.uniform(-1.2, 1.2, 2)
        wide = dice.uniform(0.15, 0.8)
        spot = np.exp(-((x - across) ** 2 + (y - down) ** 2) / (2 * wide**2))
        photo = photo + (dice.uniform(20, 150) * spot)[..., None]
    if dice.random() < 0.15:  # something lies over a part
        corner = np.array([dice.uniform(0, width), dice.uniform(0, height)])
        points = corner + dice.normal(0, 0.12 * width, (3, 2))
        cv2.fillPoly(photo, [points.astype(np.int32)], _any_colour(dice).tolist())
    photo = photo + dice.uniform(0, 25)
    if dice.random() < 0.5:
        grey = photo.mean(axis=2, keepdims=True)
        photo = grey + (photo - grey) * dice.uniform(0.5, 1.4)
    photo = 255 * np.power(np.clip(photo, 0, 300) / 255, dice.uniform(0.75, 1.35))
    blur = abs(dice.normal(0, 0.8)) * height / 230
    if blur > 0.35:
        photo = cv2.GaussianBlur(photo, (0, 0), blur)
    if dice.random() < 0.1:  # the camera moved
        count = int(dice.integers(2, 5))
        kernel = np.zeros((5, 5), np.float32)
        kernel[2, :count] = 1 / count
        photo = cv2.filter2D(photo, -1, kernel if dice.random() < 0.5 else kernel.T)
    if dice.random() < 0.7:
        photo = photo + dice.standard_normal(photo.shape).astype(np.float32) * dice.uniform(0, 9)
    seen = np.clip(photo, 0, 255).astype(np.uint8)
    if dice.random() < 0.7:
        quality = int(dice.integers(35, 95))
        coded = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        seen = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return seen


@dataclass(frozen=True)
class Batch:
    """Cells of some editions; labels count on from edition to edition."""

    cells: Picture
    label: NDArray[np.int64]
    edition: NDArray[np.int64]
    board: NDArray[np.int64]


def batch(seed: tuple[int, ...], stuff: Stuff, editions: int) -> Batch:
    """Draw some editions and photograph each several times."""
    cells, labels, owners, boards = [], [], [], []
    for number in range(editions):
        dice = np.random.default_rng((*seed, number))
        own = edition(dice, stuff)
        for view in range(BOARDS):
            seen, shown = board(dice, stuff, own)
            cells.append(seen)
            labels.append(shown + number * FACES)
            owners.append(np.full(len(shown), number))
            boards.append(np.full(len(shown), number * BOARDS + view))
    return Batch(*(np.concatenate(one) for one in (cells, labels, owners, boards)))
