"""Viewing: what a camera sees before any game is open, for the person who aims it.

The camera is opened in a process of its own when somebody asks, and closed again when nobody has
asked for a while. No picture is kept.
"""

from __future__ import annotations

import contextlib
import multiprocessing
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from threading import Lock
from typing import TYPE_CHECKING, Any

import msgspec

from companion.core.errors import why
from companion.core.verdict import Saying

if TYPE_CHECKING:
    from calibration.geometry.board import Board
    from calibration.read.taught import Taught
    from hardware.ports import Camera

IDLE_SECONDS = 5.0
"""After this long without a question the camera is let go."""
PATIENCE_SECONDS = 25.0
WHOLE_QUALITY = 95
MEASURED_EVERY = 10
"""Number of looks of which the first measures the print, which doesn't change."""
SHOWN_PX = 960
"""How wide the picture is that people see."""

Corners = Sequence[tuple[float, float]]
Asked = tuple[list[tuple[float, float]], bool]


class CameraView(msgspec.Struct, frozen=True):
    """One picture, with what is found in it."""

    jpeg: bytes = b""
    size: tuple[int, int] = (0, 0)
    """Width and height of the picture as the camera gives it."""
    aim: dict[str, Any] = {}
    """``calibration.find.aim.Aim`` as plain data."""
    cells: dict[str, tuple[str, float]] = {}
    """The reading of each cell and how sure it is; empty if nobody taught the eye."""
    trouble: Saying | str = ""
    """Why there is no picture."""
    outlook: Saying | None = None
    """What keeps the eye from being sure, or how long it still needs, while a game is watched."""
    lens: dict[str, float] = {}
    """How the camera is held: exposure, gain, white balance, focus; what it does not say is left
    out."""
    printed: tuple[str, float] | None = None
    """The paper of the markers and how large they were printed, in percent, if it was measured."""


class Viewer:
    """One camera over one board, looked through when asked."""

    def __init__(
        self,
        camera: Camera,
        board: Board,
        taught: Taught | None,
        corners: Any,
        nominal: Board | None = None,
    ) -> None:
        """*nominal* is the board with markers of true size, to measure the print by."""
        from calibration.read.reader import Looker

        self._nominal = nominal
        self._measured: tuple[str, float] | None = None
        self._looks = 0
        self._camera, self._board, self._corners = camera, board, corners
        self._looker = Looker(board, taught, corners) if taught is not None else None

    def view(self, corners: Corners, whole: bool = False) -> CameraView:
        from calibration.geometry.pictures import jpeg

        frame = self._camera.read()
        if frame is None:
            return CameraView(trouble="no_picture")
        if whole:
            high, wide = frame.picture.shape[:2]
            return CameraView(jpeg(frame.picture, WHOLE_QUALITY), (wide, high))
        view = viewed(frame.picture, self._board, self._looker, corners, self._corners)
        if self._looks % MEASURED_EVERY == 0 and self._nominal is not None and not corners:
            self._measured = measured(frame.picture, self._nominal)
        self._looks += 1
        lens: dict[str, float] = getattr(self._camera, "lens", dict)()
        return msgspec.structs.replace(view, lens=lens, printed=self._measured)


def measured(picture: Any, nominal: Board) -> tuple[str, float] | None:
    """Return the paper the markers of a board were printed on,
    and the size of the print in percent."""
    from calibration.find.printed import on_a_board
    from calibration.geometry.pictures import Levels

    found = on_a_board(Levels(picture), nominal)
    if found is None or found.scale is None:
        return None
    return found.paper, round(100 * found.scale, 1)


def viewed(
    picture: Any, board: Board, looker: Any, corners: Corners, clicked: Any = None
) -> CameraView:
    """Return a picture for people, with the board in it, and its cells if they can be read.

    *corners* are parts of the picture, tapped just now; *clicked* are pixels, known before.
    """
    from calibration.find.aim import aim
    from calibration.geometry.pictures import jpeg, within

    high, wide = picture.shape[:2]
    tapped = [(x * wide, y * high) for x, y in corners] or clicked
    found = aim(picture, board, tapped)
    cells: dict[str, tuple[str, float]] = {}
    if looker is not None and found.outline and not corners:
        look = looker.look(picture)
        cells = {name: (_best(cell), cell.confidence) for name, cell in look.cells.items()}
    shown = jpeg(within(picture, SHOWN_PX), 70)
    return CameraView(shown, (wide, high), msgspec.to_builtins(found), cells)


def _best(cell: Any) -> str:
    return max(cell.chances, key=cell.chances.__getitem__) if cell.chances else ""


Build = Callable[[], Viewer]
"""Makes a viewer; called in its own process, so it must be picklable."""


class Viewing:
    """Looks through a camera while somebody asks."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._spawn = multiprocessing.get_context("spawn")
        self._process: Any = None
        self._pipe: Connection | None = None
        self._about: object = None

    def look(
        self, about: object, build: Build, corners: Corners = (), whole: bool = False
    ) -> CameraView:
        """Return one view; another *about* means another camera or board.

        *whole* brings the picture alone, as large and clear as it is.
        """
        with self._lock:
            try:
                pipe = self._opened(about, build)
                pipe.send_bytes(msgspec.msgpack.encode((list(corners), whole)))
                if pipe.poll(PATIENCE_SECONDS):
                    return msgspec.msgpack.decode(pipe.recv_bytes(), type=CameraView)
            except (OSError, EOFError):
                pass
            self._close()
            return CameraView(trouble="no_picture")

    def stop(self) -> None:
        """Let the camera go at once: a game wants it."""
        with self._lock:
            self._close()

    def _opened(self, about: object, build: Build) -> Connection:
        if self._pipe is not None and self._about == about and self._process.is_alive():
            return self._pipe
        self._close()
        ours, theirs = self._spawn.Pipe()
        with theirs:
            process = self._spawn.Process(
                target=_show_on, args=(theirs, build), name="viewing", daemon=True
            )
            process.start()  # where the machine has no room for it, there is nothing to end later
        self._process, self._pipe, self._about = process, ours, about
        return ours

    def _close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join(5.0)
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = self._about = None


def _show_on(pipe: Connection, build: Build) -> None:
    """Answer views in the viewer's own process until nobody asks any more."""
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        try:
            viewer = build()
        except (OSError, ImportError, ValueError) as wrong:
            pipe.recv_bytes()
            pipe.send_bytes(msgspec.msgpack.encode(CameraView(trouble=why(wrong) or "no_picture")))
            return
        while pipe.poll(IDLE_SECONDS):
            corners, whole = msgspec.msgpack.decode(pipe.recv_bytes(), type=Asked)
            pipe.send_bytes(msgspec.msgpack.encode(_safely(viewer, corners, whole)))


def _safely(viewer: Viewer, corners: Corners, whole: bool) -> CameraView:
    try:
        return viewer.view(corners, whole)
    except (OSError, ValueError) as wrong:
        return CameraView(trouble=why(wrong) or "no_picture")
