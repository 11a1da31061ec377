"""Phase one: who lays which layer, what a layer must look like, and that it is forgotten."""

from __future__ import annotations

import re
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.observation import Pressed
from companion.core.roles import HALL, REFEREE, TABLE, seat
from companion.core.verdict import Refused
from companion.games.dig import GAME
from companion.games.dig import events as e
from companion.games.dig import moves as m
from companion.games.dig.box import Layer
from companion.games.dig.laying import check_layer
from companion.games.dig.layout import plain, seen_as
from companion.games.dig.looking import looked
from companion.games.dig.state import Phase, first_digger
from companion.rehearsal.dig import layer_laid, turned_way
from tests.rooms.dig.laid import CELLS, ME, OWN, RIVAL, THIRD, laying, opening
from tests.rooms.dig.layouts import (
    TWO_AND_FOUR,
    but,
    is_right_by_hand,
    layer,
    right,
    shuffled,
    swapped,
)

ORDERS = {2: ("ABABAA", "B"), 3: ("ABCABB", "C"), 4: ("ABCDAA", "B"), 5: ("ABCDEE", "A"),
          6: ("ABCDEE", "F")}  # fmt: skip


@pytest.mark.parametrize("players", ORDERS)
@pytest.mark.parametrize("bottom", [0, 1])
def test_who_lays_and_who_digs_first_dig_t6_dig_04_dig_17_dig_21(players: int, bottom: int) -> None:
    """DIG-T6, with the bottom laid by the first or by the second seat."""
    order, digs = ORDERS[players]
    table = opening(players).do(m.NameBottom(bottom))
    laid_by = []
    for number in range(1, 7):
        assert table.question.to == seat((ord(order[number - 1]) - 65 + bottom) % players)
        table = table.do(m.LayLayer(number))
        (laid,) = table.happened(e.LayerLaid)
        laid_by.append(chr(65 + (laid.seat - bottom) % players))
    assert "".join(laid_by) == order
    first = (ord(digs) - 65 + bottom) % players
    assert first_digger(table.state) == first
    for n in range(players):
        table = table.do(m.TurnTray((first + n) % players))
    assert table.do(m.PutBoard()).turn == first


def test_the_players_agree_who_lays_the_bottom_dig_04_dig_c_21() -> None:
    """DIG-C-21: the first layer is the bottom layer; any player may lay it."""
    table = opening(3)
    assert table.options == ("bottom:0", "bottom:1", "bottom:2")
    assert table.answer("bottom:2").question.to == seat(THIRD)
    assert table.refused(m.NameBottom(3)).clause == "DIG-04"
    assert table.refused(m.LayLayer(1)).clause == "DIG-04"
    assert table.answer("bottom:0").refused(m.NameBottom(1)).clause == "DIG-04"


def test_the_bottom_layer_is_the_darkest_dig_05() -> None:
    assert check_layer(laying(layer=1).state, right(1)) == m.LayLayer(1, checked=True)
    refusal = check_layer(laying(layer=1).state, right(6))
    assert isinstance(refusal, Refused)
    assert refusal.clause == "DIG-05"
    assert refusal.cells == CELLS


def test_each_layer_is_the_next_lighter_one_dig_08() -> None:
    """DIG-08: a single card of the wrong layer is named by its cell."""
    for number in range(2, 7):
        table = laying(layer=number)
        assert check_layer(table.state, right(number)) == m.LayLayer(number, checked=True)
        other = "1-bracelet" if number == 2 else "2-necklace"
        refusal = check_layer(table.state, but(right(number), D4=other))
        assert isinstance(refusal, Refused)
        assert (refusal.clause, refusal.cells) == ("DIG-08", ("D4",))
    assert laying(layer=2).refused(m.LayLayer(3)).clause == "DIG-08"
    assert laying(layer=2).refused(m.LayLayer(1)).clause == "DIG-08"


def test_every_cell_gets_one_card_dig_06() -> None:
    cells = right(3)
    for gone in ({"B2": "empty"}, {}):
        seen = {**{c: label for c, label in cells.items() if c != "B2"}, **gone}
        refusal = check_layer(laying(layer=3).state, seen)
        assert isinstance(refusal, Refused)
        assert (refusal.clause, refusal.cells) == ("DIG-06", ("B2",))


