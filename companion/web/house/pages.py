"""Pages of the house, and the plain data they are drawn from."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, abort, render_template

from companion.core.game import ROOMS
from companion.core.play_mode import MANNERS
from companion.house import GamePlan
from companion.house.known_people import known_names, left_game
from companion.house.offers import Offer
from companion.words import Words, clauses_in
from companion.workshop.boxes import Boxes, known_box

from ..kit.context import language, tongues
from ..kit.preloads import scripts_for
from ..table.pages import labels_in_words, said_by_page, signs_of
from ..table.text_view import in_words, remember_view
from .context import house_desk, is_owner

pages = Blueprint("house", __name__)

REPLAYED = ("replay", "what_if")
"""How the labels around a replay begin."""


@pages.get("/")
@pages.get("/house")
def lobby() -> str:
    return page("lobby")


def page(name: str, template: str = "house.html", **more: Any) -> str:
    """Render a page of the house: a shell with its script; *more* goes into its attributes."""
    words = house_desk().words[language()]
    remember_view()
    return render_template(
        template,
        view="words" if in_words() else "drawn",
        name=name,
        language=language(),
        words=words.under("house.page"),
        tongues=tongues(),
        title=house_desk().preferences.settings.name or words.put("page.title", {}),
        scripts=scripts_for(f"house/{name}.js", *_drawing(more)),
        more=more,
    )


def _drawing(more: dict[str, Any]) -> tuple[str, ...]:
    """Return the script that draws the room of a replay."""
    return (f"rooms/{more['room']}/index.js",) if "room" in more and not in_words() else ()


@pages.get("/house/words.json")
def page_words() -> Response:
    chosen = house_desk().words[language()]
    return json(
        {
            "page": chosen.under("house.page"),
            "nouns": chosen.nouns,
            "grammar": chosen.small,
            "clauses": {},
        }
    )


@pages.get("/house/words/<room>.json")
def room_words(room: str) -> Response:
    """Return the words of a room's page, for games looked at from the shelf."""
    if room not in ROOMS:
        abort(404)
    chosen = house_desk().words[language()]
    around = chosen.under("house.page").items()
    said = {key: say for key, say in around if key.startswith(REPLAYED)}
    return json(
        {
            "page": said
            | said_by_page(chosen, room)
            | (labels_in_words(chosen) if in_words() else {}),
            "nouns": chosen.nouns,
            "grammar": chosen.small,
            "clauses": clauses_in(room, language()),
        }
    )


@pages.get("/house/art.svg")
def art_svg() -> Response:
    return signs_of(house_desk().art)


@pages.get("/house/state")
def state() -> Response:
    """Send where the house stands, and everything the lobby offers."""
    here = house_desk()
    chosen, place = here.words[language()], here.house.place
    return json(
        {
            "kind": place.kind,
            "game": _game(chosen),
            "rooms": [_offered(offer, chosen) for offer in here.house.offers()],
            "lasts": {room: _planned(plan) for room, plan in place.lasts.items()},
            "latest": place.latest,
            "left": _left(),
            "people": list(known_names(here.house)),
            "laying": place.laying,
            "manners": list(MANNERS),
            "manner": here.preferences.settings.manner,
            "owner": is_owner(),
            "claimed": here.owner.claimed,
            "trouble": _trouble(chosen),
            "hall": _hall(chosen),
        }
    )


def _left() -> dict[str, Any] | None:
    """Return the game somebody left and may go on with, in a few words."""
    card = left_game(house_desk().house)
    if card is None:
        return None
    names = [person.name for person in card.people if person.name]
    return {"game": card.game, "room": card.room, "people": names, "moves": card.moves}


def _hall(words: Words) -> dict[str, Any] | None:
    """Return this house's part in an event night, in a few words; None if it has none."""
    guest = house_desk().guest
    shown: dict[str, Any] = guest.shown() if guest else {"joined": False}
    if not shown["joined"]:
        return None
    offer = shown["offer"]
    waits = {"title": title_of(offer["room"], words), "number": offer["round"]} if offer else None
    return {"title": shown["title"], "table": shown["table"], "offer": waits}


def _trouble(words: Words) -> str:
    """Return what people should know before they play; nothing while all is well."""
    here = house_desk()
    said = (*here.notices, *([here.house.trouble] if here.house.trouble else []))
    return " ".join(words.say(one) for one in said)


def _game(words: Words) -> dict[str, Any] | None:
    """Return the open game in a few words."""
    running, place = house_desk().house.open, house_desk().house.place
    if running is None:
        return None
    table = running.table
    outcome = table.game.is_over(table.state)
    return {
        "room": table.game.name,
        "title": title_of(table.game.name, words),
        "people": [seat.name for seat in table.state.seats],
        "entries": table.number,
        "over": outcome is not None,
        "rehearsed": place.rehearsed,
        "outcome": words.say(outcome.say) if outcome else "",
    }


def _offered(offer: Offer, words: Words) -> dict[str, Any]:
    senses = house_desk().senses(offer.room)
    said = {sense: words.put(f"house.sense.{sense}.{how}", {}) for sense, how in senses.items()}
    return {
        "name": offer.room,
        "title": title_of(offer.room, words),
        "about": words.put(f"house.room.{offer.room}.about", {}),
        "least": offer.least,
        "most": offer.most,
        "colours": list(offer.colours),
        "in_order": offer.in_order,
        "senses": said,
        "known": msgspec.to_builtins(known_box(Boxes(house_desk().house.folder), offer.room)),
    }


def title_of(room: str, words: Words) -> str:
    return words.put(f"house.room.{room}.title", {})


def _planned(plan: GamePlan) -> dict[str, Any]:
    builtin: dict[str, Any] = msgspec.to_builtins(plan)
    return builtin


def json(data: dict[str, Any]) -> Response:
    return Response(msgspec.json.encode(data), mimetype="application/json")
