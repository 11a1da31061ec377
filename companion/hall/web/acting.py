"""What people do on the pages of the hall: each becomes an entry, or a sentence says why not."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, abort, request
from werkzeug.http import dump_cookie

from companion.web.desk import body_of, language, offloaded
from companion.web.uploads import GUESTS

from ..counting.standings import standings
from ..errors import BadNight, HallError, NotNow, Unknown
from ..evening.acts import ACTS, NotYours, Who
from ..hall import Hall
from ..night.wanting import mark, to_draw
from ..people.lists import decoded, read_people
from .board import say
from .crew import COOKIE, ORGANISER, REFEREE, TABLE
from .desk import Asking, Draw, hall_desk, only, who

acting = Blueprint("acting", __name__)

NIGHT_SECONDS = 24 * 3600
ANSWER_SECONDS = 6.0
TAKE_BACK = "take back"
FINGERPRINT = 64
ORDERS = ("answer", TAKE_BACK, "pause", "go on", "end")
"""What a referee may want of a table."""


class CodeBody(msgspec.Struct, forbid_unknown_fields=True):
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


@acting.post("/claim")
def claim() -> Response:
    """Become organiser or referee on this phone, with the code that is shown at the desk."""
    here, address = hall_desk(), request.remote_addr or ""
    if not here.patience.is_left(address):
        abort(429, "page.error.slowly")
    body = body_of(CodeBody)
    admitted = here.crew.admit(body.code[:40], body.name[:80])
    if admitted is None:
        here.patience.wrong(address)
        abort(403, "hall.desk.wrong_code")
    found, cookie = admitted
    return _known(_json({"kind": "accepted", "role": found.role}), cookie)


@acting.get("/organiser/<token>")
def follow_link(token: str) -> Response:
    """Become organiser with the one-time link the start of the hall has printed. Whoever only looks
    whether it leads somewhere, as chat programs do, does not use it up."""
    if request.method == "HEAD":
        return Response(status=204)
    here, address = hall_desk(), request.remote_addr or ""
    if not here.patience.is_left(address):
        abort(429, "page.error.slowly")
    cookie = offloaded(here.crew.follow, token[:100])
    if cookie is None:
        here.patience.wrong(address)
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


@acting.post("/enrol")
def enrol() -> Response:
    """A house asks to take part: with the code of the desk it gets all it has to know."""
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
    asking = Asking(body.table[:40], host, address, body.code, body.proof, certificate)
    try:
        return _json(offloaded(here.enrol, asking))
    except BadNight as wrong:
        return _refused(wrong, 422)
    except HallError as wrong:
        return _refused(wrong)


@acting.post("/act/<name>")
def act(name: str) -> Response:
    """One act of the evening; who may do it stands beside it in the table of acts."""
    wanted = ACTS.get(name)
    if wanted is None:
        abort(404)
    only(*(wanted.roles - {TABLE}))
    body = body_of(dict[str, Any])
    return _done(hall_desk().hall.act, name, body, who())


@acting.post(GUESTS)
def people() -> Response:
    """A list of people, pasted or as a file of any encoding; every line left out is named."""
    by = only(ORGANISER)
    here, words = hall_desk(), hall_desk().words[language()]
    try:
        text, _ = decoded(request.get_data())
        read = read_people(text, here.hall.evening.night.people.values())
        offloaded(here.hall.act, "come", {"text": text}, Who(by.role, by.name))
    except HallError as wrong:
        return _refused(wrong)
    except OSError:
        return _unsaved()
    left_out = [
        {"line": one.line, "text": one.text, "why": words.say(one.why)} for one in read.skipped
    ]
    return _json({"kind": "accepted", "taken": len(read.people), "left_out": left_out})


@acting.post("/draw")
def draw() -> Response:
    """Seat the rounds that are not published yet; the same seed gives the same seating."""
    only(ORGANISER)
    body = body_of(DrawBody)
    return _done(_drawn, hall_desk().hall, hall_desk().draw, body, who())


def _drawn(hall: Hall, drawing: Draw, body: DrawBody, by: Who) -> None:
    """Say how many rounds, draw them, keep them; a night that changed meanwhile refuses."""
    hall.act("arrange", {"rounds": body.rounds, "seed": body.seed}, by)
    night = hall.evening.night
    if len(night.here) < 2:
        raise Unknown("desk.too_few_people")
    if not night.usable:
        raise Unknown("desk.no_boxes")
    seating = drawing(to_draw(night, standings(night).scores() if night.results else None))
    kept = {
        "rounds": msgspec.to_builtins(seating.rounds),
        "seed": seating.seed,
        "method": seating.method,
        "mark": mark(night),
    }
    hall.act("keep", kept, by)


@acting.post("/order/<table>")
def order(table: str) -> Response:
    """A referee's word to a table; the answer is the table's own."""
    found = only(ORGANISER, REFEREE)
    here, body = hall_desk(), body_of(OrderBody)
    if table not in here.hall.floor.machines:
        abort(404)
    if body.act not in ORDERS:
        abort(400, "page.error.malformed")
    state = here.hall.floor.machines[table].state
    if body.game != (state.game if state else ""):
        return _refused(NotNow("desk.other_game"))
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


def _done(command: Any, *given: Any) -> Response:
    try:
        offloaded(command, *given)
    except HallError as wrong:
        return _refused(wrong)
    except OSError:
        return _unsaved()
    return _json({"kind": "accepted"})


def _unsaved() -> Response:
    """The store takes nothing: nothing was done, and it may be tried again."""
    said = hall_desk().words[language()].put("hall.desk.unsaved", {})
    return _json({"kind": "refused", "say": said}, 503)


def _refused(wrong: HallError, otherwise: int = 409) -> Response:
    code = 403 if isinstance(wrong, NotYours) else otherwise
    said = hall_desk().words[language()].say(wrong.say)
    return _json({"kind": "refused", "say": said}, code)


def _json(answer: dict[str, Any], code: int = 200) -> Response:
    return Response(msgspec.json.encode(answer), code, mimetype="application/json")
