"""companion run and rehearse: a table, real or rehearsed, with its page."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from companion.config.settings import (
    Settings,
    keep_settings,
    load_settings,
    salvaged_settings,
    state_folder,
)
from companion.config.web import BadSetting, Web
from companion.core.errors import TableError, why
from companion.core.game import ROOMS
from companion.core.play_mode import MANNERS
from companion.core.roles import Role
from companion.core.seats import Seat
from companion.core.verdict import Saying

from .command import Commands, add, say
from .evenings import evening_of
from .serve_forever import add_address, add_safe, announce, until_stopped
from .teach import add_corners
from .weigh_in import load_weights

if TYPE_CHECKING:
    from companion.app import GameSession, Running
    from companion.web import BadCertificate


def add_commands(commands: Commands) -> None:
    rehearsed = add(commands, "rehearse", rehearse)
    common(rehearsed)
    rehearsed.add_argument("--seed", type=int, default=7, help=say("option.seed"))
    rehearsed.add_argument("--speed", type=float, default=1.0, help=say("option.speed"))
    rehearsed.add_argument(
        "--light",
        type=float,
        default=0.5,
        metavar="HARSHNESS",
        dest="harshness",
        help=say("option.dim"),
    )
    rehearsed.add_argument(
        "--answers",
        choices=("rehearsed", "people"),
        default="rehearsed",
        help=say("option.answers"),
    )
    rehearsed.add_argument("--by-hand", action="store_true", help=say("option.by_hand"))
    ran = add(commands, "run", run)
    common(ran)
    ran.add_argument("--camera", help=say("option.run_camera"))
    ran.add_argument("--taught", type=Path, help=say("option.taught_cards"))
    add_corners(ran)
    add_safe(ran)


def common(parser: argparse.ArgumentParser) -> None:
    """Add the options of every command that opens a table."""
    parser.add_argument(
        "room", nargs="?", help=say("option.room", rooms=list(ROOMS), default=ROOMS[0])
    )
    parser.add_argument("--players", type=int, help=say("option.players"))
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="NAME[:COLOUR]",
        help=say("option.seat"),
    )
    parser.add_argument(
        "--house-rule",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        dest="house_rules",
        help=say("option.house_rule"),
    )
    parser.add_argument("--box", type=Path, help=say("option.box"))
    parser.add_argument("--journal", type=Path, help=say("option.play_journal"))
    parser.add_argument(
        "--manner",
        choices=MANNERS,
        help=say("option.manner"),
    )
    add_address(parser)


def rehearse(arguments: argparse.Namespace) -> int:
    """Play a whole evening without any hardware, live in the browser.

    Painted pictures go through the same eye, referee, journal and page as real ones. You can
    answer questions, insert cards and take moves back while you watch.
    """
    from companion import app

    if arguments.speed <= 0:
        raise BadSetting("fault.cli.speed", speed=arguments.speed)
    evening = evening_of(arguments, load_settings(arguments.settings), "rehearsal")
    how = app.Rehearsing(
        seed=arguments.seed,
        speed=arguments.speed,
        harshness=arguments.harshness,
        answering=arguments.answers == "rehearsed",
        playing=not arguments.by_hand,
    )
    return _until_stopped(app.rehearse(evening, how))


def run(arguments: argparse.Namespace) -> int:
    """Referee a real table.

    With a camera the eye reads the cards; without one, you tap your moves.
    """
    from companion import app

    if arguments.safe:
        return _run_safely(arguments)
    settings = load_settings(arguments.settings)
    evening = evening_of(arguments, settings, "game")
    taught = arguments.taught or (Path(settings.eye.taught) if settings.eye.taught else None)
    camera = arguments.camera or settings.eye.camera
    eye = settings.eye
    if arguments.corners:
        eye = msgspec.structs.replace(eye, corners=arguments.corners)
    running = app.run(evening, camera, taught, settings.wiring, load_weights(settings), eye)
    if arguments.settings:
        keep_settings(arguments.settings, evening.journal.parent)
    return _until_stopped(running)


def _run_safely(arguments: argparse.Namespace) -> int:
    """Run nothing that can fail but the page and the journal; bad settings are only reported."""
    from companion import app
    from companion.web import BadCertificate

    evening = _safe_evening(arguments)
    try:
        running = app.run(evening, "none", None)
    except BadCertificate as wrong:
        running = app.run(_in_clear(evening, wrong), "none", None)
    return _until_stopped(running)


def _in_clear(evening: GameSession, wrong: BadCertificate) -> GameSession:
    """Without its certificate the page is for this machine alone: nothing secret may travel."""
    ignored = Saying("table.safe_settings", {"why": why(wrong)})
    web = Web(hosts=evening.web.hosts)
    notices = {**evening.notices, "settings": ignored}
    return replace(evening, host=web.host, web=web, notices=notices)


def _safe_evening(arguments: argparse.Namespace) -> GameSession:
    """Return the game of the journal, or a new one by the settings that can be read."""
    notices = {"safe": Saying("table.safe_mode", {})}
    folder = arguments.journal.parent if arguments.journal else state_folder(Settings())
    try:
        settings = load_settings(arguments.settings)
        evening = evening_of(arguments, settings, "game", strict=False)
    except (TableError, OSError, ValueError) as wrong:
        notices["settings"] = Saying("table.safe_settings", {"why": why(wrong)})
        settings = salvaged_settings(arguments.settings, folder)
        evening = _without_wishes(arguments, settings)
    return replace(evening, notices={**evening.notices, **notices})


def _without_wishes(arguments: argparse.Namespace, settings: Settings) -> GameSession:
    """Return the same ignoring everything but the journal and the address."""
    wishes = {**vars(arguments), "seat": [], "house_rules": []}
    plain = argparse.Namespace(**{**wishes, "room": None, "players": None, "box": None})
    try:
        return evening_of(plain, settings, "game", strict=False)
    except (TableError, OSError, ValueError):
        return evening_of(plain, Settings(web=settings.web), "game", strict=False)


def _until_stopped(running: Running) -> int:
    if running.table.damage:
        print(say("playing.damage", reason=str(running.table.damage)))
    links = (
        f"{_whose(role, running.table.state.seats):18} {running.url}join/{token}"
        for token, role in running.tokens.items()
    )
    announce(
        running.notices,
        say("playing.open", urls=list(running.urls)),
        say("playing.journal", path=str(running.journal)),
        *links,
        say("playing.stop"),
    )
    until_stopped(running.movement.stuck, lambda: _status(running), running.stop)
    return 0


def _status(running: Running) -> str:
    table = running.table
    return say("playing.status", room=table.game.name, url=running.url, entries=table.number)


def _whose(role: Role, seats: Sequence[Seat]) -> str:
    return f"{role.name.capitalize() if role.seat is None else seats[role.seat].name}:"
