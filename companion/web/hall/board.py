"""What everybody may see of the night, written once for each language and shared by all who look.

Every table is a small sheet of its own with a number: a page is sent the sheets that are newer than
what it has, so two thousand tables cost a page no more than those that have changed. The evening is
sent whole once, and then as JSON Patches (RFC 6902), each to the number after the one before.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from companion.core.decode import convert
from companion.core.verdict import Saying
from companion.hall.evening import HallEvening, task_of
from companion.hall.hall import Hall
from companion.hall.night.fold import announced
from companion.hall.night.queue import claimed_by
from companion.hall.night.state import StandingResult, open_tables
from companion.hall.records import FREE, PLACES, PaperGame, Round, Sitting
from companion.hall.scores.standings import standings
from companion.hall.tables import TableMachine
from companion.util.printed_text import isolated
from companion.words import Words

from ..kit.json_patch import diff
from ..server.addresses import Reach
from .crew import crew_name

LOOKS_A_SECOND = 4
"""How often all tables are looked at: one may have fallen silent."""
MOST_STEPS = 30
"""Patches of the evening that are kept: whoever is further behind gets the whole."""
MOST_NAMED = 400
"""Results of earlier rounds that are listed one by one; a night has fewer."""


class HallSnapshot(NamedTuple):
    """How much of the night a page has: its tables and the evening, each up to a number."""

    tables: int = 0
    evening: int = 0


class HallBoard:
    """The public side of a hall."""

    def __init__(self, hall: Hall, reach: Callable[[], Reach] = Reach) -> None:
        self._hall, self._reach = hall, reach
        self._lock = threading.Lock()
        self._marks: dict[str, tuple[Any, ...]] = {}
        self._versions: dict[str, int] = {}
        self._version = 0
        self._sheets: dict[tuple[str, str], tuple[int, bytes]] = {}
        self._evenings: dict[str, tuple[tuple[int, Reach], int, bytes]] = {}
        """Per language: the entry and the address it was written after, how often it has changed,
        its bytes."""
        self._pieces: dict[str, dict[str, bytes]] = {}
        """Per language: the parts of the evening, each by itself."""
        self._steps: dict[str, dict[int, bytes]] = {}
        """Per language: what leads to each of the last numbers from the one before."""
        self._standings = Lasting(_standings)
        self._round = Lasting(_round)
        self._looked: tuple[int, int] | None = None
        self._news: dict[tuple[int, str], tuple[int, bytes]] = {}
        """What everybody is sent who has seen as much, in each language."""

    def fresh(self, seen: int, words: Words) -> tuple[int, bytes]:
        """Return the sheets of all tables that have changed since version *seen*, ready to send."""
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
        now, floor = self._hall._clock(), self._hall.tables
        looked = (self._hall.evening.number, int(now * LOOKS_A_SECOND))
        touched = floor.take_touched()
        some = looked == self._looked and not all_tables
        names = touched if some else tuple(floor.machines)
        self._looked, before = looked, self._version
        for name in names:
            machine = floor.machines[name]
            chain = machine.chains.get(machine.state.game) if machine.state else None
            ended = None if chain is None else (chain.seq, chain.forked)
            held, place = name in self._hall.evening.held, place_of(self._hall.evening, name)
            mark = (machine.lives(now), machine.state, ended, machine.clashes(now), held, place)
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
        """Return every table by its name."""
        with self._lock:
            self._look(all_tables=True)
            names = sorted(self._hall.tables.machines)
            return [msgspec.Raw(self._sheet(name, words)) for name in names]

    def evening(self, words: Words) -> bytes:
        """Return the night without its tables and without the seconds of its clock."""
        return self._written(words)[1]

    def _written(self, words: Words) -> tuple[int, bytes]:
        """Return the evening and its number; entering a need or a note is no news."""
        after = (self._hall.evening.number, self._reach())
        was, number, told = self._evenings.get(words.language, (None, 0, b""))
        if was != after:
            shown = evening_of(self._hall, words, after[1], self._parts)
            pieces = {name: msgspec.json.encode(value) for name, value in shown.items()}
            known = self._pieces.get(words.language, {})
            if pieces != known:
                number += 1
                self._note_step(words.language, number, known, pieces)
                told = msgspec.json.encode(shown)
            self._pieces[words.language] = pieces
            self._evenings[words.language] = (after, number, told)
        return number, told

    def _parts(self, evening: HallEvening, words: Words) -> dict[str, Any]:
        """Return the large parts of an evening; as they were, where nothing they show differs."""
        night = evening.night
        shown = (night.results, night.people, night.plan, night.penalties, night.published)
        seats = (
            *(night.people, night.boxes, night.games, night.clock, night.started),
            *(evening.announced, evening.machines, words),
        )
        return {
            "round": _round(evening, evening.announced, words)
            if night.plan.format == FREE
            else self._round.of(seats, evening, evening.announced, words),
            "standings": self._standings.of((*shown, night.started), evening),
        }

    def _note_step(
        self, language: str, number: int, known: dict[str, bytes], pieces: dict[str, bytes]
    ) -> None:
        """Keep what leads from one evening to the next, compared only where they differ."""
        steps = self._steps.setdefault(language, {})
        if known:
            changed = [
                one
                for name, piece in pieces.items()
                if piece != known[name]
                for one in diff(
                    msgspec.json.decode(known[name]), msgspec.json.decode(piece), f"/{name}"
                )
            ]
            steps[number] = b"event: patch\ndata: %s\n\n" % msgspec.json.encode(changed)
        steps.pop(number - MOST_STEPS, None)

    def _steps_to(self, language: str, seen: int, number: int) -> bytes:
        """Return what leads from one number to another; empty where the whole is shorter."""
        steps = self._steps.get(language, {})
        wanted = range(seen + 1, number + 1)
        if not seen or len(wanted) > MOST_STEPS or any(one not in steps for one in wanted):
            return b""
        told = b"".join(steps[one] for one in wanted)
        return told if len(told) < len(self._evenings[language][2]) else b""

    def news(
        self, seen: HallSnapshot, words: Words, *, patches: bool = False
    ) -> tuple[HallSnapshot, bytes]:
        """Return the news since what somebody has seen, and what they have seen then; with
        *patches*, what has changed of the evening they have."""
        tables, told = self.fresh(seen.tables, words)
        number, evening = self._written(words)
        if number != seen.evening:
            told += clock_of(self._hall)
            steps = self._steps_to(words.language, seen.evening, number) if patches else b""
            told += steps or b"event: evening\ndata: %s\n\n" % evening
        return HallSnapshot(tables, number), told


class Lasting:
    """What was made of some values, as long as they are the very same."""

    def __init__(self, make: Callable[..., Any]) -> None:
        self._make = make
        self._of: tuple[Any, ...] = ()
        self._made: Any = None

    def of(self, values: tuple[Any, ...], *given: Any) -> Any:
        """Make it of *given*, unless all that it depends on is what it was."""
        same = len(values) == len(self._of) and all(
            one is two or (isinstance(one, int) and one == two)
            for one, two in zip(values, self._of, strict=True)
        )
        if not same:
            self._of, self._made = values, self._make(*given)
        return self._made


def clock_of(hall: Hall) -> bytes:
    """Return the seconds left, sent at a fixed interval whatever happens:
    nothing can be read from it."""
    left = hall.seconds_left()
    return b"event: clock\ndata: %s\n\n" % (b"" if left is None else b"%.1f" % left)


def place_of(evening: HallEvening, name: str) -> str:
    """Return a table's name, by its machine or by its box."""
    machine = evening.machines.get(name)
    return evening.night.place(machine.box if machine and machine.box else name)


