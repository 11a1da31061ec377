"""Rights: what a role may do. People at the table act together; a phone acts for its own seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.game import Game
from companion.core.observation import Reply
from companion.core.roles import TABLE, Role
from companion.core.verdict import Move


def may_answer(role: Role, question: Mapping[str, Any], reply: Reply) -> bool:
    """Everybody answers for the table; a phone only what is asked of its seat or of all."""
    if role.name != "seat":
        return True
    if question["to"] not in (str(role), str(TABLE)):
        return False
    if question["style"] == "race":
        return _is_own(role, reply.option)
    return all(field.get("seat", role.seat) == role.seat for field in question["fields"])


def _is_own(role: Role, option: str | None) -> bool:
    """In a race an option names the seat it speaks for; a phone calls for nobody else."""
    return option is not None and option.endswith(f":{role.seat}")


def may_press(role: Role, seat: int) -> bool:
    """A phone is its own seat's button; the table's page has all of them."""
    return role.name != "seat" or role.seat == seat


def may_move(role: Role, move: Move, game: Game) -> bool:
    """A secret is noted by its own seat; every other move is made at the table."""
    secret_of = game.private_to(move)
    return role == secret_of if secret_of is not None else role.name != "seat"


def may_change_the_past(role: Role) -> bool:
    return role.name != "seat"
