"""The time of the night: whatever happens to the clock on the wall, it goes on evenly."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from companion.hall.evening.acts import Who
from companion.hall.hall import Hall
from companion.hall.night.next_round import mark
from companion.hall.records import Round, Sitting
from companion.hall.store.local import LocalStore
from tests.uplink.post import Post

DESK = Who("organiser", "Olga")
BEGAN = 1_800_000_000.0


@dataclass
class Machine:
    """The clocks of one machine, as the journal and the hall read them."""

    up: float = 500.0
    slip: float = 0.0
    boot: str = "boot-1"

    def monotonic(self) -> float:
        return self.up

    def wall(self) -> datetime:
        return datetime.fromtimestamp(self.time(), UTC)

    def time(self) -> float:
        return BEGAN + self.up + self.slip

    def hall(self, folder: Path) -> Hall:
        store = LocalStore(folder, self, self.boot)
        post = Post()
        return Hall(store, lambda will: post.line(will), clock=self.monotonic, wall=self.time)


def running(hall: Hall) -> Hall:
    hall.act("come", {"text": "Anna\nBen"}, DESK)
    hall.act("box", {"game": "wall", "sizes": [2]}, DESK)
    night = hall.evening.night
    each = Round(1, (Sitting("b1", "wall", tuple(night.people)),))
    told = {"rounds": msgspec.to_builtins([each]), "seed": 1, "method": ""}
    hall.act("arrange", {"rounds": 1}, DESK)
    hall.act("keep", {**told, "mark": mark(hall.evening.night)}, DESK)
    hall.act("publish", {"round": 1}, DESK)
    hall.act("start", {"round": 1}, DESK)
    return hall


def test_a_clock_that_leaps_changes_nothing(tmp_path: Path) -> None:
    machine = Machine()
    hall = running(machine.hall(tmp_path))
    machine.up += 60
    for leap in (86_400.0, -3_600.0):
        machine.slip = leap
        assert hall.seconds_left() == 3_540.0
    hall.store.close()


def test_a_hall_that_is_started_again_goes_on_counting_where_the_machine_ran(
    tmp_path: Path,
) -> None:
    machine = Machine()
    running(machine.hall(tmp_path)).store.close()
    machine.up += 160
    machine.slip = -3_600.0
    hall = machine.hall(tmp_path)
    assert hall.seconds_left() == 3_440.0
    hall.act("come", {"text": "Carla"}, DESK)
    hall.store.close()
    machine.up += 40
    hall = machine.hall(tmp_path)
    assert hall.seconds_left() == 3_400.0
    hall.store.close()


def test_after_a_start_of_the_machine_its_clock_counts_if_it_is_later(tmp_path: Path) -> None:
    machine = Machine()
    running(machine.hall(tmp_path)).store.close()
    later = Machine(up=5.0, slip=555.0, boot="boot-2")
    hall = later.hall(tmp_path)
    assert hall.seconds_left() == 3_540.0
    hall.store.close()
    slow = Machine(up=5.0, slip=-9_000.0, boot="boot-3")
    hall = slow.hall(tmp_path)
    assert hall.seconds_left() == 3_600.0, "nobody loses time, and nobody gets more"
    slow.up += 100
    assert hall.seconds_left() == 3_500.0, "and it does not stand still"
    hall.store.close()
