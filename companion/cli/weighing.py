"""companion weigh-in: bowl, staff and boulders are weighed once, and kept for every evening."""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from companion.core.errors import TableError
from companion.files import write_whole
from companion.rooms import rooms_with
from companion.settings import (
    Settings,
    chosen_settings,
    load_settings,
    state_folder,
    who_may_write,
)

from .adding import Commands, add

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
    parser.add_argument(
        "--settings", type=Path, help="a companion.toml; default: the installed table's"
    )
    parser.add_argument("--known", type=float, default=100.0, help="the known weight, in grams")
    parser.add_argument("--box", type=Path, help="a box file of your own")
    parser.add_argument("-o", "--out", type=Path, help="write here instead of the state folder")


def weigh_in(arguments: argparse.Namespace) -> int:
    """Weigh bowl, staff and five boulders of every colour, step by step.

    You need a scale in [wiring] and something of known weight, such as a 100 g weight.
    """
    from companion.daemon.parts import open_scale

    settings = load_settings(chosen_settings(arguments.settings))
    part = settings.wiring.one("scale")
    if part is None:
        raise TableError("no scale is wired; add one to [wiring] in companion.toml")
    path = arguments.out or weights_file(settings)
    ensure_writable(path.parent)
    scale = open_scale(part, settings.wiring)
    try:
        weights = guided(scale, _colours(arguments.box), arguments.known, part.rate, ask, print)
    finally:
        scale.close()
    save_weights(path, weights)
    print(f"Saved in {path}. From now on, companion run weighs the bowl.")
    return 0


def ask(words: str) -> None:
    """Ask the person at this terminal to do something, and wait until they have."""
    typed(f"{words}, then press Enter. ")


def typed(prompt: str) -> str:
    """What they type; an error where nobody is there."""
    try:
        return input(prompt)
    except EOFError as nobody:
        raise TableError("nobody is at this terminal to do that; try check --quiet") from nobody


def guided(
    scale: Scale,
    colours: tuple[str, ...],
    known: float,
    rate: float,
    tell: Callable[[str], None],
    say: Callable[[str], None],
) -> Weights:
    """The steps of rules 5.3: empty plate, a known weight, bowl, staff, boulders one by one."""
    from calibration.teach.twins import twins
    from calibration.teach.weights import BOULDERS_WEIGHED, counts_per_gram, problems, weigh_in

    tell("Leave the plate empty")
    zero = settled(scale)
    tell(f"Put {known:g} g on the plate")
    per_gram = counts_per_gram(zero, settled(scale), known)
    tell("Take it off and put the empty bowl on the plate")
    bowl = settled(scale)
    tell("Take it off and lay the staff on the plate")
    staff = settled(scale)
    boulders: dict[str, list[float]] = {}
    for colour in colours:
        for number in range(1, BOULDERS_WEIGHED + 1):
            tell(f"Lay one {colour} boulder alone on the plate ({number} of {BOULDERS_WEIGHED})")
            boulders.setdefault(colour, []).append(settled(scale))
    weights = weigh_in(zero, per_gram, bowl, staff, boulders, rate)
    wrong = problems(weights)
    if wrong:
        raise TableError("; ".join(wrong))
    for twin in twins(weights):
        say(f"Mind: {twin.words()}")
    return weights


def settled(scale: Scale) -> float:
    """The count of what lies on the plate now, once it has stopped swinging."""
    heard: list[float] = []
    began: float | None = None
    missed = 0
    while len(heard) < READINGS:
        reading = scale.read()
        if reading is None:
            missed += 1
            if missed > MOST_MISSED:
                raise ScaleSilent(
                    "the scale does not answer; check its four wires, clock and data, then try "
                    "again"
                )
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
    """Where the weights are kept: as set, or beside the journals."""
    return Path(settings.weights) if settings.weights else state_folder(settings) / "weights.json"


def ensure_writable(folder: Path) -> None:
    """Find out before anything is weighed whether the weights can be kept."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".weigh-in-"):
            return
    except OSError as wrong:
        raise TableError(
            f"nothing can be kept in {folder}: {wrong.strerror}. {who_may_write(folder)}"
        ) from wrong


def save_weights(path: Path, weights: Weights) -> None:
    """Keep the weights; a cut wire in between leaves the old ones."""
    from calibration.teach.weights import stored

    write_whole(path, f"{json.dumps(stored(weights), indent=2)}\n".encode(), 0o644)


def load_weights(settings: Settings) -> Mapping[str, Any] | None:
    """What was weighed in; None when nothing was, or nobody can read it any more."""
    try:
        kept = json.loads(weights_file(settings).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return kept if isinstance(kept, dict) else None
