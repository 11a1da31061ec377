"""The box file: read, checked for everything that contradicts itself, and made into a box."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from companion.core.boxes import BoxFile, doubled, wrong_players

from .box import SNAKE, Box, Die, Door, Mat

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

    @property
    def treasure(self) -> int:
        return sum(map(len, self.board.squares)) - 1

    @property
    def last(self) -> int:
        return self.treasure - GUARDS - 1


def _contradictions(file: _File) -> Iterable[str]:
    """What is impossible; the rest is checked only where the board itself makes sense."""
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
    """The facts that are not confirmed yet, each by its key and what it is about."""
    facts = {
        "board": file.board.assumed,
        "doors": file.doors.assumed,
        "cards": file.cards.assumed,
        "mummies": file.mummies.assumed,
        "pawns": file.pawns.assumed,
        "dice": any(die.assumed for die in file.dice),
        "mat": file.mat.assumed,
    }
    yield from (fact for fact, is_assumed in facts.items() if is_assumed)


def _wrong_board(file: _File) -> Iterable[str]:
    where = _places(file)
    if sorted(s for row in file.board.squares for s in row) != list(range(file.treasure + 1)):
        yield f"board.squares must number 0 to {file.treasure}, each exactly once"
        return
    for square in range(file.treasure):
        if not _are_neighbours(where, square, square + 1):
            yield f"squares {square} and {square + 1} are not side by side"
    guards = list(range(file.last + 1, file.treasure))
    if sorted(file.board.guards.values()) != guards:
        yield f"board.guards must name the squares before the treasure, {guards}"
    if len(file.board.temples) != TEMPLES:
        yield f"board.temples names {len(file.board.temples)} seats, expected {TEMPLES}"
    for name, square in file.board.temples.items():
        if name in file.board.guards:
            yield f"seat {name!r} is listed twice"
        yield from _off_the_way(file, f"temple {name}", [square], start=0)
    if file.board.square_mm <= 0:
        yield "board.square_mm must be more than 0"


def _wrong_doors(file: _File) -> Iterable[str]:
    where = _places(file)
    every = [square for door in file.doors.squares for square in door]
    for square in doubled(every):
        yield f"square {square} belongs to two doors"
    yield from _off_the_way(file, "a door", every)
    for here, there in file.doors.squares:
        if not {here, there} <= where.keys() or not _are_neighbours(where, here, there):
            yield f"the door {here}-{there} does not join squares that are side by side"
        elif abs(here - there) == 1:
            yield f"the door {here}-{there} stands across the corridor, not in its wall"


def _wrong_cards(file: _File) -> Iterable[str]:
    colours = file.cards.colours
    yield from (f"colour {name!r} is listed twice" for name in doubled(colours))
    if len(colours) != GUARDS + TEMPLES:
        yield f"cards.colours names {len(colours)} colours for {GUARDS + TEMPLES} sphinxes"
    for colour in sorted(set(file.card_squares) - set(colours)):
        yield f"card_squares has {colour!r}, which no card has"
    for colour in colours:
        if not file.card_squares.get(colour):
            yield f"card_squares has none for {colour!r}"
    if file.cards.each < file.players[1]:
        yield f"{file.cards.each} cards of a colour are too few for {file.players[1]} players"
    special = [s for squares in file.card_squares.values() for s in squares]
    special += file.mummies.squares
    yield from (f"square {s} is special twice" for s in doubled(special))
    yield from _off_the_way(file, "a special square", special)


def _wrong_pieces(file: _File) -> Iterable[str]:
    yield from wrong_players(file.players, 2, len(file.pawns.colours), "pawns")
    yield from (f"pawn {name!r} is listed twice" for name in doubled(file.pawns.colours))
    yield from (f"die {name!r} is listed twice" for name in doubled(d.name for d in file.dice))
    if sum(die.has_snakes for die in file.dice) > 1:
        yield "only one die bears snakes"
    if all(die.has_snakes for die in file.dice):
        yield "at least one die must have no snakes, or nobody can move in the simplified game"
    for die in file.dice:
        for face in die.faces:
            if face != SNAKE and (isinstance(face, str) or face < 1):
                yield f"die {die.name!r} shows {face!r}; a face is a number from 1, or {SNAKE!r}"
    if file.mat.columns != GUARDS or file.mat.rows < 1:
        yield f"the mat needs {GUARDS} columns, one for each guard"


def _places(file: _File) -> dict[int, tuple[int, int]]:
    return {
        square: (row, column)
        for row, squares in enumerate(file.board.squares)
        for column, square in enumerate(squares)
    }


def _are_neighbours(where: dict[int, tuple[int, int]], one: int, other: int) -> bool:
    (row, column), (other_row, other_column) = where[one], where[other]
    return abs(row - other_row) + abs(column - other_column) == 1


def _off_the_way(file: _File, what: str, squares: Sequence[int], start: int = 1) -> Iterable[str]:
    for square in squares:
        if not start <= square <= file.last:
            yield f"{what} is on square {square}; pawns walk from {start} to {file.last}"


load_box = BoxFile("sphinx", Box, _File, _contradictions, _flatten)
read_box = load_box.read
