"""What only the crew sees: the organiser's plans, the referee's queue, one table from close by."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, abort

from companion.web.kit.context import language, offloaded
from companion.words import Words

from ...hall.evening.state import SHOWS
from ...hall.inbound import is_tables
from ...hall.night import queue
from ...hall.night.attendance import all_who_sat, free_seats, unseated
from ...hall.night.decisions import BREAKS, SCHEME_NAMES
from ...hall.night.state import BY_ALL, BY_REFEREE, BY_TABLE, Called, Night, StandingResult
from ...hall.people import NEEDS
from ...hall.records import FORMATS, SCORINGS
from ...hall.scores.points import published, scheme
from .board import place_of, say, title_of
from .context import hall_desk, member, only
from .crew import CREW, ORGANISER, REFEREE, TABLE, crew_name
from .live_picture import picture_of
from .pages import json

staff_api = Blueprint("staff_api", __name__)

MOST_DONE = 20
ANY_CALL = "hall.desk.call.seat"
"""What is said of a call whose reason a newer table knows and we don't."""


@staff_api.get("/desk.json")
def desk_json() -> Response:
    """Send everything the organiser plans with; nobody else sees it."""
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
            ]
            + [
                {
                    "name": game.id,
                    "title": game.name,
                    "least": min(game.sizes),
                    "most": max(game.sizes),
                    "minutes": game.minutes,
                    "scoring": game.scoring,
                }
                for game in night.games.values()
            ],
            "scorings": list(SCORINGS),
            "asking": msgspec.to_builtins(list(night.asking.values())),
            "penalties": [
                {**msgspec.to_builtins(one), "name": night.people[one.who].name}
                for one in night.penalties
                if one.who in night.people
            ],
            "seats": _seats(night),
            "ladder": {str(size): row for size, row in _ladder(night).items()},
            "schemes": list(SCHEME_NAMES),
            "breaks": [
                {"name": name, "say": words.put(f"hall.points.{name}", {})} for name in BREAKS
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
    gone, arrived, sat = set(night.gone), set(night.arrived), all_who_sat(night)
    return [
        {
            **msgspec.to_builtins(one),
            "gone": one.id in gone,
            "away": list(night.away.get(one.id, ())),
            "arrived": one.id in arrived,
            "nameless": one.id in night.forgotten,
            "sat": one.id in sat,
            "phone": one.id in hall_desk().hall.evening.phones,
        }
        for one in night.people.values()
    ]


def _seats(night: Night) -> list[dict[str, Any]]:
    """Of each announced round that has open tables: who has no seat, and where one is free."""
    return [
        {
            "round": each.number,
            "unseated": list(unseated(night, each)),
            "free": list(free_seats(night, each)),
        }
        for each in night.published[-2:]
        if each.number >= night.started
    ]


def _ladder(night: Night) -> dict[int, tuple[str, ...]]:
    """The points of each place, by how many people play."""
    sizes = sorted({size for box in night.usable for size in box.sizes} or {2, 3, 4})
    return published(scheme(night.plan.scheme, night.plan.table), sizes)


def _boxes(words: Words) -> list[dict[str, Any]]:
    evening = hall_desk().hall.evening
    machines = evening.machines_by_box()
    return [
        {
            **msgspec.to_builtins(box),
            "title": title_of(box.game, words, evening.night.games),
            "machine": getattr(machines.get(box.id), "table", ""),
            "broken": box.id in evening.night.broken,
        }
        for box in evening.night.boxes.values()
    ]


def results_of(night: Night, words: Words) -> list[dict[str, Any]]:
    """Return every result with the objections to it, newest last: for the crew alone."""
    return [_result(night, known, words) for known in night.results.values()]


def _result(night: Night, known: StandingResult, words: Words) -> dict[str, Any]:
    result, box = known.result, night.boxes.get(known.result.box)
    told = (result, *known.others)
    return {
        "round": result.round,
        "box": result.box,
        "place": night.place(result.box),
        "title": title_of(box.game, words, night.games) if box else "",
        "status": known.status,
        "why": known.why,
        "referee": crew_name(queue.claimed_by(night.calls, result.box, "dispute"), words),
        "held": bool(known.held),
        "told": [
            {
                "source": "" if is_tables(one.source) else _teller(night, one.source, words),
                "places": [
                    {
                        "id": placed.person,
                        "name": night.people[placed.person].name,
                        "place": placed.place,
                        "score": placed.score,
                    }
                    for placed in sorted(one.places, key=lambda placed: placed.place)
                ],
            }
            for one in told
        ],
    }


def _teller(night: Night, source: str, words: Words) -> str:
    """Who reported a result: one of its people, or of the crew."""
    known = night.people.get(source)
    return known.name if known else crew_name(source, words)


@staff_api.get("/referee.json")
def referee_json() -> Response:
    """Send the queue: what is open, most urgent and longest waiting first, and what was done."""
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
        "said": words.put(known if known in words.texts else ANY_CALL, {}),
        "text": call.text,
        "place": place_of(evening, call.box),
        "table": machine.table if machine else call.box,
        "seat": call.seat,
        "times": call.times,
        "claimed": crew_name(call.claimed_by, words),
        "mine": bool(call.claimed_by) and call.claimed_by == member().name,
        "answer": call.answer if call.answered is not None else None,
        "closed": words.put(f"hall.desk.closed.{call.closed}", {}) if call.closed else "",
        "before": call.before,
        "after": call.after,
        "waiting": max(0.0, now - call.since),
    }


@staff_api.get("/referee/<table>.json")
def table_json(table: str) -> Response:
    """Send one table as its referee sees it: what it asks, and what it has ruled."""
    only(ORGANISER, REFEREE)
    here, words = hall_desk(), hall_desk().words[language()]
    machine = here.hall.tables.machines.get(table)
    if machine is None:
        abort(404)
    state, birth = machine.state, machine.birth
    return json(
        {
            "table": table,
            "place": place_of(here.hall.evening, table),
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


@staff_api.get("/referee/<table>/picture.jpg")
def picture(table: str) -> Response:
    """Send the table as its camera sees it now; the table itself says whether there is a camera."""
    only(ORGANISER, REFEREE)
    if table not in hall_desk().hall.tables.machines:
        abort(404)
    seen = offloaded(picture_of, hall_desk().hall, table)
    return Response(seen, mimetype="image/jpeg") if seen else Response(status=204)
