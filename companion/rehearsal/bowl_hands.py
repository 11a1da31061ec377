"""What hands do to a simulated bowl, boulder by boulder, and what was true when they left it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.core.verdict import Move
from companion.games.bowl import moves as m
from companion.games.bowl.box import Box
from companion.games.bowl.moves import STAFF
from hardware.simulated import bowl_stories as stories
from hardware.simulated.bowl import Bowl, LoadCell, SimulatedHand, enrolled
from hardware.simulated.bowl import SimulatedBox as Contents
from hardware.simulated.bowl_stories import BowlScene, Story

FIST_G = 40.0


@dataclass
class TrapHand:
    """The things in and around one bowl."""

    contents: Contents
    bowl: Bowl
    inside: dict[str, list[float]]
    rng: random.Random
    hand: SimulatedHand

    @property
    def whole_g(self) -> float:
        return self._of(self.contents.boulders)

    def _of(self, boulders: object) -> float:
        assert isinstance(boulders, dict)
        return self.contents.bowl + self.contents.staff + sum(map(sum, boulders.values()))

    def counts(self) -> dict[str, int]:
        return {colour: len(each) for colour, each in self.inside.items()}

    def is_whole(self) -> bool:
        return abs(self.bowl.load - self.whole_g) < 1e-6 and not self.bowl.tilted

    def stands(self, counts: dict[str, int]) -> bool:
        """Check whether exactly these boulders and the staff are in the bowl."""
        right = abs(self.bowl.load - self._of(self.inside)) < 1e-6
        return right and not self.bowl.tilted and self.counts() == counts

    def hold(self, counts: dict[str, int]) -> float:
        """Put exactly these boulders and the staff in; return the grams added."""
        every = self.contents.boulders
        self.inside = {colour: list(every[colour][:count]) for colour, count in counts.items()}
        before, self.bowl.tilted = self.bowl.load, False
        self.bowl.put(self._of(self.inside) - before)
        return self.bowl.load - before


def trap_of(box: Box, seed: int, rate: float = 80.0) -> tuple[TrapHand, dict[str, object]]:
    """Make a box's boulders of wood, no two alike, and weigh them in: trap and enrolment."""
    rng = random.Random(f"trap {seed}")
    spread = rng.uniform(0.01, 0.04)
    boulders: dict[str, tuple[float, ...]] = {}
    for kind in box.boulders:
        mean = kind.grams * rng.uniform(0.9, 1.3)
        boulders[kind.colour] = tuple(mean * (1 + rng.gauss(0, spread)) for _ in range(kind.count))
    staff = box.trap.staff_grams * rng.uniform(0.85, 1.5)
    contents = Contents(boulders, spread, staff, box.trap.bowl_grams)
    cell = LoadCell(
        counts_per_gram=rng.uniform(380, 460),
        zero_counts=rng.uniform(-80_000, 80_000),
        rate=rate,
        noise=rng.uniform(0.03, 0.08),
        drift=rng.gauss(0, 0.005),
        glitches=rng.choice((0.0, 0.01, 0.03)),
        hertz=rng.uniform(5, 11),
        damping=rng.uniform(0.1, 0.25),
    )
    load = contents.bowl + staff + sum(sum(each) for each in boulders.values())
    inside = {colour: list(each) for colour, each in boulders.items()}
    hand = SimulatedHand(rng.uniform(8, 80), rng.uniform(0.4, 1.0), rng.uniform(0.06, 0.25))
    trap = TrapHand(contents, Bowl(cell, load, rng), inside, rng, hand)
    return trap, enrolled(contents, cell, rng)


class Reaching(BowlScene):
    """A hand going for one boulder of what is really in the bowl."""

    def other(self) -> str:
        """Choose a colour in the bowl that isn't wanted."""
        there = [colour for colour, each in self.inside.items() if each and colour != self.wanted]
        return self.rng.choice(sorted(there))

    def falling(self) -> str:
        """Return a colour that may fall while the wanted one is taken."""
        free = [c for c, each in self.inside.items() if len(each) > (c == self.wanted)]
        return self.rng.choice(sorted(free))


def reaching(trap: TrapHand, wanted: str) -> Reaching:
    return Reaching(trap.bowl, trap.contents, trap.rng, trap.hand, wanted, trap.inside)


def two_leave(scene: Reaching) -> Story:
    """Drop one boulder over the rim while the wanted one is taken."""
    yield from _rummage(scene)
    fell = scene.falling()
    scene.draw(fell)
    yield scene.rng.uniform(0.1, 0.8)
    scene.draw(scene.wanted)
    yield from _let_go(scene)
    scene.says("landslide", items=(fell,))