def test_who_lays_chooses_freely_dig_06_dig_16() -> None:
    """DIG-06, DIG-16: any order of the bottom layer, of the cover, and of the seven others."""
    dice = Random(6)
    for number in (1, 6):
        for _ in range(50):
            seen = shuffled(number, dice)
            assert check_layer(laying(layer=number).state, seen) == m.LayLayer(number, True)
    free = ["D1", "D2", "D3", "A4", "B4", "C4", "D4"]
    for _ in range(50):
        cells = right(4)
        cards = [cells[cell] for cell in free]
        dice.shuffle(cards)
        seen = {**cells, **dict(zip(free, cards, strict=True))}
        assert check_layer(laying(layer=4).state, seen) == m.LayLayer(4, True)


def test_cards_lie_picture_up_dig_07_dig_c_20() -> None:
    refusal = check_layer(laying(layer=2).state, but(right(2), C4="down", A1="down"))
    assert isinstance(refusal, Refused)
    assert (refusal.clause, refusal.cells) == ("DIG-07", ("A1", "C4"))


def test_a_card_of_another_game_is_named_by_its_cell_dig_01() -> None:
    refusal = check_layer(laying(layer=2).state, but(right(2), C4="?"))
    assert isinstance(refusal, Refused)
    assert (refusal.clause, refusal.cells) == ("DIG-01", ("C4",))


SURPLUS = {
    "DIG-13": ("D4", "3-obelisk_base", ("A1", "B1", "D4")),
    "DIG-14": ("D4", "3-snake_head", ("C1", "D4")),
    "DIG-01": ("A1", "3-mosquito", None),
}


def _confirmed(layer: Layer) -> Layer:
    cards = (msgspec.structs.replace(card, assumed=False) for card in layer.cards)
    return msgspec.structs.replace(layer, cards=tuple(cards))


def test_a_card_more_often_than_the_guessed_list_has_it_is_no_fault_dig_01() -> None:
    seen = but(right(3), A1="3-mosquito")
    found = check_layer(laying(layer=3).state, seen)
    assert not isinstance(found, Refused) or "surplus" not in str(found.say.values)


@pytest.mark.parametrize("clause", SURPLUS)
def test_a_card_seen_too_often_is_named(clause: str) -> None:
    cell, label, cells = SURPLUS[clause]
    state = laying(layer=3).state
    sure = msgspec.structs.replace(OWN, layers=tuple(_confirmed(layer) for layer in OWN.layers))
    refusal = check_layer(state.but(box=sure), but(right(3), **{cell: label}))
    assert isinstance(refusal, Refused)
    assert refusal.clause == clause
    assert cells is None or refusal.cells == cells


# Obelisks and snake

RIGHT = {
    "3+3": "b b h .  m m s .  t t l .  . . . .",
    "3+3 one upside down": "b t h .  m m s .  t b l .  . . . .",
    "3+3 lying": "b m t .  t m b .  h s l .  . . . .",
    "2+4": "b m m t  b t . .  h s l .  . . . .",
    "2+4 standing": "b . h b  m . s t  m . l .  t . . .",
    "4 upside down, 2 lying": "t . . .  m . b t  m . . .  b l s h",
    "snake upside down": "b b l .  m m s .  t t h .  . . . .",
    "two feet side by side": "b b m t  m h s l  t . . .  . . . .",
    "one beside the end of the other": "b t . b  h s l m  . . . m  . . . t",
}
WRONG = {
    "a top missing": ("b b h .  m m s .  t . l .  . t . .", {"B1", "B2", "B4"}, "DIG-11"),
    "6+0: all in one heap": ("b b h .  t t s .  m m l .  . . . .", {"A3", "B3"}, "DIG-12"),
    "a middle left over: 2+3": ("b b h .  t m s .  . t l .  m . . .", {"A4"}, "DIG-12"),
    "a middle out of line": ("b b h .  . m s .  t t l .  m . . .", {"A1", "A3", "A4"}, "DIG-11"),
    "round a corner": ("b m . h  b m t s  . t . l  . . . .", {"A1", "B1", "B3"}, "DIG-11"),
    "diagonal": ("b . . h  . m . s  b . t l  m t . .", None, "DIG-11"),
    "foot at both ends": ("b . h t  m . s m  b . l t  . . . .", None, "DIG-11"),
    "2+2 and two middles": ("b t h .  m m s .  b t l .  . . . .", {"A2", "B2"}, "DIG-12"),
    "1+5: a foot alone": ("b . . .  b m m t  . h s l  t . . .", {"A1", "A4"}, "DIG-11"),
    "snake in two pieces": ("b b h s  m m . .  t t l .  . . . .", {"C3"}, "DIG-10"),
    "snake's head away": ("b b s l  m m . .  t t . .  h . . .", {"A4"}, "DIG-10"),
    "snake round a corner": ("b b h s  m m . l  t t . .  . . . .", {"D2"}, "DIG-14"),
    "body at the end": ("b b s .  m m h .  t t l .  . . . .", {"C3"}, "DIG-10"),
}  # fmt: skip


