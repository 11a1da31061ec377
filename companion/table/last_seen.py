"""What was seen lately and what became of it: held back, ignored, refused. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.core.cells import Cells
from companion.core.game import Game
from companion.core.observation import Reading, Seen
from companion.core.verdict import DOUBT, Leave, Move, Option, Question, Refused, Saying
from companion.table.explain.referee import is_open


class Odd(msgspec.Struct, frozen=True):
    """What a refused picture showed, and in which turn; put right when it is seen no more."""

    turn: int
    readings: Mapping[str, Reading]

    def shows(self, cells: Cells) -> bool:
        """Whether these cells were in the picture, more likely than not."""
        return bool(cells) and all(
            cell in self.readings and self.readings[cell].chances.get(label, 0.0) > 0.5
            for cell, label in cells.items()
        )


class LastSeen(msgspec.Struct, frozen=True):
    """The memory of the eye: never saved, gone with a restart, except for what was taken out."""

    seen: Seen | None = None
    picture: bytes = b""
    """The last rectified look at the board."""
    refusal: Refused | None = None
    odd: Odd | None = None
    held: tuple[Move, ...] = ()
    """Moves that were taken back: the board may still show them."""
    ignored: Mapping[tuple[str, ...], frozenset[Move]] = {}
    """What people said did not happen, by the cells it was about."""
    strange: frozenset[str] = frozenset()
    """Cells that nobody could make out when the last move was ruled on: no news since."""
    named: frozenset[str] = frozenset()
    """Cells that people were told of and played on, and that no ruling since found plainly read."""

    def looking_at(self, seen: Seen, *, forgets: bool) -> LastSeen:
        """Look at a new picture; a room that forgets has it judged and not kept."""
        if forgets:
            return self.but(seen=None, picture=b"")
        return self.but(seen=seen, picture=seen.picture or self.picture)

    def agreeing(self) -> LastSeen:
        """Accept a picture that shows what it should, and forget earlier doubts."""
        return LastSeen(self.seen, self.picture, strange=self.strange, named=self.named)

    def ruled(self) -> LastSeen:
        """Note a ruling: what is unreadable now is nothing new in the next picture."""
        readings = self.seen.readings if self.seen else {}
        strange = frozenset(cell for cell, each in readings.items() if is_open(each))
        told = self.named.union(self.refusal.cells if self.refusal else ())
        read = {cell for cell, each in readings.items() if each.readable} - strange
        return self.but(strange=strange, named=told - read)

    def has_named(self, refusal: Refused) -> bool:
        """Whether it is only about what people know of, and nobody can make out now either."""
        readings = self.seen.readings if self.seen else {}
        return bool(refusal.cells) and all(
            cell in self.named and cell in readings and is_open(readings[cell])
            for cell in refusal.cells
        )

    def holding(self, move: Move) -> LastSeen:
        return self.but(held=(*self.held, move), refusal=None)

    def letting_go(self, game: Game, state: Any, move: Move) -> LastSeen:
        """Release a held move, and with it whatever shows the same."""
        shows = game.shown_by(state, move)
        kept = (h for h in self.held if h != move and game.shown_by(state, h) != shows)
        return self.but(held=tuple(kept))

    def ignoring(self, question: Question) -> LastSeen:
        known = self.ignored.get(question.cells, frozenset())
        return self.but(ignored={**self.ignored, question.cells: known | offered(question)})

    def ignores(self, question: Question) -> bool:
        return offered(question) <= self.ignored.get(question.cells, frozenset())

    def is_held(self, game: Game, state: Any, move: Move) -> bool:
        """Whether a move was taken back, or would show the very same thing as one that was. The
        same holds for what was refused in an earlier turn and has not been corrected since.

        So is what was refused in an earlier turn and has not been put right since.
        """
        shows = game.shown_by(state, move)
        if self.odd and self.odd.turn != game.turn(state) and self.odd.shows(shows):
            return True
        alike = (h for h in self.held if shows and game.shown_by(state, h) == shows)
        return move in self.held or any(alike)

    def but(self, **changes: Any) -> LastSeen:
        return msgspec.structs.replace(self, **changes)


def offered(question: Question) -> frozenset[Move]:
    """Offer a doubt; one that offers nothing new is the same doubt."""
    return frozenset(option.move for option in question.options)


def is_same_doubt(open_: Question | None, question: Question) -> bool:
    if open_ is None or open_.cells != question.cells:
        return False
    return offered(question) <= offered(open_)


def held_back(game: Game, state: Any, move: Move) -> Question:
    """Hold a picture back that still shows what was taken back, until somebody confirms it."""
    cells = tuple(game.shown_by(state, move))
    return Question(
        topic=DOUBT,
        id=f"doubt-held-{game.turn(state)}-{'-'.join(cells)}",
        ask=Saying("table.still_there", {"move": game.tell(state, move)}),
        because=(),
        options=(
            Option("count", move, Saying("table.option.count", {})),
            Option("none", Leave(), Saying("table.option.removing", {})),
        ),
        cells=cells,
    )
