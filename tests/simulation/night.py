"""The hall, its tables, crew and phones, and the seed that says who does what next."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, cast

import msgspec

from companion.hall.errors import HallError
from companion.hall.evening.acts import PERSON, SPECTATOR, Who
from companion.hall.hall import Hall
from companion.hall.night.next_round import mark, to_draw
from companion.hall.night.state import DISPUTED, REPORTED, Night
from companion.hall.records import Round, Sitting, Wanted
from companion.hall.seating.sizes import mix
from companion.uplink import Enrolled
from companion.web.hall.board import HallBoard, HallSnapshot
from companion.web.server.addresses import Reach
from companion.wire import topics
from companion.wire.line import Broker
from companion.wire.messages import CallMessage, CommandMessage, pack, unpack
from companion.words import load
from tests.web.patches import patched

from .house import SimulatedHouse
from .invariants import Invariants
from .ports import PowerCut, SimulatedBroker, SimulatedDisk, SimulatedStore, World, seeded

OLGA, RITA = Who("organiser", "Olga"), Who("referee", "Rita")
ENGLISH = load("en")
ROOMS = {"wall": (2, 3, 4), "bowl": (2, 3, 4), "dig": (2, 3, 4), "kheops": (2,), "sphinx": (2, 3)}
PAPER = {"id": "own1", "name": "Hive", "sizes": [2, 3, 4], "scoring": "points"}
FAULTS = (
    "lost", "doubled", "reordered", "cut line", "hall killed", "house killed", "broker killed",
    "full disk", "torn write", "clock leaps", "copied card", "forged", "replayed", "act twice",
    "act late", "phone away",
)  # fmt: skip
SECRET = "hush-7b1f"
"""In every need and note: it may be in no byte that leaves the organiser's pages."""
WHOLE_EVERY = 50
"""Every so many seeds the night has twelve tables and four rounds; the others are smaller."""
MOST_STEPS, MOST_OF_WHOLE = 3000, 9000
HEALING = 1500
QUIET_SECONDS = 20.0
"""After that much time without faults everything has arrived."""


class SimulatedPhone:
    """A spectator's phone: what it was told last, and the seat it shows."""

    def __init__(self, who: str) -> None:
        self.who = who
        self.evening: dict[str, Any] | None = None
        self.focused = False
        self.shown = ""
        self.seen = HallSnapshot()

    def hear(self, board: HallBoard) -> bytes:
        self.seen, told = board.news(self.seen, ENGLISH, patches=True)
        for event in told.split(b"\n\n"):
            name, _, data = event.partition(b"\ndata: ")
            if name not in (b"event: evening", b"event: patch"):
                continue
            news = json.loads(data)
            self.evening = news if name == b"event: evening" else patched(self.evening, news)
            self.show()
        return told

    def show(self) -> None:
        """Say where its person sits, in the round announced last."""
        assert self.evening is not None
        each = self.evening["round"]
        if each is None or self.evening["over"]:
            self.shown = ""
            return
        found = [t for t in each["tables"] if any(p["id"] == self.who for p in t["people"])]
        self.shown = found[0]["task"] if found else "waits"


class Done(NamedTuple):
    """An act somebody did: it may be done again, or late."""

    name: str
    body: dict[str, Any]
    who: Who


