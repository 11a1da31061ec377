"""Whatever a camera or a file brings: usable, or refused in a sentence."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.errors import BadPicture
from calibration.geometry.pictures import Levels, checked, decoded, jpeg, read_picture
from tests.saying import refuses


def picture(height: int = 120, width: int = 160) -> np.ndarray:
    y, x = np.mgrid[:height, :width]
    return np.stack([x % 256, y % 256, (x + y) % 256], axis=2).astype(np.uint8)


def test_an_ordinary_picture_is_not_copied() -> None:
    one = picture()
    assert checked(one) is one


def test_a_grey_picture_becomes_coloured() -> None:
    assert checked(picture()[:, :, 0]).shape == (120, 160, 3)


def test_a_picture_of_16_bits_keeps_its_look() -> None:
    deep = picture().astype(np.uint16) << 8
    assert np.array_equal(checked(deep), picture())


def test_a_transparent_picture_loses_its_transparency() -> None:
    assert checked(np.dstack([picture(), picture()[:, :, 0]])).shape == (120, 160, 3)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (np.zeros((1, 1, 3), np.uint8), "1 x 1"),
        (np.zeros((0, 0, 3), np.uint8), "expected a picture"),
        (np.zeros((100, 100, 7), np.uint8), "7 channels"),
        (np.zeros((100, 100, 3), np.int64), "int64"),
        (np.full((100, 100, 3), np.nan), "float64"),
        ("a string", "'str'"),
        (None, "NoneType"),
    ],
)
def test_what_is_no_picture_is_refused(wrong: object, says: str) -> None:
    with refuses(BadPicture, match=says):
        checked(wrong)


def test_a_file_that_is_cut_short_is_refused(tmp_path: Path) -> None:
    noisy = np.random.default_rng(1).integers(0, 255, (200, 300, 3)).astype(np.uint8)
    raw = jpeg(noisy, 95)
    (tmp_path / "cut.jpg").write_bytes(raw[: len(raw) // 2])
    with refuses(BadPicture, match="cut short"):
        read_picture(tmp_path / "cut.jpg")


@pytest.mark.parametrize("raw", [b"", b"no picture at all", b"\x89PNG\r\n\x1a\nrubbish"])
def test_a_file_of_something_else_is_refused(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "x.jpg").write_bytes(raw)
    with refuses(BadPicture, match=r"x\.jpg"):
        read_picture(tmp_path / "x.jpg")


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with refuses(BadPicture, match=r"no\.jpg"):
        read_picture(tmp_path / "no.jpg")


def test_a_whole_file_is_read(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "x.png"), picture())
    assert np.array_equal(read_picture(tmp_path / "x.png"), picture())


def test_the_sizes_of_a_picture_are_made_once() -> None:
    levels = Levels(picture())
    assert levels.half is levels.half
    assert levels.thumb.shape == (30, 40, 3)


def turned_by_exif(raw: bytes, orientation: int) -> bytes:
    """A JPEG whose camera says how it was held."""
    entry = b"\x01\x12\x00\x03\x00\x00\x00\x01" + bytes([0, orientation, 0, 0])
    tiff = b"MM\x00*\x00\x00\x00\x08\x00\x01" + entry + b"\x00\x00\x00\x00"
    body = b"Exif\x00\x00" + tiff
    return raw[:2] + b"\xff\xe1" + (len(body) + 2).to_bytes(2, "big") + body + raw[2:]


@pytest.mark.parametrize(("orientation", "turns"), [(1, 0), (6, 3), (3, 2), (8, 1)])
def test_a_photograph_is_turned_as_the_camera_was_held(orientation: int, turns: int) -> None:
    picture = np.zeros((100, 160, 3), np.uint8)
    picture[:40, :60] = (30, 60, 220)
    seen = decoded(turned_by_exif(jpeg(picture, 95), orientation), "held.jpg")
    upright = np.rot90(picture, turns)
    assert seen.shape == upright.shape
    assert np.abs(seen.astype(int) - upright).mean() < 3
