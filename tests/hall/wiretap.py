"""A tap on a line: carries every byte to the broker and back, and keeps what it carried."""

from __future__ import annotations

import contextlib
import socket
import threading

PUBLISH = 3


class Tap:
    """A port of our own before somebody's broker."""

    def __init__(self, port: int) -> None:
        self._to = port
        self.up, self.down = bytearray(), bytearray()
        """Every byte to the broker, and every byte from it."""
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self._ends: list[socket.socket] = []
        threading.Thread(target=self._let_in, daemon=True).start()

    def close(self) -> None:
        for end in (self._door, *self._ends):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _let_in(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._door.accept()
                far = socket.create_connection(("127.0.0.1", self._to))
                self._ends += [near, far]
                for one, other, kept in ((near, far, self.up), (far, near, self.down)):
                    given = (one, other, kept)
                    threading.Thread(target=self._carry, args=given, daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket, kept: bytearray) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(1 << 16):
                kept += data
                other.sendall(data)


def published(stream: bytes) -> list[bytes]:
    """Every message of a stream of MQTT, byte by byte but for its running number."""
    found, at = [], 0
    while at < len(stream):
        kind, length, start = stream[at] >> 4, 0, at + 1
        for place in range(4):
            byte = stream[start]
            start, length = start + 1, length | (byte & 127) << 7 * place
            if byte < 128:
                break
        if kind == PUBLISH:
            topic = start + 2 + int.from_bytes(stream[start : start + 2])
            body = topic + 2 if stream[at] & 0b110 else topic  # without the packet's own number
            head = bytes([stream[at] & 0b11110111])  # whether it was sent again is the network's
            found.append(head + stream[start:topic] + stream[body : start + length])
        at = start + length
    return found
