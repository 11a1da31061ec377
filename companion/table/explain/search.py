"""Find all the states a game may have reached since, as far as a picture allows them. A photograph
may come several moves late. From the standing state, every legal move is tried, those that show and
those that nobody sees; a path ends if its state shows what the picture shows. Each state is visited
once, however many paths lead there.

A photograph may come several moves late. From the state that stands, every legal move is tried,
those that show and those that nobody sees; a way ends where its state shows what the picture
shows. Each state is walked through once, however many ways lead there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from ...core.cells import Cells
from ...core.verdict import Move, Refused
from .referee import HARDLY, Sighting, after, differing, likeliest

MOST_SHOWN = 6
"""How many moves that show something one picture may explain."""
MOST_SILENT = 4
"""Longest run of moves that show nothing; if there may have been more, it is too much."""
MOST_UNSEEN = 24
"""Where more things than this may have happened unseen, such as a throw of dice, it is too much."""
MOST_STATES = 500
"""How many states are looked into before it is too much."""
LONGER = 1
"""How many moves beyond the shortest way are tried, to see whether they fit as well."""


@dataclass(eq=False)
class SearchNode:
    """One state on the way."""

    state: Any
    shown: int
    """How many moves have shown something so far."""
    silent: int
    """How many in a row have not."""
    wrong: Cells
    """The cells that do not look like the picture, with what they show."""
    ways: list[tuple[Move, SearchNode]] = field(default_factory=list)

    @property
    def is_there(self) -> bool:
        return not self.wrong


@dataclass(frozen=True)
class Walked:
    """Where the walk has come: the start, the places that look like the picture, and how sure
    it is that there are no others."""

    start: SearchNode
    ends: tuple[SearchNode, ...]
    whole: bool
    """Nothing was left out because it was too much."""
    blind: frozenset[str] = frozenset()
    """Cells nobody can read, where something may have been done."""
    places: tuple[SearchNode, ...] = ()


def walk(sighting: Sighting, seat: int | None = None) -> Walked:
    """Walk as far as it takes; *seat* is who is on turn in the picture, if somebody says so."""
    wrong = sighting.showing
    least = max(1, sighting.game.looking.least(sighting.state, wrong))
    walked = Walked(SearchNode(sighting.state, 0, 0, wrong), (), whole=False)
    for most in range(least, MOST_SHOWN + 1):
        walked = MoveSearch(sighting, seat, most).done()
        if walked.ends or not walked.whole:
            break
    if not walked.ends:
        return walked
    shortest = min(end.shown for end in walked.ends)
    longer = MoveSearch(sighting, seat, min(MOST_SHOWN, shortest + LONGER)).done()
    # where pieces return, a way that is much longer may end with the same look
    return replace(longer, whole=longer.whole and not sighting.game.looking.returns)


class MoveSearch:
    """One walk of at most this many moves that show something."""

    def __init__(self, sighting: Sighting, seat: int | None, most: int) -> None:
        self._sighting, self._seat, self._most = sighting, seat, most
        self._game, self._readings = sighting.game, sighting.readings
        self._likely = {c: likeliest(reading) for c, reading in self._readings.items()}
        self._found: dict[Any, SearchNode] = {}
        self._next: deque[SearchNode] = deque()
        self._blind: set[str] = set()
        self._allowed: dict[tuple[str, str], bool] = {}
        self._whole = True

    def done(self) -> Walked:
        start = self._place(self._sighting.state, 0, 0, self._sighting.showing)
        while self._next:
            if len(self._found) > MOST_STATES:
                self._whole = False
                break
            place = self._next.popleft()
            if not self._is_end(place):
                self._step(place)
        places = tuple(self._found.values())
        ends = tuple(filter(self._is_end, places))
        return Walked(start, ends, self._whole, frozenset(self._blind), places)

    def _is_end(self, place: SearchNode) -> bool:
        return place.is_there and self._seat in (None, place.state.turn)

    def _step(self, place: SearchNode) -> None:
        for move, shows in self._open(place):
            shown = place.shown + bool(shows)
            wrong = self._wrong_after(place, shows)
            if self._game.looking.least(place.state, wrong) > self._most - shown:
                continue
            ruling = self._game.decide(place.state, move)
            if isinstance(ruling, Refused):
                continue
            then = after(self._game, place.state, ruling)
            silent = 0 if shows else place.silent + 1
            place.ways.append((move, self._place(then, shown, silent, wrong)))

    def _wrong_after(self, place: SearchNode, shows: Cells) -> Cells:
        if not shows:
            return place.wrong
        left = {cell: label for cell, label in place.wrong.items() if cell not in shows}
        return left | {cell: shows[cell] for cell in differing(shows, self._readings)}

    def _open(self, place: SearchNode) -> Iterator[tuple[Move, Cells]]:
        """Yield the moves that may belong to the path."""
        unseen = list[Move]()
        for move in self._game.legal_moves(place.state):
            if self._is_own_word(place.state, move):
                continue
            shows = self._game.shown_by(place.state, move)
            if not shows:
                unseen.append(move)
            elif self._fits(place, shows):
                yield move, shows
        if unseen and (len(unseen) > MOST_UNSEEN or place.silent >= MOST_SILENT):
            self._whole = False
        else:
            yield from ((move, {}) for move in unseen)

    def _is_own_word(self, state: Any, move: Move) -> bool:
        """Whether somebody has to say a move in person, or keeps it secret."""
        concern = self._game.rights.concerns(state, move)
        return concern is not None or self._game.private_to(move) is not None

    def _fits(self, place: SearchNode, shows: Cells) -> bool:
        """Whether a move shows what the picture shows, or what later moves may cover."""
        if place.shown >= self._most:
            return False
        read = {cell: label for cell, label in shows.items() if cell in self._readings}
        if not read:
            self._blind |= shows.keys()
            return False
        return all(self._allows(cell, label) for cell, label in read.items())

    def _allows(self, cell: str, label: str) -> bool:
        """Whether the picture, or what may follow, lets a cell show this on the way."""
        allowed = self._allowed.get((cell, label))
        if allowed is None:
            likely = self._sighting.chance(cell, label) > HARDLY
            allowed = likely or self._game.looking.becomes(label, self._likely[cell])
            self._allowed[cell, label] = allowed
        return allowed

    def _place(self, state: Any, shown: int, silent: int, wrong: Cells) -> SearchNode:
        place = self._found.get(state)
        if place is None:
            place = self._found[state] = SearchNode(state, shown, silent, wrong)
            self._next.append(place)
        return place
