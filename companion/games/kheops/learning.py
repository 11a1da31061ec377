"""What a game shows of its box: a tile nobody knew of, or a base of another shape."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from companion.core.facts import FactLearned, is_guessed, learned
from companion.core.sources import OWNER, is_guess, settle_entry

from .box import Box, Tile
from .faces import KINDS, PLAIN_SYMBOLS, POWERS, RANKS, SARCOPHAGUS, Face, read_face
from .state import Phase, State

ENTRY = ("ids", "kind", "openings", "symbols")


def symbols_of(sarcophagi: Iterable[str]) -> tuple[str, ...]:
    """Return every symbol a tile may show."""
    coffins = (f"{SARCOPHAGUS}_{colour}_{rank}" for colour in sarcophagi for rank in RANKS)
    return (*PLAIN_SYMBOLS, *coffins)


def is_a_face(box: Box, name: str) -> bool:
    """Whether a tile can show this at all, in this box or in another."""
    kind, _, rest = name.partition("-")
    if kind not in KINDS or rest[:1] not in ("1", "2", "3") or rest[1:2] not in ("", "-"):
        return False
    face = read_face(name)
    known = {*face.symbols} <= {*symbols_of(box.sarcophagi)}
    return known and face.name == name and sum(symbol in POWERS for symbol in face.symbols) <= 1


def is_unsure(box: Box) -> bool:
    """Whether which tiles there are is a guess."""
    return is_guessed(box, "faces")


def faces_to_say(state: State) -> dict[str, int]:
    """Return the faces people may say a tile shows, and how many are left:
    none hidden by a guess."""
    left = state.faces_left()
    return left | {face: 0 for face in state.box.faces if face not in left}


def new_tiles(state: State, built: Sequence[str], more: Sequence[str]) -> tuple[FactLearned, ...]:
    """Return what is learnt when these faces are laid beside those that are *built*."""
    facts: list[FactLearned] = []
    lie, there = Counter(built), state.box.faces.copy()
    wanted = Counter([*built, *more])
    spare = [tile for tile in state.box.tiles if wanted[tile.face] < there[tile.face]]
    for face in more:
        lie[face] += 1
        if lie[face] <= there[face]:
            continue
        fact, instead = f"tile:{face}", _spared(spare, wanted, there)
        facts.append(learned(state.box, fact, there[face], lie[face], "KHEOPS-04", instead=instead))
        there[face] += 1
    return tuple(facts)


def _spared(spare: list[Tile], wanted: Counter[str], there: Counter[str]) -> str:
    """Return a tile that is not built and can make room for another: the last of the commonest."""
    free = [tile for tile in spare if wanted[tile.face] < there[tile.face]]
    if not free:
        return ""
    tile = max(free, key=lambda one: there[one.face] - wanted[one.face])
    spare.remove(tile)
    there[tile.face] -= 1
    return tile.id


def new_base(state: State, cells: Iterable[str]) -> tuple[FactLearned, ...] | None:
    """Return what is learnt when the base has these cells; None if it cannot have them."""
    box = state.box
    laid = {cell for cell, _ in state.tiles} | {*cells}
    free = [cell for cell in box.base if cell not in laid]
    fresh = [cell for cell in dict.fromkeys(cells) if cell not in box.base]
    if not {*fresh} <= {*box.cells} or len(free) < len(fresh) or not is_guessed(box, "base"):
        return None
    pairs = zip(fresh, reversed(free), strict=False)
    return tuple(
        learned(box, f"base:{cell}", gone, cell, "KO-1", instead=gone) for cell, gone in pairs
    )


def learn(box: Box, fact: str) -> Box:
    """Return the box with another tile, or another cell of the base, in the place of a guess."""
    match fact.split(":"):
        case ["tile", face, instead]:
            tiles = tuple(tile for tile in box.tiles if tile.id != instead)
            return replace(box, tiles=(*tiles, Tile(_free_id(tile.id for tile in tiles), face)))
        case ["base", cell, instead]:
            return replace(box, base=tuple(cell if one == instead else one for one in box.base))
    return box


def _free_id(ids: Iterable[str]) -> str:
    used = {*ids}
    return next(name for n in range(1, 1000) if (name := f"T{n:02}") not in used)


def keep(data: dict[str, Any], fact: str) -> None:
    """Write the same into the data of a box file."""
    match fact.split(":"):
        case ["tile", face, instead]:
            _drop(data["tiles"], instead)
            used = (name for one in data["tiles"] for name in one["ids"])
            _add(data["tiles"], read_face(face), _free_id(used))
        case ["is", "tile", face, count]:
            for entry in data["tiles"]:
                same = _face_of(entry) == read_face(face) and is_guess(entry)
                if same and len(entry["ids"]) <= int(count):
                    settle_entry(entry, OWNER)
        case ["base", cell, instead]:
            base = data["pyramid"]["base"]
            if cell not in base and instead in base:
                base[base.index(instead)] = cell


def seen(state: State) -> Iterator[str]:
    """Tell the tiles that were built, as our list has them."""
    built = Counter(tile.face for _, tile in state.tiles)
    yield from (f"is:tile:{face}:{count}" for face, count in sorted(built.items()))


def _face_of(entry: dict[str, Any]) -> Face:
    return Face(entry["kind"], entry["openings"], tuple(entry.get("symbols", ())))


def _drop(tiles: list[dict[str, Any]], name: str) -> None:
    """Take a guessed tile out of the list; the last of its kind takes the entry along."""
    for entry in tiles:
        if name in entry["ids"] and is_guess(entry):
            entry["ids"].remove(name)
    tiles[:] = [entry for entry in tiles if entry["ids"]]


def _add(tiles: list[dict[str, Any]], face: Face, name: str) -> None:
    for entry in tiles:
        if _face_of(entry) == face:
            entry["ids"].append(name)
            return
    fresh = zip(ENTRY, ([name], face.kind, face.openings, list(face.symbols)), strict=True)
    tiles.append({**dict(fresh), "source": OWNER})


def refit(state: State, box: Box) -> State | None:
    """Return the state with another box: the outline stays,
    and once it is begun so does the base."""
    same = (box.side, box.hand, box.sides) == (state.box.side, state.box.hand, state.box.sides)
    begun = state.phase != Phase.SETUP
    if not same or (begun and len(box.base) != len(state.box.base)):
        return None
    more = (len(box.tiles) - len(box.base)) - (len(state.box.tiles) - len(state.box.base))
    if state.pile + more < 0:
        return None
    return state.but(box=box, pile=state.pile + more)
