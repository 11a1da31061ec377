"""companion weigh-in: bowl, staff and boulders are weighed once, and kept for every evening."""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from companion.config.settings import (
    Settings,
    chosen_settings,
    load_settings,
    state_folder,
    who_may_write,
)
from companion.core.errors import TableError
from companion.core.verdict import Saying
from companion.rooms import rooms_with
from companion.util.files import write_whole

from .command import Commands, add, say

if TYPE_CHECKING:
    from calibration.teach.weights import Weights
    from hardware.ports import Scale

READINGS = 30
SWING_SECONDS = 1.5
"""How long a plate swings after something was laid on it."""
MOST_MISSED = 80
"""Empty readings in a row before a scale counts as silent."""


class ScaleSilent(TableError, OSError):
    """A scale that gives no readings."""


def add_commands(commands: Commands) -> None:
    parser = add(commands, "weigh-in", weigh_in)
    parser.add_argument("--settings", type=Path, help=say("option.installed_settings"))
    parser.add_argument("--known", type=float, default=100.0, help=say("option.known"))
    parser.add_argument("--box", type=Path, help=say("option.box"))
    parser.add_argument("-o", "--out", type=Path, help=say("option.weights_out"))


def weigh_in(arguments: argparse.Namespace) -> int:
    """Weigh bowl, staff and five boulders of every colour, step by step.

    You need a scale in [wiring] and something of known weight, such as a 100 g weight.
    """
    from companion.app.parts import header_of
    from hardware.drivers import open_device

    settings = load_settings(chosen_settings(arguments.settings))
    wiring = settings.wiring
    if wiring.samples_a_second is None:
        raise TableError("fault.cli.no_scale")
    path = arguments.out or weights_file(settings)
    ensure_writable(path.parent)
    scale = open_device(wiring.of("scale"), header_of(wiring))
    try:
        colours, rate = _colours(arguments.box), wiring.samples_a_second
        weights = guided(scale, colours, arguments.known, rate, ask, print)
    finally:
        scale.close()
    save_weights(path, weights)
    print(say("weigh.saved", path=path))
    return 0


def ask(words: str) -> None:
    """Ask the person at this terminal to do something, and wait until they have."""
    typed(f"{say('then_enter', do=words)} ")


def typed(prompt: str) -> str:
    """Return what they type; raise an error if nobody is there."""
    try:
        return input(prompt)
    except EOFError as nobody:
        raise TableError("fault.cli.nobody_here") from nobody


def guided(
    scale: Scale,
    colours: tuple[str, ...],
    known: float,
    rate: float,
    tell: Callable[[str], None],
    note: Callable[[str], None],
) -> Weights:
    """Guide through the steps of rules 5.3: empty plate, a known weight, bowl, staff,
    boulders one by one."""
    from calibration.teach.weights import (
        BOULDERS_WEIGHED,
        BadWeights,
        counts_per_gram,
        one_after_the_other,
        problems,
        twins,
        weigh_in,
    )

    tell(say("weigh.do_empty"))
    zero = settled(scale)
    tell(say("weigh.do_known", grams=known))
    per_gram = counts_per_gram(zero, settled(scale), known)
    tell(say("weigh.do_bowl"))
    bowl = settled(scale)
    tell(say("weigh.do_staff"))
    staff = settled(scale)
    boulders: dict[str, list[float]] = {}
    for colour in colours:
        for number in range(1, BOULDERS_WEIGHED + 1):
            tell(say("weigh.do_boulder", colour=colour, number=number, of=BOULDERS_WEIGHED))
            boulders.setdefault(colour, []).append(settled(scale))
    weights = weigh_in(zero, per_gram, bowl, staff, boulders, rate)
    wrong = problems(weights)
    if wrong:
        raise BadWeights("fault.weights.wrong", why=one_after_the_other(wrong))
    for twin in twins(weights):
        saying = twin.say()
        note(say("weigh.mind", twins=Saying(saying.key, saying.values)))
    return weights


def settled(scale: Scale) -> float:
    """Return the count on the plate once it has stopped swinging."""
    heard: list[float] = []
    began: float | None = None
    missed = 0
    while len(heard) < READINGS:
        reading = scale.read()
        if reading is None:
            missed += 1
            if missed > MOST_MISSED:
                raise ScaleSilent("fault.cli.scale_silent")
            continue
        began = reading[1] if began is None else began
        if reading[1] - began >= SWING_SECONDS:
            heard.append(reading[0])
    return median(heard)


def _colours(box_file: Path | None) -> tuple[str, ...]:
    room = rooms_with("scale")[0]
    assert room.scale is not None
    return room.scale().colours(room.game.load_box(box_file))


def weights_file(settings: Settings) -> Path:
    """Return where the weights are kept: as set, or beside the journals."""
    return Path(settings.weights) if settings.weights else state_folder(settings) / "weights.json"


def ensure_writable(folder: Path) -> None:
    """Find out before anything is weighed whether the weights can be kept."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".weigh-in-"):
            return
    except OSError as wrong:
        raise TableError(
            "fault.cli.cannot_keep", folder=folder, why=wrong, remedy=who_may_write(folder)
        ) from wrong


def save_weights(path: Path, weights: Weights) -> None:
    """Keep the weights; a plug pulled in between leaves the old ones."""
    from calibration.teach.weights import stored

    write_whole(path, f"{json.dumps(stored(weights), indent=2)}\n".encode(), 0o644)


def load_weights(settings: Settings) -> Mapping[str, Any] | None:
    """Return what was weighed in; None if nothing was, or if it can't be read any more."""
    try:
        kept = json.loads(weights_file(settings).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return kept if isinstance(kept, dict) else None
