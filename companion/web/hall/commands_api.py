"""What people do on the pages of the hall: each becomes an entry, or a sentence says why not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from flask import Blueprint, Response, abort, request
from werkzeug.http import dump_cookie

from companion.web.kit.context import beside, body_of, language, offloaded, tapped
from companion.web.kit.uploads import GUESTS

from ...hall.errors import BadNight, HallError, HallNotNow, Unknown
from ...hall.evening.acts import ACTS, NotYours, Who
from ...hall.evening.commands import everybody
from ...hall.hall import Hall
from ...hall.night.next_round import mark, to_draw
from ...hall.people import decoded, heard, read_people, tidy
from ...hall.scores.standings import standings
from .board import say, spoken
from .context import Draw, HallDesk, Requester, hall_desk, member, only, own_device, who
from .crew import COOKIE, CREW, ORGANISER, PERSON, REFEREE, TABLE, CrewMember

commands_api = Blueprint("commands_api", __name__)

NIGHT_SECONDS = 24 * 3600
ANSWER_SECONDS = 6.0
TAKE_BACK, JOIN, SPEAK = "take back", "join", "speak"
MOST_NAMES = 6
"""Names that come in from one phone."""
FINGERPRINT = 64
ORDERS = ("answer", TAKE_BACK, "pause", "go on", "end")
"""What a referee may want of a table."""


class CrewCodeBody(msgspec.Struct, forbid_unknown_fields=True):
    code: str
    name: str = ""


class EnrolBody(msgspec.Struct, forbid_unknown_fields=True):
    code: str
    table: str
    proof: str = ""
    certificate: str = ""


class DrawBody(msgspec.Struct, forbid_unknown_fields=True):
    rounds: int
    seed: int = 1


class OrderBody(msgspec.Struct, forbid_unknown_fields=True):
    act: str
    game: str
    """The game the referee has before them: the table may have gone on to another."""
    body: dict[str, Any] = {}


@commands_api.post("/claim")
def claim() -> Response:
    """Become organiser or referee on this phone, with the code that is shown at the desk."""
    here, address = hall_desk(), request.remote_addr or ""
    if not here.patience.is_left(address):
        abort(429, "page.error.slowly")
    body = body_of(CrewCodeBody)
    admitted = here.crew.admit(body.code[:40], body.name[:80])
    if admitted is None:
        here.patience.wrong(address)
        abort(403, "hall.desk.wrong_code")
    found, cookie = admitted
    return _known(_json({"kind": "accepted", "role": found.role}), cookie)


@commands_api.get("/organiser/<token>")
def follow_link(token: str) -> Response:
    """Become organiser with the one-time link the start of the hall has printed. Whoever only looks
    whether it leads somewhere, as chat programs do, does not use it up."""
    if request.method == "HEAD":
        return Response(status=204)
    cookie = tapped(hall_desk().crew.follow, token[:100])
    if cookie is None:
        abort(403, "hall.desk.used_link")
    answer = Response(status=303, headers={"Location": "/desk", "Referrer-Policy": "no-referrer"})
    return _known(answer, cookie)


def _known(answer: Response, cookie: str) -> Response:
    """Let this browser be known for the night."""
    answer.headers.add(
        "Set-Cookie",
        dump_cookie(
            COOKIE, cookie, max_age=NIGHT_SECONDS, sync_expires=False, secure=request.is_secure,
            httponly=True, samesite="Lax",
        ),
    )  # fmt: skip
    return answer


@commands_api.post("/enrol")
def enrol() -> Response:
    """Enrol a house: with the code of the desk it gets everything it has to know."""
    if not request.is_secure:
        abort(403, "hall.desk.only_in_cipher")
    here, address = hall_desk(), request.remote_addr or ""
    if not here.patience.is_left(address):
        abort(429, "page.error.slowly")
    body = body_of(EnrolBody)
    if not here.crew.fits(TABLE, body.code[:40]):
        here.patience.wrong(address)
        abort(403, "hall.desk.wrong_code")
    host = request.host.rpartition(":")[0] or request.host
    certificate = body.certificate[:FINGERPRINT]
    asking = Requester(body.table[:40], host, address, body.code, body.proof, certificate)
    try:
        return _json(offloaded(here.enrol, asking))
    except BadNight as wrong:
        return _refused(wrong, 422)
    except HallError as wrong:
        return _refused(wrong)


@commands_api.post("/act/<name>")
def act(name: str) -> Response:
    """Do one act of the evening; the table of acts says who may."""
    wanted = ACTS.get(name)
    if wanted is None:
        abort(404)
    only(*(wanted.roles - {TABLE}))
    body = body_of(dict[str, Any])
    if name == SPEAK:
        return _speak(str(body.get("who", "")))
    if name != JOIN:
        return _done(hall_desk().hall.act, name, body, who())
    here, address = hall_desk(), request.remote_addr or ""
    if who().role not in CREW and here.entered[address] >= MOST_NAMES:
        return _refused(NotYours("desk.names_enough"))
    answer = _done(here.hall.act, name, body, who())
    if answer.status_code == 200:
        here.entered[address] += 1
        return _json({"kind": "accepted", "who": _called(str(body["name"]))})
    return answer


def _called(name: str) -> str:
    """Return the person who has just come in under a name, or asks to."""
    known = everybody(hall_desk().hall.evening.night)
    return next((one.id for one in known if heard(one.name) == heard(tidy(name))), "")


def _speak(who_for: str) -> Response:
    """Let this phone speak for somebody, until the desk lets another one."""
    here = hall_desk()
    if member().role in CREW or member().name == who_for:
        return _json({"kind": "accepted"})
    cookie = here.crew.cookie(CrewMember(PERSON, who_for))
    told = {"who": who_for, "device": own_device(cookie)}
    answer = _done(here.hall.act, SPEAK, told, who())
    return _known(answer, cookie) if answer.status_code == 200 else answer


@commands_api.post(GUESTS)
def people() -> Response:
    """Take a list of people, pasted or as a file of any encoding; name every line left out."""
    by = only(ORGANISER)
    here, words = hall_desk(), hall_desk().words[language()]
    try:
        text, _ = decoded(request.get_data())
        night = here.hall.evening.night
        read = read_people(text, everybody(night), night.forgotten)
        offloaded(here.hall.act, "come", {"text": text}, Who(by.role, by.name))
    except HallError as wrong:
        return _refused(wrong)
    except OSError:
        return _unsaved()
    left_out = [
        {"line": one.line, "text": one.text, "why": spoken(one.why, words)} for one in read.skipped
    ]
    return _json({"kind": "accepted", "taken": len(read.people), "left_out": left_out})


@commands_api.post("/draw")
def draw() -> Response:
    """Seat the rounds that are not published yet; the same seed gives the same seating."""
    only(ORGANISER)
    body = body_of(DrawBody)
    return _done(_draw_aloud, hall_desk(), body, who(), run=beside)


def _draw_aloud(here: HallDesk, body: DrawBody, by: Who) -> None:
    """Draw, and let every page of the crew see how far it is."""
    with here.drawing.running(here.notifier.notify) as told:
        _drawn(here.hall, here.draw, body, by, told)


def _drawn(
    hall: Hall,
    drawing: Draw,
    body: DrawBody,
    by: Who,
    told: Callable[[float], None] = lambda part: None,
) -> None:
    """Say how many rounds, draw them, keep them; a night that changed meanwhile refuses."""
    hall.act("arrange", {"rounds": body.rounds, "seed": body.seed}, by)
    night = hall.evening.night
    if len(night.here) < 2:
        raise Unknown("desk.too_few_people")
    if not night.usable:
        raise Unknown("desk.no_boxes")
    scores = standings(night).scores() if night.results else None
    seating = drawing(to_draw(night, scores), told)
    kept = {
        "rounds": msgspec.to_builtins(seating.rounds),
        "seed": seating.seed,
        "method": seating.method,
        "mark": mark(night),
    }
    hall.act("keep", kept, by)


@commands_api.post("/order/<table>")
def order(table: str) -> Response:
    """Send a referee's word to a table, and return the table's own answer."""
    found = only(ORGANISER, REFEREE)
    here, body = hall_desk(), body_of(OrderBody)
    if table not in here.hall.tables.machines:
        abort(404)
    if body.act not in ORDERS:
        abort(400, "page.error.malformed")
    state = here.hall.tables.machines[table].state
    if body.game != (state.game if state else ""):
        return _refused(HallNotNow("desk.other_game"))
    if body.act == TAKE_BACK:
        offloaded(here.hall.act, "hold", {"table": table}, who())
    given = here.hall.order(table, body.act, {**body.body, "_by": found.name})
    offloaded(given.done.wait, ANSWER_SECONDS)
    words = here.words[language()]
    if given.answer is None or given.answer.kind == "lost":
        said = words.put("hall.desk.no_answer", {})
        return _json({"kind": "lost", "say": said}, 504)
    said = say(given.answer.say, words) if given.answer.say else ""
    accepted = given.answer.kind in ("accepted", "unchanged")
    if not accepted and not said:
        said = words.put("hall.desk.table_refused", {})
    return _json({"kind": given.answer.kind, "say": said}, 200 if accepted else 409)


def _done(command: Any, *given: Any, run: Callable[..., Any] = offloaded) -> Response:
    try:
        run(command, *given)
    except HallError as wrong:
        return _refused(wrong)
    except OSError:
        return _unsaved()
    return _json({"kind": "accepted"})


def _unsaved() -> Response:
    """Answer that the store takes nothing: nothing was done, and it may be tried again."""
    said = hall_desk().words[language()].put("hall.desk.unsaved", {})
    return _json({"kind": "refused", "say": said}, 503)


def _refused(wrong: HallError, otherwise: int = 409) -> Response:
    code = 403 if isinstance(wrong, NotYours) else otherwise
    here = hall_desk()
    said = spoken(wrong.say, here.words[language()], here.hall.evening.night.games)
    return _json({"kind": "refused", "say": said}, code)


def _json(answer: dict[str, Any], code: int = 200) -> Response:
    return Response(msgspec.json.encode(answer), code, mimetype="application/json")
