"""Phase 1, first half: flipping a tile, naming a colour, or entering the chamber."""

from __future__ import annotations

from companion.core.decide import Unfolding
from companion.core.facts import is_guessed
from companion.core.verdict import Refused, Ruling, refuse

from . import events as e
from . import moves as m
from .box import Face
from .evolving import evolve
from .learning import faces_of, is_a_face, shown
from .limits import TO_ENTER
from .state import Phase, State
from .turning import show_chamber_tile
from .way import fields_ahead, is_inside, next_face_down, open_colours


def colours_to_name(state: State) -> tuple[str, ...]:
    """Return the colours the player on turn may name now (BOWL-17, BOWL-C-05, BOWL-O-06)."""
    everywhere = open_colours(state, range(state.box.chamber))
    if state.rules.choose_scope == "any_open":
        return everywhere
    ahead = open_colours(state, fields_ahead(state, state.here))
    if ahead or next_face_down(state) is not None or state.rules.quick:
        return ahead
    return everywhere


def may_enter(state: State) -> bool:
    """Whether the player on turn may enter the chamber now (BOWL-55, BOWL-71, BOWL-O-17)."""
    return is_at_the_door(state) and has_scarabs_to_enter(state)


def is_at_the_door(state: State) -> bool:
    if state.rules.chamber_entry == "any_pyramid_field":
        return is_inside(state, state.here)
    return state.here == state.box.last_pyramid


def has_scarabs_to_enter(state: State) -> bool:
    return state.rules.quick or state.scarabs[state.turn] >= TO_ENTER


def chamber_tile(state: State) -> str | None:
    """Return the chamber tile to be flipped next by the player who is in it or enters now."""
    slot = state.visit
    if slot is None:
        slot = 0 if state.phase == Phase.EXPLORE and may_enter(state) else None
    if slot is None or state.chamber[slot] is not None:
        return None
    return state.box.chamber_tiles[slot]


def tiles_to_flip(state: State) -> dict[str, list[Face]]:
    """Return the tiles that may be flipped now, each with the faces it may show."""
    found: dict[str, list[Face]] = {}
    place = next_face_down(state)
    if state.phase == Phase.EXPLORE and place is not None:
        field = state.box.track[place]
        found[field.id] = state.unseen(field.kind)
    if state.phase in (Phase.EXPLORE, Phase.CHAMBER) and (tile := chamber_tile(state)):
        found[tile] = state.unseen("chamber")
    return found


def faces_to_say(state: State) -> dict[str, tuple[Face, ...]]:
    """Return the same tiles with every face people may say: a guess rules out no answer."""
    return {tile: faces_of(state.box, kind_of(state, tile)) for tile in tiles_to_flip(state)}


def kind_of(state: State, tile: str) -> str:
    """Return the kind of the tile in a place."""
    place = state.box.index(tile)
    return "chamber" if place is None else state.box.track[place].kind


def flip_tile(state: State, move: m.FlipTile) -> Ruling:
    if move.field not in tiles_to_flip(state):
        return why_not_flipped(state, move.field)
    face = Face(move.colour, move.symbols)
    facts = shown(state, kind_of(state, move.field), face)
    if not is_a_face(face) or (facts and not is_guessed(state.box, "tiles")):
        return refuse(
            "BOWL-03", "bowl.no_tile_like_it", cells=(move.field,), field=move.field,
            face=face.label,
        )  # fmt: skip
    unfolding = evolve.unfold(state).add(*facts)
    if move.field not in state.box.chamber_tiles:
        unfolding.add(e.TileFlipped(state.turn, move.field, move.colour, move.symbols))
        return _want(unfolding, move.colour, "flipped", "BOWL-16").accepted()
    if state.phase == Phase.EXPLORE:
        _enter(unfolding)
    clause = ("BOWL-56", "BOWL-57")[unfolding.state.visit or 0]
    flipped = e.TileFlipped(state.turn, move.field, move.colour, move.symbols, (clause,))
    unfolding.add(flipped)
    return _want(unfolding, move.colour, "chamber", clause).accepted()


