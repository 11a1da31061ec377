"""``companion teach``: show the eye every face once, at the terminal. From a camera, or from a
folder of pictures: one called ``empty`` and one per face, called by its label, with the card in any
one cell. The result is kept as one dated version in a folder that can be copied to another Pi.

From a camera, or from a folder of pictures: one called ``empty`` and one per face, called by
its label, with the card in any one cell. What was taught is kept as one dated version in a
folder that can be copied to another Pi.
"""

from __future__ import annotations

import argparse
import math
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.core.errors import TableError, why

from .command import Commands, add, say, wrong_said
from .command import words as spoken

if TYPE_CHECKING:
    from calibration.geometry.board import Board
    from calibration.read.taught import Taught
    from calibration.teach.session import Session, TeachOutcome

    from .prompts import Opener

SUFFIXES = (".jpg", ".jpeg", ".png")
Corners = tuple[tuple[float, float], ...]
Ask = Callable[[str], Any]
"""Shows a sentence to the person and returns a picture, or None to stop."""


def add_commands(commands: Commands) -> None:
    add_arguments(add(commands, "teach", _with_cameras))


def _with_cameras(args: argparse.Namespace) -> int:
    """Teach with the cameras of this machine."""
    from hardware.cameras import open_camera

    return main(args, open_camera=open_camera)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("room", help=say("option.teach_room"))
    parser.add_argument("--pictures", type=Path, help=say("option.pictures"))
    parser.add_argument("--camera", help=say("option.camera"))
    parser.add_argument("--edition", default="", help=say("option.edition"))
    parser.add_argument("--into", type=Path, default=Path("teachings"), help=say("option.into"))
    parser.add_argument("--faces", help=say("option.faces"))
    parser.add_argument("--box", type=Path, help=say("option.box"))
    add_corners(parser)
    parser.add_argument("--extend", action="store_true", help=say("option.extend"))
    parser.add_argument("--list", action="store_true", help=say("option.list"))
    parser.add_argument("--undo", action="store_true", help=say("option.undo"))


def main(
    args: argparse.Namespace, ask: Ask | None = None, open_camera: Opener | None = None
) -> int:
    """Run a session; return 0 once everything wanted is known and kept. *open_camera* opens the
    camera that was asked for; without it there is none here.

    *open_camera* opens the camera that was asked for; without it there is none here.
    """
    from calibration.errors import CalibrationError

    home = args.into / (args.edition or args.room)
    try:
        if args.list:
            return _list(args.into)
        if args.undo:
            return _undo(home)
        if args.pictures is None and ask is None and args.camera and open_camera:
            return _with_camera(args, home, open_camera)
        return _teach(args, home, ask)
    except (CalibrationError, TableError) as wrong:
        _say(wrong_said(wrong), error=True)
        return 1


def _with_camera(args: argparse.Namespace, home: Path, open_camera: Opener) -> int:
    from .prompts import Prompt

    try:
        camera = open_camera(args.camera)
    except (OSError, ImportError) as wrong:
        _say(wrong_said(wrong), error=True)
        return 1
    try:
        return _teach(args, home, Prompt(camera))
    except OSError as wrong:
        _say(say("teach.nothing_kept", why=why(wrong)), error=True)
        return 1
    finally:
        camera.close()


def _list(folder: Path) -> int:
    from calibration.teach.store import listed

    for kept in listed(folder):
        state = say("teach.damaged") if kept.damage else say("teach.labels", count=len(kept.labels))
        version = say("teach.version", number=kept.version)
        _say(f"{kept.edition}  {version}  {kept.date}  {state}  {kept.path}")
    return 0


def _undo(home: Path) -> int:
    from calibration.teach.store import undo

    gone = undo(home)
    _say(say("teach.undone", version=gone.version, edition=gone.edition))
    return 0


def _teach(args: argparse.Namespace, home: Path, ask: Ask | None) -> int:
    from calibration.teach.session import Session
    from calibration.teach.store import load, save

    board, faces = board_of(args.room, args.box)
    wanted = args.faces.split(",") if args.faces else faces
    known = load(home) if args.extend else _left(home)
    if known is not None and not args.extend:
        wanted = [face for face in wanted if not _is_known(face, known)]
        _say(say("teach.going_on", count=len(faces) - len(wanted)))
    session = Session(board, args.edition or args.room, wanted, known, args.corners)
    if args.pictures is not None:
        _from_folder(session, args.pictures)
    elif ask is not None:
        _from_person(session, ask)
    else:
        _say(wrong_said(TableError("fault.cli.no_camera")), error=True)
        return 1
    for pair in session.confusable():
        _say(say("teach.alike", one=pair.one, other=pair.other, distance=round(pair.nats)))
    if session.todo and not args.extend:
        return _leave(session, home)
    path = save(replace(session.result(), edition=home.name), args.into)
    shutil.rmtree(_unfinished(home), ignore_errors=True)
    _say(say("teach.kept", path=path))
    return 0


