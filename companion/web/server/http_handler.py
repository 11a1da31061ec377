"""One connection: its requests have to come in time, and what is sent goes out in one piece."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

import gevent
from gevent.pywsgi import Input, WSGIHandler
from werkzeug.exceptions import RequestTimeout

from .connection_limits import Visit
from .proxied import unwrap
from .socket_push import SOCKET_PUSH, SocketPush

VISIT = "companion.visit"
WRITE_SECONDS = 30.0
IDLE_SECONDS = 75.0
"""How long the phone of a seat may keep a connection for its next tap."""
STRANGER_SECONDS = 15.0
"""The same for everybody else."""
HEAD_SECONDS = 5.0
"""How long the head of a request may take, and its first byte on a new connection."""
HEAD_BYTES = 32_768


class HeadTooLong(ValueError):
    """Nobody has that much to say before the request begins."""


class Caller(tuple[Any, ...]):
    """The address of a client, as the server hands it on, with its visit."""

    visit: Visit
    in_cipher: bool = False


class _Head:
    """The head of a request as a file that ends somewhere."""

    def __init__(self, file: Any) -> None:
        self._file, self._left = file, HEAD_BYTES

    def readline(self, limit: int = -1) -> bytes:
        line = bytes(self._file.readline(self._left if limit < 0 else min(limit, self._left)))
        self._left -= len(line)
        if self._left <= 0:
            raise HeadTooLong(f"more than {HEAD_BYTES} bytes of headers")
        return line


class Handler(WSGIHandler):
    """Hangs up on clients that dawdle over a request or do not take what is sent."""

    wsgi_input: Any
    _gathered: bytearray | None = None
    _head_until = 0.0

    @property
    def _visit(self) -> Visit:
        visit: Visit = self.client_address.visit
        return visit

    def handle(self) -> None:
        self.socket.settimeout(WRITE_SECONDS)
        super().handle()

    # The head

    def read_requestline(self) -> str:
        """Wait for a request and read its first line; nothing when it does not come in time."""
        visit = self._visit
        self.server.connections.rest(visit)
        first: bytes = b""
        with gevent.Timeout(self._patience(visit), False):
            first = self.rfile.peek(1)
        self._head_until = time.monotonic() + HEAD_SECONDS
        if not first:
            return ""
        with self._in_time():
            return str(super().read_requestline())
        return ""

    @staticmethod
    def _patience(visit: Visit) -> float:
        if not visit.requests:
            return HEAD_SECONDS
        return IDLE_SECONDS if visit.joined else STRANGER_SECONDS

    def _in_time(self) -> gevent.Timeout:
        return gevent.Timeout(max(0.001, self._head_until - time.monotonic()), False)

    def read_request(self, raw_requestline: str) -> bool:
        with self._in_time():
            return bool(super().read_request(raw_requestline))
        raise ValueError("the head of the request took too long")

    def MessageClass(self, file: Any, *more: Any) -> Any:
        head = super().MessageClass(_Head(file), *more)
        _must_name_one_length(head)
        return head

    def get_environ(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environ()
        asked = self.wsgi_input
        body = Body(
            self.rfile, asked.content_length, asked.socket, chunked_input=asked.chunked_input
        )
        self.wsgi_input = environ["wsgi.input"] = body
        environ["wsgi.input_terminated"] = True
        environ[VISIT], environ[SOCKET_PUSH] = self._visit, SocketPush(self)
        environ["wsgi.url_scheme"] = "https" if self.client_address.in_cipher else "http"
        unwrap(environ, self.server.proxies)
        return environ

    # The answer

    def handle_one_response(self) -> None:
        visit = self._visit
        visit.requests += 1
        self.server.connections.work(visit)
        super().handle_one_response()
        if self.wsgi_input.torn:
            self.close_connection = True

    def _write_with_headers(self, data: bytes) -> None:
        """Head and body in one packet: of two, the second waits for the first to be confirmed."""
        self._gathered = bytearray()
        super()._write_with_headers(data)
        gathered, self._gathered = self._gathered, None
        self._sendall(gathered)

    def _sendall(self, data: bytes | bytearray) -> None:
        if self._gathered is not None:
            self._gathered += data
        else:
            super()._sendall(data)

    # The log

    def log_request(self) -> None:
        """Log no request: who asked for what is nobody's business."""

    def log_error(self, msg: str, *args: Any) -> None:
        self.server.access_log.say(self._client, msg % args if args else msg)

    def _log_error(self, kind: type[BaseException], wrong: BaseException, way: Any) -> None:
        self.server.access_log.trouble(self._client, f"answering {self.command}", wrong)

    def handle_error(self, kind: type[BaseException], wrong: BaseException, way: Any) -> None:
        """Ask whoever is cut off because the page ends to come back; nothing is broken."""
        if not issubclass(kind, gevent.GreenletExit):
            super().handle_error(kind, wrong, way)
            return
        self.close_connection, self._gathered = True, None
        if not self.headers_sent:
            with suppress(OSError):
                self._sendall(COME_BACK)

    def _handle_client_error(self, wrong: BaseException) -> tuple[str, bytes]:
        # its words would repeat what was sent, and that may be the secret link of a seat
        self.server.access_log.say(self._client, f"sent no proper request ({type(wrong).__name__})")
        return ("400", BAD_REQUEST)

    @property
    def _client(self) -> str:
        asked = (self.environ or {}).get("REMOTE_ADDR")
        return str(asked or self.client_address[0])