def title_of(room: str, words: Words, games: Mapping[str, PaperGame] = MappingProxyType({})) -> str:
    """What a game is called: by its room's words, or as the organiser has called it."""
    if room in games:
        return games[room].name
    return words.put(f"house.room.{room}.title", {}) if room else ""


def table_of(hall: Hall, name: str, words: Words) -> dict[str, Any]:
    """Return one table as everybody may see it."""
    machine, now = hall.tables.machines[name], hall._clock()
    state = machine.state
    shown: dict[str, Any] = {
        "table": name,
        "place": place_of(hall.evening, name),
        "lives": machine.lives(now),
        "clash": machine.clashes(now),
        "seats": [],
        "task": "",
        "room": "",
        "said": "",
    }
    if state is None or not state.game:
        return {**shown, "offered": state.offered if state else ""}
    chain = machine.chains.get(state.game)
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
        "stopped": state.over is not None and not state.over.get("say"),
        "said": _last_said(machine, words),
        "forked": bool(chain and chain.forked),
    }


def _seats(machine: TableMachine) -> list[dict[str, Any]]:
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


def _last_said(machine: TableMachine, words: Words) -> str:
    assert machine.state is not None
    for ruling in machine.state.rulings:
        sentences = [say(one["say"], words) for one in ruling["sentences"]]
        if sentences and not ruling["undone"]:
            return " ".join(sentences)
    return ""


