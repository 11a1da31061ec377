"""A night simulated whole: real houses, real uplinks, a real broker, a hall; then with faults.

    script/soak night                                3 tables, 2 rounds, nothing goes wrong
    script/soak night --tables 12 --rounds 4 --people 48
    script/soak night --faults 7                     the same with faults drawn from a seed

At the end every result of the hall is compared with the journals of the tables.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from companion.hall.broker.own import left_behind
from companion.journal import read_with_game
from companion.uplink.enrolment import Enrolment
from companion.uplink.events import events_of

HERE = Path(__file__).resolve().parents[2]
PATIENCE = 240.0


def ask(url: str, body: dict[str, Any] | None = None, timeout: float = 20.0) -> Any:
    """GET, or POST a body; the answer as data, a refusal too."""
    data = None if body is None else json.dumps(body).encode()
    request = Request(url, data, {"Content-Type": "application/json"})
    try:
        with urlopen(request, timeout=timeout) as answer:
            return json.loads(answer.read() or b"{}")
    except HTTPError as refused:
        return {"code": refused.code, **json.loads(refused.read() or b"{}")}


@dataclass
class Program:
    """One process of the night: a hall or a house."""

    name: str
    folder: Path
    port: int
    words: list[str]
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        log = (self.folder.parent / f"{self.name}.log").open("ab")
        self.process = subprocess.Popen(
            [sys.executable, "-m", *self.words], stdout=log, stderr=log, cwd=HERE,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1"}, start_new_session=True,
        )  # fmt: skip

    def wait(self, path: str) -> None:
        late = time.monotonic() + 90
        while time.monotonic() < late:
            with contextlib.suppress(URLError, OSError, ValueError):
                ask(self.url + path)
                return
            time.sleep(0.2)
        raise SystemExit(f"{self.name} does not answer; see {self.folder.parent}/{self.name}.log")

    def kill(self) -> None:
        """Pull the plug."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


@dataclass
class Count:
    """What the night has shown."""

    lost: int = 0
    doubled: int = 0
    wrong: int = 0
    forged: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def bad(self) -> int:
        return self.lost + self.doubled + self.wrong + self.forged


def free_port(first: int) -> int:
    import socket

    for port in range(first, first + 500):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port
    raise SystemExit("no free port")


