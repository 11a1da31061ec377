"""What is said aloud: the first sentence of each new ruling, and a beep for what sounds.

On a thread of its own: the table only leaves a note and goes on. Nothing is said that the public
page does not show.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from threading import Condition
from typing import Any, Protocol

from companion.core.cues import Cues
from companion.core.roles import TABLE, Role
from companion.supervised import Supervised

Say = Callable[[str], None]
Put = Callable[[str, Mapping[str, Any]], str]
Beep = Callable[[int, bool], None]

BEEPS: Mapping[str, tuple[int, bool]] = {
    "landslide": (1, True),
    "wrong": (1, True),
    "stop": (1, True),
    "curse": (3, False),
    "mummy": (3, False),
    "gong": (1, True),
    "fanfare": (4, False),
}
"""How often, and whether long; every other sound is two short beeps."""
OTHERWISE = (2, False)
FOR_THE_EYE = re.compile(r"\s*\([^()]*\)")
"""What stands in brackets, such as a seal of 64 letters and digits, is to be read, not heard."""


class Published(Protocol):
    """What is asked of the table."""

    @property
    def cues(self) -> Cues: ...

    def snapshot(self, role: Role) -> dict[str, Any]: ...


def spoken(snapshot: Mapping[str, Any], after: int, put: Put) -> tuple[str, int]:
    """The sentence to say about the newest ruling later than *after*, and its number."""
    fresh = [r for r in snapshot["rulings"] if r["number"] > after and not r["undone"]]
    newest = max((ruling["number"] for ruling in fresh), default=after)
    for ruling in fresh:
        if ruling["number"] == newest and ruling["sentences"]:
            say = ruling["sentences"][0]["say"]
            return FOR_THE_EYE.sub("", put(say["key"], say["values"])), newest
    return "", newest


class Announcer:
    """Says what is new whenever the table has changed; *say* and *beep* return at once."""

    def __init__(self, table: Published, put: Put, say: Say | None, beep: Beep | None) -> None:
        self._table, self._put = table, put
        self._say, self._beep = say, beep
        self._heard = spoken(table.snapshot(TABLE), -1, put)[1]
        self._cues = table.cues
        self._changed = False
        self._arrived = Condition()
        self._loop = Supervised("announcer", self._attend)
        self._loop.start()

    def changed(self) -> None:
        """Leave a note that the table has changed. Never waits for a voice."""
        with self._arrived:
            self._changed = True
            self._arrived.notify()

    def close(self) -> None:
        """Stop; closing twice is harmless."""
        with self._arrived:
            self._loop.stopping.set()
            self._arrived.notify()
        self._loop.stop()

    def _attend(self) -> None:
        """Wait for a note and tell what is new."""
        with self._arrived:
            while not self._changed and not self._loop.stopping.is_set():
                self._arrived.wait()
            if self._loop.stopping.is_set():
                return
            self._changed = False
        self._tell()

    def _tell(self) -> None:
        cues = self._table.cues
        if self._beep is not None and cues is not self._cues and cues.sounds:
            self._beep(*BEEPS.get(cues.sounds[0], OTHERWISE))
        self._cues = cues
        sentence, self._heard = spoken(self._table.snapshot(TABLE), self._heard, self._put)
        if self._say is not None and sentence:
            self._say(sentence)