@pytest.mark.parametrize("drawing", RIGHT.values(), ids=list(RIGHT))
@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_whole_obelisks_and_snakes_are_right_ex_dig_02_dig_09_dig_12_dig_15_dig_c_05(
    drawing: str, number: int
) -> None:
    """EX-DIG-02, DIG-15, DIG-C-05: 3+3 and 2+4, in any of the four directions."""
    seen = layer(number, drawing)
    assert is_right_by_hand(seen)
    assert check_layer(laying(layer=number).state, seen) == m.LayLayer(number, checked=True)


@pytest.mark.parametrize(("drawing", "cells", "clause"), WRONG.values(), ids=list(WRONG))
def test_everything_else_is_wrong_and_named_ex_dig_02_dig_09_dig_10_dig_11_dig_12_dig_14(
    drawing: str, cells: set[str] | None, clause: str
) -> None:
    seen = layer(3, drawing)
    assert not is_right_by_hand(seen)
    refusal = check_layer(laying(layer=3).state, seen)
    assert isinstance(refusal, Refused)
    assert refusal.clause == clause
    assert cells is None or set(refusal.cells) == cells
    faults = refusal.say.values["faults"]
    assert [fault[0] for fault in faults] == list(refusal.cells)
    assert faults[0][2] == clause


def test_a_refused_layer_names_cells_and_clauses_but_no_card_dig_46() -> None:
    """Everybody reads it: what else lies in the layer does not change a word of it."""
    table, seen = laying(layer=3), layer(3, "b b h s  m m . .  t t l .  . . . .")
    refusal = check_layer(table.state, seen)
    assert isinstance(refusal, Refused)
    assert refusal.say.values["faults"] == [["C3", "snake", "DIG-10"]]
    assert not re.search("snake_|mosquito|obelisk_|necklace", repr(refusal))
    assert check_layer(table.state, swapped(seen, "D4", "A4")) == refusal


def test_a_broken_snake_can_be_put_right_and_nothing_is_lost_dig_10() -> None:
    table = laying(layer=4)
    broken = swapped(right(4), "C1", "D4")
    before = table.state
    refusal = looked(table.state, broken)
    assert isinstance(refusal, Refused)
    assert (refusal.clause, refusal.cells) == ("DIG-10", ("D4",))
    assert table.state == before
    move = looked(table.state, swapped(broken, "C1", "D4"))
    assert isinstance(move, m.LayLayer)
    assert table.do(move).state.checked == (False, False, False, True)


TURNED = {
    "snake seen pointing along": ("b b h@N .  m m s@NS .  t t l@N .  . . . .", {}),
    "snake's head looks aside": ("b b h@E .  m m s@NS .  t t l@N .  . . . .", {"C1": "DIG-14"}),
    "snake's head looks back": ("b b h@S .  m m s .  t t l .  . . . .", {"C1": "DIG-14"}),
    "snake's body lies across": ("b b h@N .  m m s@EW .  t t l@N .  . . . .", {"C2": "DIG-14"}),
    "snake's body upside down": ("b b h@N .  m m s@S .  t t l@N .  . . . .", {}),
    "snake lying, its body across": ("b m t .  t m b .  h s@NS l .  . . . .", {"B3": "DIG-14"}),
    "obelisks seen upside down": ("b@S b h .  m@NS m s .  t@S t l .  . . . .", {}),
    "a middle upside down": ("b@S b h .  m@N m s .  t@S t l .  . . . .", {}),
    "a middle lies across": ("b@S b h .  m@EW m s .  t@S t l .  . . . .", {"A2": "EX-DIG-02"}),
    "a middle of four lies across": (
        "b m@EW m@NS t  b t . .  h s l .  . . . .", {"C1": "EX-DIG-02"}),
    "both middles lie across": (
        "b b h .  m@EW m@EW s .  t t l .  . . . .", {"A2": "EX-DIG-02", "B2": "EX-DIG-02"}),
    "a top on its side": ("b@S b h .  m@NS m s .  t@E t l .  . . . .", {"A3": "EX-DIG-02"}),
    "a foot on its head": ("b@N b h .  m@NS m s .  t@S t l .  . . . .", {"A1": "EX-DIG-02"}),
    "the way tells which foot has which top": (
        "b@S b@E t@E .  m@NS . . .  t@S m . .  h s l .", {"B3": "DIG-12"}),
    "other cards any way": ("b b h .  m m s .  t t l .  . . . .", {}),
}  # fmt: skip


