"""The eye of a table, built in the eye's own process."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.config.settings import EyeSettings
from companion.rooms import room_of

from .known_pieces import SIZE, Learn

if TYPE_CHECKING:
    from calibration.geometry.board import Board


FROZEN_SECONDS = 1.5
"""Report a frozen camera within two seconds."""
FASTEST_EYE = 4.0
"""The eye of a rehearsal never looks faster than this, in multiples of real time."""


def rehearsed_eye(frames: Path, room: str, box: Any, speed: float) -> Any:
    """Build the eye of a rehearsal, in its own process: it has been taught our own pieces."""
    from companion.senses.threads import limit_threads

    limit_threads(1)  # before numpy is loaded: on small patches more threads only spin
    from calibration.read.reader import Looker
    from companion.senses.eye import Eye
    from hardware.simulated.camera import SimulatedCamera

    looker = Looker(room_of(room).board(box), room_of(room).taught(box, SIZE))
    camera = SimulatedCamera.looking_at(frames, fps=12.0 * min(FASTEST_EYE, max(1.0, speed)))
    return Eye(camera, looker, settle_seconds=max(0.2, 0.4 / speed))


def real_eye(camera: str, learn: Learn, room: str, box: Any, how: EyeSettings) -> Any:
    """Build the eye of a real table, in its own process."""
    from companion.senses.threads import limit_threads

    limit_threads(1)  # before numpy is loaded: on small patches more threads only spin
    from calibration.read.reader import Looker
    from companion.senses.eye import Eye
    from hardware.cameras import FrameStats, is_live, open_camera

    looker = Looker(on_paper(room_of(room).board(box), how), learn(), how.clicked(room))
    opened = open_camera(
        camera, (how.width, how.height), look=FrameStats(how.lock_light, how.focus_cm)
    )
    return Eye(
        opened,
        looker,
        settle_seconds=how.settle_seconds,
        frozen_seconds=FROZEN_SECONDS,
        noise_expected=is_live(opened),
    )


def on_paper(board: Board, how: EyeSettings) -> Board:
    """Return the board with its markers as the owner's printer made them."""
    from calibration.geometry.markers import as_printed, paper_called

    return as_printed(board, paper_called(how.paper), how.printed_percent / 100)
