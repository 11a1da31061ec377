"""What a machine shows without a person: card, clock, groups, libraries, chips, frames."""

from __future__ import annotations

import grp
import os
import pwd
import socket
import tempfile
from collections.abc import Iterator
from glob import glob
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.health import FIRST_YEAR, LOW_MB, free_megabytes, this_year
from companion.config.settings import Settings, state_folder, who_may_write
from companion.config.wiring import Wiring, pins_of
from companion.core.errors import why as why_
from companion.core.verdict import Saying

from .command import say, words, wrong_said
from .findings import CheckFinding, fails, works
from .weigh_in import load_weights, weights_file

if TYPE_CHECKING:
    from companion.app.parts import OpenParts
    from hardware.ports import Camera, Scale

FRAMES, LOOKS = 5, 20
"""How many different pictures must come, and within how many looks."""
READINGS, TRIES = 10, 30
WORST_SHARE = 0.35
"""With a larger share of bad readings the bowl's scale says nothing."""
ENDS = (0x7FFFFF, -0x800000)


def machine(settings: Settings) -> Iterator[CheckFinding]:
    """Check the card, the clock, and what this user may open."""
    folder = state_folder(settings)
    yield _state(folder)
    yield _room(folder)
    yield _clock(this_year())
    for device in needed_devices(settings):
        yield _access(device)
    yield _port(settings)


def _state(folder: Path) -> CheckFinding:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".check-") as file:
            file.write(b"saved?")
            file.flush()
            os.fsync(file.fileno())
    except OSError as wrong:
        return fails(
            "journals",
            say("check.cannot_save", folder=folder, why=why_(wrong), remedy=who_may_write(folder)),
        )
    return works("journals", say("check.saves", folder=folder))


def _room(folder: Path) -> CheckFinding:
    existing = next(each for each in (folder, *folder.parents) if each.exists())
    free = free_megabytes(existing)
    if free < LOW_MB:
        return fails("card", say("check.card_low", megabytes=free))
    return works("card", say("check.card", megabytes=free))


def _clock(year: int) -> CheckFinding:
    if year < FIRST_YEAR:
        return fails("clock", say("check.clock_wrong", year=year))
    return works("clock", say("check.clock", year=year))


def needed_devices(settings: Settings) -> list[str]:
    """Return the device files the wiring and the camera need; chips are tried one by one."""
    wiring = settings.wiring
    found = [file for sort in ("scale", "strip") for one in wiring.of(sort) for file in one.files]
    if wiring.pins == "mock":
        return []
    if any(pins_of(part) for part in wiring.parts):
        found += sorted(glob("/dev/gpiochip*"))[:1] or ["/dev/gpiochip0"]
    eye = settings.eye.camera
    if eye == "pi":
        found += sorted(glob("/dev/media*"))[:1]
    if eye.startswith("/dev/") or eye.isdigit():
        found.append(f"/dev/video{eye}" if eye.isdigit() else eye)
    return found


def _access(device: str) -> CheckFinding:
    """Whether this user may open a device, and if not, which group is missing."""
    if not os.path.exists(device):
        return fails(device, say("check.no_device"))
    if os.access(device, os.R_OK | os.W_OK):
        return works(device, say("check.device"))
    try:
        group = grp.getgrgid(os.stat(device).st_gid).gr_name
        user = pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        group, user = "gpio", "$USER"
    return fails(
        device,
        say("check.forbidden", user=user, group=group),
    )


def _port(settings: Settings) -> CheckFinding:
    host, port = settings.web.host, settings.web.port
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
        except OSError as wrong:
            return fails(
                "page",
                say("check.no_page", host=host, port=port, why=why_(wrong)),
            )
    return works("page", say("check.page", host=host, port=port))


def pins(wiring: Wiring, parts: OpenParts) -> Iterator[CheckFinding]:
    """Whether every part could be claimed."""
    for name, why in parts.faults.items():
        yield fails(name, words().say(why) if isinstance(why, Saying) else why)
    opened = {
        "lamps": (parts.lamps, ("lamp", "strip")),
        "buttons": (parts.buttons, ("button",)),
        "tilt": (parts.tilt, ("tilt",)),
        "mat": (parts.mat, ("mat",)),
        "buzzer": (parts.buzzer, ("buzzer",)),
    }
    for name, (device, sorts) in opened.items():
        count = sum(len(part.names) or 1 for sort in sorts for part in wiring.of(sort))
        if device is not None:
            yield works(name, say("check.wired", count=count))
    if parts.voice is not None:
        yield _voice(parts.voice.is_silent)


def _voice(silent: bool) -> CheckFinding:
    if silent:
        return fails("voice", say("check.no_speech"))
    return works("voice", say("check.speech"))


def scale(device: Scale) -> CheckFinding:
    """Whether the chip answers, and believably."""
    counts = [reading[0] for reading in (device.read() for _ in range(TRIES)) if reading]
    if len(counts) < READINGS:
        return fails(
            "scale",
            say("check.few_readings", count=len(counts), tries=TRIES),
        )
    if all(count in ENDS for count in counts):
        return fails("scale", say("check.end_of_range"))
    if len(set(counts)) == 1:
        return fails("scale", say("check.repeats"))
    share = getattr(getattr(device, "statistics", None), "bad_share", 0.0)
    if share > WORST_SHARE:
        return fails(
            "scale",
            say("check.late", percent=round(100 * share)),
        )
    return works("scale", say("check.scale", percent=round(100 * share)))


def weights(settings: Settings) -> CheckFinding:
    """Whether somebody weighed the boulders."""
    from calibration.teach.weights import BadWeights, read_weights

    try:
        read_weights(load_weights(settings))
    except BadWeights as wrong:
        return fails("weights", wrong_said(wrong))
    return works("weights", say("check.weights", path=str(weights_file(settings))))


def camera(device: Camera) -> CheckFinding:
    """Whether pictures arrive, differ, and show something."""
    from hardware.errors import HardwareError
    from hardware.real.frames import is_blank

    try:
        frames = [frame for frame in (device.read() for _ in range(LOOKS)) if frame]
    except HardwareError as wrong:
        return fails("camera", wrong_said(wrong))
    if not frames:
        return fails("camera", say("check.no_pictures"))
    if is_blank(frames[-1].picture):
        return fails("camera", say("check.blank"))
    fresh = len({frame.sequence for frame in frames})
    if fresh < FRAMES:
        return fails("camera", say("check.stuck"))
    height, width = frames[-1].picture.shape[:2]
    return works("camera", say("check.pictures", width=width, height=height))


def taught(settings: Settings, folder: Path | None) -> CheckFinding:
    """Whether the cards were taught."""
    from calibration.errors import CalibrationError
    from calibration.teach.store import load

    path = folder or (Path(settings.eye.taught) if settings.eye.taught else None)
    if path is None:
        return works("cards", say("check.not_taught"))
    try:
        load(path)
    except (CalibrationError, OSError, ValueError) as wrong:
        return fails("cards", say("check.taught_unreadable", path=path, why=why_(wrong)))
    return works("cards", say("check.taught", path=path))
