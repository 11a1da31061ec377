"""The server: one thread with greenlets for hundreds of phones, deaf to slow talkers."""

from __future__ import annotations

import errno
import socket
import threading
from collections.abc import Callable
from typing import Any

import gevent
from flask import Flask
from gevent import get_hub
from gevent.event import Event
from gevent.pool import Pool
from gevent.pywsgi import WSGIHandler, WSGIServer
from gevent.socket import socket as GreenSocket

from .addresses import addresses
from .desk import EXTENSION, OFFLOAD
from .errors import NoSuchAddress, PortTaken

MOST_CONNECTIONS = 2000
WRITE_SECONDS = 30.0
IDLE_SECONDS = 75.0
HEAD_SECONDS = 10.0
STOP_SECONDS = 1.0


class Handler(WSGIHandler):
    """Hangs up on whoever dawdles over a request or does not take what is sent."""

    def handle(self) -> None:
        self.socket.settimeout(WRITE_SECONDS)
        super().handle()

    def read_requestline(self) -> str:
        with gevent.Timeout(IDLE_SECONDS, False):
            return str(super().read_requestline())
        return ""

    def read_request(self, raw_requestline: str) -> bool:
        with gevent.Timeout(HEAD_SECONDS, False):
            return bool(super().read_request(raw_requestline))
        raise ValueError("the head of the request took too long")


def in_threadpool(work: Callable[..., Any], *given: Any) -> Any:
    """Do blocking work in a native thread while other greenlets go on."""
    return get_hub().threadpool.apply(work, given)


class Server:
    """Serves an app in a thread of its own. The port is taken when this returns."""

    def __init__(self, app: Flask, host: str = "127.0.0.1", port: int = 8080) -> None:
        self._app = app
        self._bell = app.extensions[EXTENSION].bell
        self._listener = _listen(host, port)
        self.host, self.port = self._listener.getsockname()[:2]
        self._thread = threading.Thread(target=self._serve, name="page", daemon=True)
        self._ready = threading.Event()
        self._loop: Any = None
        self._over: Any = None

    @property
    def urls(self) -> tuple[str, ...]:
        """Every address of the page, the surest first."""
        return addresses(self.host, self.port)

    @property
    def url(self) -> str:
        return self.urls[0]

    def start(self) -> None:
        """Begin to serve; returns once the page answers."""
        self._thread.start()
        self._ready.wait()

    def stop(self) -> None:
        """End every stream, finish what is being answered, let go of the port."""
        if self._thread.is_alive():
            self._loop.run_callback_threadsafe(self._over.set)
            self._thread.join()

    def is_alive(self) -> bool:
        """Whether the serving thread runs, for the watchdog."""
        return self._thread.is_alive()

    def beats(self, patience_seconds: float = 5.0) -> bool:
        """Whether the loop that serves every page turns once within that time."""
        if not self._thread.is_alive() or self._loop is None:
            return False
        turned = threading.Event()
        self._loop.run_callback_threadsafe(turned.set)
        return turned.wait(patience_seconds)

    def _serve(self) -> None:
        hub = get_hub()
        self._loop, self._over = hub.loop, Event()
        self._bell.hang()
        server = self._pywsgi()
        server.start()
        self._ready.set()
        self._over.wait()
        self._bell.take_down()
        server.stop(STOP_SECONDS)
        hub.destroy(destroy_loop=True)

    def _pywsgi(self) -> WSGIServer:
        green = GreenSocket(fileno=self._listener.detach())
        return WSGIServer(
            green,
            self._app,
            spawn=Pool(MOST_CONNECTIONS),
            handler_class=Handler,
            log=None,
            error_log=self._app.logger,
            # named here, or the server would ask the network for its name: ten seconds without DNS
            environ={OFFLOAD: in_threadpool, "SERVER_NAME": self.host},
        )


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(512)
        listener.setblocking(False)
    except OSError as error:
        listener.close()
        raise _why_not(host, port, error) from error
    return listener


def _why_not(host: str, port: int, error: OSError) -> OSError:
    if error.errno == errno.EADDRINUSE:
        return PortTaken(
            f"port {port} on {host} is taken by another program. Is the table running already? "
            f"Stop that one, or choose another port: --port {port + 1}"
        )
    if error.errno == errno.EACCES:
        return PortTaken(f"port {port} is reserved for the system. Choose one above 1023.")
    return NoSuchAddress(
        f"cannot serve on {host} ({error.strerror}). Name an address of this machine, "
        "127.0.0.1 for this machine alone, or 0.0.0.0 for everybody in the network."
    )
