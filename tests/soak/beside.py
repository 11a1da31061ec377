"""Rehearsals beside people: one seat is played through the table's front door, in every room.

``script/soak beside [--seconds 45] [room ...]`` prints how far each room came and who entered what.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from companion.app import GameSession, Rehearsing, rehearse
from companion.core.game import ROOMS
from companion.core.observation import Answered, Said
from companion.core.roles import TABLE
from companion.core.seats import Seat
from companion.rooms import room_of
from companion.table import Answer, Table


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="script/soak beside", description=__doc__)
    parser.add_argument("rooms", nargs="*", default=list(ROOMS))
    parser.add_argument("--seconds", type=float, default=45.0)
    parser.add_argument("--port", type=int, default=9555)
    wanted = parser.parse_args(words)
    good = [_evening(room, wanted.seconds, wanted.port) for room in wanted.rooms]
    return 0 if all(good) else 1


def _evening(room: str, seconds: float, port: int) -> bool:
    around = room_of(room)
    box = around.game.load_box(None)
    seats = tuple(map(Seat, ("Anna", "Ben"), around.worn(box)))
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder) / "game.sqlite"
        evening = GameSession(
            around.game, box, seats, around.game.house_rules(), journal, port=port
        )
        running = rehearse(evening, Rehearsing(7, 20.0, by_hand=(0,)))
        try:
            mine = _play(running.table, around.people(99), running.live, seconds)
            entered = Counter(past.by for past in running.table.timeline.past)
            turn = around.game.turn(running.table.state)
        finally:
            running.stop()
    print(f"{room:8} turn {turn:3}, {mine} by hand, entered by {dict(entered)}", flush=True)
    return mine > 0 and turn > 2


def _play(table: Table, people: Any, live: Any, seconds: float) -> int:
    """Play the seat by hand for a while; how many entries that made."""
    made, until = 0, time.monotonic() + seconds
    while time.monotonic() < until and table.game.is_over(table.state) is None:
        if live._is_for_people():
            answer = _act(table, people)
            made += answer is not None and answer.kind == "accepted"
        time.sleep(0.05)
    return made


def _act(table: Table, people: Any) -> Answer | None:
    number, questions = table.number, table.questions()
    asked = [one for one in questions if not one.by_sight]
    move = None if asked else people.move(table.state)
    if move is not None:
        return table.submit(Said(by=TABLE, move=move, at=table.clock(), base=number))
    for question in (asked or list(questions))[:1]:
        reply = people.reply(table.state, question)
        return table.submit(
            Answered(
                by=question.to, question=question.id, reply=reply, at=table.clock(), base=number
            )
        )
    return None
