"""Whole recorded games as somebody reads them in a language: moves, rulings and questions.

    python -m tests.languages.games            what would change
    python -m tests.languages.games --write    renew all texts

One game of every room in every language is kept beside this file, to be read by people.
"""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from companion.core.game import ROOMS
from companion.core.verdict import Accepted, Saying
from companion.words import LANGUAGES, Words, load
from tests.playthroughs.record import opened, records

SHOWN = 4
"""Answers shown of a question; the rest reads alike."""
TEXTS = Path(__file__).parent / "texts"


def told(room: str, words: Words) -> Iterator[str]:
    """The first recorded game of a room, line by line."""
    game, state, moves = opened(records(room)[0].read_text("utf-8"))
    for move in moves:
        yield f"> {_put(game.telling.tell(state, move), words)}"
        ruling = game.decide(state, move)
        if not isinstance(ruling, Accepted):
            yield f"! {_put(ruling.say, words)}"
            continue
        for event in ruling.events:
            state = game.evolve(state, event)
            said = game.telling.describe(state, event)
            if said is not None:
                yield f"  {_put(said, words)}"
        for question in game.questions(state):
            yield f"? {_put(question.ask, words)}"
            yield from (f"  - {_put(option.say, words)}" for option in question.options[:SHOWN])
        outcome = game.is_over(state)
        if outcome:
            yield f"= {_put(outcome.say, words)}"


def text(room: str, language: str) -> str:
    return "\n".join(told(room, load(language, strict=True))) + "\n"


def kept(room: str, language: str) -> Path:
    return TEXTS / f"{room}.{language}.txt"


def _put(said: Any, words: Words) -> str:
    plain = msgspec.to_builtins(said)
    assert isinstance(said, Saying)
    return words.put(plain["key"], plain["values"])


def main(arguments: list[str]) -> int:
    changed = 0
    for room in ROOMS:
        for language in LANGUAGES:
            path, now = kept(room, language), text(room, language)
            before = path.read_text("utf-8") if path.exists() else ""
            changed += before != now
            if "--write" in arguments:
                path.parent.mkdir(exist_ok=True)
                path.write_text(now, "utf-8")
            else:
                lines = before.splitlines(), now.splitlines()
                print("\n".join(difflib.unified_diff(*lines, path.name, "now", lineterm="", n=0)))
    print(f"{changed} texts {'renewed' if '--write' in arguments else 'would change'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
