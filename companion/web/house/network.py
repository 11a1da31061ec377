"""How phones reach the house: the address they are shown, and the button that lets them in."""

from __future__ import annotations

import ipaddress
from contextlib import suppress
from urllib.parse import urlsplit

from flask import Blueprint, Response

from companion.house.errors import HouseError

from ..kit.context import NothingBody, body_of, offloaded, wrong_said
from ..server.tls import NoSuchAddress, PortTaken
from .answers import accepted, not_done, owner_only
from .context import house_desk

network = Blueprint("network", __name__)

EVERYWHERE = "0.0.0.0"


@network.post("/house/network")
def let_phones_in() -> Response:
    """Open the house to the network at once, and from now on whenever it starts."""
    owner_only()
    body_of(NothingBody)
    here = house_desk()
    try:
        offloaded(here.open_network)
    except (NoSuchAddress, PortTaken) as wrong:
        return not_done(wrong_said(wrong))
    with suppress(HouseError):  # where the command line decides it, it is open until the next start
        offloaded(here.preferences.change, {"host": EVERYWHERE})
    here.notifier.notify()
    return accepted(address=phone_address())


def phone_address() -> str:
    """Return the first address a phone can reach; empty if there is none."""
    return next(filter(is_reachable, house_desk().addresses()), "")


def is_closed() -> bool:
    """Whether the house is open to this machine alone."""
    return not any(map(is_reachable, house_desk().addresses()))


def is_reachable(address: str) -> bool:
    """Whether an address leads here from another machine."""
    name = (urlsplit(address).hostname or "").rstrip(".").lower()
    try:
        number = ipaddress.ip_address(name)
    except ValueError:
        return bool(name) and name != "localhost"
    return not number.is_loopback and not number.is_unspecified
