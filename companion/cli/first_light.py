"""companion first-light: what only a real Pi can show, measured in twenty minutes into one file."""

from __future__ import annotations

import argparse
import contextlib
import json
import logging
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import metadata
from math import atan, degrees
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.config.settings import Settings, chosen_settings, load_settings, state_folder
from companion.core.errors import why
from companion.core.verdict import Saying
from companion.util.files import write_whole

from .command import Commands, add, say, words
from .findings import plain

if TYPE_CHECKING:
    from companion.app.parts import OpenParts

LOG = logging.getLogger(__name__)
PROTOCOL = 1
"""Which measurements a report holds: readers ask for this number first."""
LIBRARIES = ("gpiozero", "lgpio", "rpi-lgpio", "RPi.GPIO", "picamera2", "numpy",
             "opencv-python", "opencv-python-headless")  # fmt: skip
FLUSHES, BLOCK = 200, 4096
FRAMES_SECONDS, SCALE_SECONDS, HEAT_SECONDS = 30.0, 60.0, 120.0
QUICKER = 0.05
"""How much shorter a rehearsal measures: nothing real is there."""
WORK_ROUNDS = 20_000

Values = dict[str, Any]


@dataclass
class LightRun:
    """One run through the protocol."""

    settings: Settings
    parts: OpenParts
    camera: Any = None
    camera_fault: str = ""
    rehearsed: bool = False
    quiet: bool = False
    root: Path = Path("/")
    person: Any = None
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    shared: Values = field(default_factory=dict)

    def seconds(self, long: float) -> float:
        return long * QUICKER if self.rehearsed else long


def add_commands(commands: Commands) -> None:
    parser = add(commands, "first-light", first_light)
    parser.add_argument("-o", "--output", type=Path, help=say("option.light_report"))
    parser.add_argument("--settings", type=Path, help=say("option.installed_settings"))
    parser.add_argument("--quiet", action="store_true", help=say("option.quiet"))
    parser.add_argument("--rehearsed", action="store_true", help=say("option.rehearsed"))


def first_light(arguments: argparse.Namespace) -> int:
    """Measure what no emulation can show, and write one report without secrets."""
    from .check import CheckRequest, _camera, _rehearsed, _rehearsed_person

    settings = load_settings(chosen_settings(arguments.settings))
    if arguments.rehearsed:
        settings = _rehearsed(settings)
    from companion.app.parts import open_parts

    with contextlib.ExitStack() as stops:
        parts = open_parts(settings.wiring)
        stops.callback(parts.close)
        camera, fault = _camera(settings, arguments.rehearsed)
        if camera is not None:
            stops.callback(camera.close)
        run = LightRun(
            settings,
            parts,
            camera,
            fault.said if fault else "",
            arguments.rehearsed,
            arguments.quiet,
        )
        run.person = (
            _rehearsed_person(settings, parts, camera) if arguments.rehearsed else CheckRequest()
        )
        report = measured(run, _progress)
    output = arguments.output or Path(f"first-light-{time.strftime('%Y%m%d')}.json")
    write_whole(output, f"{json.dumps(report, indent=2, sort_keys=True)}\n".encode())
    print(say("light.done", file=output), file=sys.stderr)
    return 0


def _progress(number: int, of: int, name: str, seconds: float) -> None:
    line = say("light.step", number=number, of=of, what=say(f"light.{name}"), seconds=seconds)
    print(line, file=sys.stderr, flush=True)


def measured(run: LightRun, progress: Callable[[int, int, str, float], None]) -> Values:
    """Take every measurement; one that fails says why, and the next one follows."""
    sections: Values = {}
    for number, (name, (measure, long)) in enumerate(MEASUREMENTS.items(), 1):
        progress(number, len(MEASUREMENTS), name, round(run.seconds(long)))
        begun = run.clock()
        try:
            found = measure(run)
        except Exception as wrong:  # an unknown Pi may fail in any way; the report says how
            LOG.info("The measurement of %s failed", name, exc_info=wrong)
            found = {"failed": type(wrong).__name__, "why": _worded(wrong)}
        sections[name] = {**found, "seconds": round(run.clock() - begun, 1)}
    report = {
        "protocol": PROTOCOL,
        "made": time.strftime("%Y-%m-%d"),
        "rehearsed": run.rehearsed,
        "sections": sections,
    }
    return dict(without_secrets(report))


