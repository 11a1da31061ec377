"""From voices to chances: how far they agree says how sure the learnt reader may be.

Every voice speaks in nats for or against a label. No voice is believed as much as it believes
itself; what each is worth was measured on boards, lamps and cameras it had never seen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .chances import SURE
from .kin import Kin
from .overlay import Laid

Array = NDArray[np.floating[Any]]

NETS = 0.7
"""What a nat of the nets is worth."""
BARE, LEAST_BARE, MOST_BARE = 1.0, -6.0, 6.9
"""What a nat of the bare look is worth, and how far it may go: unlike light may make a bare cell
look unlike itself, hardly anything makes another look so."""
LAID = 4.0
"""What a rival of the best taught picture loses that is as far behind as it can be."""
PAPER, OFF_PAPER = 0.12, 12.0
"""What a face without a drawing loses for the distance of its colour from all that were taught,
beyond some (white = 1)."""
DRAWN, OVER_DRAWN = 0.6, 12.0
"""What it loses where a taught drawing agrees better than this."""
NETS_LESS, LAID_LESS, LOOSE_LESS = 0.1, 1.0, 0.13
UNLIKE_MORE, SMOOTH_MORE = 20.0, 0.3
"""How much less these are, or more, where pictures of one label differ much."""
KIN = 5.0
"""What a label loses that is as far as can be behind another, among the sure cells of the board."""
STRANGE, USUAL = 0.5, 3.0
"""What a label loses for each spread by which a cell is less alike than its kind, beyond some."""
AWAY, ASTRAY = 1.0, 1.0
"""What a texture's label loses for each spread of distance, beside the nearest label and beyond
what is usual."""
UNNAMED, UNSURE = 2.0, -0.33
"""How far a drawing may lead something else that taught pictures take for another one, or of which
the nets themselves are less sure than this (a logarithm)."""
THOUGHT_OF, CLEAR, LEAST = 0.02, 0.5, -1.1
"""Labels the nets think of; how far behind these must be where a taught picture explains all, so
that unsure nets don't matter; and how unsure they may be (a logarithm)."""
FREE, PER_SHARE = 1.5, 20.0
"""Where taught pictures can't tell two labels apart the nets alone may put one this far before the
other; so much farther as the other is behind."""
ELSE, UNLIKE, LOOSE = 1.0, 20.0, 0.15
"""What speaks for something else beforehand, and for what the best taught picture agrees less than
pictures of one face usually do, beyond some."""
LUMPY, SMOOTH, WHOLE = 25.0, 0.36, -2.0
"""What a lump speaks for something else that the best taught picture leaves unexplained, beyond the
size at which it says nothing; and how much a picture that explains all speaks against it."""
OFF_BARE = 10.0
STROKES = 10.0
"""A cell that is too far from how it would look tonight if it were bare, or in which there is too
strong a stroke, is just not sure to have no drawing: what more or less of each is worth."""
AGAINST, MOST_AGAINST = 3.0, 6.0
"""What a stroke speaks against all labels without a drawing, beyond what is too strong."""
JUST_SURE = 3.0
"""How far the best label leads where it is just sure."""


@dataclass(frozen=True)
class Heard:
    """What the voices say of some cells."""

    nets: Array
    """(cells, labels + 1): logarithms of chances, the last for something else"""
    plain: NDArray[np.bool_]
    """which labels have no drawing"""
    bare_label: int
    """-1 where nothing is known of bare cells"""
    bare: Array
    """(cells,): log odds of being bare"""
    laid: Laid | None = None
    off_paper: Array | None = None
    """(cells, labels): how far the colour is from those of faces without a drawing"""
    short: Array | float = 0.0
    """(cells,): how much less the best taught picture agrees than is usual"""
    away: Array | None = None
    """(cells, labels): how far a texture is from the nearest taught one of each label"""
    usual: float = 0.0
    """how far that is at most, as a rule"""
    off_bare: Array | float = 0.0
    """(cells,): how far cells are from how they would look tonight if bare; 1 is too far"""
    strokes: Array | float = 0.0
    """(cells,): the strongest stroke in each; 1 is too strong for a face without a drawing"""
    varied: float = 0.0
    """0 where all pictures of a label agree, 1 where they differ as much as prints of many houses:
    then a new one may differ as well, and every voice is worth less"""

    def some(self, cells: NDArray[np.int64]) -> Heard:
        """What is said of some of the cells."""
        return replace(
            self,
            nets=self.nets[cells],
            bare=self.bare[cells],
            laid=None if self.laid is None else self.laid.some(cells),
            off_paper=None if self.off_paper is None else self.off_paper[cells],
            short=_some(self.short, cells),
            off_bare=_some(self.off_bare, cells),
            strokes=_some(self.strokes, cells),
        )


def _some(told: Array | float, cells: NDArray[np.int64]) -> Array | float:
    return told if isinstance(told, float) else told[cells]


