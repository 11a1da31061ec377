"""companion house: the lobby, every game, and what outlives them. What a machine starts."""

from __future__ import annotations

import argparse
import os
import sys
import threading
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, cast

import msgspec

from companion.config.settings import (
    Settings,
    keep_settings,
    load_settings,
    salvaged_settings,
    state_folder,
)
from companion.config.web import Web, check_address
from companion.core.errors import TableError, why
from companion.core.verdict import Saying
from companion.util.files import keep_private

from .command import Commands, add, say
from .owner import link_of
from .serve_forever import add_address, add_safe, announce, until_stopped
from .weigh_in import load_weights

if TYPE_CHECKING:
    from companion.app.house_app import RunningHouse
    from companion.house.log_redaction import LogRing
    from companion.house.preferences import Preferences


@cache
def ring() -> LogRing:
    """Return the last lines of this program, for the owner's download."""
    from companion.house.log_redaction import LogRing

    return LogRing()


def add_commands(commands: Commands) -> None:
    parser = add(commands, "house", house)
    add_address(parser)
    parser.add_argument("--state", type=Path, help=say("option.state"))
    add_safe(parser)


def house(arguments: argparse.Namespace) -> int:
    """Open the house: choose a box in the browser, play, and play the next one.

    If a game was open when the machine stopped, it opens again.
    """
    from companion.app.health import hand_memory_back
    from companion.house.log_redaction import Overheard

    hand_memory_back()
    again = threading.Event()
    sys.stdout = cast("TextIO", Overheard(sys.stdout, ring()))
    sys.stderr = cast("TextIO", Overheard(sys.stderr, ring()))
    housed = (
        _opened_safely(arguments, again) if arguments.safe else _opened_as_set(arguments, again)
    )
    return _until_stopped(housed, again)


def _opened_as_set(arguments: argparse.Namespace, again: threading.Event) -> RunningHouse:
    base = _with_state(load_settings(arguments.settings), arguments)
    preferences = _preferences(arguments, base)
    settings = preferences.settings
    notices = {"settings": preferences.trouble} if preferences.trouble else {}
    housed = _opened(
        arguments, settings, again, weights=load_weights(settings), notices=notices,
        preferences=preferences,
    )  # fmt: skip
    if arguments.settings:
        keep_settings(arguments.settings, state_folder(settings))
    return housed


def _preferences(arguments: argparse.Namespace, base: Settings) -> Preferences:
    """Return what the settings file says, and over it what the owner set on the page."""
    from companion.house import FOLDER
    from companion.house.preferences import OWN, Preferences
    from companion.house.restore import arrive

    fixed = [name for name in ("host", "port") if getattr(arguments, name) is not None]
    arrive(state_folder(base))  # a restored house brings its own settings
    own = state_folder(base) / FOLDER / OWN
    preferences = Preferences.read(arguments.settings, own, fixed)
    preferences.settings = msgspec.structs.replace(preferences.settings, state=base.state)
    return preferences


def _opened(
    arguments: argparse.Namespace, settings: Settings, again: threading.Event, **more: Any
) -> RunningHouse:
    from companion.app.house_app import open_house
    from companion.house import FOLDER

    host = settings.web.host if arguments.host is None else arguments.host
    port = settings.web.port if arguments.port is None else arguments.port
    check_address(host, port)
    keep_private(state_folder(settings), FOLDER)
    return open_house(settings, host, port, restart=again.set, ring=ring(), **more)


def _opened_safely(arguments: argparse.Namespace, again: threading.Event) -> RunningHouse:
    """Open nothing that can fail but the page and the journals; bad settings are only reported."""
    from companion.web import BadCertificate

    notices = {"safe": Saying("table.safe_mode", {})}
    try:
        settings = load_settings(arguments.settings)
    except (TableError, OSError, ValueError) as wrong:
        notices["settings"] = Saying("table.safe_settings", {"why": why(wrong)})
        settings = salvaged_settings(arguments.settings, _safe_folder(arguments))
    settings = _with_state(settings, arguments)
    try:
        return _opened(arguments, settings, again, safe=True, notices=notices)
    except BadCertificate as wrong:
        # without its certificate the page is for this machine alone: nothing secret may travel
        notices["settings"] = Saying("table.safe_settings", {"why": why(wrong)})
        clear = msgspec.structs.replace(settings, web=Web(hosts=settings.web.hosts))
        here = argparse.Namespace(**{**vars(arguments), "host": None})
        return _opened(here, clear, again, safe=True, notices=notices)


def _safe_folder(arguments: argparse.Namespace) -> Path:
    """Return where the last working settings are kept; the broken ones aren't asked."""
    return arguments.state or state_folder(Settings())


def _with_state(settings: Settings, arguments: argparse.Namespace) -> Settings:
    if arguments.state is None:
        return settings
    return msgspec.structs.replace(settings, state=str(arguments.state))


def _until_stopped(housed: RunningHouse, again: threading.Event) -> int:
    announce(
        housed.notices,
        say("house.open", urls=list(housed.urls)),
        say("house.link", link=link_of(housed.owner)),
        say("house.games", folder=housed.house.folder),
        say("house.stop"),
    )
    if not until_stopped(housed.stuck, lambda: _status(housed), housed.stop, again):
        print(say("house.again"), flush=True)
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
    return 0


def _status(housed: RunningHouse) -> str:
    running = housed.house.open
    if running is None:
        return say("house.lobby", url=housed.urls[0])
    table = running.table
    return say("playing.status", room=table.game.name, url=housed.urls[0], entries=table.number)
