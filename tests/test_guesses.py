"""A guess never refuses: every guessed fact of every box, contradicted at a table.

The facts are those the workshop asks about, read from the box files themselves, so that a new one
without a row here fails. What people can see in play is contradicted by a move. What they cannot
say by a move (measures, names, the plan of a board) is corrected in the workshop, in the middle of
the game, and the game goes on with it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.core.boxes import own_text
from companion.core.facts import FactLearned, insisted
from companion.core.game import ROOMS, Game, load_room
from companion.core.observation import Answered, Reply, Said, TookBack
from companion.core.roles import REFEREE, TABLE
from companion.core.seats import Seat
from companion.core.verdict import Accepted, Insist, Move, Refused
from companion.games.bowl import moves as bowl
from companion.games.bowl.box import Face
from companion.games.dig import moves as dig
from companion.games.dig.state import Phase as Digging
from companion.games.kheops import moves as kheops
from companion.games.sphinx import moves as sphinx
from companion.games.wall import moves as wall
from companion.journal import Journal
from companion.table import Table
from companion.table.session import correct_box, otherwise_with
from companion.words import load
from companion.workshop.boxes import Boxes, BoxFact, asking_of
from tests.rooms.position import known
from tests.web.scenes import a_browser, an_app
from tests.web.sphinx_scenes import a_court, do

State = Any
Case = tuple[State, Move]


def file_of(room: str) -> dict[str, Any]:
    return tomllib.loads(own_text(f"companion.games.{room}"))


def guessed_facts() -> Iterator[tuple[str, BoxFact]]:
    for room in ROOMS:
        for fact in asking_of(room).facts(file_of(room)):
            if fact.level == "guess":
                yield room, fact


GUESSED = list(guessed_facts())


def opening(room: str, box: Any = None, **rules: Any) -> State:
    game = load_room(room)
    box = box or game.load_box(None)
    seats = [Seat(name, colour) for name, colour in zip(("Ana", "Ben"), box.colours, strict=False)]
    return game.opening(box, seats, msgspec.convert(rules, game.house_rules))


def after(room: str, state: State, *moves: Move) -> State:
    game = load_room(room)
    for move in moves:
        ruling = game.decide(state, move)
        assert isinstance(ruling, Accepted), (move, ruling)
        for event in ruling.events:
            state = game.evolve(state, event)
        assert game.broken(state) == (), move
    return state


# ---- what people see in play --------------------------------------------------------------------


def one_card_more(fact: BoxFact) -> Case:
    """All cards that show this are on the wall, and here comes another."""
    state = after("wall", opening("wall"), wall.Begin())
    faces = [face for row in fact.inputs[0].value for face in row]
    alike = [card.id for card in state.box.cards if list(card.faces) == faces]
    slots = ((*alike,), *state.slots[1:])
    first, second = state.piles
    state = state.but(slots=slots, piles=(first - len(alike), second))
    return state, wall.InsertCard(3, "+".join(faces))


def one_curse_more(fact: BoxFact) -> Case:
    state = after("wall", opening("wall", curse_of_the_pharaoh=True), wall.Begin())
    animals = fact.inputs[0].value
    card = state.box.curse_cards[fact.number].id
    left = tuple(one for one in state.curses_left if one != card)
    state = state.but(drawing=True, piles=(0, sum(state.piles)), curses_left=left)
    return state, wall.TurnCurse("+".join(animals))


def a_slot_more(fact: BoxFact) -> Case:
    state = after("wall", opening("wall"), wall.Begin())
    return state, wall.InsertCard(state.box.wall.slots, state.box.cards[0].id)


def a_pharaoh_twice(fact: BoxFact) -> Case:
    state = opening("wall").but(phase="reveal")
    return after("wall", state, wall.TurnOver(0, "cat", ())), wall.TurnOver(1, "cat", ())


def one_tile_more(fact: BoxFact) -> Case:
    """All tiles of this face lie open, and the next of their kind shows it too."""
    state = after("bowl", opening("bowl"), bowl.Begin())
    kind, colour = fact.name.split()
    faces = [Face(colour, n) for n in fact.inputs[0].value]
    if kind == "chamber":
        state = state.but(tiles=_open(state), figures=(state.box.last_pyramid, 0))
        state = state.but(scarabs=(2, 0), supply=state.supply - 2)
        return state, bowl.FlipTile("C1", colour, faces[0].symbols + 1)
    places = [n for n, field in enumerate(state.box.track) if field.kind == kind]
    alike = [face for face in faces if face == faces[0]]
    tiles = [face if n < places[0] else None for n, face in enumerate(_open(state))]
    tiles[places[0] : places[0] + len(alike)] = alike
    here = places[0] + len(alike) - 1
    return state.but(tiles=tuple(tiles), figures=(here, 0)), bowl.FlipTile(
        state.box.track[here + 1].id, colour, faces[0].symbols
    )


def _open(state: State) -> tuple[Face | None, ...]:
    """Every tile of the way lies open, as our list has them."""
    left = {kind: iter(faces) for kind, faces in state.box.tiles}
    return tuple(next(left[f.kind]) if f.has_tile else None for f in state.box.track)


def another_number(fact: BoxFact) -> Case:
    """The card is worth something else than the list says."""
    layer = next(n for n, one in enumerate(file_of("dig")["layers"], 1) if _has(one, fact))
    state = _digging(layer)
    card = fact.inputs[0].value
    return state, dig.Lift("A1", f"{layer}-{card}", fact.inputs[1].value + 7)


def _has(layer: Mapping[str, Any], fact: BoxFact) -> bool:
    cards = [card["id"] for one in file_of("dig")["layers"] for card in one["cards"]]
    return cards[fact.number] in {card["id"] for card in layer["cards"]}


def _digging(layer: int) -> State:
    """A1 is dug down to just above a layer."""
    state = opening("dig")
    top = state.box.top
    state = state.but(phase=Digging.DIG, turned=2, checked=(True,) * top, turn=0, bottom=1)
    for below in range(top - 1, layer, -1):
        card = next(c for c in state.box.layers[below - 1].cards if c.value == 0)
        state = after("dig", state, dig.Lift("A1", f"{below}-{card.card}"))
    return state


def one_stone_more(fact: BoxFact) -> Case:
    state = opening("kheops")
    kind, openings, symbols = (one.value for one in fact.inputs[1:])
    face = f"{kind}-{openings}" + (f"-{'+'.join(symbols)}" if symbols else "")
    cells = list(state.box.base)
    for cell in cells[: fact.inputs[0].value]:
        state = after("kheops", state, kheops.LayBaseTile(cell, face, 0))
    return state, kheops.LayBaseTile(cells[fact.inputs[0].value], face, 0)


def another_base(fact: BoxFact) -> Case:
    return opening("kheops"), kheops.LayBaseTile("D1.0", "room-2", 0)


def another_mummy(fact: BoxFact) -> Case:
    """A square of our list shows nothing on the board that lies there."""
    square = fact.inputs[0].value[0]
    return after("sphinx", opening("sphinx"), sphinx.Begin()), sphinx.NameSquare(square, "plain")


def another_card(fact: BoxFact) -> Case:
    state = after("sphinx", opening("sphinx"), sphinx.Begin())
    return state, sphinx.NameSquare(6, "red")


def another_door(fact: BoxFact) -> Case:
    """There is a door where our list has none, and it may be pushed at once."""
    state = after("sphinx", opening("sphinx"), sphinx.Begin())
    return state, sphinx.NameSquare(3, "door-34")


def another_face(fact: BoxFact) -> Case:
    state = after("sphinx", opening("sphinx"), sphinx.Begin())
    faces: list[Any] = [1, 1, 1]
    faces[fact.number] = 9
    return state, sphinx.Throw(tuple(faces))


BY_A_MOVE: dict[tuple[str, str], Callable[[BoxFact], Case]] = {
    ("wall", "card"): one_card_more,
    ("wall", "curse_card"): one_curse_more,
    ("wall", "wall"): a_slot_more,
    ("wall", "pharaoh"): a_pharaoh_twice,
    ("bowl", "tile"): one_tile_more,
    ("dig", "card"): another_number,
    ("kheops", "tile"): one_stone_more,
    ("kheops", "base"): another_base,
    ("sphinx", "die"): another_face,
    ("sphinx", "mummies"): another_mummy,
    ("sphinx", "cards"): another_card,
    ("sphinx", "doors"): another_door,
}
"""What people see: a piece that our list does not have."""


# ---- what they say in the workshop --------------------------------------------------------------


def renamed(old: str, new: str) -> Callable[[Any], Any]:
    return lambda value: [new if name == old else name for name in value]


def moved(value: Any) -> Any:
    return [one + 1 for one in value]


BY_THE_OWNER: dict[tuple[str, str], tuple[str, Callable[[Any], Any]]] = {
    ("wall", "animals"): ("names", renamed("cat", "hippo")),
    ("wall", "colours"): ("colours", renamed("yellow", "white")),
    ("bowl", "board"): ("size_mm", moved),
    ("bowl", "colours"): ("names", renamed("green", "orange")),
    ("bowl", "figures"): ("figures", renamed("white", "purple")),
    ("bowl", "boulder"): ("count", lambda count: count + 1),
    ("bowl", "trap"): ("staff_grams", lambda grams: grams + 1),
    ("bowl", "field"): ("at_mm", moved),
    ("dig", "tray"): ("card_mm", lambda size: [one - 1 for one in size]),
    ("dig", "colours"): ("colours", renamed("white", "purple")),
    ("dig", "layer"): ("colour", lambda colour: "#123456"),
    ("kheops", "edge"): ("edge_mm", lambda size: size + 1),
    ("kheops", "pawns"): ("diameter_mm", lambda size: size + 1),
    ("sphinx", "board"): ("T1", lambda square: square + 1),
    ("sphinx", "pawns"): ("size_mm", moved),
    ("sphinx", "mat"): ("card_mm", moved),
}
"""What no move can tell: the field of the fact, and what the owner makes of it."""


def test_every_guessed_fact_of_every_box_has_a_row() -> None:
    assert len(GUESSED) == 214
    groups = {(room, fact.group) for room, fact in GUESSED}
    assert groups == BY_A_MOVE.keys() | BY_THE_OWNER.keys()


SEEN = [(room, fact) for room, fact in GUESSED if (room, fact.group) in BY_A_MOVE]
SAID = [(room, fact) for room, fact in GUESSED if (room, fact.group) in BY_THE_OWNER]


def name_of(value: Any) -> str:
    return value.id if isinstance(value, BoxFact) else str(value)


@pytest.mark.parametrize(("room", "fact"), SEEN, ids=name_of)
def test_what_lies_there_is_taken_and_known_from_then_on(room: str, fact: BoxFact) -> None:
    game = load_room(room)
    state, move = BY_A_MOVE[room, fact.group](fact)
    ruling = game.decide(state, move)
    assert isinstance(ruling, Accepted), ruling
    facts = [event for event in ruling.events if isinstance(event, FactLearned)]
    assert facts, ruling.events
    told = after(room, state, move)
    assert told.box.learned == tuple(event.fact for event in facts)
    for event in facts:
        said = game.telling.describe(told, event)
        assert said is not None
        assert "guess" in load("en", strict=True).say(said)


@pytest.mark.parametrize(("room", "fact"), SEEN, ids=name_of)
def test_what_the_owner_has_said_is_asked_about_and_never_refused(room: str, fact: BoxFact) -> None:
    """Where nothing is a guess any more, people may still say that it is so."""
    game = load_room(room)
    state, move = BY_A_MOVE[room, fact.group](fact)
    ruling = game.decide(state.but(box=known(state.box)), move)
    if isinstance(ruling, Accepted):
        assert room == "dig"
        return
    assert isinstance(ruling.instead, Insist)
    told = after(room, state.but(box=known(state.box)), ruling.instead)
    assert told.box.learned


@pytest.mark.parametrize(("room", "fact"), SAID, ids=name_of)
def test_the_owners_word_reaches_the_game_that_is_open(
    room: str, fact: BoxFact, tmp_path: Path
) -> None:
    game, table = load_room(room), open_table(room, tmp_path)
    play(game, table, 12, Random(3))
    field, change = BY_THE_OWNER[room, fact.group]
    value = next(one.value for one in fact.inputs if one.name == field)
    data = asking_of(room).answered(file_of(room), fact.id, {field: change(value)})
    box = game.load_box.read(data)
    answer = correct_box(table, box, TABLE)
    assert answer.kind == "accepted", answer
    assert game.broken(table.state) == ()
    play(game, table, 12, Random(4))
    again = Table.resume(table.ledger.journal)
    assert again.state == table.state


def open_table(room: str, folder: Path) -> Table:
    game = load_room(room)
    box = game.load_box(None)
    seats = [Seat(name, colour) for name, colour in zip(("Ana", "Ben"), box.colours, strict=False)]
    journal = Journal.open(folder / "game.journal")
    return Table.begin(journal, game, box, seats, game.house_rules())


def play(game: Game, table: Table, moves: int, dice: Random) -> None:
    """Some legal moves; Kheops needs its base first."""
    for _ in range(moves):
        legal = list(game.legal_moves(table.state))
        if not legal:
            return
        made = table.submit(Said(by=TABLE, move=dice.choice(legal), at=0.0))
        assert made.kind == "accepted", made


# ---- once, kept, taken back ---------------------------------------------------------------------


def red(field: str) -> bowl.FlipTile:
    return bowl.FlipTile(field, "red", 0)


def three_reds(folder: Path) -> Table:
    table = open_table("bowl", folder)
    for move in (bowl.Begin(), red("D1"), bowl.GiveUp(), red("D2"), bowl.GiveUp(), red("D3")):
        made = table.submit(Said(by=TABLE, move=move, at=0.0))
        assert made.kind == "accepted", made
    return table


def test_three_reds_in_a_row_are_taken_kept_and_taken_back_bowl_03(tmp_path: Path) -> None:
    """The evening that stopped: the box has a third red tile for the desert."""
    table = three_reds(tmp_path)
    assert table.state.box.learned == ("tile:desert:red:0",)
    assert table.state.box.tiles_of("desert").count(Face("red", 0)) == 3
    again = Table.resume(table.ledger.journal)
    assert again.state == table.state
    again.submit(TookBack(by=REFEREE, at=0.0))
    assert again.state.box.learned == ()
    assert again.state.box.tiles_of("desert").count(Face("red", 0)) == 2


def test_it_is_said_once_bowl_03(tmp_path: Path) -> None:
    game, state = load_room("bowl"), three_reds(tmp_path).state
    state = after("bowl", state, bowl.GiveUp())
    ruling = game.decide(state, red("D4"))
    assert isinstance(ruling, Accepted)
    (fact,) = (event for event in ruling.events if isinstance(event, FactLearned))
    assert (fact.was, fact.now, fact.again) == (3, 4, True)
    assert game.telling.describe(state, fact) is None


def test_the_next_game_knows_what_this_one_has_shown_bowl_03(tmp_path: Path) -> None:
    table, boxes = three_reds(tmp_path), Boxes(tmp_path)
    for _ in range(2):
        boxes.learn("bowl", "game", table.state.box.learned)
    box = load_room("bowl").load_box(boxes.path_of("bowl"))
    assert box.tiles_of("desert").count(Face("red", 0)) == 3


def test_what_lies_there_as_our_list_says_is_confirmed_for_the_next_game(tmp_path: Path) -> None:
    """Nobody is asked about a card that lay in the wall."""
    table, boxes = open_table("wall", tmp_path), Boxes(tmp_path)
    cards = [card.id for card in table.state.box.cards]
    for move in (wall.Begin(), wall.InsertCard(3, cards[5]), wall.InsertCard(3, cards[40])):
        assert table.submit(Said(by=TABLE, move=move, at=0.0)).kind == "accepted"
    seen = load_room("wall").load_box.seen
    boxes.settle("wall", seen(table.state))
    levels = {fact.number: fact.level for fact in asking_of("wall").facts(boxes.draft("wall"))
              if fact.group == "card"}  # fmt: skip
    assert {number for number, level in levels.items() if level == "owner"} == {5, 40}
    table.submit(TookBack(by=REFEREE, at=0.0))
    assert len(list(seen(table.state))) == 1


def test_the_owner_hears_which_moves_would_come_out_differently_sphinx_24(tmp_path: Path) -> None:
    """A door where a move ended: the pawn would have gone through it."""
    table, game = open_table("sphinx", tmp_path), load_room("sphinx")
    for move in (sphinx.Begin(), sphinx.Throw((3, 1, 1)), sphinx.UseDie(3, True)):
        made = table.submit(Said(by=TABLE, move=move, at=0.0))
        assert made.kind == "accepted", made
    asking, data = asking_of("sphinx"), file_of("sphinx")
    doors = [*data["doors"]["squares"], [3, 34]]
    other = game.load_box.read(asking.answered(data, "doors", {"doors": doors}))
    last = table.ledger.record.timeline.past[-1].number
    assert otherwise_with(table, other) == (last,)
    assert otherwise_with(table, game.load_box(None)) == ()


def test_a_third_card_with_the_faces_of_two_others_is_a_card_too_wall_08() -> None:
    """The one that was learnt goes by its faces, and so does the next of its kind."""
    state = after("wall", opening("wall"), wall.Begin())
    for slot in (0, 3, 6):
        state = after("wall", state, wall.InsertCard(slot, "camel_L+camel_L"))
    assert [len(slot) for slot in state.slots] == [1, 0, 0, 1, 0, 0, 1]


def test_a_door_shown_on_a_square_takes_the_card_of_the_square_beyond_sphinx_24() -> None:
    state = after("sphinx", opening("sphinx"), sphinx.Begin(), sphinx.NameSquare(36, "door-5"))
    assert state.box.colour_at(5) is None
    assert state.box.door_at(5) is not None


def test_a_square_told_in_the_game_counts_from_the_next_step_on_sphinx_24(tmp_path: Path) -> None:
    state, door = another_door(SEEN[0][1])
    state = after("sphinx", state, door, sphinx.Throw((3, 1, 1)), sphinx.UseDie(3, True))
    assert state.pawns[0] == 34
    boxes = Boxes(tmp_path)
    boxes.learn("sphinx", "game", state.box.learned)
    assert load_room("sphinx").load_box(boxes.path_of("sphinx")).door_at(3) is not None


def test_a_confirmed_box_asks_and_people_may_insist_bowl_03(tmp_path: Path) -> None:
    game = load_room("bowl")
    box = known(game.load_box(None))
    seats = [Seat("Ana", "red"), Seat("Ben", "blue")]
    journal = Journal.open(tmp_path / "game.journal")
    table = Table.begin(journal, game, box, seats, game.house_rules())
    for move in (bowl.Begin(), red("D1"), bowl.GiveUp(), red("D2"), bowl.GiveUp()):
        assert table.submit(Said(by=TABLE, move=move, at=0.0)).kind == "accepted"
    assert table.submit(Said(by=TABLE, move=red("D3"), at=0.0)).kind == "unclear"
    question = next(one for one in table.questions() if one.topic == "doubt")
    assert [option.name for option in question.options] == ["so", "none"]
    reply = Reply(option="so")
    table.submit(Answered(by=TABLE, question=question.id, reply=reply, at=0.0))
    assert table.state.box.learned == ("tile:desert:red:0",)
    assert Table.resume(journal).state == table.state


def test_a_refusal_by_the_box_names_the_list_and_not_the_people() -> None:
    """What may still be asked of a confirmed box speaks of our list, in every language."""
    ours = {"en": "list", "de": "Liste", "fr": "liste", "it": "lista", "nl": "lijst", "es": "lista"}
    keys = [
        "bowl.no_tile_like_it", "dig.event.LayoutFoundWrong", "kheops.not_in_the_box",
        "wall.not_in_the_box", "wall.no_card_like_it", "wall.no_such_curse",
        "wall.pharaoh_not_possible", "referee.not_in_the_box",
    ]  # fmt: skip
    for language, word in ours.items():
        texts = load(language, strict=True).texts
        assert [key for key in keys if word not in str(texts[key])] == []


def test_nobody_insists_past_the_rights_of_others_sphinx_o_23(tmp_path: Path) -> None:
    """A move in disguise is none: not from a page, and not where the move itself would do."""
    table = a_court(tmp_path, manner="seats")
    do(table, sphinx.Begin())
    disguised = insisted(sphinx.GiveUp(1))
    client = a_browser(an_app(table), "seat-0-link")
    body = {"move": msgspec.to_builtins(disguised), "base": table.number}
    assert client.post("/move", json=body).status_code == 400
    ruling = table.game.decide(table.state, disguised)
    assert isinstance(ruling, Refused)
    assert len(table.state.playing) == 2
