"""A game at the bowl as text: every move, what followed by which clause, and how things stand.

``> {"type": "FlipTile", ...}`` is a move. Under it, an event per line with its clauses, and one
line that begins with ``=``: who is on turn, the field and scarabs of each, the mummy, the bowl.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from companion.core.house import parse_house_rules
from companion.core.seats import Seat
from companion.core.verdict import Accepted, Event, Move, clauses
from companion.games.bowl import GAME
from companion.games.bowl.state import State


def beginning(text: str) -> State:
    """The opening that the first lines of a playthrough speak of."""
    said = dict(
        line.split(": ", 1) for line in text.partition("\n\n")[0].splitlines() if ": " in line
    )
    seats = [Seat(*words.split()) for words in said["seats"].split(", ")]
    rules = parse_house_rules(GAME.house_rules, said["rules"].split())
    return GAME.opening(GAME.load_box(None), seats, rules)


def moves(text: str) -> Iterator[Move]:
    for line in text.splitlines():
        if line.startswith("> "):
            yield msgspec.json.decode(line[2:], type=GAME.moves)


def told(head: str, state: State, played: Iterable[Move]) -> str:
    """Write a game down."""
    lines = [head.rstrip("\n"), "", _standing(state)]
    for move in played:
        ruling = GAME.decide(state, move)
        assert isinstance(ruling, Accepted), (move, ruling)
        lines += ["", f"> {msgspec.json.encode(move).decode()}"]
        for event in ruling.events:
            state = GAME.evolve(state, event)
            lines.append(f"  {_event(event)}")
        lines.append(_standing(state))
    outcome = GAME.is_over(state)
    if outcome:
        winners = ", ".join(state.seats[seat].name for seat in outcome.winners)
        lines += ["", f"won by {winners} ({' '.join(outcome.because)})"]
    return "\n".join(lines) + "\n"


def _event(event: Event) -> str:
    plain: dict[str, Any] = msgspec.to_builtins(event)
    values = [f"{k}={_plain(v)}" for k, v in plain.items() if k not in ("type", "because")]
    return " ".join([type(event).__name__, *values, f"({' '.join(clauses(event))})"])


def _plain(value: Any) -> str:
    return "+".join(value) or "-" if isinstance(value, list | tuple) else str(value)


def _standing(state: State) -> str:
    fields = [field.id for field in state.box.track]
    people = [
        f"{seat.name} {'gone' if place is None else fields[place]} {owned}"
        for seat, place, owned in zip(state.seats, state.figures, state.scarabs, strict=True)
    ]
    mummy = "no mummy"
    if state.mummy:
        arrow = ">" if state.mummy.facing > 0 else "<"
        mummy = f"mummy {fields[state.mummy.field]}{arrow}"
    bowl = "".join(f" {n}" for n in state.bowl)
    asked = ", ".join(o.name for question in GAME.questions(state) for o in question.options)
    turn = f"{state.phase} {state.seats[state.turn].name}"
    return f"= {turn} | {' | '.join(people)} | {mummy} | bowl{bowl} | {asked or 'nothing open'}"


FOLDER = Path(__file__).parents[2] / "playthroughs"
