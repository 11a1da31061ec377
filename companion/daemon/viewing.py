"""Aiming the camera of a house: in the lobby through a viewer, during a game through its eye."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..rooms import room_of
from ..settings import EyeSettings, Settings
from ..workshop.teaching import Shot
from .eyes import load_taught, on_paper

if TYPE_CHECKING:
    from ..senses.viewing import View, Viewer

Corners = Sequence[tuple[float, float]]


class Aiming:
    """The camera as the workshop looks through it."""

    def __init__(
        self,
        settings: Callable[[], Settings],
        running: Callable[[], Any],
        taught: Callable[[str], Path | None],
        box: Callable[[str], Path | None],
    ) -> None:
        """*running* is the game that is open, if any is; *taught* and *box* are the owner's."""
        from ..senses.viewing import Viewing

        self._settings, self._running = settings, running
        self._taught, self._box = taught, box
        self._viewing = Viewing()

    def view(self, room: str, corners: Corners) -> View | None:
        """One picture with the board in it; None where there is no camera to look through."""
        open_ = self._running()
        if open_ is not None:
            seen: View | None = open_.aimed() if getattr(open_, "aimed", None) else None
            return seen
        eye = self._settings().eye
        if eye.camera == "none":
            return None
        return self._viewing.look(*self._viewer(room, self._taught(room)), corners)

    def _viewer(self, room: str, taught: Path | None) -> tuple[object, Callable[[], Viewer]]:
        eye, box = self._settings().eye, self._box(room)
        return (eye, room, taught, box), partial(lobby_viewer, eye, room, taught, box)

    def shot(self, room: str) -> Shot:
        """One picture as it is, for a lesson; between games only."""
        eye = self._settings().eye
        if self._running() is not None or eye.camera == "none":
            return Shot(trouble="none")
        seen = self._viewing.look(*self._viewer(room, None), whole=True)
        wide, high = eye.width, eye.height
        corners = [(x / wide, y / high) for x, y in eye.clicked(room) or ()]
        return Shot(seen.jpeg, corners, seen.trouble)

    def facts(self) -> Mapping[str, Any]:
        """Which camera there is, and how it is held."""
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


def lobby_viewer(how: EyeSettings, room: str, taught: Path | None, box: Path | None) -> Viewer:
    """Build the viewer of a house without an open game, in its own process."""
    from ..senses.threads import limit_threads

    limit_threads(1)
    from hardware.real.camera import Look, open_camera

    from ..senses.viewing import Viewer

    around = room_of(room)
    nominal = around.board(around.game.load_box(box))
    known = load_taught(taught) if taught and taught.is_dir() else None
    look = Look(how.lock_light, how.focus_cm)
    camera = open_camera(how.camera, (how.width, how.height), look=look)
    return Viewer(camera, on_paper(nominal, how), known, how.clicked(room), nominal)
