"""Opens a camera by its name: ``pi``, a video device, pictures, a film, or a painted table."""

from __future__ import annotations

import os
from pathlib import Path

from hardware.ports import Camera
from hardware.real.frames import FREE, Look, Size
from hardware.real.pi_camera import PiCamera
from hardware.real.picture_camera import FilmCamera, FolderCamera
from hardware.real.prompt_camera import PromptCamera
from hardware.real.usb_camera import UsbCamera, why_not
from hardware.simulated.camera import SimulatedCamera

__all__ = ["Look", "is_live", "open_camera"]

RIBBON = "pi"
PAINTED = ".frames"
"""A screen another process paints on: the camera of a rehearsal."""
FILMS = (".avi", ".mkv", ".mov", ".mp4", ".webm")


def open_camera(which: str, size: Size = (1280, 720), fps: int = 15, look: Look = FREE) -> Camera:
    """Open ``pi``, a device such as ``/dev/video0``, a number, a folder, a film or a screen."""
    if which == RIBBON:
        return PromptCamera(PiCamera(size, fps, look), RIBBON)
    path = Path(which)
    if path.is_dir():
        return FolderCamera(path)
    if path.suffix.lower() in FILMS:
        return FilmCamera(path)
    if path.suffix == PAINTED:
        return SimulatedCamera.looking_at(path, fps)
    device = f"/dev/video{which}" if which.isdigit() else which
    if not os.access(device, os.R_OK | os.W_OK):
        raise why_not(device)
    return PromptCamera(UsbCamera(device, size, fps, look), device)


def is_live(camera: Camera) -> bool:
    """Whether no two pictures of this camera are ever equal, as with every real sensor."""
    return isinstance(camera, PromptCamera)
