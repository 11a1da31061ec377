"""The heavy half of teaching, done in a process of its own: pictures are cut, named and learnt.

Every function reads a lesson from its folder, goes one step, and leaves the lesson as it is then.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace as changed

from companion.core.errors import TableError
from companion.rooms.room import Chapters, Loose
from companion.util.files import write_whole

from .draft import PENDING, Draft, DraftConcern, Proposal, Tried, write
from .editions import SHOWN, Editions, NotAnEdition, plain_name, unpacked
from .tonight import Crop, TonightLesson

if TYPE_CHECKING:
    from calibration.errors import Complaint
    from calibration.geometry.board import Board
    from calibration.read.taught import Taught
    from calibration.teach.course import Course
    from calibration.teach.exposure import Exposure

TRIED = 5
"""Faces of a test round."""
Corners = Sequence[tuple[float, float]]


class NotTaught(TableError, ValueError):
    """A picture that teaches nothing, or a step that is not due."""


def begun(
    state: Path, board: Board, room: str, edition: str, chapters: Chapters, again: bool
) -> Draft:
    """Begin a lesson; *again* continues from what is known of that edition."""
    editions, name = Editions(state), plain_name(edition)
    newest = editions.newest(room, name)
    folder = _folder(state, room)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    draft = Draft(room, name, chapters, newest.name if newest and again else "")
    old = editions.home(room) / name / SHOWN
    if draft.extends and old.is_dir():
        draft = _with_old(folder, old, draft)
    return write(folder, _counted(state, board, draft))


def _with_old(folder: Path, old: Path, draft: Draft) -> Draft:
    """Add the pictures the edition was learnt from to the new lesson."""
    names = sorted(path.stem for path in old.glob("*.npz"))
    for name in names:
        for suffix in (".npz", ".jpg"):
            if (old / f"{name}{suffix}").is_file():
                shutil.copy2(old / f"{name}{suffix}", folder)
    return changed(draft, shown=tuple(names), taken=len(names))


def pictured(
    state: Path,
    board: Board,
    room: str,
    raw: bytes,
    corners: Corners,
    loose: Sequence[Loose] = (),
) -> Draft:
    """Add a picture: of the empty board, of faces to name, or of a test round. *loose* pieces are
    side by side on a table, without the board.

    Of *loose* pieces some lie side by side on a table, without the board.
    """
    folder, draft = _read(state, room)
    picture = _decoded(raw)
    if draft.step in ("test", "done") and draft.trial:
        return write(folder, _tried(state, board, draft, picture, corners))
    if loose and draft.shown:
        return write(folder, _spread(state, board, folder, draft, picture, loose))
    exposure = _exposed(board, picture, corners)
    name = f"{draft.taken + 1:04d}"
    draft = changed(draft, taken=draft.taken + 1)
    _keep(folder, name, exposure, board, picture, corners)
    if not draft.shown:
        return write(folder, _with_empty(state, board, folder, draft, name, exposure))
    write_whole(folder / PENDING, raw, 0o640)
    from calibration.teach.course import proposed

    course = _course(state, board, draft)
    chapter = course.chapters[draft.chapter]
    groups = proposed(course, chapter, exposure, picture, _pixels(picture, corners))
    if not groups:
        raise NotTaught("teaching.say.all_empty")
    proposals = tuple(Proposal(g.cells, g.label, g.known) for g in groups)
    return write(
        folder,
        changed(draft, pending=name, corners=tuple(map(tuple, corners)), proposals=proposals),
    )


def _spread(
    state: Path, board: Board, folder: Path, draft: Draft, picture: Any, every: Sequence[Loose]
) -> Draft:
    """Return all pieces of a spread, those that look the same together."""
    from calibration.find.aim import DARK, faults_of
    from calibration.teach.course import spread_proposed
    from calibration.teach.spread import SpreadPiece, paper_of, spread_out

    course = _course(state, board, draft)
    chapter = course.chapters[draft.chapter]
    loose = next((one for one in every if one.kind == chapter.kind), None)
    if loose is None:
        raise NotTaught("teaching.say.no_spread")
    known = course.known()
    drawn = [x.face for x in known.lessons if x.label in chapter.faces] if known else []
    piece = SpreadPiece(loose.kind, loose.sides_mm, loose.windows_mm, loose.shape)
    found = spread_out(picture, piece, paper_of(drawn))
    if found is None:
        dark = DARK in faults_of(picture)
        raise NotTaught(f"photograph.say.{DARK}" if dark else "teaching.say.no_spread")
    exposure, shown = found
    name = f"{draft.taken + 1:04d}"
    write_whole(folder / f"{name}.npz", _packed(exposure), 0o640)
    write_whole(folder / f"{name}.jpg", shown, 0o640)
    groups = spread_proposed(course, chapter, exposure)
    return changed(
        draft,
        taken=draft.taken + 1,
        pending=name,
        corners=(),
        proposals=tuple(Proposal(g.cells, g.label, g.known) for g in groups),
        loose={**draft.loose, name: len(exposure.cells)},
    )


def named(state: Path, board: Board, room: str, pending: str, labels: Mapping[str, str]) -> Draft:
    """Name what the owner says is in the picture that was taken."""
    from calibration.teach.course import doubts

    folder, draft = _read(state, room)
    if not draft.pending or draft.pending != pending:
        raise NotTaught("teaching.say.elsewhere")
    kind = draft.chapters[draft.chapter][0]
    known = {face for k, faces in draft.chapters for face in faces if k == kind}
    if not labels or not set(labels.values()) <= known:
        raise NotTaught("teaching.say.unnamed")
    exposure = _load(folder, pending).named(labels)
    write_whole(folder / f"{pending}.npz", _packed(exposure), 0o640)
    picture = None if exposure.loose else _decoded((folder / PENDING).read_bytes())
    draft = changed(draft, shown=(*draft.shown, pending), pending="", proposals=(), saved="")
    course = _course(state, board, draft)
    pixels = None if picture is None else _pixels(picture, draft.corners)
    found = doubts(course, exposure, picture, pixels)
    (folder / PENDING).unlink(missing_ok=True)
    concerns = _still(draft, [DraftConcern(one.kind, one.one, one.other) for one in found], course)
    return write(folder, _counted(state, board, changed(draft, concerns=concerns), course))


def back(state: Path, board: Board, room: str) -> Draft:
    """Without the picture that was taken last."""
    folder, draft = _read(state, room)
    if draft.pending:
        return write(folder, changed(draft, pending="", proposals=()))
    shown = draft.shown[:-1]
    draft = changed(draft, shown=shown, saved="", trial=(), tried=None, concerns=())
    return write(folder, _counted(state, board, draft))


def learnt(state: Path, board: Board, room: str) -> Draft:
    """Make a version of all that was shown, and see games with it from now on. Slow."""
    from calibration.teach.store import save

    folder, draft = _read(state, room)
    if draft.step != "learn":
        raise NotTaught("teaching.say.elsewhere")
    taught = _course(state, board, draft).taught()
    editions = Editions(state)
    newest = editions.newest(room, draft.edition)
    version = newest.number + 1 if newest else 1
    path = save(replace(taught, edition=draft.edition, version=version), editions.home(room))
    name = f"{path.parent.name}/{path.name}"
    editions.use(room, name)
    _keep_shown(folder, path.parent / SHOWN, draft.shown)
    trial, kind = _trial_of(draft)
    return write(
        folder, changed(draft, saved=name, trial=trial, trial_kind=kind, tried=None, extends=name)
    )


def another_trial(state: Path, room: str) -> Draft:
    """Five other faces."""
    folder, draft = _read(state, room)
    trial, kind = _trial_of(draft, draft.taken + 1)
    return write(
        folder, changed(draft, trial=trial, trial_kind=kind, tried=None, taken=draft.taken + 1)
    )


def taken(state: Path, raw: bytes) -> tuple[str, str]:
    """Take over an edition of another house: return its room, and its name here."""
    from calibration.teach.store import save

    editions = Editions(state)
    folder = editions.folder / ".arriving"
    shutil.rmtree(folder, ignore_errors=True)
    try:
        room = unpacked(raw, folder)
        taught = _foreign(folder)
        edition = plain_name(taught.edition)
        newest = editions.newest(room, edition)
        number = newest.number + 1 if newest else 1
        path = save(replace(taught, edition=edition, version=number), editions.home(room))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return room, f"{edition}/{path.name}"


def _foreign(folder: Path) -> Taught:
    from calibration.errors import BadTeaching
    from calibration.teach.store import load

    try:
        return load(folder)
    except BadTeaching as wrong:
        if wrong.key == "fault.teach.layout":
            raise
        raise NotAnEdition("fault.edition.foreign") from wrong


def learnt_tonight(state: Path, board: Board, room: str, keep: Sequence[int]) -> str:
    """Another version of the edition in use, with what people said tonight. Slow."""
    from calibration.teach.course import Course
    from calibration.teach.store import load, save

    editions = Editions(state)
    tonight, used = TonightLesson(editions.folder), editions.used(room)
    if not used:
        raise NotTaught("teaching.say.nothing_used")
    chosen = [crop for n, crop in enumerate(tonight.crops(room)) if n in keep]
    fresh = [*_exposures_of(tonight, board, room, chosen)]
    if not fresh:
        raise NotTaught("teaching.say.unnamed")
    edition = used.partition("/")[0]
    shown = editions.home(room) / edition / SHOWN
    known = {path.stem: _load(shown, path.stem) for path in sorted(shown.glob("*.npz"))}
    extends = load(editions.path(room, used))
    taught = Course(board, (), edition, (*known.values(), *fresh), extends).taught()
    newest = editions.newest(room, edition)
    number = newest.number + 1 if newest else 1
    path = save(replace(taught, edition=edition, version=number), editions.home(room))
    for n, exposure in enumerate(fresh, len(known) + 1):
        write_whole(shown / f"{n:04d}-{number:04d}.npz", _packed(exposure), 0o640)
    name = f"{edition}/{path.name}"
    editions.use(room, name)
    tonight.forget(room)
    return name


def _exposures_of(
    tonight: TonightLesson, board: Board, room: str, crops: Sequence[Crop]
) -> Iterator[Exposure]:
    """Yield the pictures of some crops, each with the names that were kept."""
    from calibration.errors import Complaint
    from calibration.teach.exposure import exposed

    for name in dict.fromkeys(crop.picture for crop in crops):
        raw = tonight.picture(room, name)
        found = exposed(board, _decoded(raw)) if raw else None
        if found is not None and not isinstance(found, Complaint):
            yield found.named({crop.cell: crop.label for crop in crops if crop.picture == name})


def _tried(state: Path, board: Board, draft: Draft, picture: Any, corners: Corners) -> Draft:
    from calibration.teach.course import tried
    from calibration.teach.store import load

    taught = load(Editions(state).path(draft.room, draft.saved))
    trial = tried(
        board, taught, draft.trial, draft.trial_kind, picture, _pixels(picture, corners) or None
    )
    return changed(draft, tried=Tried(dict(trial.found), dict(trial.strange)))


def _trial_of(draft: Draft, seed: int = 0) -> tuple[tuple[str, ...], str]:
    """Choose some faces of the largest chapter, those that look alike first."""
    kind, faces = max(draft.chapters, key=lambda chapter: len(chapter[1]))
    alike = [face for one in draft.concerns for face in (one.one, one.other) if face in faces]
    rest = [face for face in faces if face not in alike]
    Random(f"{draft.edition} {draft.taken} {seed}").shuffle(rest)
    return tuple(dict.fromkeys((*alike, *rest)))[:TRIED], kind


def _with_empty(
    state: Path, board: Board, folder: Path, draft: Draft, name: str, exposure: Exposure
) -> Draft:
    from calibration.teach.exposure import bare_labels

    bare = exposure.named(bare_labels(board))
    write_whole(folder / f"{name}.npz", _packed(bare), 0o640)
    return _counted(state, board, changed(draft, shown=(name,)))


def _counted(state: Path, board: Board, draft: Draft, course: Course | None = None) -> Draft:
    """Work out what is known and missing in the lesson."""
    from calibration.teach.exposure import kinds_in

    course = course or _course(state, board, draft)
    where = {
        f"{kinds_in(board, exposure)[cell]}/{label}": (name, cell)
        for name, exposure in zip(draft.shown, course.exposures, strict=True)
        for cell, label in exposure.labels.items()
    }
    examples = {
        f"{chapter.kind}/{face}": course.examples(chapter.kind)[face]
        for chapter in course.chapters
        for face in chapter.faces
    }
    missing = tuple(course.missing(chapter) for chapter in course.chapters)
    return changed(draft, pictured=where, examples=examples, missing=missing)


def _still(draft: Draft, fresh: Sequence[DraftConcern], course: Course) -> tuple[DraftConcern, ...]:
    """Return what is to be shown again: the new doubts, and the old ones that stand."""
    from calibration.teach.course import ENOUGH

    shown = {
        face: course.examples(chapter.kind)[face]
        for chapter in course.chapters
        for face in chapter.faces
    }
    every = {frozenset((one.one, one.other)): one for one in (*draft.concerns, *fresh)}
    stands = {frozenset((one.one, one.other)) for one in fresh}
    return tuple(
        one
        for pair, one in every.items()
        if (one.one, one.other) not in draft.enough
        and (pair in stands or min(shown.get(face, ENOUGH) for face in pair) < ENOUGH)
    )


def _course(state: Path, board: Board, draft: Draft) -> Course:
    from calibration.teach.course import Chapter, Course
    from calibration.teach.store import load

    editions, folder = Editions(state), _folder(state, draft.room)
    extends = load(editions.path(draft.room, draft.extends)) if draft.extends else None
    chapters = tuple(Chapter(kind, faces) for kind, faces in draft.chapters)
    exposures = tuple(_load(folder, name) for name in draft.shown)
    return Course(board, chapters, draft.edition, exposures, extends)


def _keep(
    folder: Path, name: str, exposure: Exposure, board: Board, picture: Any, corners: Corners
) -> None:
    from calibration.teach.exposure import thumbs

    write_whole(folder / f"{name}.npz", _packed(exposure), 0o640)
    shown = thumbs(board, picture, _pixels(picture, corners))
    write_whole(folder / f"{name}.jpg", shown, 0o640)


def _keep_shown(folder: Path, into: Path, names: Iterable[str]) -> None:
    """Keep what an edition was learnt from beside it, so that it can be learnt on."""
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    for name in names:
        for suffix in (".npz", ".jpg"):
            if (folder / f"{name}{suffix}").is_file():
                shutil.copy2(folder / f"{name}{suffix}", into)


def _exposed(board: Board, picture: Any, corners: Corners) -> Exposure:
    from calibration.errors import Complaint
    from calibration.find.aim import faults_of
    from calibration.teach.exposure import exposed

    found = exposed(board, picture, _pixels(picture, corners))
    if not isinstance(found, Complaint):
        return found
    raise _why_not(found, faults_of(picture))


def _why_not(found: Complaint, faults: Sequence[str]) -> NotTaught:
    """Return what is wrong with the picture itself, or else why the board isn't found in it."""
    if faults:
        return NotTaught(f"photograph.say.{faults[0]}")
    return NotTaught(found.key, **found.values)


def _decoded(raw: bytes) -> Any:
    from calibration.geometry.pictures import decoded, within
    from calibration.read.reader import use_threads

    use_threads(1)
    return within(decoded(raw))


def _pixels(picture: Any, corners: Corners) -> list[tuple[float, float]] | None:
    high, wide = picture.shape[:2]
    return [(x * wide, y * high) for x, y in corners] or None


def _packed(exposure: Exposure) -> bytes:
    from calibration.teach.exposure import packed

    return packed(exposure)


def _load(folder: Path, name: str) -> Exposure:
    from calibration.teach.exposure import unpacked as exposure_of

    return exposure_of((folder / f"{name}.npz").read_bytes())


def _read(state: Path, room: str) -> tuple[Path, Draft]:
    from .draft import Drafts

    draft = Drafts(Editions(state).folder).read(room)
    if draft is None:
        raise NotTaught("teaching.say.elsewhere")
    return _folder(state, room), draft


def _folder(state: Path, room: str) -> Path:
    from .draft import Drafts

    return Drafts(Editions(state).folder).folder(room)
