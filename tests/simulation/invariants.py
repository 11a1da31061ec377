"""What has to be true after every step of a simulated night."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from companion.hall.evening.acts import CREW, Who
from companion.hall.evening.state import TOGETHER, HallEvening, followed
from companion.hall.inbound import is_tables
from companion.hall.night.state import CONFIRMED, DISPUTED, EXCUSED, REPORTED
from companion.hall.people import heard
from companion.hall.scores.standings import standings
from companion.hall.seating.swaps import swapped
from companion.wire import topics
from companion.wire.messages import Beat, unpack

if TYPE_CHECKING:
    from .night import SimulatedNight, SimulatedPhone

PLACES = {2: (6, 2), 3: (6, 4, 2), 4: (6, 4, 3, 1), 5: (6, 4, 3, 2, 1), 6: (6, 5, 4, 3, 2, 1)}
RECOUNT_EVERY = 40
CLASH_RETURNS, CLASH_WITHIN = 6, 20.0
"""How often two machines with one name take turns, in how many seconds, before the hall must have
noticed a copied card."""
OWN_CREW = ("Olga", "Rita")


class Broken(AssertionError):
    """An invariant does not hold."""


class Invariants:
    """Watches one night."""

    def __init__(self, night: SimulatedNight) -> None:
        self._of = night
        self._head = (0, "")
        self._statuses: dict[str, str] = {}
        self._acknowledged: Counter[str] = Counter()
        self._clock: tuple[int, float, float] | None = None
        self._draws: Counter[str] = Counter()
        """How often each round was drawn."""
        self._hands: list[tuple[int, int]] = []
        """Of each change by hand its round, and the how manieth draw of it that was."""
        self._stopped_copy: dict[str, float] = {}
        self._starts: dict[str, list[str]] = {}
        """What machines under each name have said of their start, to this run of the hall."""
        self._returns: dict[str, list[float]] = {}
        self._read = 0
        self._evening = HallEvening()
        """The evening as its entries have it, read one by one."""

    def _hold(self, true: bool, what: str) -> None:
        if not true:
            raise Broken(what)

    # After single things

    def before(self, name: str, body: dict[str, Any]) -> Any:
        night = self._of.night
        return night.missing, night.drawn, dict(night.results), night

    def after(self, name: str, body: dict[str, Any], who: Who, before: Any) -> None:
        missing, drawn, results, old = before
        night = self._of.night
        newest = self._of.disk.entries[-1]
        self._head = (newest.number, newest.chain)
        if name == "publish" and missing and len(night.published) > len(old.published):
            self._hold(bool(body.get("early")), "a round was announced by accident")
        if name == "swap" and drawn and night.drawn != drawn:
            expected = tuple(
                swapped(each, body["one"], body["two"]) if each.number == body["round"] else each
                for each in drawn
            )
            self._hold(night.drawn == expected, "a swap changed something else")
        if name == "unpublish" and body["round"] == len(old.published):
            gone = len(night.published) < len(old.published)
            self._hold(gone, "an announcement was taken back, and stands")
        if name == "come":
            here = {heard(p.name) for w, p in night.people.items() if w not in night.gone}
            asking = {heard(person.name) for person in night.asking.values()}
            wanted = {heard(line) for line in body["text"].split("\n")}
            self._hold(wanted <= here | asking, "somebody on a list that was taken is not here")
        if name == "report" and who.role not in CREW:
            task = f"{body['result']['round']}:{body['result']['box']}"
            self._hold(task in night.results, "a result was acknowledged and is not there")
        for task, known in results.items():
            now = night.results.get(task)
            self._hold(now is not None, f"the result of {task} is gone")
            settled = known.status == CONFIRMED and now is not None and now.status != CONFIRMED
            if settled and name in ("confirm", "dispute"):
                self._hold(who.role in CREW, f"{task} was settled, and {name} changed it")

    def _follow_draw(self, kind: str, told: dict[str, Any]) -> None:
        """A change by hand belongs to its draw: it is taken back in no other."""
        if kind == "drawn":
            self._draws.update(str(each["number"]) for each in told["rounds"])
        elif kind == "swapped":
            self._hands.append((told["round"], self._draws[str(told["round"])]))
        elif kind == "unswapped":
            number, draw = self._hands[told["hand"]]
            same = self._draws[str(number)] == draw
            self._hold(same, "a change by hand was taken back in another draw")

    def after_restart(self) -> None:
        """Nothing that was acknowledged is lost, and the journal says the same again."""
        number, chain = self._head
        entries = self._of.disk.entries
        self._hold(
            len(entries) >= number and (not number or entries[number - 1].chain == chain),
            "what was acknowledged is lost",
        )
        self._starts.clear()
        self._returns.clear()
        self._read_back()

    def _read_back(self) -> None:
        evening = HallEvening()
        for entry in self._of.disk.entries:
            evening = followed(evening, entry.kind, entry.body or {}, entry.number)
        self._hold(evening == self._of.hall.evening, "the journal says something else")

    def after_phone(self, phone: SimulatedPhone, told: bytes) -> None:
        from .night import ENGLISH, SECRET

        self._hold(SECRET.encode() not in told, "a phone was told a secret")
        whole = json.loads(self._of.board.evening(ENGLISH))
        self._hold(phone.evening == whole, "a phone has another evening than there is")
        night = self._of.night
        if night.over or not night.published:
            due = ""
        else:
            table = night.published[-1].table_of(phone.who)
            due = f"{night.published[-1].number}:{table.box}" if table else "waits"
        self._hold(phone.shown == due, f"a phone shows {phone.shown!r}, announced is {due!r}")

    def started_anew(self, table: str) -> None:
        self._stopped_copy[table] = self._of.world.now
        self._returns.pop(table, None)

    def after_hall(self) -> None:
        """The hall has looked at everything it knows: calls have their causes."""
        hall, night, now = self._of.hall, self._of.night, self._of.world.now
        if self._of.disk.full:
            return
        for call in night.calls:
            if call.answered is not None:
                continue
            known = night.results.get(call.task)
            if call.kind == "silent":
                machine = hall.evening.machine_at(call.box)
                heard_of = hall.tables.machines.get(machine.table) if machine else None
                lives = heard_of is not None and heard_of.lives(now)
                self._hold(not lives, f"table {call.box} is back, and still called for")
                self._hold(known is None, f"{call.task} has its result, and is called for")
            if call.kind == "dispute":
                disputed = known is not None and known.status == DISPUTED
                self._hold(known is None or disputed, f"{call.task} is settled, and called for")
            if call.kind == "result":
                self._hold(known is None, f"{call.task} has its result, and is called for")
        waited_for = {
            (machine.table if (machine := hall.evening.machine_at(c.box)) else c.box, c.claimed_by)
            for c in night.calls
            if c.answered is None and c.claimed_by
        }
        on_the_way = set(hall.coming().items())
        self._hold(on_the_way <= waited_for, "somebody is on the way for nothing")

    def after_judging(self, task: str, asked: dict[str, Any] | None, done: bool) -> None:
        """A table takes a word about the result it asks about, and about no other."""
        about = asked["task"] if asked is not None else ""
        self._hold(not done or about == task, f"asked about {about!r}, they spoke about {task}")

    def over_the_line(self, topic: str, payload: bytes) -> None:
        """No need, note or key goes over the line, whoever says it."""
        from .night import SECRET

        secret = SECRET.encode() in payload or self._of.disk.secret.hex().encode() in payload
        self._hold(not secret, f"a secret went over the line as {topic}")

    def _read_on(self) -> None:
        """Read what was written since, each fact beside the evening it was written into."""
        for entry in self._of.disk.entries[self._read :]:
            body: dict[str, Any] = entry.body or {}
            facts = body["facts"] if entry.kind == TOGETHER else [(entry.kind, body)]
            for kind, told in facts:
                self._check_fact(kind, told)
                self._follow_draw(kind, told)
            self._evening = followed(self._evening, entry.kind, body, entry.number)
        self._read = len(self._of.disk.entries)
        boxes = [one.box for one in self._evening.machines.values() if one.box]
        self._hold(len(boxes) == len(set(boxes)), "two machines stand beside one box")

    def _check_fact(self, kind: str, told: dict[str, Any]) -> None:
        """Every act is about what it says, and about something that is still open."""
        night, task = self._evening.night, f"{told.get('round')}:{told.get('box')}"
        if kind in ("confirmed", "disputed") and told["by"] not in OWN_CREW:
            known = night.results[task]
            settled = known.status in (CONFIRMED, EXCUSED)
            self._hold(not settled, f"{task} was settled, and {told['by']} {kind} it")
            self._hold(not self._gone_on(task), f"{kind} {task}, whose people have gone on")
        if kind == "reported":
            at = told["result"]
            known_now = night.results.get(f"{at['round']}:{at['box']}")
            fresh = known_now is None or known_now.status == EXCUSED
            self._hold(fresh, f"{at['round']}:{at['box']} was reported once more")
        if kind == "called" and told.get("task"):
            at_task = night.results.get(told["task"])
            cause = {
                "silent": at_task is None,
                "result": at_task is None,
                "dispute": at_task is not None and at_task.status == DISPUTED,
            }
            has_cause = cause.get(told["kind"], True)
            self._hold(has_cause, f"a call for {told['kind']} at {told['task']} has no cause")

    def _gone_on(self, task: str) -> bool:
        """Whether a later game has begun with somebody of a sitting, or at its table."""
        night, sitting = self._evening.night, self._evening.sitting(task)
        number = int(task.partition(":")[0])
        later = [t for each in night.published[number : night.started] for t in each.tables]
        people = set(sitting.people) if sitting else set()
        return any(t.box == task.partition(":")[2] or people & set(t.people) for t in later)

    def after_healing(self) -> None:
        """Everybody has heard of everything: no table asks what is settled."""
        for name, house in self._of.houses.items():
            asked = house.asked()
            known = self._of.night.results.get(asked["task"]) if asked else None
            still = known is None or known.status == REPORTED
            self._hold(
                still, f"table {name} asks about {asked and asked['task']}, settled long ago"
            )

    # After every step

    def check(self) -> None:
        night = self._of.night
        self._read_on()
        self._check_results()
        self._check_clock()
        self._check_copies()
        self._check_houses()
        names = [heard(person.name) for person in night.people.values()]
        self._hold(len(names) == len(set(names)), "two people have one name")
        if self._of.steps % RECOUNT_EVERY == 0:
            self._recount()

    def _check_results(self) -> None:
        """Every result is of its own people, and as the table's own journal has it."""
        for task, known in self._of.night.results.items():
            back = self._statuses.get(task) == CONFIRMED and known.status == REPORTED
            self._hold(not back, f"{task} was settled, and is asked about again")
            self._statuses[task] = known.status
            sitting = self._of.hall.evening.sitting(task)
            self._hold(sitting is not None, f"{task} has a result and was never announced")
            assert sitting is not None
            if known.status == EXCUSED:
                continue
            people = [placed.person for placed in known.result.places]
            self._hold(sorted(people) == sorted(sitting.people), f"{task} has other people")
            machine = known.result.source.partition(" ")[0]
            house = self._of.houses.get(machine)
            if not is_tables(known.result.source) or house is None or task not in house.ended:
                continue
            by_seat = {placed.person: placed.place for placed in known.result.places}
            told = tuple(by_seat[who] for who in sitting.people)
            self._hold(told == house.ended[task][1], f"{task} is not what its journal says")

    def _check_clock(self) -> None:
        """The clock of the round goes on evenly, whatever the clock on the wall does."""
        hall, now = self._of.hall, self._of.world.now
        left = hall.seconds_left()
        number = hall.evening.number
        if left is None:
            self._clock = None
            return
        if self._clock is not None and self._clock[0] == number:
            gone = now - self._clock[2] if hall.running else 0.0
            same = abs(self._clock[1] - gone - left) < 0.01
            self._hold(same, f"the clock went from {self._clock[1]:.1f} to {left:.1f}")
        self._clock = (number, left, now)

    def hall_hears(self, topic: str, payload: bytes) -> None:
        """Note who speaks under the name of a table, as the hall is about to hear it."""
        told = unpack(payload, Beat) if topic.endswith("/" + topics.BEAT) else None
        if told is None or not told.start:
            return
        name = topic.split("/")[-2]
        starts = self._starts.setdefault(name, [])
        if starts and starts[-1] != told.start and told.start in starts:
            self._returns.setdefault(name, []).append(self._of.world.now)
        if not starts or starts[-1] != told.start:
            starts.append(told.start)

    def _check_copies(self) -> None:
        """A copied card is noticed, and nothing else is taken for one."""
        hall, now = self._of.hall, self._of.world.now
        for name, house in self._of.houses.items():
            machine = hall.tables.machines.get(name)
            if machine is None:
                continue
            if house.twin is None:
                quiet = now - self._stopped_copy.get(name, -1000.0) > 100
                self._hold(not (quiet and machine.clashes(now)), f"table {name} has no copy")
                continue
            lately = [at for at in self._returns.get(name, ()) if now - at < CLASH_WITHIN]
            noticed = len(lately) < CLASH_RETURNS or machine.clashes(now)
            self._hold(noticed, f"two machines are table {name}, and nobody says so")

    def _check_houses(self) -> None:
        """Nobody sits down at a game by the word of a stranger."""
        for name, house in self._of.houses.items():
            table = house.home.table
            ended = table.ledger.record.ended if table is not None else None
            self._hold(ended is None or ended.reason != "forged", f"{name} obeyed a stranger")
            offer = house.guest.enrolment.kept.offer
            people = [one["name"] for one in offer["people"]] if offer else []
            self._hold("Mallory" not in people, f"table {name} was offered a stranger's game")

    def _recount(self) -> None:
        """Add up everybody's points afresh, from places alone."""
        night = self._of.night
        points: Counter[str] = Counter()
        for known in night.results.values():
            if known.status not in (CONFIRMED, REPORTED):
                continue
            ladder = PLACES[len(known.result.places)]
            for placed in known.result.places:
                tied = [p for p in known.result.places if p.place == placed.place]
                share = sum(ladder[placed.place - 1 : placed.place - 1 + len(tied)])
                points[placed.person] += Fraction(share, len(tied))  # type: ignore[assignment]
        for row in standings(night).rows:
            games = [gain for gain in row.gains if gain.kind == "game"]
            counted = sum((Fraction(gain.points) for gain in games), Fraction(0))
            close = abs(counted - points[row.person]) < Fraction(1, 100)
            self._hold(close, f"{row.person} has {counted} points, and should {points[row.person]}")
            rounds = [gain.round for gain in games]
            self._hold(len(rounds) == len(set(rounds)), f"{row.person} was counted twice")

    # At the end

    def at_the_end(self) -> None:
        """Everything is whole again: what was played has arrived, and nobody is called for."""
        of = self._of
        self._hold(of.night.over, f"the night did not end: {of.night.missing}")
        self._read_back()
        self._recount()
        for house in of.houses.values():
            for task in house.ended:
                self._hold(task in of.night.results, f"the game of {task} was lost")
        for call in of.night.calls:
            if call.answered is None:
                known = of.night.results.get(call.task)
                self._hold(
                    call.kind == "dispute" and known is not None and known.status == DISPUTED,
                    f"a call for {call.kind} is left over",
                )
