"""What goes wrong in a simulated night: drawn from a seed, done to real processes."""

from __future__ import annotations

import json
import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from companion.hall.broker.own import left_behind
from companion.uplink.enrolment import Enrolled, Enrolment
from companion.wire import topics
from companion.wire.line import Broker, MqttLine, Will
from companion.wire.messages import AnswerMessage, Beat, CommandMessage, pack, unpack
from companion.wire.seals import sealed
from tests.hall.insiders import let_in

from .cable import HERE

if TYPE_CHECKING:
    from .night import Night, Program

SHOWN_SECONDS = 6.0
BACK_SECONDS = 10.0
ANSWER_SECONDS = 20.0
SHORT_CUT = 20.0
"""Every cut but the first one, which is as long as is asked for."""
JUMPS = (3600, -3600, 86_400, -86_400, 0)
"""How far a clock on a wall is off, in seconds."""


class Trouble:
    """The faults of one night, and what they have shown."""

    def __init__(self, night: Night, seed: int, cut_seconds: float) -> None:
        self._night, self._random, self._cut_seconds = night, random.Random(seed), cut_seconds
        self.done: list[str] = []
        self.forged = 0
        """Forged, expired or replayed commands a table carried out."""
        self.refused = 0
        self.unanswered = 0
        """Commands of strangers that no table said anything to: nothing is known of them."""
        self.shown: list[float] = []
        """Seconds until the page showed a dead table as lost."""
        self.late: list[str] = []
        self._cut: list[tuple[float, int]] = []
        """Cables that are cut, and when each is mended."""
        self._kinds: list[Callable[[], None]] = []
        self._happened = True
        self._number = 0
        """How often the fault that happens now has happened before."""
        self.unflapped = 0
        """Lines that were to ring off and come back, and did not come back in time."""

    @property
    def cables_cut(self) -> int:
        return len(self._cut)

    @property
    def never(self) -> list[str]:
        """The kinds of faults that never happened: nothing is known of them."""
        return sorted({_name(fault) for fault in KINDS} - set(self.done))

    @property
    def unproven(self) -> int:
        """How much was promised and not seen: too late, never, or without an answer."""
        return len(self.late) + len(self.never) + self.unanswered + self.unflapped

    def strike(self) -> None:
        """The next fault; each kind once before any comes again."""
        if not self._kinds:
            self._kinds = list(KINDS)
            self._random.shuffle(self._kinds)
        fault = self._kinds.pop()
        name = _name(fault)
        print(f"  fault: {name}", flush=True)
        self._happened = True
        self._number = self.done.count(name)
        fault(self)  # type: ignore[call-arg]
        if self._happened:
            self.done.append(name)
        else:
            print(f"  it could not happen: {name}", flush=True)

    def tend(self) -> None:
        """Mend the cables whose time has come."""
        now = time.monotonic()
        for due, number in tuple(self._cut):
            if now >= due:
                self._cut.remove((due, number))
                self._night.cables[number].mend()
                print(f"  cable of table {number + 1} mended", flush=True)

    # Machines

    def _broker_killed(self) -> None:
        self._happened = kill_broker(self._night)

    def _hall_killed(self) -> None:
        self._night.hall.kill()
        kill_broker(self._night)
        time.sleep(self._random.uniform(0, 3))
        self._night.hall.start()
        self._night.hall.wait("/hall.json")

    def _plug_pulled(self) -> None:
        number, table = self._table()
        self._settle(number)
        table.kill()
        self._lost(number, "plug pulled")
        table.start()
        table.wait("/house/state")

    def _stopped(self) -> None:
        """A machine that does not move for a while: its line times out."""
        number, table = self._table()
        self._settle(number)
        assert table.process is not None
        os.killpg(table.process.pid, signal.SIGSTOP)
        self._lost(number, "stopped")
        time.sleep(2)
        os.killpg(table.process.pid, signal.SIGCONT)

    def _network_cut(self) -> None:
        """A cable that carries nothing, for minutes; the table plays on."""
        number, _ = self._table()
        self._settle(number)
        self._night.cables[number].cut()
        self._lost(number, "network cut")
        seconds = SHORT_CUT if self._number else self._cut_seconds
        self._cut.append((time.monotonic() + seconds, number))

    def _clock_jumps(self) -> None:
        """The clock on the wall of the hall or of a table jumps, forwards or back."""
        program = self._random.choice([self._night.hall, *self._night.tables])
        jump = self._random.choice(JUMPS)
        self._happened = _jump_of(program.clock) != jump
        print(f"  clock of {program.name}: {jump}", flush=True)
        program.clock.write_text(f"{jump}\n")

    def _table(self) -> tuple[int, Program]:
        """A table whose cable is whole."""
        cut = {number for _, number in self._cut}
        free = [n for n in range(len(self._night.tables)) if n not in cut]
        number = self._random.choice(free)
        return number, self._night.tables[number]

    def _settle(self, number: int) -> None:
        """Only a table that is shown as living can be seen to go."""
        self._night.watch.seconds_until(str(number + 1), lives=True, most=30)

    def _lost(self, number: int, what: str) -> None:
        found = self._night.watch.seconds_until(str(number + 1), lives=False, most=30)
        if found is None or found > SHOWN_SECONDS:
            self.late.append(f"table {number + 1}, {what}: {found}")
        if found is not None:
            self.shown.append(found)

    # Strangers

    def _enrolled(self) -> Enrolled:
        _, table = self._table()
        found = Enrolment(table.folder / "house" / "hall.json").enrolled
        assert found is not None
        return found

    def _forged(self) -> None:
        """Commands with a wrong seal: from a table's user, who may not write there at all, and
        from somebody who may write everywhere, as the hall may."""
        enrolled = self._enrolled()
        forged = [
            CommandMessage(
                f"forged{n}-{time.monotonic()}", 0, 10**9, "end", {"reason": "x"}, "0" * 64
            )
            for n in range(10)
        ]
        real = msgspec.structs.replace(enrolled.broker, host=HERE)
        self._answers(real, enrolled, forged, silent=True)
        for answer in self._answers(self._insider(enrolled), enrolled, forged):
            self._judge(answer, "forged")

    def _expired(self) -> None:
        """Commands under the true seal whose time is over."""
        enrolled = self._enrolled()
        key = enrolled.key
        old = [
            sealed(
                CommandMessage(
                    f"old{n}-{time.monotonic()}", 1 + n, 0, "end", {"reason": "late"}, ""
                ),
                key,
            )
            for n in range(5)
        ]
        for answer in self._answers(self._insider(enrolled), enrolled, old):
            self._judge(answer, "expired")

    def _replayed(self) -> None:
        """Every command a table has answered comes once more: the same answer, nothing done."""
        _, table = self._table()
        kept = Enrolment(table.folder / "house" / "hall.json")
        enrolled, known = kept.enrolled, kept.kept.answers
        assert enrolled is not None
        key = enrolled.key
        self._happened = bool(known)
        again = [
            sealed(CommandMessage(name, 10**6, 10**9, "end", {"reason": "replayed"}, ""), key)
            for name in known
        ]
        for answer in self._answers(self._insider(enrolled), enrolled, again):
            if msgspec.to_builtins(answer) != known.get(answer.id):
                self.forged += 1
            else:
                self.refused += 1

    def _judge(self, answer: AnswerMessage, wanted: str) -> None:
        if answer.kind == wanted:
            self.refused += 1
        else:
            self.forged += 1

    def _duplicate(self) -> None:
        """A second machine with a table's own name and password rings for a while."""
        enrolled = self._enrolled()
        topic = topics.of_table(enrolled.night, enrolled.table, topics.BEAT)
        beat = pack(Beat(1, 1, house="somebody else"))
        real = msgspec.structs.replace(enrolled.broker, host=HERE)
        line = MqttLine(real, f"{enrolled.night}-{enrolled.table}", lambda: Will(topic, beat))
        line.open(lambda topic, payload: None, lambda: None)
        for _ in range(6):
            line.say(topic, beat, sure=False)
            time.sleep(0.5)
        line.close()

    def _insider(self, enrolled: Enrolled) -> Broker:
        (made,) = let_in(self._night.hall.folder, enrolled.night, enrolled.broker.port, "insider")
        return made

    def _answers(
        self, broker: Broker, to: Enrolled, commands: list[CommandMessage], silent: bool = False
    ) -> list[AnswerMessage]:
        """Send commands to a table; what it says to them within a while. Where *silent*, they may
        not reach it, and nobody waits for answers."""
        heard: list[AnswerMessage] = []
        wanted = {command.id for command in commands}

        def hear(topic: str, payload: bytes) -> None:
            answer = unpack(payload, AnswerMessage)
            if answer is not None and answer.id in wanted:
                heard.append(answer)

        will = Will(topics.of_table(to.night, to.table, topics.BEAT), b"{}")
        line = MqttLine(broker, f"thief-{self._random.random()}", lambda: will)
        answers = topics.of_table(to.night, to.table, topics.ANSWER)
        line.open(hear, lambda: line.subscribe([answers]))
        time.sleep(0.8)
        for command in commands:
            line.say(topics.of_table(to.night, to.table, topics.COMMAND), pack(command))
        time.sleep(1.5)
        late = time.monotonic() + ANSWER_SECONDS
        while not silent and len(heard) < len(commands) and time.monotonic() < late:
            time.sleep(0.2)
        line.close()
        self.unanswered += 0 if silent else len(wanted - {answer.id for answer in heard})
        return heard

    # Flaps

    def flaps(self, count: int) -> int:
        """So many lines ring off and come back at once; how often a living table looked dead."""
        night, done = self._night, 0
        for number in range(len(night.tables)):
            self._settle(number)
        before = len(night.watch.buried)
        while done < count:
            flapped = night.cables[: count - done]
            before_it = [cable.connections for cable in flapped]
            for cable in flapped:
                cable.flap()
                done += 1
            late = time.monotonic() + BACK_SECONDS
            while time.monotonic() < late and any(
                cable.connections == was for cable, was in zip(flapped, before_it, strict=True)
            ):
                time.sleep(0.05)
            time.sleep(self._random.uniform(0.0, 1.0))
            pairs = zip(flapped, before_it, strict=True)
            self.unflapped += sum(cable.connections == was for cable, was in pairs)
        for number in range(len(night.tables)):
            self._settle(number)
        return len(night.watch.buried) - before


KINDS: tuple[Any, ...] = (
    Trouble._broker_killed,
    Trouble._hall_killed,
    Trouble._plug_pulled,
    Trouble._stopped,
    Trouble._network_cut,
    Trouble._clock_jumps,
    Trouble._forged,
    Trouble._expired,
    Trouble._replayed,
    Trouble._duplicate,
)


def _name(fault: Any) -> str:
    return str(fault.__name__).strip("_").replace("_", " ")


def _jump_of(clock: Path) -> int:
    """How far the clock of a program is off already."""
    return int(clock.read_text().strip() or 0) if clock.exists() else 0


def kill_broker(night: Night) -> bool:
    """Kill the broker of this night alone, by the number it wrote down; False if there is none."""
    pid = left_behind(night.hall.folder / "broker")
    if pid is None:
        return False
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def doubled(night: Night) -> int:
    """Results that stand in the hall's own journal more than once."""
    from companion.hall.store.local import FILE
    from companion.journal import read_with_game

    entries, _ = read_with_game(night.hall.folder / FILE)
    found = [entry.body["result"] for entry in entries if entry.kind == "reported" and entry.body]
    tasks = [json.dumps([result["round"], result["box"]]) for result in found]
    return len(tasks) - len(set(tasks))
