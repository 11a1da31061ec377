"""A finished pyramid as the page shows it: drawn as far as it is known, then counted.

What cannot be counted names the cells to ask about; every answer is a label of the box.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from companion.core.cells import EMPTY, Cells
from companion.core.observation import SOMETHING_ELSE
from companion.core.verdict import Refused, Saying

from .box import Box
from .deducing import Deduced, Doubts, deduce, in_order
from .finished import pyramid_of, score_position
from .house import HouseRules
from .labels import is_pawn_cell, pawn_cell, pawn_labels, tile_cell, tile_labels
from .scoring import BECAUSE, WON
from .settling import Settlement
from .shown import ankhs_shown, cells_shown, face_shown, otherwise_shown, paths_shown

PAWNS_ARE_WRONG = ("kheops.two_pawns", "kheops.too_many_of_a_kind")
"""Refusals that are settled by saying who stands on a tile."""
TILE_AND_PAWN = ("kheops.forbidden", "kheops.not_in_the_picture")
"""Refusals that ask for both the tile and the pawn."""
UNFINISHED = "kheops.unfinished"
"""Why a pyramid that is still being built is not counted."""
SAID_AT_ONCE = ("kheops.outside", "kheops.not_in_the_picture")
"""Refusals about the picture as a whole, worth knowing before any doubt is answered."""


def tally(
    box: Box,
    rules: HouseRules,
    names: Mapping[str, str],
    cells: Cells,
    doubts: Doubts,
    counted: bool = False,
    told: Collection[str] = (),
) -> dict[str, Any]:
    """Return a finished pyramid's sheet: its cells, and what is still to be asked or else the
    count.

    *cells* has the label of every cell that is known, *doubts* what the others may show; *names*
    are the players by colour, in the order of the box. *counted* says that just the tiles of the
    box are on the table, *told* which labels are people's own word.
    """
    deduced = deduce(box, cells, doubts, counted)
    known = {**cells, **deduced.left_over, **deduced.idle}
    guessed = {**known, **dict.fromkeys(deduced.open, SOMETHING_ELSE)}
    done = score_position(box, rules, guessed, told)
    refusal = _worth_saying(done, deduced.open)
    about = asked_about(box, refusal, known) if refusal else []
    doubtful = in_order(box, cells, doubts, counted) if deduced.open else ()
    ask = dict.fromkeys([*doubtful, *about, *_untold(box, guessed)])
    sheet: dict[str, Any] = {
        "side": box.side,
        "seats": [{"name": name, "colour": colour} for colour, name in names.items()],
        "cells": cells_shown(box, pyramid_of(box, known)),
        "faces": [face_shown(face, left) for face, left in box.faces.items()],
        "pawns": list(pawn_labels(box)),
        "ask": list(ask),
        "refusal": msgspec.to_builtins(refusal),
        "decided": list(_decided(deduced, ask)),
        "stands": _stands(done, deduced.open, _untold(box, guessed)),
        "count": None,
    }
    if ask or isinstance(done, Refused):
        return sheet
    return {**sheet, "count": _count(box, rules, names, known, done)}


def _stands(done: Settlement | Refused, *asked: Sequence[str]) -> bool:
    """Whether only further tiles are missing, so that it may be played on."""
    is_unfinished = isinstance(done, Refused) and done.say.key == UNFINISHED
    return is_unfinished and not any(asked)


def _decided(deduced: Deduced, ask: Collection[str]) -> Iterator[dict[str, Any]]:
    """Yield what was settled without asking, and how."""
    for key, tiles, clause in (
        ("kheops.decided.left_over", deduced.left_over, "KHEOPS-04"),
        ("kheops.decided.idle", deduced.idle, "KHEOPS-61"),
    ):
        cells = [cell for cell in tiles if cell not in ask]
        if cells:
            say = Saying(key, {"cells": cells})
            yield {"cells": cells, "say": msgspec.to_builtins(say), "because": [clause]}


def _worth_saying(done: Settlement | Refused, doubtful: Sequence[str]) -> Refused | None:
    """Return a refusal that does not come from the doubts alone."""
    if isinstance(done, Settlement) or (doubtful and done.say.key not in SAID_AT_ONCE):
        return None
    return done


def _untold(box: Box, cells: Cells) -> list[str]:
    """Unknown pawn cells on known tiles: that no pawn stands there is not taken for granted."""
    return [pawn_cell(cell) for cell in box.cells if cell in cells and pawn_cell(cell) not in cells]


def asked_about(box: Box, refusal: Refused, cells: Cells) -> list[str]:
    """Return the cells or pawn cells whose label, said by somebody, may settle a refusal."""
    if refusal.say.key in PAWNS_ARE_WRONG:
        return [pawn_cell(cell) for cell in refusal.cells]
    if refusal.say.key == "kheops.too_many_pawns":
        colour = f"{refusal.say.values['colour']}-"
        return [name for name, label in cells.items() if label.startswith(colour)]
    if refusal.say.key == "kheops.cannot_read":
        return [name for name, label in cells.items() if label not in options_of(box, name)]
    if refusal.say.key in TILE_AND_PAWN:
        return [name for cell in refusal.cells for name in (cell, pawn_cell(cell))]
    return list(refusal.cells)


def options_of(box: Box, name: str) -> list[str]:
    """Return every label a cell or a pawn cell can be said to show;
    an outside cell only nothing."""
    if tile_cell(name) not in box.cells:
        return [EMPTY]
    if is_pawn_cell(name):
        return list(pawn_labels(box))
    return list(tile_labels(box))


def _count(
    box: Box, rules: HouseRules, names: Mapping[str, str], cells: Cells, done: Settlement
) -> dict[str, Any]:
    winners = [names[colour] for colour in done.winners]
    say = Saying(WON[done.why], {"players": winners, "points": max(done.totals)})
    return {
        "paths": paths_shown(done, rules, names),
        "ankhs": ankhs_shown(done),
        "totals": list(done.totals),
        "winners": list(done.winners),
        "say": msgspec.to_builtins(say),
        "because": list(BECAUSE[done.why]),
        "otherwise": otherwise_shown(box, rules, pyramid_of(box, cells), done, names),
    }
