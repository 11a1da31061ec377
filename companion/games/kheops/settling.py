"""Settling: what every path of a pyramid is worth, and to whom. Needs no history."""

from __future__ import annotations

import msgspec

from .box import PHARAOH, Box
from .faces import ANKH, CURSE, DOUBLE, ROOM, Face
from .house import HouseRules
from .outline import apex
from .paths import Open, exits, joined, opened
from .state import Laid, Pyramid

ONE_SARCOPHAGUS = 5
A_PAIR = 15
TOP = 5
LONGEST = 5


class Path(msgspec.Struct, frozen=True, kw_only=True):
    """One path; numbers by colour are in the order of the box."""

    number: int
    cells: tuple[str, ...]
    rooms: int
    base: int
    sarcophagi: tuple[str, ...]
    sarcophagus_bonus: int
    apex: bool
    longest: bool
    tied_longest: bool
    exits: tuple[str, ...]
    cursed: bool
    strength: tuple[int, ...]
    value: int
    points: tuple[int, ...]
    why: str
    """``stronger``, ``tie``, ``both``, ``half``, ``nobody`` or ``cursed``."""

    @property
    def closed(self) -> bool:
        return not self.exits


class Ankhs(msgspec.Struct, frozen=True):
    """The ankh tiles of one colour."""

    colour: str
    cells: tuple[str, ...]
    cursed: tuple[str, ...]
    alone: tuple[str, ...]
    """isolated_ankh = false: on tiles joined to no other, and not counted."""

    @property
    def points(self) -> int:
        return len(self.cells) ** 2


class Settlement(msgspec.Struct, frozen=True):
    """All paths, the ankhs of both colours, the totals, and who wins and by what."""

    paths: tuple[Path, ...]
    ankhs: tuple[Ankhs, ...]
    totals: tuple[int, ...]
    winners: tuple[str, ...]
    why: str
    """``most``, ``draw``, ``last`` or ``ankhs``."""


class _Way(msgspec.Struct, frozen=True):
    """A path before it is counted."""

    group: list[int]
    tiles: list[tuple[Laid, Face]]
    exits: tuple[str, ...]
    cursed: bool


def settle(box: Box, rules: HouseRules, pyramid: Pyramid) -> Settlement:
    """Count a pyramid as it stands."""
    open_ = opened(pyramid)
    groups = joined(box.side, pyramid, open_)
    ways = [_way(box, rules, pyramid, open_, group) for group in groups if len(group) > 1]
    pool = [len(way.group) for way in ways if _may_be_longest(rules, way)]
    most = max(pool, default=0)
    paths = tuple(
        _path(box, rules, number, way, most, pool.count(most)) for number, way in enumerate(ways, 1)
    )
    void = {cell for way in ways if way.cursed for cell in way.group}
    alone = {group[0] for group in groups if len(group) == 1}
    ankhs = tuple(_ankhs(box, rules, pyramid, colour, void, alone) for colour in box.colours)
    totals = tuple(
        sum(path.points[n] for path in paths) + ankhs[n].points for n in range(len(box.colours))
    )
    winners, why = _winners(box, rules, totals, ankhs)
    return Settlement(paths, ankhs, totals, winners, why)


def _way(box: Box, rules: HouseRules, pyramid: Pyramid, open_: Open, group: list[int]) -> _Way:
    tiles = [(tile, tile.shows) for cell in group if (tile := pyramid[cell]) is not None]
    out = exits(box.side, pyramid, open_, group, rules.ground_is_outside)
    cursed = any(CURSE in face.symbols for _, face in tiles)
    return _Way(group, tiles, tuple(box.cells[cell] for cell in out), cursed)


def _may_be_longest(rules: HouseRules, way: _Way) -> bool:
    return rules.longest_pool == "all" or not way.cursed


