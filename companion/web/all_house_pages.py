"""Put the app of the house together from its own pages and those of the workshop."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from typing import Required, TypedDict, Unpack

from flask import Flask

from companion.config.settings import Wifi
from companion.core.verdict import Saying
from companion.house import FOLDER, House
from companion.house.log_redaction import LogRing
from companion.house.power import NoMachine, PowerControl, PowerKeeper
from companion.house.preferences import OWN, Preferences
from companion.house.rulebooks import Rulebooks
from companion.words import Words
from companion.workshop.bench import Tools, no_tools

from .house.answers import trouble
from .house.backups import backups
from .house.commands import commands
from .house.context import Guest, HouseDesk, Senses
from .house.exports import exports
from .house.follow import follow
from .house.game_menu import game_menu
from .house.guest import guest
from .house.guides import guides
from .house.imports import imports
from .house.lobby_options import lobby_options
from .house.machine import machine_pages
from .house.network import network
from .house.owner import Owner
from .house.owner_setup import owner_setup
from .house.pages import pages
from .house.persons import persons
from .house.rules import rules
from .house.screens import screens
from .house.settings import settings
from .house.shelf import shelf
from .house.site import HouseSite
from .house.updates import updates
from .kit.codes import GuessLimit
from .kit.context import EXTENSION
from .kit.error_pages import ErrorPage, error_pages
from .kit.guards import guards, own_names
from .kit.gzip_answers import gzip_answers
from .workshop import WORKSHOP

EVERYBODYS = (
    *(guards, gzip_answers, error_pages, trouble, pages, lobby_options, owner_setup, commands),
    *(rules, guides),
    *(game_menu, follow, exports, shelf, screens, guest, network),
)
OWNERS = (settings, persons, machine_pages, backups, imports, updates)
"""The pages of the owner."""
NO_ART: Mapping[str, str] = {}


class HousePageParts(TypedDict, total=False):
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
    machine: PowerControl | None
    ring: LogRing | None
    restart: Callable[[], None]
    notices: tuple[Saying, ...]
    network: Callable[[], Wifi | None]
    """The Wi-Fi by which phones reach the house, where one is known."""
    guest: Guest | None
    """What speaks with the hall of an event night."""
    clock: Callable[[], float]
    tools: Tools
    """What lies on the workshop's bench."""


def create_house_app(house: House, site: HouseSite, **given: Unpack[HousePageParts]) -> Flask:
    """Build the pages of a house and put them into its site."""
    app = ErrorPage("companion.web")
    app.config.update(SEND_FILE_MAX_AGE_DEFAULT=0, MAX_CONTENT_LENGTH=site.limits.body_bytes)
    app.extensions[EXTENSION] = _desk(house, site, given)
    house.on_change(site.notifier.notify)
    for part in (*EVERYBODYS, *OWNERS, *WORKSHOP):
        app.register_blueprint(part)
    site.furnish(app)
    return app


def _desk(house: House, site: HouseSite, given: HousePageParts) -> HouseDesk:
    kept = given.get("preferences") or Preferences(None, house.folder / FOLDER / OWN)
    clock = given.get("clock", time.monotonic)
    return HouseDesk(
        house=house,
        owner=given["owner"],
        words=given["words"],
        hosts=own_names() | {host.lower() for host in given.get("hosts", ())},
        limits=site.limits,
        notifier=site.notifier,
        patience=GuessLimit(clock),
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
        keeper=PowerKeeper(house, given.get("machine") or NoMachine(), clock),
        ring=given.get("ring") or LogRing(),
        restart=given.get("restart", lambda: None),
        tools=given.get("tools") or no_tools(),
        guest=given.get("guest"),
    )
