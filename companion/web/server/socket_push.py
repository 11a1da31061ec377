"""A stream whose next bytes are written past its greenlet: one hand writes for a thousand phones.

Waking a greenlet for every phone costs more than all it has to say. Whoever wants to be spoken for
lends its connection; a phone that does not take all at once gets the rest from its own greenlet,
which may wait for it.
"""

from __future__ import annotations

import os
from typing import Any

from gevent.socket import socket as GreenSocket

SOCKET_PUSH = "companion.socket_push"


class SocketPush:
    """One connection in the middle of an answer."""

    def __init__(self, handler: Any) -> None:
        self._handler = handler
        self._rest = b""

    @property
    def can_be_lent(self) -> bool:
        """Whether bytes may be put on the line as they are: it is open and in clear, and the answer
        goes out in pieces."""
        handler = self._handler
        return type(handler.socket) is GreenSocket and handler.response_use_chunked

    def push(self, piece: bytes) -> bool:
        """Put a framed piece on the line without waiting; says whether all of it went. OSError when
        nobody is there any more."""
        try:
            sent = os.write(self._handler.socket.fileno(), piece)
        except BlockingIOError:
            sent = 0
        self._rest = piece[sent:]
        return not self._rest

    def finish(self) -> None:
        """Send what was left over; waits as long as a phone may take."""
        rest, self._rest = self._rest, b""
        if rest:
            self._handler.socket.sendall(rest)


def framed(data: bytes) -> bytes:
    """Frame a piece of a chunked answer."""
    return b"%x\r\n%s\r\n" % (len(data), data)
