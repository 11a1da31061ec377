"""Say in one table what each role may do in each manner, and look up an act in it. In every manner
a seat may do everything the table's page may, and the referee everything a seat may (except a
seat's own notes): nobody loses by joining, and nobody gains by looking through another page.

In every manner a seat may do everything the table's page may, and the referee everything a seat may
(except a seat's own notes): nobody loses by joining, and nobody gains by looking through another
page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

from companion.core.game import Game
from companion.core.play_mode import EVENT, LIVING_ROOM, SEATS
from companion.core.roles import TABLE, Role
from companion.core.verdict import LEFT_OVER, Concern, Move, Question


class Right(Enum):
    """What people can do at a page."""

    ANSWER_OWN = "answer what is asked of the own seat"
    ANSWER_ALL = "answer what is asked of everybody"
    ANSWER_OTHER = "answer what is asked of another seat"
    MOVE_OWN = "make a move in the own turn"
    MOVE_OTHER = "make a move in another's turn"
    PRESS_OWN = "press the own button"
    PRESS_OTHER = "press another's button"
    CHANGE_PAST = "take back, put right, settle what is left over"
    OVERRULE = "change what stands for good"
    FINAL_OWN = "say the own irrevocable word"
    FINAL_WITNESSED = "enter an irrevocable word for somebody without a phone"
    FINAL_OTHER = "say another's irrevocable word"
    NOTE_OWN = "note an own secret"
    SCAN = "scan hidden colours"
    INVITE = "make a code for a free seat"
    REVOKE = "send a phone away"


AT_HOME = frozenset(
    {
        Right.ANSWER_ALL,
        Right.ANSWER_OTHER,
        Right.MOVE_OTHER,
        Right.PRESS_OTHER,
        Right.CHANGE_PAST,
        Right.FINAL_WITNESSED,
        Right.INVITE,
    }
)
FOR_ITS_SEAT = frozenset(
    {
        Right.ANSWER_OWN,
        Right.ANSWER_ALL,
        Right.MOVE_OWN,
        Right.PRESS_OWN,
        Right.FINAL_OWN,
        Right.NOTE_OWN,
    }
)
ABOVE_ALL = frozenset(Right) - {Right.NOTE_OWN}

RIGHTS: Mapping[str, Mapping[str, frozenset[Right]]] = {
    LIVING_ROOM: {"table": AT_HOME, "seat": AT_HOME | FOR_ITS_SEAT, "referee": ABOVE_ALL},
    SEATS: {
        "table": frozenset(),
        "seat": FOR_ITS_SEAT | {Right.CHANGE_PAST},
        "referee": ABOVE_ALL,
    },
    EVENT: {"table": frozenset(), "seat": FOR_ITS_SEAT, "referee": ABOVE_ALL},
}


def may(role: Role, act: Right, manner: str) -> bool:
    """Whether a role may do something; a role nobody knows may do nothing."""
    return act in RIGHTS[manner].get(role.name, frozenset())


def may_photograph(role: Role, manner: str) -> bool:
    """People who sit at the table or referee; at home, anybody at the table's own page."""
    return role.name in ("seat", "referee") or may(role, Right.MOVE_OTHER, manner)


def act_of_answer(role: Role, question: Question, option: str | None) -> Right:
    """Return the act that answering a question amounts to."""
    if question.topic == LEFT_OVER:
        return Right.CHANGE_PAST
    if question.style == "race":
        return _act_in_a_race(role, option)
    asked = {question.to, *(Role("seat", f["seat"]) for f in question.fields if "seat" in f)}
    if asked == {TABLE}:
        return Right.ANSWER_ALL
    return Right.ANSWER_OWN if asked <= {role, TABLE} else Right.ANSWER_OTHER


def _act_in_a_race(role: Role, option: str | None) -> Right:
    """Return the act of an option: it names the seat it speaks for, or it is everybody's."""
    named = (option or "").partition(":")[2]
    if not named:
        return Right.ANSWER_ALL
    return Right.ANSWER_OWN if named == str(role.seat) else Right.ANSWER_OTHER


def act_of_press(role: Role, seat: int) -> Right:
    """Return the act of a press: a phone is its own seat's button."""
    return Right.PRESS_OWN if role == Role("seat", seat) else Right.PRESS_OTHER


def act_of_move(role: Role, move: Move, game: Game, state: Any) -> Right:
    """Return the act that making a move by hand amounts to."""
    if role.seat is None:
        return Right.MOVE_OTHER
    named = getattr(move, "seat", None)
    own = named == role.seat if named is not None else on_turn(game, state) in (role.seat, None)
    return Right.MOVE_OWN if own else Right.MOVE_OTHER


def on_turn(game: Game, state: Any) -> int | None:
    """Return whose turn it is to do something; None if it is everybody's, as before the game."""
    asked = [question.to.seat for question in game.questions(state) if question.to.name == "seat"]
    if asked:
        return asked[0]
    return getattr(state, "turn", None) if game.turn(state) > 0 else None


def act_of_word(role: Role, concern: Concern, has_phone: Callable[[int], bool]) -> Right:
    """Return the act that saying an irrevocable word amounts to."""
    alone = not concern.all or concern.seats == (role.seat,)
    if role.seat in concern.seats and alone:
        return Right.FINAL_OWN
    if concern.aloud and not any(has_phone(seat) for seat in concern.seats if seat != role.seat):
        return Right.FINAL_WITNESSED
    return Right.FINAL_OTHER


def offers(role: Role, manner: str) -> dict[str, Any]:
    """Return what the page of a role offers, for its scripts; the server checks again anyway."""
    every, own = RIGHTS[manner].get(role.name, frozenset()), role.name == "seat"
    acts = (
        ("moves", Right.MOVE_OTHER, Right.MOVE_OWN),
        ("answers", Right.ANSWER_OTHER, Right.ANSWER_OWN),
        ("words", Right.FINAL_OTHER, Right.FINAL_OWN),
    )
    reach = {name: _reach(every, for_all, for_own, own) for name, for_all, for_own in acts}
    past = Right.CHANGE_PAST in every
    return {**reach, "left": past, "past": past and not (own and manner == LIVING_ROOM)}


def _reach(every: frozenset[Right], for_all: Right, for_own: Right, seated: bool) -> str:
    """Return for whom a page offers something. A phone offers only its own seat's things."""
    if for_all in every and not seated:
        return "all"
    return "own" if for_own in every else "none"
