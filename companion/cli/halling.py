"""companion hall: an event night with many tables, followed, refereed and counted."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.errors import TableError
from companion.files import write_whole
from companion.settings import load_settings, state_folder
from companion.webbing import Web, check_address

from .adding import Commands, add
from .staying import announce, until_stopped

if TYPE_CHECKING:
    from companion.daemon.halling import Halled

PORT = 8090
FOLDER = "hall"


def add_commands(commands: Commands) -> None:
    parser = add(commands, "hall", hall)
    parser.add_argument("--settings", type=Path, help="a companion.toml")
    parser.add_argument("--host", help="the address to serve on; 0.0.0.0 for the whole network")
    parser.add_argument("--port", type=int, default=PORT, help=f"the page's port; default {PORT}")
    parser.add_argument("--state", type=Path, help="the folder of this night")
    parser.add_argument(
        "--broker", default="",
        help="mqtt://user:password@host:port; without it the hall starts a Mosquitto of its own",
    )  # fmt: skip
    parser.add_argument(
        "--broker-port", type=int, default=1883, help="the port of the hall's own Mosquitto"
    )
    parser.add_argument(
        "--store", default="", help="postgresql://... for a night that several halls share"
    )
    parser.add_argument("--name", default="", help="tells two halls of one night apart")
    counted = add(commands, "season", season)
    counted.add_argument("nights", nargs="+", type=Path, help="the folders of the nights")
    counted.add_argument("--best", type=int, help="how many nights of everybody count")


def season(arguments: argparse.Namespace) -> int:
    """Add up the nights of a season as a table (CSV)."""
    from companion.hall.counting.exports import season_csv
    from companion.hall.counting.season import season as added
    from companion.hall.counting.standings import standings
    from companion.hall.night.evolving import read_back
    from companion.hall.store.local import FILE
    from companion.journal import read_with_game

    nights = []
    for folder in arguments.nights:
        night = read_back(read_with_game(folder / FILE)[0])
        nights.append((night.plan.name or folder.name, standings(night, provisional=False)))
    print(season_csv(added(nights, arguments.best)), end="")
    return 0


def hall(arguments: argparse.Namespace) -> int:
    """Open the hall of an event night: people, seating, tables, referees, screens.

    The desk is on this machine's own page, or anywhere with the organiser's code.
    """
    from companion.daemon.halling import HallOpening, open_hall

    settings = load_settings(arguments.settings)
    folder = arguments.state or state_folder(settings) / FOLDER
    host = settings.web.host if arguments.host is None else arguments.host
    check_address(host, arguments.port)
    halled = open_hall(
        HallOpening(
            folder,
            host,
            arguments.port,
            web=settings.web if arguments.settings else Web(),
            broker=arguments.broker,
            broker_port=arguments.broker_port,
            store=arguments.store,
            name=arguments.name,
        )
    )
    return _until_stopped(halled, folder)


def _until_stopped(halled: Halled, folder: Path) -> int:
    codes = "".join(f"{role}: {code}\n" for role, code in halled.codes.items())
    try:
        write_whole(folder / "codes.txt", codes.encode(), 0o600)
    except OSError as wrong:
        raise TableError(f"cannot write to {folder}: {wrong.strerror}") from wrong
    announce(
        (),
        f"The hall is open:  {' or '.join(halled.urls)}",
        f"The night is in:   {folder}",
        *(f"{role.capitalize() + ' code:':18} {code}" for role, code in halled.codes.items()),
        "Stop with Ctrl-C; next time it goes on where it stopped.",
    )
    until_stopped(halled.stuck, lambda: _status(halled), halled.stop)
    return 0


def _status(halled: Halled) -> str:
    evening = halled.hall.evening
    rounds = evening.night.started
    return f"{len(evening.machines)} tables, round {rounds}, on {halled.urls[0]}"
