"""Bugs as they were, or as they might be, planted for a while: a night has to notice each."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import msgspec

from companion.app import hall_client
from companion.hall import hall as hall_module
from companion.hall import inbound
from companion.hall.night import acts, attendance, decisions, fold, results
from companion.hall.scores import standings as scores
from companion.hall.tables import event_chain, hall_tables
from companion.uplink import orders as table_orders
from companion.web.hall import board

from . import night as simulation

Plant = Callable[[], contextlib.AbstractContextManager[Any]]


def _patched(*changes: tuple[Any, str, Any]) -> Plant:
    @contextlib.contextmanager
    def planted() -> Iterator[None]:
        with contextlib.ExitStack() as stack:
            for where, name, wrong in changes:
                stack.enter_context(mock.patch.object(where, name, wrong))
            yield

    return planted


def _in_table(table: dict[Any, Any], key: Any, wrong: Any) -> Plant:
    return lambda: mock.patch.dict(table, {key: wrong})


def _stays_while_held(self: Any) -> None:
    """Show nothing new while somebody has the page in hand."""
    if not (self.focused and self.shown):
        SHOW(self)


def _announced_at_once(night: Any, act: Any) -> Any:
    return PUBLISH(night, _early(act))


def _early(act: Any) -> Any:
    return type(act)(act.round, True)


def _swallowed(self: Any, name: str, body: dict[str, Any], who: Any) -> bool:
    """Try once, and forget what could not be saved."""
    with contextlib.suppress(Exception):
        self.act(name, body, who)
    return True


def _twice(night: Any, act: Any) -> Any:
    """Take every report for a new one."""
    told = REPORT(night, act)
    return told or [("reported", {"result": msgspec.to_builtins(act.result)})]


def _by_rank(chain: Any, sitting: Any) -> Any:
    """Give places in the order of the ranks, not of the seats."""
    found = PLACES_OF(chain, sitting)
    if found is None:
        return None
    ranked = sorted(one.place for one in found)
    return tuple(
        type(one)(one.person, place, one.score) for one, place in zip(found, ranked, strict=True)
    )


def _first_only(facts: Any) -> Any:
    """Write the first fact of an act alone."""
    return facts[0]


def _no_gap(self: Any) -> None:
    """Miss nothing, whatever is missing."""
    return


def _by_house_alone(self: Any, now: float) -> bool:
    """Tell two machines apart by the id that stands on their card."""
    return sum(now - at < hall_tables.CLASH_SECONDS for at in self.houses.values()) > 1


def _asks_on(self: Any, table: Any) -> Any:
    """Ask about the last game for ever, whatever the hall has said of it."""
    task = self._task(table)
    if table is None or not task or table.game.is_over(table.state) is None:
        return None
    return {"task": task, "places": [], "said": ""}


def _written_once(self: Any, words: Any) -> Any:
    """Keep what was written for a language, as if nothing could change."""
    known = self._evenings.get(words.language)
    if known is not None and known[0][0] > 40:
        return known[1], known[2]
    return WRITTEN(self, words)


def _with_notes(hall: Any, *given: Any) -> Any:
    """Send people as the organiser knows them."""
    shown = EVENING_OF(hall, *given)
    people = {who: one.note for who, one in hall.evening.night.people.items()}
    return {**shown, "notes": people}


def _by_the_wall(self: Any) -> float:
    return max(float(simulation_wall(self)), self.evening.night.latest)


def simulation_wall(hall: Any) -> float:
    """Return what the clock on the wall says, as the hall read it before."""
    store = hall.store
    return float(store._disk.world.wall_seconds())


WRITTEN, EVENING_OF = board.HallBoard._written, board.evening_of
SHOW = simulation.SimulatedPhone.show
PUBLISH = decisions._publish
REPORT = results.report
PLACES_OF = inbound.places_of
BUGS: dict[str, Plant] = {
    "a phone in the hand keeps its old table": _patched(
        (simulation.SimulatedPhone, "show", _stays_while_held)
    ),
    "a settled result is disputed by people who have gone on": _patched(
        (results, "_check_open", lambda *_: None),
        (results, "has_gone_on", lambda *_: False),
    ),
    "the next round is announced by a slip": _in_table(
        decisions._RULES, acts.Publish, _announced_at_once
    ),
    "a call stays when its result is there": _patched((fold, "gone_cause", lambda *_: "")),
    "a call stays when its table is back": _patched(
        (inbound.Inbound, "_close_silent", lambda *_: False)
    ),
    "a change by hand outlives its draw": _patched((fold, "_put_away", lambda hand, night: hand)),
    "the clock of the round is the one on the wall": _patched(
        (hall_module.Hall, "now", _by_the_wall)
    ),
    "a report that comes again counts again": _in_table(
        decisions._RULES, acts.ReportResult, _twice
    ),
    "what could not be saved is forgotten": _patched(
        (hall_module.Hall, "attempt", _swallowed),
        (inbound.Inbound, "report_again", lambda *_: None),
    ),
    "places go by rank instead of by seat": _patched((inbound, "places_of", _by_rank)),
    "an act of two facts is half written": _patched((hall_module, "together", _first_only)),
    "a gap in a table's events is not asked for": lambda: mock.patch.object(
        event_chain.EventChain, "missing", property(_no_gap)
    ),
    "a command of anybody is obeyed": _patched((table_orders, "is_sealed", lambda *_: True)),
    "two people may have one name": _patched((attendance, "check_name", lambda *_: None)),
    "notes are told to everybody": _patched((board, "evening_of", _with_notes)),
    "a swap moves one of the two": _patched(
        (fold, "swapped", lambda each, one, two: attendance.seat_in(each, one, ""))
    ),
    "a result is counted twice": _patched(
        (scores, "_counted", lambda *a, _was=scores._counted: 2 * _was(*a))
    ),
    "every restart of a house is taken for a copy": _patched((hall_tables, "RETURNS", 0)),
    "a copied card is not noticed": _patched(
        (hall_tables.TableMachine, "clashes", _by_house_alone)
    ),
    "a table asks about its last game for ever": _patched(
        (hall_client.HallGuest, "_question", _asks_on)
    ),
    "pages are not told of a new round": _patched((board.HallBoard, "_written", _written_once)),
    "a referee is on the way for ever": _patched(
        (hall_module.Hall, "coming", lambda self: {c.box: c.claimed_by for c in
                                                   self.evening.night.calls if c.claimed_by})
    ),
    "an announcement that was taken back stays on phones": _in_table(
        fold._CHANGES, "unpublished", lambda night, body: night
    ),
}  # fmt: skip
"""The bugs, by what they do. Of the night that was lived through: B1 a phone in the hand, B2 a
settled result and a table that asks, B4 a slip, B6 calls and a referee on the way, B10 a change by
hand, B11 a copied card."""
