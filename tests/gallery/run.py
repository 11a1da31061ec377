"""All wanted states looked at, in as many processes as wanted, group by group."""

from __future__ import annotations

import multiprocessing
import os
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import Queue
from typing import Any

from playwright.sync_api import Browser, Error, sync_playwright

from companion.core.errors import TableError
from tests.pages import halls, measuring
from tests.pages.__main__ import ARGUMENTS

from .look import Complaint, Looked, look
from .places import Anywhere, House, a_house
from .state import LAPTOP, PHONE, THEMES, State
from .states import SHELF, STATES

PLACES: dict[str, Callable[[], AbstractContextManager[Anywhere]]] = {
    "table": a_house,
    "empty house": a_house,
    "house": lambda: a_house(*SHELF),
    **{name: partial(halls.a_hall, night) for name, night in halls.PLACES.items()},
}
Looking = tuple[tuple[int, int], str, str]
BY_DAY = (PHONE, LAPTOP)
"""The sizes at which the light theme is looked at, unless somebody asks for it alone."""
Group = tuple[str, str]
"""The place and the game that states share."""


@dataclass(frozen=True)
class Wanted:
    """Which states to look at, and how."""

    pages: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()
    """Widths."""
    languages: tuple[str, ...] = ()
    themes: tuple[str, ...] = ()
    into: Path | None = None
    """A folder for pictures."""

    def states(self) -> list[State]:
        return [one for one in STATES if not self.pages or self._names(one)]

    def _names(self, state: State) -> bool:
        return any(one == state.page or one in state.title for one in self.pages)

    def looks(self, state: State) -> list[Looking]:
        """The sizes, languages and themes of a state that are wanted; by day it is sampled."""
        sizes = [one for one in state.sizes if not self.sizes or one[0] in self.sizes]
        languages = self.languages or state.languages
        return [
            (size, language, theme)
            for language in languages
            for size in sizes
            for theme in self.themes or THEMES
            if self.themes or theme == "dark" or (size in BY_DAY and language == languages[0])
        ]


def run(wanted: Wanted, jobs: int) -> Iterator[Looked]:
    """Look at everything; what is seen comes in the order in which it is done."""
    groups: dict[Group, list[State]] = defaultdict(list)
    for state in wanted.states():
        groups[state.where, state.game.file if state.game else ""].append(state)
    shares = _shares(groups, jobs)
    if len(shares) <= 1:
        for share in shares:
            yield from _share(wanted, share)
        return
    spawn = multiprocessing.get_context("spawn")
    said: Any = spawn.Queue()
    workers = [
        spawn.Process(target=_work, args=(wanted, n, jobs, said)) for n in range(len(shares))
    ]
    for worker in workers:
        worker.start()
    yield from _heard(said, len(workers))
    for worker in workers:
        worker.join()


def _heard(said: Queue[Looked | str | None], left: int) -> Iterator[Looked]:
    while left:
        one = said.get()
        if one is None:
            left -= 1
        elif isinstance(one, str):
            raise RuntimeError(one)
        else:
            yield one


def _work(wanted: Wanted, number: int, jobs: int, said: Any) -> None:
    """Look at one share; functions do not travel, so that it is worked out here again."""
    groups: dict[Group, list[State]] = defaultdict(list)
    for state in wanted.states():
        groups[state.where, state.game.file if state.game else ""].append(state)
    try:
        for one in _share(wanted, _shares(groups, jobs)[number]):
            said.put(one)
    except Exception:
        said.put(traceback.format_exc())
    said.put(None)
    said.close()
    said.join_thread()
    os._exit(0)  # threads of the places may linger


Share = dict[str, list[list[State]]]


def _shares(groups: dict[Group, list[State]], jobs: int) -> list[Share]:
    """Deal the groups out, the largest first, each place whole if it has no games."""
    shares: list[Share] = [defaultdict(list) for _ in range(jobs)]
    load = [0] * jobs
    for (where, _), states in sorted(groups.items(), key=lambda one: -len(one[1])):
        least = load.index(min(load))
        shares[least][where].append(states)
        load[least] += len(states)
    return [one for one in shares if one]


def _share(wanted: Wanted, share: Share) -> Iterator[Looked]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=measuring.CHROMIUM, args=ARGUMENTS)
        for where, groups in share.items():
            with PLACES[where]() as place:
                for states in groups:
                    yield from _group(browser, place, states, wanted)
        browser.close()


def _group(
    browser: Browser, place: Anywhere, states: Sequence[State], wanted: Wanted
) -> Iterator[Looked]:
    """Look at the states of one game."""
    game = states[0].game
    if game is None or not isinstance(place, House):
        yield from _each(browser, place, states, wanted)
        return
    try:
        with place.showing(game):
            yield from _each(browser, place, states, wanted)
    except (TableError, LookupError, AssertionError) as error:
        for state in states:
            for looking in wanted.looks(state):
                yield _failed(state, looking, error)


def _each(
    browser: Browser, place: Anywhere, states: Sequence[State], wanted: Wanted
) -> Iterator[Looked]:
    for state in states:
        for size, language, theme in wanted.looks(state):
            try:
                yield look(browser, place, state, size, language, wanted.into, theme)
            except Error as error:
                yield _failed(state, (size, language, theme), error)


def _failed(state: State, looking: Looking, error: Exception) -> Looked:
    failed = Looked(state.page, state.name, *looking)
    line = (str(error).strip().splitlines() or [type(error).__name__])[0][:160]
    failed.complaints.append(Complaint("not reached", state.title, more=line))
    return failed
