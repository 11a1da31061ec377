"""Settling: what every path of a pyramid is worth, and to whom. Needs no history."""

from __future__ import annotations

import msgspec

from .box import PHARAOH, Box
from .faces import ANKH, CURSE, DOUBLE, ROOM
from .house import HouseRules
from .outline import apex
from .paths import exits, joined
from .state import Laid, Pyramid

ONE_SARCOPHAGUS = 5
A_PAIR = 15
TOP = 5
LONGEST = 5


class Path(msgspec.Struct, frozen=True, kw_only=True):
    """One path; numbers by colour stand in the order of the box."""

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


def settle(box: Box, rules: HouseRules, pyramid: Pyramid) -> Settlement:
    """Count a pyramid as it stands."""
    groups = joined(box.side, pyramid)
    ways = [group for group in groups if len(group) > 1]
    cursed = [_holds(pyramid, way, CURSE) for way in ways]
    pool = [len(w) for w, c in zip(ways, cursed, strict=True) if not (c and _uncursed(rules))]
    most = max(pool, default=0)
    paths = tuple(
        _path(box, rules, pyramid, number, way, curse, most, pool.count(most))
        for number, (way, curse) in enumerate(zip(ways, cursed, strict=True), 1)
    )
    void = {cell for way, curse in zip(ways, cursed, strict=True) if curse for cell in way}
    alone = {group[0] for group in groups if len(group) == 1}
    ankhs = tuple(_ankhs(box, rules, pyramid, colour, void, alone) for colour in box.colours)
    totals = tuple(
        sum(path.points[n] for path in paths) + ankhs[n].points for n in range(len(box.colours))
    )
    winners, why = _winners(box, rules, totals, ankhs)
    return Settlement(paths, ankhs, totals, winners, why)


def _uncursed(rules: HouseRules) -> bool:
    return rules.longest_pool == "uncursed"


def _path(
    box: Box, rules: HouseRules, pyramid: Pyramid, number: int, way: list[int], cursed: bool,
    most: int, tied: int,
) -> Path:  # fmt: skip
    tiles = _tiles(pyramid, way)
    rooms = sum(tile.shows.kind == ROOM for tile in tiles)
    base = rooms if rules.base_value == "rooms" else len(tiles)
    sarcophagi = tuple(colour for tile in tiles for colour in tile.shows.sarcophagi)
    bonus = sarcophagus_bonus(sarcophagi)
    top = box.cells[way[-1]] == apex(box.side)
    longest = len(way) == most and not (cursed and _uncursed(rules))
    out = tuple(box.cells[cell] for cell in exits(box.side, pyramid, way, rules.ground_is_outside))
    worth = base + bonus + TOP * top + LONGEST * longest
    value = 0 if cursed else worth if out else 2 * worth
    strength = tuple(sum(_weight(tile, colour) for tile in tiles) for colour in box.colours)
    points, why = _shared(rules, value, strength, cursed)
    return Path(
        number=number, cells=tuple(box.cells[cell] for cell in way), rooms=rooms, base=base,
        sarcophagi=sarcophagi, sarcophagus_bonus=bonus, apex=top, longest=longest,
        tied_longest=longest and tied > 1, exits=out, cursed=cursed, strength=strength,
        value=value, points=points, why=why,
    )  # fmt: skip


def _tiles(pyramid: Pyramid, way: list[int]) -> list[Laid]:
    return [tile for cell in way if (tile := pyramid[cell]) is not None]


def _holds(pyramid: Pyramid, way: list[int], symbol: str) -> bool:
    return any(symbol in tile.shows.symbols for tile in _tiles(pyramid, way))


def sarcophagus_bonus(colours: tuple[str, ...]) -> int:
    """Five for one alone, fifteen for a pair of one colour and no other, else nothing."""
    if len(colours) == 1:
        return ONE_SARCOPHAGUS
    return A_PAIR if len(colours) == 2 and len(set(colours)) == 1 else 0


def _weight(tile: Laid, colour: str) -> int:
    if tile.pawn is None or tile.pawn.colour != colour:
        return 0
    return 2 if tile.pawn.kind == PHARAOH or DOUBLE in tile.shows.symbols else 1


def _shared(
    rules: HouseRules, value: int, strength: tuple[int, ...], cursed: bool
) -> tuple[tuple[int, ...], str]:
    """What each colour gets of a path, and why."""
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
    """The clauses that make a path worth what it is."""
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
