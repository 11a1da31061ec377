"""A tap is followed from its route to the journal: at most ten frames of our own code."""

from __future__ import annotations

import gc
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
import pytest
from gevent import Greenlet

import companion
from companion.core.observation import Answered, Reply
from companion.core.roles import TABLE
from companion.core.verdict import Saying
from companion.games.wall import moves as m
from companion.table import Table
from tests.table.evening import play_by
from tests.web.scenes import a_browser, a_table, an_app, do, served
from tests.web.strangers import Phone

OURS = str(Path(companion.__file__).parent)
MOST_FRAMES = 10
"""Frames of our own code from the route to the insert, in whichever threads they run."""
Frames = list[str]
Tap = tuple[str, dict[str, Any]]

DETOUR = """
def detour(work):
    def round_about(*given, **named):
        return work(*given, **named)
    return round_about
"""
"""A function that only calls another, as one slips into a walk."""


def ours(frame: FrameType | None) -> Frames:
    """The functions of our own code in a stack, the outermost first."""
    found: Frames = []
    while frame is not None:
        code = frame.f_code
        if code.co_filename.startswith(OURS):
            found.insert(0, f"{Path(code.co_filename).stem}.{code.co_name}")
        frame = frame.f_back
    return found


def stacks() -> Iterator[Frames]:
    """Every stack there is right now: of threads, and of greenlets that wait."""
    yield from (ours(frame) for frame in sys._current_frames().values())
    waiting = [one for one in gc.get_objects() if isinstance(one, Greenlet)]
    yield from (ours(one.gr_frame) for one in waiting)


def from_route(route: str) -> Frames:
    """What waits for the insert in the thread or greenlet of the request, from its route on."""
    (found,) = (stack for stack in stacks() if route in stack)
    return found[found.index(route) :]


class Trace:
    """The way to every insert into the journal of a table."""

    def __init__(self, table: Table, route: str) -> None:
        self.ways: list[Frames] = []
        self._route = route
        journal: Any = table.ledger.journal
        journal._connection.set_trace_callback(self._heard)

    def _heard(self, statement: str) -> None:
        if statement.startswith("INSERT INTO entry"):
            here = ours(sys._getframe(1))
            self.ways.append([*from_route(self._route), *here])


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return a_table(tmp_path)


def a_move(table: Table) -> Tap:
    do(table, m.Begin())
    card = {"type": "InsertCard", "slot": 2, "card": "H00"}
    return "/move", {"move": card, "base": table.number}


def an_answer(table: Table) -> Tap:
    question = table.questions()[0].id
    return "/answer", {"question": question, "option": "begin", "base": table.number}


@pytest.mark.parametrize("tap", [a_move, an_answer])
def test_a_tap_at_the_real_server_is_saved_within_ten_frames(table: Table, tap: Any) -> None:
    path, body = tap(table)
    trace = Trace(table, f"acts.{path[1:]}")
    with served(table) as server:
        code, answer = Phone(server).post(path, body)
    assert (code, msgspec.json.decode(answer)["kind"]) == (200, "accepted")
    (way,) = trace.ways
    assert (way[0], way[-1]) == (f"acts.{path[1:]}", "store.insert")
    assert len(way) <= MOST_FRAMES, way


@pytest.mark.parametrize("tap", [a_move, an_answer])
def test_a_tap_without_a_server_is_saved_within_ten_frames(table: Table, tap: Any) -> None:
    path, body = tap(table)
    trace = Trace(table, f"acts.{path[1:]}")
    assert a_browser(an_app(table)).post(path, json=body).json["kind"] == "accepted"
    (way,) = trace.ways
    assert len(way) <= MOST_FRAMES, way


def test_a_detour_would_be_noticed(table: Table) -> None:
    path, body = a_move(table)
    planted: dict[str, Any] = {}
    exec(compile(DETOUR, f"{OURS}/planted.py", "exec"), planted)
    ledger: Any = table.ledger
    ledger.write = planted["detour"](ledger.write)
    trace = Trace(table, "acts.move")
    a_browser(an_app(table)).post(path, json=body)
    (way,) = trace.ways
    assert "planted.round_about" in way
    assert len(way) > MOST_FRAMES


def test_a_table_has_its_parts_and_inherits_none() -> None:
    assert Table.__mro__ == (Table, object)


def test_an_answer_is_looked_up_once_and_becomes_a_move_once(table: Table) -> None:
    path, body = an_answer(table)
    asked: Counter[str] = Counter()
    rules = table.game

    def questions(state: Any) -> Any:
        asked["questions"] += 1
        return rules.questions(state)

    def answer(*given: Any) -> Any:
        asked["answer"] += 1
        return rules.answer(*given)

    app = an_app(table)
    play_by(table, replace(rules, questions=questions, answer=answer))
    assert a_browser(app).post(path, json=body).json["kind"] == "accepted"
    assert asked == {"questions": 1, "answer": 1}


def test_a_question_that_was_answered_meanwhile_is_looked_up_again(table: Table) -> None:
    id_, reply, at = table.questions()[0].id, Reply(option="begin"), table.clock()
    asked = table.meant(table.asked(id_), reply, at)
    do(table, m.Begin())
    late = Answered(by=TABLE, question=id_, reply=reply, at=at)
    answer = table.submit(late, asked=asked)
    assert (answer.kind, answer.say) == ("stale", Saying("table.question_gone", {}))
