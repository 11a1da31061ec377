"""companion run and rehearse: a table, real or rehearsed, with its page."""

from __future__ import annotations

import argparse
import signal
import threading
import traceback
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.core.errors import BadSeats, TableError
from companion.core.game import ROOMS, Game, load_room
from companion.core.house import parse_house_rules, read_house_rules
from companion.core.seats import Seat
from companion.core.verdict import Saying
from companion.settings import Settings, load_settings, state_folder

from .adding import Commands, add
from .weighing import load_weights

NAMES = ("Anna", "Ben", "Carla", "David", "Emma", "Farid")


def add_commands(commands: Commands) -> None:
    rehearsed = add(commands, "rehearse", rehearse)
    common(rehearsed)
    rehearsed.add_argument(
        "--seed", type=int, default=7, help="the same seed plays the same evening"
    )
    rehearsed.add_argument("--speed", type=float, default=1.0, help="4 is four times as fast")
    rehearsed.add_argument(
        "--light",
        type=float,
        default=0.5,
        metavar="HARSHNESS",
        dest="harshness",
        help="0 is a kind studio, 1 a dim room with hard shadows",
    )
    rehearsed.add_argument(
        "--answers",
        choices=("rehearsed", "people"),
        default="rehearsed",
        help="who answers questions; people means whoever is at the page",
    )
    rehearsed.add_argument(
        "--by-hand", action="store_true", help="insert the cards yourself by tapping the page"
    )
    ran = add(commands, "run", run)
    common(ran)
    ran.add_argument(
        "--camera", help="none (score by hand), pi, or a number for a USB camera; default: settings"
    )
    ran.add_argument("--taught", type=Path, help="the folder with the taught cards")
    ran.add_argument(
        "--safe",
        action="store_true",
        help="by hand alone, without camera and pins; what the service does after failing often",
    )


def common(parser: argparse.ArgumentParser) -> None:
    """What every command takes that opens a table."""
    parser.add_argument("room", nargs="?", help=f"one of {', '.join(ROOMS)}; default wall")
    parser.add_argument("--settings", type=Path, help="a companion.toml")
    parser.add_argument("--players", type=int, help="how many play")
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="NAME[:COLOUR]",
        help="seat somebody, youngest first; may be repeated",
    )
    parser.add_argument(
        "--house-rule",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        dest="house_rules",
        help="turn a switch; see: companion rules ROOM",
    )
    parser.add_argument("--box", type=Path, help="a box file of your own")
    parser.add_argument(
        "--journal", type=Path, help="play into this journal, or go on with the game it holds"
    )
    parser.add_argument("--host", help="the address to serve on; 0.0.0.0 for the whole network")
    parser.add_argument("--port", type=int, help="the port to serve on; default 8080")


def rehearse(arguments: argparse.Namespace) -> int:
    """Play a whole evening without any hardware, live in the browser.

    Painted pictures go through the same eye, referee, journal and page as real ones. Whoever
    watches may answer questions, insert cards and take moves back.
    """
    from companion import daemon

    if arguments.speed <= 0:
        raise ValueError(f"--speed {arguments.speed:g} stands still; use more than 0")
    evening = evening_of(arguments, "rehearsal")
    how = daemon.Rehearsing(
        seed=arguments.seed,
        speed=arguments.speed,
        harshness=arguments.harshness,
        answering=arguments.answers == "rehearsed",
        playing=not arguments.by_hand,
    )
    return _until_stopped(daemon.rehearse(evening, how), evening)


def run(arguments: argparse.Namespace) -> int:
    """Referee a real table.

    With a camera the eye reads the cards; without one, people tap what they do.
    """
    from companion import daemon

    if arguments.safe:
        return _run_safely(arguments)
    settings = load_settings(arguments.settings)
    evening = evening_of(arguments, "game")
    taught = arguments.taught or (Path(settings.eye.taught) if settings.eye.taught else None)
    camera = arguments.camera or settings.eye.camera
    running = daemon.run(
        evening, camera, taught, settings.wiring, load_weights(settings), settings.eye
    )
    return _until_stopped(running, evening)


def _run_safely(arguments: argparse.Namespace) -> int:
    """Nothing that can fail but the page and the journal; bad settings are told, not followed."""
    from companion import daemon

    notices = {"safe": Saying("table.safe_mode", {})}
    try:
        evening = evening_of(arguments, "game")
    except (TableError, OSError, ValueError) as wrong:
        notices["settings"] = Saying("table.safe_settings", {"why": str(wrong)})
        arguments.settings = None
        evening = evening_of(arguments, "game")
    running = daemon.run(evening, "none", None)
    for about, say in notices.items():
        running.table.notice(about, say)
    return _until_stopped(running, evening)