def chances_of(heard: Heard, kin: Kin | None = None) -> Array:
    """(cells, labels + 1): the chances; *kin* is what the cells of this board say of each other."""
    nats = (NETS - NETS_LESS * heard.varied) * heard.nets
    nats[:, -1] = heard.nets[:, -1] + ELSE
    _tell_plain(nats, heard)
    drawn = np.flatnonzero(~heard.plain)
    if heard.laid is not None:
        _need_both(nats, heard.laid, drawn)
        worth = LAID - LAID_LESS * heard.varied
        nats[:, drawn] -= worth * np.maximum(heard.laid.behind[:, drawn], 0)
        nats[:, drawn] -= _strangeness(heard, heard.laid)[:, None]
    if heard.away is not None:
        nearest = heard.away.min(axis=1, keepdims=True)
        nats[:, :-1] -= AWAY * (heard.away - nearest)
        nats[:, :-1] -= ASTRAY * np.maximum(nearest - heard.usual, 0)
    if kin is not None:
        strange = np.maximum(kin.unlike[:, drawn] - USUAL, 0)
        nats[:, drawn] -= KIN * kin.behind[:, drawn] + STRANGE * strange
    if heard.laid is not None:
        _need_a_name(nats, heard, heard.laid)
    _need_to_be_flat(nats, heard)
    powers = np.exp(nats - nats.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def _strangeness(heard: Heard, laid: Laid) -> Array:
    """What speaks against every drawing that was taught."""
    loose = LOOSE - LOOSE_LESS * heard.varied
    lumps = np.maximum(LUMPY * (laid.lumps - _smooth(heard)), WHOLE * (1 - heard.varied))
    unlike = UNLIKE + UNLIKE_MORE * heard.varied
    strange = unlike * np.maximum(heard.short - loose, 0)
    return np.asarray(strange + np.where(strange > 0, np.maximum(lumps, 0), lumps))


def _smooth(heard: Heard) -> float:
    """Lumps up to this size say nothing against a drawing."""
    return SMOOTH + SMOOTH_MORE * heard.varied


def _tell_plain(nats: Array, heard: Heard) -> None:
    """Nets tell drawings apart; what has none is told by its colour."""
    plain = np.flatnonzero(heard.plain)
    if not len(plain):
        return
    pooled = np.log(np.exp(heard.nets[:, plain]).sum(axis=1) + 1e-9)
    nats[:, plain] = NETS * pooled[:, None]
    if heard.off_paper is not None:
        nats[:, plain] -= OFF_PAPER * np.maximum(heard.off_paper[:, plain] - PAPER, 0)
    if heard.bare_label >= 0:
        odds = np.clip(heard.bare, LEAST_BARE, MOST_BARE)
        nats[:, heard.bare_label] = NETS * pooled + BARE * odds
    if heard.laid is not None:
        nats[:, plain] -= OVER_DRAWN * np.maximum(heard.laid.like - DRAWN, 0)[:, None]


def _need_to_be_flat(nats: Array, heard: Heard) -> None:
    """What has no drawing shows no stroke, and a bare cell looks as it would tonight."""
    best = nats[:, :-1].argmax(axis=1)
    lead = JUST_SURE + STROKES * (1 - heard.strokes)
    bare = JUST_SURE + OFF_BARE * (1 - heard.off_bare)
    lead = np.where(best == heard.bare_label, np.minimum(lead, bare), lead)
    n = np.flatnonzero(heard.plain[best])
    nats[n, -1] = np.maximum(nats[n, -1], nats[n, best[n]] - np.broadcast_to(lead, len(best))[n])
    against = np.broadcast_to(np.clip(AGAINST * (heard.strokes - 1), 0, MOST_AGAINST), len(best))
    nats[:, :-1] -= against[:, None] * heard.plain


def _need_both(nats: Array, laid: Laid, drawn: NDArray[np.int64]) -> None:
    """A label leads another only as far as taught pictures can tell the two apart."""
    n = np.arange(len(nats))
    best = drawn[nats[:, drawn].argmax(axis=1)]
    apart = np.abs(laid.behind[:, drawn] - laid.behind[n, best][:, None])
    least = nats[n, best][:, None] - FREE - PER_SHARE * apart
    nats[:, drawn] = np.maximum(nats[:, drawn], least)


def _need_a_name(nats: Array, heard: Heard, laid: Laid) -> None:
    """A drawing that taught pictures or nets don't bear out may be something else."""
    best = nats[:, :-1].argmax(axis=1)
    said = heard.nets[np.arange(len(best)), best]
    unsure = (said < UNSURE) & ~((said > LEAST) & _is_clear(heard, laid, best))
    n = np.flatnonzero(~heard.plain[best] & ((laid.label != best) | unsure))
    nats[n, -1] = np.maximum(nats[n, -1], nats[n, best[n]] - UNNAMED)


def _is_clear(heard: Heard, laid: Laid, best: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether taught pictures alone tell the best label from all that the nets think of."""
    thought_of = heard.nets[:, :-1] > np.log(THOUGHT_OF)
    thought_of[np.arange(len(best)), best] = False
    rival = np.where(thought_of, laid.behind, 1).min(axis=1)
    return np.asarray((laid.lumps < _smooth(heard)) & (rival > CLEAR))


def surely_bare(chances: Array, bare_label: int) -> NDArray[np.bool_]:
    """The cells that need no closer look."""
    if bare_label < 0:
        return np.zeros(len(chances), bool)
    return np.asarray(chances[:, bare_label] >= SURE)
