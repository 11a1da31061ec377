"""Compute the record of each person who played here, from the cards alone. Pure.

Rehearsals count for nobody, and neither do games that were left. Forgotten people have no name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from .game_card import Card, GameCard
from .names import heard


class PersonTally(msgspec.Struct, frozen=True):
    """Games, wins and points somewhere."""

    games: int = 0
    wins: int = 0
    points: int = 0
    best: int | None = None
    light: int = 0
    """How many of the games were counted from their end alone."""

    @property
    def mean(self) -> float:
        return self.points / self.games if self.games else 0.0


class Versus(msgspec.Struct, frozen=True):
    """How two people did against each other: games together, and how often each was ahead."""

    other: str
    games: int
    ahead: int
    behind: int


class GameResult(msgspec.Struct, frozen=True):
    """One game of one person."""

    game: str
    room: str
    begun: str
    points: int
    place: int
    of: int
    won: bool
    light: bool = False


class PersonStanding(msgspec.Struct, frozen=True):
    """Everything about one person."""

    name: str
    total: PersonTally
    rooms: dict[str, PersonTally]
    versus: tuple[Versus, ...]
    results: tuple[GameResult, ...]
    """Oldest first."""
    streak: int
    """Wins in a row until today."""
    longest: int
    """The longest such row ever."""


def standings(cards: Iterable[Card]) -> tuple[PersonStanding, ...]:
    """List everybody, most wins first."""
    finished = sorted(filter(counts, cards), key=lambda card: (card.begun, card.game))
    names: dict[str, str] = {}
    for card in finished:
        names |= {heard(person.name): person.name for person in card.people if person.name}
    found = [_standing(key, name, finished, names) for key, name in names.items()]
    return tuple(sorted(found, key=lambda s: (-s.total.wins, -s.total.games, s.name.casefold())))


def counts(card: Card) -> bool:
    return card.over and not card.rehearsed and not card.trouble


def _standing(key: str, name: str, cards: list[Card], names: dict[str, str]) -> PersonStanding:
    results = tuple(_results(key, cards))
    rooms = {result.room: _tally(r for r in results if r.room == result.room) for result in results}
    versus = (_versus(key, other, shown, cards) for other, shown in names.items() if other != key)
    met = sorted((v for v in versus if v.games), key=lambda v: (-v.games, v.other.casefold()))
    now, longest = _streaks(results)
    return PersonStanding(name, _tally(results), rooms, tuple(met), results, now, longest)


def _results(key: str, cards: list[Card]) -> Iterator[GameResult]:
    for card in cards:
        seat = _seat(card, key)
        if seat is None:
            continue
        mine = card.people[seat]
        yield GameResult(
            card.game,
            card.room,
            card.begun,
            mine.low,
            mine.rank or 1 + sum(other.low > mine.low for other in card.people),
            len(card.people),
            seat in card.winners,
            card.light,
        )


def _tally(results: Iterable[GameResult]) -> PersonTally:
    played = tuple(results)
    return PersonTally(
        len(played),
        sum(result.won for result in played),
        sum(result.points for result in played),
        max((result.points for result in played), default=None),
        sum(result.light for result in played),
    )


def _versus(key: str, other: str, shown: str, cards: list[Card]) -> Versus:
    games = ahead = behind = 0
    for card in cards:
        mine, theirs = _seat(card, key), _seat(card, other)
        if mine is None or theirs is None:
            continue
        games += 1
        order = _order(card, mine, theirs)
        ahead, behind = ahead + (order > 0), behind + (order < 0)
    return Versus(shown, games, ahead, behind)


def _order(card: Card, one: int, other: int) -> int:
    """Compare two people: winners first, then the better place, then more points."""
    won = (one in card.winners) - (other in card.winners)
    if won:
        return won
    first, second = card.people[one], card.people[other]
    places = (_place(second), _place(first))
    better = (places[0] > places[1]) - (places[0] < places[1])
    return better or (first.low > second.low) - (first.low < second.low)


def _place(person: GameCard) -> int:
    return person.rank or 0


def _seat(card: Card, key: str) -> int | None:
    seats = (n for n, person in enumerate(card.people) if heard(person.name) == key)
    return next(seats, None)


def _streaks(results: tuple[GameResult, ...]) -> tuple[int, int]:
    """Count wins in a row until the last game, and the longest run."""
    row, longest = 0, 0
    for result in results:
        row = row + 1 if result.won else 0
        longest = max(longest, row)
    return row, longest
