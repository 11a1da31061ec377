"""The app of the house, put together from its parts."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from typing import Any

from flask import Flask

from companion.house import House
from companion.words import Words

from ..codes import Patience
from ..desk import EXTENSION
from ..guards import guards, own_names
from ..sorry import Page, sorry
from .choices import choices
from .claim import claiming
from .commands import commands
from .desk import HouseDesk, Senses
from .follow import following
from .keepsakes import keepsakes
from .menu import menu
from .owner import Owner
from .pages import pages
from .shelf import shelf
from .site import HouseSite

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
    }
    app.extensions[EXTENSION] = HouseDesk(**desk)
    house.on_change(site.bell.ring)
    for part in (
        guards,
        sorry,
        pages,
        choices,
        claiming,
        commands,
        menu,
        following,
        keepsakes,
        shelf,
    ):
        app.register_blueprint(part)
    site.furnish(app)
    return app
