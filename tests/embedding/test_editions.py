"""Synthetic editions follow from their seed, and show every face on every board."""

from __future__ import annotations

import numpy as np

from tests.embedding.editions import BOARDS, COLUMNS, FACES, KINDS, ROWS, WINDOW, Stuff, batch
from tests.embedding.sources import CHARACTERS, SIDE, Bank, is_held_out


def small_bank() -> Bank:
    """Make a bank of dice throws, so that no font has to be fetched."""
    dice = np.random.default_rng(3)
    glyphs = dice.integers(0, 256, (2, len(CHARACTERS), SIDE, SIDE), np.uint8)
    icons = dice.integers(0, 256, (12, SIDE, SIDE), np.uint8)
    coloured = dice.integers(0, 256, (14, SIDE, SIDE, 4), np.uint8)
    free = [np.zeros(len(one), bool) for one in (glyphs, icons, coloured)]
    return Bank(glyphs, free[0], icons, free[1], coloured, free[2])


def test_a_batch_follows_from_its_seed_alone() -> None:
    stuff = Stuff.of(small_bank())
    one, same, other = (batch((seed,), stuff, 2) for seed in (7, 7, 8))
    assert np.array_equal(one.cells, same.cells)
    assert np.array_equal(one.label, same.label)
    assert not np.array_equal(one.cells, other.cells)


def test_every_board_shows_every_face_as_the_eye_would_cut_it() -> None:
    drawn = batch((1,), Stuff.of(small_bank()), 3)
    assert drawn.cells.shape == (3 * BOARDS * ROWS * COLUMNS, WINDOW, WINDOW, 3)
    for board in range(3 * BOARDS):
        own = drawn.board == board
        assert len(np.unique(drawn.label[own])) == FACES
        assert set(drawn.edition[own]) == {board // BOARDS}


def test_every_kind_of_edition_can_be_drawn() -> None:
    from tests.embedding.editions import edition

    stuff = Stuff.of(small_bank())
    drawn = [edition(np.random.default_rng(seed), stuff) for seed in range(60)]
    assert {one.kind for one in drawn} == set(KINDS)
    assert {len(one.faces) for one in drawn} == {FACES}


def test_what_is_held_out_follows_from_the_name() -> None:
    held = [is_held_out(f"icon {number}") for number in range(600)]
    assert 60 < sum(held) < 140
    assert held == [is_held_out(f"icon {number}") for number in range(600)]
