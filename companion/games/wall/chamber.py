"""The burial chamber: what one pair does to columns, scarabs and researchers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from companion.core.verdict import Event

from .events import (
    NoResearcherSet,
    ResearcherReturned,
    ResearcherSet,
    SarcophagusOpened,
    SarcophagusWaits,
    ScarabLaid,
    ScarabWithheld,
)
from .evolving_chamber import TO_OPEN, chamber_after
from .house import HouseRules
from .state import Chamber, Pair

THIRD_SCARAB = ("WALL-41", "WALL-42", "WALL-44")
WAITED = ("WO-12", "WALL-42", "WALL-44")
"""Why a sarcophagus opens: a third scarab was laid, or somebody came to three that waited."""

PER_MOVE = 2
"""Scarabs one move may bring to the same column (WALL-37)."""

FROM_RESERVE = ""
Choice = str | None
"""Where the researcher comes from: FROM_RESERVE, another own column, or None for "set none"."""


ANYWHERE = (0, 0)
"""What a pair brings does not depend on where it is."""


class Situation(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """The chamber in the middle of a move: everything that decides what a pair may do."""

    chamber: Chamber
    seat: int
    rules: HouseRules
    researchers: int
    laid: tuple[str, ...] = ()
    settled: tuple[str, ...] = ()
    chosen: str | None = None

    @property
    def reserve(self) -> int:
        return self.researchers - len(self.chamber.placed(self.seat))


def entitled(situation: Situation, pair: Pair) -> bool:
    """Whether a pair gives the right to set a researcher (WALL-27 to 31)."""
    column = situation.chamber.at(pair.animal)
    if pair.animal in situation.settled or column.researcher == situation.seat:
        return False
    return column.researcher is None or pair.same_gaze


def choices(situation: Situation, pair: Pair) -> tuple[Choice, ...]:
    """Return what the mover may do with a researcher for this pair."""
    if not entitled(situation, pair) or not _is_chosen(situation, pair):
        return (None,)
    if situation.reserve == 0:
        return (*situation.chamber.placed(situation.seat), None)
    return (FROM_RESERVE,) if _must_set(situation, pair) else (FROM_RESERVE, None)


def _is_chosen(situation: Situation, pair: Pair) -> bool:
    return situation.rules.researchers_per_move != "1" or situation.chosen == pair.animal


def _must_set(situation: Situation, pair: Pair) -> bool:
    if situation.rules.researchers_per_move == "1":
        return True
    return is_compulsory(situation, pair)


def is_compulsory(situation: Situation, pair: Pair) -> bool:
    """Whether the researcher must be set while the reserve lasts (WO-6)."""
    if situation.chamber.at(pair.animal).researcher is None:
        return situation.rules.researcher_placement == "compulsory"
    return situation.rules.swap_mandatory


def play_pair(situation: Situation, pair: Pair, choice: Choice) -> tuple[Event, ...]:
    """Resolve one pair: what happens, in its order."""
    return _played(at_column(situation, pair.animal), pair.animal, pair.same_gaze, choice)


def at_column(situation: Situation, animal: str, pairs: int = 1) -> Situation:
    """As much of a situation as *pairs* at one column can notice.

    The same column is met again and again in a game while the rest of the chamber changes, so
    what is worked out for it is worth remembering.
    """
    chamber = situation.chamber
    slab = min(chamber.slab, pairs)
    return Situation(
        Chamber((chamber.at(animal),), slab, ((),) * len(chamber.won)),
        situation.seat,
        situation.rules,
        situation.researchers,
        (animal,) * situation.laid.count(animal),
        (animal,) if animal in situation.settled else (),
        situation.chosen,
    )


@lru_cache(maxsize=2_000)
def _played(
    situation: Situation, animal: str, same_gaze: bool, choice: Choice
) -> tuple[Event, ...]:
    pair = Pair(animal, same_gaze, ANYWHERE, ANYWHERE)
    vacant = situation.chamber.at(animal).researcher is None
    parts = [_researcher_part, _scarab_part]
    if situation.rules.pair_order == "scarab_first":
        parts.reverse()
    events: list[Event] = []
    for part in parts:
        for event in part(situation, pair, choice, vacant):
            events.append(event)
            situation = after(situation, event)
        for event in _opening(situation, animal, isinstance(events[-1], ScarabLaid)):
            events.append(event)
            situation = after(situation, event)
    return tuple(events)


def _researcher_part(
    situation: Situation, pair: Pair, choice: Choice, vacant: bool
) -> Iterator[Event]:
    animal, holder = pair.animal, situation.chamber.at(pair.animal).researcher
    if choice is None:
        yield _no_researcher(situation, pair)
        return
    if holder is not None:
        yield ResearcherReturned(holder, animal)
    clauses = ("WALL-30",) if holder is not None else ("WALL-29" if pair.same_gaze else "WALL-27",)
    if choice == FROM_RESERVE:
        yield ResearcherSet(situation.seat, animal, None, ("WALL-25", *clauses))
    else:
        yield ResearcherSet(situation.seat, animal, choice, (*clauses, "WALL-33", "WO-14"))


def _no_researcher(situation: Situation, pair: Pair) -> Event:
    column = situation.chamber.at(pair.animal)
    if column.researcher == situation.seat:
        return NoResearcherSet(pair.animal, "own", ("WALL-31",))
    if not pair.same_gaze and column.researcher is not None:
        return NoResearcherSet(pair.animal, "occupied", ("WALL-28",))
    if pair.animal in situation.settled:
        return NoResearcherSet(pair.animal, "settled", ("WO-6",))
    if not _is_chosen(situation, pair):
        return NoResearcherSet(pair.animal, "elsewhere", ("WO-7",))
    clause = "WALL-27" if column.researcher is None else "WO-6"
    return NoResearcherSet(pair.animal, "declined", (clause,))


def _scarab_part(situation: Situation, pair: Pair, choice: Choice, vacant: bool) -> Iterator[Event]:
    animal, column = pair.animal, situation.chamber.at(pair.animal)
    if column.scarabs >= TO_OPEN:
        yield ScarabWithheld(animal, "full", ("WALL-40", "WO-13"))
    elif situation.laid.count(animal) >= PER_MOVE:
        yield ScarabWithheld(animal, "limit", ("WALL-37",))
    elif vacant and not pair.same_gaze and not situation.rules.scarab_on_vacant:
        yield ScarabWithheld(animal, "vacant", ("WO-29",))
    elif situation.chamber.slab <= 0 and situation.rules.scarab_supply == "strict":
        yield ScarabWithheld(animal, "slab", ("WO-11",))
    else:
        yield ScarabLaid(animal)


def _opening(situation: Situation, animal: str, just_laid: bool) -> Iterator[Event]:
    column = situation.chamber.at(animal)
    if column.scarabs < TO_OPEN or not column.stack:
        return
    if column.researcher is not None:
        because = THIRD_SCARAB if just_laid else WAITED
        yield SarcophagusOpened(animal, column.stack[0], column.researcher, because)
    elif situation.rules.pending_column == "mover_takes":
        yield SarcophagusOpened(animal, column.stack[0], situation.seat, ("WALL-41", "WO-12"))
    elif just_laid:
        yield SarcophagusWaits(animal)


def after(situation: Situation, event: Event) -> Situation:
    """Return the situation once an event of this move has happened.

    Setting uses the researcher right of an animal up for this card; declining is for one pair
    alone (WO-10).
    """
    chamber = chamber_after(situation.chamber, event)
    if chamber is situation.chamber:
        return situation
    if type(event) is ScarabLaid:
        return replace(situation, chamber=chamber, laid=(*situation.laid, event.animal))
    if type(event) is ResearcherSet:
        return replace(situation, chamber=chamber, settled=(*situation.settled, event.animal))
    return replace(situation, chamber=chamber)