class Night:
    """Sets a night up and plays it to its end."""

    def __init__(self, wanted: argparse.Namespace, folder: Path) -> None:
        self.wanted, self.folder = wanted, folder
        self.random = random.Random(wanted.faults or 1)
        self.count = Count()
        base = free_port(wanted.port)
        broker = free_port(base + 300)
        self.hall = Program(
            "hall", folder / "hall", base,
            ["companion", "hall", "--state", str(folder / "hall"), "--port", str(base),
             "--broker-port", str(broker)],
        )  # fmt: skip
        self.tables: list[Program] = []
        for number in range(1, wanted.tables + 1):
            port = free_port(base + number)
            state = folder / f"table{number}"
            self.tables.append(
                Program(
                    f"table{number}",
                    state,
                    port,
                    [
                        "tests.soak.night",
                        "--house",
                        str(state),
                        str(port),
                        str(number),
                        str(wanted.speed),
                    ],
                )  # fmt: skip
            )

    # Setting up

    def open(self) -> None:
        self.hall.start()
        self.hall.wait("/hall.json")
        for table in self.tables:
            table.start()
        code = self.desk()["codes"]["table"]
        rooms = self.desk()["rooms"]
        names = [f"Guest {n + 1}" for n in range(self.people(rooms))]
        self.must("/act/arrange", {"name": "The simulated night"})
        self.must("/act/come", {"text": "\n".join(names)})
        for number in range(len(self.tables)):
            room = rooms[number % len(rooms)]
            sizes = list(range(room["least"], min(room["most"], 4) + 1))
            place = str(number + 1)
            self.must("/act/box", {"game": room["name"], "sizes": sizes, "place": place})
        for number, table in enumerate(self.tables):
            table.wait("/house/state")
            body = {"address": self.hall.url, "code": code, "table": str(number + 1)}
            joined = ask(f"{table.url}/house/hall/join", body)
            assert joined["kind"] == "accepted", joined

    def people(self, rooms: list[dict[str, Any]]) -> int:
        if self.wanted.people:
            return int(self.wanted.people)
        return sum(min(rooms[n % len(rooms)]["most"], 3) for n in range(len(self.tables)))

    def desk(self) -> Any:
        return ask(f"{self.hall.url}/desk.json")

    def must(self, path: str, body: dict[str, Any]) -> None:
        answer = ask(self.hall.url + path, body, 120)
        assert answer.get("kind") == "accepted", (path, body, answer)

    def try_(self, program: Program, path: str, body: dict[str, Any] | None = None) -> Any:
        with contextlib.suppress(URLError, OSError, ValueError):
            return ask(program.url + path, body)
        return None

    # Playing

    def play(self) -> None:
        self.must("/draw", {"rounds": self.wanted.rounds, "seed": 7})
        for number in range(1, self.wanted.rounds + 1):
            began = time.monotonic()
            self.until_true("/act/publish", "rounds", number)
            self.until_true("/act/start", "started", number)
            self.round(number)
            print(f"round {number}: {time.monotonic() - began:.0f} s", flush=True)

    def until_true(self, path: str, name: str, number: int) -> None:
        """Do something until the night says that it was done."""
        late = time.monotonic() + PATIENCE
        while time.monotonic() < late:
            night = self.try_(self.hall, "/hall.json")
            if night and night["evening"][name] >= number:
                return
            self.try_(self.hall, path, {})
            time.sleep(0.3)
        raise SystemExit(f"{path} was never done")

    def round(self, number: int) -> None:
        """Open every game with one tap, and wait for all results; faults come meanwhile."""
        late = time.monotonic() + PATIENCE * 2
        due = time.monotonic() + self.random.uniform(4, 8)
        while time.monotonic() < late:
            for table in self.tables:
                shown = self.try_(table, "/house/hall.json")
                if shown and shown.get("offer"):
                    self.try_(table, "/house/hall/open", {})
            night = self.try_(self.hall, "/hall.json")
            shown = night["evening"] if night else {}
            if shown.get("started") == number and shown["missing"] == 0:
                return
            if self.wanted.faults and time.monotonic() >= due:
                self.fault()
                due = time.monotonic() + self.random.uniform(8, 16)
            time.sleep(0.5)
        raise SystemExit(f"round {number} never ended: {night and night['evening']['missing']}")

    # Faults

    def fault(self) -> None:
        kind = self.random.choice(
            ("broker killed", "hall killed", "plug pulled", "forged", "stopped", "duplicate")
        )
        self.count.faults.append(kind)
        print(f"  fault: {kind}", flush=True)
        getattr(self, "_" + kind.replace(" ", "_"))()

    def _broker_killed(self) -> None:
        """The broker of this night alone, by the number it wrote down."""
        pid = left_behind(self.folder / "hall" / "broker")
        if pid is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def _hall_killed(self) -> None:
        self.hall.kill()
        self._broker_killed()
        time.sleep(self.random.uniform(0, 3))
        self.hall.start()
        self.hall.wait("/hall.json")

    def _plug_pulled(self) -> None:
        table = self.random.choice(self.tables)
        table.kill()
        time.sleep(self.random.uniform(0, 2))
        table.start()
        table.wait("/house/state")

    def _stopped(self) -> None:
        """A machine that does not move for a while: its line times out, its clock seems to jump."""
        table = self.random.choice(self.tables)
        assert table.process is not None
        os.killpg(table.process.pid, signal.SIGSTOP)
        time.sleep(8)
        os.killpg(table.process.pid, signal.SIGCONT)

    def _enrolled(self) -> Any:
        table = self.random.choice(self.tables)
        return Enrolment(table.folder / "house" / "hall.json")

    def _forged(self) -> None:
        """Commands with a wrong seal, from the table's own user: it may not even write there."""
        from companion.hall.wire import topics
        from companion.hall.wire.line import MqttLine, Will
        from companion.hall.wire.messages import Command, pack

        kept = self._enrolled()
        enrolled = kept.enrolled
        will = Will(topics.of_table(enrolled.night, enrolled.table, topics.BEAT), b"{}")
        line = MqttLine(enrolled.broker, f"thief-{self.random.random()}", lambda: will)
        line.open(lambda topic, payload: None, lambda: None)
        time.sleep(0.6)
        for n in range(20):
            forged = Command(f"forged{n}", 0, 10**9, "end", {"reason": "forged"}, "0" * 64)
            topic = topics.of_table(enrolled.night, enrolled.table, topics.COMMAND)
            line.say(topic, pack(forged))
        time.sleep(0.6)
        line.close()
        after = Enrolment(kept._path).kept.answers
        self.count.forged += sum(name.startswith("forged") for name in after)

    def _duplicate(self) -> None:
        """A second machine with the table's own name and password rings for a while."""
        from companion.hall.wire import topics
        from companion.hall.wire.line import MqttLine, Will
        from companion.hall.wire.messages import Beat, pack

        enrolled = self._enrolled().enrolled
        topic = topics.of_table(enrolled.night, enrolled.table, topics.BEAT)
        beat = pack(Beat(1, 1, house="somebody else"))
        name = f"{enrolled.night}-{enrolled.table}"
        line = MqttLine(enrolled.broker, name, lambda: Will(topic, beat))
        line.open(lambda topic, payload: None, lambda: None)
        for _ in range(6):
            line.say(topic, beat, sure=False)
            time.sleep(0.5)
        line.close()

    # Comparing

    def compare(self) -> None:
        """Every result of the hall against the journal of its table."""
        night = ask(f"{self.hall.url}/hall.json")
        told = {result["task"]: result for result in night["evening"]["results"]}
        truth: dict[str, list[tuple[str, int]]] = {}
        for table in self.tables:
            kept = Enrolment(table.folder / "house" / "hall.json").kept
            for game, task in kept.tasks.items():
                path = table.folder / kept.files[game]
                if read_with_game(path)[1] != game:
                    self.count.wrong += 1
                last = events_of(path)[-1]
                if last.over is None:
                    continue
                names = next(e.seats for e in reversed(events_of(path)) if e.seats)
                found = [(names[line["seat"]]["name"], line["rank"]) for line in last.scores]
                self.count.doubled += task in truth
                truth[task] = sorted(found)
        for task, places in truth.items():
            shown = told.get(task)
            if shown is None:
                self.count.lost += 1
            elif sorted((one["name"], one["place"]) for one in shown["places"]) != places:
                self.count.wrong += 1
        self.count.lost += len(told.keys() - truth.keys())
        print(f"{len(truth)} games at the tables, {len(told)} results in the hall")

    def close(self) -> None:
        for program in (*self.tables, self.hall):
            program.kill()
        self._broker_killed()


