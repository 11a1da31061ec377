"""companion check: every wired part is tried, with a person or without one."""

from __future__ import annotations

import argparse
import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from companion.config.settings import Settings, chosen_settings, load_settings
from companion.config.wiring import read_wiring
from companion.core.errors import TableError
from companion.rooms import room_of

from .command import Commands, add, say, wrong_said
from .findings import CheckFinding, fails, plain, table_of
from .weigh_in import ask, load_weights, typed

if TYPE_CHECKING:
    from .person_checks import CheckingPerson

EVERYTHING = {
    "pins": "mock",
    "parts": [
        *({"part": "lamp", "name": str(n), "pin": n + 1} for n in range(1, 8)),
        {"part": "button", "name": "seat 1", "pin": 20},
        {"part": "button", "name": "seat 2", "pin": 21},
        {"part": "button", "name": "referee", "pin": 22},
        {"part": "scale", "clock": 23, "data": 24},
        {"part": "tilt", "pin": 25},
        {"part": "mat", "pin": 26},
        {"part": "buzzer", "pin": 27},
    ],
}
"""A table with one of everything, on pins that are not there."""


def add_commands(commands: Commands) -> None:
    parser = add(commands, "check", check)
    parser.add_argument("--settings", type=Path, help=say("option.installed_settings"))
    parser.add_argument("--camera", help=say("option.this_camera"))
    parser.add_argument("--quiet", action="store_true", help=say("option.quiet"))
    parser.add_argument("--json", action="store_true", help=say("option.json"))
    parser.add_argument("--rehearsed", action="store_true", help=say("option.rehearsed"))


def check(arguments: argparse.Namespace) -> int:
    """Check every part of the table and say what works.

    Lights each lamp, then asks you to press each button, put 100 g on the scale and show the camera
    a card. Exits with 0 when everything that's wired works, and with 1 when something doesn't. Stop
    an installed table first and run this as its user, because pins and camera can only be open
    once: sudo systemctl stop companion; sudo -u companion companion check
    """
    findings = list(_found(arguments))
    if arguments.json:
        print(json.dumps(plain(findings), indent=2))
    else:
        print(table_of(findings))
    return 0 if all(each.works for each in findings) else 1


def _found(arguments: argparse.Namespace) -> Iterator[CheckFinding]:
    try:
        settings = load_settings(chosen_settings(arguments.settings))
    except TableError as wrong:
        yield fails("settings", wrong_said(wrong))
        return
    if arguments.rehearsed:
        settings = _rehearsed(settings)
    elif arguments.camera:
        eye = msgspec.structs.replace(settings.eye, camera=arguments.camera)
        settings = msgspec.structs.replace(settings, eye=eye)
    from . import machine_checks

    yield from machine_checks.machine(settings)
    yield from _tried(arguments, settings)


def _tried(arguments: argparse.Namespace, settings: Settings) -> Iterator[CheckFinding]:
    from companion.app.parts import open_parts

    from . import machine_checks, person_checks

    with contextlib.ExitStack() as stops:
        parts = open_parts(settings.wiring)
        stops.callback(parts.close)
        yield from machine_checks.pins(settings.wiring, parts)
        if parts.scale is not None:
            yield machine_checks.scale(parts.scale)
            if room_of(settings.room).scale and not arguments.rehearsed:
                yield machine_checks.weights(settings)
        camera, fault = _camera(settings, arguments.rehearsed)
        if fault is not None:
            yield fault
        if camera is not None:
            stops.callback(camera.close)
            yield machine_checks.camera(camera)
        if settings.eye.camera != "none" and not arguments.rehearsed:
            yield machine_checks.taught(settings, None)
        if not arguments.quiet:
            person = (
                _rehearsed_person(settings, parts, camera)
                if arguments.rehearsed
                else CheckRequest()
            )
            yield from person_checks.walk(
                person, parts, camera, load_weights(settings), settings.wiring.language
            )


def _rehearsed(settings: Settings) -> Settings:
    """Return the same wiring on simulated pins; without one, a table with everything."""
    wiring = settings.wiring
    wiring = (
        msgspec.structs.replace(wiring, pins="mock", chip="")
        if wiring.parts
        else read_wiring(EVERYTHING)
    )
    web = msgspec.structs.replace(settings.web, port=0)
    return msgspec.structs.replace(settings, wiring=wiring, web=web)


def _camera(settings: Settings, rehearsed: bool) -> tuple[Any, CheckFinding | None]:
    from hardware.errors import HardwareError

    if rehearsed:
        from hardware.simulated.camera import trial_camera

        return trial_camera(), None
    if settings.eye.camera == "none":
        return None, None
    from hardware.cameras import open_camera

    try:
        return open_camera(settings.eye.camera, (settings.eye.width, settings.eye.height)), None
    except HardwareError as wrong:
        return None, fails("camera", wrong_said(wrong))


def _rehearsed_person(settings: Settings, parts: Any, camera: Any) -> CheckingPerson:
    from hardware.simulated.person import RehearsedPerson

    contacts = [part for sort in ("button", "tilt", "mat") for part in settings.wiring.of(sort)]
    wired = {one.own_name or one.part: pin for one in contacts for pin, _ in one.pins_used}
    return RehearsedPerson(parts.pins, wired, parts.scale, camera)


YES = ("y", "j", "o", "s")
"""How yes begins in all our languages."""


class CheckRequest:
    """The person at this terminal."""

    def does(self, action: str, name: str, words: str) -> None:
        if action in ("empty", "load", "unload", "hold"):
            ask(words)
        else:
            print(f"{words} …", flush=True)

    def confirms(self, words: str) -> bool:
        return typed(f"{words} [{say('check.yes_or_no')}] ").strip().lower().startswith(YES)