def _most_named(evening: HallEvening) -> int:
    """Return how many results are listed: all of the round that is played, at least."""
    return max(MOST_NAMED, len(evening.round.tables) if evening.round else 0)


def _statuses(evening: HallEvening) -> dict[str, str]:
    """Return how sure each result of the rounds that are shown is, by its task."""
    shown = {id(each): each for each in (evening.round, evening.announced) if each is not None}
    tasks = (
        task_of(number, table.box)
        for each in shown.values()
        for number, table in _tables(evening, each)
    )
    results = evening.night.results
    return {task: results[task].status for task in tasks if task in results}


def _extra(evening: HallEvening, number: int, box: str) -> int:
    """Return the seconds one table has more, or fewer, than the others of its round."""
    clock = evening.night.clock
    return clock.extra.get(box, 0) if clock is not None and number == evening.night.started else 0


def scoring_of(evening: HallEvening, sitting: Sitting) -> str:
    """What the people of a table without a machine enter themselves."""
    game = evening.night.games.get(sitting.game)
    return game.scoring if game is not None else PLACES


def say(saying: Any, words: Words) -> str:
    """Say a table's sentence in the reader's words; empty if it can't be read."""
    try:
        return words.say(convert(saying, Saying))
    except (msgspec.ValidationError, ValueError, LookupError, TypeError, AttributeError):
        return ""


def spoken(
    line: Saying, words: Words, games: Mapping[str, PaperGame] = MappingProxyType({})
) -> str:
    """Say a sentence of the hall, with the game's title in place of its name, and names that move
    nothing around them, whichever way they are written."""
    values = dict(line.values)
    if values.get("game"):
        values["game"] = title_of(str(values["game"]), words, games)
    if values.get("name"):
        values["name"] = isolated(str(values["name"]))
    if values.get("names"):
        values["names"] = [isolated(name) for name in values["names"]]
    return words.say(Saying(line.key, values))


Parts = Callable[[HallEvening, Words], dict[str, Any]]


def parts_of(evening: HallEvening, words: Words) -> dict[str, Any]:
    """Return the large parts of an evening."""
    return {"round": _round(evening, evening.announced, words), "standings": _standings(evening)}


