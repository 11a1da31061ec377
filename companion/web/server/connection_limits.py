"""Limit who may hold a connection. Seats and the referee always find a place.

A connection says who it is only in the head of its request. Until then, and whenever it waits for
the next one, it is idle, and an idle connection of the greediest address makes room for a newcomer.
"""

from __future__ import annotations

import contextlib
import ipaddress
import resource
import socket
from collections import Counter, OrderedDict
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

MOST_CONNECTIONS = 4000
OWN_FILES = 200
"""Files that are left to the journal, the eye, the watchdog and everything else."""
KEPT_SHARE = 0.1
"""The part of all places that only seats, the referee and newcomers may take."""
PER_ADDRESS = 400
"""One address may be a whole household behind a proxy; it gets no more than this."""


@dataclass(eq=False)
class Visit:
    """One connection: where it comes from, and whether it belongs to a seat or the referee."""

    household: str
    socket: Any = field(repr=False)
    joined: bool = False
    requests: int = 0
    leaving: bool = False
    """Whether it was asked to go: its place is given away already."""


def household(address: str) -> str:
    """Whom an address belongs to: with IPv6 a whole network is one home, however many it names."""
    try:
        number = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(number, ipaddress.IPv6Address):
        if number.ipv4_mapped is not None:
            return str(number.ipv4_mapped)
        return str(ipaddress.ip_network((number, 64), strict=False))
    return str(number)


def room_for_connections() -> int:
    """Return how many connections this process can hold and still open the files it needs."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    return max(16, min(MOST_CONNECTIONS, soft - OWN_FILES))


def raise_file_limit() -> int:
    """Take all the files this process may have; the soft limit of most systems is 1,024."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


class ConnectionLimits:
    """Counts who is in, and asks somebody to leave when it gets full."""

    def __init__(
        self, most: int, per_address: int = PER_ADDRESS, trusted: Collection[str] = ()
    ) -> None:
        """*trusted* are proxies: what comes through one of them is counted by other means."""
        self._most, self._per_address = most, per_address
        self._unkept = most - max(1, round(most * KEPT_SHARE))
        self.trusted = frozenset(map(household, trusted))
        self._inside: Counter[str] = Counter()
        self._idle: dict[str, OrderedDict[Visit, None]] = {}
        self._strangers = 0
        self._all = 0

    def __len__(self) -> int:
        return self._all

    def enter(self, connection: Any, address: str) -> Visit | None:
        """Let somebody in; None when there is no place, not even by sending somebody away."""
        visit = Visit(household(address), connection)
        if self.is_crowded(visit.household) and not self._send_away(visit.household):
            return None
        full = self._strangers >= self._unkept and not self._send_away(self._greediest())
        if full and self._all >= self._most:
            return None
        self._inside[visit.household] += 1
        self._strangers += 1
        self._all += 1
        self.rest(visit)
        return visit

    def is_crowded(self, home: str) -> bool:
        """Whether a household has all the places it may have."""
        return home not in self.trusted and self._inside[home] >= self._per_address

    def rest(self, visit: Visit) -> None:
        """It waits for its client; a stranger may be sent away meanwhile."""
        if not visit.joined and not visit.leaving:
            self._idle.setdefault(visit.household, OrderedDict())[visit] = None

    def work(self, visit: Visit) -> None:
        """It is being answered; it stays."""
        idle = self._idle.get(visit.household)
        if idle is not None:
            idle.pop(visit, None)
            if not idle:
                del self._idle[visit.household]

    def know(self, visit: Visit, joined: bool) -> None:
        """It has shown that it belongs to a seat or the referee, or that it does not any more."""
        if visit.joined != joined and not visit.leaving:
            visit.joined = joined
            self._strangers += -1 if joined else 1

    def is_full_for_strangers(self) -> bool:
        return self._strangers > self._unkept

    def leave(self, visit: Visit) -> None:
        self.work(visit)
        self._all -= 1
        if not visit.leaving:
            self._give_up_place(visit)

    def _give_up_place(self, visit: Visit) -> None:
        self._strangers -= not visit.joined
        self._inside[visit.household] -= 1
        if not self._inside[visit.household]:
            del self._inside[visit.household]

    def _greediest(self) -> str:
        return max(self._idle, key=lambda home: len(self._idle[home]), default="")

    def _send_away(self, home: str) -> bool:
        """Hang up on the longest idle connection of a household; it leaves by itself then."""
        idle = self._idle.get(home)
        if not idle:
            return False
        visit = next(iter(idle))
        self.work(visit)
        self._give_up_place(visit)
        visit.leaving = True
        plain = getattr(visit.socket, "_sock", visit.socket)
        with contextlib.suppress(OSError):
            plain.shutdown(socket.SHUT_RDWR)
        return True