def three_leave(scene: Reaching) -> Story:
    """Let two boulders go over the rim, which the scale can't name."""
    yield from _rummage(scene)
    fell = []
    for _ in range(2):
        fell.append(scene.falling())
        scene.draw(fell[-1])
        yield 0.15
    scene.draw(scene.wanted)
    yield from _let_go(scene)
    scene.says("landslide", items=tuple(fell), undecidable_by_scale=True)


def dropped_back(scene: Reaching) -> Story:
    """Held over the bowl, dropped back into it, taken again (O-26)."""
    yield from _rummage(scene)
    grams = scene.draw(scene.wanted)
    scene.bowl.hand_out()
    yield scene.rng.uniform(0.1, 1.2)
    scene.drop_in(grams)
    scene.inside[scene.wanted].append(grams)
    yield scene.rng.uniform(0.1, 0.8)
    yield from stories.clean(scene)


def looks_again(scene: Reaching) -> Story:
    """Out with nothing, and in again."""
    yield from _rummage(scene)
    yield from _let_go(scene)
    yield scene.rng.uniform(0.3, 2.5)
    yield from stories.clean(scene)


def knocked_over(scene: Reaching) -> Story:
    """Somebody else knocks against the table, and a boulder and the staff fall (O-33)."""
    yield from _rummage(scene)
    scene.bowl.strike(FIST_G)
    scene.draw(scene.falling())
    scene.bowl.put(-scene.box.staff)
    yield from _let_go(scene)
    scene.says("bump", undecidable_by_scale=True)


def _rummage(scene: BowlScene) -> Story:
    scene.reach_in()
    yield scene.rng.uniform(1.0, 6.0)


def _let_go(scene: BowlScene) -> Story:
    yield scene.rng.uniform(0.05, 0.3)
    scene.leave()
    scene.bowl.strike(scene.rng.uniform(-4, 4))
    yield 0.1


Reach = Callable[[Reaching], Story]
REACHES: dict[str, Reach] = {
    "clean": stories.clean,
    "quick": stories.quick,
    "staff_leans": stories.staff_leans,
    "hand_rests": stories.hand_rests,
    "bumped": stories.bumped,
    "dropped_back": dropped_back,
    "looks_again": looks_again,
    "two_leave": two_leave,
    "staff_out": stories.staff_out,
    "staff_falls_late": stories.staff_falls_late,
    "tipped": stories.tipped,
    "three_leave": three_leave,
    "dropped_outside": stories.dropped_outside,
    "staff_hangs": stories.staff_hangs,
    "wrong_colour": stories.wrong_colour,
    "nothing": stories.nothing,
    "knocked_over": knocked_over,
}


def truly(scene: Reaching) -> Move:
    """Return the move that describes what really happened."""
    truth = scene.truth
    match truth["verdict"]:
        case "clean":
            return m.TakeBoulder(scene.wanted)
        case "wrong_colour":
            return m.WrongColour(truth["colour"])
        case "nothing":
            return m.GiveUp()
        case "bump":
            return m.Bump()
    fell = truth.get("items") or (truth["fell"],)
    return m.Landslide(tuple(scene.inside) + (STAFF,) if fell == ("bowl",) else tuple(fell))


def rebuilding(trap: TrapHand, counts: dict[str, int]) -> Iterator[float]:
    """Somebody tips what is missing back in and plants the staff."""
    with_hand = trap.hand
    trap.bowl.hand_in(with_hand)
    yield 0.6
    came = trap.hold(counts)
    trap.bowl.strike(max(-30.0, min(30.0, came)))
    yield 0.8
    trap.bowl.hand_out()
    yield 1.6


def mishap(trap: TrapHand, kind: str) -> Iterator[float]:
    """Between turns: a fist on the table, or something falls by itself and is put back."""
    counts = trap.counts()
    if kind == "bump":
        trap.bowl.strike(trap.rng.uniform(5, 50))
        yield 1.0
        return
    if kind == "staff":
        trap.bowl.put(-trap.contents.staff)
    else:
        colour = trap.rng.choice(sorted(c for c, each in trap.inside.items() if each))
        trap.bowl.put(-trap.inside[colour].pop())
    trap.bowl.strike(trap.rng.uniform(-4, 4))
    yield 2.0
    yield from rebuilding(trap, counts)
