"""The short gallery: the states the suite looks at, and the complaints there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from playwright.sync_api import Browser

from .look import Looked, look
from .places import a_house
from .reasons import load, open_complaints
from .state import LAPTOP, PHONE, State
from .states import STATES


def short(browser: Browser) -> list[str]:
    """Look at the short states; a line for each complaint without a reason, without figures."""
    reasons = load()
    return sorted(
        {
            f"{one.page} {one.name} {one.size[0]}: {complaint.rule}: {complaint.where}"
            for one in _looked(browser)
            for complaint in open_complaints(one, reasons)
        }
    )


def _looked(browser: Browser) -> Iterator[Looked]:
    states = [one for one in STATES if one.short and one.where != "house"]
    with a_house() as place:
        for _, group in groupby(states, lambda one: one.game and one.game.file):
            together = list[State](group)
            with place.showing(together[0].game):
                for state in together:
                    for size in (PHONE, LAPTOP):
                        yield look(browser, place, state, size, "en", None)
