"""What only a person can tell: whether a lamp glows, a button feels, a weight weighs."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from companion.core.game import ROOMS
from companion.words import FALLBACK, load

from .command import say, wrong_said
from .findings import CheckFinding, fails, works
from .weigh_in import ScaleSilent, settled

if TYPE_CHECKING:
    from companion.app.parts import OpenParts
    from hardware.ports import Buttons, Camera, Lamps, Scale

PATIENCE_SECONDS = 20.0
KNOWN_G = 100.0
OFF_G = 3.0
"""How far a calibrated scale may be from the known weight: its plate may stand crooked."""
FELT_COUNTS = 2000
"""How far an uncalibrated cell must move under the known weight: 20 counts a gram."""
CHANGED = 6.0
"""The least difference between the middles of pictures with and without a card, of 255."""
LOOKS = 40


class CheckingPerson(Protocol):
    """Somebody at the table who does what is asked and says what they saw."""

    def does(self, action: str, name: str, words: str) -> None:
        """Ask them to do something; returns when they may have begun."""

    def confirms(self, words: str) -> bool:
        """Ask them yes or no."""


def walk(
    person: CheckingPerson,
    parts: OpenParts,
    camera: Camera | None,
    weights: Mapping[str, Any] | None,
    language: str = FALLBACK,
) -> Iterator[CheckFinding]:
    """Go through all parts with them."""
    if parts.lamps is not None:
        yield from lamps(person, parts.lamps)
    if parts.buttons is not None:
        yield from presses(person, parts.buttons, "check.do_press", "press")
    if parts.mat is not None:
        yield from presses(person, parts.mat, "check.do_touch", "touch")
    if parts.tilt is not None:
        yield tilt(person, parts.tilt)
    if parts.scale is not None:
        yield scale(person, parts.scale, weights)
    if camera is not None:
        yield card(person, camera)
    if parts.buzzer is not None:
        parts.buzzer.beep(3)
        yield _heard(person, "buzzer", say("check.ask_buzzer"))
    if parts.voice is not None and not parts.voice.is_silent:
        sentence = load(language).put(f"{ROOMS[0]}.event.Begun", {})
        parts.voice.say(sentence)
        yield _heard(person, "voice", say("check.ask_voice", sentence=sentence))


def lamps(person: CheckingPerson, row: Lamps) -> Iterator[CheckFinding]:
    """Light one after the other."""
    for name in row.names:
        row.show({name: 1.0})
        part = say("check.lamp", name=name)
        if person.confirms(say("check.ask_glow", part=part)):
            yield works(part, say("check.glows"))
        else:
            yield fails(part, say("check.dark"))
        row.show({name: 0.0})


def presses(
    person: CheckingPerson, contacts: Buttons, key: str, action: str
) -> Iterator[CheckFinding]:
    """Ask for each contact to be closed, and see that this one and no other was."""
    heard: list[str] = []
    arrived = threading.Event()

    def note(name: str, at: float) -> None:
        heard.append(name)
        arrived.set()

    contacts.on_press(note)
    for name in contacts.names:
        heard.clear()
        arrived.clear()
        if contacts.is_closed(name):
            yield fails(name, say("check.short"))
            continue
        person.does(action, name, say(key, name=name))
        arrived.wait(PATIENCE_SECONDS)
        yield _pressed(name, list(heard))


def _pressed(name: str, heard: list[str]) -> CheckFinding:
    if not heard:
        return fails(name, say("check.not_felt"))
    if heard[0] != name:
        return fails(name, say("check.felt_as", other=heard[0]))
    return works(name, say("check.felt"))


def tilt(person: CheckingPerson, switch: Any) -> CheckFinding:
    """Ask for the bowl to lean and to stand again."""
    person.does("lean", "tilt", say("check.do_lean"))
    leant = comes_true(lambda: bool(switch.read()[0]))
    person.does("stand", "tilt", say("check.do_stand"))
    stood = comes_true(lambda: not switch.read()[0])
    if leant and stood:
        return works("tilt", say("check.tilts"))
    state = "closed" if leant else "open"
    return fails("tilt", say("check.stays", state=state))


def comes_true(so: Callable[[], bool]) -> bool:
    """Whether something comes true before patience runs out."""
    pause = threading.Event()
    for _ in range(max(1, round(PATIENCE_SECONDS / 0.05))):
        if so():
            return True
        pause.wait(0.05)
    return False


def scale(person: CheckingPerson, device: Scale, weights: Mapping[str, Any] | None) -> CheckFinding:
    """Weigh something known."""
    try:
        person.does("empty", "scale", say("check.do_empty"))
        before = settled(device)
        person.does("load", "scale", say("check.do_load", grams=KNOWN_G))
        counts = settled(device) - before
        person.does("unload", "scale", say("check.do_unload"))
    except ScaleSilent as silent:
        return fails("weighing", wrong_said(silent))
    per_gram = weights.get("counts_per_gram") if weights else None
    if isinstance(per_gram, int | float) and per_gram:
        return _weighed(counts / per_gram)
    if abs(counts) < FELT_COUNTS:
        return fails(
            "weighing",
            say("check.not_moved", grams=KNOWN_G, counts=round(counts)),
        )
    return works("weighing", say("check.moved", grams=KNOWN_G, counts=round(counts)))


def _weighed(grams: float) -> CheckFinding:
    if abs(grams - KNOWN_G) > OFF_G:
        return fails("weighing", say("check.weighed_wrong", known=KNOWN_G, grams=round(grams, 1)))
    return works("weighing", say("check.weighed", known=KNOWN_G, grams=round(grams, 1)))


def card(person: CheckingPerson, camera: Camera) -> CheckFinding:
    """See a card that is held in front of the lens."""
    from hardware.errors import HardwareError
    from hardware.real.frames import apart

    try:
        before = _newest(camera)
        person.does("hold", "camera", say("check.do_hold"))
        after = _newest(camera)
    except HardwareError as wrong:
        return fails("seeing", wrong_said(wrong))
    if before is None or after is None:
        return fails("seeing", say("check.no_pictures"))
    if apart(before, after) < CHANGED:
        return fails("seeing", say("check.not_seen"))
    return works("seeing", say("check.seen"))


def _newest(camera: Camera) -> Any:
    """Return a picture taken from now on."""
    frames = [camera.read() for _ in range(LOOKS // 4)]
    return next((frame.picture for frame in reversed(frames) if frame is not None), None)


def _heard(person: CheckingPerson, part: str, words: str) -> CheckFinding:
    if person.confirms(words):
        return works(f"{part}_heard", say("check.heard"))
    return fails(f"{part}_heard", say("check.not_heard"))
