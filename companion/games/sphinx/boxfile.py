"""The box file: read, checked for everything that contradicts itself, and made into a box."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from companion.core.boxes import BoxFile, doubled, listed_twice, wrong, wrong_players
from companion.core.verdict import Saying

from .box import SNAKE, Box, Die, Door, Mat
from .learning import keep

GUARDS = 3
TEMPLES = 3


class _Board(msgspec.Struct, forbid_unknown_fields=True):
    squares: tuple[tuple[int, ...], ...]
    guards: dict[str, int]
    temples: dict[str, int]
    square_mm: float
    assumed: bool = False


class _Doors(msgspec.Struct, forbid_unknown_fields=True):
    squares: tuple[tuple[int, int], ...]
    assumed: bool = False


class _Cards(msgspec.Struct, forbid_unknown_fields=True):
    colours: tuple[str, ...]
    each: int
    assumed: bool = False


class _Mummies(msgspec.Struct, forbid_unknown_fields=True):
    squares: tuple[int, ...]
    assumed: bool = False


class _Pawns(msgspec.Struct, forbid_unknown_fields=True):
    colours: tuple[str, ...]
    size_mm: tuple[float, float] = (16.0, 20.0)
    assumed: bool = False


class _File(msgspec.Struct, forbid_unknown_fields=True):
    """The box file as it is written."""

    name: str
    players: tuple[int, int]
    board: _Board
    doors: _Doors
    cards: _Cards
    card_squares: dict[str, tuple[int, ...]]
    mummies: _Mummies
    pawns: _Pawns
    mat: Mat
    dice: tuple[Die, ...]
    card_squares_assumed: bool = False

    @property
    def treasure(self) -> int:
        return sum(map(len, self.board.squares)) - 1

    @property
    def last(self) -> int:
        return self.treasure - GUARDS - 1


def _contradictions(file: _File) -> Iterable[Saying]:
    """Yield what is impossible; check the rest only if the board itself makes sense."""
    return list(_wrong_board(file)) or [
        *_wrong_doors(file),
        *_wrong_cards(file),
        *_wrong_pieces(file),
    ]


def _flatten(file: _File) -> Box:
    by_square = ((s, colour) for colour, squares in file.card_squares.items() for s in squares)
    return Box(
        name=file.name,
        players=file.players,
        grid=file.board.squares,
        guards=tuple(sorted(file.board.guards.items(), key=lambda guard: guard[1])),
        temples=tuple(file.board.temples.items()),
        square_mm=file.board.square_mm,
        doors=tuple(Door(n, squares) for n, squares in enumerate(file.doors.squares, 1)),
        colours=file.cards.colours,
        each=file.cards.each,
        card_squares=tuple(sorted(by_square)),
        mummies=tuple(sorted(file.mummies.squares)),
        pawns=file.pawns.colours,
        pawn_mm=file.pawns.size_mm,
        dice=file.dice,
        mat=file.mat,
        assumed=tuple(_assumed(file)),
    )


def _assumed(file: _File) -> Iterable[str]:
    """Yield the facts that are not confirmed yet, each by its key and what it is about."""
    facts = {
        "board": file.board.assumed,
        "doors": file.doors.assumed,
        "cards": file.cards.assumed or file.card_squares_assumed,
        "mummies": file.mummies.assumed,
        "pawns": file.pawns.assumed,
        "dice": any(die.assumed for die in file.dice),
        "mat": file.mat.assumed,
    }
    yield from (fact for fact, is_assumed in facts.items() if is_assumed)


def _wrong_board(file: _File) -> Iterable[Saying]:
    where = _places(file)
    if sorted(s for row in file.board.squares for s in row) != list(range(file.treasure + 1)):
        yield wrong("sphinx.box.numbers", last=file.treasure)
        return
    for square in range(file.treasure):
        if not _are_neighbours(where, square, square + 1):
            yield wrong("sphinx.box.apart", one=square, other=square + 1)
    guards = list(range(file.last + 1, file.treasure))
    if sorted(file.board.guards.values()) != guards:
        yield wrong("sphinx.box.guards", squares=guards)
    if len(file.board.temples) != TEMPLES:
        yield wrong("sphinx.box.temples", count=len(file.board.temples), expected=TEMPLES)
    for name, square in file.board.temples.items():
        if name in file.board.guards:
            yield wrong("fault.box.listed_twice", what="seat", name=name)
        yield from _off_the_way(file, "temple", [square], start=0, name=name)
    if file.board.square_mm <= 0:
        yield wrong("fault.box.sizes")


def _wrong_doors(file: _File) -> Iterable[Saying]:
    where = _places(file)
    every = [square for door in file.doors.squares for square in door]
    for square in doubled(every):
        yield wrong("sphinx.box.door_twice", square=square)
    yield from _off_the_way(file, "door", every)
    for here, there in file.doors.squares:
        if not {here, there} <= where.keys() or not _are_neighbours(where, here, there):
            yield wrong("sphinx.box.door_apart", here=here, there=there)
        elif abs(here - there) == 1:
            yield wrong("sphinx.box.door_across", here=here, there=there)


def _wrong_cards(file: _File) -> Iterable[Saying]:
    colours, sphinxes = file.cards.colours, GUARDS + TEMPLES
    yield from listed_twice("colour", colours)
    if len(colours) != sphinxes:
        yield wrong("sphinx.box.colours", count=len(colours), sphinxes=sphinxes)
    for colour in sorted(set(file.card_squares) - set(colours)):
        yield wrong("sphinx.box.card_colour", colour=colour)
    for colour in colours:
        if not file.card_squares.get(colour):
            yield wrong("sphinx.box.no_card_square", colour=colour)
    if file.cards.each < file.players[1]:
        yield wrong("sphinx.box.too_few_cards", each=file.cards.each, players=file.players[1])
    special = [s for squares in file.card_squares.values() for s in squares]
    special += file.mummies.squares
    for square in doubled(special):
        yield wrong("sphinx.box.special_twice", square=square)
    yield from _off_the_way(file, "special", special)


def _wrong_pieces(file: _File) -> Iterable[Saying]:
    yield from wrong_players(file.players, 2, len(file.pawns.colours))
    yield from listed_twice("pawn", file.pawns.colours)
    yield from listed_twice("die", (die.name for die in file.dice))
    if sum(die.has_snakes for die in file.dice) > 1:
        yield wrong("sphinx.box.snakes_one")
    if all(die.has_snakes for die in file.dice):
        yield wrong("sphinx.box.snakes_all")
    for die in file.dice:
        for face in die.faces:
            if face != SNAKE and (isinstance(face, str) or face < 1):
                yield wrong("sphinx.box.die_face", die=die.name, face=face, snake=SNAKE)
    if file.mat.columns != GUARDS or file.mat.rows < 1:
        yield wrong("sphinx.box.mat", columns=GUARDS)


def _places(file: _File) -> dict[int, tuple[int, int]]:
    return {
        square: (row, column)
        for row, squares in enumerate(file.board.squares)
        for column, square in enumerate(squares)
    }


def _are_neighbours(where: dict[int, tuple[int, int]], one: int, other: int) -> bool:
    (row, column), (other_row, other_column) = where[one], where[other]
    return abs(row - other_row) + abs(column - other_column) == 1


def _off_the_way(
    file: _File, what: str, squares: Sequence[int], start: int = 1, name: str = ""
) -> Iterable[Saying]:
    for square in squares:
        if not start <= square <= file.last:
            yield wrong(
                "sphinx.box.off_way",
                what=what,
                name=name,
                square=square,
                start=start,
                last=file.last,
            )


load_box = BoxFile("sphinx", Box, _File, _contradictions, _flatten, keep)
read_box = load_box.read
