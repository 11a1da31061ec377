"""The app of the house, put together from its parts."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from typing import Required, TypedDict, Unpack

from flask import Flask

from companion.core.verdict import Saying
from companion.house import FOLDER, House
from companion.house.keeping import Keeper, Machine, NoMachine
from companion.house.logbook import Ring
from companion.house.preferences import OWN, Preferences
from companion.house.rulebooks import Rulebooks
from companion.settings import Wifi
from companion.words import Words
from companion.workshop.tools import Tools, no_tools

from ..codes import Patience
from ..desk import EXTENSION
from ..guards import guards, own_names
from ..packing import packing
from ..sorry import Page, sorry
from .answers import trouble
from .backups import backups
from .choices import choices
from .claim import claiming
from .commands import commands
from .desk import HouseDesk, Senses
from .follow import following
from .guest import guest
from .imports import imports
from .keepsakes import keepsakes
from .machine import machine_pages
from .menu import menu
from .network import network
from .owner import Owner
from .pages import pages
from .persons import persons
from .screens import screens
from .settings import settings
from .shelf import shelf
from .site import HouseSite
from .updates import updates
from .visiting import Guest
from .workshop import WORKSHOP

EVERYBODYS = (
    *(guards, packing, sorry, trouble, pages, choices, claiming, commands, menu, following),
    *(keepsakes, shelf, screens, guest, network),
)
OWNERS = (settings, persons, machine_pages, backups, imports, updates)
"""The pages of the owner."""
NO_ART: Mapping[str, str] = {}


class Furniture(TypedDict, total=False):
    """What the pages of a house are made of, besides the house itself."""

    words: Required[Mapping[str, Words]]
    owner: Required[Owner]
    senses: Required[Senses]
    """What the house can see, weigh and light of a room."""
    art: Mapping[str, str]
    hosts: Collection[str]
    """Further names the machine answers to."""
    addresses: Callable[[], tuple[str, ...]]
    """Where phones find the house."""
    open_network: Callable[[], None]
    """Lets other machines in from now on."""
    preferences: Preferences | None
    machine: Machine | None
    ring: Ring | None
    restart: Callable[[], None]
    notices: tuple[Saying, ...]
    network: Callable[[], Wifi | None]
    """The Wi-Fi by which phones reach the house, where one is known."""
    guest: Guest | None
    """What speaks with the hall of an event night."""
    clock: Callable[[], float]
    tools: Tools
    """What lies on the workshop's bench."""


def create_house_app(house: House, site: HouseSite, **given: Unpack[Furniture]) -> Flask:
    """Build the pages of a house and put them into its site."""
    app = Page("companion.web")
    app.config.update(SEND_FILE_MAX_AGE_DEFAULT=0, MAX_CONTENT_LENGTH=site.limits.body_bytes)
    app.extensions[EXTENSION] = _desk(house, site, given)
    house.on_change(site.bell.ring)
    for part in (*EVERYBODYS, *OWNERS, *WORKSHOP):
        app.register_blueprint(part)
    site.furnish(app)
    return app


def _desk(house: House, site: HouseSite, given: Furniture) -> HouseDesk:
    kept = given.get("preferences") or Preferences(None, house.folder / FOLDER / OWN)
    clock = given.get("clock", time.monotonic)
    return HouseDesk(
        house=house,
        owner=given["owner"],
        words=given["words"],
        hosts=own_names() | {host.lower() for host in given.get("hosts", ())},
        limits=site.limits,
        bell=site.bell,
        patience=Patience(clock),
        senses=given["senses"],
        joined=site.seat,
        keys=site.keys,
        network=given.get("network", lambda: None),
        art=given.get("art", NO_ART),
        addresses=given.get("addresses", tuple),
        open_network=given.get("open_network", lambda: None),
        notices=given.get("notices", ()),
        preferences=kept,
        preferred=lambda: kept.settings.page_language,
        rulebooks=Rulebooks(house.folder),
        keeper=Keeper(house, given.get("machine") or NoMachine(), clock),
        ring=given.get("ring") or Ring(),
        restart=given.get("restart", lambda: None),
        tools=given.get("tools") or no_tools(),
        guest=given.get("guest"),
    )
