"""The wall on paper: cards that drop into slots, a front with openings, what stands before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle

import numpy as np

from ... import art as signs
from ...art import PAPYRUS
from ...geometry.board import Board
from ...geometry.markers import Paper
from ...kit.ink import (
    CUT,
    Disc,
    Drawn,
    Fill,
    InkLine,
    InkText,
    Point,
    Shape,
    box,
    cut_box,
    sign,
)
from ...kit.plates import on_board
from ...kit.sheets import KitPart, KitPiece, Poster
from ...kit.tokens import (
    back_of,
    figure,
    fold,
    folded_over,
    ink_of,
    plain_card,
    token,
)
from ..faces import sign_and_gaze
from ..flat import BEHIND_MM

MULLION_MM = 3.0
HIDDEN_MM = 2.0
"""How far the front reaches over a card at both of its sides, and so holds it in its slot."""
RAIL_MM, RAIL_BOARD_MM = MULLION_MM + 2 * HIDDEN_MM, 4.0
"""A rail as it is printed, and the strip of board that is glued along its middle."""
PLAY_MM = 0.3
"""How much narrower than its slot a card is, at each side."""
RAIL_LONG_MM = 160.0
CARD_MM = (44.0, 63.0)
STONE, HOLLOW, LINE = "#b09476", "#2e2928", "#70583c"
BACK, BACK_INK, CURSE_BACK = "#2b4a8b", "#ecdec4", "#6d2420"
STACK_MM = (26.0, 30.0)
SCARAB_MM, SAND_MM = 18.0, (30.0, 16.0)
COLUMN_MM, COLUMN_HIGH_MM, FLAP_MM = 21.0, 70.0, 8.0
PLACE_MM = 73.0
"""The room of a column on the board before the wall."""
BRACE_MM = (90.0, 240.0)


@dataclass(frozen=True)
class Deck:
    """What is in a box of the wall, as far as it is printed."""

    cards: Sequence[tuple[str, Sequence[Sequence[str]]]]
    """Names and faces, rows from the bottom up."""
    slots: int
    pharaohs: Sequence[str]
    bonus: int
    curses: Sequence[Sequence[str]]
    columns: Sequence[str]
    scarabs: int
    researchers: Mapping[str, int]
    sarcophagi: Sequence[tuple[int, Sequence[int]]]
    """One for each in a column's stack: its eyes, and what the mummy in it may be worth."""


def wall_parts(
    deck: Deck, board: Board, window: tuple[float, float], paper: Paper
) -> list[KitPart]:
    """Return everything that is needed to play without a bought box."""
    cards = tuple(_card(name, faces, window) for name, faces in deck.cards)
    back = back_of(*CARD_MM, BACK, BACK_INK)
    pharaohs = tuple(
        folded_over(*CARD_MM, plain_card(*CARD_MM, f"+{deck.bonus}", animal), back)
        for animal in deck.pharaohs
    )
    size = card_mm(deck.cards[0][1], window)
    return [
        KitPart("template", _front(deck, board, paper), how=("front", "rails", "stand")),
        KitPart("board", _before(deck), how=("before",)),
        KitPart("cards", cards, how=("fold_card",)),
        KitPart("pharaohs", pharaohs, how=("fold_card",)),
        KitPart("curses", tuple(_curse(animals, size) for animals in deck.curses),
                how=("fold_card",)),
        KitPart("columns", tuple(_column(animal) for animal in deck.columns), how=("prism",)),
        KitPart("sarcophagi", tuple(_sarcophagi(deck)), how=("fold_card",)),
        KitPart("rails", tuple(_rail() for _ in range(_rails(deck, board)))),
        KitPart("braces", tuple(_brace() for _ in range(3)), fixed=True),
        KitPart("sand", tuple(_sand() for _ in deck.columns)),
        KitPart("tokens", tuple(_tokens(deck)), how=("fold_figure",)),
    ]  # fmt: skip


def card_mm(rows: Sequence[Sequence[str]], window: Point) -> Point:
    """A card as high as its place: stacked in a slot, each stands behind its windows."""
    pitch = (window[0] + MULLION_MM, window[1] + MULLION_MM)
    wide = len(rows[0]) * pitch[0] - RAIL_BOARD_MM - 2 * PLAY_MM
    return wide, len(rows) * pitch[1]


def openings(deck: Deck, board: Board) -> list[tuple[float, float, float, float]]:
    """What is cut out of the front for each slot: left, top, width, height."""
    xs = [x for cell in board.cells for x, _ in cell.polygon_mm]
    ys = [y for cell in board.cells for _, y in cell.polygon_mm]
    pitch = (max(xs) - min(xs) + MULLION_MM) / deck.slots
    wide = pitch - RAIL_MM
    return [
        (min(xs) + slot * pitch + HIDDEN_MM, min(ys), wide, max(ys) - min(ys))
        for slot in range(deck.slots)
    ]


