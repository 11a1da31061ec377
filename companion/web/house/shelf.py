"""The shelf on its pages: every game, its result, its replay; exports and deletion."""

from __future__ import annotations

import io
from collections.abc import Callable, Hashable
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from flask import Blueprint, Response, abort, request
from msgspec.structs import replace

from companion.core.errors import TableError
from companion.core.roles import TABLE
from companion.house import known_people
from companion.house.game_card import Card, card_of
from companion.house.names import heard
from companion.house.people import standings
from companion.house.rename import renamed
from companion.house.replay import Moment, Replay
from companion.house.summary import Deeds, tale_of
from companion.journal import JournalError, export
from companion.words import Words

from ..kit.context import body_of, language, offloaded
from ..kit.localise import worded
from ..table.snapshots import snapshot_worded
from ..table.text_view import board_of, in_words
from .commands import GameBody, by_host, done
from .context import house_desk, is_owner
from .pages import json, page, title_of

shelf = Blueprint("shelf", __name__)

NOTHING = {"moves": "none", "answers": "none", "words": "none", "left": False, "past": False}
PAGE = 60
"""Cards that are sent at a time."""


@shelf.get("/shelf")
def shelf_page() -> str:
    return page("shelf")


@shelf.get("/shelf/games.json")
def games() -> Response:
    """Send some cards, newest first, of one room or one person if asked for."""
    found = _wanted(offloaded(known_people.cards_now, house_desk().house))
    begin = max(0, request.args.get("from", 0, int))
    words, now = _words(), house_desk().house.place.game
    some = [_plain(card, words, card.game == now) for card in found[begin : begin + PAGE]]
    return json({"games": some, "count": len(found), "from": begin, "reading": _reading()})


def _wanted(cards: tuple[Card, ...]) -> list[Card]:
    room, person = request.args.get("room", ""), heard(request.args.get("person", ""))
    return [
        card
        for card in cards
        if (not room or card.room == room)
        and (not person or any(heard(one.name) == person for one in card.people))
    ]


def _reading() -> int:
    """Return how many games have not been read yet."""
    return len(house_desk().house.unread())


def _plain(card: Card, words: Words, is_open: bool) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(named(card, words))
    return {
        **plain,
        "title": title_of(card.room, words) if card.room else "",
        "rehearsed": card.rehearsed,
        "open": is_open,
        "said": words.put(f"house.trouble.{card.trouble}", {}) if card.trouble else "",
    }


def named(card: Card, words: Words) -> Card:
    """Fill in every name on a card: forgotten people are "somebody"."""
    nobody = words.put("house.person.somebody", {})
    known = (one if one.name else replace(one, name=nobody) for one in card.people)
    return replace(card, people=tuple(known))


@shelf.get("/shelf/<game>")
def result_page(game: str) -> str:
    replay_of(game)
    return page("result", game=game)


@shelf.get("/shelf/<game>/result.json")
def result(game: str) -> Response:
    """Send the card of a game, its tally, and its summary."""
    is_open, plainly = game == house_desk().house.place.game, in_words()

    def told(replay: Replay, card: Card, words: Words) -> bytes:
        record = replay.record
        outcome = record.game.is_over(record.timeline.state)
        sheet, tale = _sheet(replay, replay.moments[-1], words, plainly), tale_of(replay)
        return msgspec.json.encode(
            {
                "card": _plain(card, words, is_open),
                "outcome": words.say(outcome.say) if outcome else "",
                "because": list(outcome.because) if outcome else [],
                "score": sheet["view"]["score"],
                "tale": worded(msgspec.to_builtins(tale), words),
                "deeds": [done_by(deeds, record.game.name, words) for deeds in tale.deeds],
                "moments": len(replay.moments),
            }
        )

    return _as_json(made_of(game, ("result", is_open, plainly), told))


def done_by(deeds: Deeds, room: str, words: Words) -> list[str]:
    """Count in words what one seat did how often; leave out what has no words."""
    start = f"house.deeds.{room}"
    known = ((f"{start}.{name}", count) for name, count in deeds.counts)
    return [
        _within(words.put(key, {"count": count}), words.texts[key])
        for key, count in known
        if key in words.texts
    ]


def _within(said: str, written: str) -> str:
    """Write a deed inside a list: it begins as written, not with a capital."""
    return said[:1].lower() + said[1:] if written[:1].islower() else said


@shelf.get("/shelf/<game>/replay")
def replay_page(game: str) -> str:
    room = replay_of(game).record.game.name
    return page("replay", "replay.html", game=game, room=room, role=str(TABLE))


@shelf.get("/shelf/<game>/replay.json")
def steps(game: str) -> Response:
    """Send every moment of a game in a line: who did what, and the scores after it."""

    def told(replay: Replay, card: Card, words: Words) -> bytes:
        opening = replay.record.timeline.opening
        return msgspec.json.encode(
            {
                "room": replay.record.game.name,
                "seats": [{"name": seat.name, "colour": seat.colour} for seat in opening.seats],
                "moments": [_step(replay, moment, words) for moment in replay.moments],
                "changes": replay.changes(),
            }
        )

    return _as_json(made_of(game, ("replay",), told))


