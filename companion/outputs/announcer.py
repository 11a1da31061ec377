"""Say aloud what happened, whose turn it is and what is asked; beep for what only sounds. It runs
on a thread of its own: the table only leaves a note and goes on. Nothing is said that the public
page does not show.

On a thread of its own: the table only leaves a note and goes on. Nothing is said that the public
page does not show.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from threading import Condition
from typing import Any, Protocol

from companion.core.output_cues import Cues
from companion.core.roles import TABLE, Role
from companion.core.text_view import Plain
from companion.util.worker import Supervised

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
    "apex": (1, True),
    "claim": (1, True),
    "fanfare": (4, False),
}
"""How often, and whether long; every other sound is two short beeps."""
OTHERWISE = (2, False)
FOR_THE_EYE = re.compile(r"\s*\([^()]*\)")
"""What is in brackets, such as a seal of 64 letters and digits, is to be read, not heard."""
CIPHER = re.compile(r"\s*:?\s*\b[0-9a-f]{16,}\b", re.IGNORECASE)
"""A digest or a salt: nobody can follow it by ear, wherever it is."""
SHORT, NORMAL, FULL = "short", "normal", "full"
"""A ruling's first sentence; all of it, whose turn it is and what is asked; the answers too."""


class Published(Protocol):
    """What is asked of the table."""

    @property
    def cues(self) -> Cues: ...

    def snapshot(self, role: Role) -> dict[str, Any]: ...


def audible(text: str) -> str:
    """Remove from a sentence what only eyes can follow."""
    return CIPHER.sub("", FOR_THE_EYE.sub("", text)).strip()


class Storyteller:
    """Puts the newest of a snapshot into sentences for a voice, at a chosen length."""

    def __init__(self, put: Put, length: str = SHORT, plain: Plain | None = None) -> None:
        self._put, self._length = put, length
        self._plain = plain or Plain()
        self._asked: tuple[str, ...] = ()

    def news(self, snapshot: Mapping[str, Any], after: int) -> tuple[list[str], int]:
        """Return what to say about the newest ruling later than *after*, and its number.

        What is older than the newest is stale by now.
        """
        fresh = [r for r in snapshot["rulings"] if r["number"] > after and not r["undone"]]
        newest = max((ruling["number"] for ruling in fresh), default=after)
        said = [say for one in fresh if one["number"] == newest for say in self._ruling(one)]
        asked = tuple(question["id"] for question in snapshot.get("questions", ()))
        isnew, self._asked = said or asked != self._asked, asked
        around = list(self._around(snapshot, said)) if isnew else []
        return [text for text in map(audible, (*said, *around)) if text], newest

    def scores(self, snapshot: Mapping[str, Any]) -> list[str]:
        """Return the points of every player, for anybody who asks."""
        view = snapshot["view"]
        return [
            self._put(
                "page.plain_score",
                {"player": view["seats"][line["seat"]]["name"], "points": _points(line)},
            )
            for line in view["score"]
        ]

    def _ruling(self, ruling: Mapping[str, Any]) -> Iterator[str]:
        """Yield its sentences, or only the first."""
        for sentence in ruling["sentences"][: 1 if self._length == SHORT else None]:
            yield self._put(sentence["say"]["key"], sentence["say"]["values"])

    def _around(self, snapshot: Mapping[str, Any], said: list[str]) -> Iterator[str]:
        """Yield how it ended, or whose turn it is and what is asked;
        a short voice leaves that out."""
        if self._length == SHORT:
            return
        view = snapshot["view"]
        if view["outcome"]:
            yield self._put(view["outcome"]["say"]["key"], view["outcome"]["say"]["values"])
            return
        player, headline = view["seats"][view["turn"]]["name"], self._headline(view)
        if not (said and player in said[-1] and player in headline):
            yield headline
        for question in snapshot["questions"]:
            yield self._put(question["ask"]["key"], question["ask"]["values"])
            if self._length == FULL:
                yield from self._answers(question)

    def _answers(self, question: Mapping[str, Any]) -> Iterator[str]:
        for option in question["options"]:
            yield self._put(option["say"]["key"], option["say"]["values"])

    def _headline(self, view: Mapping[str, Any]) -> str:
        saying = self._plain.headline(view)
        return self._put(saying.key, saying.values)


def spoken(snapshot: Mapping[str, Any], after: int, put: Put) -> tuple[str, int]:
    """Return the sentence a short voice says about the newest ruling later than *after*,
    its number."""
    sentences, newest = Storyteller(put).news(snapshot, after)
    return " ".join(sentences), newest


def _points(line: Mapping[str, Any]) -> str:
    low, high = line["low"], line["high"]
    return str(low) if low == high else f"{low}–{high}"


class Announcer:
    """Says what is new whenever the table has changed; *say* and *beep* return at once.

    What is said about a ruling goes to the voice line by line: it finishes the line it has begun,
    and a newer ruling takes the place of the lines that have not begun. *also* adds lines without
    taking any away, for what somebody asked to hear; so does *lesson*, which says what beginners
    have to be told now.
    """

    def __init__(
        self,
        table: Published,
        put: Put,
        say: Say | None,
        beep: Beep | None,
        teller: Storyteller | None = None,
        also: Say | None = None,
        lesson: Callable[[], list[str]] = list,
    ) -> None:
        self._table = table
        self._teller = teller or Storyteller(put)
        self._say, self._beep, self._also = say, beep, also or say
        self._lesson = lesson
        self._heard = self._teller.news(table.snapshot(TABLE), -1)[1]
        self._cues = table.cues
        self._changed = False
        self._wants_scores = False
        self._arrived = Condition()
        self._loop = Supervised("announcer", self._attend)
        self._loop.start()

    def changed(self) -> None:
        """Leave a note that the table has changed. Never waits for a voice."""
        with self._arrived:
            self._changed = True
            self._arrived.notify()

    def scores(self) -> None:
        """Somebody wants to hear the scores."""
        with self._arrived:
            self._wants_scores = True
            self._arrived.notify()

    def close(self) -> None:
        """Stop; closing twice is harmless."""
        with self._arrived:
            self._loop.stopping.set()
            self._arrived.notify()
        self._loop.stop()

    def _attend(self) -> None:
        """Wait for a note and say what is new, or what was asked for."""
        with self._arrived:
            while not (self._changed or self._wants_scores or self._loop.stopping.is_set()):
                self._arrived.wait()
            if self._loop.stopping.is_set():
                return
            changed, scores = self._changed, self._wants_scores
            self._changed = self._wants_scores = False
        if changed:
            self._announce()
        if scores:
            _pass_on(self._also, self._teller.scores(self._table.snapshot(TABLE)))

    def _announce(self) -> None:
        cues = self._table.cues
        if self._beep is not None and cues is not self._cues and cues.sounds:
            self._beep(*next((BEEPS[one] for one in cues.sounds if one in BEEPS), OTHERWISE))
        self._cues = cues
        sentences, self._heard = self._teller.news(self._table.snapshot(TABLE), self._heard)
        _pass_on(self._say, sentences)
        _pass_on(self._also, [audible(line) for line in self._lesson()])


def _pass_on(say: Say | None, sentences: list[str]) -> None:
    if say is not None and sentences:
        say("\n".join(sentences))
