"""What settles a place teaches the eye for the evening; the eye's own doubtful word does not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

from companion.app.learn_tonight import confirm, settled
from companion.core.observation import Reading, Seen
from companion.table.news import News, Stands
from companion.table.sightings import EYE

SHOWS = {"a": "cat", "b": "empty", "c": "ibis", "d": "cat"}
SEEN = Seen(
    readings={
        "a": Reading({"cat": 0.6, "ibis": 0.4}),
        "b": Reading({"empty": 0.5, "cat": 0.5}),
        "c": Reading({"ibis": 0.99, "cat": 0.01}),
        "d": Reading({"cat": 0.1, "ibis": 0.9}),
    },
    at=1.0,
)


def stands(entry: int, by: str, *, gone: bool = False) -> Stands:
    return Stands(entry, by, None if gone else object())  # type: ignore[arg-type]


def test_people_settle_every_place_the_eye_was_not_sure_of() -> None:
    assert settled(SEEN, SHOWS, stands(1, "seat-0")) == {"a": "cat", "d": "cat"}


def test_the_eye_alone_settles_nothing_and_the_rules_only_what_seemed_likely() -> None:
    by_eye = stands(1, EYE)
    assert settled(SEEN, SHOWS, by_eye) == {}
    hinted = {"a": {"cat": 0.995, "ibis": 0.005}, "d": {"cat": 1.0}}
    seen = Seen(readings=SEEN.readings, at=1.0, hinted=hinted)
    assert settled(seen, SHOWS, by_eye) == {"a": "cat"}


class Table:
    """A table that has just ruled on what it saw."""

    def __init__(self, forgets: bool = False) -> None:
        looking = SimpleNamespace(forgets=lambda state: forgets)
        self.game = SimpleNamespace(looking=looking, visible=lambda state: SHOWS)
        self.tell: Callable[[News], None] = lambda news: None

    def seen(self) -> Seen:
        return SEEN

    def on_news(self, listener: Callable[[News], None]) -> Callable[[], None]:
        self.tell = listener
        return lambda: None


class Pupil:
    def __init__(self) -> None:
        self.heard: list[Any] = []

    def confirm(self, number: int, shows: Mapping[str, str]) -> None:
        self.heard.append((number, dict(shows)))

    def withdraw(self, number: int) -> None:
        self.heard.append(number)


def test_a_ruling_that_is_taken_back_is_unlearnt_and_a_secret_picture_teaches_nothing() -> None:
    table, pupil = Table(), Pupil()
    confirm(table, pupil)  # type: ignore[arg-type]
    table.tell(News(None, (stands(4, "seat-1"),)))
    table.tell(News(None, (stands(4, "seat-1", gone=True),)))
    assert pupil.heard == [(4, {"a": "cat", "d": "cat"}), 4]
    secret, pupil = Table(forgets=True), Pupil()
    confirm(secret, pupil)  # type: ignore[arg-type]
    secret.tell(News(None, (stands(4, "seat-1"),)))
    assert pupil.heard == []
