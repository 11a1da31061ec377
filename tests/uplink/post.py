"""A broker in memory, as fast as the test: retained messages, wills, lines that can be cut."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from companion.wire.line import Hear, Will


@dataclass
class Post:
    """Carries messages between lines; remembers everything that was sent."""

    sent: list[tuple[str, bytes]] = field(default_factory=list)
    kept: dict[str, bytes] = field(default_factory=dict)
    lines: list[PostLine] = field(default_factory=list)

    def line(self, will: Callable[[], Will] | None = None) -> PostLine:
        line = PostLine(self, will)
        self.lines.append(line)
        return line

    def carry(self, topic: str, payload: bytes, *, keep: bool = False) -> None:
        self.sent.append((topic, payload))
        if keep:
            self.kept[topic] = payload
        for line in self.lines:
            line.receive(topic, payload)

    def said(self, what: str) -> list[bytes]:
        """Everything that was sent on topics with this end."""
        return [payload for topic, payload in self.sent if topic.endswith(f"/{what}")]


class PostLine:
    """One line; up from the beginning, until it is cut."""

    def __init__(self, post: Post, will: Callable[[], Will] | None) -> None:
        self._post, self._make_will = post, will
        self._wanted: set[str] = set()
        self._hear: Hear = lambda topic, payload: None
        self._on_up: Callable[[], None] = lambda: None
        self._last: Will | None = None
        self.up = False

    def open(self, hear: Hear, on_up: Callable[[], None]) -> None:
        self._hear, self._on_up = hear, on_up
        self.mend()

    def mend(self) -> None:
        """The line is there again."""
        self._last = self._make_will() if self._make_will else None
        self.up = True
        self._on_up()

    def cut(self, *, late: bool = False) -> Will | None:
        """The line is gone; *late* leaves it to the test to deliver the will."""
        self.up = False
        self._wanted.clear()
        if self._last and not late:
            self._post.carry(self._last.topic, self._last.payload, keep=True)
        return self._last

    def subscribe(self, topics: Sequence[str], *, sure: bool = True) -> None:
        self._wanted |= set(topics)
        for topic, payload in tuple(self._post.kept.items()):
            self.receive(topic, payload)

    def receive(self, topic: str, payload: bytes) -> None:
        if self.up and any(_fits(wanted, topic) for wanted in self._wanted):
            self._hear(topic, payload)

    def say(self, topic: str, payload: bytes, *, keep: bool = False, sure: bool = True) -> None:
        if self.up:
            self._post.carry(topic, payload, keep=keep)

    def close(self) -> None:
        self.up = False


def _fits(wanted: str, topic: str) -> bool:
    parts = wanted.split("/")
    given = topic.split("/")
    return len(parts) == len(given) and all(
        a in ("+", b) for a, b in zip(parts, given, strict=True)
    )
