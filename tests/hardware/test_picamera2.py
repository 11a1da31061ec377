"""Our calls to picamera2, held against the signatures its source publishes; no libcamera needed.

The signatures were read from github.com/raspberrypi/picamera2 at 3e6dff0 (12 May 2026), version
0.3.38. Where the library is installed, it is asked itself. `tests/machine/picamera2/build` builds
the real libcamera beside it and runs our driver over both.
"""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from typing import Any

import pytest

from hardware.real import pi_camera
from hardware.real.frames import FrameStats
from hardware.real.pi_camera import PiCamera
from tests.hardware.ribbon import Request, Ribbon

PROPERTY = "property"
CAMERA: dict[str, Any] = {
    "camera_properties": PROPERTY,
    "camera_controls": PROPERTY,
    "sensor_modes": PROPERTY,
    "create_video_configuration": (
        *("main", "lores", "raw", "transform", "colour_space", "buffer_count", "controls"),
        *("display", "encode", "queue", "sensor", "use_case"),
    ),
    "configure": ("camera_config",),
    "start": ("config", "show_preview"),
    "set_controls": ("controls",),
    "capture_request": ("wait", "signal_function", "flush"),
    "autofocus_cycle": ("wait", "signal_function"),
    "stop": (),
    "close": (),
}
REQUEST = {"make_array": ("name",), "get_metadata": (), "release": ()}


def parameters(member: Any) -> tuple[str, ...]:
    return tuple(name for name in inspect.signature(member).parameters if name != "self")


@pytest.mark.parametrize(("double", "known"), [(Ribbon, CAMERA), (Request, REQUEST)])
def test_the_double_takes_what_the_library_takes(double: type, known: dict[str, Any]) -> None:
    made = double() if double is Ribbon else double(Ribbon(), 0)
    for name, wanted in known.items():
        if wanted == PROPERTY:
            assert not callable(getattr(made, name)), name
        else:
            assert parameters(getattr(double, name)) == wanted, name


def called() -> dict[str, list[ast.Call]]:
    """Every call our driver makes of a camera or of a request, by its name."""
    tree = ast.parse(Path(pi_camera.__file__).read_text("utf-8"))
    found: dict[str, list[ast.Call]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            of = ast.unparse(node.func.value)
            if of in ("camera", "self._camera", "request"):
                found.setdefault(node.func.attr, []).append(node)
    return found


def test_our_driver_calls_only_what_the_library_has_with_what_it_takes() -> None:
    known = {**CAMERA, **REQUEST}
    calls = called()
    assert {"configure", "create_video_configuration", "capture_request", "make_array"} <= {*calls}
    for name, places in calls.items():
        assert known.get(name, PROPERTY) != PROPERTY, f"picamera2 has no method {name}"
        for call in places:
            assert len(call.args) <= len(known[name])
            keywords = {one.arg for one in call.keywords if one.arg}
            assert keywords <= set(known[name]), name


def test_what_is_added_to_a_configuration_has_names_the_library_knows() -> None:
    """The keywords that are gathered in a dictionary before the call."""
    asked: list[dict[str, Any]] = []

    class Asked(Ribbon):
        def create_video_configuration(self, *main: Any, **named: Any) -> dict[str, Any]:
            asked.append(named)
            return super().create_video_configuration(*main, **named)

    PiCamera(maker=lambda: Asked(sensor="imx708", focuses=True), look=FrameStats(focus_cm=60))
    (named,) = asked
    assert set(named) <= set(CAMERA["create_video_configuration"])
    assert set(named["sensor"]) == {"output_size", "bit_depth"}


def test_the_library_itself_says_the_same_where_it_is_installed() -> None:
    library = pytest.importorskip("picamera2", reason="picamera2 comes with Raspberry Pi OS")
    for owner, known in ((library.Picamera2, CAMERA), (library.CompletedRequest, REQUEST)):
        for name, wanted in known.items():
            if wanted != PROPERTY:
                found = parameters(getattr(owner, name))
                assert found[: len(wanted)] == wanted, name
