"""Faces of all labels are cut out in one frame."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.read.features import WIDE
from calibration.teach.train_set import framed


def tile(x: int, y: int, bar: int) -> NDArray[np.float32]:
    """A pale tile on a dark board, lying aside, with a stroke or a bar on it."""
    shade = np.full((WIDE, WIDE), 0.3, np.float32)
    left, top = (WIDE - 30) // 2 + x, (WIDE - 30) // 2 + y
    shade[top : top + 30, left : left + 30] = 0.9
    if bar:
        shade[top + 13 : top + 17, left + 8 : left + 22] = 0.1
    else:
        shade[top + 8 : top + 22, left + 13 : left + 17] = 0.1
    return shade


def test_a_label_that_was_only_shown_lying_low_is_cut_out_where_its_tiles_lie() -> None:
    often = [(x, y) for x in (-2, 0, 2) for y in (-2, 0, 2)]
    seldom = [(0, 4), (1, 4)]
    shades = np.stack([tile(*at, bar=0) for at in often] + [tile(*at, bar=1) for at in seldom])
    labels = np.array([0] * len(often) + [1] * len(seldom))
    upon_each_other = np.array([*often, (0, 0), (1, 0)])
    found = framed(shades, upon_each_other, labels, (0, 1))
    assert found.tolist() == [[x, y] for x, y in (*often, *seldom)]


def test_where_every_label_was_shown_seldom_nothing_is_known_of_the_frame() -> None:
    shades = np.stack([tile(0, 4, bar=0), tile(1, 4, bar=1)])
    aside = np.zeros((2, 2), int)
    assert framed(shades, aside, np.array([0, 1]), (0, 1)) is aside
