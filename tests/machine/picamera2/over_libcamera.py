"""Run our camera driver over the real picamera2 and the real libcamera, at a virtual camera.

Run by ``tests/machine/picamera2/build`` or ``run``. Only two things are stood in for: a machine
without a Pi has no heap for buffers (memory files do) and no display library.
"""

from __future__ import annotations

import fcntl
import os
import sys
import time
from typing import Any
from unittest.mock import MagicMock

PICTURES = 40


class MemoryHeap:
    """Buffers in memory files: the kernel's own heap is not here."""

    def __init__(self, *given: Any) -> None: ...

    def alloc(self, name: str, size: int) -> Any:
        from picamera2.dma_heap import UniqueFD

        file = os.memfd_create(name)
        os.ftruncate(file, size)
        return UniqueFD(file)

    def close(self) -> None: ...


def library() -> Any:
    """Return picamera2, with somewhere to keep buffers."""
    sys.modules["pykms"] = MagicMock()
    import picamera2
    from picamera2 import dma_heap
    from picamera2.allocators import dmaallocator

    dmaallocator.DmaHeap = MemoryHeap
    asked, kernel = {dma_heap.DMA_BUF_IOCTL_SYNC, dma_heap.DMA_BUF_SET_NAME}, fcntl.ioctl
    quiet: Any = lambda file, what, *more: 0 if what in asked else kernel(file, what, *more)  # noqa: E731
    fcntl.ioctl = quiet
    return picamera2


def main() -> int:
    known = library().Picamera2.global_camera_info()
    print("cameras:", known)
    from hardware.errors import CameraBusy
    from hardware.real.frames import FrameStats
    from hardware.real.pi_camera import PiCamera

    begun = time.monotonic()
    camera = PiCamera((1280, 720), look=FrameStats(lock_light=True, focus_cm=60))
    frames = [camera.read() for _ in range(PICTURES)]
    assert [one.sequence for one in frames if one] == list(range(1, PICTURES + 1))
    times = [one.at for one in frames if one]
    assert times == sorted(times)
    assert all(one and one.picture.shape == (720, 1280, 3) for one in frames)
    lasted = times[-1] - times[0]
    print(f"{PICTURES} pictures, {(PICTURES - 1) / lasted:.1f} a second, first after "
          f"{times[0] - begun:.2f} s, the sensor says {sorted(camera.metadata)}")  # fmt: skip
    try:
        PiCamera((640, 480))
    except CameraBusy as busy:
        print("opened twice:", type(busy).__name__, busy.values)
    else:
        raise AssertionError("a camera in use was opened a second time")
    camera.close()
    camera.close()
    again = PiCamera((640, 480))
    frame = again.read()
    assert frame is not None
    assert frame.picture.shape == (480, 640, 3)
    again.close()
    print("closed, and opened again in another size")
    return 0


if __name__ == "__main__":
    sys.exit(main())