def _front(deck: Deck, board: Board, paper: Paper) -> Poster:
    """The front of the wall: what is cut out of it becomes the floors of the slots."""
    drawn: list[Shape] = [Fill((board.outline_mm,), STONE, CUT)]
    drawn += (Fill((cell.polygon_mm,), HOLLOW, LINE, 0.5) for cell in board.cells)
    drawn += on_board(board, paper)
    drawn += (Fill((box(*opening),), "", CUT) for opening in openings(deck, board))
    return Poster(board.width_mm, board.height_mm, tuple(drawn))


def _card(name: str, rows: Sequence[Sequence[str]], window: Point) -> KitPiece:
    """Stone with windows: between cards that stand on each other there are bars again."""
    pitch = (window[0] + MULLION_MM, window[1] + MULLION_MM)
    wide, high = card_mm(rows, window)
    left = (wide - len(rows[0]) * pitch[0] + MULLION_MM) / 2
    drawn: list[Shape] = [Fill((box(0, 0, wide, high),), STONE)]
    for row, line in enumerate(reversed(rows)):
        for column, label in enumerate(line):
            x, y = left + column * pitch[0], MULLION_MM / 2 + row * pitch[1]
            near, far = max(0.0, x), min(wide, x + window[0])
            drawn.append(Fill((box(near, y, far - near, window[1]),), PAPYRUS.paper))
            middle = (x + window[0] / 2, y + window[1] / 2)
            drawn += animal(label, middle, (window[0] + 2 * BEHIND_MM, window[1] + 2 * BEHIND_MM))
    drawn.append(InkText((wide / 2, high - 0.3), name, 1.3, PAPYRUS.ink, "middle"))
    return folded_over(wide, high, tuple(drawn), back_of(wide, high, BACK, BACK_INK))


def animal(label: str, middle: Point, room: Point) -> Drawn:
    """An animal as large as the painted cards have it."""
    name, gaze, _ = sign_and_gaze(label)
    points = np.array([point for ring in signs.rings(name) for point in ring])
    wide, high = points.max(axis=0) - points.min(axis=0)
    side = 100 * min(0.78 * room[0] / wide, 0.76 * room[1] / high)
    return sign(name, middle, side, PAPYRUS, looks_left=gaze == "L")


def _curse(animals: Sequence[str], size: Point) -> KitPiece:
    """As large as the cards it lies among in the pile, with a snake on its back."""
    width, height = size
    each = width / len(animals)
    side = 0.85 * min(each, height)
    drawn: list[Shape] = [Fill((box(0, 0, width, height),), PAPYRUS.paper)]
    for place, name in enumerate(animals):
        drawn += sign(name, (each * (place + 0.5), height / 2), side, PAPYRUS)
    back = back_of(width, height, CURSE_BACK, BACK_INK, "snake")
    return folded_over(width, height, tuple(drawn), back)


def _column(name: str) -> KitPiece:
    """A square column with its animal on all four sides, and flaps below to glue it on."""
    side, high = COLUMN_MM, COLUMN_HIGH_MM
    wide = 4 * side + FLAP_MM
    drawn: list[Shape] = []
    edge = ((0.0, 0.0), (4 * side, 0.0), (wide, 2.0), (wide, high - 2.0), (4 * side, high))
    feet = [(4 * side - n * side, high) for n in range(4)]
    ring = list(edge)
    for x, y in feet:
        ring += [(x - 2.0, y + FLAP_MM), (x - side + 2.0, y + FLAP_MM), (x - side, y)]
    drawn.append(Fill((tuple(dict.fromkeys(ring)),), STONE, CUT))
    for n in range(4):
        drawn += sign(name, ((n + 0.5) * side, 0.42 * high), 0.86 * side, PAPYRUS)
        drawn.append(Fill((box(n * side + 2, 3, side - 4, 3),), LINE))
        drawn.append(Fill((box(n * side + 2, high - 6, side - 4, 3),), LINE))
        drawn.append(fold(((n + 1) * side, 0), ((n + 1) * side, high)))
        drawn.append(fold((n * side, high), ((n + 1) * side, high)))
    return KitPiece(wide, high + FLAP_MM, tuple(drawn))


def _sarcophagi(deck: Deck) -> list[KitPiece]:
    """Draw one of every sarcophagus for each column: the eyes in front,
    the mummy's value behind."""
    found = []
    for eyes, worth in deck.sarcophagi:
        values = cycle(worth)
        for _ in deck.columns:
            found.append(folded_over(*STACK_MM, _lid(eyes), _mummy(next(values))))
    return found


def _lid(eyes: int) -> Drawn:
    wide, high = STACK_MM
    drawn: list[Shape] = [Fill((box(0, 0, wide, high),), ink_of("gold"))]
    for n in range(eyes):
        at = (wide / 2, high * (n + 1) / (eyes + 1))
        drawn += sign("eye", at, min(16.0, 0.8 * high / eyes), ink="#2a2119")
    return tuple(drawn)


def _mummy(worth: int) -> Drawn:
    wide, high = STACK_MM
    ground = Fill((box(0, 0, wide, high),), PAPYRUS.paper)
    number = InkText((wide / 2, high / 2 + 4), str(worth), 12, PAPYRUS.ink, "middle", True)
    return (ground, number)