def evening_of(arguments: argparse.Namespace, kind: str) -> Any:
    """What the arguments and settings ask to be played, before anything is opened."""
    from companion import daemon

    settings = load_settings(arguments.settings)
    game = load_room(arguments.room or settings.room)
    box_file = arguments.box or (Path(settings.box) if settings.box else None)
    box = game.load_box(box_file)
    rules = _rules(game, settings, arguments.house_rules)
    seats = _seats(arguments, settings, _worn(box))
    game.opening(box, seats, rules)
    return daemon.Evening(
        game=game,
        box=box,
        seats=seats,
        rules=rules,
        journal=arguments.journal or _new_journal(settings, game, kind),
        host=arguments.host or settings.web.host,
        port=settings.web.port if arguments.port is None else arguments.port,
    )


def _rules(game: Game, settings: Settings, given: list[str]) -> Any:
    kept = settings.house_rules.get(game.name, {})
    if not given:
        return read_house_rules(game.house_rules, kept)
    names = {text.partition("=")[0] for text in given}
    texts = [f"{k}={str(v).lower() if isinstance(v, bool) else v}" for k, v in kept.items()]
    return parse_house_rules(
        game.house_rules, [*(t for t in texts if t.partition("=")[0] not in names), *given]
    )


def _worn(box: Any) -> Sequence[str]:
    """The colours people may wear: those of the pawns, where a box tells them from its cards."""
    pawns = getattr(box, "pawns", None)
    return pawns if isinstance(pawns, tuple) else box.colours


def _seats(
    arguments: argparse.Namespace, settings: Settings, colours: Sequence[str]
) -> tuple[Seat, ...]:
    """The people named on the command line, or as many as wanted, or those of the settings."""
    if arguments.seat:
        named = [text.partition(":") for text in arguments.seat]
        free = [c for c in colours if c not in {colour for _, _, colour in named}]
        return tuple(Seat(name, colour or free.pop(0)) for name, _, colour in named)
    if arguments.players is None and settings.seats != Settings().seats:
        return settings.seats
    if arguments.players is None:
        return _dressed(settings.seats, colours)
    if not 1 <= arguments.players <= len(NAMES):
        raise BadSeats(f"--players {arguments.players}; seat between 1 and {len(NAMES)} people")
    wanted = enumerate(NAMES[: arguments.players])
    return tuple(Seat(name, colours[n] if n < len(colours) else "") for n, name in wanted)


def _dressed(seats: Sequence[Seat], colours: Sequence[str]) -> tuple[Seat, ...]:
    """People nobody chose: whoever wears a colour the box does not have gets another one."""
    free = [colour for colour in colours if colour not in {seat.colour for seat in seats}]
    return tuple(
        seat if seat.colour in colours or not free else Seat(seat.name, free.pop(0))
        for seat in seats
    )


def _new_journal(settings: Settings, game: Game, kind: str) -> Path:
    stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    return state_folder(settings) / f"{game.name}-{kind}-{stamp}.sqlite"


def _until_stopped(running: Any, evening: Any) -> int:
    from companion.daemon.notifying import pulse_of

    if running.table.damage:
        print(f"Mind: {running.table.damage}")
    print(f"The table is open: {' or '.join(running.urls)}")
    print(f"The journal:       {evening.journal}")
    for token, role in running.tokens.items():
        print(f"{_whose(role, evening):18} {running.url}join/{token}")
    print("Stop with Ctrl-C; the same --journal goes on where it stopped.", flush=True)
    stopped = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: stopped.set())
    pulse = pulse_of(running.movement.stuck, lambda: _status(running))
    if pulse:
        pulse.start()
    stopped.wait()
    if pulse:
        pulse.stop()
    try:
        running.stop()
    except Exception:  # everything else was closed; a part that sticks is freed with the process
        traceback.print_exc()
    return 0


def _status(running: Any) -> str:
    table = running.table
    return f"{table.game.name} on {running.url}, {table.number} entries saved"


def _whose(role: Any, evening: Any) -> str:
    if role.seat is None:
        return f"{role.name.capitalize()}:"
    return f"{evening.seats[role.seat].name}:"
