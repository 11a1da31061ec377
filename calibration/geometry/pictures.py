"""Any picture a camera or a file may bring, made into what the eye reads: 8 bit BGR."""

from __future__ import annotations

import io
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ..errors import BadPicture
from .picture_size import (
    JPEG,
    MOST_PHONE_PIXELS,
    PNG,
    is_phone_picture,
    phone_picture_size,
    reads_phone_pictures,
    size_of,
)

Box = tuple[int, int, int, int]
"""Left, top, right and bottom of a part of a picture, the last two just beyond it."""


class Halved:
    """A picture half as large as another, which may be a halved one itself."""

    def __init__(self, larger: NDArray[np.uint8] | Halved) -> None:
        self._larger = larger
        height, width, depth = (int(length) for length in larger.shape)
        self.shape: tuple[int, int, int] = (height // 2, width // 2, depth)
        self._all: Box = (0, 0, width // 2, height // 2)
        self._even = height % 2 == 0 and width % 2 == 0
        self._pixels: NDArray[np.uint8] | None = None
        self._made: Box | None = None

    def part(self, box: Box) -> NDArray[np.uint8]:
        """Return the pixels within *box*; others are computed on demand.

        A pixel is the mean of four, so a part looks as it does in the whole. Where lines or columns
        are odd in number that is not so, and the whole is made.
        """
        if self._made is None and self._even:
            self._pixels = np.empty(self.shape, np.uint8)
            self._make(self._pixels, box)
            self._made = box
        left, top, right, bottom = box
        pixels = self._pixels if box == self._made else None
        return (self.whole() if pixels is None else pixels)[top:bottom, left:right]

    def whole(self) -> NDArray[np.uint8]:
        """Return the whole picture."""
        if self._pixels is None or self._made is None:
            larger = self._larger.whole() if isinstance(self._larger, Halved) else self._larger
            self._pixels = np.asarray(_shrunk(larger, self._all), np.uint8)
        elif self._made != self._all:
            for box in _around(self._made, self._all):
                self._make(self._pixels, box)
        self._made = self._all
        return self._pixels

    def _make(self, into: NDArray[np.uint8], box: Box) -> None:
        left, top, right, bottom = box
        twice = (2 * left, 2 * top, 2 * right, 2 * bottom)
        if isinstance(self._larger, Halved):
            larger = self._larger.part(twice)
        else:
            larger = self._larger[twice[1] : twice[3], twice[0] : twice[2]]
        _shrunk(larger, box, into[top:bottom, left:right])


def _around(inner: Box, outer: Box) -> list[Box]:
    """Return what lies above, below, left and right of a box within another one."""
    left, top, right, bottom = inner
    boxes = [
        (outer[0], outer[1], outer[2], top),
        (outer[0], bottom, outer[2], outer[3]),
        (outer[0], top, left, bottom),
        (right, top, outer[2], bottom),
    ]
    return [box for box in boxes if box[0] < box[2] and box[1] < box[3]]


def _shrunk(larger: NDArray[np.uint8], box: Box, into: NDArray[np.uint8] | None = None) -> Any:
    """Return a part of a picture, shrunk to the size of *box*."""
    size = (box[2] - box[0], box[3] - box[1])
    return cv2.resize(larger, size, into, interpolation=cv2.INTER_AREA)


LEAST_SIDE = 64
MOST_PIXELS = 50_000_000
AS_TAKEN = cv2.IMREAD_ANYCOLOR | cv2.IMREAD_ANYDEPTH
"""Every depth and colour, turned upright as the camera says it was held (EXIF)."""
MOST_WHOLE = 16_000_000
"""A JPEG of more pixels is unpacked at half its width and height: details enough, a quarter of the
memory. A PNG can only be unpacked whole, and one of more pixels is refused."""


def checked(picture: object) -> NDArray[np.uint8]:
    """Return *picture* as 8 bit BGR, converting grey, 16 bit and transparent ones.

    A picture that already is 8 bit BGR is not copied.
    """
    if not isinstance(picture, np.ndarray) or picture.ndim not in (2, 3) or picture.size == 0:
        raise BadPicture(f"expected a picture, found {_named(picture)}")
    height, width = picture.shape[:2]
    if min(height, width) < LEAST_SIDE or height * width > MOST_PIXELS:
        raise _wrong_size(width, height)
    return _bgr(_eight_bit(picture))


def _wrong_size(width: int, height: int, most: int = MOST_PIXELS) -> BadPicture:
    millions = most // 1_000_000
    return BadPicture(
        "fault.picture.size", width=width, height=height, least=LEAST_SIDE, most=millions
    )


def _named(picture: object) -> str:
    shape = getattr(picture, "shape", None)
    return f"an array of shape {shape}" if shape is not None else repr(type(picture).__name__)


def _eight_bit(picture: NDArray) -> NDArray[np.uint8]:
    if picture.dtype == np.uint8:
        return picture
    if picture.dtype == np.uint16:
        return (picture >> 8).astype(np.uint8)
    if picture.dtype.kind == "f" and np.isfinite(picture).all():
        top = 255.0 if float(picture.max()) <= 1.0 else 1.0
        return np.clip(picture * top, 0, 255).astype(np.uint8)
    raise BadPicture(f"the picture holds {picture.dtype}; expected 8 bit, 16 bit or 0..1")


def _bgr(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    if picture.ndim == 2:
        return cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    channels = picture.shape[2]
    if channels == 3:
        return picture
    if channels == 1:
        return cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    if channels == 4:
        return cv2.cvtColor(picture, cv2.COLOR_BGRA2BGR)
    raise BadPicture(f"the picture has {channels} channels; expected 1, 3 or 4")


def read_picture(path: Path) -> NDArray[np.uint8]:
    """Read a picture file; a file cut short is refused rather than half read."""
    try:
        raw = path.read_bytes()
    except OSError as wrong:
        raise BadPicture("fault.picture.unreadable", name=path.name, why=wrong) from wrong
    return decoded(raw, path.name)


def _how_to_unpack(raw: bytes, name: str) -> int:
    """Measure a picture by its head, before anything of it is unpacked; refuse one too large."""
    if not raw.startswith((JPEG, PNG)):
        return AS_TAKEN
    size = size_of(raw)
    if size is None:
        raise BadPicture("fault.picture.no_picture", name=name)
    most = MOST_WHOLE if raw.startswith(PNG) else MOST_PIXELS
    if size[0] * size[1] > most:
        raise _wrong_size(*size, most)
    return cv2.IMREAD_REDUCED_COLOR_2 if size[0] * size[1] > MOST_WHOLE else AS_TAKEN


def decoded(raw: bytes, name: str = "") -> NDArray[np.uint8]:
    """Decode the picture in the bytes of a file; *name* is used in error messages."""
    if raw[:2] == b"\xff\xd8" and b"\xff\xd9" not in raw[-4096:]:
        raise BadPicture("fault.picture.cut_short", name=name)
    if not raw:
        raise BadPicture("fault.picture.empty", name=name)
    if is_phone_picture(raw):
        return checked(_unpacked(raw, name))
    picture = cv2.imdecode(np.frombuffer(raw, np.uint8), _how_to_unpack(raw, name))
    if picture is None:
        raise BadPicture("fault.picture.no_picture", name=name)
    return checked(picture)


def _unpacked(raw: bytes, name: str) -> NDArray[np.uint8]:
    """Return the picture as blue, green and red; it lies as it was taken."""
    size = phone_picture_size(raw)
    if size is None or not reads_phone_pictures():
        raise BadPicture("fault.picture.no_picture", name=name)
    if size[0] * size[1] > MOST_PHONE_PIXELS:
        raise BadPicture("fault.picture.phone_too_large", name=name)
    import pillow_heif

    try:
        read = pillow_heif.open_heif(io.BytesIO(raw), convert_hdr_to_8bit=True, bgr_mode=True)
        picture: NDArray[np.uint8] = np.asarray(read)
    except (OSError, ValueError, EOFError, RuntimeError, SyntaxError) as wrong:
        raise BadPicture("fault.picture.no_picture", name=name) from wrong
    return picture


LARGEST_SIDE = 2000
"""A longer side brings a photograph nothing but time."""


def within(picture: NDArray[np.uint8], side: int = LARGEST_SIDE) -> NDArray[np.uint8]:
    """Shrink a picture whose longer side is longer than this."""
    scale = side / max(picture.shape[:2])
    if scale >= 1:
        return picture
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)


def jpeg(picture: NDArray[np.uint8], quality: int = 80) -> bytes:
    """Encode *picture* for showing."""
    ok, raw = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not ok:
        raise BadPicture(f"cannot encode a picture of shape {picture.shape}")
    return raw.tobytes()


class Levels:
    """One picture at several sizes, each made once and only when it is asked for."""

    def __init__(self, picture: NDArray[np.uint8]) -> None:
        self.full = checked(picture)
        self._half = Halved(self.full)
        self._thumb = Halved(self._half)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the full picture."""
        return self.full.shape[1], self.full.shape[0]

    @property
    def half(self) -> NDArray[np.uint8]:
        return self._half.whole()

    @property
    def thumb(self) -> NDArray[np.uint8]:
        """A quarter as wide and high; the cheapest thing to compare with."""
        return self._thumb.whole()

    @property
    def thumb_shape(self) -> tuple[int, int, int]:
        return self._thumb.shape

    def thumb_part(self, box: Box) -> NDArray[np.uint8]:
        """Return a part of the thumbnail, without reading the rest of the picture."""
        return self._thumb.part(box)

    @cached_property
    def grey(self) -> NDArray[np.uint8]:
        return cv2.cvtColor(self.full, cv2.COLOR_BGR2GRAY)

    @cached_property
    def grey_half(self) -> NDArray[np.uint8]:
        return cv2.cvtColor(self.half, cv2.COLOR_BGR2GRAY)
