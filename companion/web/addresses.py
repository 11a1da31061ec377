"""The addresses under which people find a page, as they can type them into a phone."""

from __future__ import annotations

import ipaddress
import socket

SOMEWHERE = ("192.0.2.1", 9)
"""An address nobody has: which of ours would be used for it shows the way into the network."""


def addresses(host: str, port: int, scheme: str = "http") -> tuple[str, ...]:
    """Where a page served on *host* is found, the surest first.

    A page for the whole network is found under this machine's number, if it has one by now, and
    under the name it announces.
    """
    names = [host]
    if ipaddress.ip_address(host).is_unspecified:
        names = [*own_number(), announced_name()]
    return tuple(f"{scheme}://{f'[{name}]' if ':' in name else name}:{port}/" for name in names)


def announced_name() -> str:
    """The name under which mDNS knows this machine."""
    return f"{socket.gethostname().partition('.')[0]}.local"


def own_number() -> list[str]:
    """This machine's address in the network it is on; none while it is on none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(SOMEWHERE)  # sends nothing
        except OSError:
            return []
        return [str(line.getsockname()[0])]
