"""What only the crew sees: the organiser's plans, the referee's queue, one table from close by."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, abort

from companion.web.desk import language, offloaded
from companion.words import Words

from ..evening.state import SHOWS
from ..night import queue
from ..night.records import FORMATS
from ..night.state import BY_ALL, BY_REFEREE, BY_TABLE, Called, Night, Standing
from ..people.lists import NEEDS
from .board import say, title_of
from .crew import CREW, ORGANISER, REFEREE, TABLE
from .desk import hall_desk, member, only
from .looking import picture_of
from .pages import json

crewing = Blueprint("crewing", __name__)

MOST_DONE = 20


@crewing.get("/desk.json")
def desk_json() -> Response:
    """All the organiser plans with; nobody else sees it."""
    only(ORGANISER)
    here, words = hall_desk(), hall_desk().words[language()]
    evening, night = here.hall.evening, here.hall.evening.night
    return json(
        {
            "people": _people(night),
            "needs": [{"need": need, "say": words.put(f"hall.need.{need}", {})} for need in NEEDS],
            "rules": msgspec.to_builtins(night.rules),
            "boxes": _boxes(words),
            "rooms": [
                {"name": room, "title": title_of(room, words), "least": least, "most": most}
                for room, (least, most) in here.rooms.items()
            ],
            "machines": msgspec.to_builtins(list(evening.machines.values())),
            "plan": msgspec.to_builtins(night.plan),
            "drawn": msgspec.to_builtins(night.drawn),
            "stale": night.stale,
            "hands": len([hand for hand in night.hands if not hand.undone]),
            "swaps": len(night.hands),
            "formats": list(FORMATS),
            "confirmings": [BY_TABLE, BY_ALL, BY_REFEREE],
            "shows": list(SHOWS),
            "door": evening.door,
            "codes": {role: here.crew.code(role) for role in (*CREW, TABLE)},
            "results": results_of(night, words),
            "trouble": words.wrong(here.hall.trouble) if here.hall.trouble else "",
            "line": here.hall.line.up,
            "shares_account": here.hall.shares_account,
            "broker_in_clear": here.hall.broker_in_clear,
        }
    )


def _people(night: Night) -> list[dict[str, Any]]:
    return [
        {
            **msgspec.to_builtins(one),
            "gone": one.id in night.gone,
            "away": list(night.away.get(one.id, ())),
        }
        for one in night.people.values()
    ]


def _boxes(words: Words) -> list[dict[str, Any]]:
    evening = hall_desk().hall.evening
    return [
        {
            **msgspec.to_builtins(box),
            "title": title_of(box.game, words),
            "machine": getattr(evening.machine_at(box.id), "table", ""),
            "broken": box.id in evening.night.broken,
        }
        for box in evening.night.boxes.values()
    ]


def results_of(night: Night, words: Words) -> list[dict[str, Any]]:
    """Every result with what was said against it, newest last: for the crew alone."""
    return [_result(night, known, words) for known in night.results.values()]


def _result(night: Night, known: Standing, words: Words) -> dict[str, Any]:
    result, box = known.result, night.boxes.get(known.result.box)
    told = (result, *known.others)
    return {
        "round": result.round,
        "box": result.box,
        "place": box.place if box else result.box,
        "title": title_of(box.game, words) if box else "",
        "status": known.status,
        "why": known.why,
        "by": known.disputed_by,
        "held": bool(known.held),
        "told": [
            {
                "source": one.source,
                "places": [
                    {
                        "id": placed.person,
                        "name": night.people[placed.person].name,
                        "place": placed.place,
                    }
                    for placed in sorted(one.places, key=lambda placed: placed.place)
                ],
            }
            for one in told
        ],
    }


@crewing.get("/referee.json")
def referee_json() -> Response:
    """The queue: what is open, most urgent and longest waiting first, and what was done."""
    only(ORGANISER, REFEREE)
    here, words = hall_desk(), hall_desk().words[language()]
    night, now = here.hall.evening.night, here.hall.now()
    is_open = (*queue.waiting(night.calls, now), *queue.claimed(night.calls))
    done = [call for call in night.calls if call.answered is not None][-MOST_DONE:]
    return json(
        {
            "open": [_call(call, words, now) for call in is_open],
            "done": [_call(call, words, now) for call in done[::-1]],
            "results": results_of(night, words),
            "me": member().name,
        }
    )


def _call(call: Called, words: Words, now: float) -> dict[str, Any]:
    known = f"hall.desk.call.{call.kind}"
    evening = hall_desk().hall.evening
    machine = evening.machine_at(call.box)
    return {
        "id": call.id,
        "kind": call.kind,
        "said": words.put(known, {}) if known in words.texts else call.kind,
        "text": call.text,
        "place": place_of(call.box),
        "table": machine.table if machine else call.box,
        "seat": call.seat,
        "times": call.times,
        "claimed": call.claimed_by,
        "answer": call.answer if call.answered is not None else None,
        "before": call.before,
        "after": call.after,
        "waiting": max(0.0, now - call.since),
    }


def place_of(name: str) -> str:
    """What people call a table, by its box or by its machine."""
    evening = hall_desk().hall.evening
    machine = evening.machines.get(name)
    box = evening.night.boxes.get(machine.box if machine else name)
    return box.place if box else name


@crewing.get("/referee/<table>.json")
def table_json(table: str) -> Response:
    """One table as its referee sees it: what it asks, and what it has ruled."""
    only(ORGANISER, REFEREE)
    here, words = hall_desk(), hall_desk().words[language()]
    machine = here.hall.floor.machines.get(table)
    if machine is None:
        abort(404)
    state, birth = machine.state, machine.birth
    return json(
        {
            "table": table,
            "place": place_of(table),
            "title": title_of(state.room, words) if state else "",
            "page": birth.page if birth else "",
            "lives": machine.lives(here.hall._clock()),
            "held": table in here.hall.evening.held,
            "seats": list(state.seats) if state else [],
            "scores": list(state.scores) if state else [],
            "game": state.game if state else "",
            "number": state.seq if state else 0,
            "paused": bool(state and state.paused),
            "playing": bool(state and state.game and state.over is None),
            "notices": [
                said for one in (state.notices if state else ()) if (said := say(one, words))
            ],
            "questions": [
                {
                    "id": one["id"],
                    "ask": say(one["ask"], words),
                    "options": [
                        {"name": option["name"], "say": say(option["say"], words)}
                        for option in (one["options"] if one["style"] == "choice" else [])
                    ],
                }
                for one in (state.questions if state else ())
            ],
            "rulings": [
                {
                    "number": one["number"],
                    "undone": one["undone"],
                    "said": [say(each["say"], words) for each in one["sentences"]],
                    "because": sorted({c for each in one["sentences"] for c in each["because"]}),
                }
                for one in (state.rulings if state else ())
            ],
        }
    )


@crewing.get("/referee/<table>/picture.jpg")
def picture(table: str) -> Response:
    """The table as its camera sees it just now; the table itself says whether there is one."""
    only(ORGANISER, REFEREE)
    if table not in hall_desk().hall.floor.machines:
        abort(404)
    seen = offloaded(picture_of, hall_desk().hall, table)
    return Response(seen, mimetype="image/jpeg") if seen else Response(status=204)
