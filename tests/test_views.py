"""What a page needs of the rules is in the view, along a recorded game of every room concerned."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from companion.core.game import Game
from companion.core.roles import TABLE
from companion.core.verdict import Accepted
from companion.games.dig import moves as dig
from companion.games.wall import moves as wall
from companion.table.explain.referee import after
from tests.playthroughs.record import opened, records

Stand = tuple[Game, Any, dict[str, Any]]


def stands(room: str) -> Iterator[Stand]:
    """Each state of a recorded game with the view everybody has of it."""
    for path in records(room):
        game, state, moves = opened(path.read_text("utf-8"))
        for move in moves:
            ruling = game.decide(state, move)
            if isinstance(ruling, Accepted):
                state = after(game, state, ruling)
                yield game, state, game.view(state, TABLE)


def test_the_open_slots_of_the_wall_are_those_a_card_may_go_into() -> None:
    seen = set()
    for game, state, view in stands("wall"):
        may = {m.slot for m in game.legal_moves(state) if isinstance(m, wall.InsertCard)}
        assert view["wall"]["open"] == sorted(may)
        full = {n for n, cards in enumerate(state.slots) if len(cards) == state.box.wall.capacity}
        assert view["wall"]["full"] == (sorted(full) if may else [])
        seen.add(len(may))
    assert len(seen) > 2


def test_the_slab_may_be_counted_up_to_all_scarabs_of_the_box() -> None:
    for _, state, view in stands("wall"):
        columns = sum(column.scarabs for column in state.chamber.columns)
        assert view["scarabs"] == state.chamber.slab + columns


def test_who_is_too_poor_to_skip_has_no_such_move_dig_o_05() -> None:
    for game, state, view in stands("dig"):
        turn = view["digging"]
        if turn is not None and view["phase"] == "dig":
            may = any(isinstance(move, dig.Skip) for move in game.legal_moves(state))
            assert turn["too_poor_to_skip"] == (not may and not turn["lifts"])


def test_a_seat_waits_for_everybody_between_who_is_still_in() -> None:
    for _, state, view in stands("dig"):
        players = len(state.seats)
        for number, seat in enumerate(view["seats"]):
            between = 0
            for step in count(1):
                other = (state.turn + step) % players
                if other == number:
                    break
                between += other not in state.out
            assert seat["wait"] == between


def test_a_hazard_names_the_clauses_of_its_stop_dig_26() -> None:
    named = {tuple(view["hazard"]["because"]) for _, _, view in stands("dig") if view["hazard"]}
    assert named
    assert all(because[0] == "DIG-26" for because in named)
    assert all("DIG-34" in because or "DIG-35" in because for because in named)


def test_the_parts_of_a_path_add_up_to_its_value() -> None:
    paths = [path for _, _, view in stands("kheops") for path in view["paths"]]
    assert len(paths) > 10
    for path in paths:
        bonus = path["sarcophagus_bonus"] + path["top_bonus"] + path["longest_bonus"]
        worth = (path["base"] + bonus) * (2 if path["closed"] else 1)
        assert path["value"] == (0 if path["cursed"] else worth)
        assert path["pair"] == (path["sarcophagus_bonus"] == 15)
