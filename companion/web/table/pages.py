"""Pages: the public table, a seat's phone, the referee's desk, and what they are drawn with."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from xml.sax.saxutils import quoteattr

import msgspec
from flask import Blueprint, Response, abort, render_template, request

from companion.core.game import ROOMS
from companion.core.roles import REFEREE, TABLE, Role
from companion.core.verdict import DOUBT
from companion.words import Words, clauses_in
from companion.words.quotes_of import in_language

from ..kit.context import language, offloaded, tapped, tongues
from ..kit.preloads import data_for, scripts_for
from ..server.work_queue import WRITE
from .colour_letters import letters_of
from .context import desk, role
from .rights import may_photograph
from .screen import has_instruments, is_drawn
from .text_view import LABELS, in_words, remember_view

pages = Blueprint("pages", __name__)

"""Art may hold a second outline under this ending: the body of a sign, to be filled with colour."""
NUMBER = re.compile(r"-?[\d.]+")
STRAIGHT = re.compile(r"(M[-\d. ]+(L[-\d. ]+)+Z)+")
"""Outlines of straight lines from point to point, each closed."""
MOST_SIGNS = 500
"""Drawn signs that are kept: there are about a hundred, and drawing them takes long."""
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
    """Return the label of the link to a phone's camera; empty for people who may not use it."""
    if desk().snapping is None or not may_photograph(shown_to, desk().table.manner):
        return ""
    return desk().words[language()].put("photograph.page.photo_take", {})


def _scripts() -> tuple[str, ...]:
    drawn = ("shell/app.js", f"rooms/{desk().table.game.name}/index.js")
    menu = ("house/menu.js",) if desk().housed else ()
    return scripts_for(*(("plain/app.js",) if in_words() else drawn), *menu)


@pages.get("/state")
def state() -> Response:
    """Send the whole snapshot for the role that asks."""
    sheet = desk().board.sheet(role(), language(), request.environ.get(WRITE))
    return Response(sheet.json, mimetype="application/json")


@pages.get("/words.json")
def words() -> Response:
    """Send what the page itself says: its labels and the names of things."""
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
    """Return what only the page in words says."""
    return {key: say for key, say in chosen.under("page").items() if key.startswith(LABELS)}


def said_by_page(chosen: Words, room: str) -> dict[str, str]:
    """Labels of one room's page: those of other rooms, errors,
    and the page in words have their own places."""
    others = ("error", LABELS, *(f"{other}_" for other in ROOMS if other != room))
    return {key: say for key, say in chosen.under("page").items() if not key.startswith(others)}


@pages.get("/clauses.json")
def clauses() -> Response:
    """Send this room's clauses in one line each; a page asks for them when somebody asks why."""
    said = clauses_in(desk().table.game.name, language())
    return kept(Response(msgspec.json.encode(said), mimetype="application/json"))


@pages.get("/rulebook.json")
def rulebook() -> Response:
    """Send what the owner's rulebook says for each clause, if the house has its text."""
    quotes = offloaded(desk().rulebook, desk().table.game.name)
    return kept(
        Response(msgspec.json.encode(in_language(quotes, language())), mimetype="application/json")
    )


def kept(response: Response) -> Response:
    """Send an answer a browser may keep if it asks each time whether it is still good."""
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
    chosen = {name: path for name, path in every.items() if name in named}
    return kept(Response(art_sheet(chosen), mimetype="image/svg+xml"))


def art_sheet(paths: Mapping[str, str]) -> str:
    """Send a sheet of symbols."""
    symbols = "".join(_symbol(name, path) for name, path in {**OWN_ART, **paths}.items())
    return f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>'


@lru_cache(MOST_SIGNS)
def _symbol(name: str, path: str) -> str:
    """Draw a sign. One of straight lines is drawn twice with one path: filled without its holes, as
    a body in its pigment, then its lines."""
    symbol = quoteattr(f"art-{name}")
    if not STRAIGHT.fullmatch(path):
        drawn = f'<path fill-rule="evenodd" d={quoteattr(path)}/>'
        return f'<symbol id={symbol} viewBox="0 0 100 100">{drawn}</symbol>'
    steps = "".join(map(_steps, path.split("Z")))
    drawn = f'transform="scale(.2)" d="{steps}"'
    return (
        f'<symbol id={symbol} viewBox="0 0 100 100"><path class="body" {drawn}/>'
        f'<path fill-rule="evenodd" {drawn}/></symbol>'
    )


def _steps(outline: str) -> str:
    """Return one outline in fifths: where it begins, then each step from the point before.

    Nothing drifts, because every point is rounded on its own. All outlines run the same way round,
    so that holes can be filled.
    """
    numbers = [round(float(number) * 5) for number in NUMBER.findall(outline)]
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    if not points:
        return ""
    if sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*points, points[0]])) < 0:
        points.reverse()
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)]
    shown = " ".join(f"{dx} {dy}" for dx, dy in steps if dx or dy).replace(" -", "-")
    return f"M{points[0][0]} {points[0][1]}l{shown}z"


@pages.get("/picture.jpg")
def picture() -> Response:
    """Send the board as the camera sees it, to the referee alone. Never stored."""
    if role() != REFEREE:
        abort(403, "page.error.not_joined")
    seen = desk().table.live()
    return _jpeg(seen) if seen else Response(status=204)


@pages.get("/evidence/<question>.jpg")
def evidence(question: str) -> Response:
    """Send the windows an open doubt is about; they face everybody at the table anyway."""
    crop = desk().crop
    asked = tapped(desk().table.question, question)
    if crop is None or asked is None or asked.topic != DOUBT or not asked.cells:
        abort(404)
    return _jpeg(offloaded(crop, desk().table.picture(), asked.cells))


def _jpeg(data: bytes) -> Response:
    if not data:
        abort(404)
    return Response(data, mimetype="image/jpeg")
