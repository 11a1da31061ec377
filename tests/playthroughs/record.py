"""Recorded games as people can read them: every move, what followed and why, and the score.

    python -m tests.playthroughs.record wall-base            show how the record would change
    python -m tests.playthroughs.record wall-base --write    the same, and write it after showing

A record is replayed from its own `>` lines, so it can be changed by hand: put in a move, look at
the difference, and write it when every line of it is right.
"""

from __future__ import annotations

import argparse
import difflib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from companion.core.game import ROOMS, Game, load_room
from companion.core.house import read_house_rules
from companion.core.seats import Seat
from companion.core.verdict import Accepted, Event, Move, clauses

FOLDER = Path(__file__).parent


def records(room: str = "") -> list[Path]:
    """The records of one room, or of every room that is open."""
    found = sorted(FOLDER.glob(f"{room or '*'}-*.txt"))
    return [path for path in found if path.stem.partition("-")[0] in ROOMS]


def replayed(text: str) -> str:
    """The record as the rules of today would write it, from its own header and moves."""
    return "\n".join([*text.splitlines()[:4], *_told(*opened(text))]) + "\n"


def opened(text: str) -> tuple[Game, Any, Iterator[Move]]:
    """The room of a record, the state it begins with, and its moves."""
    lines = text.splitlines()
    header = dict(line.split(": ", 1) for line in lines[1:4])
    game = load_room(header["room"])
    seats = [Seat(*player.split(" ")) for player in header["players"].split(", ")]
    rules = read_house_rules(game.house_rules, json.loads(header["rules"]))
    state = game.opening(game.load_box(None), seats, rules)
    return game, state, (_read_move(game, line) for line in lines if line.startswith("> "))


def written(title: str, game: Game, seats: list[Seat], rules: dict[str, Any],
            moves: list[Move]) -> str:  # fmt: skip
    """A new record."""
    header = [
        title,
        f"room: {game.name}",
        f"players: {', '.join(f'{seat.name} {seat.colour}' for seat in seats)}",
        f"rules: {json.dumps(rules)}",
    ]
    return replayed("\n".join([*header, *map(_move_line, moves)]))


def _told(game: Game, state: Any, moves: Iterator[Move]) -> Iterator[str]:
    for move in moves:
        yield ""
        yield _move_line(move)
        ruling = game.decide(state, move)
        if not isinstance(ruling, Accepted):
            yield f"  refused: {ruling.say.key} ({ruling.clause})"
            continue
        for event in ruling.events:
            yield f"  {_event_line(event)}"
            state = game.evolve(state, event)
        yield from _where_it_stands(game, state)


def _where_it_stands(game: Game, state: Any) -> Iterator[str]:
    scores = (
        f"{line.low}" if line.low == line.high else f"{line.low}-{line.high}"
        for line in game.score(state).lines
    )
    yield f"= {' | '.join(scores)}"
    for question in game.questions(state):
        yield f"? {question.id}: {', '.join(o.name for o in question.options) or question.style}"
    outcome = game.is_over(state)
    if outcome:
        yield f"! {outcome.say.key} {list(outcome.winners)} ({', '.join(outcome.because)})"


def _move_line(move: Move) -> str:
    values = msgspec.to_builtins(move)
    return f"> {values.pop('type')} {_plain(values)}".rstrip()


def _event_line(event: Event) -> str:
    values = msgspec.to_builtins(event)
    values.pop("because", None)
    return f"{values.pop('type')} {_plain(values)}".rstrip() + f" ({', '.join(clauses(event))})"


def _plain(values: dict[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False) if values else ""


def _read_move(game: Game, line: str) -> Move:
    kind, _, values = line[2:].partition(" ")
    move: Move = msgspec.convert({"type": kind, **json.loads(values or "{}")}, game.moves)
    return move


def changes(path: Path) -> str:
    """How a record differs from what the rules of today make of it; empty when it does not."""
    old = path.read_text("utf-8")
    new = replayed(old)
    return "".join(
        difflib.unified_diff(
            old.splitlines(keepends=True), new.splitlines(keepends=True),
            f"{path.name} as recorded", f"{path.name} as played today", n=4,
        )
    )  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="records to look at; all of them without a name")
    parser.add_argument("--write", action="store_true", help="write what was shown")
    given = parser.parse_args()
    found = [FOLDER / f"{name}.txt" for name in given.names] or records()
    differs = False
    for path in found:
        change = changes(path)
        sys.stdout.write(change or f"{path.name}: nothing changes\n")
        differs |= bool(change)
        if change and given.write:
            path.write_text(replayed(path.read_text("utf-8")), "utf-8")
    return int(differs and not given.write)


if __name__ == "__main__":
    sys.exit(main())
