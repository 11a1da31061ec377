"""Pictures instead of a camera: a folder in the order of its names, or a film."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2

from hardware.errors import CameraGone, CameraMissing, Closed
from hardware.ports import Frame
from hardware.real.frames import Picture, kept

SUFFIXES = (".jpg", ".jpeg", ".png", ".bmp", ".webp")
SHOWN_SECONDS = 2.0
"""How long a picture of a folder is shown: time for the eye to settle."""


class FolderCamera:
    """Shows each picture for a while and stays at the last; pictures may be added meanwhile."""

    def __init__(
        self,
        folder: Path,
        fps: float = 10.0,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if not folder.is_dir():
            raise CameraMissing("fault.camera.no_folder", folder=folder)
        self._folder, self._pause = folder, 1 / fps
        self._clock, self._sleep = clock, sleep
        self._sequence = 0
        self._shown: Path | None = None
        self._since = clock()
        self._picture: Picture | None = None
        self._closed = False

    def read(self) -> Frame | None:
        """Return the picture that is due, exposed once more; None while the folder is empty."""
        if self._closed:
            raise Closed("fault.closed")
        self._sleep(self._pause)
        self._turn()
        if self._picture is None:
            return None
        self._sequence += 1
        return Frame(self._sequence, self._clock(), self._picture)

    def _turn(self) -> None:
        """Go on to the next picture when its time has come; what isn't a picture is skipped."""
        if self._picture is not None and self._clock() - self._since < SHOWN_SECONDS:
            return
        for path in self._later():
            picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
            self._shown = path
            if picture is not None:
                self._picture, self._since = kept(picture), self._clock()
                return

    def _later(self) -> list[Path]:
        found = sorted(p for p in self._folder.iterdir() if p.suffix.lower() in SUFFIXES)
        return [path for path in found if self._shown is None or path > self._shown]

    def close(self) -> None:
        """Do nothing: there is nothing to release."""
        self._closed = True


class FilmCamera:
    """Plays a film at its own pace; at its end the camera is gone."""

    def __init__(
        self,
        path: Path,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._path, self._clock, self._sleep = path, clock, sleep
        self._sequence = 0
        self._video: Any = cv2.VideoCapture(str(path))
        if not self._video.isOpened():
            self._video.release()
            raise CameraMissing("fault.camera.no_film", path=path)
        self._pause = 1 / (self._video.get(cv2.CAP_PROP_FPS) or 25.0)
        self._due = clock()

    def read(self) -> Frame | None:
        """Return the next picture when it is due; raise CameraGone at the end."""
        if self._video is None:
            raise Closed("fault.closed")
        there, picture = self._video.read()
        if not there or picture is None:
            raise CameraGone("fault.camera.film_over", path=self._path)
        self._sleep(max(0.0, self._due - self._clock()))
        self._due += self._pause
        self._sequence += 1
        return Frame(self._sequence, self._clock(), kept(picture))

    def close(self) -> None:
        """Let go of the film; closing twice is harmless."""
        if self._video is not None:
            self._video.release()
            self._video = None
