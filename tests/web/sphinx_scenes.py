"""Tables for the sphinx's page: real rules and a real journal, dice and colours of our choice."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from typing import Any

from companion.core.game import load_room
from companion.core.house import read_house_rules
from companion.core.observation import Answered, Reply, Said
from companion.core.play_mode import LIVING_ROOM
from companion.core.roles import TABLE, Role
from companion.core.verdict import Move
from companion.games.sphinx import moves as m
from companion.games.sphinx.box import Face
from companion.games.sphinx.rules import HOOD
from companion.journal import Journal
from companion.table import Answer, Table
from tests.rooms.sphinx.laid import SALT, SEATS
from tests.web.scenes import OPENED

UNDER = ("red", "blue", "yellow", "green", "purple", "orange")
"""What lies under the sphinxes in these scenes: first the guards, then the temples."""


class Hourglass:
    """A clock that only a test turns."""

    def __init__(self, seconds: float = 1000.0) -> None:
        self.seconds = seconds

    def monotonic(self) -> float:
        return self.seconds

    def wall(self) -> datetime:
        return datetime(2026, 3, 1, 12, tzinfo=UTC)


def a_court(
    folder: Path,
    players: int = 2,
    rules: Mapping[str, Any] | None = None,
    under: tuple[str, ...] | None = UNDER,
    glass: Hourglass | None = None,
    salt: str = SALT,
    box: Path | None = None,
    manner: str = LIVING_ROOM,
) -> Table:
    """Open a new game; with *under* the colours are sealed as if they had been scanned."""
    game = load_room("sphinx")
    switches = read_house_rules(game.house_rules, rules or {})
    watch = glass or Hourglass()
    folder.mkdir(parents=True, exist_ok=True)
    book = Journal.open(folder / "game.journal", clock=watch)
    OPENED.append(book)
    seats = SEATS[:players]
    opened = game.load_box(box)
    clock = watch.monotonic
    table = Table.begin(book, game, opened, seats, switches, clock=clock, manner=manner)
    if under:
        do(table, m.Seal(under, salt), HOOD)
    return table


def do(table: Table, move: Move, by: Role = TABLE) -> Answer:
    answer = table.submit(Said(by=by, move=move, at=table.clock()))
    assert answer.kind == "accepted", answer
    return answer


def begun(table: Table) -> Table:
    do(table, m.Begin())
    return table


def throw(table: Table, *faces: Face) -> Table:
    do(table, m.Throw(faces))
    return table


def answer(table: Table, *options: str) -> Table:
    """Answer the open questions by the names of their options."""
    for option in options:
        (question,) = table.questions()
        reply = Reply(option=option)
        done = table.submit(Answered(by=TABLE, question=question.id, reply=reply, at=table.clock()))
        assert done.kind == "accepted", (option, done, question)
    return table


def idle(table: Table) -> Table:
    """The player on turn, near the start, only steps to and fro."""
    here = table.state.square(table.state.turn)
    throw(table, 1, 1, 1)
    first, then = ("forward", "back") if here == 0 else ("back", "forward")
    return answer(table, *(f"move:1:{way}" for way in (first, then, first)))


def owners_box(folder: Path) -> Path:
    """A board as an owner would write it down: the spiral mirrored, cards in colours of its own."""
    text = resources.files("companion.games.sphinx").joinpath("box.toml").read_text("utf-8")
    rows = re.findall(r"^    (\[[ \d,]+\]),$", text, re.MULTILINE)[:9]
    for row in rows:
        text = text.replace(row, str([int(n) for n in row.strip("[]").split(",")][::-1]))
    text = text.replace('"purple", "orange"]', '"teal", "pink"]')
    text = text.replace("purple = [21, 35]", "teal = [21, 35]")
    text = text.replace("orange = [26, 70]", "pink = [26, 70]")
    file = folder / "owners.toml"
    file.write_text(text, "utf-8")
    return file


def rich(folder: Path, **more: Any) -> Table:
    """Ana holds red and blue on square 10; Ben is on turn."""
    table = throw(begun(a_court(folder, **more)), 5, 4, 1)
    return answer(table, "move:5:forward", "look:G1", "take", "move:4:forward", "take",
                  "move:1:forward")  # fmt: skip


def before_the_steal(folder: Path, **more: Any) -> Table:
    """Ben has thrown and will pass Ana, who holds two cards."""
    table = throw(rich(folder, **more), 6, 6, 4)
    return answer(table, "move:6:forward", "no_look", "leave")


def before_the_door(folder: Path) -> Table:
    """Ana stands behind a door, and Ben has thrown the number that leads to its other side."""
    table = throw(begun(a_court(folder)), 1, 1, 2)
    answer(table, "move:1:forward", "move:1:back", "move:2:forward")
    return throw(table, 2, 6, 4)


def before_the_claim(folder: Path, **more: Any) -> Table:
    """Ana stands before the guards with red, blue, yellow and orange, and one die left."""
    table = throw(begun(a_court(folder, **more)), 5, 4, 4)
    answer(table, "move:5:forward", "look:G1", "take", "move:4:forward", "take", "move:4:forward")
    idle(table)
    throw(table, 1, 3, 3)
    answer(table, "move:1:forward", "take", "move:3:back", "move:3:forward", "look:G2")
    idle(table)
    throw(table, 6, 6, 1)
    return answer(table, "move:6:forward", "look:G3", "take", "move:6:forward")


def at_the_guards(folder: Path, **more: Any) -> Table:
    return answer(before_the_claim(folder, **more), "claim:1")


def lay(table: Table, *cards: str) -> Answer:
    (question,) = table.questions()
    fields = {str(field["name"]): card for field, card in zip(question.fields, cards, strict=False)}
    return table.submit(
        Answered(by=TABLE, question=question.id, reply=Reply(fields=fields), at=table.clock())
    )


def answered(folder: Path, glass: Hourglass, *cards: str, **more: Any) -> Table:
    """A claim was laid, and the table has answered it in its own time."""
    table = at_the_guards(folder, glass=glass, **more)
    assert lay(table, *cards).kind == "accepted"
    glass.seconds += 2.0
    table.tick()
    return table


def over(folder: Path) -> Table:
    """Ana has claimed right and wins; every seal is opened."""
    table = answered(folder, Hourglass(), "red", "blue", "yellow")
    return answer(table, "agree")
