"""The score: bounds while mummies and pharaoh cards are hidden, ranks once they are not."""

from __future__ import annotations

from companion.core.score import Outcome, Part, Scoreboard, ScoreLine
from companion.core.verdict import Saying

from .ending import pharaohs_to_say
from .state import Phase, Piece, State


def score(state: State, knowing: int | None = None) -> Scoreboard:
    """Return the scoreboard everybody may see;
    *knowing* adds what one seat has noted for itself."""
    lines = [ScoreLine(seat, _parts(state, seat, knowing == seat)) for seat in _seats(state)]
    if state.phase != Phase.OVER:
        return Scoreboard(tuple(lines))
    order = _standing(state, lines)
    ranked = tuple(
        ScoreLine(line.seat, line.parts, 1 + sum(order[s] > order[line.seat] for s in order))
        for line in lines
    )
    return Scoreboard(ranked)


def _seats(state: State) -> range:
    return range(len(state.seats))


def _parts(state: State, seat: int, own_notes: bool) -> tuple[Part, ...]:
    values = _known_values(state, seat, own_notes)
    mummies = tuple(_mummy(state, piece, values) for piece in state.chamber.won[seat])
    return (*mummies, *_pharaoh(state, seat, own_notes))


def _known_values(state: State, seat: int, own_notes: bool) -> dict[Piece, int]:
    reveal = state.reveals[seat]
    if reveal:
        return dict(reveal.values)
    return dict(state.secrets[seat].values) if own_notes else {}


def _mummy(state: State, piece: Piece, values: dict[Piece, int]) -> Part:
    worth = (values[piece],) if piece in values else state.box.worth(piece.eyes)
    say = Saying("wall.part.mummy", {"animal": piece.animal, "eyes": piece.eyes})
    return Part(say, min(worth), max(worth), ("WALL-54",))


def _pharaoh(state: State, seat: int, own_notes: bool) -> tuple[Part, ...]:
    columns = state.chamber.placed(seat)
    reveal = state.reveals[seat]
    known = reveal.pharaoh if reveal else state.secrets[seat].pharaoh if own_notes else None
    if known is None:
        high = state.box.bonus if set(columns) & set(pharaohs_to_say(state.box)) else 0
        return (Part(Saying("wall.part.pharaoh_hidden", {}), 0, high, ("WALL-55",)),)
    points = state.box.bonus if known in columns else 0
    key = "wall.part.pharaoh" if points else "wall.part.no_pharaoh"
    return (Part(Saying(key, {"animal": known}), points, points, ("WALL-55",)),)


def _standing(state: State, lines: list[ScoreLine]) -> dict[int, tuple[int, ...]]:
    """Return what seats are compared by: points, sarcophagi,
    and the house rule for the last tie."""
    late = state.rules.final_tie == "later_seat"
    return {
        line.seat: (line.low, len(state.chamber.won[line.seat]), line.seat if late else 0)
        for line in lines
    }


def is_over(state: State) -> Outcome | None:
    """Return who won and by what, once everything is turned over."""
    if state.phase != Phase.OVER:
        return None
    board = score(state)
    best = [line for line in board.lines if line.rank == 1]
    most = [line for line in board.lines if line.low == best[0].low]
    names = [state.seats[line.seat].name for line in best]
    values = {
        "players": names,
        "points": best[0].low,
        "sarcophagi": len(state.chamber.won[best[0].seat]),
    }
    key, because = _why(len(best), len(most), _sarcophagi_tied(state, best[0], most))
    return Outcome(tuple(line.seat for line in best), Saying(key, values), because)


def _sarcophagi_tied(state: State, best: ScoreLine, most: list[ScoreLine]) -> bool:
    count = len(state.chamber.won[best.seat])
    return sum(len(state.chamber.won[line.seat]) == count for line in most) > 1


def _why(winners: int, with_most: int, still_tied: bool) -> tuple[str, tuple[str, ...]]:
    if winners > 1:
        return "wall.won.shared", ("WALL-56", "WALL-57", "WO-23")
    if still_tied:
        return "wall.won.later", ("WALL-57", "WO-23")
    if with_most > 1:
        return "wall.won.sarcophagi", ("WALL-56", "WALL-57")
    return "wall.won.points", ("WALL-56",)
