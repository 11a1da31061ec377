"""A game at the sphinx as text: every move, what was told with which clauses, how things stand.

``> {"type": "UseDie", ...}`` is a move. Under it, a sentence per event with its clauses, and one
line that begins with ``=``: who is on turn, square and cards of each, the dice, what is open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from companion.core.house import parse_house_rules
from companion.core.seats import Seat
from companion.core.verdict import Accepted, Move, clauses
from companion.games.sphinx import GAME
from companion.games.sphinx.state import State
from tests.rooms.sphinx.words import say

FOLDER = Path(__file__).parents[2] / "playthroughs"


def beginning(text: str) -> State:
    """The opening that the first lines of a playthrough speak of."""
    head = text.partition("\n\n")[0].splitlines()
    said = dict(line.split(":", 1) for line in head if ":" in line)
    seats = [Seat(*words.split()) for words in said["seats"].split(",")]
    rules = parse_house_rules(GAME.house_rules, said["rules"].split())
    state: State = GAME.opening(GAME.load_box(None), seats, rules)
    return state


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
            saying = GAME.describe(state, event)
            if saying:
                lines.append(f"  {say(saying)} ({' '.join(clauses(event))})")
        lines.append(_standing(state))
    outcome = GAME.is_over(state)
    if outcome:
        lines += ["", f"{say(outcome.say)} ({' '.join(outcome.because)})"]
    return "\n".join(lines) + "\n"


def _standing(state: State) -> str:
    people = [
        f"{seat.name} {'gone' if square is None else square} {'+'.join(hand) or '-'}"
        for seat, square, hand in zip(state.seats, state.pawns, state.hands, strict=True)
    ]
    dice = "to be thrown" if state.dice is None else " ".join(map(str, state.dice)) or "used"
    asked = ", ".join(o.name for question in GAME.questions(state) for o in question.options)
    turn = f"{state.phase} {state.seats[state.turn].name}"
    return f"= {turn} | {' | '.join(people)} | dice {dice} | {asked or 'no options'}"
