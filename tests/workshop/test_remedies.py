"""The tree of what to try: walked by what is measured, with words for every step."""

from __future__ import annotations

from typing import Any

import pytest

from companion.words import LANGUAGES, load
from companion.workshop.bench import ENDS, FEWEST, Plate
from companion.workshop.parts import TRIED
from companion.workshop.remedies import STEPS, place_of_trouble

PLACES: dict[str, tuple[str, str, dict[str, Any], bool, str]] = {
    "a button nobody touches is closed": (
        "button",
        "press",
        {"closed": True, "felt": None},
        False,
        "closed",
    ),
    "a button that was just felt works": (
        "button",
        "press",
        {"closed": True, "felt": 2.0},
        True,
        "",
    ),
    "a button nobody has pressed yet is no trouble": (
        "button",
        "press",
        {"closed": False, "felt": None},
        False,
        "",
    ),
    "a button that does nothing when pressed": (
        "button",
        "press",
        {"closed": False, "felt": None},
        True,
        "open",
    ),
    "a lamp somebody calls dark": ("lamp", "light", {}, True, "dark"),
    "a lamp of a strip": ("strip", "light", {}, True, "strip"),
    "a scale without readings": (
        "scale",
        "weigh",
        {"count": None, "trouble": "silent"},
        False,
        "silent",
    ),
    "a scale at its end": ("scale", "weigh", {"count": 1.0, "trouble": "end"}, False, "end"),
    "a scale that counts": ("scale", "weigh", {"count": 1.0, "trouble": ""}, True, ""),
    "a part that could not be opened says why itself": (
        "scale",
        "weigh",
        {"fault": "no pins"},
        True,
        "",
    ),
}


@pytest.mark.parametrize("case", PLACES)
def test_where_one_stands_follows_from_what_is_measured(case: str) -> None:
    part, does, shown, failed, place = PLACES[case]
    assert place_of_trouble(part, does, {"fault": "", **shown}, failed) == place
    assert not place or STEPS[place]


def plate_of(*counts: float) -> Plate:
    plate = Plate()
    for n, count in enumerate(counts):
        plate.hear(count, n * 0.0125)
    return plate


def test_a_plate_knows_what_is_wrong_with_its_readings() -> None:
    assert plate_of().trouble == "silent"
    assert plate_of(*range(FEWEST - 3)).trouble == "slow"
    assert plate_of(*(ENDS[0] for _ in range(40))).trouble == "end"
    assert plate_of(*(1234.0 for _ in range(40))).trouble == "frozen"
    assert plate_of(*(1234.0 + n % 5 for n in range(40))).trouble == ""


def test_every_step_has_words_in_every_language() -> None:
    steps = {f"trouble_{step}" for steps in STEPS.values() for step in steps}
    also = {"trouble_same", "trouble_none_left", "trouble_mended"}
    for language in LANGUAGES:
        page = load(language, strict=True).under("checking.page")
        assert {key for key in page if key.startswith("trouble_")} == steps | also


def test_every_part_that_is_tried_has_a_place_in_the_tree() -> None:
    for part, does in TRIED.items():
        assert place_of_trouble(part, does, {"fault": ""}, True) in STEPS
