"""The app of the house, put together from its parts."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from typing import Any

from flask import Flask

from companion.core.verdict import Saying
from companion.house import FOLDER, House
from companion.house.keeping import Keeper, Machine, NoMachine
from companion.house.logbook import Ring
from companion.house.preferences import OWN, Preferences
from companion.words import Words

from ..codes import Patience
from ..desk import EXTENSION
from ..guards import guards, own_names
from ..packing import packing
from ..sorry import Page, sorry
from .backups import backups
from .choices import choices
from .claim import claiming
from .commands import commands
from .desk import HouseDesk, Senses
from .follow import following
from .imports import imports
from .keepsakes import keepsakes
from .machine import machine_pages
from .menu import menu
from .owner import Owner
from .pages import pages
from .screens import screens
from .settings import settings
from .shelf import shelf
from .site import HouseSite
from .updates import updates

EVERYBODYS = (
    *(guards, packing, sorry, pages, choices, claiming, commands, menu, following),
    *(keepsakes, shelf, screens),
)
OWNERS = (settings, machine_pages, backups, imports, updates)
"""The pages of the owner."""
NO_ART: Mapping[str, str] = {}


def create_house_app(
    house: House,
    site: HouseSite,
    *,
    words: Mapping[str, Words],
    owner: Owner,
    senses: Senses,
    art: Mapping[str, str] = NO_ART,
    hosts: Collection[str] = (),
    addresses: Callable[[], tuple[str, ...]] = tuple,
    preferences: Preferences | None = None,
    machine: Machine | None = None,
    ring: Ring | None = None,
    restart: Callable[[], None] = lambda: None,
    notices: tuple[Saying, ...] = (),
    network: Callable[[], tuple[str, str] | None] = lambda: None,
    clock: Callable[[], float] = time.monotonic,
) -> Flask:
    """Build the pages of a house and hang them up in its site.

    *senses* says what the house can see, weigh and light of a room; *addresses* where phones find
    it; *hosts* are further names the machine answers to; *network* is the name and password of
    the network the house makes for its phones, where it does.
    """
    app = Page("companion.web")
    app.config.update(
        SEND_FILE_MAX_AGE_DEFAULT=0,
        MAX_CONTENT_LENGTH=site.limits.body_bytes,
    )
    desk: dict[str, Any] = {
        "house": house,
        "owner": owner,
        "words": words,
        "hosts": own_names() | {host.lower() for host in hosts},
        "limits": site.limits,
        "bell": site.bell,
        "patience": Patience(clock),
        "senses": senses,
        "joined": site.seat,
        "keys": site.keys,
        "network": network,
        "art": art,
        "addresses": addresses,
        "notices": notices,
        "preferences": preferences or Preferences(None, house.folder / FOLDER / OWN),
        "keeper": Keeper(house, machine or NoMachine(), clock),
        "ring": ring or Ring(),
        "restart": restart,
    }
    app.extensions[EXTENSION] = HouseDesk(**desk)
    house.on_change(site.bell.ring)
    for part in (*EVERYBODYS, *OWNERS):
        app.register_blueprint(part)
    site.furnish(app)
    return app
