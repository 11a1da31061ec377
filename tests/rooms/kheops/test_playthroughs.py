"""The recorded games of Kheops: rich in what makes the game, and followed again on paper."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from companion.core.verdict import Accepted, Refused
from companion.games.kheops import GAME
from companion.games.kheops.house import HouseRules
from companion.games.kheops.state import State
from tests.rooms.kheops.laid import OWN, SEATS
from tests.rooms.kheops.recount import Paper, count_up, winners

FILES = sorted((Path(__file__).parents[2] / "playthroughs").glob("kheops-*.txt"))


def rules(path: Path) -> HouseRules:
    line = next(x for x in path.read_text().splitlines() if x.startswith("rules: "))
    return HouseRules(**json.loads(line.removeprefix("rules: ")))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_ends_as_the_paper_counts_it_kheops_80(path: Path) -> None:
    """So that no wrong score can be written down and believed; refused moves change nothing."""
    lines = path.read_text().splitlines()
    house = msgspec.to_builtins(rules(path))
    paper = Paper(msgspec.to_builtins(OWN), house)
    for n, line in enumerate(lines):
        if line.startswith("> ") and not lines[n + 1].startswith("  refused"):
            kind, _, values = line[2:].partition(" ")
            paper.do({"type": kind, **json.loads(values or "{}")})
    done = count_up(7, paper.board, house)
    standing = next(line for line in reversed(lines) if line.startswith("= "))
    assert standing == f"= {' | '.join(map(str, done['totals']))}"
    won = [n for n, seat in enumerate(SEATS) if seat.colour in winners(done, house)]
    assert lines[-1].startswith("! kheops.won.")
    assert f" {won} " in lines[-1]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_rules_of_today_refuse_and_accept_as_recorded(path: Path) -> None:
    lines = path.read_text().splitlines()
    state: State = GAME.opening(OWN, SEATS, rules(path))
    for n, line in enumerate(lines):
        if not line.startswith("> "):
            continue
        kind, _, values = line[2:].partition(" ")
        move = msgspec.convert({"type": kind, **json.loads(values or "{}")}, GAME.moves)
        ruling = GAME.decide(state, move)
        if isinstance(ruling, Refused):
            assert lines[n + 1] == f"  refused: {ruling.say.key} ({ruling.clause})"
            continue
        assert isinstance(ruling, Accepted)
        names = [type(event).__name__ for event in ruling.events]
        assert [x.split()[0] for x in lines[n + 1 : n + 1 + len(names)]] == names
        for event in ruling.events:
            state = GAME.evolve(state, event)


def test_the_games_show_what_makes_kheops() -> None:
    base, house = (path.read_text() for path in FILES)
    for kind in ("TurnTile", "SwapPawns", "MovePawn"):
        assert f"> {kind} " in base
        assert f"> {kind} " in house
    for clause in ("KHEOPS-43", "KHEOPS-45", "KHEOPS-46", "KHEOPS-48", "KO-27"):
        assert any(f"({clause})" in x for x in base.splitlines() if "refused" in x)
    assert "PawnReplaced" in base
    assert '"why": "out"' in house
    assert "> UseNoPower" in house
    assert "> SayNoneFits" in house
    for why in ("stronger", "tie", "nobody", "cursed"):
        assert f'"why": "{why}"' in base
    plain = HouseRules()
    turned = rules(FILES[1])
    assert all(getattr(turned, name) != getattr(plain, name) for name in plain.__struct_fields__)