def why_not_flipped(state: State, field: str) -> Refused:
    """Why this tile may not be flipped now."""
    if field in state.box.chamber_tiles:
        return _why_no_chamber_tile(state, field)
    if state.phase == Phase.CHAMBER:
        expected = chamber_tile(state)
        return refuse("BOWL-57", "bowl.chamber_tile_first", cells=(field,), expected=expected)
    if state.phase != Phase.EXPLORE:
        return _not_now(state, field)
    place = state.box.index(field)
    if place is None or not state.box.track[place].has_tile:
        return refuse("BOWL-16", "bowl.no_such_field", field=field)
    if state.tiles[place] is not None:
        return refuse("BOWL-16", "bowl.already_open", cells=(field,), field=field)
    following = next_face_down(state)
    assert following is not None
    expected = state.box.track[following].id
    return refuse(
        "BOWL-16", "bowl.not_the_next_tile", cells=(field,), field=field, expected=expected
    )


def _why_no_chamber_tile(state: State, field: str) -> Refused:
    if state.phase not in (Phase.EXPLORE, Phase.CHAMBER):
        return _not_now(state, field)
    if state.chamber[state.box.chamber_tiles.index(field)] is not None:
        return refuse("BOWL-O-18", "bowl.already_open", cells=(field,), field=field)
    if state.phase == Phase.EXPLORE and not may_enter(state):
        return why_no_entry(state)
    first = state.box.chamber_tiles[0]
    return refuse("BOWL-57", "bowl.chamber_tile_first", cells=(field,), expected=first)


def _not_now(state: State, field: str) -> Refused:
    if state.phase == Phase.SETUP:
        return refuse("BOWL-04", "bowl.not_begun", cells=(field,))
    return refuse("BOWL-15", "bowl.no_flip_now", cells=(field,), field=field)


def name_colour(state: State, move: m.NameColour) -> Ruling:
    if state.phase != Phase.EXPLORE:
        return refuse("BOWL-15", "bowl.no_exploring_now")
    allowed = colours_to_name(state)
    if move.colour in allowed:
        return _want(evolve.unfold(state), move.colour, "named", "BOWL-17").accepted()
    if not allowed:
        return refuse("BOWL-O-06", "bowl.flip_first")
    return refuse("BOWL-17", "bowl.not_open_ahead", colour=move.colour, expected=list(allowed))


def _want(unfolding: Unfolding[State], colour: str, why: str, clause: str) -> Unfolding[State]:
    aloud = "BOWL-63" if why == "named" else "BOWL-O-39"
    because = (clause, aloud) if unfolding.state.rules.adventurous else (clause,)
    return unfolding.add(e.ColourWanted(unfolding.state.turn, colour, why, because))


def enter_chamber(state: State, move: m.EnterChamber) -> Ruling:
    if state.phase != Phase.EXPLORE:
        return refuse("BOWL-15", "bowl.no_exploring_now")
    if not may_enter(state):
        return why_no_entry(state)
    return show_chamber_tile(_enter(evolve.unfold(state))).accepted()


def _enter(unfolding: Unfolding[State]) -> Unfolding[State]:
    clause = "BOWL-71" if unfolding.state.rules.quick else "BOWL-55"
    because = (clause, "BOWL-O-17", "BOWL-O-05")
    return unfolding.add(e.ChamberEntered(unfolding.state.turn, because))


def why_no_entry(state: State) -> Refused:
    """Why the chamber stays closed for the player on turn."""
    cells = state.box.chamber_tiles[:1]
    if not is_at_the_door(state):
        last = state.box.track[state.box.last_pyramid].id
        return refuse("BOWL-O-17", "bowl.not_at_the_door", cells=cells, expected=last)
    return refuse(
        "BOWL-55",
        "bowl.too_few_scarabs",
        cells=cells,
        found=state.scarabs[state.turn],
        expected=TO_ENTER,
    )
