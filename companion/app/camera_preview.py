"""Aiming the camera of a house: in the lobby through a viewer, during a game through its eye."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from companion.config.settings import EyeSettings, Settings
from companion.rooms import room_of
from companion.workshop.teach import TeachShot

from .eyes import on_paper

if TYPE_CHECKING:
    from companion.senses.camera_view import CameraView, Viewer

    from .known_pieces import KnownPieces

Corners = Sequence[tuple[float, float]]


class Aiming:
    """The camera as the workshop looks through it."""

    def __init__(
        self,
        settings: Callable[[], Settings],
        running: Callable[[], Any],
        known: Callable[[str], KnownPieces],
        box: Callable[[str], Path | None],
    ) -> None:
        """*running* is the game that is open, if any is; *known* and *box* are the owner's."""
        from companion.senses.camera_view import Viewing

        self._settings, self._running = settings, running
        self._known, self._box = known, box
        self._viewing = Viewing()

    def view(self, room: str, corners: Corners) -> CameraView | None:
        """Return one picture with the board in it; None if there is no camera to look through."""
        open_ = self._running()
        if open_ is not None:
            seen: CameraView | None = open_.aimed() if getattr(open_, "aimed", None) else None
            return seen
        eye = self._settings().eye
        if eye.camera == "none":
            return None
        return self._viewing.look(*self._viewer(room, self._known(room)), corners)

    def _viewer(self, room: str, known: KnownPieces | None) -> tuple[object, Callable[[], Viewer]]:
        eye, box = self._settings().eye, self._box(room)
        pieces = known if known is not None and known.is_wanted() else None
        key = (eye, room, box, pieces and str(pieces.lesson()))
        return key, partial(lobby_viewer, eye, room, pieces, box)

    def shot(self, room: str) -> TeachShot:
        """Take one picture as it is, for a lesson; between games only."""
        eye = self._settings().eye
        if self._running() is not None or eye.camera == "none":
            return TeachShot(trouble="none")
        seen = self._viewing.look(*self._viewer(room, None), whole=True)
        wide, high = seen.size if all(seen.size) else (eye.width, eye.height)
        corners = [(x / wide, y / high) for x, y in eye.clicked(room) or ()]
        return TeachShot(seen.jpeg, corners, seen.trouble)

    def attempt(self, camera: str) -> CameraView:
        """One picture of a camera somebody thinks of; nothing is changed by it."""
        from companion.senses.camera_view import CameraView

        settings = self._settings()
        if self._running() is not None:
            return CameraView(trouble="private")
        eye = msgspec.structs.replace(settings.eye, camera=camera, tapped={})
        about = (eye, settings.room, "tried")
        return self._viewing.look(about, partial(lobby_viewer, eye, settings.room, None, None))

    def facts(self) -> Mapping[str, Any]:
        """Return which camera there is, and how it is held."""
        eye = self._settings().eye
        return {
            "camera": eye.camera,
            "size": f"{eye.width} x {eye.height}",
            "locked": eye.lock_light,
            "focus_cm": eye.focus_cm,
            "room": self._settings().room,
        }

    def stop(self) -> None:
        self._viewing.stop()


def lobby_viewer(
    how: EyeSettings, room: str, pieces: KnownPieces | None, box: Path | None
) -> Viewer:
    """Build the viewer of a house without an open game, in its own process."""
    from companion.senses.threads import limit_threads

    limit_threads(1)
    from companion.senses.camera_view import Viewer
    from hardware.cameras import FrameStats, open_camera

    around = room_of(room)
    nominal = around.board(around.game.load_box(box))
    known = pieces() if pieces is not None else None
    look = FrameStats(how.lock_light, how.focus_cm)
    camera = open_camera(how.camera, (how.width, how.height), look=look)
    return Viewer(camera, on_paper(nominal, how), known, how.clicked(room), nominal)
