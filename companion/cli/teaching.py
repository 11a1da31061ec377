"""``companion teach``: show the eye every face once, at the terminal.

From a camera, or from a folder of pictures: one called ``empty`` and one per face, called by
its label, with the card in any one cell. What was taught is kept as one dated version in a
folder that can be copied to another Pi.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.core.errors import TableError

if TYPE_CHECKING:
    from calibration.boards.board import Board
    from calibration.teach.session import Outcome, Session

    from .asking import Opener

SUFFIXES = (".jpg", ".jpeg", ".png")
HOW = {
    "N": ", so that its obelisk or snake points to the first row,",
    "NS": ", so that its obelisk or snake runs along the column,",
}
"""How to lay a card that is taught with the way it lies."""
Ask = Callable[[str], Any]
"""Shows a sentence to the person and returns a picture, or None to stop."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("room", help="the room whose cards are taught")
    parser.add_argument("--pictures", type=Path, help="a folder of pictures instead of a camera")
    parser.add_argument("--camera", help="pi, a number, or a device such as /dev/video0")
    parser.add_argument("--edition", default="", help="a name for this edition (default: the room)")
    parser.add_argument("--into", type=Path, default=Path("teachings"), help="where to keep it")
    parser.add_argument("--faces", help="comma separated labels, instead of those of the box")
    parser.add_argument("--extend", action="store_true", help="add to what is already known")
    parser.add_argument("--list", action="store_true", help="list what is known, and stop")
    parser.add_argument("--undo", action="store_true", help="go back to the version before")


def main(
    args: argparse.Namespace, ask: Ask | None = None, open_camera: Opener | None = None
) -> int:
    """Run a session; 0 when everything wanted is known and kept.

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
        _say(f"teach: {wrong}", error=True)
        return 1


def _with_camera(args: argparse.Namespace, home: Path, open_camera: Opener) -> int:
    from .asking import Asking

    try:
        camera = open_camera(args.camera)
    except (OSError, ImportError) as wrong:
        _say(f"teach: {wrong}", error=True)
        return 1
    try:
        return _teach(args, home, Asking(camera))
    except OSError as wrong:
        _say(f"teach: {wrong} Nothing was kept.", error=True)
        return 1
    finally:
        camera.close()


def _list(folder: Path) -> int:
    from calibration.teach.store import listed

    for kept in listed(folder):
        state = f"damaged: {kept.damage}" if kept.damage else f"{len(kept.labels)} labels"
        _say(f"{kept.edition}  version {kept.version}  {kept.date}  {state}  {kept.path}")
    return 0


def _undo(home: Path) -> int:
    from calibration.teach.store import undo

    gone = undo(home)
    _say(f"version {gone.version} of {gone.edition} is put aside; the one before it counts again")
    return 0


def _teach(args: argparse.Namespace, home: Path, ask: Ask | None) -> int:
    from calibration.teach.session import Session
    from calibration.teach.store import load, save

    board, faces = board_of(args.room)
    wanted = args.faces.split(",") if args.faces else faces
    known = load(home) if args.extend else None
    session = Session(board, args.edition or args.room, wanted, known)
    if args.pictures is not None:
        _from_folder(session, args.pictures)
    elif ask is not None:
        _from_person(session, ask)
    else:
        _say("teach: name a camera with --camera, or a folder with --pictures", error=True)
        return 1
    for pair in session.confusable():
        _say(f"alike: {pair.one} and {pair.other} ({pair.nats:.0f} nats apart)")
    if session.todo and known is None:
        _say(f"not kept: still to be shown: {', '.join(session.todo)}", error=True)
        return 1
    path = save(session.result(), args.into)
    _say(f"kept as {path}")
    return 0


def board_of(room: str) -> tuple[Board, tuple[str, ...]]:
    """The board of a room as its box describes it, and the faces that may lie on it."""
    from companion.rooms import room_of

    taught = room_of(room)
    box = taught.game.load_box(None)
    return taught.board(box), taught.labels(box)


def _from_folder(session: Session, folder: Path) -> None:
    from calibration.read.pictures import read_picture

    for label, path in _named(folder, session.todo):
        picture = read_picture(path)
        _report(
            session,
            session.show_empty(picture) if label == "empty" else session.show(picture, label),
        )


def _named(folder: Path, labels: Iterable[str]) -> Iterator[tuple[str, Path]]:
    for label in labels:
        for suffix in SUFFIXES:
            if (path := folder / f"{label}{suffix}").is_file():
                yield label, path


def _from_person(session: Session, ask: Ask) -> None:
    """Ask for every face until it is known, or until the person has had enough."""
    words = "clear the board and take your hands away"
    while session.todo:
        label = session.todo[0]
        picture = ask(words)
        if picture is None:
            return
        outcome = session.show_empty(picture) if label == "empty" else session.show(picture, label)
        _report(session, outcome)
        upcoming = session.todo[0] if session.todo else ""
        how = HOW.get(upcoming.rpartition("@")[2], "")
        words = f"lay {upcoming} into any one cell{how} and take your hand away"


def _report(session: Session, outcome: Outcome) -> None:
    total = len(session.wanted) + 1
    done, result = total - len(session.todo), "ok" if outcome.learnt else "again"
    _say(f"[{done}/{total}] {result}: {outcome.words}")


def _say(words: str, error: bool = False) -> None:
    print(words, file=sys.stderr if error else sys.stdout)


if __name__ == "__main__":
    _parser = argparse.ArgumentParser(prog="companion teach", description=__doc__)
    add_arguments(_parser)
    raise SystemExit(main(_parser.parse_args()))
