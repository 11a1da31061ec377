"""The server: one thread with greenlets for hundreds of phones; slow clients are dropped."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import socket
import threading
from collections.abc import Collection
from concurrent.futures import Future
from typing import Any

import gevent
from flask import Flask
from gevent import get_hub
from gevent.event import Event
from gevent.pool import Pool
from gevent.pywsgi import WSGIServer
from gevent.socket import socket as GreenSocket
from gevent.threadpool import ThreadPool

from companion.util.worker import Supervised

from .access_log import AccessLog
from .addresses import addresses
from .connection_limits import ConnectionLimits, household, room_for_connections
from .http_handler import HEAD_SECONDS, Caller, Handler
from .rate_gate import RateGate
from .rate_limit import RateLimit
from .site import SITE, Site
from .tls import Certificate, NoPage, NoSuchAddress, PortTaken, context_of
from .work_queue import OFFLOAD, TAP, WRITE, WorkQueue

LOG = logging.getLogger(__name__)
WRITERS = 2
"""Native threads that write what each role is shown."""
STOP_SECONDS = 1.0
START_SECONDS = 30.0
TLS_HELLO = b"\x16"
"""The first byte of whoever speaks TLS; no request in clear begins so."""


class PageServer(WSGIServer):
    """Lets connections in within their limits and has each of them handled by a greenlet."""

    max_accept = 4
    """Newcomers let in before others are served again: a wave of them holds up nobody's tap."""
    connections: ConnectionLimits
    pace: RateLimit
    access_log: AccessLog
    proxies: frozenset[str]
    in_clear: bool
    """Whether whoever does not begin with TLS is answered in clear."""

    def do_handle(self, connection: Any, address: Any) -> None:
        home = household(str(address[0]))
        crowded = self.connections.is_crowded(home) or self.connections.is_full_for_strangers()
        welcome = home in self.connections.trusted or self.pace.arrives(home, crowded)
        visit = self.connections.enter(connection, home) if welcome else None
        if visit is None:
            connection.close()
            return
        caller = Caller(address)
        caller.visit = visit
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        super().do_handle(connection, caller)

    def do_close(self, connection: Any, *caller: Any) -> None:
        super().do_close(connection)
        visit, caller[0].visit = caller[0].visit, None
        if visit is not None:
            self.connections.leave(visit)

    def wrap_socket_and_handle(self, connection: Any, caller: Any) -> None:
        """Serve in cipher, or in clear where that is welcome and TLS is not what it begins with."""
        first = _first_byte(connection) if self.in_clear else TLS_HELLO
        if first == TLS_HELLO:
            self._agree(connection, caller)
        elif first:
            self.handle(connection, caller)

    def _agree(self, connection: Any, caller: Any) -> None:
        """Agree on a cipher, in seconds or not at all."""
        try:
            wrapped = self.wrap_socket(connection, do_handshake_on_connect=False, **self.ssl_args)
        except OSError:
            return  # it is gone already
        caller.visit.socket, caller.in_cipher = wrapped, True
        agreed = False
        try:
            with gevent.Timeout(HEAD_SECONDS, False):
                wrapped.do_handshake()
                agreed = True
            if agreed:
                self.handle(wrapped, caller)
        except OSError:
            return  # it spoke no TLS, or none that we do
        finally:
            wrapped.close()

    def handle(self, connection: Any, caller: Any) -> None:
        try:
            super().handle(connection, caller)
        except OSError:
            return  # it went away in the middle of a word
        except Exception as wrong:  # a traceback of gevent's own would be as long as it likes
            self.access_log.trouble(str(caller[0]), "a connection", wrong)