def house(words: list[str]) -> int:
    """One rehearsed table of the night, as a process of its own."""
    from companion.cli.staying import until_stopped
    from companion.daemon.housing import open_house
    from companion.house.plan import Rehearsal
    from companion.settings import Settings

    folder, port, number, speed = Path(words[0]), int(words[1]), int(words[2]), float(words[3])
    settings = Settings(state=str(folder), name=f"Table {number}")
    rehearsed = Rehearsal(seed=100 + number, speed=speed)
    housed = open_house(settings, "127.0.0.1", port, rehearsed=rehearsed)
    until_stopped(housed.stuck, lambda: "open", housed.stop)
    return 0


def main(words: list[str]) -> int:
    if words[:1] == ["--house"]:
        return house(words[1:])
    parser = argparse.ArgumentParser(prog="script/soak night", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--tables", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--people", type=int, default=0, help="0 for as many as fit well")
    parser.add_argument("--faults", type=int, default=0, help="the seed of the faults; 0 for none")
    parser.add_argument("--speed", type=float, default=60.0)
    parser.add_argument("--port", type=int, default=9400)
    parser.add_argument("--keep", action="store_true", help="leave the folder of the night")
    wanted = parser.parse_args(words)
    folder = Path(tempfile.mkdtemp(prefix="night-"))
    night = Night(wanted, folder)
    try:
        night.open()
        night.play()
        night.compare()
    finally:
        night.close()
        if not wanted.keep and not night.count.bad:
            shutil.rmtree(folder, ignore_errors=True)
    count = night.count
    print(f"{len(count.faults)} faults: {count.lost} lost, {count.doubled} doubled, ", end="")
    print(f"{count.wrong} wrong, {count.forged} forgeries accepted")
    return 1 if count.bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
