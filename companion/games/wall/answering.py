"""From a reply on the page or a button on the table to the move it makes."""

from __future__ import annotations

from msgspec import structs

from companion.core.observation import Pressed, Reply, Sensed, Ticked
from companion.core.replies import chosen
from companion.core.verdict import Move, Question, Refused, refuse

from . import moves as m
from .cursing import is_time_up
from .state import Piece, State


def answer(state: State, question: Question, reply: Reply, at: float) -> Move | Refused:
    """Return the move a reply makes, stamped with the moment it was given."""
    if question.style == "form":
        return _turned_over(question, reply)
    if reply.points:
        return _pointed(state, question, reply)
    move = chosen(question, reply, "wall.no_such_choice")
    if isinstance(move, m.CallCurse | m.TurnCurse | m.EndCurse | m.LimitSearch):
        return structs.replace(move, at=at)
    return move


def _pointed(state: State, question: Question, reply: Reply) -> Move | Refused:
    try:
        places = tuple(_place(cell) for cell in reply.points)
    except ValueError:
        return refuse(question.because[0], "wall.no_such_choice")
    if question.points == 2:
        return m.CallPair(places)
    caller = question.to.seat
    return m.PointAt(state.turn if caller is None else caller, places)


def _place(cell: str) -> tuple[int, int]:
    x, _, y = cell.partition(",")
    return int(x), int(y)


def _turned_over(question: Question, reply: Reply) -> Move | Refused:
    given = reply.fields
    values = []
    for field in question.fields[1:]:
        text = str(given.get(field["name"], ""))
        if not text.isdecimal():
            return refuse(
                "WALL-54",
                "wall.value_missing",
                animal=field["animal"],
                eyes=field["eyes"],
                expected=field["choices"],
            )
        values.append((Piece(field["animal"], field["eyes"]), int(text)))
    pharaoh = str(given.get("pharaoh", ""))
    if pharaoh not in question.fields[0]["choices"]:
        return refuse("WALL-55", "wall.pharaoh_missing", expected=question.fields[0]["choices"])
    return m.TurnOver(question.fields[0]["seat"], pharaoh, tuple(values))


def hears(state: State, heard: Sensed) -> Move | None:
    """Return what a seat's button or the clock does here."""
    match heard:
        case Pressed(button=button, at=at):
            return _called(state, button, at)
        case Ticked(at=at):
            return _timed(state, at)
    return None


def _called(state: State, button: str, at: float) -> Move | None:
    """Handle a seat's button: it calls "found!" in a curse round and does nothing otherwise."""
    name, _, number = button.partition("-")
    if name == "seat" and number.isdecimal() and state.curse:
        return m.CallCurse(int(number), at)
    return None


def _timed(state: State, at: float) -> Move | None:
    """End the search of a curse round when its time is up (WO-18)."""
    if state.curse is None or state.curse.calls or not is_time_up(state, at):
        return None
    return m.EndCurse(at)
