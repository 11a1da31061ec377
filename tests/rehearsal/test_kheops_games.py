"""Games of Kheops through painted pictures: what is seen is ruled on as the rules alone would."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.core.game import load_room
from companion.core.seats import Seat
from companion.core.verdict import Refused
from companion.journal import Journal
from companion.rehearsal.kheops import invite
from companion.rehearsal.kheops_show import KheopsStage
from companion.table import Table
from tests.bench.campaign import Scenery
from tests.bench.campaign.kheops import KheopsSwift, kheops_scenery, small_box
from tests.bench.campaign.kheops_slips import mistake
from tests.rooms.kheops.recount import count_up, spot

GAME = load_room("kheops")
BOX = small_box()
SEATS = (Seat("Anna", "white"), Seat("Ben", "blue"))
SIZE = (640, 360)


@pytest.fixture(scope="module")
def scenery() -> Scenery:
    return kheops_scenery(BOX, SIZE)


def recounted(end: Any) -> tuple[int, ...]:
    """The points of a finished pyramid, counted in another way than the room does."""
    board = {
        cell: spot(laid.face, laid.turn, (laid.pawn.colour, laid.pawn.kind) if laid.pawn else None)
        for cell, laid in end.tiles
    }
    totals: tuple[int, ...] = count_up(BOX.side, board, msgspec.to_builtins(end.rules))["totals"]
    return totals


@pytest.mark.parametrize("seed", [101])
def test_a_game_that_is_seen_ends_as_the_rules_alone_would_have_it(
    seed: int, scenery: Scenery, tmp_path: Path
) -> None:
    path = tmp_path / "seen.sqlite"
    swift = KheopsSwift(BOX, SEATS, GAME.house_rules(), path, scenery, seed)
    report = swift.play()
    end = swift.table.state
    swift.close()
    assert report.wrong == []
    assert end == swift.truth
    assert (report.made["LayBase"], report.slips > 0) == (1, True)
    assert report.read > 9
    assert recounted(end) == report.scores
    journal = Journal.open(path)
    assert Table.resume(journal).state == end
    journal.close()


def test_every_slip_is_something_the_rules_refuse() -> None:
    state = GAME.opening(BOX, SEATS, GAME.house_rules())
    people, slips = invite(3), 0
    while not GAME.is_over(state):
        move = people.move(state)
        if move is None:
            (question, *_) = GAME.questions(state)
            answer = GAME.answer(state, question, people.reply(state, question), 0.0)
            assert not isinstance(answer, Refused)
            move = answer
        slip = mistake(state, Random(slips)) if state.phase in ("pawn", "tile") else {}
        if slip:
            slips += 1
            assert all(GAME.shown_by(state, one) != slip for one in GAME.legal_moves(state))
            assert isinstance(GAME.misfit(state, slip), Refused)
        ruling = GAME.decide(state, move)
        assert not isinstance(ruling, Refused)
        for event in ruling.events:
            state = GAME.evolve(state, event)
    assert slips > 5


class Wall:
    """A screen that remembers how often something was shown."""

    def __init__(self) -> None:
        self.shown = 0

    def show(self, picture: object) -> None:
        self.shown += 1


def test_pawns_that_change_places_leave_their_tiles_first(scenery: Scenery) -> None:
    screen = Wall()
    stage = KheopsStage(screen, scenery.board, 3, SIZE)
    stage.set({"U0.0": "room-2@0", "U0.1": "room-3@0"})
    stage.set({"U0.0:pawn": "white-worker", "U0.1:pawn": "blue-mummy"})
    after = {"U0.0:pawn": "blue-mummy", "U0.1:pawn": "white-worker"}
    seen = []
    for _ in stage.play({**stage.labels(), **after}, list(after)):
        labels = stage.labels()
        seen.append((labels["U0.0:pawn"], labels["U0.1:pawn"]))
    assert ("empty", "empty") in seen
    assert ("blue-mummy", "blue-mummy") not in seen
    assert seen[-1] == ("blue-mummy", "white-worker")
    assert screen.shown == len(seen) + 2
