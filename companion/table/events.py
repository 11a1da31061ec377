"""Tell others about the table: listeners, what instruments show, and what people should know.

Listeners are called after a change and must be quick. Gauges and notices are never saved.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

from companion.core.verdict import Saying

from .news import News

Stop = Callable[[], None]


class Events:
    """Everybody who hears of one table, and what they are shown besides the game."""

    def __init__(
        self, lock: threading.RLock, number: Callable[[], int], notices: Mapping[str, Saying]
    ) -> None:
        """*lock* is the table's; *number* says where the game stands."""
        self._lock, self._number = lock, number
        self._notices = dict(notices)
        self._gauges: dict[str, Mapping[str, Any]] = {}
        self._listeners: list[Callable[[int], None]] = []
        self._gauge_listeners: list[Callable[[str], None]] = []
        self._lookers: list[Callable[[], None]] = []
        self._cameras: list[Callable[[], bytes]] = []
        self._instruments: list[Callable[[News], None]] = []

    def on_publish(self, listener: Callable[[int], None]) -> Stop:
        """Call *listener* after every change; it must be quick. Returns how to stop that."""
        return _added(self._listeners, listener)

    def on_news(self, listener: Callable[[News], None]) -> Stop:
        """Call *listener* with what was made or changed after every change of the game; it must be
        quick. Returns how to stop that."""
        return _added(self._instruments, listener)

    def on_wanting(self, look_again: Callable[[], None]) -> Stop:
        """Call *look_again* when the table wants a new picture. Returns how to stop that."""
        return _added(self._lookers, look_again)

    def on_watching(self, live: Callable[[], bytes]) -> Stop:
        """Let *live* give what the camera sees just now, as a JPEG. Returns how to stop that."""
        return _added(self._cameras, live)

    def on_gauge(self, listener: Callable[[str], None]) -> Stop:
        """Call *listener* with a gauge's name whenever it shows something new."""
        return _added(self._gauge_listeners, listener)

    def gauges(self) -> dict[str, Mapping[str, Any]]:
        """Return what instruments show right now; never saved, the same for everybody."""
        return dict(self._gauges)

    def gauge(self, name: str, shows: Mapping[str, Any]) -> None:
        """Let an instrument show something: a weight trace, what the scale thinks."""
        self._gauges[name] = shows
        for listener in tuple(self._gauge_listeners):
            listener(name)

    def notice(self, about: str, say: Saying | None) -> None:
        """Show everybody a sentence about a part of the table, or take it away again."""
        with self._lock:
            if self._notices.get(about) == say:
                return
            others = {key: known for key, known in self._notices.items() if key != about}
            self._notices = others if say is None else {**others, about: say}
        self.publish()

    def notices(self) -> tuple[Saying, ...]:
        """Return every sentence about the parts of the table."""
        return tuple(self._notices.values())

    def live(self) -> bytes:
        """Return what a camera sees just now; nothing if none looks or none has answered yet."""
        return next((seen for live in tuple(self._cameras) if (seen := live())), b"")

    def look_again(self) -> bool:
        """Ask for a new picture; False when nobody looks."""
        for look_again in tuple(self._lookers):
            look_again()
        return bool(self._lookers)

    def report(self, news: News) -> None:
        """Tell the instruments what was made or changed."""
        for listener in tuple(self._instruments):
            listener(news)

    def publish(self) -> None:
        """Tell everybody who shows the table that it has changed."""
        for listener in tuple(self._listeners):
            listener(self._number())


def _added(listeners: list[Any], listener: Any) -> Stop:
    listeners.append(listener)
    return lambda: listeners.remove(listener) if listener in listeners else None
