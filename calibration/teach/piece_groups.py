"""Pieces spread on a table, counted: which of them look the same, and what each may be called."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from ..errors import Complaint
from ..find.aim import faults_of
from ..find.pieces import CARD, TRIANGLE, Quad, Strewn, find_all
from ..geometry.board import Cell, plain
from ..geometry.pictures import jpeg
from ..read.features import MARGIN
from ..read.taught import Taught
from .arrays import opened
from .exposure import thumb_of
from .same_faces import resemblance, same_face
from .spread import PAPER, SpreadPiece, patch_of, way_of, white_of

SMALLEST_PX = 40.0
"""Narrowest piece whose drawing can be told from others."""
SQUARE = 1.1
"""Sides of a card that differ by less look the same from four sides."""
TINT, SHADE, LONE = 0.045, 0.3, 2
"""Papers of two boxes differ by more than this in colour (as a share of its brightness) or in
brightness, with nothing in between; fewer than these pieces are no second box."""
LIKE, CLEARLY = 0.8, 0.06
"""A face is taken for one that was taught if they agree this well, and this much better than it
does with any other."""
SHOWN_PX = 1000
"""Width of the picture in which what is wrong is outlined."""
RED = (64, 64, 229)

Patch = NDArray[np.float32]
Picture = NDArray[np.uint8]


@dataclass(frozen=True)
class CountedGroup:
    """Windows of pieces that show one face, and what it was taken for by what is known."""

    windows: tuple[int, ...]
    label: str = ""


@dataclass(frozen=True)
class CountedSpread:
    """Every window of every piece, in groups; windows of one piece follow each other."""

    patches: Patch
    """What is in each window."""
    thumbs: tuple[Picture, ...] = field(repr=False, default=())
    groups: tuple[CountedGroup, ...] = ()


@dataclass(frozen=True)
class BadSpread:
    """Why a picture of a spread can't be counted, and where."""

    why: Complaint
    picture: bytes = b""
    """The picture as a small JPEG with the places outlined, where there are any."""


def counted(
    picture: Picture, piece: SpreadPiece, known: Taught | None = None, before: Patch | None = None
) -> CountedSpread | BadSpread:
    """Count the pieces in a picture; *before* are the windows of pictures taken before it."""
    strewn = find_all(picture, piece.sides_mm, piece.shape)
    if (wrong := _trouble(picture, piece, strewn)) is not None:
        return wrong
    cells, quads = piece.cells, strewn.pieces
    white = (white_of(picture, quads, piece.shape) / PAPER).astype(np.float32)
    ways = [[way_of(turned, piece) for turned in _turns(quad, piece)] for quad in quads]
    each = [
        [
            [patch_of(picture, way, cell).astype(np.float32) / white for way in some]
            for cell in cells
        ]
        for some in ways
    ]
    if mixed := _papers(picture, quads, piece):
        return BadSpread(Complaint("workshop.spread.two_boxes"), _outlined(picture, mixed))
    old = () if before is None else tuple(before)
    turns = [*([one] for one in old), *(one for some in each for one in some)]
    patches, groups = _grouped(turns, cells)
    shown = tuple(thumb_of(picture, some[0], cell) for some in ways for cell in cells)
    named = tuple(
        CountedGroup(tuple(group), _label(turns[group[0]], cells[0], known)) for group in groups
    )
    return CountedSpread(patches, shown, named)


def _trouble(picture: Picture, piece: SpreadPiece, strewn: Strewn) -> BadSpread | None:
    """Say what keeps this picture from being counted, the one thing to do first."""
    faults = faults_of(picture)
    for fault in ("dark", "bright"):
        if fault in faults:
            return BadSpread(Complaint(f"photograph.say.{fault}"))
    if not strewn.pieces:
        blurred = bool(faults)
        key = f"photograph.say.{faults[0]}" if blurred else "teaching.say.no_spread"
        return BadSpread(Complaint(key))
    if (narrow := min(map(_narrow, strewn.pieces))) < SMALLEST_PX:
        return BadSpread(Complaint("workshop.spread.far", {"pixels": round(narrow)}))
    if _is_blurred(picture, strewn.pieces, piece):
        return BadSpread(Complaint("photograph.say.blurred"))
    for key, quads in (
        ("outside", strewn.outside),
        ("heaps", strewn.heaps),
        ("others", strewn.others),
    ):
        if quads:
            why = Complaint(f"workshop.spread.{key}", {"count": len(quads)})
            return BadSpread(why, _outlined(picture, quads))
    return None


def _is_blurred(picture: Picture, quads: Sequence[Quad], piece: SpreadPiece) -> bool:
    """Whether even the rims of the pieces are softer than a drawing needs."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return float(np.median([_softness(grey, quad, piece.shape) for quad in quads])) > SOFTEST


SOFTEST = 0.045
"""Share of a piece's side over which the brightness changes at its rim, in a picture that is
too blurred."""
ACROSS, RIM_SAMPLES = 0.15, 61


def _softness(grey: NDArray[np.float32], quad: Quad, shape: str) -> float:
    """Return how wide the change from table to piece is, as a share of the piece's side."""
    middle = quad.mean(axis=0)
    ends = [quad[3] * 0.5 + quad[2] * 0.5, quad[0] * 0.5 + quad[1] * 0.5]
    if shape != TRIANGLE:
        ends += [quad[0] * 0.5 + quad[3] * 0.5, quad[1] * 0.5 + quad[2] * 0.5]
    else:
        ends = ends[:1]
    wide = []
    for end in ends:
        steps = np.linspace(1 - ACROSS, 1 + ACROSS, RIM_SAMPLES, dtype=np.float32)
        at = (middle + steps[:, None] * (end - middle)).astype(np.float32)[None]
        line = cv2.remap(grey, at[..., 0], at[..., 1], cv2.INTER_LINEAR)[0]
        rise = np.abs(np.diff(line))
        total = abs(float(line[-1] - line[0]))
        if total > 8 and rise.max() > 0:
            wide.append(total / float(rise.max()) * 2 * ACROSS / (RIM_SAMPLES - 1) / 2)
    return min(wide, default=0.0)


