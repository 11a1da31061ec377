"""Other walls from data alone: one animal to a card, four, five slots, room to spare."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.observation import Reading, Seen
from companion.core.verdict import Explained
from companion.games.wall import GAME
from companion.games.wall import events as e
from companion.games.wall import moves as m
from companion.games.wall.house import HouseRules
from companion.games.wall.state import Phase
from companion.table.explain.referee import judge
from tests.rooms.position import known
from tests.rooms.wall.boxes import SHAPES, shaped
from tests.rooms.wall.laid import ME, SEATS, Position, a_box, col, laid
from tests.rooms.wall.players import a_game

MINE = {"camel": col(ME)}


def pairs(position: Position) -> set[tuple[int, int]]:
    return {pair.there for formed in position.happened(e.PairsFormed) for pair in formed.pairs}


def test_a_card_of_one_animal_pairs_with_all_eight_neighbours_wo_9() -> None:
    around = [(x, y) for x in (2, 3, 4) for y in (0, 1, 2) if (x, y) not in ((3, 1), (3, 2))]
    wall = {place: "camel_L" for place in around}
    table = laid(box=a_box(block=(1, 1)), wall=wall, columns=MINE).insert(3, "camel_R")
    assert pairs(table) == set(around)
    assert table.scarabs("camel") == 2


def test_a_card_of_four_animals_covers_two_rows_wo_9() -> None:
    box = a_box(block=(2, 2))
    table = laid(box=box, wall={(5, 1): "camel_L"}, columns=MINE)
    done = table.insert(3, "mule_L", "snake_L", "camel_L", "ibis_L")
    cells = GAME.visible(done.state)
    assert [cells[c] for c in ("6,0", "7,0", "6,1", "7,1")] == [
        "mule_L", "snake_L", "camel_L", "ibis_L",
    ]  # fmt: skip
    assert pairs(done) == {(5, 1)}
    above = done.insert(3, "camel_R", "crocodile_L", "cat_L", "cat_R")
    assert GAME.visible(above.state)["6,2"] == "camel_R"
    assert pairs(above) == {(6, 1), (5, 1)}


def test_the_four_animals_of_one_card_are_no_pairs_among_themselves_wo_8() -> None:
    box = a_box(block=(2, 2))
    same = ("camel_L",) * 4
    assert pairs(laid(box=box, columns=MINE).insert(3, *same)) == set()
    table = laid(box=box, columns=MINE, intra_card_pairs=True).insert(3, *same)
    assert len(table.happened(e.PairsFormed)[0].pairs) == 6


def test_five_slots_are_five_slots_wo_9() -> None:
    table = laid(box=a_box(slots=5, capacity=10)).with_card("camel_R")
    assert {move.slot for move in GAME.legal_moves(table.state)} == {0, 1, 2, 3, 4}  # type: ignore[attr-defined]
    sure = Position(table.state.but(box=known(table.state.box)))
    assert sure.refused(m.InsertCard(5, "NEW")).clause == "WALL-14"
    assert len(GAME.visible(table.state)) == 100


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("sphinx", [False, True])
def test_a_game_on_any_wall_comes_to_its_end_wo_16(shape: str, sphinx: bool) -> None:
    box = shaped(shape)
    slots, capacity, _, cards = SHAPES[shape]
    rules = HouseRules(eyes_of_the_sphinx=sphinx)
    state = None
    for _, _, _, state in a_game(Random(7), box, rules):
        assert GAME.broken(state) == ()
    assert state is not None
    assert state.phase == Phase.OVER
    assert sum(map(len, state.slots)) == min(slots * capacity, cards)


def test_cards_that_look_alike_are_one_explanation_wo_9() -> None:
    """With one animal to a card most cards have twins; that is no reason to ask."""
    box = shaped("one by one")
    state = GAME.opening(box, SEATS[:2], HouseRules())
    state = Position(state).do(m.Begin()).state
    faces = {card.cells[0][0] for card in box.cards}
    for face in sorted(faces):
        readings = {c: Reading({label: 1.0}) for c, label in GAME.visible(state).items()}
        readings["3,0"] = Reading({face: 0.995, "empty": 0.005})
        verdict = judge(GAME, state, Seen(readings=readings, at=0.0))
        assert isinstance(verdict, Explained), verdict
        inserted = verdict.made[0].move
        assert isinstance(inserted, m.InsertCard)
        assert box.card(inserted.card).cells[0][0] == face


def test_a_twin_may_be_inserted_when_the_first_is_on_the_wall_wo_9() -> None:
    box = shaped("one by one")
    face = box.cards[0].cells[0][0]
    twins = [card.id for card in box.cards if card.cells[0][0] == face]
    table = Position(GAME.opening(box, SEATS[:2], HouseRules(auto_detect=False))).do(m.Begin())
    assert len(twins) > 1
    for n, twin in enumerate(twins):
        offered = [
            move.card
            for move in GAME.legal_moves(table.state)
            if isinstance(move, m.InsertCard) and move.slot == n and move.card in twins
        ]
        assert offered == [twin]
        table = table.do(m.InsertCard(n, twin)).do(m.CallNoMore())
