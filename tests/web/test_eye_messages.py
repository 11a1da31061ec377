"""What the eye complains about, in words people use."""

from __future__ import annotations

from typing import Any

import pytest

from calibration.find import locate
from calibration.read import hypotheses
from companion.senses import eye
from companion.web.table.eye_messages import seeing_worded
from companion.words import load

WORDS = load("en", strict=True)


def saying(key: str, **values: Any) -> dict[str, Any]:
    return {"key": f"eye.{key}", "values": values}


def worded(*complaints: dict[str, Any]) -> dict[str, Any]:
    return seeing_worded({"state": "waiting", "complaints": list(complaints)}, WORDS)


@pytest.mark.parametrize(
    ("complaint", "quiet"),
    [
        (saying("hand", cells=["10,0"]), "A hand is over row 1"),
        (saying("hand", cells=["s6:floor", "s6", "s7:floor"]), "A hand is over square 6"),
        (saying("hand", cells=["B3", "B4"]), "A hand is over B3"),
        (saying("corner", markers=[0]), "Something covers a corner of the board"),
        (saying("corner", markers=[0, 2, 3]), "Something covers a corner of the board"),
        (saying("moved", pixels=4), "The camera has moved a little"),
    ],
)
def test_a_hand_is_one_quiet_line_in_words_and_no_alert(
    complaint: dict[str, Any], quiet: str
) -> None:
    seeing = worded(complaint)
    assert seeing["quiet"] == quiet
    assert seeing["complaints"] == []


def test_what_somebody_must_mend_is_an_alert() -> None:
    seeing = worded(saying("blank"), saying("corner", markers=[1]))
    assert seeing["complaints"] == ["The camera sees nothing. Is the lens covered? Is there light?"]
    assert seeing["quiet"] == "Something covers a corner of the board"


def test_every_reason_the_eye_has_for_not_finding_a_board_has_words_of_its_own() -> None:
    reasons: list[Any] = [
        locate.NOT_THERE,
        locate.missing(frozenset(), {}),
        locate.missing(frozenset({0, 1}), {}),
        hypotheses.NOT_FOUND,
        hypotheses.AMBIGUOUS,
        eye.BLANK,
        eye.REPEATS,
    ]
    for reason in reasons:
        assert worded({"key": reason.key, "values": reason.values})["complaints"]


def test_a_trouble_of_the_camera_is_said_in_the_readers_language() -> None:
    """It was English on every page: the eye sent its sentence, not its key."""
    none = {"key": "fault.camera.none", "values": {"device": "/dev/video0"}}
    shown = seeing_worded({"complaints": [saying("trouble", what=none)]}, load("de", strict=True))
    assert shown["complaints"][0].startswith(
        "Die Kamera hat ein Problem: An /dev/video0 hängt keine Kamera."
    )


def test_a_trouble_without_words_of_its_own_is_shown_as_it_is() -> None:
    assert worded(saying("trouble", what="/dev/video0 is busy."))["complaints"] == [
        "The camera has a problem: /dev/video0 is busy."
    ]
