"""companion owner: a link that makes one browser the owner of a house, and who was let in."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.config.settings import Settings, load_settings, state_folder

from .command import Commands, add, say

if TYPE_CHECKING:
    from companion.web.house import Owner

ANYWHERE = "http://localhost:8080/"


def add_commands(commands: Commands) -> None:
    parser = add(commands, "owner", owner)
    parser.add_argument("--settings", type=Path, help=say("option.settings"))
    parser.add_argument("--state", type=Path, help=say("option.state"))
    parser.add_argument("--renew", action="store_true", help=say("option.renew"))
    parser.add_argument("--kiosk", action="store_true", help=say("option.kiosk"))
    parser.add_argument("--list", action="store_true", help=say("option.browsers"))
    parser.add_argument("--send-away", metavar="BROWSER", help=say("option.send_away"))


def owner(arguments: argparse.Namespace) -> int:
    """Print a one-time link; whoever may write into the folder of the house may have one."""
    from companion.house import FOLDER
    from companion.house.backup import OWNER
    from companion.web.house import Owner

    settings = load_settings(arguments.settings) if arguments.settings else Settings()
    folder = (arguments.state or state_folder(settings)) / FOLDER
    if not folder.is_dir():
        print(say("owner.no_house", folder=folder), file=sys.stderr)
        return 1
    kept = Owner(folder / OWNER)
    if arguments.send_away is not None:
        return _send_away(kept, arguments.send_away)
    if arguments.list:
        return _list(kept)
    if arguments.renew:
        kept.renew()
        print(say("owner.renewed"))
    if arguments.kiosk:
        print(link_of(kept, "kiosk"))
        return 0
    print(say("house.link", link=link_of(kept)))
    print(say("house.code", code=kept.code))
    return 0


def _list(kept: Owner) -> int:
    """Name every browser that was let in, the oldest first."""
    from companion.web.house.owner import KIOSK

    for phone, seen in kept.phones().items():
        key = "owner.screen" if seen.role == KIOSK else "owner.browser"
        print(say(key, phone=phone, name=seen.name, since=seen.since))
    if not kept.phones():
        print(say("owner.nobody"))
    return 0


def _send_away(kept: Owner, phone: str) -> int:
    """Let one browser in no more, also into a house that is open now."""
    if not kept.send_away(phone):
        print(say("owner.unknown", phone=phone), file=sys.stderr)
        return 1
    print(say("owner.sent_away"))
    return 0


def link_of(kept: Owner, role: str = "owner") -> str:
    """Make a new link for one browser, at the address where the house was last served."""
    return f"{kept.address or ANYWHERE}owner/{kept.link(role)}"
