"""A machine that is short of everything: each system call fails once in the loop that is tried."""

from __future__ import annotations

import builtins
import errno
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

CALLS: dict[str, tuple[Any, str]] = {
    "open": (builtins, "open"),
    "os.open": (os, "open"),
    "os.read": (os, "read"),
    "os.pipe": (os, "pipe"),
    "socketpair": (socket, "socketpair"),
    "statvfs": (os, "statvfs"),
    "fork": (sys.modules["_posixsubprocess"], "fork_exec"),
    "popen": (subprocess.Popen, "__init__"),
    "socket": (socket.socket, "__init__"),
    "connect": (socket.socket, "connect"),
    "thread": (threading.Thread, "start"),
}


class Shortage:
    """Lets the first use of every system call in one thread fail, and remembers which were used."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, loop: str) -> None:
        self.failed: set[str] = set()
        for name, (owner, attribute) in CALLS.items():
            wrapped = self._failing_once(name, getattr(owner, attribute), loop)
            monkeypatch.setattr(owner, attribute, wrapped)

    def _failing_once(self, name: str, call: Callable[..., Any], loop: str) -> Callable[..., Any]:
        def used(*given: Any, **named: Any) -> Any:
            # with a fileno, a socket is made of what the system has given already
            mine = threading.current_thread().name == loop
            starting = name == "thread" and given[0].name == loop
            if (mine or starting) and name not in self.failed and not _given_a_file(name, given):
                self.failed.add(name)
                if name == "thread":
                    raise RuntimeError("can't start new thread")
                raise OSError(errno.EMFILE, "Too many open files")
            return call(*given, **named)

        return used


def _given_a_file(name: str, given: tuple[Any, ...]) -> bool:
    return name == "socket" and len(given) > 4


class Work:
    """Something a loop does that needs the machine: it opens, connects and reads what there is."""

    def __init__(self) -> None:
        self.done = 0

    def __call__(self, *_: Any) -> int:
        os.statvfs("/")
        with open(os.devnull, "rb") as file:
            file.read()
        os.close(os.open(os.devnull, os.O_RDONLY))
        socket.socket().close()
        here, there = socket.socketpair()
        with here, there:
            there.sendall(b"x")
            os.read(here.fileno(), 1)
        for end in os.pipe():
            os.close(end)
        helper = threading.Thread(target=int, name=threading.current_thread().name)
        helper.start()
        helper.join()
        self.done += 1
        return self.done


NEEDED = {"statvfs", "open", "os.open", "socketpair", "os.read", "os.pipe", "thread", "socket"}
"""What a piece of work uses."""
