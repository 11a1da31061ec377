"""Shows a film of a few YUYV pictures over and over on a V4L2 loopback device.

film.py DEVICE WIDTH HEIGHT FILM: the film is raw pictures, one after the other. It may be replaced
while it runs; the new one is shown at once.
"""

import fcntl
import os
import struct
import sys
import time
from pathlib import Path

S_FMT = 0xC0D05605  # VIDIOC_S_FMT
OUTPUT, YUYV, PROGRESSIVE, SRGB = 2, 0x56595559, 1, 8
PICTURES_A_SECOND = 3


def prepare(device: int, width: int, height: int) -> None:
    """Tell the device what is going to be shown."""
    head = struct.pack("=I4x", OUTPUT)
    pix = struct.pack(
        "=8I", width, height, YUYV, PROGRESSIVE, 2 * width, 2 * width * height, SRGB, 0
    )
    fcntl.ioctl(device, S_FMT, (head + pix).ljust(208, b"\0"))


def show(device: int, film: Path, size: int) -> None:
    number = 0
    while True:
        reel = film.read_bytes()
        count = len(reel) // size
        at = number % count * size
        os.write(device, reel[at : at + size])
        number += 1
        time.sleep(1 / PICTURES_A_SECOND)


if __name__ == "__main__":
    name, width, height, film = sys.argv[1:5]
    opened = os.open(name, os.O_RDWR)
    prepare(opened, int(width), int(height))
    show(opened, Path(film), 2 * int(width) * int(height))
