"""The whole sensor is used, by every camera we know, and every distance of the guide follows."""

from __future__ import annotations

from math import isclose, radians, tan

import numpy as np
import pytest

from companion.rooms import every_room
from hardware.field_of_view import (
    FILLED,
    HQ_MM,
    LENSES,
    Lens,
    angle,
    cropped,
    distance,
    lens_of,
    widest,
)
from hardware.real.frames import FrameStats
from hardware.real.pi_camera import PiCamera
from tests.hardware.ribbon import MODES, Ribbon, modes_of

SENSORS = tuple(MODES)
CHOSEN = {
    "imx708": ((2304, 1296), 10),
    "imx708_wide": ((2304, 1296), 10),
    "imx219": ((1640, 1232), 10),
    "ov5647": ((1296, 972), 10),
    "imx477": ((2028, 1520), 12),
    "imx519": ((2328, 1748), 10),
}


def opened(sensor: str) -> tuple[Ribbon, PiCamera]:
    ribbon = Ribbon(sensor=sensor)
    return ribbon, PiCamera(maker=lambda: ribbon)


@pytest.mark.parametrize("sensor", SENSORS)
def test_every_recorded_sensor_is_read_whole_and_fast_enough(sensor: str) -> None:
    ribbon, camera = opened(sensor)
    modes = modes_of(sensor)
    most = max(mode["crop_limits"][2] * mode["crop_limits"][3] for mode in modes)
    left, top, wide, high = ribbon.mode["crop_limits"]
    assert (left, top) == (0, 0)
    assert wide * high == most
    assert ribbon.mode["fps"] >= 15
    assert (ribbon.mode["size"], ribbon.mode["bit_depth"]) == CHOSEN[sensor]
    camera.read()
    assert camera.lens()["crop_percent"] == 100
    camera.close()


@pytest.mark.parametrize("sensor", SENSORS)
def test_the_picture_has_the_sensors_shape_so_that_nothing_is_cut_off(sensor: str) -> None:
    ribbon, camera = opened(sensor)
    width, height = ribbon.size
    _, _, wide, high = ribbon.mode["crop_limits"]
    assert width == 1280
    assert height % 2 == 0
    assert isclose(width / height, wide / high, rel_tol=0.003)
    frame = camera.read()
    assert frame is not None
    assert frame.picture.shape == (height, width, 3)
    camera.close()


@pytest.mark.parametrize("sensor", ["imx708", "imx708_wide", "imx519"])
def test_the_size_of_the_picture_alone_would_have_chosen_a_cropped_mode(sensor: str) -> None:
    ribbon = Ribbon(sensor=sensor)
    ribbon.configure(
        ribbon.create_video_configuration(main={"size": (1280, 720), "format": "RGB888"})
    )
    assert ribbon.mode["crop_limits"][2] < max(mode["crop_limits"][2] for mode in modes_of(sensor))


def test_nobody_asks_for_a_raw_stream_that_nobody_reads() -> None:
    ribbon, camera = opened("imx708")
    assert ribbon.configured["raw"] is None
    camera.close()


def test_a_usb_camera_on_the_library_of_the_ribbon_is_opened_as_it_is() -> None:
    ribbon = Ribbon(sensor="")
    camera = PiCamera(maker=lambda: ribbon, look=FrameStats(lock_light=True))
    assert ribbon.size == (1280, 720)
    assert ribbon.configured["controls"] == {}
    camera.read()
    assert "crop_percent" not in camera.lens()
    camera.close()


def test_a_sensor_without_colour_gains_has_its_light_locked_all_the_same() -> None:
    ribbon = Ribbon(pictures=100, sensor="imx708")
    del ribbon.camera_controls["ColourGains"], ribbon.camera_controls["AwbEnable"]
    now = [50.0]
    ribbon.clock = lambda: now[0]
    camera = PiCamera(look=FrameStats(lock_light=True), maker=lambda: ribbon, clock=lambda: now[0])
    for _ in range(40):
        camera.read()
        now[0] += 0.1
    assert ribbon.controls == [{"AeEnable": False, "ExposureTime": 8000, "AnalogueGain": 2.0}]
    camera.close()


def test_with_no_whole_mode_fast_enough_the_view_still_comes_first() -> None:
    modes = [m for m in modes_of("imx477") if m["fps"] in (120.05, 10.0)]
    view = widest(modes, 15, 1280)
    assert view is not None
    assert view.output_size == (4056, 3040)
    assert view.share == (1.0, 1.0)


def test_what_a_cropped_mode_reads_is_said_as_its_share() -> None:
    only = [m for m in modes_of("imx708") if m["size"] == (1536, 864)]
    fallen = widest(
        [*only, {**only[0], "size": (4608, 100), "crop_limits": (0, 0, 4608, 100)}], 15, 1280
    )
    assert fallen is not None
    assert fallen.share == (3072 / 4608, 1.0)


def test_modes_that_name_no_crop_choose_nothing() -> None:
    assert widest([{"format": "MJPEG"}], 15, 1280) is None


def test_the_published_crop_of_module_3_leaves_47_degrees() -> None:
    assert cropped(66.0, 3072 / 4608) == pytest.approx(46.8, abs=0.1)
    assert cropped(66.0, 1.0) == pytest.approx(66.0)


def test_the_camera_says_the_angle_it_sees() -> None:
    _, camera = opened("imx708_wide")
    camera.read()
    assert camera.lens()["across_degrees"] == pytest.approx(102.0)
    camera.close()
    _, unknown = opened("imx519")
    unknown.read()
    assert "across_degrees" not in unknown.lens()
    unknown.close()


@pytest.mark.parametrize("lens", LENSES, ids=lambda lens: lens.name)
def test_published_angles_fit_the_shape_of_the_sensor(lens: Lens) -> None:
    shapes = {
        sensor: modes_of(sensor)[-1]["crop_limits"] for sensor in lens.sensors if sensor in MODES
    }
    for _, _, wide, high in shapes.values():
        aspect = tan(radians(lens.across / 2)) / tan(radians(lens.down / 2))
        assert aspect == pytest.approx(wide / high, rel=0.06)


def test_an_angle_follows_from_the_sensor_and_the_focal_length() -> None:
    assert angle(3.68, 3.04) == pytest.approx(62.2, abs=0.2)
    assert angle(HQ_MM[0], 6.0) == pytest.approx(55.3, abs=0.1)
    assert lens_of("imx999") is None


def seen(lens: Lens, board: tuple[float, float], far: float, slant: float) -> tuple[float, float]:
    """How much of the picture a board takes: its corners, projected one by one."""
    lean = np.radians(slant)
    reach = []
    for x in (-board[0] / 2, board[0] / 2):
        for y in (-board[1] / 2, board[1] / 2):
            deep = far + y * np.sin(lean)
            reach.append((abs(x) / deep, abs(y * np.cos(lean)) / deep))
    half = np.tan(np.radians((lens.across / 2, lens.down / 2)))
    across, down = (max(each[n] for each in reach) / half[n] for n in (0, 1))
    return float(across), float(down)


@pytest.mark.parametrize("slant", [0.0, 45.0])
@pytest.mark.parametrize("lens", LENSES, ids=lambda lens: lens.name)
def test_at_its_distance_a_board_fills_the_picture_and_stays_inside(
    lens: Lens, slant: float
) -> None:
    for room in every_room():
        board = room.board(room.game.load_box(None))
        size = (board.width_mm, board.height_mm)
        far = distance(size, lens.across, lens.down, slant)
        across, down = seen(lens, size, far, slant)
        assert max(across, down) == pytest.approx(FILLED, rel=1e-6)
