"""A phone is a camera: a photograph of the table is read, and explained by what happened since.

The picture is read in a process of its own, one at a time, and forgotten; what it shows is judged
like everything else that is seen.
"""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import msgspec
from flask import Blueprint, Response, abort, render_template, request

from companion.core.observation import Seen
from companion.core.roles import TABLE, Role
from companion.core.verdict import DOUBT
from companion.table import Answer
from companion.words import Words

from ..kit.context import beside, language, tapped, tongues
from ..kit.preloads import scripts_for
from ..kit.uploads import SNAP
from ..server.connection_limits import household
from .context import actor, desk, role
from .photo_score import arrived
from .photographs import Snapping
from .rights import may_photograph

snapping = Blueprint("snapping", __name__)


@snapping.get(SNAP)
def page() -> str:
    """Show the page a phone takes photographs with."""
    words = desk().words[language()]
    return render_template(
        "photograph.html",
        language=language(),
        tongues=tongues(),
        words=words.under("page"),
        title=words.put("photograph.say.title", {}),
        scripts=scripts_for("house/workshop/photograph.js"),
        home=_home(role()),
    )


def _home(shown_to: Role) -> str:
    return {"seat": "/seat", "referee": "/referee"}.get(shown_to.name, "/")


@snapping.get(f"{SNAP}/words.json")
def words_json() -> Response:
    words = desk().words[language()]
    said = words.under("photograph.page") | {"not_sent": words.put("page.not_sent", {})}
    return _json({"page": said, "nouns": words.nouns, "grammar": words.small, "clauses": {}})


@snapping.get(f"{SNAP}/state.json")
def state() -> Response:
    """Send who may be on turn, and what is asked about the last photograph."""
    table = desk().table
    begun = table.game.turn(table.state) > 0
    return _json(
        {
            "may": _may(),
            "number": table.number,
            "seats": [seat.name for seat in table.state.seats] if begun else [],
            "turn": table.state.turn,
            "most": desk().limits.picture_bytes,
            **_asked(desk().words[language()]),
        }
    )


@snapping.post(SNAP)
def take() -> Response:
    """Read a photograph and let the table judge it; ``turn`` is who was on turn in it."""
    how, turn, corners = _how(), _turn(), corners_of(request.args.get("corners", ""))
    if not _may():
        abort(403, "page.error.not_yours")
    sender = str(role()) if role() != TABLE else household(request.remote_addr or "")
    data = arrived(sender, role() != TABLE)
    if not desk().album.reading.acquire(blocking=False):
        abort(503, "page.error.reading_another")
    try:
        at, seen = desk().clock(), _read(how, data, corners)
    finally:
        desk().album.reading.release()
    before = desk().table.number
    look = Seen(readings=seen.readings, at=at, picture=seen.jpeg, late=True, turn=turn)
    return _outcome(tapped(desk().table.submit, look), before, seen)


def _read(how: Snapping, data: bytes, corners: tuple[tuple[float, float], ...]) -> Any:
    words = desk().words[language()]
    try:
        seen = beside(how.read, data, corners)
    except ValueError:
        _refuse(words.put("photograph.say.untaught", {}))
    if seen.refused:
        _refuse(words.say(seen.refused))
    return seen


def _refuse(say: str) -> None:
    abort(_json({"kind": "error", "say": say}, 422))


def _outcome(answer: Answer, before: int, seen: Any) -> Response:
    """Return what the table made of it: how many moves, what it asks, what it says."""
    table, words = desk().table, desk().words[language()]
    sheet = desk().board.sheet(role(), language(), None)
    rulings = msgspec.json.decode(sheet.json)["rulings"]
    new = [one for one in rulings if one["number"] > before and not one["undone"]]
    said = [[each["say"] for each in one["sentences"]] for one in reversed(new)]
    say = words.say(answer.say) if answer.say else ""
    if not said and answer.kind == "unchanged":
        say = words.put(f"photograph.say.{'waiting' if table.questions() else 'same'}", {})
    outcome = {"kind": answer.kind, "say": say, "clause": answer.clause, "made": said}
    if answer.kind == "refused" and not said and not answer.turns:
        outcome |= _of_the_picture(seen, words)
    turns = list(answer.turns)
    return _json({**outcome, "turns": turns, "number": table.number, **_asked(words)})


def _of_the_picture(seen: Any, words: Words) -> dict[str, Any]:
    """What is wrong with the photograph itself, before anybody looks for it on the table."""
    if seen.mirrored:
        said = words.put("photograph.say.reflection", {"count": len(seen.mirrored)})
        picture = b64encode(seen.taken).decode()
        return {"say": said, "picture": picture, "places": list(seen.mirrored.values())}
    return {"say": words.put("photograph.say.blurred", {})} if seen.blurred else {}


def _asked(words: Words) -> dict[str, Any]:
    """Return what the table asks about what it saw, and whether it asks anything else."""
    open_ = desk().table.questions()
    doubts = [one for one in open_ if one.topic == DOUBT]
    asked = {
        "id": doubts[0].id,
        "ask": words.say(doubts[0].ask),
        "options": [{"name": o.name, "say": words.say(o.say)} for o in doubts[0].options],
    } if doubts else None  # fmt: skip
    return {"asked": asked, "open": any(not one.by_sight for one in open_)}


def _may() -> bool:
    return may_photograph(actor(), desk().table.manner)


def _turn() -> int | None:
    named = request.args.get("turn", "")
    seats = len(desk().table.state.seats)
    return int(named) if named.isdecimal() and int(named) < seats else None


def corners_of(text: str) -> tuple[tuple[float, float], ...]:
    """Four corners as parts of the picture, where somebody tapped them."""
    try:
        numbers = [float(part) for part in text.split(",")] if text else []
    except ValueError:
        abort(400, "page.error.malformed")
    if len(numbers) not in (0, 8) or not all(0.0 <= number <= 1.0 for number in numbers):
        abort(400, "page.error.malformed")
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def _how() -> Snapping:
    how = desk().snapping
    if how is None:
        abort(404)
    return how


def _json(data: dict[str, Any], code: int = 200) -> Response:
    return Response(msgspec.json.encode(data), code, mimetype="application/json")
