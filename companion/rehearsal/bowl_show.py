"""Perform the bowl: tiles for the camera, boulders for the scale, words for the rest. What a hand
really did is remembered until the table has ruled on it. If it rules otherwise, somebody corrects
it, as people would.

What a hand really did is remembered until the table has ruled on it. If it rules otherwise,
somebody puts it right, as people would.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from calibration.paint.bowl.studio import Pawn
from companion.core.observation import Reply, TookBack
from companion.core.roles import TABLE
from companion.core.verdict import DOUBT, LEFT_OVER, Move, Question
from companion.games.bowl import moves as m
from companion.games.bowl.moves import STAFF
from companion.games.bowl.state import Phase, State
from companion.table.explain.referee import after
from companion.table.moves import Timeline
from hardware.simulated.scale import SimulatedScale

from .bowl import BowlPeople, true_reply
from .bowl_hands import REACHES, TrapHand, mishap, reaching, rebuilding, truly
from .bowl_stage import BareTable, BowlStage, beside, opposite
from .performance import Performance, WatchedShow

PATIENCE_SECONDS = 8.0
"""Seconds people wait for the scale before they speak."""
LAWFUL_SECONDS = 3.0
"""Seconds they listen after a verdict that leaves the answer to them."""
MISHAPS = {"": 0.92, "bump": 0.05, "staff": 0.02, "boulder": 0.01}
"""What happens between two turns, with how often."""
FRAME_SECONDS = 0.1


class Draw(Move, frozen=True):
    """A hand goes into the bowl."""


class Rebuild(Move, frozen=True):
    """All boulders go back into the bowl, and the staff is planted."""


class BowlMishap(Move, frozen=True):
    """Something happens to the trap between two turns."""

    kind: str


@dataclass(frozen=True)
class DrawnTile:
    """The true outcome of a hand in the bowl."""

    kind: str
    move: Move
    number: int
    """The number of the table it was done at."""
    before: State
    undecidable: bool = False


class BowlTable(WatchedShow, Protocol):
    """What a performance of the bowl needs of its table."""

    @property
    def number(self) -> int: ...

    @property
    def timeline(self) -> Timeline: ...

    def gauges(self) -> dict[str, Any]: ...

    def submit(self, observation: TookBack) -> Any: ...


class BowlPerformance(Performance):
    """People at a track and a bowl."""

    def __init__(
        self,
        table: BowlTable,
        people: BowlPeople,
        stage: BowlStage | BareTable,
        trap: TrapHand,
        scale: SimulatedScale,
    ) -> None:
        super().__init__(table, people, stage)
        self._bowl_table, self._guests, self._track = table, people, stage
        self._trap, self._scale = trap, scale
        self._mishap_turn = -1
        self.drawn: DrawnTile | None = None
        """The last hand in the bowl."""
        self.overruled = 0
        """How often people put right what the table made of it."""

    @property
    def awaits_notice(self) -> bool:
        return isinstance(self.doing, m.FlipTile)

    @property
    def _state(self) -> State:
        state: State = self._table.state
        return state

    # Where things are

    def on_stage(self) -> None:
        self._track.stand(self._pawns())
        super().on_stage()
        with self._scale.hands:
            self._trap.hold(self._counts())

    def is_behind(self) -> bool:
        return super().is_behind() or self._figures_behind() or self._trap_behind()

    def catch_up(self) -> Iterator[object]:
        if self._figures_behind():
            self._track.stand(self._pawns())
            yield from self._stage.still(1)
        if self._trap_behind():
            yield from self._lasting(rebuilding(self._trap, self._counts()))
        yield from super().catch_up()

    def _pawns(self) -> tuple[Pawn, ...]:
        state = self._state
        pawns = []
        for place, field in enumerate(state.box.track):
            there = list(state.on(place))
            for n, seat in enumerate(there):
                at = beside(field.at_mm, n, len(there))
                pawns.append(Pawn(at, state.seats[seat].colour))
        if state.mummy is not None:
            pawns.append(Pawn(opposite(state.box.track[state.mummy.field].at_mm), "mummy"))
        return tuple(pawns)

    def _figures_behind(self) -> bool:
        return self._pawns() != self._track.pawns

    def _counts(self) -> dict[str, int]:
        state = self._state
        return dict(zip(state.box.boulder_colours, state.bowl, strict=True))

    def _trap_behind(self) -> bool:
        """Check whether the bowl is wrong and nobody is about to fix it."""
        if self._state.phase in (Phase.REBUILD, Phase.OVER) or self._pending() is not None:
            return False
        return not self._trap.stands(self._counts())

    def _pending(self) -> DrawnTile | None:
        """Return what was drawn and not ruled on yet."""
        drawn = self.drawn
        if self._state.phase != Phase.DRAW or drawn is None:
            return None
        return drawn if drawn.number == self._bowl_table.number else None

    # What is done

    def next_move(self) -> Move | None:
        state = self._state
        if any(q.topic in (DOUBT, LEFT_OVER) for q in self._table.questions()):
            return None
        if state.phase == Phase.REBUILD:
            return None if self._trap.is_whole() else Rebuild()
        if state.phase == Phase.DRAW:
            return None if self._pending() or state.voting else Draw()
        if state.phase == Phase.EXPLORE and (kind := self._next_mishap()):
            return BowlMishap(kind)
        return self._guests.move(state)

    def _next_mishap(self) -> str:
        turns = self._state.turns
        if self._mishap_turn >= turns:
            return ""
        self._mishap_turn = turns
        dice = self._guests.dice("mishap", turns)
        return dice.choices(list(MISHAPS), list(MISHAPS.values()))[0]

    def perform(self, move: Move) -> Iterator[object]:
        self.urgent = False
        match move:
            case Draw():
                self.doing = move
                yield from self._draw()
            case Rebuild():
                self.doing = move
                yield from self._lasting(rebuilding(self._trap, self._full()))
            case BowlMishap(kind=kind):
                self.doing = move
                yield from self._lasting(mishap(self._trap, kind))
            case _:
                yield from super().perform(move)

    def _full(self) -> dict[str, int]:
        box = self._state.box
        return dict(zip(box.boulder_colours, box.full_bowl, strict=True))

    def _draw(self) -> Iterator[object]:
        """Reach in, and wait until the table has ruled or people have to speak."""
        state, number = self._state, self._bowl_table.number
        kind, dice = self._guests.hand(state, number), self._guests.dice("wait", number)
        if kind == "foul":
            self.drawn = DrawnTile(kind, m.CallFoul(), number, state)
            return
        yield from self._for(dice.uniform(1.2, 3.0))
        if self._bowl_table.number != number:
            return
        scene = reaching(self._trap, state.wanted or "")
        yield from self._lasting(REACHES[kind](scene))
        undecidable = bool(scene.truth.get("undecidable_by_scale"))
        self.drawn = drawn = DrawnTile(kind, truly(scene), number, state, undecidable)
        yield from self._listen(drawn, dice.random() < 0.5)
        self._object()

    def _listen(self, drawn: DrawnTile, quick: bool) -> Iterator[object]:
        """Wait for a ruling; people may speak first if they see what no scale can feel."""
        if drawn.undecidable and quick:
            self.urgent = True
            yield from self._for(0.6)
            return
        until = self._scale.clock() + PATIENCE_SECONDS
        while self._bowl_table.number == drawn.number and self._scale.clock() < until:
            if self._is_asked() or (isinstance(drawn.move, m.GiveUp) and self._says("nothing")):
                yield from self._for(LAWFUL_SECONDS)
                return
            yield from self._for(FRAME_SECONDS)

    def _object(self) -> None:
        """Take back a wrong ruling, so that it is asked again."""
        drawn, table = self.drawn, self._bowl_table
        if drawn is None or table.number == drawn.number or not table.timeline.past:
            return
        ruled = table.timeline.past[-1]
        if ruled.by != "scale" or table.state == self._should_be(drawn):
            return
        table.submit(TookBack(by=TABLE, at=self._scale.clock()))
        self.overruled += 1
        self.urgent = True
        self.drawn = DrawnTile(
            drawn.kind, drawn.move, table.number, drawn.before, drawn.undecidable
        )

    def _should_be(self, drawn: DrawnTile) -> State:
        ruling = self._table.game.decide(drawn.before, drawn.move)
        state: State = after(self._table.game, drawn.before, ruling)  # type: ignore[arg-type]
        return state

    def _is_asked(self) -> bool:
        return self._says("ask") or bool(self._bowl_table.gauges().get("scale", {}).get("blind"))

    def _says(self, finding: str) -> bool:
        shown = self._bowl_table.gauges().get("scale", {}).get("says")
        return bool(shown) and shown["finding"] == finding

    # What is said

    def reply(self, question: Question) -> Reply:
        pending = self._pending()
        self.urgent = False
        if question.topic == "draw" and pending is not None:
            return true_reply(question, pending.move, (STAFF, *self._state.box.boulder_colours))
        return super().reply(question)

    # Time

    def _lasting(self, story: Iterator[float]) -> Iterator[object]:
        """Let a story of the bowl go on, in the time of the scale."""
        while True:
            with self._scale.hands:
                seconds = next(story, None)
            if seconds is None:
                return
            yield from self._for(seconds)

    def _for(self, seconds: float) -> Iterator[object]:
        until = self._scale.clock() + seconds
        while self._scale.clock() < until:
            yield None
