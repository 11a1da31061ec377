"""Explorations of the bowl as they happen at a table, each with its truth. Seeded.

A story moves hands and boulders of a Bowl and lets time pass by yielding seconds. What it knows
of the truth it writes down; the judge of the samples must not look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from .bowl import COLOURS, Bowl, LoadCell, SimulatedBox, SimulatedHand, box, enrolled

Story = Iterator[float]


@dataclass
class BowlScene:
    """One exploration in the making."""

    bowl: Bowl
    box: SimulatedBox
    rng: Random
    hand: SimulatedHand
    wanted: str
    inside: dict[str, list[float]]
    told: list[dict[str, Any]] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)
    truth: dict[str, Any] = field(default_factory=dict)

    def note(self, kind: str, **more: Any) -> None:
        """Write down what happens now."""
        self.events.append({"t_ms": round(self.bowl.at * 1000), "kind": kind, **more})

    def arm(self) -> None:
        """Arm the software with the wanted colour."""
        self.note("armed", wanted=self.wanted)
        self.told.append(self.events[-1])

    def reach_in(self) -> None:
        self.note("hand_in")
        self.bowl.hand_in(self.hand)

    def leave(self) -> None:
        self.bowl.hand_out()
        self.note("hand_out")

    def draw(self, colour: str) -> float:
        """Take a boulder of a colour out of the bowl and return its weight."""
        grams = self.inside[colour].pop(self.rng.randrange(len(self.inside[colour])))
        self.bowl.put(-grams)
        return grams

    def drop_in(self, grams: float) -> None:
        """It falls back: five centimetres make a spike of some ten times its weight."""
        self.bowl.put(grams)
        self.bowl.strike(grams * self.rng.uniform(3, 9))

    def other(self) -> str:
        """Return some colour that isn't wanted."""
        return self.rng.choice([each for each in COLOURS if each != self.wanted])

    def says(self, verdict: str, **more: Any) -> None:
        """Write down the truth."""
        self.truth = {"wanted": self.wanted, "verdict": verdict, **more}


def _rummage(scene: BowlScene, least: float = 1.0, most: float = 8.0) -> Story:
    scene.reach_in()
    yield scene.rng.uniform(least, most)


def _end(scene: BowlScene) -> Story:
    """End with the hand leaving and the plate swinging out."""
    yield scene.rng.uniform(0.05, 0.3)
    scene.bowl.hand_out()
    yield 0.1
    scene.leave()
    scene.bowl.strike(scene.rng.uniform(-4, 4))


def clean(scene: BowlScene) -> Story:
    yield from _rummage(scene)
    scene.draw(scene.wanted)
    yield from _end(scene)
    scene.says("clean", colour=scene.wanted)


def quick(scene: BowlScene) -> Story:
    yield from _rummage(scene, 0.6, 1.0)
    scene.draw(scene.wanted)
    yield from _end(scene)
    scene.says("clean", colour=scene.wanted)


def nothing(scene: BowlScene) -> Story:
    yield from _rummage(scene)
    yield from _end(scene)
    scene.says("nothing")


def wrong_colour(scene: BowlScene) -> Story:
    yield from _rummage(scene)
    colour = scene.other()
    scene.draw(colour)
    yield from _end(scene)
    scene.says("wrong_colour", colour=colour)


def two_leave(scene: BowlScene) -> Story:
    yield from _rummage(scene)
    fell = scene.rng.choice(COLOURS)
    scene.draw(fell)
    yield scene.rng.uniform(0.1, 0.8)
    scene.draw(scene.wanted)
    yield from _end(scene)
    scene.says("landslide", fell=fell)


def staff_out(scene: BowlScene) -> Story:
    yield from _rummage(scene)
    scene.bowl.put(-scene.box.staff)
    also = scene.rng.random() < 0.5
    if also:
        yield scene.rng.uniform(0.1, 0.8)
        scene.draw(scene.wanted)
    yield from _end(scene)
    scene.says("landslide", fell="staff", also_took=also)


def staff_falls_late(scene: BowlScene) -> Story:
    """Untouched, but before the exploration is over (O-31)."""
    yield from _rummage(scene)
    scene.draw(scene.wanted)
    yield from _end(scene)
    yield scene.rng.uniform(0.4, 1.3)
    scene.bowl.put(-scene.box.staff)
    scene.bowl.strike(scene.rng.uniform(-3, 3))
    scene.says("landslide", fell="staff", also_took=True, late=True)


def staff_leans(scene: BowlScene) -> Story:
    yield from _rummage(scene)
    scene.draw(scene.wanted)
    yield from _end(scene)
    for _ in range(scene.rng.randrange(1, 4)):
        scene.bowl.strike(scene.rng.uniform(-2, 2))
        yield 0.15
    scene.says("clean", colour=scene.wanted)


