"""What has to be true after every step of a simulated night."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from companion.hall.evening.acts import CREW, Who
from companion.hall.evening.state import HallEvening, followed
from companion.hall.inbound import is_tables
from companion.hall.night.state import CONFIRMED, DISPUTED, EXCUSED, REPORTED
from companion.hall.people import heard
from companion.hall.scores.standings import standings
from companion.hall.seating.swaps import swapped

if TYPE_CHECKING:
    from .night import SimulatedNight, SimulatedPhone

PLACES = {2: (6, 2), 3: (6, 4, 2), 4: (6, 4, 3, 1), 5: (6, 4, 3, 2, 1), 6: (6, 5, 4, 3, 2, 1)}
RECOUNT_EVERY = 40
CLASH_KNOWN = 12
"""Reports of both machines after which the hall must have noticed a copied card."""


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
        self._drawn: list[tuple[Any, ...]] = []
        """The drawn rounds as they were before each change by hand, and as they are."""
        self._stopped_copy: dict[str, float] = {}
        self._beats: Counter[str] = Counter()
        self._slip_at = 0.0

    def _hold(self, true: bool, what: str) -> None:
        if not true:
            raise Broken(what)

    # After single things

    def before(self, name: str, body: dict[str, Any]) -> Any:
        night = self._of.night
        return night.missing, night.drawn, night.hands, dict(night.results), night

    def after(self, name: str, body: dict[str, Any], who: Who, before: Any) -> None:
        missing, drawn, _, results, old = before
        night = self._of.night
        newest = self._of.disk.entries[-1]
        self._head = (newest.number, newest.chain)
        if name == "publish" and missing and len(night.published) > len(old.published):
            self._hold(bool(body.get("early")), "a round was announced by accident")
        if name == "unswap" and night.drawn != drawn and drawn:
            self._hold(
                len(self._drawn) > 1 and night.drawn == self._drawn[-2],
                "a change by hand was taken back in another draw",
            )
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
        self._follow_draw(name, drawn)

    def _follow_draw(self, name: str, before: Any) -> None:
        drawn = self._of.night.drawn
        if drawn == before:
            return
        if name == "swap":
            self._drawn = [*(self._drawn or [before]), drawn]
        elif name == "unswap":
            self._drawn = self._drawn[:-1]
        else:
            self._drawn = [drawn]

    def after_restart(self) -> None:
        """Nothing that was acknowledged is lost, and the journal says the same again."""
        number, chain = self._head
        entries = self._of.disk.entries
        self._hold(
            len(entries) >= number and (not number or entries[number - 1].chain == chain),
            "what was acknowledged is lost",
        )
        self._read_back()

    def _read_back(self) -> None:
        evening = HallEvening()
        for entry in self._of.disk.entries:
            evening = followed(evening, entry.kind, entry.body or {}, entry.number)
        self._hold(evening == self._of.hall.evening, "the journal says something else")

    def after_phone(self, phone: SimulatedPhone, told: bytes) -> None:
        from .night import SECRET

        self._hold(SECRET.encode() not in told, "a phone was told a secret")
        night = self._of.night
        if night.over or not night.published:
            due = ""
        else:
            table = night.published[-1].table_of(phone.who)
            due = f"{night.published[-1].number}:{table.box}" if table else "waits"
        self._hold(phone.shown == due, f"a phone shows {phone.shown!r}, announced is {due!r}")

    def started_anew(self, table: str) -> None:
        self._stopped_copy[table] = self._of.world.now
        self._beats[table] = 0

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
        waited_for = {c.claimed_by for c in night.calls if c.answered is None and c.claimed_by}
        self._hold(set(hall.coming().values()) <= waited_for, "somebody is on the way for nothing")

    # After every step

    def check(self) -> None:
        night = self._of.night
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
                self._beats[name] = 0

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
        everything = b"".join(payload for _, payload in of.broker.commands)
        from .night import SECRET

        self._hold(SECRET.encode() not in everything, "a secret went over the line")