def _narrow(quad: Quad) -> float:
    return float(min(np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[3] - quad[0])))


def _turns(quad: Quad, piece: SpreadPiece) -> list[Quad]:
    """Return the ways a piece may be held: a card with several windows is held as it lies."""
    if piece.shape == TRIANGLE:
        return _thirds(quad)
    if piece.shape != CARD or len(piece.windows_mm) > 1:
        return [quad]
    wide, high = sorted(piece.sides_mm, reverse=True)
    steps = (0, 1, 2, 3) if wide < SQUARE * high else (0, 2)
    return [np.roll(quad, step, axis=0) for step in steps]


def _thirds(quad: Quad) -> list[Quad]:
    """A triangle lies with any of its tips up."""
    top, right, left = (quad[0] + quad[1]) / 2, quad[2], quad[3]
    found = []
    for tip, one, other in ((top, right, left), (right, left, top), (left, top, right)):
        half = (one - other) / 2
        found.append(np.asarray([tip - half, tip + half, one, other], np.float32))
    return found


def _grouped(
    every: Sequence[Sequence[Patch]], cells: Sequence[Cell]
) -> tuple[Patch, list[list[int]]]:
    """Put together what shows one face, however it is turned; return each as it was held."""
    groups: list[list[int]] = []
    kept = list[Patch]()
    for number, turns in enumerate(every):
        cell = cells[number % len(cells)]
        found = (
            (group, patch)
            for group in groups
            for patch in turns
            if same_face(kept[group[0]], patch, cell)
        )
        group, patch = next(found, (None, turns[0]))
        kept.append(patch)
        if group is None:
            groups.append([number])
        else:
            group.append(number)
    return np.stack(kept).astype(np.float32), groups


def _label(turns: Sequence[Patch], cell: Cell, known: Taught | None) -> str:
    """Return what a face is by what was taught, if it looks like that and like nothing else."""
    likely: dict[str, float] = {}
    for lesson in known.lessons if known else ():
        if lesson.kind == cell.kind:
            face, name = _around(lesson.face), plain(lesson.label)
            best = max(resemblance(face, patch, cell) for patch in turns)
            likely[name] = max(best, likely.get(name, 0.0))
    *_, second, first = [("", 0.0), ("", 0.0), *sorted(likely.items(), key=lambda one: one[1])]
    return first[0] if first[1] >= LIKE and first[1] - second[1] >= CLEARLY else ""


def _around(face: Patch) -> Patch:
    """Give a face the surroundings it was taught without."""
    rim = ((MARGIN, MARGIN), (MARGIN, MARGIN), (0, 0))
    return np.asarray(np.pad(face, rim, mode="edge"), np.float32)


def _papers(picture: Picture, quads: Sequence[Quad], piece: SpreadPiece) -> list[Quad]:
    """Return the pieces that are printed on another paper than most."""
    if piece.is_coloured or piece.shape not in (CARD, TRIANGLE) or len(quads) < 2 * LONE:
        return []
    paper = np.array([white_of(picture, [quad], piece.shape) for quad in quads]) + 1.0
    bright = paper.mean(axis=1)
    tint = paper / bright[:, None]
    for values, least in ((tint[:, 0], TINT), (tint[:, 2], TINT), (np.log(bright), SHADE)):
        order = np.argsort(values)
        gaps = np.diff(values[order])
        widest = int(gaps.argmax())
        smaller = min(widest + 1, len(quads) - widest - 1)
        usual = float(np.percentile(gaps, 90)) if len(gaps) > 4 else 0.0
        if gaps[widest] > max(least, 4 * usual) and smaller >= LONE:
            few = order[: widest + 1] if 2 * (widest + 1) <= len(quads) else order[widest + 1 :]
            return [quads[n] for n in few]
    return []


def _outlined(picture: Picture, quads: Sequence[Quad]) -> bytes:
    """Draw where something is wrong, for people."""
    scale = min(1.0, SHOWN_PX / picture.shape[1])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    ways = [np.round(quad * scale).astype(np.int32) for quad in quads]
    cv2.polylines(small, ways, True, RED, max(3, small.shape[1] // 160), cv2.LINE_AA)
    return jpeg(small, 85)


def packed_windows(patches: Patch) -> bytes:
    """Write what is in the windows as the bytes of a file."""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, windows=patches.astype(np.float16))
    return buffer.getvalue()


def unpacked_windows(raw: bytes) -> Patch:
    """Read the windows of earlier pictures back."""
    with opened(raw) as archive:
        return np.asarray(archive["windows"], np.float32)
