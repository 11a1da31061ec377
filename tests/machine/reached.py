"""Whatever a table runs in, as it is reached from outside: told what to do, and asked its page."""

from __future__ import annotations

import http.client
import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any


class MachineSilent(TimeoutError):
    """The machine did not do in time what it was expected to."""


class Reached(ABC):
    """A machine with a table, or something like one."""

    page_port: int

    @abstractmethod
    def attempt(self, script: str, seconds: float = 300.0) -> dict[str, Any]:
        """Run a shell script inside as root; its exit code, and what it said on both lines."""

    @abstractmethod
    def put(self, path: str, content: bytes) -> None:
        """Write a file inside."""

    def do(self, script: str, seconds: float = 300.0) -> str:
        """Run a shell script inside as root and give what it printed; raise if it failed."""
        result = self.attempt(script, seconds)
        if result["code"]:
            raise AssertionError(f"{script!r} failed: {result['out']}{result['err']}")
        return str(result["out"])

    def page(self, path: str, body: dict[str, Any] | None = None, seconds: float = 60.0) -> Any:
        """Ask the page of the table inside, as a browser would."""
        data = None if body is None else json.dumps(body).encode()
        method = "GET" if data is None else "POST"
        return json.loads(ask(method, path, data, self.page_port, seconds))

    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = self.page("/state")
        return state

    def overhears(self, words: str, seconds: float = 90.0) -> bool:
        """Whether an open page gets these words in time."""
        connection = http.client.HTTPConnection("127.0.0.1", self.page_port, timeout=seconds)
        heard, end = b"", time.monotonic() + seconds
        try:
            connection.request("GET", "/events")
            stream = connection.getresponse()
            while words.encode() not in heard and time.monotonic() < end:
                heard = heard[-10_000:] + stream.read1(10_000)
            return words.encode() in heard
        finally:
            connection.close()


def ask(method: str, path: str, body: bytes | None, port: int, seconds: float) -> bytes:
    """Ask a server on this host."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=seconds)
    try:
        connection.request(method, path, body, {"Content-Type": "application/json"})
        return connection.getresponse().read()
    finally:
        connection.close()


def wait_until(
    happened: Callable[[], bool], seconds: float, otherwise: str, every: float = 0.2
) -> float:
    """Wait for something; give how long it took."""
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        if happened():
            return time.monotonic() - began
        time.sleep(every)
    raise MachineSilent(f"{otherwise} (waited {seconds:.0f} s)")
