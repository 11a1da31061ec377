"""One table's machine as the hall hears it: whether it lives, what it shows, its games."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..wire.messages import STALE_SECONDS, Beat, Birth, State
from .strand import Strand

CLASH_SECONDS = 30.0
GRACE_SECONDS = 5.0
"""A will that nothing follows for so long is believed: a line that flaps buries nobody."""
NEVER = float("inf")


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

    def lives(self, now: float) -> bool:
        return now - self.heard < STALE_SECONDS and now - self.willed < GRACE_SECONDS

    def clashes(self, now: float) -> bool:
        """Whether two machines use this table's name."""
        return sum(now - at < CLASH_SECONDS for at in self.houses.values()) > 1

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
        if beat.game:
            self.strand(beat.game).expects(beat.seq, beat.hash)

    def shows(self, state: State, now: float) -> None:
        self.state = state
        if state.game:
            strand = self.strand(state.game)
            strand.expects(state.seq, state.hash)
            strand.task = state.task or strand.task

    def strand(self, game: str) -> Strand:
        return self.strands.setdefault(game, Strand(game))

    def _heard(self, session: int, house: str, now: float) -> None:
        self.session, self.heard, self.willed = session, now, NEVER
        if house:
            self.houses[house] = now
