"""The people the house knows, and how the owner renames or forgets them."""

from __future__ import annotations

from .errors import NotNow
from .game_card import Card
from .house import House
from .names import heard, tidy
from .people import counts
from .rename import have_met, renamed

MOST_NAMES = 40
"""Most names suggested."""


def cards(house: House) -> tuple[Card, ...]:
    """List all known games, newest first, with today's names."""
    return tuple(renamed(card, house.place.renamings) for card in house.shelf.cards())


def cards_now(house: House) -> tuple[Card, ...]:
    """List all known games with the one on the table as it is at this moment, newest first."""
    now = house.place.game
    open_card = card(house, now) if now else None
    others = tuple(one for one in cards(house) if one.game != now)
    return others if open_card is None else (open_card, *others)


def left_game(house: House) -> Card | None:
    """Return the game that was left last and may go on, if any."""
    begun = (
        one
        for one in cards(house)
        if one.moves and not (one.over or one.rehearsed or one.trouble or one.ended is not None)
    )
    return max(begun, key=lambda one: one.last, default=None)


def card(house: House, game: str) -> Card | None:
    """Return one game as it is now."""
    found = house.shelf.card(game)
    return found and renamed(found, house.place.renamings)


def known_names(house: House) -> tuple[str, ...]:
    """List everybody who played here, the latest first, for suggestions."""
    return everybody(house)[:MOST_NAMES]


def everybody(house: House) -> tuple[str, ...]:
    lasts = house.place.lasts
    rooms = sorted(lasts, key=lambda room: room != house.place.latest)
    plans = [lasts[room] for room in rooms if lasts[room].rehearsal is None]
    planned = [person.name for plan in plans for person in plan.people]
    played = [one.name for each in cards(house) if counts(each) for one in each.people]
    found: dict[str, str] = {}
    for name in filter(None, (*planned, *played)):
        found.setdefault(heard(name), name)
    return tuple(found.values())


def played(house: House, room: str) -> tuple[str, ...]:
    """List who has sat at a game of this room here, finished or not, as they are heard."""
    sat = (card for card in cards(house) if card.room == room and not card.rehearsed)
    return tuple({heard(one.name): None for card in sat for one in card.people if one.name})


def rename(house: House, who: str, typed: str) -> bool:
    """Give somebody another name, or the name of somebody who is the same person.

    Says whether two people have become one.
    """
    name, known = tidy(typed), _known(house)
    _must_be_known(house, who)
    other = heard(name) in known and heard(name) != heard(who)
    real = (each for each in cards(house) if not each.rehearsed)
    if other and have_met(real, who, name):
        raise NotNow("person.have_met", one=known[heard(who)], other=known[heard(name)])
    house.note("renamed", {"who": heard(who), "name": name})
    return other


def forget(house: House, who: str) -> None:
    """Forget somebody: never suggested again, and without a name in earlier games."""
    _must_be_known(house, who)
    house.note("renamed", {"who": heard(who), "name": ""})


def _must_be_known(house: House, who: str) -> None:
    if heard(who) not in _known(house):
        raise NotNow("person.unknown", name=who[:40])


def _known(house: House) -> dict[str, str]:
    return {heard(name): name for name in everybody(house)}
