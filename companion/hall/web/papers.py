"""What is possible before a draw, why somebody sits where they sit, swaps, and papers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import msgspec
from flask import Blueprint, Response, abort, request

from companion.core.verdict import Saying
from companion.web.desk import language, offloaded
from companion.words import Words

from ..counting.standings import standings
from ..errors import HallError
from ..night.evolving import announced
from ..night.playing import free_boxes, ready_people, waited
from ..night.records import Round, Seating, Sitting, public
from ..night.state import Night
from ..night.wanting import to_draw
from ..papers.papers import cards_pdf, certificates_pdf, seating_pdf, standings_pdf
from ..seating.saying import possible
from ..seating.swapping import Weighing
from ..seating.why import why
from .board import title_of
from .crew import ORGANISER
from .desk import hall_desk, member, only
from .pages import json

papers = Blueprint("papers", __name__)

LEAST = 2


@papers.get("/desk/possible.json")
def possible_json() -> Response:
    """What no draw can do better than, and what one box or person more would change."""
    only(ORGANISER)
    words, night = hall_desk().words[language()], hall_desk().hall.evening.night
    lines = offloaded(possible, to_draw(night))
    return json({"lines": [_said(line, words) for line in lines]})


@papers.get("/desk/proposal.json")
def proposal_json() -> Response:
    """Free play: tables for whoever is ready, at the boxes that are free."""
    only(ORGANISER)
    night = hall_desk().hall.evening.night
    tables = offloaded(_proposed, night)
    return json({"tables": msgspec.to_builtins(tables), "ready": len(ready_people(night))})


def _proposed(night: Night) -> tuple[Sitting, ...]:
    """The draw brings numpy, which is slow to load: only when somebody wants it."""
    propose = import_module("companion.hall.seating.free").propose
    people, boxes = ready_people(night), free_boxes(night)
    if len(people) < LEAST or not boxes:
        return ()
    found: tuple[Sitting, ...] = propose(
        waited(night), people, boxes, night.published, night.rules, night.plan.seed
    )
    return found


@papers.get("/why.json")
def why_json() -> Response:
    """Why somebody sits where they sit in a round that was announced; needs and who asked to sit
    with whom are told to the organiser alone."""
    night, words = hall_desk().hall.evening.night, hall_desk().words[language()]
    who, number = request.args.get("who", ""), request.args.get("round", type=int)
    if who not in night.people or number is None:
        abort(404)
    seating, wanted = Seating(night.published, night.plan.seed, ""), to_draw(night)
    if member().role != ORGANISER:
        people = tuple(public(person) for person in wanted.people)
        wanted = msgspec.structs.replace(wanted, people=people, rules=())
    try:
        lines = offloaded(why, wanted, seating, who, number)
    except HallError:
        abort(404)
    return json({"lines": [_said(line, words) for line in lines]})


@papers.get("/points.json")
def points_json() -> Response:
    """Where somebody's points come from, table by table, as screens may show them."""
    night, words = announced(hall_desk().hall.evening.night), hall_desk().words[language()]
    row = standings(night).row(request.args.get("who", ""))
    if row is None:
        abort(404)
    return json({"lines": [_said(gain.told(), words) for gain in row.gains]})


@papers.get("/desk/swaps.json")
def swaps_json() -> Response:
    """Everybody a person could change places with in a drawn round, and what each would cost."""
    only(ORGANISER)
    night, words = hall_desk().hall.evening.night, hall_desk().words[language()]
    who, number = request.args.get("who", ""), request.args.get("round", type=int)
    each = next((one for one in night.drawn if one.number == number), None)
    if each is None or who not in night.people:
        abort(404)
    weighing = Weighing(to_draw(night), (*night.published, *night.drawn), each.number)
    swaps = offloaded(weighing.all, who)
    return json(
        {
            "swaps": [
                {
                    "with": swap.two,
                    "name": night.people[swap.two].name,
                    "verdict": swap.cost.verdict,
                    "cost": [words.say(line) for line in swap.cost.told()],
                }
                for swap in swaps
            ]
        }
    )


def _said(line: Saying, words: Words) -> str:
    """A sentence with the game's title in place of its name."""
    values = dict(line.values)
    if values.get("game"):
        values["game"] = title_of(str(values["game"]), words)
    return words.say(Saying(line.key, values))


@papers.get("/papers/<name>.pdf")
def paper(name: str) -> Response:
    """A paper of the night: everybody's are seating and standings, the others the organiser's."""
    if name in ("cards", "certificates"):
        only(ORGANISER)
    here, each = hall_desk(), _round()
    if name not in PAPERS or (each is None and name in OF_A_ROUND):
        abort(404)
    link = next(iter(here.addresses()), "http://localhost/")
    night, words = here.hall.evening.night, here.words[language()]
    return Response(offloaded(PAPERS[name], night, words, each, link), mimetype="application/pdf")


def _seating(night: Night, words: Words, each: Round, _: str) -> bytes:
    return seating_pdf(night, each, words, lambda game: title_of(game, words))


def _cards(night: Night, words: Words, each: Round, link: str) -> bytes:
    return cards_pdf(night, each, words, lambda _: link, lambda game: title_of(game, words))


def _standings(night: Night, words: Words, *_: Any) -> bytes:
    return standings_pdf(night, standings(announced(night)), words)


def _certificates(night: Night, words: Words, *_: Any) -> bytes:
    return certificates_pdf(night, standings(night), words)


PAPERS: Mapping[str, Callable[..., bytes]] = {
    "seating": _seating,
    "cards": _cards,
    "standings": _standings,
    "certificates": _certificates,
}
OF_A_ROUND = ("seating", "cards")


def _round() -> Round | None:
    """The announced round that is asked for, or else the last one."""
    rounds = hall_desk().hall.evening.night.published
    number = request.args.get("round", type=int)
    if number is None:
        return rounds[-1] if rounds else None
    return next((each for each in rounds if each.number == number), None)
