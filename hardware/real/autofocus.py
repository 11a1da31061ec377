"""Set the focus of a camera: on the distance of the table, found once, or held while light is."""

from __future__ import annotations

from typing import Any

MANUAL = 0
"""What libcamera calls a focus that stays where it is."""
USB_AUTOFOCUS = 39
"""OpenCV's ``CAP_PROP_AUTOFOCUS``."""


def focus_ribbon(camera: Any, focus_cm: float) -> None:
    """Focus a picamera2 camera at a distance; 0 lets it find the distance once."""
    if "AfMode" not in camera.camera_controls:
        return
    if focus_cm:
        camera.set_controls({"AfMode": MANUAL, "LensPosition": 100 / focus_cm})
    else:
        camera.autofocus_cycle()


def hold_usb_focus(video: Any, held: bool) -> None:
    """Hold the focus of a USB camera where it is, or let the camera search again."""
    video.set(USB_AUTOFOCUS, 0 if held else 1)