@pytest.mark.parametrize(("drawing", "faults"), TURNED.values(), ids=list(TURNED))
def test_where_the_way_a_picture_lies_is_seen_it_must_fit_dig_15_dig_14_ex_dig_02(
    drawing: str, faults: dict[str, str]
) -> None:
    """EX-DIG-02: no piece out of line; the cell that lies wrong is named, and no other."""
    answer = check_layer(laying(layer=2).state, layer(2, drawing))
    if not faults:
        assert answer == m.LayLayer(2, checked=True)
    else:
        assert isinstance(answer, Refused)
        assert {cell: clause for cell, _, clause in answer.say.values["faults"]} == faults
        assert (answer.cells, answer.clause) == (tuple(faults), next(iter(faults.values())))


@given(st.integers(0, 2**32 - 1), st.sampled_from([2, 3, 4, 5]))
@settings(max_examples=300, deadline=None)
def test_any_layer_is_judged_as_by_hand_dig_09(seed: int, number: int) -> None:
    """Cards anywhere, and right layers with one or two cards exchanged."""
    dice = Random(seed)
    seen = layer(number, dice.choice([*RIGHT.values(), TWO_AND_FOUR]))
    for _ in range(dice.randint(0, 2)):
        seen = swapped(seen, *dice.sample(CELLS, 2))
    if dice.random() < 0.2:
        seen = shuffled(number, dice)
    answer = check_layer(laying(layer=number).state, seen)
    assert isinstance(answer, m.LayLayer) == is_right_by_hand(seen)


@given(st.integers(0, 2**32 - 1), st.sampled_from([2, 3, 4, 5]))
@settings(max_examples=300, deadline=None)
def test_any_layer_seen_with_its_ways_is_judged_as_by_hand_ex_dig_02(
    seed: int, number: int
) -> None:
    """Layers laid lawfully, in which some cards are turned, or not seen which way they lie."""
    dice = Random(seed)
    seen = layer_laid(OWN, number, dice)
    for cell in dice.sample(CELLS, dice.choice((0, 1, 2, 16))):
        turned = turned_way(seen[cell], dice.randint(0, 3))
        seen[cell] = seen_as(dice.choice((turned, plain(turned))))
    answer = check_layer(laying(layer=number).state, seen)
    assert isinstance(answer, m.LayLayer) == is_right_by_hand(seen)


@pytest.mark.parametrize("number", [1, 6])
def test_bottom_and_cover_have_nothing_to_keep_whole_dig_c_03_dig_17(number: int) -> None:
    """DIG-C-03; DIG-17: the cover holds no treasure."""
    assert not any(
        card.card.startswith(("obelisk", "snake")) for card in OWN.layers[number - 1].cards
    )
    assert all(card.value == 0 for card in OWN.layers[5].cards)
    assert "DIG-09" not in laying(layer=number).question.because
    assert "DIG-09" in laying(layer=3).question.because


# When the camera looks


def test_a_layer_that_is_still_being_laid_is_left_in_peace_dig_06() -> None:
    half = {**right(2), **{cell: right(1)[cell] for cell in CELLS[8:]}}
    assert looked(laying(layer=2).state, half) is None
    assert looked(laying(layer=1).state, {"A1": "1-mask"}) is None
    assert looked(laying(layer=2).state, but(right(2), A1="empty")) is None
    assert looked(laying(layer=2).state, right(2)) == m.LayLayer(2, checked=True)
    assert looked(opening().state, right(1)) is None


def test_people_may_say_that_a_layer_lies_as_it_lies_dig_09() -> None:
    """The fallback of section 5: a person accepts what the camera does not."""
    table = laying(layer=3).do(m.LayLayer(3))
    assert table.state.checked[-1] is False
    assert GAME.view(table.state, TABLE)["laying"]["checked"] == [False, False, False]


def test_no_seventh_layer_dig_17() -> None:
    table = laying(layer=6).do(m.LayLayer(6))
    assert table.state.phase == Phase.TURNING
    assert table.refused(m.LayLayer(7)).clause == "DIG-17"
    refusal = check_layer(table.state, right(6))
    assert isinstance(refusal, Refused)
    assert refusal.clause == "DIG-17"