def _step(replay: Replay, moment: Moment, words: Words) -> dict[str, Any]:
    past, game = moment.past, replay.record.game
    return {
        "say": words.say(game.tell(past.after, past.made.move)) if past else "",
        "by": past.by if past else "",
        "time": past.time if past else "",
        "scores": replay.scores(moment),
    }


@shelf.get("/shelf/<game>/at/<int:number>")
def at(game: str, number: int) -> Response:
    """Send the table as everybody saw it at one moment."""
    plainly = in_words()

    def told(replay: Replay, card: Card, words: Words) -> bytes:
        if not 0 <= number < len(replay.moments):
            abort(404)
        return msgspec.json.encode(_sheet(replay, replay.moments[number], words, plainly))

    return _as_json(made_of(game, ("at", number, plainly), told))


def _sheet(replay: Replay, moment: Moment, words: Words, plainly: bool) -> dict[str, Any]:
    """Return a moment in words; nobody may change anything in it."""
    shown = replay.sheet(moment)
    sheet = {**snapshot_worded(shown, words), "may": NOTHING, "agreed": []}
    if plainly:
        described = msgspec.to_builtins(board_of(replay.record.game.plain, shown["view"]))
        sheet["plain"] = worded(described, words)
    return sheet


@shelf.get("/shelf/<game>/export.jsonl")
def export_game(game: str) -> Response:
    """Send the journal of a finished game as lines, each hash checkable. While a game may still go
    on, its lines would tell that private notes exist."""
    path = _path(game)

    def told(replay: Replay, card: Card, words: Words) -> bytes:
        if not is_finished(card):
            abort(403, "page.error.game_goes_on")
        out = io.StringIO()
        export(path, out, with_private=card.over)
        return out.getvalue().encode()

    name = f'attachment; filename="{path.stem}.jsonl"'
    return Response(
        made_of(game, ("export",), told),
        mimetype="application/jsonl",
        headers={"Content-Disposition": name},
    )


def is_finished(card: Card) -> bool:
    """Whether a game is over or was ended: nobody plays on with it."""
    return card.over or card.ended is not None


class MomentBody(msgspec.Struct, forbid_unknown_fields=True):
    game: str
    moment: int
    by_hand: tuple[int, ...] = ()


@shelf.post("/shelf/what-if")
def what_if() -> Response:
    """Play on from a moment of a game, as a rehearsal of its own; whoever does is its host."""
    wanted = body_of(MomentBody)
    replay_of(wanted.game)  # what cannot be read is refused with its sentence
    begin = house_desk().house.what_if
    return by_host(done(begin, wanted.game, wanted.moment, wanted.by_hand))


@shelf.post("/shelf/delete")
def delete() -> Response:
    """Throw a game away for good; for the owner alone."""
    if not is_owner():
        abort(403, "page.error.owner_only")
    return done(house_desk().house.delete, body_of(GameBody).game)


@shelf.get("/people")
def people_page() -> str:
    return page("people")


@shelf.get("/people.json")
def people() -> Response:
    """Send everybody who ever finished a game here."""
    words, cards = _words(), offloaded(known_people.cards_now, house_desk().house)
    found: list[dict[str, Any]] = msgspec.to_builtins(offloaded(standings, cards))
    rooms = {card.room: title_of(card.room, words) for card in cards if card.room}
    return json({"people": found, "rooms": rooms, "reading": _reading()})


def _words() -> Words:
    return house_desk().words[language()]


def _path(game: str) -> Path:
    path = house_desk().house.shelf.path_of(game)
    if path is None:
        abort(404, "page.error.no_game")
    return path


def replay_of(game: str) -> Replay:
    """Return a game of the shelf; the last few that were looked at are cached."""
    replay: Replay = offloaded(_read, _path(game), _mark_of(game))[0]
    return replay


def _mark_of(game: str) -> str:
    """Return a mark that changes with what everybody may know of a game: of the open one, with how
    many public entries it has. Its files would tell of a private note, by how long an answer takes.
    """
    house = house_desk().house
    running = house.open if game == house.place.game else None
    if running is None:
        return house.shelf.mark_of(game)
    return f"open {running.table.ledger.record.count}"


Making = Callable[[Replay, Card, Words], bytes]


def made_of(game: str, kind: tuple[Hashable, ...], make: Making) -> bytes:
    """Return what is made of one game: queued, and cached until the game or its names change."""
    path, here, words = _path(game), house_desk(), _words()
    mark, renamings = _mark_of(game), here.house.place.renamings
    key = (kind, game, mark, language(), renamings)

    def made() -> bytes:
        found = here.answers.get(key)  # somebody else may have had it made meanwhile
        if found is None:
            replay, card = _read(path, mark)
            found = make(replay, named(renamed(card, renamings), words), words)
            here.answers.put(key, found)
        return found

    return here.answers.get(key) or offloaded(made)


@lru_cache(maxsize=4)
def _read(path: Path, mark: str) -> tuple[Replay, Card]:
    try:
        replay, card = Replay.of(path), card_of(path)
    except (JournalError, TableError, OSError, ValueError, KeyError, AssertionError):
        abort(409, "page.error.game_unreadable")
    if card.trouble:
        abort(409, "page.error.game_unreadable")
    return replay, card


def _as_json(data: bytes) -> Response:
    return Response(data, mimetype="application/json")