def dropped_back(scene: BowlScene) -> Story:
    """Held over the bowl, dropped, then taken, left or confused."""
    yield from _rummage(scene)
    grams = scene.draw(scene.wanted)
    scene.bowl.hand_out()
    yield scene.rng.uniform(0.1, 3.0)
    scene.drop_in(grams)
    scene.inside[scene.wanted].append(grams)
    yield scene.rng.uniform(0.1, 0.8)
    yield from scene.rng.choice((clean, clean, nothing, wrong_colour))(scene)


def looks_again(scene: BowlScene) -> Story:
    """Let the hand leave with nothing, then come back."""
    yield from _rummage(scene, 0.8, 3.0)
    yield from _end(scene)
    yield scene.rng.uniform(0.3, 2.5)
    yield from scene.rng.choice((clean, nothing, two_leave))(scene)


def hand_rests(scene: BowlScene) -> Story:
    """Hold a hand still in the bowl, which is not a rest."""
    yield from _rummage(scene)
    scene.bowl.hand_in(SimulatedHand(scene.rng.uniform(2, 40), 0.0, 5.0))
    yield scene.rng.uniform(0.5, 2.0)
    scene.draw(scene.wanted)
    yield from _end(scene)
    scene.says("clean", colour=scene.wanted)


def bumped(scene: BowlScene) -> Story:
    """Somebody knocks the table: before the hand, while it settles, or after the verdict."""
    when = scene.rng.randrange(3)
    if when == 0:
        scene.bowl.strike(scene.rng.uniform(5, 50))
        yield scene.rng.uniform(0.8, 2.5)
    yield from _rummage(scene)
    scene.draw(scene.wanted)
    yield from _end(scene)
    if when:
        yield scene.rng.uniform(0.1, 0.5) if when == 1 else scene.rng.uniform(0.9, 2.5)
        scene.bowl.strike(scene.rng.uniform(5, 30))
    scene.says("clean", colour=scene.wanted)


def tipped(scene: BowlScene) -> Story:
    yield from _rummage(scene)
    scene.bowl.tilted = True
    scene.bowl.put(-scene.box.bowl * scene.rng.uniform(0.5, 0.9))
    yield scene.rng.uniform(0.1, 0.5)
    scene.leave()
    scene.says("landslide", fell="bowl")


def three_leave(scene: BowlScene) -> Story:
    """Drop two big ones beside the taken one: too ambiguous to weigh, so people must say."""
    yield from _rummage(scene)
    for colour in ("red", "red"):
        scene.draw(colour)
        yield 0.1
    scene.draw(scene.wanted)
    yield from _end(scene)
    scene.says("landslide", fell="several", undecidable_by_scale=True)


def dropped_outside(scene: BowlScene) -> Story:
    yield from _rummage(scene)
    scene.draw(scene.wanted)
    yield from _end(scene)
    scene.says("landslide", fell=scene.wanted, undecidable_by_scale=True)


def staff_hangs(scene: BowlScene) -> Story:
    yield from _rummage(scene)
    scene.draw(scene.wanted)
    scene.bowl.put(-scene.box.staff * scene.rng.uniform(0.3, 0.7))
    yield from _end(scene)
    scene.says("landslide", fell="staff", undecidable_by_scale=True)


def between_turns(scene: BowlScene) -> Story:
    """Nobody explores: the staff falls, a boulder falls, the table is bumped or the trap built."""
    what = scene.rng.randrange(4)
    if what == 0:
        scene.bowl.put(-scene.box.staff)
    elif what == 1:
        scene.draw(scene.other())
    elif what == 2:
        for _ in range(6):
            scene.drop_in(scene.rng.uniform(1, 6))
            yield 0.3
    scene.bowl.strike(scene.rng.uniform(-8, 8))
    yield 1.0
    scene.says("no_landslide")


STORIES: dict[str, tuple[Callable[[BowlScene], Story], int]] = {
    "clean": (clean, 30),
    "quick": (quick, 6),
    "nothing": (nothing, 8),
    "wrong_colour": (wrong_colour, 10),
    "two_leave": (two_leave, 12),
    "staff_out": (staff_out, 12),
    "staff_falls_late": (staff_falls_late, 3),
    "staff_leans": (staff_leans, 6),
    "dropped_back": (dropped_back, 8),
    "looks_again": (looks_again, 6),
    "hand_rests": (hand_rests, 4),
    "bumped": (bumped, 8),
    "tipped": (tipped, 3),
    "three_leave": (three_leave, 2),
    "dropped_outside": (dropped_outside, 2),
    "staff_hangs": (staff_hangs, 4),
    "between_turns": (between_turns, 5),
}
"""Every story with how often it is played."""


@dataclass(frozen=True)
class PlayedStory:
    """A story played: what the software knew, what the chip read, and what really happened."""

    about: dict[str, Any]
    samples: tuple[tuple[float, int, int], ...]