def _must_name_one_length(head: Any) -> None:
    """Refuse a head that can be understood in two ways: a proxy in front of this page might see
    another request begin than this page does."""
    lengths = head.get_all("Content-Length") or []
    codings = head.get_all("Transfer-Encoding") or []
    if len(lengths) + len(codings) > 1:
        raise ValueError("more than one length")
    if lengths and not (lengths[0].isascii() and lengths[0].isdigit()):
        raise ValueError("a length that is no number")
    if codings and codings[0].strip().lower() != "chunked":
        raise ValueError("an unknown coding")


BAD_REQUEST = (
    b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n"
    b"Content-Type: text/plain\r\n\r\n"
)
COME_BACK = (
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n"
    b"Retry-After: 5\r\n\r\n"
)


GRACE_SECONDS = 3.0
BYTES_PER_SECOND = 64_000
"""After the grace a body has to come at least this fast, on average."""
PIECE = 65_536
LEFT_OVER = 262_144
"""Unread bytes that are passed over, to answer the next request."""
LEFT_OVER_SECONDS = 1.0


class Body(Input):
    """Reads piece by piece, and raises a 408 when the pieces come too slowly."""

    __slots__ = ("_began", "_came", "torn")

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._began, self._came = time.monotonic(), 0
        self.torn = False
        """Whether nobody knows any more where the next request begins."""

    def read(self, length: int | None = None) -> bytes:
        if length is None or length < 0:
            return b"".join(iter(lambda: self.read(PIECE), b""))
        length = min(length, PIECE)
        try:
            with gevent.Timeout(self._patience(length), RequestTimeout("page.error.slow")):
                data = bytes(super().read(length))
        except BaseException:
            self.torn = True
            raise
        self._came += len(data)
        return data

    def readline(self, size: int | None = None) -> bytes:
        raise NotImplementedError("a body is read in pieces, so that its pace can be watched")

    def _patience(self, length: int) -> float:
        """Return the time this piece may take, given how much has come so far."""
        until = self._began + GRACE_SECONDS + (self._came + length) / BYTES_PER_SECOND
        return max(0.001, until - time.monotonic())

    def _discard(self) -> None:
        """Pass over a little that nobody wanted; with more of it the connection ends."""
        if self.torn:
            return
        self.torn = True
        with gevent.Timeout(LEFT_OVER_SECONDS, False):
            left = LEFT_OVER
            while left > 0:
                data = super().read(min(left, 16_384))
                left -= len(data)
                if not data:
                    self.torn = False
                    return