def test_what_was_checked_is_forgotten_dig_46() -> None:
    """Two worlds whose layers lie differently are the same table, byte for byte."""
    dice = Random(18)

    def world(tables: list[dict[int, dict[str, str]]]) -> list[bytes]:
        table, seen = laying(), []
        for number in range(1, 7):
            move = looked(table.state, tables[0][number])
            assert isinstance(move, m.LayLayer)
            seen.append(msgspec.json.encode(move))
            table = table.do(move)
            seen += [msgspec.json.encode(event) for event in table.events]
            seen.append(msgspec.json.encode(msgspec.to_builtins(table.state)))
            for role in (TABLE, REFEREE, HALL, seat(ME), seat(RIVAL)):
                seen.append(msgspec.json.encode(GAME.view(table.state, role)))
            seen.append(msgspec.json.encode([GAME.questions(table.state), GAME.score(table.state)]))
            seen.append(msgspec.json.encode(dict(GAME.visible(table.state))))
            seen.append(msgspec.json.encode(list(GAME.legal_moves(table.state))))
        return seen

    one = {n: right(n) for n in range(1, 7)}
    other = {n: layer(n, TWO_AND_FOUR) if 2 <= n <= 5 else shuffled(n, dice) for n in range(1, 7)}
    assert all(one[n] != other[n] for n in range(1, 6))
    assert world([one]) == world([other])


def test_a_layer_reaches_no_journal_whatever_is_written_down_dig_46() -> None:
    """A canary: no card of the layer is in the move, its events or the state, the box aside."""
    table = laying(layer=2)
    move = looked(table.state, right(2))
    assert isinstance(move, m.LayLayer)
    done = table.do(move)
    written = msgspec.json.encode([move, *done.events]).decode() + repr((move, done.events))
    kept = msgspec.to_builtins(done.state)
    kept.pop("box")
    written += str(kept)
    assert "obelisk" not in written
    assert "necklace" not in written


# Turning the tray, and the board over it


def test_every_player_turns_the_tray_in_turn_dig_18_dig_c_07() -> None:
    table = laying(3, layer=6).do(m.LayLayer(6))
    first = first_digger(table.state)
    asked = []
    for _ in range(3):
        asked.append(table.question.to.seat)
        assert table.question.because == ("DIG-18", "DIG-C-07")
        others = [s for s in range(3) if s != asked[-1]]
        assert all(table.refused(m.TurnTray(s)).clause == "DIG-18" for s in others)
        table = table.answer("turned")
    assert sorted(asked) == [0, 1, 2]  # type: ignore[type-var]
    assert asked[0] == first
    assert table.state.phase == Phase.FRAME
    assert table.refused(m.TurnTray(0)).clause == "DIG-18"


def test_the_board_is_put_over_the_tray_dig_19_dig_c_08_dig_20() -> None:
    """DIG-19, DIG-C-08: a frame over the tray; DIG-20: then the shovel is taken up."""
    table = laying(layer=6).do(m.LayLayer(6))
    assert table.refused(m.PutBoard()).clause == "DIG-19"
    table = table.do(m.TurnTray(1), m.TurnTray(0))
    assert {"DIG-19", "DIG-C-08", "DIG-20"} <= set(table.question.because)
    done = table.answer("begin_digging")
    assert done.state.phase == Phase.DIG
    assert "DIG-19" in done.because
    assert done.refused(m.PutBoard()).clause == "DIG-19"


@pytest.mark.parametrize("move", [m.Lift("A1", "5-earth"), m.Stop(), m.Skip(), m.PlayScarab()])
def test_nobody_digs_before_the_board_lies_dig_21(move: m.Lift) -> None:
    for table in (opening(), laying(), laying(layer=6).do(m.LayLayer(6))):
        assert table.refused(move).clause == "DIG-21"
    assert laying().refused(m.PlayBarricade("A1")).clause == "DIG-40"
    assert laying().refused(m.LeaveGame(0)).clause == "DIG-O-27"
    assert laying().refused(m.EndTurn()).clause == "DIG-25"


def test_the_buttons_of_the_table_carry_phase_one_on() -> None:
    table = opening()
    assert GAME.hears(table.state, Pressed(button="done", at=0.0)) is None
    table = table.do(m.NameBottom(ME))
    for _ in range(6 + 2 + 1):
        move = GAME.hears(table.state, Pressed(button="done", at=0.0))
        assert move is not None
        table = table.do(move)
    assert table.state.phase == Phase.DIG
