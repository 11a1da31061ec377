"""What is read on a pyramid that was watched: tiles stay what they are, whoever hides them."""

from __future__ import annotations

import pytest

from companion.core.observation import Reading
from companion.games.kheops import GAME
from companion.games.kheops import moves as m
from companion.games.kheops.state import Phase
from tests.rooms.kheops.laid import SMALL, laid

CORRIDOR = "corridor-2@1"
"""What lies in D0.0: open to the left and to the top."""


def test_a_tile_under_a_pawn_is_not_taken_for_another_tile() -> None:
    position = laid(SMALL)
    assert GAME.visible(position.state)["D0.0"] == CORRIDOR
    read = GAME.looking.reads(position.state, "D0.0", Reading({"corridor-3@0": 0.9, CORRIDOR: 0.1}))
    assert read.chances[CORRIDOR] > 0.95
    assert sum(read.chances.values()) == pytest.approx(1)


def test_a_tile_that_was_surely_exchanged_is_noticed() -> None:
    read = GAME.looking.reads(
        laid(SMALL).state, "D0.0", Reading({"room-1-ankh@0": 1.0, CORRIDOR: 1e-6})
    )
    assert read.chances["room-1-ankh@0"] > 0.99


def test_a_tile_is_hardly_turned_without_a_power_but_easily_with_one() -> None:
    doubt = Reading({"corridor-2@2": 0.6, CORRIDOR: 0.4})
    position = laid(SMALL)
    assert GAME.looking.reads(position.state, "D0.0", doubt).chances[CORRIDOR] > 0.9
    waiting = position.state.but(phase=Phase.POWER, power="rot_c", trigger="U0.1")
    assert GAME.looking.reads(waiting, "D0.0", doubt).chances["corridor-2@2"] == pytest.approx(0.6)
    rooms = position.state.but(phase=Phase.POWER, power="rot_r", trigger="U0.1")
    assert GAME.looking.reads(rooms, "D0.0", doubt).chances[CORRIDOR] > 0.9


def test_somebody_the_eye_does_not_make_out_is_not_believed_to_be_gone() -> None:
    state = laid(SMALL).state
    unknown = Reading({"?": 0.9, "white-priest": 0.1})
    assert not GAME.looking.reads(state, "D0.0:pawn", unknown).readable
    assert not GAME.looking.reads(state, "D0.0", Reading({"?": 0.9, CORRIDOR: 0.1})).readable


def test_something_unknown_where_nobody_stood_is_reported() -> None:
    state = laid(SMALL).state
    unknown = Reading({"?": 0.9, "empty": 0.1})
    assert GAME.looking.reads(state, "D1.0:pawn", unknown) == unknown


def test_where_nothing_lies_and_before_the_game_every_reading_counts_as_it_is() -> None:
    small = SMALL.replace("U2.0 room BR - white-pharaoh", "").strip()
    state = laid(small).state
    doubt = Reading({"room-2@0": 0.6, "empty": 0.4})
    assert GAME.looking.reads(state, "U2.0", doubt) == doubt
    setup = laid(SMALL, phase=Phase.SETUP).state
    assert GAME.looking.reads(setup, "D0.0", doubt) == doubt
    assert isinstance(next(iter(GAME.legal_moves(setup)), m.Begin()), m.Begin)
