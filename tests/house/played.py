"""Whole games by word of mouth, kept in real journals: for shelves that have something on them."""

from __future__ import annotations

from pathlib import Path

from companion.core.game import load_room
from companion.core.observation import Answered, Said
from companion.core.roles import TABLE
from companion.core.seats import Seat
from companion.journal import Journal
from companion.rooms import room_of
from companion.table import Table

MOST_STEPS = 2000


def play(
    path: Path, room: str = "wall", names: tuple[str, ...] = ("Anna", "Ben"), *, seed: int = 3,
    steps: int = MOST_STEPS,
) -> Path:  # fmt: skip
    """Let rehearsed people play a game into a journal, to its end or for some steps."""
    game, around = load_room(room), room_of(room)
    box = game.load_box(None)
    seats = tuple(map(Seat, names, around.worn(box)))
    with Journal.open(path) as journal:
        table = Table.begin(journal, game, box, seats, game.house_rules())
        people = around.people(seed)
        for _ in range(steps):
            if game.is_over(table.state) is not None or not step(table, people):
                break
    return path


def step(table: Table, people: object) -> bool:
    """One answer or one move; False when nobody knows what to do."""
    before = table.number
    at = table.clock()
    asked = [question for question in table.questions() if not question.by_sight]
    if asked:
        reply = people.reply(table.state, asked[0])  # type: ignore[attr-defined]
        said = Answered(by=asked[0].to, question=asked[0].id, reply=reply, at=at, base=before)
        return table.submit(said).kind == "accepted"
    move = people.move(table.state)  # type: ignore[attr-defined]
    if move is None and table.questions():
        question = table.questions()[0]
        reply = people.reply(table.state, question)  # type: ignore[attr-defined]
        return table.submit(
            Answered(by=question.to, question=question.id, reply=reply, at=at, base=before)
        ).kind == "accepted"  # fmt: skip
    if move is None:
        return False
    return table.submit(Said(by=TABLE, move=move, at=at, base=before)).kind == "accepted"