class Server:
    """Serves an app in a thread of its own. The port is taken when this returns."""

    def __init__(
        self,
        app: Flask | Site,
        host: str = "127.0.0.1",
        port: int = 8080,
        *,
        certificate: Certificate | None = None,
        besides: Certificate | None = None,
        proxies: Collection[str] = (),
        address: str = "",
    ) -> None:
        """With a *certificate* the page is in cipher only; with one *besides*, whoever begins with
        TLS is served in cipher and everybody else in clear. *proxies* are trusted to say who
        really asks; *address* is where phones find the page when that is not here."""
        self.site: Site = app.extensions[SITE] if isinstance(app, Flask) else app
        files = certificate or besides
        self._tls = context_of(files) if files else None
        self._in_clear = certificate is None
        self._proxies, self._address = frozenset(proxies), address
        self._listener = _listen(host, port)
        self.host, self.port = self._listener.getsockname()[:2]
        self._thread = Supervised("page", self._serve)
        self._ready = threading.Event()
        self._loop: Any = None
        self._over: Any = None
        self._pages: PageServer | None = None

    @property
    def urls(self) -> tuple[str, ...]:
        """Every address of the page, the surest first."""
        here = addresses(self.host, self.port, "http" if self._in_clear else "https")
        return (self._address, *here) if self._address else here

    @property
    def url(self) -> str:
        return self.urls[0]

    def start(self) -> None:
        """Begin to serve; returns once the page answers."""
        self._thread.start()
        if not self._ready.wait(START_SECONDS):
            self._thread.stop()
            raise NoPage("fault.web.no_start", seconds=START_SECONDS)
        LOG.info("The page is served at %s, port %s", self.host, self.port)

    def stop(self) -> None:
        """End every stream, finish what is being answered, let go of the port."""
        self._thread.stopping.set()
        if self._thread.is_alive() and self._loop is not None:
            self._loop.run_callback_threadsafe(self._over.set)
            self._thread.join(60.0)
        self._listener.close()

    def serve_on(self, host: str) -> None:
        """Serve on another address from now on, on the same port; nobody is cut off."""
        if host == self.host or self._loop is None:
            return
        done: Future[None] = Future()
        self._loop.run_callback_threadsafe(self._move, host, done)
        done.result(START_SECONDS)

    def _move(self, host: str, done: Future[None]) -> None:
        """Let go of the old address and take the new one; both cannot be held at once."""
        assert self._pages is not None
        old, wrong = self.host, None
        self._pages.stop_accepting()
        os.close(self._pages.socket.detach())  # its own close() waits for the loop to turn
        self._listener.close()
        try:
            self._listener = _listen(host, self.port)
        except OSError as refused:
            wrong = refused
            self._listener = _listen(old, self.port)
        self.host = self._listener.getsockname()[0]
        self._pages.socket = GreenSocket(fileno=os.dup(self._listener.fileno()))
        self._pages.start_accepting()
        if wrong is None:
            done.set_result(None)
        else:
            done.set_exception(wrong)

    def is_alive(self) -> bool:
        """Whether the serving thread runs, for the watchdog."""
        return self._thread.is_alive()

    def beats(self, patience_seconds: float = 5.0) -> bool:
        """Whether the loop that serves every page turns once within that time."""
        loop = self._loop
        if not self._thread.is_alive() or loop is None:
            return False
        turned = threading.Event()
        loop.run_callback_threadsafe(turned.set)
        return turned.wait(patience_seconds)

    def _serve(self) -> None:
        """Serve until it is over; what breaks is put away, so that it can be begun again."""
        hub = get_hub()
        server: PageServer | None = None
        writers: ThreadPool | None = None
        queue = WorkQueue(hub)
        try:
            self._over = Event()
            self.site.notifier.attach()
            writers = ThreadPool(WRITERS, hub)
            writers.size = WRITERS
            server = self._pages = self._pywsgi(writers, queue)
            server.start()
            self._loop = hub.loop
            self._ready.set()
            self._over.wait()
        finally:
            self._loop = None
            self.site.notifier.close()
            if server is not None:
                server.stop(STOP_SECONDS)
                server.access_log.sum_up()
            if writers is not None:
                writers.kill()
            queue.close()
            hub.destroy(destroy_loop=True)

    def _pywsgi(self, writers: ThreadPool, queue: WorkQueue) -> PageServer:
        most = room_for_connections()
        connections = ConnectionLimits(
            most, self.site.limits.connections_per_address, self._proxies
        )
        limits, access_log = self.site.limits, AccessLog()
        pace = RateLimit(limits.address_share)
        more = {"ssl_context": self._tls} if self._tls else {}
        server = PageServer(
            GreenSocket(fileno=os.dup(self._listener.fileno())),
            RateGate(self.site, connections, pace, limits.strangers_share),
            spawn=Pool(most + 1),
            handler_class=Handler,
            log=None,
            error_log=access_log,
            # named here, or the server would ask the network for its name: ten seconds without DNS
            environ={
                OFFLOAD: queue.slow,
                TAP: queue.taps.apply,
                WRITE: writers.apply,
                "SERVER_NAME": self.host,
            },
            **more,
        )
        server.connections, server.pace, server.access_log = connections, pace, access_log
        server.proxies, server.in_clear = self._proxies, self._in_clear
        return server


def _first_byte(connection: Any) -> bytes:
    """Peek at a connection's first byte; empty if it doesn't come in time."""
    first = b""
    with gevent.Timeout(HEAD_SECONDS, False), contextlib.suppress(OSError):
        first = bytes(connection.recv(1, socket.MSG_PEEK))
    return first


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(1024)
        listener.setblocking(False)
    except OSError as error:
        listener.close()
        raise _why_not(host, port, error) from error
    return listener


def _why_not(host: str, port: int, error: OSError) -> OSError:
    if error.errno == errno.EADDRINUSE:
        return PortTaken("fault.web.port_taken", port=port, host=host, other=port + 1)
    if error.errno == errno.EACCES:
        return PortTaken("fault.web.port_reserved", port=port)
    return NoSuchAddress("fault.web.no_address", host=host, why=error)
