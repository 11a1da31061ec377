"""Arrays in an archive, measured before they are unpacked: a few bytes may stand for gigabytes."""

from __future__ import annotations

import io
import math
import zipfile
from typing import Any

import numpy as np

MOST_BYTES = 24_000_000
"""Most bytes of all arrays together, unpacked; an edition of two hundred cards has 6,000,000."""
MOST_ARRAYS = 2_000
PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""What NumPy writes; another may ask for gigabytes before it unpacks a byte."""
HEADERS = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}


def opened(raw: bytes) -> Any:
    """Open the arrays in the bytes of an archive, as np.load does, or refuse it unopened."""
    measure(raw)
    return np.load(io.BytesIO(raw), allow_pickle=False)


def measure(raw: bytes) -> None:
    """Raise a ValueError for an archive whose arrays are too many, too large, or none."""
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        parts = archive.infolist()
        if len(parts) > MOST_ARRAYS or sum(part.file_size for part in parts) > MOST_BYTES:
            raise ValueError(f"{len(parts)} arrays, or too large")
        if any(part.compress_type not in PACKINGS for part in parts):
            raise ValueError("an archive of another packing")
        for part in parts:
            with archive.open(part) as file:
                _check_shape(file, part.file_size)


def _check_shape(file: Any, size: int) -> None:
    """Compare what an array says of itself with the bytes it has."""
    read = HEADERS.get(np.lib.format.read_magic(file))
    if read is None:
        raise ValueError("an array of another format")
    shape, _, kind = read(file)
    if kind.hasobject or math.prod(shape) * kind.itemsize != size - file.tell():
        raise ValueError(f"an array of shape {shape} in {size} bytes")