def evening_of(hall: Hall, words: Words, found: Reach, parts: Parts = parts_of) -> dict[str, Any]:
    """Return the night as everybody may see it, without needs, notes and who must sit apart."""
    night = announced(hall.evening.night)
    evening = msgspec.structs.replace(hall.evening, night=night)
    return {
        "title": night.plan.name or words.put("hall.desk.night", {}),
        "night": hall.store.night,
        "address": found.address,
        "unreached": found.why,
        **parts(evening, words),
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
            for task, kept in list(night.results.items())[-_most_named(evening) :]
        ],
        "statuses": _statuses(evening),
        "missing": len(night.missing),
        "ties": ties_of(night.plan.breaks, words),
        "names": {person.id: person.name for person in night.people.values()},
        "gone": list(night.gone),
        "screens": msgspec.to_builtins(evening.screens),
        "format": night.plan.format,
        "door": evening.door,
        "full": night.is_full,
        "asking": {person.id: person.name for person in night.asking.values()},
        "confirm": night.plan.confirm,
        "penalties": [
            {"id": one.who, "name": night.people[one.who].name, "points": one.points}
            for one in night.penalties
            if not one.pardoned and one.who in night.people
        ],
    }


def _standings(evening: HallEvening) -> list[dict[str, Any]]:
    """Return everybody's points so far, best first; empty until somebody has any. A row says
    whether it shares the place of the one above, so that whoever moves up changes no other row."""
    if not evening.night.results:
        return []
    return [
        {
            "tied": row.rank <= number,
            "id": row.person,
            "name": row.name,
            "points": row.points,
            "games": row.games,
            "wins": row.wins,
        }
        for number, row in enumerate(standings(evening.night, everybody=False).rows)
    ]


def ties_of(breaks: Iterable[str], words: Words) -> str:
    """Return the tie-breaks between people with the same points, in order."""
    named = [words.put(f"hall.points.{name}", {}, inside=True) for name in breaks]
    return words.put("hall.paper.ties", {"breaks": "; ".join(named)}) if named else ""


def _still_playing(evening: HallEvening, words: Words) -> dict[str, Any] | None:
    """Return the round still being played while the next one is already announced."""
    if evening.round is None or evening.round is evening.announced:
        return None
    return _round(evening, evening.round, words)


def _tables(evening: HallEvening, current: Round) -> Iterable[tuple[int, Sitting]]:
    """Yield the tables of a round; on a free play evening all that still play."""
    if evening.night.plan.format == FREE:
        return open_tables(evening.night)
    return ((current.number, table) for table in current.tables)


def _round(evening: HallEvening, current: Round | None, words: Words) -> dict[str, Any] | None:
    if current is None:
        return None
    names, machines = evening.night.people, evening.machines_by_box()
    tables = []
    for number, sitting in _tables(evening, current):
        machine = machines.get(sitting.box)
        tables.append(
            {
                "box": sitting.box,
                "place": evening.night.place(sitting.box),
                "table": machine.table if machine else "",
                "room": sitting.game,
                "title": title_of(sitting.game, words, evening.night.games),
                "scoring": "" if machine else scoring_of(evening, sitting),
                "extra": _extra(evening, number, sitting.box),
                "task": task_of(number, sitting.box),
                "people": [{"id": one, "name": names[one].name} for one in sitting.people],
            }
        )
    waiting = [{"id": one, "name": names[one].name} for one in current.waiting]
    return {"number": current.number, "tables": tables, "waiting": waiting}


def _result(evening: HallEvening, task: str, kept: StandingResult, words: Words) -> dict[str, Any]:
    night, sitting = evening.night, evening.sitting(task)
    return {
        "task": task,
        "round": kept.result.round,
        "box": kept.result.box,
        "place": night.place(kept.result.box),
        "title": title_of(sitting.game, words, night.games) if sitting else "",
        "status": kept.status,
        "agreed": list(kept.confirmed_by),
        "source": kept.result.source if kept.result.source in night.people else "",
        "referee": crew_name(claimed_by(night.calls, kept.result.box, "dispute"), words),
        "places": [
            {
                "id": one.person,
                "name": night.people[one.person].name,
                "place": one.place,
                "score": one.score,
            }
            for one in sorted(kept.result.places, key=lambda one: one.place)
        ],
    }
