"""Pages: the public table, a seat's phone, the referee's desk, and what they are drawn with."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from xml.sax.saxutils import quoteattr

import msgspec
from flask import Blueprint, Response, abort, render_template, request

from companion.core.game import ROOMS
from companion.core.roles import REFEREE, TABLE, Role
from companion.core.verdict import DOUBT
from companion.words import Words, clauses_in
from companion.words.quoting import in_language

from .desk import WRITE, desk, language, offloaded, role, tapped, tongues
from .lettering import letters_of
from .plain import LABELS, in_words, remember_view
from .preloads import data_for, scripts_for
from .rights import may_photograph
from .screen import has_instruments, is_drawn

pages = Blueprint("pages", __name__)

BODY = ":body"
"""Art may hold a second outline under this ending: the body of a sign, to be filled with colour."""
NUMBER = re.compile(r"-?[\d.]+")
STRAIGHT = re.compile(r"(M[-\d. ]+(L[-\d. ]+)+Z)+")
"""Outlines of straight lines from point to point, each closed."""
OWN_ART = {"simple-eye": "M2 50Q50 0 98 50Q50 100 2 50ZM50 29a21 21 0 1 0 .1 0Z"}


@pages.get("/")
def table_page() -> str:
    return _page(TABLE)


@pages.get("/seat")
def seat_page() -> str:
    joined = role()
    if joined.name != "seat":
        abort(403, "page.error.not_joined")
    return _page(joined)


@pages.get("/referee")
def referee_page() -> str:
    if role() != REFEREE:
        abort(403, "page.error.not_joined")
    return _page(REFEREE)


def _page(shown_to: Role) -> str:
    remember_view()
    return render_template(
        "plain.html" if in_words() else "shell.html",
        role=str(shown_to),
        room=desk().table.game.name,
        drawn=is_drawn(desk().table.game.name),
        instruments=has_instruments(desk().table.game.name),
        language=language(),
        tongues=tongues(),
        scripts=_scripts(),
        data=data_for(desk().table.game.name, *(("/house/menu.json",) if desk().housed else ())),
        projector="projector" in request.args,
        housed=desk().housed,
        evidence=desk().crop is not None,
        scoring=desk().scoring and desk().limits.picture_bytes,
        words=desk().words[language()].under("page"),
        snap=_snap(shown_to),
    )


def _snap(shown_to: Role) -> str:
    """The words on the way to the camera of a phone, for people who may use it."""
    if desk().snapping is None or not may_photograph(shown_to, desk().table.manner):
        return ""
    return desk().words[language()].put("photograph.page.photo_take", {})


def _scripts() -> tuple[str, ...]:
    drawn = ("shell/app.js", f"rooms/{desk().table.game.name}/index.js")
    menu = ("house/menu.js",) if desk().housed else ()
    return scripts_for(*(("plain/app.js",) if in_words() else drawn), *menu)


@pages.get("/state")
def state() -> Response:
    """The whole snapshot for the role that asks."""
    sheet = desk().board.sheet(role(), language(), request.environ.get(WRITE))
    return Response(sheet.json, mimetype="application/json")


@pages.get("/words.json")
def words() -> Response:
    """What the page itself says: its labels and the names of things."""
    chosen = desk().words[language()]
    page = said_by_page(chosen, desk().table.game.name)
    if request.args.get("view") == "words":
        page |= labels_in_words(chosen)
    said = {
        "page": page,
        "nouns": chosen.nouns,
        "grammar": chosen.small,
        "letters": letters_of(desk().table.state.box, chosen),
    }
    return kept(Response(msgspec.json.encode(said), mimetype="application/json"))


def labels_in_words(chosen: Words) -> dict[str, str]:
    """What only the page in words says."""
    return {key: say for key, say in chosen.under("page").items() if key.startswith(LABELS)}


def said_by_page(chosen: Words, room: str) -> dict[str, str]:
    """Labels of one room's page: those of other rooms, errors, and the page in words have their
    own places."""
    others = ("error", LABELS, *(f"{other}_" for other in ROOMS if other != room))
    return {key: say for key, say in chosen.under("page").items() if not key.startswith(others)}


@pages.get("/clauses.json")
def clauses() -> Response:
    """The clauses of this room in one line each; a page asks for them when somebody asks why."""
    said = clauses_in(desk().table.game.name, language())
    return kept(Response(msgspec.json.encode(said), mimetype="application/json"))


@pages.get("/rulebook.json")
def rulebook() -> Response:
    """What the owner's rulebook says behind each clause, where the house has its text."""
    quotes = offloaded(desk().rulebook, desk().table.game.name)
    return kept(
        Response(msgspec.json.encode(in_language(quotes, language())), mimetype="application/json")
    )


