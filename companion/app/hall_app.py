"""The hall as it runs: its store, its broker, its line, its pages."""

from __future__ import annotations

import contextlib
import hmac
import secrets
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

import msgspec

from companion.core.errors import TableError
from companion.core.game import ROOMS, load_room
from companion.hall.broker import OwnBroker
from companion.hall.broker.settings import HALL
from companion.hall.errors import BadNight, HallNotNow
from companion.hall.evening.acts import Who
from companion.hall.hall import Hall
from companion.hall.publication import KEY, Publisher
from companion.hall.store import open_store
from companion.util.tls_certificate import certificate_in, own_certificate, pem_in
from companion.wire.discovery import Announced
from companion.wire.line import Broker, MqttLine
from companion.wire.pins import mark_of
from companion.wire.seals import proof_of
from companion.wire.topics import is_table_name, slug

from ..util.helper_process import WorkLost, WorkRefused, apart
from .table_page import SWITCH_SECONDS, served

if TYPE_CHECKING:
    from companion.config.web import Web
    from companion.web import Server
    from companion.web.hall.context import Requester

BROKER_PORT = 8883
PHONES_AT_ONCE = 100
"""Nobody plays on the hall's pages: its phones need not wait for each other as at a table."""
CERTIFICATE = "certificate.pem"
LOOPBACK = ("127.0.0.1", "::1", "localhost")
TITLE = "Pharaoh's Hall"
"""What a night without a name is called in the network."""


class BadBroker(TableError, ValueError):
    """A broker's address that cannot be used."""


@dataclass
class HallOpening:
    """How a hall is started."""

    folder: Path
    host: str = "127.0.0.1"
    port: int = 8090
    web: Web | None = None
    broker: str = ""
    """The URL of a broker; if empty, one of our own is started."""
    broker_password: str = field(default="", repr=False)
    """The password there, where the URL has none."""
    broker_port: int = BROKER_PORT
    store: str = ""
    """The URL of a PostgreSQL database; if empty, the night is kept in the folder."""
    key: Path | None = None
    """The file of the key that signs published nights; in the folder if it isn't named."""
    name: str = ""
    """Tells two halls of one night apart at the broker."""


@dataclass
class RunningHall:
    """A hall that runs."""

    hall: Hall
    server: Server
    codes: dict[str, str]
    own: OwnBroker | None
    stops: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    @property
    def urls(self) -> tuple[str, ...]:
        return self.server.urls

    def stuck(self) -> str:
        """Return what has stopped moving; empty while everything runs."""
        if not self.hall._loop.is_alive():
            return "hall"
        return "" if self.server.is_alive() and self.server.beats() else "page"

    def stop(self) -> None:
        self.stops.close()


def broker_at(url: str) -> Broker:
    """Read mqtt://user:password@host:port, or mqtts:// for one that speaks TLS. Nodes of one
    broker are named after each other: mqtt://user:password@one:1883,two:1883."""
    whole = url.split(",")
    parts = urlsplit(whole[0])
    more = [urlsplit(f"mqtt://{node}") for node in whole[1:]]
    if parts.scheme not in ("mqtt", "mqtts") or not all(one.hostname for one in (parts, *more)):
        raise BadBroker("fault.hall.bad_broker", url=url)
    tls = parts.scheme == "mqtts"
    usual = 8883 if tls else 1883
    (host, port), *others = [(one.hostname or "", one.port or usual) for one in (parts, *more)]
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return Broker(host, port, user, password, tls, others=tuple(others))


