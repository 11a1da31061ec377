"""Behind a proxy: who really asks, under which name and how safely, as a proxy we trust says it.

Anybody can write these headers. Unless a trusted proxy sent them they are thrown away.
"""

from __future__ import annotations

from collections.abc import Collection, MutableMapping
from typing import Any

FOR, PROTO, HOST = "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST"
SCHEMES = ("http", "https")


def unwrap(environ: MutableMapping[str, Any], proxies: Collection[str]) -> None:
    """Make a request look as it did when it reached the trusted proxy."""
    said = {name: environ.pop(name, "") for name in (FOR, PROTO, HOST)}
    if environ.get("REMOTE_ADDR") not in proxies:
        return
    environ["REMOTE_ADDR"] = _client(said[FOR], proxies) or environ["REMOTE_ADDR"]
    if (scheme := _last(said[PROTO]).lower()) in SCHEMES:
        environ["wsgi.url_scheme"] = scheme
    if host := _last(said[HOST]):
        environ["HTTP_HOST"] = host


def _client(chain: str, proxies: Collection[str]) -> str:
    """Return the last address in the chain that isn't one of our proxies;
    earlier ones are hearsay."""
    named = [each.strip() for each in chain.split(",") if each.strip()]
    strangers = [each for each in named if each not in proxies]
    return strangers[-1] if strangers else ""


def _last(value: str) -> str:
    return value.rpartition(",")[2].strip()
