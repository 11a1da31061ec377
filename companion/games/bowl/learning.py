"""What a game shows of its box: one more tile of a face, a colour nobody knew of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.core.facts import FactLearned, is_guessed, learned
from companion.core.sources import GUESS, OWNER, is_guess, settle_entry

from .box import Box, Face
from .limits import MOST_SYMBOLS
from .state import State

TAKEN = ("staff", "down", "empty")
"""Words that cannot be the name of a colour."""
LONGEST = 20


def faces_of(box: Box, kind: str) -> tuple[Face, ...]:
    """Return every face people may say a tile of this kind shows; all there are,
    while it is a guess."""
    known = dict.fromkeys(box.tiles_of(kind))
    if not is_guessed(box, "tiles"):
        return tuple(sorted(known))
    most = MOST_SYMBOLS if any(face.symbols for face in known) else 0
    every = (Face(colour, n) for colour in box.boulder_colours for n in range(most + 1))
    return tuple(sorted({*known, *every}))


def is_a_face(face: Face) -> bool:
    """Whether a tile can show this at all (BOWL-03, BOWL-44)."""
    name = face.colour
    word = name.isascii() and name.isalpha() and name.islower() and len(name) <= LONGEST
    return word and name not in TAKEN and 0 <= face.symbols <= MOST_SYMBOLS


def shown(state: State, kind: str, face: Face) -> tuple[FactLearned, ...]:
    """Return what is learnt when a tile of this kind shows a face that none of those
    left should."""
    box, facts = state.box, list[FactLearned]()
    if face.colour not in box.boulder_colours:
        count = len(box.boulder_colours)
        facts.append(learned(box, f"colour:{face.colour}", count, count + 1, "BOWL-03"))
    lie = state.open_faces(kind)[face]
    if lie >= box.tiles_of(kind).count(face):
        fact = f"tile:{kind}:{face.colour}:{face.symbols}"
        facts.append(learned(box, fact, lie, lie + 1, "BOWL-03"))
    return tuple(facts)


def learn(box: Box, fact: str) -> Box:
    """Return the box with one more tile of a face, or one more colour."""
    match fact.split(":"):
        case ["tile", kind, colour, symbols]:
            face = Face(colour, int(symbols))
            tiles = ((k, tuple(sorted((*faces, face))) if k == kind else faces)
                     for k, faces in box.tiles)  # fmt: skip
            return replace(box, tiles=tuple(tiles))
        case ["colour", colour] if colour not in box.boulder_colours:
            like = replace(box.boulders[-1], colour=colour, assumed=True)
            names = (*box.boulder_colours, colour)
            return replace(box, boulder_colours=names, boulders=(*box.boulders, like))
    return box


def keep(data: dict[str, Any], fact: str) -> None:
    """Write the same into the data of a box file."""
    match fact.split(":"):
        case ["tile", kind, colour, symbols]:
            alike = (one for one in data["tiles"] if (one["kind"], one["colour"]) == (kind, colour))
            entry = next(alike, None)
            if entry is None:
                entry = {"kind": kind, "colour": colour, "symbols": [], "source": GUESS}
                data["tiles"].append(entry)
            entry["symbols"] = sorted([*entry["symbols"], int(symbols)])
        case ["is", "tile", kind, colour, symbols]:
            shown = [int(one) for one in symbols.split(",")]
            for entry in data["tiles"]:
                same = (entry["kind"], entry["colour"]) == (kind, colour)
                if same and sorted(entry["symbols"]) == shown and is_guess(entry):
                    settle_entry(entry, OWNER)
        case ["colour", colour] if colour not in data["colours"]["names"]:
            data["colours"]["names"].append(colour)
            if isinstance(data["colours"].get("source"), dict):
                data["colours"]["source"][colour] = OWNER
            data["boulders"].append({**data["boulders"][-1], "colour": colour, "source": GUESS})


def seen(state: State) -> Iterator[str]:
    """Tell which tiles of a kind and colour all lay open, as our list has them."""
    for kind, faces in state.box.tiles:
        lie = state.open_faces(kind)
        for colour in dict.fromkeys(face.colour for face in faces):
            alike = [face for face in faces if face.colour == colour]
            if all(lie[face] >= alike.count(face) for face in alike):
                symbols = ",".join(str(n) for n in sorted(face.symbols for face in alike))
                yield f"is:tile:{kind}:{colour}:{symbols}"


def refit(state: State, box: Box) -> State | None:
    """Return the state with another box: the way stays, boulders come and go in the bowl."""
    if [(f.id, f.kind, f.tiles) for f in box.track] != [
        (f.id, f.kind, f.tiles) for f in state.box.track
    ]:
        return None
    out = dict(zip(state.box.boulder_colours, state.bag, strict=True))
    renamed = dict(zip(state.box.boulder_colours, box.boulder_colours, strict=False))
    used = {*(face.colour for face in (*state.tiles, *state.chamber) if face)}
    used |= {state.wanted} if state.wanted else set()
    if len(box.boulder_colours) < len(out) and used - {*box.boulder_colours}:
        return None
    bag = {renamed.get(c, c) if c not in box.boulder_colours else c: n for c, n in out.items()}
    taken = [min(bag.get(b.colour, 0), b.count) for b in box.boulders]
    again = state.but(
        box=box,
        bag=tuple(taken),
        bowl=tuple(b.count - n for b, n in zip(box.boulders, taken, strict=True)),
        supply=box.scarabs - sum(state.scarabs),
    )
    return _recoloured(again, {c: renamed[c] for c in used if c not in box.boulder_colours})


def _recoloured(state: State, names: dict[str, str]) -> State:
    """Return the state with colours that have another name now."""

    def face(one: Face | None) -> Face | None:
        return Face(names[one.colour], one.symbols) if one and one.colour in names else one

    return state.but(
        tiles=tuple(map(face, state.tiles)),
        chamber=tuple(map(face, state.chamber)),
        wanted=names.get(state.wanted, state.wanted) if state.wanted else None,
    )
