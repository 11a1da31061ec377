"""Light: a game nobody followed, counted from its end alone, comes out as the whole game did."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.game import ROOMS, Game, load_room
from companion.core.house import read_house_rules
from companion.core.roles import TABLE
from companion.core.seats import Seat
from companion.core.verdict import Accepted, Move, Refused
from companion.games.bowl import moves as bowl
from companion.games.dig import moves as dig
from companion.games.kheops import moves as kheops
from companion.games.sphinx import moves as sphinx
from companion.games.wall import moves as wall
from companion.rooms import room_of
from tests.thorough import seeds

NAMES = ("Ana", "Bo", "Cleo", "Dan", "Eli", "Fay")
MOST_STEPS = 3000
GAMES = seeds(2, 200)


def opening(game: Game, seed: int) -> Any:
    box = game.load_box(None)
    least, most = box.players
    count = least + seed % (min(most, 4) - least + 1)
    seats = [Seat(n, c) for n, c in zip(NAMES[:count], room_of(game.name).worn(box), strict=False)]
    return game.opening(box, seats, read_house_rules(game.house_rules, {}))


def played(game: Game, seed: int) -> tuple[Any, list[Move], Any]:
    """A rehearsed game: where it stood before its count, the moves from there, and its end."""
    people, state = room_of(game.name).people(seed), opening(game, seed)
    before, since = state, list[Move]()
    for step in range(MOST_STEPS):
        if game.is_over(state) is not None:
            return before, since, state
        move = wanted(game, people, state, step)
        ruling = game.decide(state, move)
        assert isinstance(ruling, Accepted), ruling
        since.append(move)
        for event in ruling.events:
            state = game.evolve(state, event)
            if type(event).__name__ == "WallFilled":
                before, since = state, []
    raise AssertionError("the game never ends")


def wanted(game: Game, people: Any, state: Any, step: int) -> Move:
    questions = [one for one in game.questions(state) if not one.by_sight]
    move = None if questions else people.move(state)
    if move is not None:
        return move
    question = (questions or list(game.questions(state)))[0]
    made = game.answer(state, question, people.reply(state, question), float(step))
    assert not isinstance(made, Refused), made
    return made


def counted(game: Game, before: Any, end: Any) -> Move:
    """What lies on the table at the end, and nothing else."""
    if game.name == "wall":
        columns = tuple((c.animal, c.researcher, c.scarabs) for c in before.chamber.columns)
        won = enumerate(before.chamber.won)
        taken = tuple((piece.animal, piece.eyes, n) for n, pieces in won for piece in pieces)
        return wall.CountAtEnd(columns, taken)
    if game.name == "dig":
        purses = zip(end.purses, end.owed, strict=True)
        held = tuple((purse.gold, purse.silver, owed) for purse, owed in purses)
        return dig.CountAtEnd(held, end.out)
    if game.name == "kheops":
        tiles = tuple((cell, laid.face, laid.turn) for cell, laid in end.tiles)
        pawns = ((c, laid.pawn.colour, laid.pawn.kind) for c, laid in end.tiles if laid.pawn)
        return kheops.CountAtEnd(tiles, tuple(pawns))
    won_by = game.is_over(end).winners[0]  # type: ignore[union-attr]
    return bowl.CountAtEnd(won_by) if game.name == "bowl" else sphinx.CountAtEnd(won_by)


def after(game: Game, state: Any, move: Move) -> Any:
    ruling = game.decide(state, move)
    assert isinstance(ruling, Accepted), ruling
    state = game.evolve.after(state, ruling.events)
    assert game.broken(state) == ()
    return state


@pytest.mark.parametrize("seed", GAMES)
@pytest.mark.parametrize("room", ROOMS)
def test_a_game_counted_from_its_end_is_the_whole_games_count(room: str, seed: int) -> None:
    game = load_room(room)
    before, since, end = played(game, seed)
    state = after(game, opening(game, seed), counted(game, before, end))
    for move in since if room == "wall" else ():  # the shift and the reveal, as ever
        state = after(game, state, move)
    whole, light = game.is_over(end), game.is_over(state)
    assert whole is not None
    assert light is not None
    assert light.winners == whole.winners
    if room not in ("bowl", "sphinx"):  # there nothing is counted but who has won
        assert game.score(state) == game.score(end)


def refused(room: str, move: Move, seed: int = 0) -> str:
    game = load_room(room)
    ruling = game.decide(opening(game, seed), move)
    assert isinstance(ruling, Refused)
    return ruling.clause


ANIMALS = tuple(load_room("wall").load_box(None).animals)


@pytest.mark.clause("WALL-48", "WALL-41", "WALL-04", "WALL-11")
def test_a_wall_that_cannot_have_ended_so_is_looked_at_again() -> None:
    def at(*more: tuple[str, int | None, int]) -> tuple[tuple[str, int | None, int], ...]:
        given = {animal: (animal, seat, scarabs) for animal, seat, scarabs in more}
        return tuple(given.get(animal, (animal, None, 0)) for animal in ANIMALS)

    first = ANIMALS[0]
    assert refused("wall", wall.CountAtEnd(at()[1:], ())) == "WALL-04"
    assert refused("wall", wall.CountAtEnd(at((first, None, 4)), ())) == "WALL-48"
    full = tuple((animal, None, 3) for animal in ANIMALS)
    assert refused("wall", wall.CountAtEnd(full, ())) == "WALL-48"
    assert refused("wall", wall.CountAtEnd(at((first, 9, 0)), ())) == "WALL-11"
    mine = tuple((animal, 0, 0) for animal in ANIMALS)
    assert refused("wall", wall.CountAtEnd(mine, ())) == "WALL-11"
    assert refused("wall", wall.CountAtEnd(at(), ((first, 3, 0),))) == "WALL-41"
    assert refused("wall", wall.CountAtEnd(at(), (("dog", 1, 0),))) == "WALL-41"


@pytest.mark.clause("DIG-02", "DIG-45", "KHEOPS-10", "KHEOPS-08", "BOWL-01", "SPHINX-O-28")
def test_ends_that_cannot_be_are_refused_with_their_clause() -> None:
    assert refused("dig", dig.CountAtEnd(((1, 1, 0),))) == "DIG-45"
    assert refused("dig", dig.CountAtEnd(((999, 0, 0), (0, 0, 0)))) == "DIG-02"
    assert refused("dig", dig.CountAtEnd(((-1, 0, 0), (0, 0, 0)))) == "DIG-02"
    assert refused("dig", dig.CountAtEnd(((1, 0, 0), (1, 0, 0)), (0, 0))) == "DIG-45"
    assert refused("bowl", bowl.CountAtEnd(7)) == "BOWL-01"
    assert refused("sphinx", sphinx.CountAtEnd(-1)) == "SPHINX-O-28"
    assert refused("kheops", kheops.CountAtEnd((("X9", "room-1", 0),), ())) == "KHEOPS-10"
    assert refused("kheops", kheops.CountAtEnd((), ())) == "KHEOPS-04"


def test_an_unfinished_pyramid_is_played_on_from_there() -> None:
    game = load_room("kheops")
    people, state = room_of("kheops").people(5), opening(game, 5)
    for step in range(60):
        state = after(game, state, wanted(game, people, state, step))
        if state.turns == 9 and str(state.phase) == "pawn":
            break
    told = after(game, opening(game, 5), counted(game, state, state))
    same = ("turn", "turns", "hands", "pile", "pyramid", "phase")
    assert [getattr(told, n) for n in same] == [getattr(state, n) for n in same]
    assert game.score(told) == game.score(state)
    assert list(game.legal_moves(told)) == list(game.legal_moves(state))


# A game that is followed from the middle on


def stands(game: Game, state: Any) -> Move:
    """What lies on the table in the middle, and nothing else."""
    turn = game.view(state, TABLE)["turn"]
    if game.name == "wall":
        columns = tuple((c.animal, c.researcher, c.scarabs) for c in state.chamber.columns)
        won = enumerate(state.chamber.won)
        taken = tuple((piece.animal, piece.eyes, n) for n, pieces in won for piece in pieces)
        return wall.GoOnFrom(turn, columns, taken, state.slots)
    if game.name == "dig":
        purses = zip(state.purses, state.owed, strict=True)
        held = tuple((purse.gold, purse.silver, owed) for purse, owed in purses)
        dug = (cell for cell in state.tray if cell.found)
        tray = tuple((cell.name, len(cell.found), cell.found[-1].value) for cell in dug)
        return dig.GoOnFrom(turn, held, state.scarabs, state.barricades, tray, state.out)
    if game.name == "bowl":
        track = state.box.track
        shown = zip(track, state.tiles, strict=True)
        tiles = tuple((field.id, face.colour, face.symbols) for field, face in shown if face)
        fields = tuple(track[place].id for place in state.figures)
        mummy = track[state.mummy.field].id
        facing = state.mummy.facing > 0
        return bowl.GoOnFrom(turn, fields, state.scarabs, tiles, mummy, facing, state.bowl)
    if game.name == "sphinx":
        return sphinx.GoOnFrom(turn, tuple(state.pawns), state.hands)
    return counted(game, state, state)


SAME: dict[str, Any] = {
    "wall": lambda s: (s.turn, s.chamber, s.slots, s.hands, s.piles),
    "dig": lambda s: (
        s.turn, s.purses, s.owed, s.bank, s.scarabs, s.barricades,
        [(len(c.found), c.found[-1].value if c.found else 0) for c in s.tray],
    ),
    "bowl": lambda s: (s.turn, s.figures, s.scarabs, s.supply, s.tiles, s.mummy, s.bowl, s.bag),
    "sphinx": lambda s: (s.turn, s.pawns, s.hands, s.dice),
    "kheops": lambda s: (s.turn, s.pyramid, s.hands, s.pile),
}  # fmt: skip
BETWEEN: dict[str, Any] = {
    "wall": lambda s: str(s.phase) == "play" and not (s.resolving or s.drawing or s.curse),
    "dig": lambda s: str(s.phase) == "dig" and not (s.lifts or s.lids or s.doubled),
    "bowl": lambda s: str(s.phase) == "explore" and not (s.offered or s.walk or s.voting),
    "sphinx": lambda s: str(s.phase) == "play" and s.dice is None and not s.claim,
    "kheops": lambda s: str(s.phase) == "pawn",
}
"""Where a turn begins: then the table shows all that the rules need."""


@pytest.mark.parametrize("seed", GAMES)
@pytest.mark.parametrize("room", ROOMS)
def test_a_game_told_in_the_middle_stands_as_it_stood_and_is_played_to_its_end(
    room: str, seed: int
) -> None:
    game = load_room(room)
    people, state, begun = room_of(room).people(seed), opening(game, seed), 0
    for step in range(MOST_STEPS):
        if begun == 9 or game.is_over(state) is not None:
            break
        move = wanted(game, people, state, step)
        state = after(game, state, move)
        begun += state.begun and BETWEEN[room](state)
    if game.is_over(state) is not None or not BETWEEN[room](state):
        pytest.skip("this game was over before")
    told = after(game, opening(game, seed), stands(game, state))
    assert SAME[room](told) == SAME[room](state)
    for step in range(MOST_STEPS):
        if game.is_over(told) is not None:
            return
        told = after(game, told, wanted(game, people, told, step))
    raise AssertionError("the game never ends")


@pytest.mark.clause("SPHINX-18", "SPHINX-29", "DIG-22", "DIG-02", "WALL-20", "WALL-18", "BOWL-43")
def test_a_position_that_cannot_be_is_refused_with_its_clause() -> None:
    assert refused("sphinx", sphinx.GoOnFrom(0, (5, 5), ((), ()))) == "SPHINX-18"
    assert refused("sphinx", sphinx.GoOnFrom(0, (5, 999), ((), ()))) == "SPHINX-18"
    assert refused("sphinx", sphinx.GoOnFrom(0, (5, 6), (("red", "red"), ()))) == "SPHINX-29"
    assert refused("sphinx", sphinx.GoOnFrom(7, (5, 6), ((), ()))) == "SPHINX-O-28"
    purses = ((1, 5, 0), (1, 5, 0))
    deep = dig.GoOnFrom(0, purses, (2, 2), (1, 1), (("A1", 9, 3),))
    assert refused("dig", deep) == "DIG-22"
    assert refused("dig", dig.GoOnFrom(0, purses, (3, 2), (1, 1), ())) == "DIG-02"
    assert refused("dig", dig.GoOnFrom(0, purses, (2, 2), (1, 1), (), (0,))) == "DIG-21"
    columns = tuple((animal, None, 0) for animal in ANIMALS)
    box = load_room("wall").load_box(None)
    cards = [card.id for card in box.cards]
    full = (tuple(cards[: box.wall.capacity + 1]), *((),) * (box.wall.slots - 1))
    assert refused("wall", wall.GoOnFrom(0, columns, (), full)) == "WALL-20"
    twice = ((cards[0], cards[0]), *((),) * (box.wall.slots - 1))
    assert refused("wall", wall.GoOnFrom(0, columns, (), twice)) == "WALL-18"
    strange = (("X",), *((),) * (box.wall.slots - 1))
    assert refused("wall", wall.GoOnFrom(0, columns, (), strange)) == "WALL-08"
    field = bowl.GoOnFrom(0, ("START", "nowhere"), (0, 0), (), "P14", False, (5, 5, 5, 5))
    assert refused("bowl", field) == "BOWL-23"
    rich = bowl.GoOnFrom(0, ("START", "START"), (9, 0), (), "P14", False, (5, 5, 5, 5))
    assert refused("bowl", rich) == "BOWL-43"
    lost = bowl.GoOnFrom(0, ("START", "START"), (0, 0), (), "D1", False, (5, 5, 5, 5))
    assert refused("bowl", lost) == "BOWL-06"
    covered = bowl.GoOnFrom(0, ("D2", "START"), (0, 0), (), "P14", False, (5, 5, 5, 5))
    assert refused("bowl", covered) == "BOWL-23", "nobody stands on a tile that is face down"
    none = bowl.GoOnFrom(0, ("START", "START"), (0, 0), (), "P14", False, (0, 5, 5, 5))
    assert refused("bowl", none) == "BOWL-10"
