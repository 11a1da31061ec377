"""The camera on the Pi's ribbon, through picamera2: picture and metadata of one request."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from hardware.errors import CameraBusy, CameraGone, CameraMissing, Closed, LibraryMissing
from hardware.field_of_view import SensorView, cropped, lens_of, picture_size, widest
from hardware.ports import Frame
from hardware.real.autofocus import focus_ribbon
from hardware.real.frames import FREE, FrameStats, LightLock, Size, brightness, kept

NEAR_SECONDS = 1.0
"""A sensor's stamp further than this from the clock is from another clock."""


class PiCamera:
    """Exposure and white balance are locked once they have settled; focus is set, or found once."""

    def __init__(
        self,
        size: Size = (1280, 720),
        fps: int = 15,
        look: FrameStats = FREE,
        maker: Callable[[], Any] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._look, self._clock = look, clock
        self._sequence = 0
        self._lock = LightLock()
        self.metadata: dict[str, Any] = {}
        """What the sensor said about the newest picture."""
        self._camera: Any
        self._camera, self._view = _started(maker or _picamera2(), size, fps)
        focus_ribbon(self._camera, self._look.focus_cm)

    def read(self) -> Frame | None:
        """Wait for the next exposure; CameraGone when the ribbon gives none."""
        if self._camera is None:
            raise Closed("fault.closed")
        try:
            request = self._camera.capture_request()
        except (RuntimeError, TimeoutError) as wrong:
            raise CameraGone("fault.camera.ribbon_silent", why=wrong) from wrong
        try:
            picture = kept(request.make_array("main")[:, :, :3])
            self.metadata = request.get_metadata()
        finally:
            request.release()
        self._sequence += 1
        at = self._moment()
        if self._look.lock_light:
            self._mind_light(at, brightness(picture))
        return Frame(self._sequence, at, picture)

    def _moment(self) -> float:
        now = self._clock()
        stamp = self.metadata.get("SensorTimestamp", 0) / 1e9
        return stamp if 0 <= now - stamp < NEAR_SECONDS else now

    def _mind_light(self, at: float, bright: float) -> None:
        todo = self._lock.step(at, bright)
        if todo == "lock":
            names = ("ExposureTime", "AnalogueGain", "ColourGains")
            found = {name: self.metadata[name] for name in names if name in self.metadata}
            self._choose({"AeEnable": False, "AwbEnable": False, **found})
        elif todo == "free":
            self._choose({"AeEnable": True, "AwbEnable": True})

    def _choose(self, controls: dict[str, Any]) -> None:
        """Set what this sensor has: libcamera refuses the whole for one it has not."""
        known = self._camera.camera_controls
        self._camera.set_controls({name: how for name, how in controls.items() if name in known})

    def lens(self) -> dict[str, float]:
        """Return how the newest picture was taken; what the sensor does not say is left out."""
        said, found = self.metadata, self._seen()
        if "ExposureTime" in said:
            found["exposure_ms"] = said["ExposureTime"] / 1000
        if "AnalogueGain" in said:
            found["gain"] = float(said["AnalogueGain"])
        if "ColourGains" in said:
            found["red"], found["blue"] = map(float, said["ColourGains"])
        if said.get("LensPosition"):
            found["focus_cm"] = 100 / said["LensPosition"]
        return found

    def _seen(self) -> dict[str, float]:
        """Return the share of the sensor in use, and the angle it sees if its lens is known."""
        if self._view is None or self._camera is None:
            return {}
        across, down = self._view.share
        lens = lens_of(str(self._camera.camera_properties.get("Model", "")))
        found = {"crop_percent": 100 * across * down}
        return found | ({"across_degrees": cropped(lens.across, across)} if lens else {})

    def close(self) -> None:
        """Let go of the device; closing twice is harmless."""
        if self._camera is not None:
            self._camera.stop()
            self._camera.close()
            self._camera = None


def _picamera2() -> Callable[[], Any]:
    try:
        from picamera2 import Picamera2
    except ImportError as wrong:
        raise LibraryMissing("fault.camera.ribbon_library", why=wrong) from wrong
    maker: Callable[[], Any] = Picamera2
    return maker


def _started(maker: Callable[[], Any], size: Size, fps: int) -> tuple[Any, SensorView | None]:
    try:
        camera = maker()
    except (IndexError, RuntimeError) as wrong:
        raise _unopened(wrong) from wrong
    try:
        view = _configured(camera, size, fps)
        camera.start()
    except RuntimeError as wrong:
        camera.close()
        raise _unopened(wrong) from wrong
    return camera, view


def _configured(camera: Any, size: Size, fps: int) -> SensorView | None:
    """Let the sensor be read whole: the size of the picture alone would choose a cropped mode."""
    view = widest(camera.sensor_modes, fps, size[0])
    # a raw stream nobody reads would take 40 MB of a small Pi
    more: dict[str, Any] = {"raw": None}
    if "FrameDurationLimits" in camera.camera_controls:
        more["controls"] = {"FrameRate": fps}
    if view is not None:
        size = picture_size(size, view.crop)
        more["sensor"] = {"output_size": view.output_size, "bit_depth": view.bit_depth}
    # what libcamera calls RGB888 lies in memory as blue, green, red
    camera.configure(
        camera.create_video_configuration(main={"size": size, "format": "RGB888"}, **more)
    )
    return view


def _unopened(wrong: Exception) -> CameraMissing:
    """Tell a camera in use from one that is not there: the library says only that it did not open,
    libcamera below it says why."""
    why: BaseException = wrong
    while why.__cause__ is not None:
        why = why.__cause__
    if any(word in str(why).lower() for word in ("busy", "acquire", "did not complete")):
        return CameraBusy("fault.camera.ribbon_busy", why=why)
    return CameraMissing("fault.camera.ribbon_none", why=why)