def open_hall(how: HallOpening) -> RunningHall:
    """Start a hall: its page answers, and tables can come."""
    from companion.config.web import Web
    from companion.web.hall import Crew, HallSite, create_hall_app
    from companion.web.server.connection_limits import raise_file_limit
    from companion.web.server.notifier import Notifier
    from companion.words import load_all

    raise_file_limit()
    sys.setswitchinterval(SWITCH_SECONDS)
    with contextlib.ExitStack() as stops:
        store = open_store(how.folder, how.store)
        stops.callback(store.close)
        certificate = own_certificate(how.folder / CERTIFICATE)
        own, broker = _broker(how, store.night, store.secret, certificate, stops)
        client = f"{store.night}-hall-{how.name or 'one'}"
        site = HallSite(Notifier(PHONES_AT_ONCE))
        web = how.web or Web()
        server = served(site, how.host, how.port, web, certificate)
        hall = Hall(
            store,
            lambda will: MqttLine(broker, client, will),
            changed=site.notifier.notify,
            page=lambda: server.urls[0],
        )
        hall.shares_account = own is None
        hall.broker_in_clear = not broker.tls
        shown = certificate_in(Path(web.files[0]) if web.files else certificate)
        crew = Crew(store.secret, how.folder, mark_of(shown))
        create_hall_app(
            hall,
            site,
            words=load_all(),
            crew=crew,
            enrol=_enroller(hall, own, broker),
            draw=_draw,
            publisher=Publisher(how.key or how.folder / KEY, how.folder),
            rooms=_rooms(),
            addresses=lambda: server.urls,
            hosts=web.names,
        )
        if own is not None:
            admitting = _admitting(hall, own)
            hall.on_change(admitting)
            admitting()
        server.start()
        stops.callback(server.stop)
        hall.start()
        stops.callback(hall.stop)
        if how.host not in LOOPBACK:
            announced = Announced(hall.evening.night.plan.name or TITLE, server.port)
            announced.start()
            stops.callback(announced.stop)
        codes = {role: crew.code(role) for role in ("organiser", "referee", "table")}
        return RunningHall(hall, server, codes, own, stops.pop_all())


def _broker(
    how: HallOpening,
    night: str,
    secret: bytes,
    certificate: Path,
    stops: contextlib.ExitStack,
) -> tuple[OwnBroker | None, Broker]:
    if how.broker:
        theirs = broker_at(how.broker)
        password = how.broker_password or theirs.password
        return None, msgspec.structs.replace(theirs, password=password)
    own = OwnBroker(
        how.folder / "broker",
        night,
        secret,
        how.host,
        how.broker_port,
        certificate=certificate,
        shown=pem_in(certificate),
    )
    own.start()
    stops.callback(own.stop)
    return own, own.broker(HALL)


def _enroller(hall: Hall, own: OwnBroker | None, broker: Broker) -> Any:
    def enrol(asking: Requester) -> dict[str, Any]:
        """Take a table in. A name that was given stays with its machine until the desk frees it."""
        if not is_table_name(asking.table):
            raise BadNight("desk.bad_table")
        name = slug(asking.table)
        told = {
            "table": name,
            "serial": _serial(hall, name, asking),
            "host": asking.peer,
            "certificate": asking.certificate,
        }
        hall.act("enrol", told, Who("organiser", f"table {name}"))
        theirs = broker if own is None else own.broker(name, asking.host)
        return {
            "night": hall.store.night,
            "table": name,
            "key": hall.key(name),
            "broker": msgspec.to_builtins(theirs),
            "title": hall.evening.night.plan.name,
            "page": f"http://{asking.host}:{hall._page().rstrip('/').rpartition(':')[2]}/",
        }

    return enrol


def _serial(hall: Hall, name: str, asking: Requester) -> str:
    """Return the serial of the machine that asks: its own again if it proves to be the same."""
    known, heard = hall.evening.machines.get(name), hall.tables.machines.get(name)
    if known is not None and known.serial and not known.released:
        due = proof_of(hall.key(name), asking.code)
        if not hmac.compare_digest(due.encode(), asking.proof.encode()):
            raise HallNotNow("desk.name_taken", name=name)
        return known.serial
    lives = heard is not None and heard.lives(hall._clock())
    if lives and not (known and known.released):
        raise HallNotNow("desk.name_taken", name=name)
    return secrets.token_hex(16)


def _admitting(hall: Hall, own: OwnBroker) -> Callable[[], None]:
    """Tell the broker whenever a machine was let in or sent away, by whichever hall."""
    seen: dict[str, Any] = {}

    def admit() -> None:
        nonlocal seen
        machines = hall.evening.machines
        if machines is not seen:
            own.admit_machines({one.table: one.serial for one in machines.values()})
            seen = machines

    return admit


def _draw(wanted: Any, told: Callable[[float], None]) -> Any:
    """Draw apart: a hard night takes seconds, and the pages must not wait for it."""
    try:
        return apart(_drawn, wanted, heard=told)
    except WorkLost as lost:
        raise HallNotNow("desk.draw_lost") from lost
    except WorkRefused as wrong:
        raise BadNight(wrong.key.removeprefix("hall."), **wrong.values) from None


def _drawn(wanted: Any, told: Callable[[float], None]) -> Any:
    return import_module("companion.hall.seating.solver").draw(wanted, told)


def _rooms() -> dict[str, tuple[int, int]]:
    """Return every game with the fewest and most people it takes."""
    found = {}
    for room in ROOMS:
        least, most = load_room(room).load_box(None).players
        found[room] = (least, most)
    return found
