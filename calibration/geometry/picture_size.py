"""The size of a picture as its first bytes give it: known before anything is unpacked."""

from __future__ import annotations

from importlib.util import find_spec

JPEG, PNG = b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n"
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_ALONE = frozenset({0x01, *range(0xD0, 0xD9)})


def size_of(data: bytes) -> tuple[int, int] | None:
    """Width and height as the head of a JPEG or PNG gives them; None when it does not."""
    if data.startswith(PNG):
        wide, high = _number(data[16:20]), _number(data[20:24])
        return (wide, high) if data[12:16] == b"IHDR" and wide and high else None
    at = 2
    while at + 9 < len(data):
        if data[at] != 0xFF:
            return None
        kind = data[at + 1]
        if kind in _FRAMES:
            high, wide = _number(data[at + 5 : at + 7]), _number(data[at + 7 : at + 9])
            return (wide, high) if wide and high else None
        at += 1 if kind == 0xFF else 2 if kind in _ALONE else 2 + _number(data[at + 2 : at + 4])
    return None


def _number(data: bytes) -> int:
    return int.from_bytes(data, "big")


PHONE_TYPES = (b"heic", b"heix", b"hevc", b"mif1", b"msf1", b"avif")
"""What phones keep their own photographs in (HEIC, AVIF), named after ``ftyp``."""
MOST_PHONE_PIXELS = 16_000_000
"""A picture of this kind is unpacked whole."""
HEAD_BYTES = 65_536
_SIZE = b"ispe"


def is_phone_picture(raw: bytes) -> bool:
    return raw[4:8] == b"ftyp" and raw[8:12] in PHONE_TYPES


def reads_phone_pictures() -> bool:
    """Check whether the library for pictures of phones is there."""
    return find_spec("pillow_heif") is not None


def phone_picture_size(raw: bytes) -> tuple[int, int] | None:
    """Return the size of the largest picture the head of a file tells of."""
    head, sizes, at = raw[:HEAD_BYTES], [], 0
    while (at := head.find(_SIZE, at)) >= 0:
        wide, high = (int.from_bytes(head[at + n : at + n + 4], "big") for n in (8, 12))
        sizes.append((wide, high))
        at += len(_SIZE)
    return max(sizes, key=lambda size: size[0] * size[1], default=None)
