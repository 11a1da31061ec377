"""Random games under every house rule: the paper agrees, the pieces add up, nothing is unlisted."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.core.cells import difference
from companion.core.roles import HALL, REFEREE, TABLE, seat
from companion.core.verdict import Accepted, Move, Refused, clauses
from companion.games.kheops import GAME
from companion.games.kheops import events as e
from companion.games.kheops import moves as m
from companion.games.kheops.box import Box
from companion.games.kheops.state import Phase, State
from tests.rooms.kheops.laid import OWN, small_box
from tests.rooms.kheops.players import Step, a_game, after, some_rules
from tests.rooms.kheops.recount import Paper, count_up, winners

RULES = Path(__file__).parents[3] / "companion/words/en/clauses" / "kheops.md"
KNOWN = frozenset(re.findall(r"^- \*\*([A-Z][A-Za-z0-9-]*)\*\*", RULES.read_text(), re.MULTILINE))
BOXES = (OWN, small_box(), small_box(5, 2))


def some_game(seed: int, box: Box = OWN) -> list[Step]:
    dice = Random(seed)
    return list(a_game(dice, box, some_rules(dice)))


def on_paper(state: State) -> Paper:
    return Paper(msgspec.to_builtins(state.box), msgspec.to_builtins(state.rules))


def agrees(paper: Paper, state: State) -> None:
    """What lies on paper lies on the table."""
    there = {
        cell: (laid.face, laid.turn, laid.pawn and (laid.pawn.colour, laid.pawn.kind))
        for cell, laid in state.tiles
    }
    assert there == {
        cell: (paper.faces[cell], tile.turn, tile.pawn) for cell, tile in paper.board.items()
    }
    assert paper.doing == str(state.phase)
    assert state.phase in (Phase.SETUP, Phase.OVER) or paper.mover == state.colour


def as_lines(moves: list[Any]) -> list[str]:
    return sorted(repr(sorted(msgspec.to_builtins(move).items())) for move in moves)


@pytest.mark.parametrize("block", range(12))
def test_whole_games_agree_with_the_paper_kheops_06_kheops_80(block: int) -> None:
    """12 x 8 games on three pyramids, house rules by dice, to the last point."""
    for seed in range(8 * block, 8 * block + 8):
        steps = some_game(seed, BOXES[seed % 3])
        paper = on_paper(steps[0][0])
        for _, move, _, state in steps:
            paper.do(msgspec.to_builtins(move))
            agrees(paper, state)
        end = steps[-1][3]
        done = count_up(end.box.side, paper.board, paper.rules)
        assert tuple(line.low for line in GAME.score(end).lines) == done["totals"]
        outcome = GAME.is_over(end)
        assert outcome is not None
        assert [end.seats[s].colour for s in outcome.winners] == winners(done, paper.rules)


@pytest.mark.parametrize("seed", range(100, 106))
def test_the_paper_allows_the_very_same_moves_kheops_07(seed: int) -> None:
    steps = some_game(seed, BOXES[seed % 3])
    paper = on_paper(steps[0][0])
    for before, move, _, _ in steps:
        if before.phase != Phase.SETUP:
            assert as_lines(list(GAME.legal_moves(before))) == as_lines(paper.moves())
        paper.do(msgspec.to_builtins(move))


@pytest.mark.parametrize("seed", range(200, 212))
def test_the_pieces_add_up_after_every_event_kheops_13_kheops_14_kheops_15(seed: int) -> None:
    """50 tiles, 17 pawns each; on the big pyramid there is always a tile for a pawn."""
    for before, _, events, _ in some_game(seed):
        state = before
        for event in events:
            state = GAME.evolve(state, event)
            assert GAME.broken(state) == (), event
            adds_up(state)
            assert not isinstance(event, e.NoPawnPossible)


def adds_up(state: State) -> None:
    built = sum(1 for _ in state.tiles)
    if state.phase != Phase.SETUP:
        assert built == 19 + state.turns
        assert built + sum(state.hands) + state.pile == 50
    pawns = Counter(pawn.colour for _, pawn in state.pawns)
    out = Counter(pawn.colour for pawn in state.out)
    for colour in state.box.colours:
        left = sum(state.reserve(colour).values())
        assert pawns[colour] + out[colour] + left == 17
        assert left >= 2


@pytest.mark.parametrize("seed", range(220, 232))
def test_every_game_has_fifteen_turns_each_and_ends_with_blue_kheops_13_kheops_60_ex_k3(
    seed: int,
) -> None:
    steps = some_game(seed)
    events = [event for _, _, happened, _ in steps for event in happened]
    built = Counter(event.seat for event in events if isinstance(event, e.TileBuilt))
    drawn = Counter(event.seat for event in events if isinstance(event, e.TileDrawn))
    (finished,) = (event for event in events if isinstance(event, e.PyramidFinished))
    assert built == {0: 15, 1: 15}
    assert drawn == {0: 13, 1: 12}
    assert finished.seat == 1
    assert steps[-1][3].hands == (1, 0)
    assert steps[-1][3].pile == 0


@pytest.mark.parametrize("seed", range(240, 244))
def test_the_last_tile_never_carries_a_pawn_kheops_16(seed: int) -> None:
    steps = some_game(seed)
    last = steps[-1][1]
    assert isinstance(last, m.BuildTile)
    laid = steps[-1][3].at(last.cell)
    assert laid is not None
    assert laid.pawn is None


@pytest.mark.parametrize("seed", range(300, 308))
def test_every_listed_move_is_accepted_and_shows_what_changes(seed: int) -> None:
    """shown_by is the difference visible makes, for any move that may be made."""
    dice = Random(seed)
    for before, _, _, _ in some_game(seed, BOXES[seed % 3])[::2]:
        expected = GAME.visible(before)
        moves = list(GAME.legal_moves(before))
        assert len(moves) == len(set(moves))
        for move in dice.sample(moves, min(8, len(moves))):
            ruling = GAME.decide(before, move)
            assert isinstance(ruling, Accepted), (move, ruling)
            then = after(before, ruling.events)
            assert GAME.broken(then) == ()
            assert dict(GAME.shown_by(before, move)) == difference(expected, GAME.visible(then))


@pytest.mark.parametrize("seed", range(320, 328))
def test_questions_are_asked_only_when_the_answers_differ(seed: int) -> None:
    """Any two answers lead to different pyramids; one answer alone is a step to be done."""
    asked = 0
    for before, _, _, _ in some_game(seed, BOXES[seed % 3]):
        for question in GAME.questions(before):
            ends = []
            for option in question.options:
                ruling = GAME.decide(before, option.move)
                assert isinstance(ruling, Accepted)
                ends.append(after(before, ruling.events))
            assert len(set(ends)) == len(ends)
            assert before not in ends
            assert len(ends) > 1 or question.style == "step"
            assert len({option.name for option in question.options}) == len(ends)
            asked += 1
        assert GAME.questions(before) == GAME.questions(before)
    assert asked


@pytest.mark.parametrize("seed", range(330, 336))
def test_every_ruling_names_clauses_that_exist(seed: int) -> None:
    for before, _, events, then in some_game(seed):
        for event in events:
            assert clauses(event)
            assert set(clauses(event)) <= KNOWN, event
        for question in GAME.questions(before):
            assert question.because
            assert set(question.because) <= KNOWN
        for line in GAME.score(then).lines:
            assert all(part.because and set(part.because) <= KNOWN for part in line.parts)
    outcome = GAME.is_over(then)
    assert outcome is not None
    assert set(outcome.because) <= KNOWN


@pytest.mark.parametrize("seed", range(340, 346))
def test_moves_events_and_states_survive_json(seed: int) -> None:
    for _, move, events, state in some_game(seed):
        assert msgspec.json.decode(msgspec.json.encode(move), type=GAME.moves) == move
        for event in events:
            assert msgspec.json.decode(msgspec.json.encode(event), type=GAME.events) == event
        assert isinstance(hash(state), int)
        assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state


@pytest.mark.parametrize("seed", range(350, 354))
def test_deciding_changes_nothing_and_always_says_the_same(seed: int) -> None:
    for before, move, events, then in some_game(seed):
        frozen = msgspec.json.encode(before)
        assert GAME.decide(before, move) == Accepted(events)
        assert msgspec.json.encode(before) == frozen
        assert after(before, events) == then


@pytest.mark.parametrize("seed", range(360, 364))
def test_every_role_sees_the_same_plain_data_kheops_03(seed: int) -> None:
    for n, (_, _, events, state) in enumerate(some_game(seed)):
        if n % 6 and state.phase != Phase.OVER:
            continue
        sheets = {
            msgspec.json.encode(GAME.view(state, role))
            for role in (TABLE, HALL, REFEREE, seat(0), seat(1))
        }
        assert len(sheets) == 1
        for event in events:
            assert set(GAME.telling.cells_of(state, event)) <= set(state.box.cells)
        msgspec.json.encode(GAME.cues(state, events))


def odd_moves(state: State) -> list[Move]:
    """Moves of every kind, most of them out of place, some of them absurd."""
    built = [cell for cell, _ in state.tiles][:3] or ["U0.0"]
    pawns = [cell for cell, _ in state.pawns][:4]
    face = state.box.tiles[0].face
    cells = [*built, *pawns, "U6.0", "D3.3", "U9.9", "", "U0.7", "X"]
    return [
        m.Begin(), m.LayBase(()), m.LayBase((("U0.0", face, 0),)), m.LayBaseTile("U0.0", face, 1),
        m.LayBaseTile("U6.0", face, 1), m.LayBaseTile("U0.0", "moon", 0), m.UseNoPower(),
        m.LayBaseTile("U0.0", face, 7), m.SayNoneFits(), m.SetPawn(built[0], "camel"),
        *(m.SetPawn(cell, kind) for cell in cells for kind in ("worker", "mummy", "pharaoh")),
        *(m.TurnTile(cell, turn) for cell in cells for turn in (0, 1, 9, -1)),
        *(m.SwapPawns(one, other) for one in cells for other in cells[::2]),
        *(m.MovePawn(one, other) for one in cells for other in cells[::2]),
        *(m.BuildTile(cell, face, turn) for cell in cells for turn in (0, 2, 5)),
        m.BuildTile("U6.0", "room-9", 0),
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(370, 374))
def test_whatever_is_tried_is_refused_with_a_clause_or_leaves_a_sound_table(seed: int) -> None:
    refused = 0
    for before, _, _, _ in some_game(seed)[::4]:
        for move in odd_moves(before):
            ruling = GAME.decide(before, move)
            if isinstance(ruling, Refused):
                refused += 1
                assert ruling.clause in KNOWN, ruling
                continue
            assert GAME.broken(after(before, ruling.events)) == (), move
    assert refused > 1000


def test_random_games_see_everything_that_can_happen() -> None:
    """A campaign that never meets a case proves nothing about it."""
    kinds = {
        (type(event).__name__, getattr(getattr(event, "path", event), "why", ""))
        for seed in range(400, 440)
        for _, _, events, _ in some_game(seed, BOXES[seed % 3])
        for event in events
    }
    names = {name for name, _ in kinds}
    every = {kind.__name__ for kind in e.KheopsEvent.__args__}
    only_light = "CountedAtEnd"  # tests/test_light.py plays those
    assert every - names <= {"BaseTileLaid", "NoPawnPossible", only_light}
    for why in ("impossible", "alike", "declined"):
        assert ("PowerUnused", why) in kinds
    for why in ("stronger", "tie", "both", "half", "nobody", "cursed"):
        assert ("PathScored", why) in kinds
    for why in ("reserve", "out"):
        assert ("PawnReplaced", why) in kinds


def test_the_paper_notices_a_wrong_turn() -> None:
    """The comparison itself can fail."""
    before, move, _, state = some_game(1)[0]
    paper = on_paper(before)
    paper.do(msgspec.to_builtins(move))
    cell = next(c for c, tile in paper.board.items() if tile.openings < 3)
    paper.board[cell] = paper.board[cell]._replace(turn=(paper.board[cell].turn + 1) % 3)
    with pytest.raises(AssertionError):
        agrees(paper, state)


def test_nothing_is_private() -> None:
    for kind in (m.Begin(), m.SetPawn("U0.0", "worker"), m.UseNoPower()):
        assert GAME.private_to(kind) is None
