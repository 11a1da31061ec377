"""The rules of a room to read: the goal, a turn in pictures, and every clause by topic."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
from flask import Blueprint, Response, abort

from companion.core.game import ROOMS, load_room
from companion.core.house import Switch, switches
from companion.house.demonstration import (
    DemonstrationStep,
    demonstration_of,
    opening_topics,
)
from companion.house.rule_guide import RulePicture, guide_of, position
from companion.house.tutorial import text_of
from companion.words import Words, clauses_in, house_rules
from companion.words.quotes_of import headings_in

from ..kit.context import language, offloaded
from ..kit.localise import worded
from ..table.pages import kept
from ..table.snapshots import snapshot_worded
from ..table.text_view import board_of, in_words
from .context import house_desk
from .pages import page, title_of
from .shelf import NOTHING

rules = Blueprint("rules", __name__)

SWITCHED = re.compile(r"\s*\([^()“„«]{3,30}[“„«].*\)")
"""What a clause says of its house rules; the page says which of them is in force instead."""


@rules.get("/rules/<room>")
def rules_page(room: str) -> str:
    if room not in ROOMS:
        abort(404)
    return page("rules", "rules.html", room=room, role="table")


@rules.get("/rules/<room>/guide.json")
def guide(room: str) -> Response:
    """Send everything the page of the rules says and draws; nothing in it is a secret of a game."""
    if room not in ROOMS:
        abort(404)
    body: bytes = offloaded(_guide, room, house_desk().words[language()], _open_rules(room))
    shown = offloaded(_pictures, room, house_desk().words[language()], in_words())
    return kept(Response(_joined(body, shown), mimetype="application/json"))


@rules.get("/rules/<room>/show")
def demonstration_page(room: str) -> str:
    """Show a short game to watch, told move by move."""
    if room not in ROOMS:
        abort(404)
    return page("demonstration", "rules.html", room=room, role="table")


@rules.get("/rules/<room>/show.json")
def demonstration(room: str) -> Response:
    """Send every step of the game that is shown; it is the same for everybody."""
    if room not in ROOMS:
        abort(404)
    words = house_desk().words[language()]
    body: bytes = offloaded(_steps, room, words, in_words())
    return kept(Response(body, mimetype="application/json"))


@lru_cache(maxsize=6)
def _steps(room: str, words: Words, plainly: bool) -> bytes:
    opening = [text_of(words, room, topic) for topic in opening_topics(room)]
    steps = [_shown_step(room, one, words, plainly) for one in demonstration_of(room)]
    steps[0]["why"] = [*opening, *steps[0]["why"]]
    return msgspec.json.encode({"title": title_of(room, words), "steps": steps})


def _shown_step(room: str, step: DemonstrationStep, words: Words, plainly: bool) -> dict[str, Any]:
    key = "demonstration.sees" if step.cells else "demonstration.sees_nothing"
    return {
        **_drawn(room, step.sheet, words, plainly),
        "said": [words.say(say) for say in step.said],
        "why": [text_of(words, room, topic) for topic in step.topics],
        "sees": words.put(key, {"count": len(step.cells)}),
        "cells": list(step.cells),
        "after": step.after,
    }


def _joined(body: bytes, pictures: bytes) -> bytes:
    return b'{"rules":' + body + b',"pictures":' + pictures + b"}"


def _open_rules(room: str) -> Any:
    """Return the house rules of the game on the table, if it is a game of this room."""
    running = house_desk().house.open
    if running is None or running.table.game.name != room:
        return None
    return running.table.state.rules


def _guide(room: str, words: Words, open_rules: Any) -> bytes:
    found, game = guide_of(room), load_room(room)
    in_force = open_rules or game.house_rules()
    switched = {switch.name: switch for switch in switches(game.house_rules)}
    texts = clauses_in(room, words.language)
    headings = headings_in(room, words.language)
    topics = [
        {
            "heading": headings[ids[0]],
            "off": not _is_played(found.variants.get(name, {}), in_force),
            "clauses": [
                _clause(room, one, texts[one], words, switched.values(), in_force) for one in ids
            ],
        }
        for name, ids in found.topics.items()
    ]
    return msgspec.json.encode(
        {
            "title": title_of(room, words),
            "goal": words.put(f"rules.{room}.goal", {}),
            "turn": [words.put(f"rules.{room}.{step.name}", {}) for step in found.turn],
            "open": open_rules is not None,
            "topics": topics,
        }
    )


def _is_played(needed: Mapping[str, Any], in_force: Any) -> bool:
    return all(getattr(in_force, name) == value for name, value in needed.items())


def _clause(
    room: str, name: str, text: str, words: Words, known: Any, in_force: Any
) -> dict[str, Any]:
    own = [switch for switch in known if switch.clause == name]
    return {
        "id": name,
        "say": SWITCHED.sub("", text) if own else text,
        "house": [_set(room, switch, words, getattr(in_force, switch.name)) for switch in own],
    }


def _set(room: str, switch: Switch, words: Words, value: Any) -> dict[str, Any]:
    """Return a house rule as it is in force."""
    known = {choice.value: choice.say for choice in house_rules.choices(room, switch, words)}
    return {
        "say": house_rules.about(room, switch, words),
        "is": known.get(value, str(value)),
        "changed": value != switch.default,
    }


@lru_cache(maxsize=16)
def _pictures(room: str, words: Words, plainly: bool) -> bytes:
    """Return the pictures of a room in a language; they never change."""
    found = guide_of(room)
    return msgspec.json.encode(
        {
            "goal": _picture(room, found.goal, words, plainly),
            "turn": [_picture(room, one, words, plainly) for one in found.turn],
            "examples": {
                one.of: _picture(room, one.picture, words, plainly) for one in found.examples
            },
        }
    )


def _picture(room: str, picture: RulePicture, words: Words, plainly: bool) -> dict[str, Any]:
    shown = position(room, picture)
    said = [words.say(say) for say in shown.said]
    return {"said": said, "part": picture.part, **_drawn(room, shown.sheet, words, plainly)}


def _drawn(room: str, sheet: dict[str, Any], words: Words, plainly: bool) -> dict[str, Any]:
    """Return a position for a page that draws it or reads it out."""
    if plainly:
        described = msgspec.to_builtins(board_of(load_room(room).plain, sheet["view"]))
        return {"plain": worded(described, words)}
    newest = {**sheet, "rulings": sheet["rulings"][:1], "moves": sheet["moves"][:1]}
    return {"sheet": {**snapshot_worded(newest, words), "may": NOTHING, "agreed": []}}
