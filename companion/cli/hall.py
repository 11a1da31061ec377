"""companion hall: an event night with many tables, followed, refereed and counted."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from companion.config.settings import Settings, load_settings, state_folder
from companion.config.web import Web, check_address
from companion.core.errors import TableError
from companion.util.files import keep_private, write_whole
from companion.words import LANGUAGES, load

from .command import Commands, add, say, words
from .serve_forever import announce, until_stopped

if TYPE_CHECKING:
    from companion.app.hall_app import RunningHall
    from companion.hall.scores.night_file import NightFile, SignedNight
    from companion.journal.signatures import SigningKey
    from companion.words import Words

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
    counted.add_argument("--to", type=Path, help=say("option.season_to"))
    counted.add_argument("--settings", type=Path, help=say("option.settings"))
    forgot = add(commands, "forget", forget)
    forgot.add_argument("night", type=Path, help=say("option.night"))
    forgot.add_argument("--to", type=Path, required=True, help=say("option.publish_to"))
    made = add(commands, "publish", publish)
    made.add_argument("night", type=Path, help=say("option.night"))
    made.add_argument("--to", type=Path, required=True, help=say("option.publish_to"))
    made.add_argument("--season", nargs="+", default=(), type=Path, help=say("option.publish_with"))
    made.add_argument("--best", type=int, help=say("option.best"))
    made.add_argument("--language", choices=LANGUAGES, help=say("option.publish_language"))
    made.add_argument("--settings", type=Path, help=say("option.settings"))


def season(arguments: argparse.Namespace) -> int:
    """Add up the nights of a season as a table (CSV), and as a page."""
    from companion.hall.published_pages import pages_of_season, written
    from companion.hall.scores.exports import season_csv
    from companion.hall.scores.season import joined
    from companion.hall.scores.season import season as added

    nights = joined(_night_at(path, arguments) for path in arguments.nights)
    for one in nights:
        print(say("season.signed", name=one.night.name, mark=one.mark), file=sys.stderr)
    whole = added((one.night for one in nights), _best(arguments))
    if arguments.to is not None:
        made = pages_of_season(whole, words())
        written(made, arguments.to)
        print(say("season.written", folder=arguments.to), file=sys.stderr)
    print(season_csv(whole), end="")
    return 0


def publish(arguments: argparse.Namespace) -> int:
    """Write a night as a folder of static pages, with its signed file."""
    from companion.hall.published_pages import pages_of, written
    from companion.hall.scores.night_file import SignedNight, signed
    from companion.hall.scores.season import joined
    from companion.hall.scores.season import season as added

    said = load(arguments.language) if arguments.language else words()
    key, night = _key(arguments), _folder_night(arguments.night, arguments, said)
    whole = None
    if arguments.season:
        others = [_night_at(path, arguments) for path in arguments.season]
        nights = joined((*others, SignedNight(night, key.public)))
        whole = added((one.night for one in nights), _best(arguments))
    written(pages_of(night, signed(night, key), key.public, said, whole), arguments.to)
    print(say("publish.done", folder=arguments.to))
    return 0


def forget(arguments: argparse.Namespace) -> int:
    """Write a night anew without the names that were removed at the desk."""
    from companion.hall.forgotten import without_names
    from companion.hall.store.local import FILE

    if not (arguments.night / FILE).is_file():
        raise TableError("fault.hall.no_night", path=arguments.night)
    count = without_names(arguments.night, arguments.to)
    print(say("forget.done", count=count, folder=arguments.to, old=arguments.night))
    return 0


def _best(arguments: argparse.Namespace) -> int | None:
    return None if arguments.best is None else max(1, int(arguments.best))


def _key(arguments: argparse.Namespace) -> SigningKey:
    """Return the key of this machine: the same for all its nights."""
    from companion.journal.signatures import SigningKey

    return SigningKey.kept_in(_key_file(load_settings(arguments.settings)))


def _key_file(settings: Settings) -> Path:
    from companion.hall.publication import KEY

    return state_folder(settings) / KEY


def _night_at(path: Path, arguments: argparse.Namespace) -> SignedNight:
    """Read a night: the folder of a hall here, or the signed file of any hall."""
    from companion.hall.publication import read_file
    from companion.hall.scores.night_file import SignedNight

    if path.is_dir():
        return SignedNight(_folder_night(path, arguments, words()), _key(arguments).public)
    try:
        return read_file(path)
    except OSError as wrong:
        raise TableError("fault.hall.no_night", path=path) from wrong


def _folder_night(folder: Path, arguments: argparse.Namespace, said: Words) -> NightFile:
    from companion.hall.evening import read_back
    from companion.hall.scores.night_file import night_file
    from companion.hall.store.local import FILE, night_of
    from companion.journal import read_with_game

    if not (folder / FILE).is_file():
        raise TableError("fault.hall.no_night", path=folder)
    entries, game = read_with_game(folder / FILE)
    night = read_back(entries).night

    def called(room: str) -> str:
        if room in night.games:
            return night.games[room].name
        return said.put(f"house.room.{room}.title", {})

    return night_file(night, night_of(game), tuple(entries), _key(arguments), called)


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
            key=_key_file(settings),
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