def without_secrets(value: Any) -> Any:
    """Leave out what could name a person, a place or a network: only short plain words pass."""
    if isinstance(value, Mapping):
        return {str(key): without_secrets(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [without_secrets(each) for each in value]
    if isinstance(value, str):
        hidden = HIDDEN.sub("[hidden]", value.replace(str(Path.home()), "~"))[:120]
        for name in (platform.node(), os.environ.get("USER", "")):
            hidden = hidden.replace(name, "[hidden]") if len(name) > 2 else hidden
        return hidden
    return value


HIDDEN = re.compile(
    r"(?:[0-9a-f]{2}:){5}[0-9a-f]{2}"
    r"|(?:\d{1,3}\.){3}\d{1,3}"
    r"|\b(?:[0-9a-f]{1,4}:){3,}[0-9a-f:]*"
    r"|/(?:home|root|Users)/[^\s'\"]*"
    r"|[A-Za-z0-9_-]*\d[A-Za-z0-9_-]{19,}",
    re.IGNORECASE,
)
"""Addresses of networks and of their cards, homes, and anything as long as a key."""


def _worded(wrong: BaseException) -> str:
    reason = why(wrong)
    return words().say(reason) if isinstance(reason, Saying) else str(reason)


# --- the machine


def _machine(run: LightRun) -> Values:
    """Which Pi, system and libraries these are."""
    from hardware.real.machine import Machine

    folder = state_folder(run.settings)
    folder.mkdir(parents=True, exist_ok=True)
    health = Machine(folder, run.root).health()
    system = _pairs(run.root / "etc/os-release")
    memory = _pairs(run.root / "proc/meminfo", ":")
    return {
        "model": health["model"],
        "undervoltage": health["undervoltage"],
        "system": system.get("PRETTY_NAME", "").strip('"'),
        "kernel": platform.release(),
        "python": platform.python_version(),
        "bits": 64 if sys.maxsize > 2**32 else 32,
        "memory_kb": int(memory.get("MemTotal", "0").split()[0] or 0),
        "cores": os.cpu_count(),
        "libraries": {name: version for name in LIBRARIES if (version := _version(name))},
        "chips": sorted(path.name for path in (run.root / "dev").glob("gpiochip*")),
    }


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def _pairs(file: Path, mark: str = "=") -> dict[str, str]:
    with contextlib.suppress(OSError):
        lines = file.read_text("utf-8", "replace").splitlines()
        halves = (line.partition(mark) for line in lines if mark in line)
        return {name.strip(): value.strip() for name, _, value in halves}
    return {}


def _boot(run: LightRun) -> Values:
    """How long it took from power to the table, as systemd counted it."""
    took = _said("systemd-analyze", "time")
    blamed = [
        line for line in _said("systemd-analyze", "blame").splitlines() if "companion" in line
    ]
    uptime = 0.0
    with contextlib.suppress(OSError, ValueError):
        uptime = float((run.root / "proc/uptime").read_text().split()[0])
    return {"systemd": took.splitlines()[:1], "companion": blamed[:3], "uptime_seconds": uptime}


def _said(*command: str, seconds: float = 20.0) -> str:
    """Return what a program says, nothing where there is none."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""


def _heat(run: LightRun) -> Values:
    """How warm the processor gets while it works as hard as when pictures are read."""
    until, rounds, degrees_seen = run.clock() + run.seconds(HEAT_SECONDS), 0, []
    while run.clock() < until:
        sum(number * number for number in range(WORK_ROUNDS))
        rounds += 1
        if rounds % 100 == 1:
            degrees_seen.append(_celsius(run.root))
    known = [one for one in degrees_seen if one is not None]
    throttled = _said("vcgencmd", "get_throttled").strip()
    ends = {"celsius_before": known[0], "celsius_most": max(known)} if known else {}
    return {**ends, "rounds": rounds, "throttled": throttled.removeprefix("throttled=")}


def _celsius(root: Path) -> float | None:
    with contextlib.suppress(OSError, ValueError):
        return int((root / "sys/class/thermal/thermal_zone0/temp").read_text()) / 1000
    return None


def _card(run: LightRun) -> Values:
    """How long the card takes until a move is really kept."""
    folder, took = state_folder(run.settings), []
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".first-light-") as file:
        for _ in range(FLUSHES):
            begun = time.perf_counter()
            file.write(os.urandom(BLOCK))
            file.flush()
            os.fsync(file.fileno())
            took.append(1000 * (time.perf_counter() - begun))
    return {"flush_ms": spread_of(took), "flushes": len(took)}


def spread_of(values: list[float]) -> dict[str, float]:
    """Return the middle, the worst in a hundred and the worst of some measurements."""
    if not values:
        return {}
    ordered = sorted(values)
    return {
        "median": round(statistics.median(ordered), 3),
        "p99": round(ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))], 3),
        "worst": round(ordered[-1], 3),
    }


def _network(run: LightRun) -> Values:
    """How good the Wi-Fi is, and how far the router; neither is named."""
    found: Values = {}
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in (run.root / "proc/net/wireless").read_text().splitlines()[2:3]:
            link, level = line.split()[2:4]
            found |= {"link": float(link.rstrip(".")), "level_dbm": float(level.rstrip("."))}
    route = re.search(r"default via (\S+)", _said("ip", "route"))
    if route:
        pings = _said("ping", "-c", "20", "-i", "0.2", route[1], seconds=30.0)
        times = [float(one) for one in re.findall(r"time=([\d.]+)", pings)]
        found |= {"router_ms": spread_of(times), "answered": len(times), "asked": 20}
    return found


# --- the parts


def _camera_modes(run: LightRun) -> Values:
    """What the sensor can do, what was chosen of it, and how steadily pictures come."""
    if run.camera is None:
        return {"none": run.camera_fault or run.settings.eye.camera}
    ribbon = getattr(run.camera, "_camera", None)
    properties = getattr(ribbon, "camera_properties", {})
    found: Values = {"model": str(properties.get("Model", ""))}
    view = getattr(run.camera, "_view", None)
    if view is not None:
        found["chosen"] = {"size": view.output_size, "bits": view.bit_depth, "crop": view.crop,
                           "whole": view.whole}  # fmt: skip
    found["focuses"] = "AfMode" in getattr(ribbon, "camera_controls", {})
    stamps: list[tuple[int, float]] = []
    shades: list[float] = []
    begun, height, width = run.clock(), 0, 0
    while run.clock() - begun < run.seconds(FRAMES_SECONDS):
        frame = run.camera.read()
        if frame is not None and (not stamps or frame.sequence != stamps[-1][0]):
            stamps.append((frame.sequence, frame.at))
            shades.append(float(frame.picture.mean()))
            height, width = frame.picture.shape[:2]
            run.shared["picture"] = frame.picture
    gaps = [1000 * (b[1] - a[1]) for a, b in zip(stamps, stamps[1:], strict=False)]
    lens: dict[str, float] = getattr(run.camera, "lens", dict)()
    seconds = max(1e-3, stamps[-1][1] - stamps[0][1]) if len(stamps) > 1 else 0.0
    return {
        **found,
        "picture": [width, height],
        "frames": len(stamps),
        "frames_a_second": round((len(stamps) - 1) / seconds, 2) if seconds else 0.0,
        "gap_ms": spread_of(gaps),
        "brightness": spread_of(shades),
        "lens": {name: round(float(value), 2) for name, value in lens.items()},
    }


def _view_angle(run: LightRun) -> Values:
    """The angle the camera really sees, from a printed marker at a distance somebody measured."""
    if run.camera is None or run.quiet:
        return {"skipped": True}
    picture = run.shared.get("picture")
    if picture is None:
        return {"skipped": True}
    from calibration.find.aruco_markers import markers_seen
    from calibration.geometry.markers import MARKER_MM

    typed = "" if run.rehearsed else _typed(say("light.ask_distance"))
    away_mm = 10 * float(typed.replace(",", ".")) if typed.strip() else 0.0
    frame = run.camera.read()
    picture = frame.picture if frame is not None else picture
    sides = markers_seen(picture)
    if not sides or not away_mm:
        return {"markers": len(sides), "skipped": not away_mm}
    height, width = picture.shape[:2]
    focal = statistics.median(sides) * away_mm / MARKER_MM
    seen = [2 * degrees(atan(side / 2 / focal)) for side in (width, height)]
    return {"markers": len(sides), "distance_mm": away_mm, "across_degrees": round(seen[0], 1),
            "down_degrees": round(seen[1], 1)}  # fmt: skip


def _typed(question: str) -> str:
    from .weigh_in import typed

    return typed(f"{question} ")


def _scale(run: LightRun) -> Values:
    """When readings come, how many are late, and how much they tremble on an empty plate."""
    if run.parts.scale is None:
        return {"none": True}
    begun, counts, moments, silent = run.clock(), [], [], 0
    while run.clock() - begun < run.seconds(SCALE_SECONDS):
        reading = run.parts.scale.read()
        if reading is None:
            silent += 1
            continue
        counts.append(float(reading[0]))
        moments.append(float(reading[1]))
    gaps = [1000 * (b - a) for a, b in zip(moments, moments[1:], strict=False)]
    steps = [b - a for a, b in zip(counts, counts[1:], strict=False)]
    known = getattr(run.parts.scale, "statistics", None)
    spread = statistics.pstdev(steps) / 2**0.5 if len(steps) > 1 else 0.0
    return {
        "readings": len(counts),
        "silent": silent,
        "gap_ms": spread_of(gaps),
        "noise_counts": round(spread, 2),
        "drift_counts": round(counts[-1] - counts[0], 1) if counts else 0.0,
        "bad_share": round(float(getattr(known, "bad_share", 0.0)), 4),
    }


def _parts(run: LightRun) -> Values:
    """Lamps, buttons, tilt, weight and sound, with the person who is there."""
    from . import machine_checks, person_checks

    found = list(machine_checks.pins(run.settings.wiring, run.parts))
    if not run.quiet:
        found += _walked(run, person_checks)
    return dict(plain(found))


def _walked(run: LightRun, checks: Any) -> Iterator[Any]:
    """Go through all parts without the card before the lens: the camera had its own turn."""
    language = run.settings.wiring.language
    return checks.walk(run.person, run.parts, None, None, language)


MEASUREMENTS: Mapping[str, tuple[Callable[[LightRun], Values], float]] = {
    "machine": (_machine, 2),
    "boot": (_boot, 10),
    "card": (_card, 20),
    "network": (_network, 10),
    "camera": (_camera_modes, FRAMES_SECONDS),
    "view": (_view_angle, 60),
    "scale": (_scale, SCALE_SECONDS),
    "parts": (_parts, 600),
    "heat": (_heat, HEAT_SECONDS),
}
"""Every measurement with about how many seconds it takes; the person's part is the longest."""