def play(
    seed: int, harsh: bool = False, kind: str | None = None, rate: float = 80.0
) -> PlayedStory:
    """Play one exploration. Harsh: loud cells, misreadings, drift, heavy hands, uneven wood."""
    rng = Random(seed)
    names = list(STORIES)
    kind = kind or rng.choices(names, [STORIES[name][1] for name in names])[0]
    cell = _cell(rng, harsh, rate)
    contents = box(rng, rng.uniform(0.01, 0.06 if harsh else 0.05))
    enrolment = enrolled(contents, cell, rng)
    inside = {c: list(each[: rng.randrange(3, 6)]) for c, each in contents.boulders.items()}
    load = contents.bowl + contents.staff + sum(sum(each) for each in inside.values())
    hand = SimulatedHand(rng.uniform(8, 80), rng.uniform(0.4, 1.0), rng.uniform(0.06, 0.25))
    bowl = Bowl(cell, load, rng)
    scene = BowlScene(bowl, contents, rng, hand, rng.choice(COLOURS), inside)
    samples = tuple(_played(scene, kind, harsh))
    about = {
        "id": f"sim_{seed:06d}",
        "kind": kind,
        "enrolment": enrolment,
        "told": scene.told,
        "events": scene.events,
        "truth": {**_with_twins(scene.truth, enrolment), "lost_g": round(load - bowl.load, 3)},
    }
    return PlayedStory(about, samples)


def _cell(rng: Random, harsh: bool, rate: float) -> LoadCell:
    bad = 1.0 if harsh else 0.0
    return LoadCell(
        counts_per_gram=rng.uniform(380, 460),
        zero_counts=rng.uniform(-80_000, 80_000),
        rate=rate,
        noise=rng.uniform(0.025, 0.08 + 0.05 * bad),
        drift=rng.gauss(0, 0.006 + 0.009 * bad),
        wander=rng.uniform(0, 0.003 + 0.005 * bad),
        creep=rng.uniform(0.0002, 0.001),
        creep_seconds=rng.uniform(3, 20),
        hertz=rng.uniform(4.5, 12),
        damping=rng.uniform(0.08, 0.25),
        glitches=rng.choice((0.0, 0.01, 0.03)) + bad * rng.choice((0.0, 0.02, 0.07, 0.17)),
        jitter=0.003 * bad * rng.random(),
        lost=0.03 * bad * rng.random(),
        chatter=rng.choice((0.0, 0.0, 1.0)) * (1 + bad),
    )


def _played(scene: BowlScene, kind: str, harsh: bool) -> Iterator[tuple[float, int, int]]:
    bowl, rng = scene.bowl, scene.rng
    yield from bowl.samples(rng.uniform(1.2, 4))
    if rng.random() < (0.4 if harsh else 0.1):
        bowl.strike(rng.uniform(5, 50))
        yield from bowl.samples(rng.uniform(1.0, 2.0))
    if kind != "between_turns":
        scene.arm()
        yield from bowl.samples(rng.uniform(0.5 if harsh else 1.0, 3.0))
    for seconds in STORIES[kind][0](scene):
        yield from bowl.samples(seconds)
    yield from bowl.samples(rng.uniform(3.5, 5.0))


def _with_twins(truth: dict[str, Any], enrolment: dict[str, Any]) -> dict[str, Any]:
    """Add what weighs the same as what happened: 0.35 g apart and twice the spread, or less."""
    if truth["verdict"] == "no_landslide" or truth.get("undecidable_by_scale"):
        return truth
    if truth.get("fell") == "bowl":
        return truth
    masses, staff = enrolment["boulder_g"], enrolment["staff_g"]
    wanted, spread = truth["wanted"], enrolment["boulder_spread"]
    lots: dict[str, tuple[str, ...]] = {"nothing": (), "clean": (wanted,)}
    for colour in masses:
        lots[f"landslide:{colour}"] = (wanted, colour)
        if colour != wanted:
            lots[f"wrong_colour:{colour}"] = (colour,)
    lots |= {"landslide:staff": ("staff",), "landslide:staff+": ("staff", wanted)}
    weigh = {**masses, "staff": staff}
    wood = {**{c: spread * g for c, g in masses.items()}, "staff": 0.0}
    happened = lots[_named(truth)]
    twins = []
    for name, lot in lots.items():
        apart = abs(sum(weigh[i] for i in lot) - sum(weigh[i] for i in happened))
        both = sum(wood[i] ** 2 for i in (*lot, *happened)) ** 0.5
        if name.split(":")[0] != truth["verdict"] and apart < 0.35 + 2 * both:
            twins.append(name)
    return {**truth, "twins": twins}


def _named(truth: dict[str, Any]) -> str:
    if truth["verdict"] == "wrong_colour":
        return f"wrong_colour:{truth['colour']}"
    if truth["verdict"] == "landslide":
        return f"landslide:{truth['fell']}{'+' if truth.get('also_took') else ''}"
    return str(truth["verdict"])
