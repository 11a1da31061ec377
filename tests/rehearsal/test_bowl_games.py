"""Whole games of the bowl on a simulated scale, compared with the rules alone."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.core.game import load_room
from companion.core.seats import Seat
from companion.journal import Journal
from companion.rehearsal.bowl_hands import trap_of
from companion.table import Table
from tests.bench.campaign.bowl import BowlReport, BowlSwift, bowl_scenery

GAME = load_room("bowl")
BOX = GAME.load_box(None)
NAMES = ("Anna", "Ben", "Carla", "David", "Emma", "Farid")
VARIANTS = ("base", "adventurous", "quick")


def swift(seed: int, folder: Path, **more: Any) -> BowlSwift:
    seats = [Seat(NAMES[n], BOX.colours[n]) for n in range(2 + seed % 5)]
    rules = GAME.house_rules(variant=VARIANTS[seed % 3])
    return BowlSwift(BOX, seats, rules, folder / f"{seed}.sqlite", seed, **more)


def played(seed: int, folder: Path, **more: Any) -> tuple[BowlReport, Any]:
    game = swift(seed, folder, **more)
    report = game.play()
    end = game.table.state
    assert end == game.truth
    game.close()
    return report, end


class Evening(NamedTuple):
    """A game that was played to its end, and where its journal lies."""

    folder: Path
    report: BowlReport
    end: Any


@pytest.fixture(scope="module")
def second(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """The evening of seed 2, played once for every test that asks for it."""
    folder = tmp_path_factory.mktemp("second")
    return Evening(folder, *played(2, folder))


def test_weighed_games_end_as_the_rules_alone_would_have_it(
    tmp_path: Path, second: Evening
) -> None:
    games = [second[1:], *(played(seed, tmp_path) for seed in (0, 1, 5))]
    reports = [report for report, _ in games]
    assert [report.wrong_landslides for report in reports] == [[]] * len(games)
    assert [report.wrong for report in reports] == [[]] * len(games)
    assert all(GAME.is_over(end) for _, end in games)
    hands = sum((report.hands for report in reports), Counter[str]())
    # A campaign that never meets a case proves nothing about it.
    for kind in ("clean", "two_leave", "staff_out", "wrong_colour", "dropped_outside", "foul"):
        assert hands[kind], kind
    assert sum(report.asked.total() for report in reports) > 0
    assert sum(report.overruled for report in reports) > 0
    assert sum(report.ruled for report in reports) > 0.8 * hands.total()


def test_a_game_is_brought_back_from_its_journal(second: Evening) -> None:
    journal = Journal.open(second.folder / "2.sqlite")
    assert Table.resume(journal).state == second.end
    journal.close()


def test_tiles_flipped_before_a_painted_camera_are_seen(tmp_path: Path) -> None:
    report, end = played(7, tmp_path, scenery=bowl_scenery(BOX))
    assert (report.wrong_landslides, report.wrong) == ([], [])
    opened = sum(face is not None for face in (*end.tiles, *end.chamber))
    assert opened == report.flips >= 10
    assert report.frames > 10 * report.flips


def test_a_scale_with_wrong_weights_is_found_out_and_people_put_it_right(tmp_path: Path) -> None:
    _, right = trap_of(BOX, 2)
    # Every boulder is listed with the weight of another one.
    masses = dict(right["boulder_g"])  # type: ignore[call-overload]
    names = list(masses)
    swapped = {name: masses[names[n - 1]] for n, name in enumerate(names)}
    report, _ = played(2, tmp_path, weights={**right, "boulder_g": swapped})
    assert report.wrong
    assert report.overruled > 0


def test_without_weights_people_play_the_whole_game_by_word(tmp_path: Path) -> None:
    report, _ = played(2, tmp_path, weights={})
    assert (report.wrong_landslides, report.wrong, report.ruled) == ([], [], 0)
    assert report.spoken == report.hands.total()


def test_the_same_seed_plays_the_same_evening(tmp_path: Path, second: Evening) -> None:
    assert played(2, tmp_path) == (second.report, second.end)