def _unfinished(home: Path) -> Path:
    """Return where an unfinished lesson is kept; no table takes it for a finished one."""
    return home.with_name(f"{home.name}-unfinished")


def _left(home: Path) -> Taught | None:
    """Return what was shown in an unfinished lesson; None if there is none."""
    from calibration.teach.store import load

    return load(_unfinished(home)) if _unfinished(home).is_dir() else None


def _leave(session: Session, home: Path) -> int:
    """Keep what was shown so far apart, to go on with it another time."""
    from calibration.teach.store import save

    missing = list(session.todo)
    shown = [face for face in session.wanted if face not in session.todo]
    if not shown:
        _say(say("teach.nothing_new", faces=missing), error=True)
        return 1
    save(replace(session.result(), edition=_unfinished(home).name), home.parent)
    _say(say("teach.unfinished", faces=missing), error=True)  # fmt: skip
    return 1


def _is_known(face: str, known: Taught) -> bool:
    labels = {lesson.label for lesson in known.lessons}
    return face in labels or face.partition("@")[0] in labels


def add_corners(parser: argparse.ArgumentParser) -> None:
    """Let somebody tap the board's corners if it has no markers."""
    parser.add_argument(
        "--corners",
        type=corners_of,
        metavar="X,Y X,Y X,Y X,Y",
        help=say("option.corners"),
    )


def corners_of(text: str) -> Corners:
    """Four corners in pixels.

    >>> corners_of("10,20 900,25 890,600 15,610")[1]
    (900.0, 25.0)
    """
    try:
        pairs = [tuple(float(x) for x in pair.split(",")) for pair in text.split()]
    except ValueError:
        pairs = []
    corners = tuple((pair[0], pair[1]) for pair in pairs if len(pair) == 2)
    if len(corners) != 4 or len(pairs) != 4 or not all(math.isfinite(x) for p in pairs for x in p):
        raise argparse.ArgumentTypeError(say("teach.corners", text=text))
    return corners


def board_of(room: str, own: Path | None = None) -> tuple[Board, tuple[str, ...]]:
    """Return the board of a room as its box describes it, and the faces that may lie on it."""
    from companion.rooms import room_of

    taught = room_of(room)
    box = taught.game.load_box(own)
    return taught.board(box), taught.labels(box)


def _from_folder(session: Session, folder: Path) -> None:
    from calibration.errors import BadPicture
    from calibration.geometry.pictures import read_picture

    if not folder.is_dir():
        raise TableError("fault.cli.no_folder", folder=folder)
    pictures = dict(_named(folder, session.todo))
    if not pictures:
        raise TableError(
            "fault.cli.no_faces", folder=folder, first=session.todo[0], last=session.todo[-1]
        )
    for label, path in pictures.items():
        try:
            picture = read_picture(path)
        except BadPicture as wrong:
            _say(f"{label}: {wrong_said(wrong)}", error=True)
            continue
        _report(
            session,
            session.show_empty(picture) if label == "empty" else session.show(picture, label),
        )


def _named(folder: Path, labels: Iterable[str]) -> Iterator[tuple[str, Path]]:
    """Yield the pictures of some labels; a camera may write .JPG as well as .jpg."""
    files = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)
    for label in labels:
        yield from ((label, path) for path in files if path.stem == label)


def _from_person(session: Session, ask: Ask) -> None:
    """Ask for every face until it is known, or until the person has had enough."""
    words = say("teach.do_empty")
    while session.todo:
        label = session.todo[0]
        picture = ask(words)
        if picture is None:
            return
        outcome = session.show_empty(picture) if label == "empty" else session.show(picture, label)
        _report(session, outcome)
        upcoming = session.todo[0] if session.todo else ""
        words = say("teach.do_lay", face=upcoming, way=upcoming.rpartition("@")[2])


def _report(session: Session, outcome: TeachOutcome) -> None:
    total = len(session.wanted) + 1
    done, said = total - len(session.todo), spoken().put(outcome.say.key, outcome.say.values)
    _say(f"[{done}/{total}] {'✓' if outcome.learnt else '✗'} {said}")


def _say(words: str, error: bool = False) -> None:
    print(words, file=sys.stderr if error else sys.stdout)


if __name__ == "__main__":
    _parser = argparse.ArgumentParser(prog="companion teach", description=__doc__)
    add_arguments(_parser)
    raise SystemExit(main(_parser.parse_args()))
