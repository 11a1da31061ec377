"""Stands where picamera2's class stands: same calls, same refusals, recorded sensors, no libcamera.

What it refuses, and how it chooses a mode, follows the published source of picamera2 0.3.38
(github.com/raspberrypi/picamera2 at 3e6dff0): `test_picamera2.py` asks the library itself, where
it can be had.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

MODES: dict[str, Any] = json.loads(Path(__file__).with_name("sensor_modes.json").read_text("utf-8"))
"""What six sensors said of themselves, and where that is published."""
PICTURE_FORMATS = ("RGB888", "BGR888", "XBGR8888", "XRGB8888", "YUV420")
ADVERTISED = {
    **dict.fromkeys(("AeEnable", "AwbEnable"), (False, True, True)),
    "ExposureTime": (75, 11_766_829, 20_000),
    "AnalogueGain": (1.0, 10.6, 1.0),
    "ColourGains": (0.0, 32.0, 1.0),
    "FrameDurationLimits": (23_894, 11_767_556, 33_333),
    "ScalerCrop": ((0, 0, 64, 64), (0, 0, 3280, 2464), (0, 0, 3280, 2464)),
}
FOCUS = {"AfMode": (0, 2, 0), "LensPosition": (0.0, 32.0, 1.0)}


def modes_of(sensor: str) -> list[dict[str, Any]]:
    """The modes as picamera2 lists them: sizes and crops are tuples."""
    return [
        {**mode, "size": tuple(mode["size"]), "crop_limits": tuple(mode["crop_limits"])}
        for mode in MODES[sensor]["modes"]
    ]


class Request:
    """What one exposure brings: picture and metadata, given back when done."""

    def __init__(self, ribbon: Ribbon, shade: int) -> None:
        self._ribbon, self._shade = ribbon, shade
        ribbon.out += 1

    def make_array(self, name: str) -> Any:
        assert name == "main"
        width, height = self._ribbon.size
        return np.full((height, width, 3), self._shade, np.uint8)

    def get_metadata(self) -> dict[str, Any]:
        return {
            "SensorTimestamp": int(self._ribbon.clock() * 1e9) - 30_000_000,
            "ExposureTime": 8000,
            "AnalogueGain": 2.0,
            "ColourGains": (1.5, 1.8),
            "Lux": 300.0,
        }

    def release(self) -> None:
        self._ribbon.out -= 1


class Ribbon:
    """A camera on the ribbon; *sensor* is one of the recorded ones, nothing for one on USB."""

    def __init__(self, pictures: int = 5, focuses: bool = False, sensor: str = "imx219") -> None:
        self.left, self.shade = pictures, 90
        self.out = self.focused = 0
        self.clock: Callable[[], float] = time.monotonic
        self.sensor = sensor
        self.camera_properties: dict[str, Any] = {"Model": sensor or "UVC Camera"}
        self.camera_controls: dict[str, Any] = {"AeEnable": (False, True, True)}
        if sensor:
            self.camera_properties["ColorFilterArrangement"] = 0
            self.camera_controls = dict(ADVERTISED)
        if focuses:
            self.camera_controls |= FOCUS
        self.controls: list[dict[str, Any]] = []
        self.configured: dict[str, Any] = {}
        self.mode: dict[str, Any] = {}
        """The mode the sensor was put into."""
        self.running = False

    @property
    def sensor_modes(self) -> list[dict[str, Any]]:
        if self.running:
            raise RuntimeError("Camera must be stopped before configuring")
        return modes_of(self.sensor) if self.sensor else [{"format": "MJPEG"}]

    def create_video_configuration(
        self,
        main: Any = {},  # noqa: B006  (the library's own defaults)
        lores: Any = None,
        raw: Any = {},  # noqa: B006
        transform: Any = None,
        colour_space: Any = None,
        buffer_count: int = 6,
        controls: Any = {},  # noqa: B006
        display: str | None = "main",
        encode: str | None = "main",
        queue: bool = True,
        sensor: Any = {},  # noqa: B006
        use_case: str = "video",
    ) -> dict[str, Any]:
        streams = {
            "main": _stream({"format": "XBGR8888", "size": (1280, 720)}, main),
            "lores": lores,
            "raw": _stream({"format": "SRGGB10", "size": main.get("size")}, raw),
        }
        if not self.sensor:
            streams["raw"], sensor = None, None
        return {**streams, "controls": controls, "sensor": sensor, "buffer_count": buffer_count}

    def configure(self, camera_config: Any) -> None:
        if self.running:
            raise RuntimeError("Camera must be stopped before configuring")
        if not isinstance(camera_config, dict):
            raise TypeError("Invalid type for `camera_config` given")
        _check_stream(camera_config["main"])
        sensor = camera_config["sensor"] or {}
        if set(sensor) - {"bit_depth", "output_size"}:
            raise RuntimeError(f"Unexpected keys {set(sensor)} in sensor configuration")
        self._check_controls(camera_config["controls"])
        self.configured, self.size = camera_config, camera_config["main"]["size"]
        self.mode = self._chosen(camera_config) if self.sensor else {}

    def _chosen(self, config: dict[str, Any]) -> dict[str, Any]:
        """The mode nearest in size, shape and depth: without a wish, nearest to the picture."""
        sensor, raw = config["sensor"] or {}, config["raw"] or {}
        wide, high = sensor.get("output_size") or raw.get("size") or config["main"]["size"]
        depth = sensor.get("bit_depth") or 10

        def apart(wanted: float, found: float) -> float:
            return (found - wanted) / 4 if found > wanted else 2 * (wanted - found)

        def unlike(mode: dict[str, Any]) -> float:
            shape = apart(wide / high, mode["size"][0] / mode["size"][1])
            size = apart(wide, mode["size"][0]) + apart(high, mode["size"][1])
            return size + 1500 * shape + 500 * abs(depth - mode["bit_depth"])

        return min(modes_of(self.sensor), key=unlike)

    def _check_controls(self, controls: dict[str, Any]) -> None:
        for name in controls:
            real = "FrameDurationLimits" if name == "FrameRate" else name
            if real not in self.camera_controls:
                raise RuntimeError(f"Control {real} is not advertised by libcamera")

    def start(self, config: Any = None, show_preview: Any = False) -> None:
        if not self.configured:
            raise RuntimeError("Camera has not been configured")
        self.running = True

    def set_controls(self, controls: dict[str, Any]) -> None:
        self._check_controls(controls)
        self.controls.append(controls)

    def autofocus_cycle(self, wait: Any = None, signal_function: Any = None) -> bool:
        assert self.running
        self._check_controls({"AfMode": 1})
        self.focused += 1
        return True

    def capture_request(
        self, wait: Any = None, signal_function: Any = None, flush: Any = None
    ) -> Request:
        assert self.running
        self.left -= 1
        if self.left < 0:
            raise TimeoutError("no request within 1 s")
        return Request(self, self.shade)

    def stop(self) -> None:
        self.running = False

    def close(self) -> None:
        assert not self.running
        assert not self.out


def _stream(stream: dict[str, Any], asked: Any) -> Any:
    if asked is None:
        return None
    for key in asked:
        if key not in ("format", "size", "stride", "preserve_ar"):
            raise ValueError(f"Bad key {key!r}")
    return {**stream, **asked}


def _check_stream(stream: Any) -> None:
    if stream["format"] not in PICTURE_FORMATS:
        raise RuntimeError(f"Bad format {stream['format']} in stream main")
    size = stream["size"]
    if type(size) is not tuple or len(size) != 2:
        raise RuntimeError("size in main stream should be (width, height)")
    if size[0] % 2 or size[1] % 2:
        raise RuntimeError("width and height should be even")
