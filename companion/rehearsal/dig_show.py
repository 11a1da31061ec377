"""A performance of the dig: layers laid, the tray turned, cards lifted, and what goes wrong.

Accidents stay in view of the camera for a while and are then put right, as the rules want it:
nothing may follow from them but a refusal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Protocol

from companion.core.cells import EMPTY
from companion.core.observation import Reply
from companion.core.verdict import DOUBT, LEFT_OVER, Move, Question
from companion.games.dig import moves as m
from companion.games.dig.layout import plain
from companion.games.dig.reader import BARRICADE, depth_of, top_label, visible
from companion.games.dig.state import Cell, Phase, State

from .dig import DigPeople
from .dig_accidents import PLACES, DigMishap, Wrong, chance
from .dig_stage import DigStage
from .performance import Performance, WatchedShow

PAUSE_FRAMES = 12
"""Frames a mishap stays in view before somebody fixes it."""
TRIES, LAYER_TRIES = 2, 5
"""Times people show the same thing before they say it; layers are shown longest."""


class DigTurn(Move, frozen=True):
    """Somebody turns the tray while the others look away."""


class PutFrame(Move, frozen=True):
    """The board is laid around the tray."""


class DigTable(WatchedShow, Protocol):
    """What a performance of the dig needs of its table."""

    @property
    def number(self) -> int: ...


class DigPerformance(Performance):
    """People around a tray."""

    def __init__(
        self,
        table: DigTable,
        people: DigPeople,
        stage: DigStage,
        pause_frames: int = PAUSE_FRAMES,
    ) -> None:
        super().__init__(table, people, stage)
        self._dig_table, self._guests, self._tray = table, people, stage
        self._pause = pause_frames
        self._chanced: tuple[object, ...] = ()
        self._turned = -1
        self._tries: Counter[int] = Counter()
        self.wrong: Wrong | None = None
        """What the camera sees lying wrong at this moment."""

    @property
    def _state(self) -> State:
        state: State = self._table.state
        return state

    @property
    def awaits_notice(self) -> bool:
        return isinstance(self.doing, m.LayLayer | m.Lift | m.PlayBarricade | m.TakeOffBarricade)

    # Where the cards are

    def on_stage(self) -> None:
        state = self._state
        self._tray.put_frame(state.begun)
        self._tray.set({cell.name: self._belongs(state, cell) for cell in state.tray})

    def _belongs(self, state: State, cell: Cell) -> str:
        """Return the card that should be on top of a cell, and its direction."""
        if state.lid(cell.name):
            return BARRICADE
        laid = len(state.checked)
        layer = laid if state.phase in (Phase.SETUP, Phase.LAYING) else state.layer(cell)
        if not layer:
            return EMPTY
        true = self._guests.lies(state, cell.name, layer)
        known = top_label(state, cell) if laid == state.box.top else ""
        return known if state.box.has(known) and known != plain(true) else true

    def _differing(self) -> dict[str, str]:
        """List the cells that differ from the table, with the card that belongs there."""
        state, lies = self._state, self._tray.labels()
        behind = {}
        for name, label in visible(state).items():
            any_of_layer = not state.box.has(label) and label != BARRICADE
            alike = any_of_layer and depth_of(label) == depth_of(lies[name])
            if lies[name] != label and not alike:
                cell = state.at(name)
                assert cell is not None
                behind[name] = self._belongs(state, cell)
        return behind

    # What is done

    def next_move(self) -> Move | None:
        state = self._state
        if any(q.topic in (DOUBT, LEFT_OVER) for q in self._table.questions()):
            return None
        if state.phase == Phase.TURNING:
            return DigTurn() if self._turned != state.turned else None
        if state.phase == Phase.FRAME:
            return None if self._tray.framed else PutFrame()
        most = LAYER_TRIES if state.phase == Phase.LAYING else TRIES
        if self._tries[self._dig_table.number] >= most:
            return None
        return self._mishap(state) or self._guests.move(state)

    def perform(self, move: Move) -> Iterator[object]:
        self.doing = move
        self._tries[self._dig_table.number] += 1
        state = self._state
        match move:
            case m.LayLayer(layer=layer):
                yield from self._lay(state, layer)
            case m.Lift(cell=cell):
                yield from self._lift(state, cell)
            case m.PlayBarricade(cell=cell):
                yield from self._tray.put(cell, BARRICADE)
            case m.TakeOffBarricade(cell=name):
                yield from self._tray.take(name, self._under_lid(state, name))
            case DigTurn():
                self._turned = state.turned
                turned = state.but(turned=state.turned + 1)
                lying = {cell.name: self._belongs(turned, cell) for cell in state.tray}
                yield from self._tray.turn(lying)
            case PutFrame():
                yield from self._tray.frame()
            case DigMishap(kind=kind, cell=cell):
                self._tries[self._dig_table.number] -= 1
                yield from ACCIDENTS[kind](self, state, cell)

    def _lay(self, state: State, layer: int) -> Iterator[object]:
        laid = self._guests.laid(state.box, layer)
        slip = self._guests.slip(state.box, layer)
        first = slip.laid if slip and self._tries[self._dig_table.number] == 1 else laid
        film = self._tray.lay_rows(first)
        if first is laid or slip is None:
            yield from film
            return
        cells = tuple(dict.fromkeys(fault.cell for fault in slip.faults))
        yield from self._goes_wrong(Wrong(slip.kind, slip.faults[0].clause, cells), film)
        amiss = [cell for cell in laid if first[cell] != laid[cell]]
        yield from self._tray.play(laid, amiss)

    def _lift(self, state: State, cell: str) -> Iterator[object]:
        below = self._guests.below(state, cell)
        if self._double(state, cell):
            film = self._tray.dig(cell, self._guests.below(state, cell, deeper=2))
            yield from self._goes_wrong(Wrong("double", "DIG-O-19", (cell,)), film)
            yield from self._tray.put(cell, below)
        else:
            yield from self._tray.dig(cell, below)

    def _double(self, state: State, name: str) -> bool:
        """Check whether two cards stick to the cup (O-19)."""
        cell = state.at(name)
        deep = cell is not None and state.layer(cell) > 2
        return deep and self._chance(state) == "double" and not state.lid(name)

    def _under_lid(self, state: State, name: str) -> str:
        cell = state.at(name)
        assert cell is not None
        bare = state.but(lids=tuple(lid for lid in state.lids if lid.cell != name))
        return self._belongs(bare, cell)

    # What goes wrong

    def _chance(self, state: State) -> str:
        moment = (state.turns, state.phase, state.lifts, state.covered)
        return chance(state, self._guests.dice("mishap", *moment))

    def _mishap(self, state: State) -> DigMishap | None:
        """Choose once what happens before the next move."""
        moment = (state.turns, state.phase, state.lifts, state.covered)
        if state.phase not in (Phase.DIG, Phase.END) or self._chanced == moment:
            return None
        self._chanced = moment
        kind = self._chance(state)
        places = PLACES[kind](state) if kind in PLACES else ()
        if not places:
            return None
        return DigMishap(kind, self._guests.dice("where", *moment).choice(sorted(places)))

    def _goes_wrong(self, wrong: Wrong, film: Iterator[object]) -> Iterator[object]:
        """Show how it comes about, and leave it so for a while."""
        self.wrong = wrong
        yield from film
        yield from self._tray.still(self._pause)
        self.wrong = None

    def _taken(self, state: State, cell: str, below: str, clause: str) -> Iterator[object]:
        """Something is taken off a cell, and laid back."""
        before = self._tray.lying(cell)
        film = self._tray.take(cell, below)
        yield from self._goes_wrong(Wrong("taken", clause, (cell,)), film)
        yield from self._tray.put(cell, before)

    def _added(self, state: State, cell: str, label: str, clause: str) -> Iterator[object]:
        """Something is laid onto a cell, and taken off again."""
        before = self._tray.lying(cell)
        film = self._tray.put(cell, label)
        yield from self._goes_wrong(Wrong("added", clause, (cell,)), film)
        yield from self._tray.take(cell, before)

    def _fall_back(self, state: State, name: str) -> Iterator[object]:
        cell = state.at(name)
        assert cell is not None
        lifted = self._guests.lies(state, name, state.layer(cell) + 1)
        yield from self._added(state, name, lifted, "DIG-O-20")

    def _askew(self, state: State, name: str) -> Iterator[object]:
        askew = Wrong("askew", "DIG-O-21", (name,), certain=False)
        yield from self._goes_wrong(askew, self._tray.knock(name))
        yield from self._tray.straighten(name)

    def _late(self, state: State, name: str) -> Iterator[object]:
        """Show a lift after the turn has ended, and undo it."""
        before = self._tray.lying(name)
        film = self._tray.dig(name, self._guests.below(state, name))
        clause = "DIG-26" if state.fine else "DIG-25"
        yield from self._goes_wrong(Wrong("late", clause, (name,)), film)
        yield from self._tray.put(name, before)

    def _wave(self, state: State, name: str) -> Iterator[object]:
        yield from self._tray.wave(name)
        yield from self._tray.still(self._pause)

    # What is said

    def wish(self) -> Move | None:
        """Choose what the player on turn does."""
        return self._guests.wish(self._state)

    def reply(self, question: Question) -> Reply:
        wish = self.wish()
        if question.topic == "dig" and isinstance(wish, m.Lift):
            return Reply(points=(wish.cell,), fields={"card": wish.card})
        return super().reply(question)


Accident = Callable[[DigPerformance, State, str], Iterator[object]]
ACCIDENTS: dict[str, Accident] = {
    "back": DigPerformance._fall_back,
    "askew": DigPerformance._askew,
    "bottom": lambda show, state, cell: show._taken(state, cell, EMPTY, "DIG-O-11"),
    "lid": lambda show, state, cell: show._added(state, cell, BARRICADE, "DIG-40"),
    "banned": lambda show, state, cell: show._taken(
        state, cell, show._under_lid(state, cell), "DIG-41"
    ),
    "late": DigPerformance._late,
    "wave": DigPerformance._wave,
}
