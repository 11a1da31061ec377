"""companion hall: an event night with many tables, followed, refereed and counted."""

from __future__ import annotations

import argparse
import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from companion.config.settings import load_settings, state_folder
from companion.config.web import Web, check_address
from companion.core.errors import TableError
from companion.util.files import keep_private, write_whole

from .command import Commands, add, say
from .serve_forever import announce, until_stopped

if TYPE_CHECKING:
    from companion.app.hall_app import RunningHall

PORT, BROKER_PORT = 8090, 8883
FOLDER, ADDRESS = "hall", "address.txt"
PASSWORD = "COMPANION_BROKER_PASSWORD"


def add_commands(commands: Commands) -> None:
    parser = add(commands, "hall", hall)
    parser.add_argument("--settings", type=Path, help=say("option.settings"))
    parser.add_argument("--host", help=say("option.host"))
    parser.add_argument(
        "--port", type=int, default=PORT, help=say("option.hall_port", port=str(PORT))
    )
    parser.add_argument("--state", type=Path, help=say("option.hall_state"))
    parser.add_argument("--broker", default="", help=say("option.broker"))
    parser.add_argument("--broker-password", type=Path, help=say("option.broker_password"))
    parser.add_argument(
        "--broker-port", type=int, default=BROKER_PORT, help=say("option.broker_port")
    )
    parser.add_argument("--store", default="", help=say("option.store"))
    parser.add_argument("--name", default="", help=say("option.hall_name"))
    parser.add_argument("--link", action="store_true", help=say("option.hall_link"))
    counted = add(commands, "season", season)
    counted.add_argument("nights", nargs="+", type=Path, help=say("option.nights"))
    counted.add_argument("--best", type=int, help=say("option.best"))


def season(arguments: argparse.Namespace) -> int:
    """Add up the nights of a season as a table (CSV)."""
    from companion.hall.night.fold import read_back
    from companion.hall.scores.exports import season_csv
    from companion.hall.scores.standings import season as added
    from companion.hall.scores.standings import standings
    from companion.hall.store.local import FILE
    from companion.journal import read_with_game

    nights = []
    for folder in arguments.nights:
        night = read_back(read_with_game(folder / FILE)[0])
        nights.append((night.plan.name or folder.name, standings(night, provisional=False)))
    print(season_csv(added(nights, arguments.best)), end="")
    return 0


def hall(arguments: argparse.Namespace) -> int:
    """Open the hall of an event night: people, seating, tables, referees, screens."""
    from companion.app.hall_app import HallOpening, open_hall
    from companion.web.server.addresses import addresses

    settings = load_settings(arguments.settings)
    folder = arguments.state or state_folder(settings) / FOLDER
    host = settings.web.host if arguments.host is None else arguments.host
    check_address(host, arguments.port)
    if arguments.link:
        return _print_link(folder, addresses(host, arguments.port)[0])
    keep_private(folder)
    check_store(arguments.store)
    password = broker_password(arguments.broker, arguments.broker_password)
    halled = open_hall(
        HallOpening(
            folder,
            host,
            arguments.port,
            web=settings.web if arguments.settings else Web(),
            broker=arguments.broker,
            broker_password=password,
            broker_port=arguments.broker_port,
            store=arguments.store,
            name=arguments.name,
        )
    )
    return _until_stopped(halled, folder)


def broker_password(url: str, file: Path | None) -> str:
    """Read the password of a broker from a file or the environment.

    On the command line every user of the machine could read it.
    """
    if url and urlsplit(url.split(",")[0]).password is not None:
        raise TableError("fault.hall.broker_password", variable=PASSWORD)
    if file is None:
        return os.environ.get(PASSWORD, "")
    try:
        return file.read_text().strip()
    except OSError as wrong:
        raise TableError("fault.hall.no_password_file", file=file, why=wrong) from wrong


def check_store(url: str) -> None:
    """Refuse a database's password on the command line; its library finds one by itself."""
    parts = urlsplit(url)
    if parts.password is not None or "password" in parse_qs(parts.query):
        raise TableError("fault.hall.store_password")


def _print_link(folder: Path, page: str) -> int:
    """Print another one-time link; the hall need not be told. Where it runs, it has left the
    address under which others reach it."""
    from companion.web.hall.crew import make_link

    with _as_owner_of(folder):
        with contextlib.suppress(OSError):
            page = (folder / ADDRESS).read_text().strip() or page
        token = make_link(folder)
    print(say("hall.link", url=f"{page.rstrip('/')}/organiser/{token}"))
    return 0


@contextlib.contextmanager
def _as_owner_of(folder: Path) -> Iterator[None]:
    """Write as whoever runs the hall: root's files it could not read, and root must not follow
    what somebody else has laid there."""
    if os.geteuid() != 0 or not folder.is_dir():
        yield
        return
    found = folder.stat()
    os.setegid(found.st_gid)
    os.seteuid(found.st_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)


def _until_stopped(halled: RunningHall, folder: Path) -> int:
    from companion.web.hall.crew import make_link

    codes = "".join(f"{role}: {code}\n" for role, code in halled.codes.items())
    try:
        write_whole(folder / "codes.txt", codes.encode(), 0o600)
        write_whole(folder / ADDRESS, halled.urls[0].encode(), 0o600)
    except OSError as wrong:
        raise TableError("fault.hall.cannot_write", folder=folder, why=wrong) from wrong
    announce(
        (),
        say("hall.open", urls=list(halled.urls)),
        say("hall.night", folder=folder),
        say("hall.link", url=f"{halled.urls[0].rstrip('/')}/organiser/{make_link(folder)}"),
        *(say("hall.code", role=role, code=code) for role, code in halled.codes.items()),
        say("hall.stop"),
    )
    until_stopped(halled.stuck, lambda: _status(halled), halled.stop)
    return 0


def _status(halled: RunningHall) -> str:
    evening = halled.hall.evening
    tables, number = len(evening.machines), evening.night.started
    return say("hall.status", tables=tables, round=number, url=halled.urls[0])
