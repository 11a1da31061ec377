"""Under the hood: cards are counted aloud and never named; the seal belongs to nobody."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.core.observation import SOMETHING_ELSE, Reading, Seen
from companion.core.roles import REFEREE, TABLE
from companion.games.sphinx import moves as m
from companion.rooms.sphinx import hood as rules_of_the_hood
from companion.senses.hood import Hood, HoodReading, Scanning
from companion.table import Table
from companion.words import load
from tests.rooms.sphinx.laid import BOX
from tests.web import scenes
from tests.web.sphinx_scenes import a_court, begun, do

RULES = rules_of_the_hood()
COLOURS = ("purple", "red", "orange", "blue", "green", "yellow")
NAMES = (*COLOURS, "violet")


def of(label: str, chance: float = 0.999) -> Reading:
    """A reading that is this sure of one label, and leaves the rest to another."""
    other = "green" if label == "red" else "red"
    return Reading(chances={label: chance, other: 1 - chance})


def no_colour_in(told: object) -> None:
    assert not any(colour in str(told) for colour in NAMES), told


def scanned(hood: Hood, *labels: str) -> list[HoodReading]:
    return [hood.look(of(label)) for label in labels]


def test_six_cards_make_a_seal_by_the_seats_that_were_drawn_sphinx_03_05() -> None:
    hood = Hood(RULES, BOX, Random(3))
    heard = scanned(hood, *COLOURS)
    drawn = [one.seat for one in heard]
    assert sorted(drawn) == sorted(BOX.seats)
    assert drawn != list(BOX.seats)
    seal: Any = hood.seal()
    assert {seat: seal.colours[BOX.seats.index(seat)] for seat in drawn} == dict(
        zip(drawn, COLOURS, strict=True)
    )
    assert len(seal.salt) == 32
    again: Any = hood.seal()
    assert seal.salt != again.salt


def test_only_counts_and_seats_are_said() -> None:
    hood = Hood(RULES, BOX, Random(3))
    for number, heard in enumerate(scanned(hood, *COLOURS), 1):
        assert (heard.read, heard.of) == (number, 6)
        no_colour_in(heard)
        no_colour_in(heard.shown(True))
    no_colour_in(repr(hood))


TROUBLES: dict[str, tuple[Reading | None, str]] = {
    "no card": (of("empty"), "hood_empty"),
    "a card face down": (of("down"), "hood_down"),
    "a foreign card": (of(SOMETHING_ELSE), "hood_foreign"),
    "a card that might be another": (of("blue", 0.9), "hood_again"),
    "a card under glare": (Reading(chances={}, disturbed="glare"), "hood_again"),
    "a board out of sight": (None, "hood_unseen"),
    "the same colour twice": (of("red"), "hood_twice"),
}


@pytest.mark.parametrize("trouble", TROUBLES)
def test_what_cannot_be_counted_is_said_clearly_and_loses_nothing(trouble: str) -> None:
    hood = Hood(RULES, BOX, Random(3))
    scanned(hood, "purple", "red")
    reading, tell = TROUBLES[trouble]
    heard = hood.look(reading)
    assert (heard.tell, heard.read, heard.counted) == (tell, 2, False)
    said = load(strict=True).put(f"page.sphinx_{tell}", {"seat": "first guard"})
    assert said.endswith(".")
    no_colour_in(said)
    assert scanned(hood, "orange", "blue", "green", "yellow")[-1].tell == "hood_last"


@pytest.mark.parametrize("seed", range(4))
def test_two_worlds_hear_the_same_words(seed: int) -> None:
    """Whatever the colours, the same lots are drawn and the same sentences said."""
    worlds = []
    for colours in (COLOURS, COLOURS[::-1]):
        hood = Hood(RULES, BOX, Random(seed))
        looks = [of(colours[0]), of(colours[0]), of("empty"), *map(of, colours[1:])]
        worlds.append([hood.look(look) for look in looks])
    assert worlds[0] == worlds[1]


# At a table that is running


class Watching:
    """Stands for the eye: counts how often it was asked to look again."""

    def __init__(self) -> None:
        self.asked = 0

    def look_again(self) -> None:
        self.asked += 1


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = a_court(tmp_path, under=None)
    yield table
    scenes.OPENED.pop().close()


@pytest.fixture
def scan(table: Table) -> Scanning:
    scanning = Scanning(table, RULES, Random(5))
    scanning.watch = Watching()
    return scanning


def sees(table: Table, label: str, picture: bytes = b"a picture") -> None:
    table.submit(Seen(readings={RULES.field: of(label)}, at=table.clock(), picture=picture))


def gauge(table: Table) -> Any:
    return table.gauges()["hood"]


def lay_all(table: Table) -> None:
    for colour in COLOURS:
        sees(table, colour)
        sees(table, "empty")


def test_a_running_table_is_sealed_from_the_page(table: Table, scan: Scanning) -> None:
    scan.begin()
    lay_all(table)
    assert gauge(table) == {
        "running": False, "read": 6, "of": 6, "tell": "hood_done", "seat": ""
    }  # fmt: skip
    assert table.state.tracked
    assert sorted(table.state.sealed[-1].colours) == sorted(COLOURS)
    assert not scan.running


def test_nothing_of_a_scan_is_judged_kept_or_shown(table: Table, scan: Scanning) -> None:
    sees(table, "empty", b"before")
    scan.begin()
    assert table.picture() == b""
    number, shown = table.number, []
    for colour in COLOURS:
        sees(table, colour)
        shown.append((gauge(table), table.snapshot(REFEREE), table.snapshot(TABLE)))
        assert table.picture() == b""
        sees(table, "empty")
    assert table.number == number
    for told in shown:
        assert told[1]["refusal"] is None
        no_colour_in(told[0])
        assert told[1]["view"]["tracking"]["colours"] == "unknown"


def test_a_card_that_stays_is_read_once(table: Table, scan: Scanning) -> None:
    scan.begin()
    for _ in range(3):
        sees(table, "red")
    assert (gauge(table)["read"], gauge(table)["tell"]) == (1, "hood_seat")


def test_the_eye_comes_back_only_once_the_last_card_is_gone(table: Table, scan: Scanning) -> None:
    scan.begin()
    lay_all_but_the_last(table)
    sees(table, "yellow")
    assert scan.running
    assert not table.state.tracked
    sees(table, "empty", b"after")
    assert not scan.running
    sees(table, "empty", b"later")
    assert table.picture() == b"later"


def lay_all_but_the_last(table: Table) -> None:
    for colour in COLOURS[:-1]:
        sees(table, colour)
        sees(table, "empty")


def test_a_stopped_scan_keeps_nothing(table: Table, scan: Scanning) -> None:
    scan.begin()
    sees(table, "red")
    scan.stop()
    assert gauge(table)["tell"] == "hood_stopped"
    assert gauge(table)["read"] == 0
    assert not table.state.seals
    sees(table, "empty", b"again")
    assert table.picture() == b"again"


def test_without_a_camera_the_page_says_what_to_do(table: Table) -> None:
    Scanning(table, RULES).begin()
    assert gauge(table)["tell"] == "hood_no_eye"
    sees(table, "empty", b"seen by the table")
    assert table.picture() == b"seen by the table"


def test_a_game_that_is_under_way_is_scanned_again_only_when_all_agree_sphinx_o_23(
    table: Table, scan: Scanning
) -> None:
    begun(table)
    scan.begin()
    assert gauge(table)["tell"] == "hood_refused"
    do(table, m.Rescan((0, 1)))
    scan.begin()
    lay_all(table)
    assert gauge(table)["tell"] == "hood_done"
    assert table.state.tracked


def test_the_eye_is_asked_to_look_anew_at_both_ends(table: Table, scan: Scanning) -> None:
    assert isinstance(scan.watch, Watching)
    scan.begin()
    lay_all(table)
    assert scan.watch.asked == 2
