"""What everybody may see of the night, written once for each language and shared by all who look.

Every table is a small sheet of its own with a number: a page is sent the sheets that are newer than
what it has, so two thousand tables cost a page no more than those that have changed.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

from companion.core.shapes import convert
from companion.core.verdict import Saying
from companion.words import Words

from ..counting.standings import standings
from ..evening import Evening, task_of
from ..floor import Machine
from ..hall import Hall
from ..night.evolving import announced
from ..night.playing import open_tables
from ..night.records import FREE, Round, Sitting
from ..night.state import Standing

LOOKS_A_SECOND = 4
"""How often all tables are looked at: one may have fallen silent."""
MOST_NAMED = 400
"""Results that are listed one by one; a night has fewer."""


class Seen(NamedTuple):
    """How much of the night a page has: its tables and the evening, each up to a number."""

    tables: int = 0
    evening: int = 0


class Board:
    """The public side of a hall."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._lock = threading.Lock()
        self._marks: dict[str, tuple[Any, ...]] = {}
        self._versions: dict[str, int] = {}
        self._version = 0
        self._sheets: dict[tuple[str, str], tuple[int, bytes]] = {}
        self._evenings: dict[str, tuple[int, int, bytes]] = {}
        """Of each language: the entry it was written after, how often it has changed, its bytes."""
        self._looked: tuple[int, int] | None = None
        self._news: dict[tuple[int, str], tuple[int, bytes]] = {}
        """What everybody is sent who has seen as much, in each language."""

    def fresh(self, seen: int, words: Words) -> tuple[int, bytes]:
        """The sheets of all tables that have changed since version *seen*, as they are sent."""
        with self._lock:
            self._look()
            known = self._news.get((seen, words.language))
            if known is None:
                names = [name for name, version in self._versions.items() if version > seen]
                sheets = [self._sheet(name, words) for name in names]
                told = b"".join(b"event: table\ndata: %s\n\n" % sheet for sheet in sheets)
                known = self._news[seen, words.language] = (self._version, told)
            return known

    def _look(self, *, all_tables: bool = False) -> None:
        """Find out what is new; most who ask do so after the same message."""
        now, floor = self._hall._clock(), self._hall.floor
        looked = (self._hall.evening.number, int(now * LOOKS_A_SECOND))
        touched = floor.take_touched()
        some = looked == self._looked and not all_tables
        names = touched if some else tuple(floor.machines)
        self._looked, before = looked, self._version
        for name in names:
            machine = floor.machines[name]
            strand = machine.strands.get(machine.state.game) if machine.state else None
            ended = None if strand is None else (strand.seq, strand.forked)
            held = name in self._hall.evening.held
            mark = (machine.lives(now), machine.state, ended, machine.clashes(now), held)
            if self._marks.get(name) != mark:
                self._marks[name] = mark
                self._version += 1
                self._versions[name] = self._version
        if self._version != before:
            self._news.clear()

    def _sheet(self, name: str, words: Words) -> bytes:
        version, known = self._versions[name], self._sheets.get((name, words.language))
        if known is None or known[0] != version:
            shown = table_of(self._hall, name, words)
            known = (version, msgspec.json.encode(shown))
            self._sheets[name, words.language] = known
        return known[1]

    def tables(self, words: Words) -> list[msgspec.Raw]:
        """Every table by its name."""
        with self._lock:
            self._look(all_tables=True)
            names = sorted(self._hall.floor.machines)
            return [msgspec.Raw(self._sheet(name, words)) for name in names]

    def evening(self, words: Words) -> bytes:
        """The night without its tables and without the seconds of its clock."""
        return self._written(words)[1]

    def _written(self, words: Words) -> tuple[int, bytes]:
        """The evening and its number: a need or a note that was entered is no news."""
        entry = self._hall.evening.number
        was, number, known = self._evenings.get(words.language, (-1, 0, b""))
        if was != entry:
            told = msgspec.json.encode(evening_of(self._hall, words))
            number, known = number + (told != known), told
            self._evenings[words.language] = (entry, number, known)
        return number, known

    def news(self, seen: Seen, words: Words) -> tuple[Seen, bytes]:
        """What somebody who has seen so much is told, and what they have seen then."""
        tables, told = self.fresh(seen.tables, words)
        number, evening = self._written(words)
        if number != seen.evening:
            told += clock_of(self._hall) + b"event: evening\ndata: %s\n\n" % evening
        return Seen(tables, number), told


def clock_of(hall: Hall) -> bytes:
    """The seconds left, said every few seconds whatever happens: nothing can be read from it."""
    left = hall.seconds_left()
    return b"event: clock\ndata: %s\n\n" % (b"" if left is None else b"%.1f" % left)


def title_of(room: str, words: Words) -> str:
    return words.put(f"house.room.{room}.title", {}) if room else ""


