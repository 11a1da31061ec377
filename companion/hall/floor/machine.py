"""One table's machine as the hall hears it: whether it lives, what it shows, its games."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..wire.messages import STALE_SECONDS, Beat, Birth, State
from .strand import Strand

CLASH_SECONDS = 30.0
GRACE_SECONDS = 5.0
"""A will that nothing follows for so long is believed: a line that flaps buries nobody."""
NEVER = float("inf")
LATE_SECONDS = 1.0
"""A state may come so much later than the beat that names it."""


@dataclass
class Machine:
    """What is known of one table."""

    table: str
    session: int = 0
    beat: int = 0
    heard: float = float("-inf")
    """When it last gave a sign of life, by the hall's own clock."""
    willed: float = NEVER
    """When its will was heard; nothing has been heard of it since."""
    birth: Birth | None = None
    state: State | None = None
    strands: dict[str, Strand] = field(default_factory=dict)
    houses: dict[str, float] = field(default_factory=dict)
    """Which machines spoke under this name, and when."""
    shown: tuple[int, int] = (0, 0)
    """The session and the number of the state its last beat named; no number in older ones."""
    named: float = NEVER
    """Since when a state was named that is not here."""

    def lives(self, now: float) -> bool:
        return now - self.heard < STALE_SECONDS and now - self.willed < GRACE_SECONDS

    def clashes(self, now: float) -> bool:
        """Whether two machines use this table's name."""
        if len(self.houses) < 2:
            return False
        return sum(now - at < CLASH_SECONDS for at in self.houses.values()) > 1

    def misses_state(self, now: float) -> bool:
        """Whether the state it shows was lost on the way."""
        return now - self.named >= LATE_SECONDS

    def born(self, birth: Birth, now: float, *, kept: bool = False) -> None:
        """Hear a birth, or a will; the will of an older session buries nobody."""
        if not birth.here:
            if birth.session >= self.session:
                self.willed = min(self.willed, now)
                self.session = birth.session
            return
        self.birth = birth
        self._heard(birth.session, birth.house, now)
        for game in birth.games:
            self.strand(game)

    def beats(self, beat: Beat, now: float) -> None:
        if beat.session < self.session and not self.houses.get(beat.house):
            return
        self.beat = beat.beat
        self._heard(beat.session, beat.house, now)
        self.shown = (beat.session, beat.shown)
        self._look_for_state(now)
        if beat.game:
            self.strand(beat.game).expects(beat.seq, beat.hash)

    def shows(self, state: State, now: float) -> bool:
        """Take in a state; says whether it differs. One that is older than what is known, sent
        again by a line that came back, changes nothing."""
        if self._is_old(state):
            return False
        differs = state != self.state
        self.state = state
        self._look_for_state(now)
        if state.game:
            strand = self.strand(state.game)
            strand.expects(state.seq, state.hash)
            strand.task = state.task or strand.task
        return differs

    def _is_old(self, state: State) -> bool:
        known = self.state
        if known is None:
            return False
        if state.session == known.session:
            return state.number < known.number
        return state.session < min(known.session, self.session)

    def _look_for_state(self, now: float) -> None:
        """Note since when the state that was named is missing."""
        session, number = self.shown
        state = self.state
        here = state is not None and state.session == session and state.number >= number
        self.named = NEVER if here or not number else min(self.named, now)

    def strand(self, game: str) -> Strand:
        return self.strands.setdefault(game, Strand(game))

    def _heard(self, session: int, house: str, now: float) -> None:
        self.session, self.heard, self.willed = session, now, NEVER
        if house:
            self.houses[house] = now