def kept(response: Response) -> Response:
    """An answer a browser may keep, as long as it asks each time whether it is still good."""
    response.cache_control.no_cache = True
    response.add_etag()
    response.make_conditional(request)
    return response


@pages.get("/art.svg")
def art() -> Response:
    return signs_of(desk().art)


def signs_of(every: Mapping[str, str]) -> Response:
    """Signs as one sheet of symbols: all of them, or those that ``?signs=`` names."""
    wanted = request.args.get("signs")
    if wanted is None:
        return kept(Response(art_sheet(every), mimetype="image/svg+xml"))
    named = set(wanted.split(","))
    chosen = {name: path for name, path in every.items() if name.removesuffix(BODY) in named}
    return kept(Response(art_sheet(chosen), mimetype="image/svg+xml"))


def art_sheet(paths: Mapping[str, str]) -> str:
    """A sheet of symbols."""
    drawn = {**OWN_ART, **paths}
    signs = [name for name in drawn if not name.endswith(BODY)]
    symbols = "".join(_symbol(name, drawn[name], drawn.get(name + BODY, "")) for name in signs)
    return f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>'


def _symbol(name: str, lines: str, body: str) -> str:
    filled = f'<path class="body" {_drawn(body)}/>' if body else ""
    return (
        f'<symbol id={quoteattr("art-" + name)} viewBox="0 0 100 100">{filled}'
        f'<path fill-rule="evenodd" {_drawn(lines)}/></symbol>'
    )


def _drawn(path: str) -> str:
    """The attributes of a path; one of straight lines is written as steps of a tenth."""
    if not STRAIGHT.fullmatch(path):
        return f"d={quoteattr(path)}"
    return f'transform="scale(.1)" d="{"".join(map(_steps, path.split("Z")))}"'


def _steps(outline: str) -> str:
    """One outline: where it begins, then each step from the point before. Nothing drifts: every
    point is rounded on its own."""
    numbers = [round(float(number) * 10) for number in NUMBER.findall(outline)]
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    if not points:
        return ""
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)]
    shown = " ".join(f"{dx} {dy}" for dx, dy in steps if dx or dy).replace(" -", "-")
    return f"M{points[0][0]} {points[0][1]}l{shown}z"


@pages.get("/picture.jpg")
def picture() -> Response:
    """The board as the camera sees it, for the referee alone. Never stored."""
    if role() != REFEREE:
        abort(403, "page.error.not_joined")
    seen = desk().table.live()
    return _jpeg(seen) if seen else Response(status=204)


@pages.get("/evidence/<question>.jpg")
def evidence(question: str) -> Response:
    """The windows an open doubt is about; they face everybody at the table anyway."""
    crop = desk().crop
    asked = tapped(desk().table.question, question)
    if crop is None or asked is None or asked.topic != DOUBT or not asked.cells:
        abort(404)
    return _jpeg(offloaded(crop, desk().table.picture(), asked.cells))


def _jpeg(data: bytes) -> Response:
    if not data:
        abort(404)
    return Response(data, mimetype="image/jpeg")
