"""Seals: what proves that a command is the hall's, and that an event follows the one before."""

from __future__ import annotations

import hmac
import json
from hashlib import sha256
from typing import Any

import msgspec

from .messages import CommandMessage, EventMessage


def key_of(master: bytes, table: str, purpose: str = "key") -> str:
    """Return the secret of one table, made from the night's: nothing else has to be kept."""
    return hmac.new(master, f"{purpose} {table}".encode(), sha256).hexdigest()


def machine_key(master: bytes, table: str, serial: str, purpose: str = "key") -> str:
    """Return the secret of the machine that joined under a name; it changes with the serial."""
    return key_of(master, f"{table}/{serial}" if serial else table, purpose)


def proof_of(key: str, code: str) -> str:
    """Prove that a machine holds its key, without revealing it."""
    return hmac.new(bytes.fromhex(key), f"enrol {code}".encode(), sha256).hexdigest()


def sealed(command: CommandMessage, key: str) -> CommandMessage:
    """Seal a command for its table."""
    return msgspec.structs.replace(command, seal=_seal(command, key))


def is_sealed(command: CommandMessage, key: str) -> bool:
    return hmac.compare_digest(_seal(command, key).encode(), command.seal.encode())


def _seal(command: CommandMessage, key: str) -> str:
    said = [command.id, command.session, command.until, command.act, command.body]
    return hmac.new(bytes.fromhex(key), _canonical(said), sha256).hexdigest()


def chained(event: EventMessage) -> EventMessage:
    """Add its hash to an event."""
    return msgspec.structs.replace(event, hash=link(event))


def link(event: EventMessage) -> str:
    """Return the hash that the next event has to name."""
    said: dict[str, Any] = msgspec.to_builtins(event)
    del said["hash"], said["task"]
    return sha256(_canonical(said)).hexdigest()[:32]


def _canonical(said: Any) -> bytes:
    return json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()