class SimulatedNight:
    """One night from one seed."""

    def __init__(self, seed: int, *, tables: int = 0) -> None:
        chance = World(seed).chance
        left_out = set(chance.sample(FAULTS, chance.randint(0, len(FAULTS) - 3)))
        self.world = World(seed, frozenset(set(FAULTS) - left_out))
        self.drawn = self.world.faults
        """The faults of this seed, whether healed by now or not."""
        whole = not tables and seed % WHOLE_EVERY == 0
        self.tables = 12 if whole else tables or self.world.chance.randint(3, 6)
        self._most = MOST_OF_WHOLE if whole else MOST_STEPS
        self.rounds = 4 if whole else self.world.chance.randint(2, 3)
        self.folder = Path(tempfile.mkdtemp(prefix="simulated-night-", dir=_memory()))
        self.disk = SimulatedDisk(self.world)
        self.broker = SimulatedBroker(self.world)
        self.hall = self._hall()
        self.houses: dict[str, SimulatedHouse] = {}
        self.phones: list[SimulatedPhone] = []
        self.done: list[Done] = []
        self.late: list[Done] = []
        self.invariants = Invariants(self)
        self.broker.overheard = self.invariants.over_the_line
        self.steps = 0
        self.healing = False
        self.number = 0
        self.freed = 0.0
        """When the disk has room again."""

    # The hall

    def _hall(self) -> Hall:
        made = Hall(
            SimulatedStore(self.disk),
            lambda will: cast(Any, self.broker.line("hall", will)),
            clock=self.world.monotonic, wall=self.world.wall_seconds,
        )  # fmt: skip
        made.line.open(lambda topic, payload: made._heard.put((topic, payload)), made._on_up)
        self.board = HallBoard(made, Reach)
        return made

    @property
    def night(self) -> Night:
        return self.hall.evening.night

    def restart_hall(self) -> None:
        cast(Any, self.hall.line).end()
        self.hall = self._hall()
        for phone in self.phones:
            phone.seen = HallSnapshot()
        self.invariants.after_restart()

    def act(self, name: str, body: dict[str, Any], who: Who = OLGA) -> bool:
        """Do something at the hall; False if it was refused or could not be saved."""
        if self.world.has("torn write", 0.01):
            self.disk.tear = True
        before = self.invariants.before(name, body)
        try:
            self.hall.act(name, body, who)
        except (HallError, OSError) as wrong:
            if not isinstance(wrong, HallError):
                self.world.tell(f"{name} is not saved")
            self.disk.tear = False
            return False
        except PowerCut:
            self.restart_hall()
            return False
        self.disk.tear = False
        self.done.append(Done(name, body, who))
        self.invariants.after(name, body, who, before)
        return True

    def turn_hall(self) -> None:
        """One turn of the hall's loop: what it has heard, then what is due."""
        try:
            while not self.hall._heard.empty():
                heard = self.hall._heard.get()
                if heard is not None:
                    self.invariants.hall_hears(*heard)
                    self.hall._hear(*heard)
            self.hall._tend_due = self.hall._sweep_due = 0.0
            self.hall.tend()
        except PowerCut:
            self.restart_hall()
        self.invariants.after_hall()

    # Before it begins

    def prepare(self) -> None:
        world, rooms = self.world, sorted(ROOMS)
        paper = world.chance.random() < 0.5
        if paper:
            self.act("game", {"game": PAPER})
        seats = 0
        for number in range(1, self.tables + 1):
            room = "own1" if paper and number == self.tables else world.chance.choice(rooms)
            sizes = PAPER["sizes"] if room == "own1" else list(ROOMS[room])
            self.act("box", {"game": room, "sizes": sizes, "place": str(number)})
            seats += world.chance.choice(cast(list[int], sizes))
            if room != "own1" and world.chance.random() < 0.85:
                self._enrol(str(number))
        names = "\n".join(f"Guest {n}" for n in range(1, max(4, seats) + 1))
        self.act("come", {"text": names})
        who = next(iter(self.night.people))
        person = {"id": who, "name": "Guest 1", "note": SECRET, "language": ""}
        self.act("change", {"person": {**person, "needs": ["quiet"]}})
        self.act("arrange", {"rounds": self.rounds, "minutes": 30, "breaks": ["wins", "lot"]})
        some = world.chance.sample(sorted(self.night.people), 3)
        self.phones = [SimulatedPhone(who) for who in some]

    def _enrol(self, table: str) -> None:
        told = {"table": table, "serial": f"serial-{table}"}
        self.act("enrol", told, OLGA)
        enrolled = Enrolled(self.disk.night, table, self.hall.key(table), Broker())
        folder = self.folder / f"house-{table}"
        self.houses[table] = SimulatedHouse(self.world, self.broker, folder, enrolled)

    # One step

    def run(self) -> SimulatedNight:
        """Play the whole night; raise AssertionError with what is wrong."""
        with seeded(self.world.seed):
            try:
                self.prepare()
                while not self.night.over and self.steps < self._most:
                    self.step()
                self.heal()
                while not self.night.over and self.steps < self._most + HEALING:
                    self.step()
                self.heal()
                self.invariants.at_the_end()
            finally:
                self.close()
        return self

    def close(self) -> None:
        for house in self.houses.values():
            house.home.leave()
        shutil.rmtree(self.folder, ignore_errors=True)

    def heads(self) -> tuple[str, ...]:
        """The ends of all chains: the hall's, and every game's."""
        hall = self.disk.entries[-1].chain if self.disk.entries else ""
        games = (f"{t} {house.ended}" for t, house in sorted(self.houses.items()))
        return (hall, *games)

    def step(self) -> None:
        self.steps += 1
        self.world.step = self.steps
        act = self.world.chance.choices(
            [one for one, _ in self._all()], [weight for _, weight in self._all()]
        )[0]
        act()
        self.invariants.check()

    def _all(self) -> list[tuple[Callable[[], None], float]]:
        acts: list[tuple[Callable[[], None], float]] = [
            (self._pass_time, 5), (self.turn_hall, 8), (self._deliver, 12), (self._a_table, 10),
            (self._desk, 8), (self._referee, 2), (self._people, 4), (self._a_phone, 5),
        ]  # fmt: skip
        return acts if self.healing else [*acts, (self._fault, 1.0)]

    def _pass_time(self) -> None:
        self.world.now += self.world.chance.choice((0.2, 0.5, 1.0, 2.0))
        if self.disk.full and self.world.now > self.freed:
            self.disk.full = False
        self._find_dead()

    def _find_dead(self) -> None:
        if self.broker.wills and self.broker.up:
            will = self.broker.wills.pop(0)
            self.broker.publish(will.topic, will.payload, True, True)
        for line in self.broker.lines:
            if not line.up and self.world.chance.random() < 0.3:
                line.mend()

    def _deliver(self) -> None:
        for _ in range(60):
            waiting = self.broker.pending()
            if not waiting:
                return
            self.world.chance.choice(waiting).deliver()

    # Tables

    def _a_table(self) -> None:
        if not self.houses:
            return
        house = self.houses[self.world.chance.choice(sorted(self.houses))]
        chance = self.world.chance
        if house.is_playing:
            if chance.random() < 0.02:
                house.stop_early()
            house.play(chance.randint(40, 160))
            if self.world.has("cut line", 0.08):
                self.world.fault("cut line", f"{house.name}, in the middle of its game")
                house.line.cut()
        elif (asked := house.asked()) is not None and not asked["said"]:
            self._judge(house, asked["task"])
        else:
            house.open_game()
        house.report()
        if house.twin is not None:
            house.report(house.twin)

    def _judge(self, house: SimulatedHouse, task: str) -> None:
        if self.world.chance.random() < 0.5:
            return
        agreed = self.world.chance.random() < 0.8
        if house.judge(agreed, task):
            self.world.tell(f"table {house.name} {'agrees' if agreed else 'disputes'} {task}")

    # The desk

    def _desk(self) -> None:
        chance = self.world.chance
        if chance.random() < 0.25:
            self._slip()
        elif chance.random() < 0.3:
            self._rearrange()
        else:
            self._next()

    def _next(self) -> None:
        night = self.night
        if len(night.published) > night.started:
            if not night.missing and self.act("start", {"round": night.started + 1}):
                self.world.tell(f"round {night.started + 1} starts")
            elif night.missing:
                self._fill_in()
        elif night.missing:
            self._fill_in()
        elif night.drawn:
            self.act("publish", {"round": len(night.published) + 1})
            self.world.tell(f"round {len(self.night.published)} is announced")
        elif len(night.published) < night.plan.rounds:
            self._draw()
        elif self.act("finish", {}):
            self.world.tell("the night ends")

    def _draw(self) -> None:
        night = self.night
        if len(night.here) < 2:
            return
        rounds = self._seated(to_draw(night))
        told = {"rounds": msgspec.to_builtins(rounds), "seed": 1, "method": "", "mark": mark(night)}
        if self.act("keep", told):
            self.world.tell(f"rounds are drawn up to {rounds[-1].number}")

    def _seated(self, wanted: Wanted) -> tuple[Round, ...]:
        """Seat people by chance: a night needs no good draw to go wrong."""
        rounds = list(wanted.fixed)
        for number in range(len(wanted.fixed) + 1, wanted.rounds + 1):
            people = [person.id for person in wanted.people]
            self.world.chance.shuffle(people)
            laid = mix(wanted.boxes, len(people), "even")
            games = {box.id: box.game for box in wanted.boxes}
            tables = []
            for box, size in laid.tables:
                tables.append(Sitting(box, games[box], tuple(people[:size])))
                people = people[size:]
            rounds.append(Round(number, tuple(tables), tuple(people)))
        return tuple(rounds)

    def _fill_in(self) -> None:
        """Enter the result of a table on paper, or of one that will tell none any more."""
        number, box = self.world.chance.choice(self.night.missing)
        machine = self.hall.evening.machine_at(box)
        house = self.houses.get(machine.table) if machine else None
        if house is not None and not self._is_stuck(house, f"{number}:{box}"):
            return
        sitting = self.hall.evening.sitting(f"{number}:{box}")
        assert sitting is not None
        if self.world.chance.random() < 0.1:
            self.act("excuse", {"round": number, "box": box})
            return
        places = [{"person": who, "place": n + 1} for n, who in enumerate(sitting.people)]
        self.act("correct", {"round": number, "box": box, "places": places, "first": True})

    def _is_stuck(self, house: SimulatedHouse, task: str) -> bool:
        """Whether no result will come: the game was stopped, or its table has asked for places,
        as somebody sat down while it was opened."""
        if any(call.kind == "result" and call.task == task for call in self.night.calls):
            return True
        mine = house.guest._task(house.home.table)
        return mine == task and not house.is_playing and task not in house.ended

    def _slip(self) -> None:
        """What a finger does by accident, or somebody who thinks again."""
        night, chance = self.night, self.world.chance
        number = len(night.published)
        by_hand = any(hand.round > number for hand in night.hands)
        choice = 4 if by_hand and chance.random() < 0.5 else chance.randrange(6)
        if choice == 0:
            self.act("publish", {"round": number + 1})
        elif choice == 1 and number > night.started:
            self.act("unpublish", {"round": number})
        elif choice == 2:
            self.act("publish", {"round": number + 1, "early": True})
        elif choice == 3:
            self.act("unstart", {"round": night.started})
        elif choice == 4:
            self.act("unswap", {})
        else:
            self.act(chance.choice(("pause", "resume")), {})

    def _rearrange(self) -> None:
        night, chance = self.night, self.world.chance
        who = chance.choice(sorted(night.people))
        choice = 0 if night.drawn and chance.random() < 0.3 else chance.randrange(9)
        if choice == 0 and night.drawn:
            seated = [p for t in night.drawn[0].tables for p in t.people]
            if len(seated) > 1:
                one, two = chance.sample(seated, 2)
                self.act("swap", {"round": night.drawn[0].number, "one": one, "two": two})
        elif choice == 1 and len(night.here) > 4:
            self.act("leave", {"who": who})
        elif choice == 2:
            self.act("return", {"who": who})
        elif choice == 3 and len(night.people) < 40:
            self.number += 1
            gone = [night.people[one].name for one in night.gone if one in night.people]
            self.act("come", {"text": "\n".join([f"Late {self.number}", *gone])})
        elif choice == 4:
            other = chance.choice(sorted(night.people))
            person = msgspec.to_builtins(night.people[who])
            self.act("change", {"person": {**person, "name": night.people[other].name}})
        elif choice == 5 and night.published:
            each = night.published[-1]
            box = chance.choice([t.box for t in each.tables])
            self.act("sit", {"round": each.number, "who": who, "box": box})
        elif choice == 6:
            self.act("grant", {"seconds": 60, "round": night.started})
        elif choice == 7:
            told = {"id": f"k{self.steps}", "who": who, "points": 1, "why": "late"}
            self.act("penalise", told)
        elif choice == 8:
            self.act("forget" if chance.random() < 0.3 else "miss", {"who": who, "rounds": []}
                     if chance.random() < 0.5 else {"who": who})  # fmt: skip

    # Referees and people

    def _referee(self) -> None:
        chance = self.world.chance
        waiting = [call for call in self.night.calls if call.answered is None]
        if waiting and chance.random() < 0.6:
            call = chance.choice(waiting)
            if not call.claimed_by:
                self.act("claim", {"id": call.id}, RITA)
            else:
                self.act("answer", {"id": call.id, "text": "played on"}, RITA)
            return
        open_results = [r for r in self.night.results.values() if r.status in (DISPUTED, REPORTED)]
        if open_results:
            known = chance.choice(open_results)
            at = {"round": known.result.round, "box": known.result.box}
            if known.status == DISPUTED and chance.random() < 0.5:
                places = msgspec.to_builtins(known.result.places)
                self.act("correct", {**at, "places": places}, RITA)
            else:
                self.act("confirm", at, RITA)

    def _people(self) -> None:
        """Somebody at a table on paper enters or judges its result, with their own phone."""
        each = self.hall.evening.round
        if each is None:
            return
        chance = self.world.chance
        table = chance.choice(each.tables)
        if self.hall.evening.machine_at(table.box) is not None or not table.people:
            return
        who = chance.choice(table.people)
        me = Who(PERSON, who)
        self.act("speak", {"who": who, "device": f"phone of {who}"}, Who(SPECTATOR))
        at = {"round": each.number, "box": table.box}
        known = self.night.results.get(f"{each.number}:{table.box}")
        if known is None:
            order = chance.sample(table.people, len(table.people))
            told = [{"person": p, "place": n + 1} for n, p in enumerate(order)]
            self.act("report", {"result": {**at, "places": told}}, me)
        elif chance.random() < 0.85:
            self.act("confirm", at, me)
        else:
            self.act("dispute", at, me)

    def _a_phone(self) -> None:
        phone = self.world.chance.choice(self.phones)
        if self.world.has("phone away", 0.2):
            self.world.happened["phone away"] += 1
            phone.seen = HallSnapshot() if self.world.chance.random() < 0.5 else phone.seen
            return
        phone.focused = self.world.chance.random() < 0.3
        self.invariants.after_phone(phone, phone.hear(self.board))

    # Faults

    def _fault(self) -> None:
        chance = self.world.chance
        name = chance.choice(FAULTS[3:])
        if name not in self.world.faults:
            return
        house = self.houses[chance.choice(sorted(self.houses))] if self.houses else None
        if name == "cut line":
            line = chance.choice(self.broker.lines)
            self.world.fault(name, line.name)
            line.cut()
        elif name == "hall killed":
            self.world.fault(name)
            self.restart_hall()
        elif name == "house killed" and house is not None:
            self.world.fault(name, house.name)
            house.drop_copy()
            house.kill()
            self.invariants.started_anew(house.name)
        elif name == "broker killed":
            self.world.fault(name)
            self.broker.killed()
            self.broker.up = True
        elif name == "full disk":
            self.disk.full, self.freed = True, self.world.now + chance.uniform(3.0, 20.0)
        elif name == "clock leaps":
            self.world.fault(name)
            self.world.slip += chance.choice((86_400.0, -3_600.0, 3_600.0, -7.0))
        elif name == "copied card" and house is not None:
            self._copy(house)
        elif name in ("forged", "replayed") and self.broker.commands:
            self._strange_command(name)
        elif name == "act late" and self.night.results and chance.random() < 0.6:
            self._late_word(chance.choice(sorted(self.night.results)))
        elif name in ("act twice", "act late") and self.done:
            self._again(name)

    def _copy(self, house: SimulatedHouse) -> None:
        if house.twin is None:
            self.world.fault("copied card", house.name)
            house.copy()
        else:
            house.drop_copy()
        self.invariants.started_anew(house.name)

    def _strange_command(self, name: str) -> None:
        """Somebody on the network says again what the hall said, or something of their own."""
        topic, payload = self.world.chance.choice(self.broker.commands)
        command = unpack(payload, CommandMessage)
        assert command is not None
        if name == "forged":
            changed = self.world.chance.choice(("end", "withdraw", "seat"))
            body = {**command.body, "reason": "forged", "people": [{"name": "Mallory"}]}
            command = msgspec.structs.replace(command, id=f"f{self.steps}", act=changed, body=body)
        self.world.fault(name, f"{command.act} {topic}")
        self.broker.publish(topic, pack(command), False, True)

    def _late_word(self, task: str) -> None:
        """A page that was left open: people object to a game that may be long over."""
        number, _, box = task.partition(":")
        sitting, machine = self.hall.evening.sitting(task), self.hall.evening.machine_at(box)
        if sitting is None or not sitting.people:
            return
        self.world.fault("act late", f"dispute {task}")
        if machine is None:
            who = self.world.chance.choice(sitting.people)
            self.act("speak", {"who": who, "device": f"phone of {who}"}, Who(SPECTATOR))
            self.act("dispute", {"round": int(number), "box": box}, Who(PERSON, who))
            return
        house = self.houses[machine.table]
        if self.world.chance.random() < 0.5:
            asked = house.asked()
            self.invariants.after_judging(task, asked, house.judge(False, task))
            return
        call = CallMessage(f"late{self.steps}", "dispute", task=task)
        self.broker.publish(
            topics.of_table(self.disk.night, house.name, topics.CALL), pack(call), False, True
        )

    def _again(self, name: str) -> None:
        """A tap that came twice, or after everything has gone on."""
        recent = self.done[-3:] if name == "act twice" else self.done
        one = self.world.chance.choice(recent)
        if one.name in ("come", "leave", "forget", "unswap", "finish", "penalise", "enrol", "box"):
            return
        self.world.fault(name, f"{one.name} {one.body}"[:90])
        self.act(one.name, one.body, one.who)

    # The end

    def heal(self) -> None:
        """All faults end, and everything comes to its end."""
        self.healing, healed = True, self.world.now
        self.disk.full = self.disk.tear = False
        self.broker.up = True
        self.world.faults = frozenset()
        for house in self.houses.values():
            if house.twin is not None:
                house.drop_copy()
                self.invariants.started_anew(house.name)
        while self.world.now < healed + QUIET_SECONDS or self.broker.pending():
            self.world.now += 1.0
            for line in self.broker.lines:
                line.mend()
            self._find_dead()
            for house in self.houses.values():
                house.report()
            for _ in range(400):
                waiting = self.broker.pending()
                if not waiting:
                    break
                waiting[0].deliver()
            self.turn_hall()
            self.invariants.check()
        self.invariants.after_healing()
        for phone in self.phones:
            phone.focused = False
            self.invariants.after_phone(phone, phone.hear(self.board))


def _memory() -> str | None:
    """Keep journals in memory where that is possible: they are thrown away."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None
