"""May I ...? Somebody taps a place or types a few words; the table says what may be done there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from flask import Blueprint, Response, abort

from companion.core.roles import Role
from companion.core.text_view import TextCell
from companion.core.verdict import Saying
from companion.table import Table
from companion.table.inquiry import Inquiry, inquired, places_of
from companion.table.read_api import Sentence
from companion.words import Words, clauses_in
from companion.words.search import folded, ranked

from ..kit.context import body_of, language, tapped
from .context import desk, role

inquiries = Blueprint("inquiries", __name__)

MOST_TYPED = 200
"""Letters of a question that are read."""
MOST_FOUND = 4
"""Most places and clauses offered for a few words."""
NEWEST = 12
"""Rulings that typed words are compared with."""


class InquiryBody(msgspec.Struct, forbid_unknown_fields=True):
    """A place that was tapped, or some words."""

    place: str = ""
    typed: str = ""


@inquiries.get("/may-i.json")
def labels() -> Response:
    """Send what the bar of the question says."""
    return _json(desk().words[language()].under("may"))


@inquiries.post("/may-i")
def may_i() -> Response:
    """Answer for a place or a few words, from what this role may know. Nothing is saved."""
    body = body_of(InquiryBody)
    table, words, asker = desk().table, desk().words[language()], role()
    if body.place:
        found = tapped(_about, table, body.place, asker, words)
    else:
        found = tapped(_searched, table, body.typed[:MOST_TYPED], asker, words)
    if found is None:
        abort(404)
    return _json(found)


def _about(table: Table, place: str, asker: Role, words: Words) -> dict[str, Any] | None:
    found = inquired(table.game, table.timeline, table.questions(), asker, place)
    if found is None or not table.ledger.record.is_light:
        return None if found is None else _worded(table, found, words)
    texts = clauses_in(table.game.name, words.language)
    clauses = [{"id": each, "say": texts[each]} for each in found.clauses]
    return {"place": words.say(found.place.place), "clauses": clauses}  # it lies as nobody saw it


def _worded(table: Table, found: Inquiry, words: Words) -> dict[str, Any]:
    texts = clauses_in(table.game.name, words.language)
    player = table.state.seats[found.turn].name
    ways = [{"say": words.say(w.say), "brings": _said(w.brings, words)} for w in found.ways]
    idle = not (ways or found.reasons or found.asked or found.parts)
    return {
        "place": words.say(found.place.place),
        "holds": words.say(found.place.holds),
        "now": words.put("may.now", {"player": player}) if ways else "",
        "ways": ways,
        "more": words.put("may.more", {"more": found.more}) if found.more else "",
        "reasons": _said(found.reasons, words),
        "asked": _said(found.asked, words),
        "idle": words.put("may.idle", {}) if idle else "",
        "past": _said(found.past, words),
        "parts": [_part(part, words) for part in found.parts],
        "clauses": [{"id": each, "say": texts[each]} for each in found.clauses],
    }


def _said(sentences: Iterable[Sentence], words: Words) -> list[dict[str, Any]]:
    return [{"say": words.say(say), "because": list(because)} for say, because in sentences]


def _part(part: Mapping[str, Any], words: Words) -> dict[str, Any]:
    points = f"{part['low']}" if part["low"] == part["high"] else f"{part['low']}–{part['high']}"
    say = words.put(part["say"]["key"], part["say"]["values"])
    return {"say": say, "points": points, "because": list(part["because"])}


def _searched(table: Table, typed: str, asker: Role, words: Words) -> dict[str, Any]:
    """Find what a few words may mean: a place, something that has happened, clauses."""
    view = table.game.view(table.timeline.state, asker)
    places = places_of(table.game, view)
    named = {place: _names(place, cell, view, words) for place, cell in places.items()}
    near = _named_in(typed, named)
    texts = clauses_in(table.game.name, words.language)
    ruled = _rulings(table, asker, words)
    clauses = ranked(typed, texts, MOST_FOUND)
    past = ranked(typed, {n: one["say"] for n, one in enumerate(ruled)}, MOST_FOUND)
    if len(near) == 1:
        first = _about(table, near[0], asker, words) or {}
        known = {one["id"] for one in first["clauses"]}
        besides = [{"id": each, "say": texts[each]} for each in clauses if each not in known]
        return {**first, "clauses": [*first["clauses"], *besides]}
    return {
        "found": [
            {"place": place, "say": words.say(places[place].place)} for place in near[:MOST_FOUND]
        ],
        "past": [ruled[n] for n in past],
        "clauses": [{"id": each, "say": texts[each]} for each in clauses],
        "nothing": "" if near or past or clauses else words.put("may.nothing", {"typed": typed}),
    }


def _names(place: str, cell: TextCell, view: Mapping[str, Any], words: Words) -> list[str]:
    """Return the names of a place: its name, its id and, for somebody, their colour."""
    names = [words.say(cell.place), place]
    if place.startswith("seat-"):
        colour = view["seats"][int(place.removeprefix("seat-"))]["colour"]
        names.append(words.say(Saying("page.plain_noun", {"name": colour})))
    return names


def _named_in(typed: str, named: Mapping[str, list[str]]) -> list[str]:
    """List the places whose name is among the typed words; a longer name beats a shorter one."""
    wanted = folded(typed)
    found: dict[str, int] = {}
    for place, names in named.items():
        for name in map(folded, names):
            if name and _within(name, wanted):
                found[place] = max(found.get(place, 0), len(name))
    longest = max(found.values(), default=0)
    return [place for place, length in found.items() if length == longest]


def _within(name: list[str], wanted: list[str]) -> bool:
    size = len(name)
    return any(wanted[n : n + size] == name for n in range(len(wanted) - size + 1))


def _rulings(table: Table, asker: Role, words: Words) -> list[dict[str, Any]]:
    """Return the latest sentences that stand, the newest first."""
    snapshot = table.snapshot(asker)
    standing = [one for one in snapshot["rulings"] if not one["undone"]][:NEWEST]
    return [
        {"say": words.put(each["say"]["key"], each["say"]["values"]), "because": each["because"]}
        for one in standing
        for each in one["sentences"]
    ]


def _json(answer: Any) -> Response:
    return Response(msgspec.json.encode(answer), mimetype="application/json")