def _path(box: Box, rules: HouseRules, number: int, way: _Way, most: int, tied: int) -> Path:
    rooms = sum(face.kind == ROOM for _, face in way.tiles)
    base = rooms if rules.base_value == "rooms" else len(way.tiles)
    sarcophagi = tuple(colour for _, face in way.tiles for colour in face.sarcophagi)
    bonus = sarcophagus_bonus(sarcophagi)
    top = box.cells[way.group[-1]] == apex(box.side)
    longest = len(way.group) == most and _may_be_longest(rules, way)
    worth = base + bonus + TOP * top + LONGEST * longest
    value = 0 if way.cursed else worth if way.exits else 2 * worth
    strength = _strength(box, way)
    points, why = _shared(rules, value, strength, way.cursed)
    return Path(
        number=number, cells=tuple(box.cells[cell] for cell in way.group), rooms=rooms, base=base,
        sarcophagi=sarcophagi, sarcophagus_bonus=bonus, apex=top, longest=longest,
        tied_longest=longest and tied > 1, exits=way.exits, cursed=way.cursed, strength=strength,
        value=value, points=points, why=why,
    )  # fmt: skip


def _strength(box: Box, way: _Way) -> tuple[int, ...]:
    """Return one for each pawn; two for the pharaoh, and for any pawn on a doubling tile."""
    counts = dict.fromkeys(box.colours, 0)
    for tile, face in way.tiles:
        if tile.pawn:
            two = tile.pawn.kind == PHARAOH or DOUBLE in face.symbols
            counts[tile.pawn.colour] += 2 if two else 1
    return tuple(counts.values())


def sarcophagus_bonus(colours: tuple[str, ...]) -> int:
    """Five for one alone, fifteen for a pair of one colour and no other, otherwise nothing."""
    if len(colours) == 1:
        return ONE_SARCOPHAGUS
    return A_PAIR if len(colours) == 2 and len(set(colours)) == 1 else 0


def _shared(
    rules: HouseRules, value: int, strength: tuple[int, ...], cursed: bool
) -> tuple[tuple[int, ...], str]:
    """Return what each colour gets of a path, and why."""
    nothing = (0,) * len(strength)
    if cursed:
        return nothing, "cursed"
    if not any(strength):
        return nothing, "nobody"
    best = max(strength)
    if strength.count(best) == 1:
        return tuple(value * (one == best) for one in strength), "stronger"
    share = {"none": 0, "both": value, "half": value // 2}[rules.path_tie]
    return (share,) * len(strength), "tie" if rules.path_tie == "none" else rules.path_tie


def _ankhs(
    box: Box, rules: HouseRules, pyramid: Pyramid, colour: str, void: set[int], alone: set[int]
) -> Ankhs:
    held = [
        n
        for n, tile in enumerate(pyramid)
        if tile and tile.pawn and tile.pawn.colour == colour and ANKH in tile.shows.symbols
    ]
    lonely = set() if rules.isolated_ankh else alone
    return Ankhs(
        colour,
        tuple(box.cells[n] for n in held if n not in void and n not in lonely),
        tuple(box.cells[n] for n in held if n in void),
        tuple(box.cells[n] for n in held if n in lonely),
    )


def _winners(
    box: Box, rules: HouseRules, totals: tuple[int, ...], ankhs: tuple[Ankhs, ...]
) -> tuple[tuple[str, ...], str]:
    best = tuple(c for c, total in zip(box.colours, totals, strict=True) if total == max(totals))
    if len(best) == 1:
        return best, "most"
    if rules.final_tie == "blue":
        return best[-1:], "last"
    held = [len(one.cells) for one in ankhs]
    if rules.final_tie == "ankhs" and held.count(max(held)) == 1:
        return (box.colours[held.index(max(held))],), "ankhs"
    return best, "draw"


def clauses_of(path: Path, rules: HouseRules) -> tuple[str, ...]:
    """Return the clauses that make a path worth what it is."""
    named = ["KHEOPS-62", "KHEOPS-70" if rules.base_value == "rooms" else "KO-29"]
    if path.sarcophagi:
        pair = "KHEOPS-72" if path.sarcophagus_bonus else "KHEOPS-73"
        named.append("KHEOPS-71" if len(path.sarcophagi) == 1 else pair)
    named += ["KHEOPS-74"] * path.apex
    named += ["KHEOPS-76" if path.tied_longest else "KHEOPS-75"] * path.longest
    named += ["KHEOPS-77"] * path.closed
    if path.cursed:
        return (*named, "KHEOPS-78", "KHEOPS-34")
    return (*named, "KHEOPS-64", *WHO_SCORES[path.why])


WHO_SCORES = {
    "stronger": ("KHEOPS-65",),
    "tie": ("KHEOPS-66", "KO-5"),
    "both": ("KO-5",),
    "half": ("KO-5",),
    "nobody": ("KHEOPS-66", "KO-6"),
}
