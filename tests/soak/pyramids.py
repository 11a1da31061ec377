"""script/soak pyramids: painted pyramids in harsh light; no empty place may be taken for a tile."""

from __future__ import annotations

import argparse
from collections import Counter

from calibration.geometry.board import DOWN, EMPTY
from calibration.read.reader import Looker, use_threads
from tests.calibration.harsh_pyramids import harsh, learn_pyramid, pyramid

ROWS = 7


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="script/soak pyramids", description=__doc__)
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--first", type=int, default=9000, help="the seed of the first board")
    parser.add_argument("--through", action="store_true", help="the table shows through holes")
    wanted = parser.parse_args(words)
    use_threads(1)
    found: Counter[tuple[str, str]] = Counter()
    board = pyramid(ROWS)
    taught = learn_pyramid(board)
    for seed in range(wanted.first, wanted.first + wanted.boards):
        picture, labels = harsh(seed, board, wanted.through)
        look = Looker(board, taught).look(picture)
        for name, true in labels.items():
            said = look.cells[name].label if look.found else None
            shown = true if true in (EMPTY, DOWN) else "face"
            found[shown, _verdict(said, true)] += 1
            if said not in (None, true):
                print(f"seed {seed}, {name}: {true} taken for {said}", flush=True)
    for (shown, verdict), count in sorted(found.items()):
        print(f"{shown:5} {verdict:5} {count}")
    verdicts = {verdict for _, verdict in found}
    return int("wrong" in verdicts or "right" not in verdicts)  # nothing read proves nothing


def _verdict(said: str | None, true: str) -> str:
    return "open" if said is None else ("right" if said == true else "wrong")
