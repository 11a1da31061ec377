"""What is possible before a draw, why somebody sits where they sit, swaps, and papers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any

import msgspec
from flask import Blueprint, Response, abort, request

from companion.core.verdict import Saying
from companion.hall.errors import HallError
from companion.hall.night.decisions import MOST_ROUNDS
from companion.hall.night.fold import announced
from companion.hall.night.next_round import to_draw
from companion.hall.night.state import Night, free_boxes, ready_people, waited
from companion.hall.papers_pdf import (
    cards_pdf,
    certificates_pdf,
    crosstable_pdf,
    seating_pdf,
    standings_pdf,
)
from companion.hall.records import Round, Seating, Sitting, public
from companion.hall.scores.standings import standings
from companion.hall.seating.messages import possible, quality, unmet, why
from companion.hall.seating.swaps import SwapCosts
from companion.web.kit.context import language, offloaded
from companion.words import Words

from .board import spoken, title_of
from .context import hall_desk, member, only
from .crew import ORGANISER
from .pages import json

papers = Blueprint("papers", __name__)

LEAST = 2


@papers.get("/desk/possible.json")
def possible_json() -> Response:
    """Return the bounds on any draw of so many rounds, what would change them, and how good the
    draw is that was made."""
    only(ORGANISER)
    words, night = hall_desk().words[language()], hall_desk().hall.evening.night
    typed = request.args.get("rounds", night.plan.rounds, type=int)
    rounds = min(max(typed, len(night.published), 1), MOST_ROUNDS)
    plan = msgspec.structs.replace(night.plan, rounds=rounds)
    said = offloaded(_judged, msgspec.structs.replace(night, plan=plan), night)
    games = night.games
    return json(
        {name: [spoken(line, words, games) for line in lines] for name, lines in said.items()}
    )


def _judged(planned: Night, night: Night) -> dict[str, list[Saying]]:
    """Judge what a draw of the planned night could reach, and what the actual one has reached."""
    wanted, rounds = to_draw(night), (*night.published, *night.drawn)
    made = bool(night.drawn)
    return {
        "lines": possible(to_draw(planned)),
        "sheet": quality(wanted, rounds, night.method) if made else [],
        "unmet": unmet(wanted, night.drawn) if made else [],
    }


@papers.get("/desk/proposal.json")
def proposal_json() -> Response:
    """Free play: tables for whoever is ready, at the boxes that are free."""
    only(ORGANISER)
    night = hall_desk().hall.evening.night
    tables = offloaded(_proposed, night)
    return json({"tables": msgspec.to_builtins(tables), "ready": len(ready_people(night))})


def _proposed(night: Night) -> tuple[Sitting, ...]:
    """Import the draw only when somebody wants it: it brings numpy, which is slow to load."""
    propose = import_module("companion.hall.seating.solver").propose
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
    return json({"lines": [spoken(line, words, night.games) for line in lines]})


@papers.get("/points.json")
def points_json() -> Response:
    """Send where somebody's points come from, table by table, as screens may show them."""
    night, words = announced(hall_desk().hall.evening.night), hall_desk().words[language()]
    row = standings(night).row(request.args.get("who", ""))
    if row is None:
        abort(404)
    return json({"lines": [spoken(gain.told(), words, night.games) for gain in row.gains]})


@papers.get("/desk/swaps.json")
def swaps_json() -> Response:
    """Send everybody a person could change places with in a drawn round,
    and what each would cost."""
    only(ORGANISER)
    night, words = hall_desk().hall.evening.night, hall_desk().words[language()]
    who, number = request.args.get("who", ""), request.args.get("round", type=int)
    each = next((one for one in night.drawn if one.number == number), None)
    if each is None or who not in night.people:
        abort(404)
    weighing = SwapCosts(to_draw(night), (*night.published, *night.drawn), each.number)
    swaps = offloaded(weighing.all, who)
    return json(
        {
            "swaps": [
                {
                    "with": swap.two,
                    "name": night.people[swap.two].name,
                    "verdict": swap.cost.verdict,
                    "cost": [spoken(line, words, night.games) for line in swap.cost.told()],
                }
                for swap in swaps
            ]
        }
    )


@papers.get("/papers/<name>.pdf")
def paper(name: str) -> Response:
    """Send a paper of the night; seating and standings to everybody,
    the others to the organiser."""
    if name in ("cards", "certificates"):
        only(ORGANISER)
    here, each = hall_desk(), _round()
    if name not in PAPERS or (each is None and name in OF_A_ROUND):
        abort(404)
    night, words = here.hall.evening.night, here.words[language()]
    numbers = partial(here.publisher.numbers, night, here.hall.store.night)
    made = offloaded(PAPERS[name], night, words, each, here.address(), numbers)
    return Response(made, mimetype="application/pdf")


def _seating(night: Night, words: Words, each: Round, *_: Any) -> bytes:
    return seating_pdf(night, each, words, lambda game: title_of(game, words, night.games))


def _cards(night: Night, words: Words, each: Round, link: str, *_: Any) -> bytes:
    called = partial(title_of, words=words, games=night.games)
    return cards_pdf(night, each, words, lambda _: link, called)


def _standings(night: Night, words: Words, *_: Any) -> bytes:
    return standings_pdf(night, standings(announced(night)), words)


def _crosstable(night: Night, words: Words, *_: Any) -> bytes:
    shown = announced(night)
    return crosstable_pdf(shown, standings(shown), words)


def _certificates(
    night: Night, words: Words, _: Any, __: str, numbers: Callable[[], Mapping[str, str]]
) -> bytes:
    return certificates_pdf(night, standings(night), words, numbers=numbers())


PAPERS: Mapping[str, Callable[..., bytes]] = {
    "seating": _seating,
    "cards": _cards,
    "standings": _standings,
    "crosstable": _crosstable,
    "certificates": _certificates,
}
OF_A_ROUND = ("seating", "cards")


def _round() -> Round | None:
    """Return the announced round that is asked for, or else the last one."""
    rounds = hall_desk().hall.evening.night.published
    number = request.args.get("round", type=int)
    if number is None:
        return rounds[-1] if rounds else None
    return next((each for each in rounds if each.number == number), None)
