"""A site: what the server serves. One table's page, or a house whose tables come and go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from companion.words import Words, choose

from .notifier import Notifier

Environ = dict[str, Any]
Answering = Callable[..., Any]
SITE = "pharaohs-site"
"""The extension of a Flask app that holds its site."""


@dataclass(frozen=True)
class Limits:
    """The limits: streams of strangers in all and from one address, of one seat or referee;
    connections from one address; the share of the page's time for strangers and for an address."""

    streams: int = 1000
    streams_per_role: int = 12
    streams_per_address: int = 250
    body_bytes: int = 16_384
    picture_bytes: int = 12_000_000
    heartbeat_seconds: float = 2.0
    connections_per_address: int = 400
    strangers_share: float = 0.5
    address_share: float = 0.25


class Site(Protocol):
    """What the rate gate and the server ask of whatever they serve."""

    @property
    def notifier(self) -> Notifier: ...

    @property
    def limits(self) -> Limits: ...

    def __call__(self, environ: Environ, answer: Answering) -> Iterable[bytes]: ...

    def who(self, environ: Environ) -> str:
        """Return the seat, referee or owner whose cookie this is; None for everybody else."""

    def words_for(self, languages: str) -> Words:
        """Return the words in the best of some languages, as a browser names them."""


def best(words: Mapping[str, Words], languages: str) -> Words:
    return words[choose(languages, tuple(words))]
