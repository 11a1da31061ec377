"""What the eye complains of, in words people use."""

from __future__ import annotations

import pytest

from calibration.find import finding, trial
from companion.senses import eye
from companion.web.complaining import seeing_worded
from companion.words import load

WORDS = load("en", strict=True)


def worded(*complaints: str) -> dict[str, object]:
    return seeing_worded({"state": "waiting", "complaints": list(complaints)}, WORDS)


def alerts(complaint: str) -> list[str]:
    return list(seeing_worded({"state": "paused", "complaints": [complaint]}, WORDS)["complaints"])


@pytest.mark.parametrize(
    ("complaint", "quiet"),
    [
        ("something covers 10,0", "A hand is over row 1"),
        ("something covers s6:floor, s6, s7:floor", "A hand is over square 6"),
        ("something covers B3, B4", "A hand is over B3"),
        ("marker 0 covered", "Something covers a corner of the board"),
        (
            "markers 0, 2, 3 are covered or out of view; one marker is not enough",
            "Something covers a corner of the board",
        ),
    ],
)
def test_a_hand_is_one_quiet_line_in_words_and_no_alert(complaint: str, quiet: str) -> None:
    seeing = worded(complaint)
    assert seeing["quiet"] == quiet
    assert seeing["complaints"] == []


def test_what_somebody_must_mend_is_an_alert() -> None:
    seeing = worded(
        "the picture is blank: is the lens covered, is there light?", "marker 1 covered"
    )
    assert seeing["complaints"] == ["The camera sees nothing. Is the lens covered? Is there light?"]
    assert seeing["quiet"] == "Something covers a corner of the board"


def test_many_covered_markers_are_one_line() -> None:
    assert worded("marker 0 covered", "marker 1 covered")["quiet"] == (
        "Something covers a corner of the board"
    )


def test_every_reason_the_eye_has_for_not_finding_a_board_has_words_of_its_own() -> None:
    reasons = [
        finding.NOT_THERE,
        finding.missing(frozenset(), {}),
        finding.missing(frozenset({0, 1}), {}),
        trial.NOT_FOUND,
        trial.AMBIGUOUS,
        eye.BLANK,
        eye.REPEATS,
    ]
    for reason in reasons:
        assert alerts(reason)
        assert reason not in alerts(reason)[0]


def test_a_trouble_without_words_of_its_own_is_shown_as_it_is() -> None:
    assert alerts("/dev/video0 is busy") == ["The eye is in trouble: /dev/video0 is busy"]