def _rails(deck: Deck, board: Board) -> int:
    """Two at each side of every slot, and as many as reach along the foot of the openings."""
    across = openings(deck, board)
    long = across[-1][0] + across[-1][2] - across[0][0]
    high = across[0][3] + HIDDEN_MM
    upright = -int(-high // RAIL_LONG_MM)
    return upright * (deck.slots + 1) + -int(-long // RAIL_LONG_MM)


def _rail() -> KitPiece:
    """As wide as a bar of the front; the strip of board is glued between the lines."""
    inset = (RAIL_MM - RAIL_BOARD_MM) / 2
    drawn: list[Shape] = [cut_box(RAIL_MM, RAIL_LONG_MM, "#ffffff")]
    for x in (inset, RAIL_MM - inset):
        drawn.append(InkLine(((x, 0), (x, RAIL_LONG_MM)), "#333333", 0.15))
    return KitPiece(RAIL_MM, RAIL_LONG_MM, tuple(drawn))


def _brace() -> KitPiece:
    """Half of a foot: a triangle with a flap along the wall, glued on grey board."""
    wide, high = BRACE_MM
    flap = 12.0
    ring = ((0.0, 0.0), (flap, 0.0), (flap + 14.0, 0.0), (flap + wide, high), (0.0, high))
    drawn = (
        Fill((ring,), STONE, CUT),
        fold((flap, 0), (flap, high)),
        *sign("ankh", (flap + 0.3 * wide, 0.72 * high), 40, ink=LINE),
    )
    return KitPiece(flap + wide, high, drawn)


def _sand() -> KitPiece:
    """A tile of sand and stones for a hollow of the board."""
    wide, high = SAND_MM
    drawn: list[Shape] = [cut_box(wide, high, "#e0c48a")]
    for n, (x, y) in enumerate(((5, 5), (12, 11), (19, 4), (25, 10), (9, 13), (16, 7))):
        drawn.append(Disc((x, y), (1.6 + n % 3 * 0.5, 1.2 + n % 2 * 0.5), "#9b8152"))
    return KitPiece(wide, high, tuple(drawn))


def _tokens(deck: Deck) -> list[KitPiece]:
    scarabs = [token(SCARAB_MM, "green", "scarab") for _ in range(deck.scarabs)]
    people = [
        figure(15.0, 24.0, colour, "ankh")
        for colour, count in deck.researchers.items()
        for _ in range(count)
    ]
    return scarabs + people


def _before(deck: Deck) -> Poster:
    """What lies before the wall: a place for each column and its stack, and a slab for scarabs."""
    wide, margin = len(deck.columns) * PLACE_MM, 1.5
    deep = 6 + COLUMN_MM + 4 + STACK_MM[1] + 4 + SCARAB_MM + 4 + SAND_MM[1] + 6
    slab = SCARAB_MM + 2
    drawn: list[Shape] = [Fill((box(0, 0, wide + 2 * margin, deep + slab + 6),), "#d9c39a", CUT)]
    for n, name in enumerate(deck.columns):
        x = margin + n * PLACE_MM
        drawn += _column_place(x, name)
    pitch, half = wide / deck.scarabs, SCARAB_MM / 2
    for n in range(deck.scarabs):
        at = (margin + pitch * (n + 0.5), deep + 1 + half)
        drawn.append(Disc(at, (half, half), "#c6b48e", LINE, 0.3))
    return Poster(wide + 2 * margin, deep + slab + 6, tuple(drawn))


def _column_place(x: float, name: str) -> list[Shape]:
    """From the wall outwards: the column, the stack beside a researcher, three scarabs, sand."""
    middle, y = x + PLACE_MM / 2, 6.0
    drawn: list[Shape] = [InkLine(((x, 2), (x, 2 + 105)), LINE, 0.2)]
    square = box(middle - COLUMN_MM / 2, y, COLUMN_MM, COLUMN_MM)
    drawn.append(Fill((square,), STONE, LINE, 0.4))
    drawn += sign(name, (middle, y + COLUMN_MM / 2), 0.8 * COLUMN_MM, ink=LINE)
    y += COLUMN_MM + 4
    drawn.append(Fill((box(middle - STACK_MM[0] - 4, y, *STACK_MM),), "#f7f2e6", LINE, 0.3))
    drawn.append(Disc((middle + 17, y + STACK_MM[1] / 2), (11.0, 11.0), "#efe3cb", LINE, 0.3))
    drawn += sign("ankh", (middle + 17, y + STACK_MM[1] / 2), 12, ink=LINE)
    y += STACK_MM[1] + 4
    for n in range(3):
        at = (middle + (n - 1) * (SCARAB_MM + 4), y + SCARAB_MM / 2)
        drawn.append(Disc(at, (SCARAB_MM / 2, SCARAB_MM / 2), "#efe3cb", LINE, 0.3))
        drawn += sign("scarab", at, 10, ink="#c6b48e")
    y += SCARAB_MM + 4
    drawn.append(Fill((box(middle - SAND_MM[0] / 2, y, *SAND_MM),), "#c6b48e", LINE, 0.3))
    return drawn
