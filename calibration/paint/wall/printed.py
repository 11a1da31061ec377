"""The wall on paper: its deck, its front with the windows to cut out, columns and tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle

import numpy as np

from ... import art as signs
from ...art import PAPYRUS
from ...boards.board import Board
from ...boards.markers import Paper
from ...kit.ink import CUT, Drawn, Fill, Shape, Words, box, cut_box, sign
from ...kit.plates import on_board
from ...kit.sheets import Part, Piece, Poster
from ...kit.tokens import figure, folded, ink_of, plain_card, token
from ..faces import sign_and_gaze
from ..flat import BEHIND_MM

MULLION_MM = 3.0
CARD_MM = (44.0, 63.0)
STONE, DARK = "#e3d3b4", "#f7f2e6"
STACK_MM = (26.0, 30.0)


@dataclass(frozen=True)
class Deck:
    """What is in a box of the wall, as far as it is printed."""

    cards: Sequence[tuple[str, Sequence[Sequence[str]]]]
    """Names and faces, rows from the bottom up."""
    pharaohs: Sequence[str]
    bonus: int
    curses: Sequence[Sequence[str]]
    columns: Sequence[str]
    scarabs: int
    researchers: Mapping[str, int]
    sarcophagi: Sequence[tuple[int, Sequence[int]]]
    """One for each in a column's stack: its eyes, and what the mummy in it may be worth."""


def wall_parts(deck: Deck, board: Board, window: tuple[float, float], paper: Paper) -> list[Part]:
    """Everything that is needed to play without a bought box."""
    cards = tuple(_card(name, faces, window) for name, faces in deck.cards)
    pharaohs = tuple(plain_card(*CARD_MM, f"+{deck.bonus}", animal) for animal in deck.pharaohs)
    return [
        Part("template", _front(board, paper)),
        Part("cards", cards),
        Part("pharaohs", pharaohs),
        Part("curses", tuple(_curse(animals) for animals in deck.curses)),
        Part("columns", tuple(_column(animal, deck) for animal in deck.columns)),
        Part("sarcophagi", tuple(_sarcophagi(deck))),
        Part("tokens", tuple(_tokens(deck))),
    ]


def _front(board: Board, paper: Paper) -> Poster:
    """The front of the wall: stone with windows, which are cut out."""
    drawn: list[Shape] = [Fill((board.outline_mm,), STONE, CUT)]
    drawn += (Fill((cell.polygon_mm,), DARK, "#70583c", 0.5) for cell in board.cells)
    drawn += on_board(board, paper)
    return Poster(board.width_mm, board.height_mm, tuple(drawn))


def _card(name: str, rows: Sequence[Sequence[str]], window: tuple[float, float]) -> Piece:
    pitch = (window[0] + MULLION_MM, window[1] + MULLION_MM)
    wide = len(rows[0]) * pitch[0] - MULLION_MM + 2 * BEHIND_MM
    high = len(rows) * pitch[1] - MULLION_MM + 2 * BEHIND_MM
    drawn: list[Shape] = [cut_box(wide, high, PAPYRUS.paper)]
    for row, line in enumerate(reversed(rows)):
        for column, label in enumerate(line):
            x = BEHIND_MM + column * pitch[0] + window[0] / 2
            y = BEHIND_MM + row * pitch[1] + window[1] / 2
            drawn += animal(label, (x, y), (window[0] + 2 * BEHIND_MM, window[1] + 2 * BEHIND_MM))
    drawn.append(Words((wide / 2, high - 0.7), name, 1.6, PAPYRUS.ink, "middle"))
    return Piece(wide, high, tuple(drawn))


def animal(label: str, middle: tuple[float, float], room: tuple[float, float]) -> Drawn:
    """An animal as large as the painted cards have it."""
    name, gaze, _ = sign_and_gaze(label)
    points = np.array([point for ring in signs.rings(name) for point in ring])
    wide, high = points.max(axis=0) - points.min(axis=0)
    side = 100 * min(0.78 * room[0] / wide, 0.76 * room[1] / high)
    return sign(name, middle, side, PAPYRUS, looks_left=gaze == "L")


def _curse(animals: Sequence[str]) -> Piece:
    width, height = CARD_MM
    side = (height - 8) / len(animals) - 2
    drawn: list[Shape] = [cut_box(width, height, PAPYRUS.paper)]
    for place, name in enumerate(animals):
        drawn += sign(name, (width / 2, 4 + side / 2 + place * (side + 2)), side, PAPYRUS)
    return Piece(width, height, tuple(drawn))


def _column(animal_name: str, deck: Deck) -> Piece:
    """The foot of a column: its animal, and a place for each sarcophagus."""
    wide, each = STACK_MM[0] + 6, STACK_MM[1] + 3
    high = 34 + each * len(deck.sarcophagi)
    drawn: list[Shape] = [cut_box(wide, high, STONE)]
    drawn += sign(animal_name, (wide / 2, 17), 28, PAPYRUS)
    for place in range(len(deck.sarcophagi)):
        drawn.append(Fill((box(3, 33 + place * each, *STACK_MM),), DARK, "#70583c", 0.3))
    return Piece(wide, high, tuple(drawn))


def _sarcophagi(deck: Deck) -> list[Piece]:
    """For each column one of every stack: the eyes in front, what the mummy is worth behind."""
    found = []
    for eyes, worth in deck.sarcophagi:
        values = cycle(worth)
        for _ in deck.columns:
            found.append(folded(*STACK_MM, _lid(eyes), _mummy(next(values))))
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
    number = Words((wide / 2, high / 2 + 4), str(worth), 12, PAPYRUS.ink, "middle", True)
    return (ground, number)


def _tokens(deck: Deck) -> list[Piece]:
    scarabs = [token(18.0, "green", "scarab") for _ in range(deck.scarabs)]
    people = [
        figure(15.0, 24.0, colour, "ankh")
        for colour, count in deck.researchers.items()
        for _ in range(count)
    ]
    return scarabs + people
