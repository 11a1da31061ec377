"""Advice on a page: who wants it here, and the ideas for whoever is on turn or asked now."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import msgspec
from flask import Blueprint, Response

from companion.core.advice import Advice
from companion.core.roles import TABLE, Role, seat
from companion.core.verdict import Move
from companion.table import Table
from companion.table.advice import advised, better
from companion.words import Words

from ..kit.context import language, tapped
from ..kit.keys import Keys
from .context import desk, role

advice = Blueprint("advice", __name__)

Wanting = Callable[[], Collection[int]]
"""Says which seats want advice now."""


def advised_here(reader: Role, wanting: Collection[int], keys: Keys) -> list[int]:
    """List the seats a page advises: a phone its own, the table's page who has no phone."""
    if reader.name == "seat":
        return [number for number in wanting if number == reader.seat]
    if reader != TABLE:
        return []
    return [number for number in sorted(wanting) if not keys.has_phone(number)]


@advice.get("/advice.json")
def ideas() -> Response:
    """A few ideas for this turn, from what this role may know; nothing where nobody wants any."""
    here, reader = desk(), role()
    seats = advised_here(reader, here.advised(), here.keys)
    found = tapped(_ideas, here.table, reader, seats, here.words[language()])
    return Response(msgspec.json.encode(found), mimetype="application/json")


def _ideas(table: Table, reader: Role, seats: list[int], words: Words) -> dict[str, Any]:
    record, number = table.ledger.record, table.number
    if record.is_light or record.paused:
        return {"number": number, "seat": None, "ideas": []}
    questions = table.questions()
    for one in asked_now(table, seats):
        found = advised(table.game, table.state, questions, reader, one)
        if found:
            return {"number": number, "seat": one, "ideas": [worded(each, words) for each in found]}
    return {"number": number, "seat": None, "ideas": []}


def asked_now(table: Table, seats: Collection[int]) -> list[int]:
    """Those of these seats who decide something now: whoever is asked, and whoever is on turn."""
    asked = {question.to for question in table.questions()}
    turn = table.game.view(table.state, TABLE)["turn"]
    return [one for one in seats if seat(one) in asked or one == turn]


def worded(one: Advice, words: Words) -> dict[str, Any]:
    return {
        "say": words.say(one.do),
        "reason": words.say(one.reason.say),
        "because": list(one.reason.because),
    }


def instead_of(
    table: Table, reader: Role, seats: Collection[int], meant: Move, words: Words
) -> dict[str, Any] | None:
    """Return the idea that is clearly better than a move somebody is about to make."""
    questions = table.questions()
    for one in asked_now(table, seats):
        found = better(table.game, table.state, questions, reader, one, meant)
        if found is not None:
            return worded(found, words)
    return None
