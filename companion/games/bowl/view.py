"""What each role may know. Not even the table knows a face-down tile, so all see the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.core.output_cues import Cues, sounds
from companion.core.roles import Role
from companion.core.verdict import Event
from companion.core.view import common

from . import events as e
from .exploring import colours_to_name, faces_to_say, may_enter
from .reader import visible
from .scoring import is_over, score
from .state import TO_CHAMBER, Phase, State, Step
from .way import targets


def view(state: State, role: Role) -> dict[str, Any]:
    """Return the table as one role may see it, as plain data."""
    return {
        **common("bowl", state, lambda seat: _seat(state, seat), score(state), is_over(state)),
        "variant": state.rules.variant,
        "track": _track(state),
        "chamber": _chamber(state),
        "board": {
            "size_mm": list(state.box.board.size_mm),
            "tile_mm": list(state.box.board.tile_mm),
            "trap_mm": list(state.box.trap.at_mm),
        },
        "mummy": _step(state, state.mummy) if state.mummy else None,
        "walk": _walk(state),
        "supply": state.supply,
        "trap": _trap(state),
        "explore": _explore(state),
    }


def _seat(state: State, seat: int) -> dict[str, Any]:
    place = state.figures[seat]
    return {
        "field": _field(state, place),
        "scarabs": state.scarabs[seat],
        "cap": 0 if state.rules.quick else state.cap,
        "warned": state.warned[seat],
        "left": place is None,
    }


def _track(state: State) -> list[dict[str, Any]]:
    labels = visible(state)
    return [
        {
            "id": field.id,
            "kind": field.kind,
            "at_mm": list(field.at_mm),
            "scarab": field.scarab and not state.rules.quick,
            "label": labels.get(field.id),
            "figures": list(state.on(n)),
        }
        for n, field in enumerate(state.box.track)
    ]


def _chamber(state: State) -> dict[str, Any]:
    labels = visible(state)
    return {
        "tiles": [
            {"id": tile, "at_mm": list(at_mm), "label": labels[tile]}
            for tile, at_mm in zip(
                state.box.chamber_tiles, state.box.track[-1].tiles_at_mm, strict=True
            )
        ],
        "visit": state.visit,
    }


def _step(state: State, step: Step) -> dict[str, str]:
    return {
        "field": state.box.track[step.field].id,
        "facing": "chamber" if step.facing == TO_CHAMBER else "entrance",
    }


def _walk(state: State) -> list[dict[str, Any]]:
    """Return the mummy's last walk: every step, and where the figures stood after it."""
    return [
        {**_step(state, step), "figures": [_field(state, place) for place in figures]}
        for step, figures in zip(state.walk, state.walked_past, strict=True)
    ]


def _field(state: State, place: int | None) -> str | None:
    return None if place is None else state.box.track[place].id


def _trap(state: State) -> dict[str, Any]:
    return {
        "colours": list(state.box.boulder_colours),
        "bowl": dict(zip(state.box.boulder_colours, state.bowl, strict=True)),
        "bag": dict(zip(state.box.boulder_colours, state.bag, strict=True)),
        "boulders": [msgspec.to_builtins(boulder) for boulder in state.box.boulders],
        "stands": state.phase not in (Phase.SETUP, Phase.REBUILD),
        "armed": state.phase == Phase.DRAW,
        "wanted": state.wanted,
        "goals": _goals(state),
        "then": str(state.then) if state.phase == Phase.REBUILD else None,
        "voting": state.voting,
    }


def _goals(state: State) -> dict[str, str]:
    """Return the fields to choose from once the boulder is out, by direction (BOWL-22)."""
    if state.phase != Phase.DRAW or state.wanted is None or state.visit is not None:
        return {}
    found = targets(state, state.wanted)
    if len(found) == 1 and not state.rules.move_optional:
        return {}
    return {direction: state.box.track[place].id for direction, place in found.items()}


def _explore(state: State) -> dict[str, Any] | None:
    """Return what the player on turn may do now."""
    if state.phase not in (Phase.EXPLORE, Phase.CHAMBER):
        return None
    exploring = state.phase == Phase.EXPLORE
    return {
        "colours": list(colours_to_name(state)) if exploring else [],
        "enter": exploring and may_enter(state),
        "flip": {
            tile: [face.label for face in faces] for tile, faces in faces_to_say(state).items()
        },
    }


def cues(state: State, events: Sequence[Event]) -> Cues:
    """Return the lamps: the wanted colour glows, the trap blinks until it is rebuilt."""
    glow: dict[str, str] = {}
    if state.phase == Phase.DRAW and state.wanted:
        glow[state.wanted] = "on"
    if state.phase == Phase.REBUILD:
        glow["trap"] = "blink"
    if state.phase == Phase.EXPLORE:
        glow |= {colour: "pulse" for colour in colours_to_name(state)}
    return Cues(glow, sounds(events, SOUNDS))


SOUNDS: dict[type[Event], str] = {
    e.LandslideHappened: "landslide",
    e.BoulderTaken: "clean",
    e.MummyWoken: "mummy",
    e.ScarabGained: "scarab",
    e.ScarabPaid: "curse",
    e.MummyFreed: "fanfare",
}
