"""Users of our own in a hall's Mosquitto: they may say and hear everything, as no table may."""

from __future__ import annotations

import os
import secrets
import signal
from pathlib import Path

from companion.hall.broker.own import left_behind
from companion.hall.broker.settings import line_of
from companion.util.tls_certificate import pem_in
from companion.wire import topics
from companion.wire.line import Broker


def let_in(folder: Path, night: str, port: int, *users: str) -> list[Broker]:
    """Let users into the broker of the hall in *folder*, until it lets in the next table."""
    shown = pem_in(folder / "certificate.pem")
    made = [
        Broker("127.0.0.1", port, user, secrets.token_hex(8), tls=True, certificate=shown)
        for user in users
    ]
    with (folder / "broker" / "passwords").open("a") as known:
        known.writelines(f"{line_of(one.user, one.password)}\n" for one in made)
    with (folder / "broker" / "acl").open("a") as rights:
        for user in users:
            rights.write(f"user {user}\ntopic readwrite {topics.ROOT}/{night}/#\n")
    pid = left_behind(folder / "broker")
    if pid is not None:
        os.kill(pid, signal.SIGHUP)
    return made
