"""Rehearsed diggers: they lay lawful layers, slip now and then, and never make an illegal move."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.core.verdict import Accepted
from companion.games.dig import GAME
from companion.games.dig import moves as m
from companion.games.dig.layout import faults, plain
from companion.games.dig.state import Phase, State
from companion.rehearsal.dig import invite, layer_laid, slip, turned, turned_way
from companion.table.explain.referee import after
from tests.rooms.dig.laid import CELLS, OWN, SEATS


@pytest.mark.parametrize("layer", range(1, OWN.top + 1))
def test_layers_are_laid_whole_and_every_part_points_its_way_dig_09(layer: int) -> None:
    ways = set()
    for seed in range(25):
        laid = layer_laid(OWN, layer, Random(seed))
        assert faults(OWN, layer, laid) == ()
        assert Counter(plain(label) for label in laid.values()) == OWN.labels(layer)
        ways.add(laid["A1"])
    assert len(ways) > (1 if layer < OWN.top else 0)


def test_a_slip_breaks_a_clause_and_nothing_else_is_touched() -> None:
    clauses, kinds, slips = Counter[str](), set(), set()
    for seed in range(100):
        laid = layer_laid(OWN, 3, Random(seed))
        wrong = slip(OWN, 3, laid, Random(f"slip {seed}"))
        if wrong is not None:
            clauses[wrong.faults[0].clause] += 1
            kinds.add(wrong.faults[0].what)
            slips.add(wrong.kind)
            assert sum(wrong.laid[cell] != laid[cell] for cell in CELLS) <= 2
    assert {"DIG-07", "DIG-08", "DIG-10", "DIG-11", "DIG-14", "EX-DIG-02"} <= clauses.keys()
    assert {"down", "colour", "obelisk", "snake", "crooked", "twisted"} <= kinds
    assert slips == {"part", "twist", "across", "colour", "down"}


def test_a_part_laid_across_is_named_by_its_own_cell_ex_dig_02_dig_14() -> None:
    clauses = set()
    for seed in range(100):
        laid = layer_laid(OWN, 4, Random(seed))
        wrong = slip(OWN, 4, laid, Random(f"across {seed}"))
        if wrong is None or wrong.kind != "across":
            continue
        (fault,) = wrong.faults
        assert [fault.cell] == [cell for cell in CELLS if wrong.laid[cell] != laid[cell]]
        clauses.add((plain(laid[fault.cell]), fault.clause))
    assert clauses == {("4-obelisk_mid", "EX-DIG-02"), ("4-snake_body", "DIG-14")}


def test_a_tray_turned_four_times_lies_as_before() -> None:
    assert turned(OWN, "A1", 1) == "D1"
    assert turned_way("3-mask@N", 1) == "3-mask@E"
    for cell in CELLS:
        assert turned(OWN, turned(OWN, cell, 3), 1) == cell
        assert turned(OWN, turned(OWN, cell, 1), -1) == cell


def played(seed: int) -> State:
    """A game in which everything the people wish is done and said."""
    people = invite(seed)
    state: State = GAME.opening(OWN, SEATS[: 2 + seed % 5], GAME.house_rules())
    while state.phase != Phase.OVER:
        move = people.wish(state)
        if move is None:
            (question,) = GAME.questions(state)
            reply = people.reply(state, question)
            move = next(o.move for o in question.options if o.name == reply.option)
        ruling = GAME.decide(state, move)
        assert isinstance(ruling, Accepted), (move, ruling)
        if isinstance(move, m.Lift):
            cell = state.at(move.cell)
            assert cell is not None
            true = people.lies(state, move.cell, state.layer(cell) - 1)
            assert move.card == plain(true)
        state = after(GAME, state, ruling)
    return state


def test_people_play_lawful_games_to_their_end_and_find_what_was_laid() -> None:
    for seed in range(12):
        end = played(seed)
        found = Counter(one.label for cell in end.tray for one in cell.found)
        box = sum((OWN.labels(n) for n in range(1, OWN.top)), Counter[str]())
        assert found <= box


def test_the_same_seed_plays_the_same_evening() -> None:
    assert played(4) == played(4)
