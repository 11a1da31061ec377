"""What a simulated camera sees: a screen, or one in a file that another process paints.

Two slots take turns, so that a reader sees a whole picture while the next is being painted.
The counter in the header is odd while a slot is being written (a sequence lock): nobody ever
waits for anybody, and a process that dies leaves no lock behind.
"""

from __future__ import annotations

import mmap
import struct
import time
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from threading import Lock
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from hardware.errors import BadFrame, CameraMissing, Closed

MAGIC = b"TABLEEYE"
FIXED = struct.Struct("<8sIII")
"""Magic, version, width, height."""
TURN = struct.Struct("<Q")
MOOD = struct.Struct("<Q")
STAMP = struct.Struct("<Qd")
"""The number of the picture, and since when."""
TURN_AT, MOOD_AT, STAMPS_AT, PICTURES_AT = 32, 40, 48, 4096
VERSION = 1
PATIENCE = 1000


class FrameFile:
    """Made by the painter with :meth:`create`, found by lookers with :meth:`open`."""

    def __init__(self, path: Path, size: tuple[int, int], memory: mmap.mmap) -> None:
        self.path, self.size = path, size
        self._memory: mmap.mmap | None = memory
        self._length = size[0] * size[1] * 3
        self._writing = Lock()

    @classmethod
    def create(cls, path: Path, size: tuple[int, int]) -> FrameFile:
        """Make a fresh screen of *size* (width, height); an old file there is replaced."""
        length = PICTURES_AT + 2 * size[0] * size[1] * 3
        fresh = path.with_name(path.name + ".new")
        with fresh.open("w+b") as file:
            file.truncate(length)
            memory = mmap.mmap(file.fileno(), length)
        FIXED.pack_into(memory, 0, MAGIC, VERSION, *size)
        fresh.replace(path)
        return cls(path, size, memory)

    @classmethod
    def open(cls, path: Path) -> FrameFile:
        """Find the screen that another process made."""
        try:
            with path.open("r+b") as file:
                memory = mmap.mmap(file.fileno(), 0)
        except (OSError, ValueError) as wrong:
            raise CameraMissing(
                f"no simulated camera at {path}: {wrong}. Start the rehearsal that paints it first"
            ) from wrong
        return cls(path, _size(path, memory), memory)

    def show(self, picture: Picture) -> None:
        """Show a copy of *picture* from now on."""
        width, height = self.size
        if checked(picture).shape[:2] != (height, width):
            found = f"{picture.shape[1]}x{picture.shape[0]}"
            raise BadFrame(f"got a picture of {found}; this screen takes {width}x{height}")
        with self._writing:
            self._write(self._open_memory(), np.ascontiguousarray(picture))

    def _write(self, memory: mmap.mmap, picture: Picture) -> None:
        turn = _number(memory, TURN_AT) & ~1
        count = turn // 2 + 1
        start = PICTURES_AT + (count % 2) * self._length
        TURN.pack_into(memory, TURN_AT, turn + 1)
        _fence()
        memory[start : start + self._length] = picture.data.cast("B")
        STAMP.pack_into(memory, STAMPS_AT + (count % 2) * STAMP.size, count, time.monotonic())
        _fence()
        TURN.pack_into(memory, TURN_AT, turn + 2)

    def feel(self, mood: Mood) -> None:
        """Change how the camera fares."""
        MOOD.pack_into(self._open_memory(), MOOD_AT, mood)

    def look(self) -> ScreenContent:
        """Return what is shown now; retry if a painter came in between."""
        memory = self._open_memory()
        for _ in range(PATIENCE):
            before = _number(memory, TURN_AT) // 2
            _fence()
            mood = Mood(_number(memory, MOOD_AT))
            if before == 0:
                return ScreenContent(0, 0.0, mood, None)
            count, at, raw = self._slot(memory, before % 2)
            _fence()
            # the slot is written again only two pictures later
            if count == before and (_number(memory, TURN_AT) + 1) // 2 <= before + 1:
                return ScreenContent(count, at, mood, self._picture(raw))
        raise BadFrame(f"{self.path} is painted faster than it can be read; show fewer frames")

    def _slot(self, memory: mmap.mmap, slot: int) -> tuple[int, float, bytes]:
        count, at = STAMP.unpack_from(memory, STAMPS_AT + slot * STAMP.size)
        start = PICTURES_AT + slot * self._length
        return count, at, memory[start : start + self._length]

    def _picture(self, raw: bytes) -> Picture:
        return np.frombuffer(raw, np.uint8).reshape(self.size[1], self.size[0], 3)

    def close(self) -> None:
        """Let go of the memory; the file stays; its maker removes it."""
        if self._memory is not None:
            self._memory.close()
            self._memory = None

    def _open_memory(self) -> mmap.mmap:
        if self._memory is None:
            raise Closed(f"the screen {self.path} has been closed; open it again to use it")
        return self._memory


def _number(memory: mmap.mmap, at: int) -> int:
    return int(TURN.unpack_from(memory, at)[0])


def _size(path: Path, memory: mmap.mmap) -> tuple[int, int]:
    if len(memory) >= PICTURES_AT:
        magic, version, width, height = FIXED.unpack_from(memory, 0)
        whole = PICTURES_AT + 2 * width * height * 3 == len(memory)
        if magic == MAGIC and version == VERSION and whole:
            return width, height
    memory.close()
    raise CameraMissing(f"{path} is no screen of version {VERSION}; remove it and rehearse again")


def _fence() -> None:
    """Keep the processor from reordering what is written before and after.

    Taking and giving back a lock is the one memory barrier Python offers; ARM needs it.
    """
    with Lock():
        pass


Picture = NDArray[np.uint8]


class Mood(IntEnum):
    """How the camera fares."""

    LIVE = 0
    FROZEN = 1
    BLACK = 2
    UNPLUGGED = 3


@dataclass(frozen=True, slots=True, eq=False)
class ScreenContent:
    """What is on a screen: which picture, since when, and the camera's mood."""

    count: int
    at: float
    mood: Mood
    picture: Picture | None


class SimulatedScreen(Protocol):
    """Something one can show pictures on and look at, from several threads or processes."""

    def show(self, picture: Picture) -> None: ...
    def feel(self, mood: Mood) -> None: ...
    def look(self) -> ScreenContent: ...
    def close(self) -> None: ...


class Canvas:
    """A screen within one process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._shown = ScreenContent(0, 0.0, Mood.LIVE, None)

    def show(self, picture: Picture) -> None:
        """Show a copy of *picture* from now on."""
        kept = checked(picture).copy()
        kept.setflags(write=False)
        with self._lock:
            count, mood = self._shown.count + 1, self._shown.mood
            self._shown = ScreenContent(count, time.monotonic(), mood, kept)

    def feel(self, mood: Mood) -> None:
        """Change how the camera fares."""
        with self._lock:
            was = self._shown
            self._shown = ScreenContent(was.count, was.at, mood, was.picture)

    def look(self) -> ScreenContent:
        """Return what is shown now."""
        with self._lock:
            return self._shown

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


def checked(picture: Picture) -> Picture:
    """Refuse what no camera would deliver."""
    if picture.dtype != np.uint8 or picture.ndim != 3 or picture.shape[2] != 3:
        raise BadFrame(
            f"got a picture of {picture.dtype} {picture.shape}; "
            "expected uint8 height x width x 3 (blue, green, red)"
        )
    return picture
