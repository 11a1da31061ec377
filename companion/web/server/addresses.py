"""The addresses under which people find a page, as they can type them into a phone."""

from __future__ import annotations

import ipaddress
import socket
from typing import NamedTuple
from urllib.parse import urlsplit

SOMEWHERE = ("192.0.2.1", 9)
"""An address nobody has: the one of ours we would reach it from leads into the network."""
OWN_WIFI = ("10.42.0.", "10.41.0.")
"""Where NetworkManager and comitup put this machine and its guests when it opens a Wi-Fi."""


def addresses(host: str, port: int, scheme: str = "http") -> tuple[str, ...]:
    """Return the addresses of a page served on *host*, the surest first.

    A page for the whole network is found under this machine's number, if it has one by now, and
    under the name it announces.
    """
    names = [host]
    if ipaddress.ip_address(host).is_unspecified:
        names = [*own_number(), announced_name()]
    return tuple(f"{scheme}://{f'[{name}]' if ':' in name else name}:{port}/" for name in names)


def announced_name() -> str:
    """Return the name by which mDNS knows this machine."""
    return f"{socket.gethostname().partition('.')[0]}.local"


def own_number() -> list[str]:
    """This machine's address in the network it is on; none while it is on none.

    A machine with nothing but a Wi-Fi of its own knows no way into the world.
    """
    guests = ((f"{start}2", 9) for start in OWN_WIFI)
    return next(filter(None, map(_number_towards, (SOMEWHERE, *guests))), [])


def has_own_wifi() -> bool:
    """Whether this machine has opened a Wi-Fi for its guests."""
    ours = ((start, number) for start in OWN_WIFI for number in _number_towards((f"{start}2", 9)))
    return any(number.startswith(start) for start, number in ours)


def _number_towards(where: tuple[str, int]) -> list[str]:
    """Our address on the way to some place."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(where)  # sends nothing
        except OSError:
            return []
        return [str(line.getsockname()[0])]


ONLY_HERE, NO_NETWORK = "only_here", "no_network"
LOCAL = ".local"
"""How names end that mDNS knows."""


class Reach(NamedTuple):
    """Where others find this hall; without an address, why they can't."""

    address: str = ""
    why: str = ""


def reach(found: tuple[str, ...]) -> Reach:
    """Return the first address other machines can open."""
    first = next(iter(found), "")
    host = urlsplit(first).hostname or ""
    if not host or is_loopback(host):
        return Reach(why=ONLY_HERE)
    if len(found) == 1 and host.endswith(LOCAL):
        return Reach(why=NO_NETWORK)  # a name alone: this machine has no number in any network
    return Reach(first)


def is_loopback(host: str) -> bool:
    """Whether an address leads nowhere but to the machine it is typed at."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"
