"""A whole game of the dig through painted pictures: nothing typed, everything seen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.core.game import load_room
from companion.core.roles import HALL, REFEREE, TABLE, seat
from companion.core.seats import Seat
from companion.games.dig.box import Box
from companion.games.dig.state import Phase
from companion.journal import Journal, read
from companion.rehearsal.dig import DigPeople, Laid, Slip, layer_laid
from companion.rehearsal.dig_show import DigPerformance
from companion.table import Table
from tests.bench.campaign.dig import DigReport, DigScenery, DigSwift, dig_scenery
from tests.rooms.dig.recount import recount

GAME = load_room("dig")
BOX = GAME.load_box(None)
SEATS = [Seat("Anna", BOX.colours[0]), Seat("Ben", BOX.colours[1]), Seat("Carla", BOX.colours[2])]
RULES = GAME.house_rules()
TIME = re.compile(rb'"time":"[^"]*"')
"""When something was ruled by the clock on the wall, the same whatever lies in the tray."""
SEED = 2
"""An evening on which a part is twisted, one lies across, and every accident happens."""


@pytest.fixture(scope="module")
def scenery() -> DigScenery:
    return dig_scenery(BOX, (960, 540))


class Evening:
    """A game that was played to its end."""

    def __init__(self, path: Path, scenery: DigScenery) -> None:
        self.path = path
        swift = DigSwift(BOX, SEATS, RULES, path, scenery, SEED)
        self.report: DigReport = swift.play()
        self.end, self.truth = swift.table.state, swift.truth
        self.moves = [msgspec.to_builtins(past.made.move) for past in swift.table.timeline.past]
        swift.close()


@pytest.fixture(scope="module")
def evening(scenery: DigScenery, tmp_path_factory: pytest.TempPathFactory) -> Evening:
    return Evening(tmp_path_factory.mktemp("dig") / "evening.sqlite", scenery)


def test_a_game_seen_through_painted_pictures_ends_as_the_rules_alone_would_have_it(
    evening: Evening,
) -> None:
    assert (evening.report.wrong, evening.end) == ([], evening.truth)
    assert GAME.is_over(evening.end)
    assert evening.report.layers == BOX.top
    assert evening.report.lifts > 20
    assert evening.report.asked <= evening.report.lifts / 50


def test_its_money_is_what_an_independent_recount_finds(evening: Evening) -> None:
    opening = msgspec.to_builtins({"box": BOX, "seats": SEATS, "rules": RULES})
    assert tuple(recount(opening, evening.moves).purses) == evening.report.scores


def test_every_layer_is_checked_by_the_eye_dig_06(evening: Evening) -> None:
    assert evening.report.unchecked == 0
    assert evening.end.checked == (True,) * BOX.top


def test_mishaps_are_refused_by_their_clause_and_count_for_nothing_dig_o_19_o_20_o_21(
    evening: Evening,
) -> None:
    report = evening.report
    assert report.unseen == []
    for kind in ("twist", "across", "double", "added", "taken", "late"):
        assert report.refused[kind] == report.mishaps[kind] > 0, kind
    assert report.mishaps["askew"] > 0


def test_stop_is_shown_within_a_second_of_the_hands_leaving(evening: Evening) -> None:
    """Seconds of the campaign's own clock: pictures come five times a second."""
    assert len(evening.report.stop_seconds) == evening.report.hazards > 3
    assert max(evening.report.stop_seconds) <= 1.0


def test_the_game_is_brought_back_from_its_journal(evening: Evening) -> None:
    journal = Journal.open(evening.path)
    assert Table.resume(journal).state == evening.end
    journal.close()


class OtherTray(DigPeople):
    """The same people, who laid their layers differently."""

    def laid(self, box: Box, layer: int) -> Laid:
        return layer_laid(box, layer, self.dice("another tray", layer))

    def slip(self, box: Box, layer: int) -> Slip | None:
        return None


class SameTray(DigPeople):
    def slip(self, box: Box, layer: int) -> Slip | None:
        return None


def laid_by(people: DigPeople, scenery: DigScenery, folder: Path) -> list[Any]:
    """Everything anybody could learn of a tray until the digging begins."""
    path = folder / "laid.sqlite"
    swift = DigSwift(BOX, SEATS, RULES, path, scenery, SEED)
    swift.performance = DigPerformance(swift.table, people, swift.stage, pause_frames=3)
    learnt: list[Any] = []
    for _ in swift.steps():
        roles = (TABLE, REFEREE, HALL, *(seat(n) for n in range(len(SEATS))))
        learnt.append([TIME.sub(b"", msgspec.json.encode(swift.table.snapshot(r))) for r in roles])
        learnt.append((swift.table.picture(), swift.table.state, dict(swift.table.gauges())))
        if swift.table.state.phase == Phase.DIG:
            break
    swift.close()
    assert swift.table.state.checked == (True,) * BOX.top
    return [*learnt, [(entry.kind, entry.body) for entry in read(path)]]


def test_how_the_layers_lie_reaches_no_page_no_state_and_no_journal(
    scenery: DigScenery, tmp_path: Path
) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "other").mkdir()
    one = laid_by(SameTray(SEED), scenery, tmp_path / "one")
    other = laid_by(OtherTray(SEED), scenery, tmp_path / "other")
    assert one == other
    assert {picture for picture, *_ in one[1:-1:2]} == {b""}
