"""Opens a camera by its name: ``pi``, a video device, pictures, a film, or a painted table."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from hardware.ports import Camera
from hardware.real.frames import FREE, FrameStats, Size
from hardware.real.pi_camera import PiCamera
from hardware.real.picture_camera import FilmCamera, FolderCamera
from hardware.real.prompt_camera import PromptCamera
from hardware.real.usb_camera import UsbCamera, why_not
from hardware.simulated.camera import SimulatedCamera

__all__ = ["FrameStats", "is_live", "open_camera"]

RIBBON = "pi"
PAINTED = ".frames"
"""A screen another process paints on: the camera of a rehearsal."""
FILMS = (".avi", ".mkv", ".mov", ".mp4", ".webm")


class CameraKind(NamedTuple):
    """One kind of camera: which names mean it, and how it is opened."""

    fits: Callable[[str], bool]
    open: Callable[[str, Size, int, FrameStats], Camera]


def open_camera(
    which: str, size: Size = (1280, 720), fps: int = 15, look: FrameStats = FREE
) -> Camera:
    """Open ``pi``, a device such as ``/dev/video0``, a number, a folder, a film or a screen."""
    kind = next(one for one in KINDS if one.fits(which))
    return kind.open(which, size, fps, look)


def _ribbon(which: str, size: Size, fps: int, look: FrameStats) -> Camera:
    return PromptCamera(PiCamera(size, fps, look), RIBBON)


def _device(which: str, size: Size, fps: int, look: FrameStats) -> Camera:
    device = f"/dev/video{which}" if which.isdigit() else which
    if not os.access(device, os.R_OK | os.W_OK):
        raise why_not(device)
    return PromptCamera(UsbCamera(device, size, fps, look), device)


KINDS = (
    CameraKind(lambda which: which == RIBBON, _ribbon),
    CameraKind(lambda which: Path(which).is_dir(), lambda which, *_: FolderCamera(Path(which))),
    CameraKind(
        lambda which: Path(which).suffix.lower() in FILMS,
        lambda which, *_: FilmCamera(Path(which)),
    ),
    CameraKind(
        lambda which: Path(which).suffix == PAINTED,
        lambda which, size, fps, look: SimulatedCamera.looking_at(Path(which), fps),
    ),
    CameraKind(lambda which: True, _device),
)
"""Every kind of camera; the first that a name fits is meant. A new one is a line here."""


def is_live(camera: Camera) -> bool:
    """Whether no two pictures of this camera are ever equal, as with every real sensor."""
    return isinstance(camera, PromptCamera)
