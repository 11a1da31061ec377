"""companion score: count a finished game from one picture, without having watched it."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.config.settings import load_settings
from companion.core.decode import convert
from companion.core.errors import TableError
from companion.core.house import parse_house_rules
from companion.core.verdict import Saying
from companion.rooms import Room, room_of, rooms_with
from companion.words import Words, load

from .command import Commands, add, say

if TYPE_CHECKING:
    from calibration.geometry.board import Board
    from calibration.read.taught import Taught
    from companion.senses.photograph import BoardSeen

MOST_OFFERED = 5
STILL_ASKED = 2
"""The exit code while something has to be said before anything counts."""
Ask = Callable[[str], str]
Options = Callable[[str], Sequence[str]]
"""Every label a cell can be said to show."""


def add_commands(commands: Commands) -> None:
    parser = add(commands, "score", score)
    parser.add_argument(
        "room",
        choices=[room.name for room in rooms_with("scoring")],
        help=say("option.picture_room"),
    )
    parser.add_argument("picture", type=Path, help=say("option.picture"))
    parser.add_argument("--settings", type=Path, help=say("option.settings"))
    parser.add_argument("--box", type=Path, help=say("option.box"))
    parser.add_argument("--taught", type=Path, help=say("option.taught_tiles"))
    parser.add_argument("--drawn", action="store_true", help=say("option.drawn"))
    parser.add_argument(
        "--rules",
        "--house-rule",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        dest="rules",
        help=say("option.house_rule"),
    )
    parser.add_argument(
        "--answer",
        action="append",
        default=[],
        metavar="CELL=LABEL",
        dest="answers",
        help=say("option.answer"),
    )
    parser.add_argument("--json", action="store_true", help=say("option.score_json"))


def score(arguments: argparse.Namespace, ask: Ask | None = None) -> int:
    """Count a finished pyramid from one picture.

    If a cell isn't clear, you're asked about it before anything counts: at the terminal, or
    answer with --answer.
    """
    counting = _counting(arguments)
    said = _said(counting.options, arguments.answers)
    if ask is None and not arguments.json and sys.stdin.isatty():
        ask = input
    whole = counting.sheet(said)
    # nobody is asked twice: what was said stands, even if it cannot be counted
    while ask is not None and (open_ := [name for name in whole["ask"] if name not in said]):
        _refusal(whole, load())
        said |= _asked(counting.options, counting.seen, open_[0], ask)
        whole = counting.sheet(said)
    if arguments.json:
        print(json.dumps({**whole, "likely": _likely(counting.seen, whole["ask"])}, indent=2))
    else:
        _print(whole, counting.seen, load())
    return 0 if whole["count"] else STILL_ASKED


@dataclass(frozen=True)
class Counting:
    """A picture that was read, with everything needed to count it."""

    seen: BoardSeen
    options: Options
    tally: Callable[..., dict[str, Any]]

    def sheet(self, said: Mapping[str, str]) -> dict[str, Any]:
        """Return what the picture counts, with what people said about its cells."""
        doubts = {name: some for name, some in self.seen.doubts.items() if name not in said}
        return self.tally({**self.seen.cells, **said}, doubts, told=said.keys())


def _counting(arguments: argparse.Namespace) -> Counting:
    room = room_of(arguments.room)
    assert room.scoring is not None
    photos, settings = room.scoring(), load_settings(arguments.settings)
    box = room.game.load_box(arguments.box or (Path(settings.box) if settings.box else None))
    rules = parse_house_rules(room.game.house_rules, arguments.rules)
    taught = _taught(arguments, settings.eye.taught, room, box)
    seen = _read(arguments.picture, room.board(box), taught, photos.crowded)
    names = {colour: colour for colour in box.colours}
    exact = arguments.drawn or photos.is_exact(box)
    return Counting(
        seen,
        partial(photos.options, box),
        partial(photos.tally, box, rules, names, counted=exact),
    )


def _taught(arguments: argparse.Namespace, kept: str, room: Room, box: Any) -> Taught:
    from calibration.teach.store import load as load_taught

    folder = arguments.taught or (Path(kept) if kept else None)
    if arguments.drawn or folder is None:
        return room.taught(box, (1280, 720))
    return load_taught(folder)


def _read(path: Path, board: Board, taught: Taught, crowded: str) -> BoardSeen:
    from companion.senses.photograph import read_board_bytes

    if not path.is_file():
        raise TableError("fault.cli.no_picture", path=path)
    seen = read_board_bytes(path.read_bytes(), board, taught, crowded)
    if seen.refused:
        raise TableError("fault.cli.not_counted", name=path.name, why=seen.refused)
    return seen


def _said(options: Options, answers: list[str]) -> dict[str, str]:
    said = {}
    for text in answers:
        name, _, label = text.partition("=")
        if label not in options(name):
            raise TableError(
                "fault.cli.answer", text=text, cell=name, label=label, known=list(options(name))
            )
        said[name] = label
    return said


def _asked(options: Options, seen: BoardSeen, name: str, ask: Ask) -> dict[str, str]:
    """Ask about one cell until the answer is something it can show."""
    offered = _offered(seen, name)
    lines = [f"  {number}  {label}" for number, label in enumerate(offered, 1)]
    words = "\n".join((say("score.ask", cell=name), *lines, say("score.choose")))
    while True:
        answer = ask(words).strip()
        if answer.isdecimal() and 1 <= int(answer) <= len(offered):
            return {name: offered[int(answer) - 1]}
        if answer in options(name):
            return {name: answer}
        words = say("score.no_answer", answer=answer, cell=name)


def _offered(seen: BoardSeen, name: str) -> tuple[str, ...]:
    return seen.likely(name)[:MOST_OFFERED] if name in seen.readings else ()


def _likely(seen: BoardSeen, names: list[str]) -> Mapping[str, tuple[str, ...]]:
    return {name: _offered(seen, name) for name in names}


def _print(whole: dict[str, Any], seen: BoardSeen, words: Words) -> None:
    _refusal(whole, words)
    for name in whole["ask"]:
        print(say("score.still_asked", cell=name, likely=list(_offered(seen, name))))
    count = whole["count"]
    if count is None:
        return
    for decided in whole["decided"]:
        print(f"{_sentence(words, decided['say'])}  ({', '.join(decided['because'])})")
    for path in count["paths"]:
        print(f"{_sentence(words, path['say'])}  ({', '.join(path['because'])})")
    for ankhs in count["ankhs"]:
        print(
            say(
                "score.ankhs",
                colour=ankhs["colour"],
                count=len(ankhs["cells"]),
                points=ankhs["points"],
            )
        )
    for seat, total in zip(whole["seats"], count["totals"], strict=True):
        print(f"{seat['colour']:8} {total}")
    print(f"{_sentence(words, count['say'])}  ({', '.join(count['because'])})")
    for other in count["otherwise"]["differ"]:
        print(_sentence(words, other["say"]))


def _refusal(whole: dict[str, Any], words: Words) -> None:
    if whole["refusal"]:
        refusal = whole["refusal"]
        print(f"{_sentence(words, refusal['say'])}  ({refusal['clause']})")


def _sentence(words: Words, saying: Any) -> str:
    return words.say(convert(saying, Saying))