def table_of(hall: Hall, name: str, words: Words) -> dict[str, Any]:
    """One table as everybody may see it."""
    machine, now = hall.floor.machines[name], hall._clock()
    state = machine.state
    enrolled = hall.evening.machines.get(name)
    box = hall.evening.night.boxes.get(enrolled.box) if enrolled else None
    shown: dict[str, Any] = {
        "table": name,
        "place": box.place if box else name,
        "lives": machine.lives(now),
        "clash": machine.clashes(now),
        "seats": [],
        "task": "",
        "room": "",
        "said": "",
    }
    if state is None or not state.game:
        return {**shown, "offered": state.offered if state else ""}
    strand = machine.strands.get(state.game)
    if name in hall.evening.held:
        seats = [{"name": seat["name"], "colour": seat["colour"]} for seat in state.seats]
        title = title_of(state.room, words)
        return {**shown, "held": True, "room": state.room, "title": title, "seats": seats}
    return {
        **shown,
        "task": state.task,
        "room": state.room,
        "title": title_of(state.room, words),
        "turn": state.turn,
        "seats": _seats(machine),
        "asks": len(state.questions),
        "paused": state.paused,
        "over": _outcome(state.over, words),
        "said": _last_said(machine, words),
        "forked": bool(strand and strand.forked),
    }


def _seats(machine: Machine) -> list[dict[str, Any]]:
    assert machine.state is not None
    scores = {line["seat"]: line for line in machine.state.scores}
    return [
        {
            "name": seat["name"],
            "colour": seat["colour"],
            "low": scores.get(number, {}).get("low"),
            "high": scores.get(number, {}).get("high"),
            "rank": scores.get(number, {}).get("rank"),
        }
        for number, seat in enumerate(machine.state.seats)
    ]


def _outcome(over: dict[str, Any] | None, words: Words) -> str:
    if over is None:
        return ""
    if over.get("say"):
        return say(over["say"], words)
    return words.put("hall.desk.stopped_early", {"reason": str(over.get("reason", ""))})


def _last_said(machine: Machine, words: Words) -> str:
    assert machine.state is not None
    for ruling in machine.state.rulings:
        sentences = [say(one["say"], words) for one in ruling["sentences"]]
        if sentences and not ruling["undone"]:
            return " ".join(sentences)
    return ""


def say(saying: Any, words: Words) -> str:
    """A sentence from a table, in the reader's words; nothing for what cannot be read."""
    try:
        return words.say(convert(saying, Saying))
    except (msgspec.ValidationError, ValueError, LookupError, TypeError, AttributeError):
        return ""


def evening_of(hall: Hall, words: Words) -> dict[str, Any]:
    """The night as everybody may see it. Needs, notes and who must sit apart are not in it."""
    night = announced(hall.evening.night)
    evening = msgspec.structs.replace(hall.evening, night=night)
    return {
        "title": night.plan.name or words.put("hall.desk.night", {}),
        "round": _round(evening, evening.announced, words),
        "playing": _still_playing(evening, words),
        "taken_back": night.taken_back,
        "rounds": len(night.published),
        "started": night.started,
        "planned": night.plan.rounds if night.published else 0,
        "over": night.over,
        "running": hall.running,
        "extra": hall.extra(),
        "results": [
            _result(evening, task, kept, words)
            for task, kept in list(night.results.items())[-MOST_NAMED:]
        ],
        "missing": len(night.missing),
        "standings": _standings(evening),
        "names": {person.id: person.name for person in night.people.values()},
        "screens": msgspec.to_builtins(evening.screens),
        "format": night.plan.format,
        "door": evening.door,
    }


def _standings(evening: Evening) -> list[dict[str, Any]]:
    """Everybody's points so far; empty until somebody has any."""
    if not evening.night.results:
        return []
    return [
        {
            "rank": row.rank,
            "id": row.person,
            "name": row.name,
            "points": row.points,
            "games": row.games,
            "wins": row.wins,
        }
        for row in standings(evening.night).rows
        if row.games
    ]


def _still_playing(evening: Evening, words: Words) -> dict[str, Any] | None:
    """The round that is being played, while the next one is announced already."""
    if evening.round is None or evening.round is evening.announced:
        return None
    return _round(evening, evening.round, words)


def _tables(evening: Evening, current: Round) -> Iterable[tuple[int, Sitting]]:
    """The tables of a round; on a free play evening all that still play."""
    if evening.night.plan.format == FREE:
        return open_tables(evening.night)
    return ((current.number, table) for table in current.tables)


def _round(evening: Evening, current: Round | None, words: Words) -> dict[str, Any] | None:
    if current is None:
        return None
    names = evening.night.people
    tables = []
    for number, sitting in _tables(evening, current):
        box, machine = evening.night.boxes.get(sitting.box), evening.machine_at(sitting.box)
        tables.append(
            {
                "box": sitting.box,
                "place": box.place if box else sitting.box,
                "table": machine.table if machine else "",
                "room": sitting.game,
                "title": title_of(sitting.game, words),
                "task": task_of(number, sitting.box),
                "people": [{"id": one, "name": names[one].name} for one in sitting.people],
            }
        )
    waiting = [{"id": one, "name": names[one].name} for one in current.waiting]
    return {"number": current.number, "tables": tables, "waiting": waiting}


def _result(evening: Evening, task: str, kept: Standing, words: Words) -> dict[str, Any]:
    box, sitting = evening.night.boxes.get(kept.result.box), evening.sitting(task)
    return {
        "task": task,
        "round": kept.result.round,
        "box": kept.result.box,
        "place": box.place if box else kept.result.box,
        "title": title_of(sitting.game, words) if sitting else "",
        "status": kept.status,
        "places": [
            {
                "id": one.person,
                "name": evening.night.people[one.person].name,
                "place": one.place,
                "score": one.score,
            }
            for one in sorted(kept.result.places, key=lambda one: one.place)
        ],
    }
