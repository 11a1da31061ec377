"""After the night: the folder to publish, the signed night, and the nights of a season."""

from __future__ import annotations

import unicodedata
from typing import Any

import msgspec
from flask import Blueprint, Response, abort, request

from companion.journal.signatures import mark_of_key
from companion.web.kit.context import body_of, language, offloaded
from companion.web.kit.uploads import NIGHTS

from ...hall.errors import HallError
from ...hall.publication import Publisher
from ...hall.published_pages import zipped
from ...hall.scores.night_file import MOST_BYTES, NightFile, SignedNight, shown_name
from ...wire.topics import slug
from .board import spoken, title_of
from .context import hall_desk, member, only
from .crew import ORGANISER, PERSON
from .pages import json

publication = Blueprint("publication", __name__)

BEST = range(1, 201)


class NightBody(msgspec.Struct, forbid_unknown_fields=True):
    night: str


@publication.get("/desk/publish.zip")
def publish_zip() -> Response:
    """Send the night as a folder of static pages, with the season if nights of others are here."""
    only(ORGANISER)
    here, words = hall_desk(), hall_desk().words[language()]
    night, best = _night(), request.args.get("best", type=int)
    kept = best if best in BEST else None
    made = offloaded(lambda: zipped(here.publisher.pages(night, words, kept), _folder(night)))
    return _sent(made, "application/zip", f"{_folder(night)}.zip")


@publication.get("/desk/night.json")
def night_json() -> Response:
    """Send the night as one signed file, which any other hall can check and add up."""
    only(ORGANISER)
    night = _night()
    made = offloaded(hall_desk().publisher.signed, night)
    return _sent(made, "application/json", f"{_folder(night)}.json")


def _sent(content: bytes, kind: str, name: str) -> Response:
    answer = Response(content, mimetype=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _night() -> NightFile:
    here, words = hall_desk(), hall_desk().words[language()]
    store, night = here.hall.store, here.hall.evening.night

    def called(game: str) -> str:
        return title_of(game, words, night.games)

    made: NightFile = offloaded(here.publisher.file, night, store.night, store.entries(), called)
    return made


def _folder(night: NightFile) -> str:
    """What the folder is called: the day and the name, as every system takes them."""
    plain = unicodedata.normalize("NFKD", f"{night.day} {night.name or 'night'}")
    return slug(plain.encode("ascii", "ignore").decode())


@publication.get("/desk/season.json")
def season_json() -> Response:
    """Send the nights of the season that came from elsewhere, and how others know this hall."""
    only(ORGANISER)
    publisher = hall_desk().publisher
    nights = offloaded(publisher.shelf.nights)
    return json({"nights": [_told(one) for one in nights], "mark": offloaded(_mark, publisher)})


def _mark(publisher: Publisher) -> str:
    return mark_of_key(publisher.key.public)


def _told(one: SignedNight) -> dict[str, Any]:
    night = one.night
    people = len(night.standings)
    return {
        "night": night.night, "name": night.name, "day": night.day, "mark": one.mark,
        "people": people,
    }  # fmt: skip


@publication.post(NIGHTS)
def add_night() -> Response:
    """Take the signed night of another hall into the season; it may be large, and is foreign."""
    only(ORGANISER)
    request.max_content_length = MOST_BYTES
    here = hall_desk()
    try:
        came = offloaded(here.publisher.shelf.add, request.get_data())
    except HallError as wrong:
        said = spoken(wrong.say, here.words[language()])
        return _refused(said, 422)
    except OSError:
        return _refused(here.words[language()].put("hall.desk.unsaved", {}), 503)
    return json({"kind": "accepted", **_told(came)})


def _refused(said: str, code: int) -> Response:
    answer = json({"kind": "refused", "say": said})
    answer.status_code = code
    return answer


@publication.post("/desk/season/drop")
def drop_night() -> Response:
    """Take a night out of the season again."""
    only(ORGANISER)
    offloaded(hall_desk().publisher.shelf.drop, body_of(NightBody).night)
    return json({"kind": "accepted"})


@publication.get("/number.json")
def number_json() -> Response:
    """Send somebody's season number and how the name is published: to the organiser, and to the
    phone that speaks for them."""
    one, who = only(ORGANISER, PERSON), request.args.get("who", "")
    night, here = hall_desk().hall.evening.night, hall_desk()
    if one.role == PERSON and member().name != who:
        abort(403, "hall.desk.not_yours")
    person = night.people.get(who)
    if person is None:
        abort(404)
    numbers = offloaded(here.publisher.numbers, night, here.hall.store.night)
    return json(
        {
            "number": numbers[who],
            "own": bool(person.number),
            "shown": person.shown,
            "otherwise": night.plan.shown,
            "name": shown_name(person, night.plan.shown),
        }
    )
