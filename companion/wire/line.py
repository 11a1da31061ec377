"""A connection to the broker that reconnects by itself.

It may drop at any moment. Its owner hears when it is up again and sends what is needed then;
nothing is queued for hours.
"""

from __future__ import annotations

import logging
import secrets
import ssl
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from .pins import pinned_context

LOG = logging.getLogger(__name__)
KEEPALIVE_SECONDS = 4
BACK_SECONDS = (1, 8)
"""Shortest and longest wait before reconnecting, in seconds."""
MOST_WAITING = 2000
"""Most messages in flight; more are dropped and asked for again."""

Hear = Callable[[str, bytes], None]


class Broker(msgspec.Struct, frozen=True):
    """Where the broker is, and who we are there."""

    host: str = "127.0.0.1"
    port: int = 1883
    user: str = ""
    password: str = ""
    tls: bool = False
    authority: str = ""
    """The file with the certificate the broker's own is checked by; nothing for the system's."""
    certificate: str = ""
    """The one certificate the broker has to show, in PEM; the hall's own broker has one."""
    others: tuple[tuple[str, int], ...] = ()
    """Further nodes of the same broker, tried if this one doesn't answer."""

    @property
    def places(self) -> tuple[tuple[str, int], ...]:
        return ((self.host, self.port), *self.others)


@dataclass(frozen=True)
class Will:
    """The last will: what the broker says for us if we disappear."""

    topic: str
    payload: bytes


class Line(Protocol):
    """What both ends need of a broker; tests may use one without a network."""

    @property
    def up(self) -> bool: ...

    def open(self, hear: Hear, on_up: Callable[[], None]) -> None: ...

    def subscribe(self, topics: Sequence[str], *, sure: bool = True) -> None: ...

    def say(self, topic: str, payload: bytes, *, keep: bool = False, sure: bool = True) -> None: ...

    def close(self) -> None: ...


class MqttLine:
    """A line over MQTT 3.1.1."""

    def __init__(self, broker: Broker, client: str, will: Callable[[], Will]) -> None:
        """*will* is called before each connection, since each has its own session."""
        self.trouble = ""
        """Why the line is down; nothing while it is up."""
        self._broker, self._will = broker, will
        self._client = _client(f"{client}-{secrets.token_hex(8)}")
        """Random client name: anybody who knew it could disconnect us."""
        self._hear: Hear = lambda topic, payload: None
        self._on_up: Callable[[], None] = lambda: None
        self._turn = zlib.crc32(client.encode())

    @property
    def up(self) -> bool:
        return bool(self._client.is_connected())

    def open(self, hear: Hear, on_up: Callable[[], None]) -> None:
        """Connect in the background, now and after each loss."""
        self._hear, self._on_up = hear, on_up
        client, broker = self._client, self._broker
        if broker.user:
            client.username_pw_set(broker.user, broker.password)
        if broker.tls:
            client.tls_set_context(_context(broker))
        client.max_queued_messages_set(MOST_WAITING)
        client.max_inflight_messages_set(100)
        client.reconnect_delay_set(*BACK_SECONDS)
        client.on_connect, client.on_message = self._connected, self._heard
        client.on_disconnect, client.on_connect_fail = self._lost, self._ring_elsewhere
        self._make_will()
        self._ring()
        client.loop_start()

    def subscribe(self, topics: Sequence[str], *, sure: bool = True) -> None:
        """Subscribe to these topics; without *sure*, some messages may be lost."""
        self._client.subscribe([(topic, int(sure)) for topic in topics])

    def say(self, topic: str, payload: bytes, *, keep: bool = False, sure: bool = True) -> None:
        """Send a message; *keep* retains it for later subscribers, *sure* has it confirmed.

        While the line is down nothing is sent and nothing waits: what matters is sent when it is
        up again, or asked for.
        """
        if self.up:
            self._client.publish(topic, payload, qos=int(sure), retain=keep)

    def close(self) -> None:
        """Disconnect cleanly, without the last will."""
        try:
            self._client.disconnect()
        except Exception as wrong:  # it is going anyway
            LOG.info("The line could not be closed in order: %s", wrong)
        self._client.loop_stop()

    def _make_will(self) -> None:
        will = self._will()
        self._client.will_set(will.topic, will.payload, qos=1, retain=True)

    def _connected(self, client: Any, data: Any, flags: Any, reason: Any, *more: Any) -> None:
        refused = getattr(reason, "is_failure", bool(reason))
        self.trouble = str(reason) if refused else ""
        LOG.info("The broker answers: %s", reason)
        if not refused:
            self._safely(self._on_up)

    def _lost(self, *told: Any) -> None:
        if not self.trouble:
            LOG.info("The line to the broker is lost")
        self.trouble = self.trouble or "lost"
        self._safely(self._make_will)
        self._ring_elsewhere()

    def _ring_elsewhere(self, *told: Any) -> None:
        """Try the next node next time; the lost one may be gone for good."""
        if self._broker.others:
            self._turn += 1
            self._ring()

    def _ring(self) -> None:
        places = self._broker.places
        host, port = places[self._turn % len(places)]
        self._client.connect_async(host, port, KEEPALIVE_SECONDS)

    def _heard(self, client: Any, data: Any, message: Any) -> None:
        self._safely(lambda: self._hear(message.topic, message.payload))

    def _safely(self, act: Callable[[], object]) -> None:
        """Handle a message; a bad one must not end the listening thread."""
        try:
            act()
        except Exception as wrong:
            LOG.warning("A message was passed over: %s: %s", type(wrong).__name__, wrong)


def _context(broker: Broker) -> ssl.SSLContext:
    if broker.certificate:
        return pinned_context(broker.certificate)
    return ssl.create_default_context(cafile=broker.authority or None)


def _client(name: str) -> Any:
    """Make a client of version 1 (Debian 12) or 2 (Debian 13, the lock) of the library."""
    from paho.mqtt import client as mqtt

    versions = getattr(mqtt, "CallbackAPIVersion", None)
    given: dict[str, Any] = {"client_id": name, "clean_session": True, "protocol": mqtt.MQTTv311}
    if versions is None:
        return mqtt.Client(**given)
    return mqtt.Client(versions.VERSION2, **given)
