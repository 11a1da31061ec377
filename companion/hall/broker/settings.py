"""Write Mosquitto's settings: no anonymous clients, one user per table, own topics only."""

from __future__ import annotations

import os
import pwd
from base64 import b64encode
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import pbkdf2_hmac, sha256
from pathlib import Path

from ...wire import topics
from ...wire.topics import RESERVED as RESERVED

ROUNDS = 101
SALT_BYTES = 12


@lru_cache(maxsize=4096)
def line_of(user: str, password: str) -> str:
    """Return one line of the password file; the same user and password give the same line."""
    salt = sha256(f"salt {user} {password}".encode()).digest()[:SALT_BYTES]
    stretched = pbkdf2_hmac("sha512", password.encode(), salt, ROUNDS)
    return f"{user}:$7${ROUNDS}${b64encode(salt).decode()}${b64encode(stretched).decode()}"


HALL = "hall"
"""The user of the hall itself; no table may have this name."""
LOOPBACK = "127.0.0.1"
PID_FILE = "mosquitto.pid"
QUEUED = 20_000
PACKET_BYTES = 16_384 + 1024
MEMORY_BYTES = 256 * 1024 * 1024


def config(folder: Path, host: str, port: int, certificate: Path | None) -> str:
    """Write the broker's settings, all lines ours. Without TLS it listens to this machine alone."""
    lines = (
        "per_listener_settings false",
        f"user {_own_name()}",  # started by root it would become somebody who may not write here
        f"listener {port} {host if certificate else LOOPBACK}",
        *_in_cipher(certificate),
        "use_username_as_clientid true",  # nobody rings another off by taking its client name
        "allow_anonymous false",
        f"password_file {folder / 'passwords'}",
        f"acl_file {folder / 'acl'}",
        "persistence true",
        f"persistence_location {folder}/",
        f"pid_file {folder / PID_FILE}",
        "autosave_interval 60",
        f"max_queued_messages {QUEUED}",
        "max_inflight_messages 100",
        f"max_packet_size {PACKET_BYTES}",
        f"memory_limit {MEMORY_BYTES}",
        "max_keepalive 120",
        "persistent_client_expiration 1d",
        "set_tcp_nodelay true",
        "sys_interval 0",
        "connection_messages false",
        "log_dest stderr",
        "log_type error",
        "log_type warning",
    )
    return "".join(f"{line}\n" for line in lines)


def _in_cipher(certificate: Path | None) -> tuple[str, ...]:
    if certificate is None:
        return ()
    return f"certfile {certificate}", f"keyfile {certificate}", "tls_version tlsv1.2"


def _own_name() -> str:
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return "mosquitto"


def acl(night: str, users: Iterable[str]) -> str:
    """Write the access list. ``%u`` is the table's own name."""
    lines = [f"user {HALL}", f"topic readwrite {topics.ROOT}/{night}/#", ""]
    for user in sorted(set(users) - {HALL}):
        lines += [f"user {user}", f"topic read {topics.of_hall(night)}", ""]
    lines += [f"pattern write {topics.of_table(night, '%u', what)}" for what in topics.UP]
    heard = (*topics.DOWN, topics.BIRTH)
    lines += [f"pattern read {topics.of_table(night, '%u', what)}" for what in heard]
    return "".join(f"{line}\n" for line in lines)


def passwords(users: Mapping[str, str]) -> str:
    """Write the password file; its hashes open nothing."""
    return "".join(f"{line}\n" for line in _lines(users))


def _lines(users: Mapping[str, str]) -> Iterable[str]:
    return (line_of(user, password) for user, password in sorted(users.items()))
