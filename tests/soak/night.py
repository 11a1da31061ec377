"""A night simulated whole: real houses, real uplinks, a real broker, a hall; then with faults.

    script/soak night                                3 tables, 2 rounds, nothing goes wrong
    script/soak night --tables 12 --rounds 4 --people 48
    script/soak night --faults 7                     the same with faults drawn from a seed
    script/soak night --faults 7 --cut 600 --flaps 500
    script/soak night --painted 60                   pieces are painted and seen, at that speed

People say their moves at a pace of their own, or lay pieces on a painted stage. At the end every
result of the hall is compared with the journals of the tables.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Protocol
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

from companion.cli.hall import PASSWORD
from companion.journal import read_with_game
from companion.uplink.enrolment import Enrolment
from companion.uplink.events import events_of
from companion.web.hall.crew import make_link

from .cable import Cable, Watch
from .talking import Talking
from .trouble import Trouble, doubled, kill_broker

HERE = Path(__file__).resolve().parents[2]
PATIENCE = 240.0
"""The night is given up when nothing at all has happened for so long: no move, no result. A busy
machine makes it slower, and nothing else."""
CODE = "code.txt"
"""Where a house leaves the code of its owner for us."""
START_SECONDS = 400.0
"""How long a program may take to answer on a machine that is busy."""
LONGEST = 3 * 3600.0
"""And no night is longer, whatever happens in it."""
AGREED_SECONDS = 60.0
"""Whoever could not say that they agree, because the plug was pulled, is asked by the organiser."""


@cache
def _browser(place: str) -> OpenerDirector:
    return build_opener(HTTPCookieProcessor())


def browser_at(url: str) -> OpenerDirector:
    """One browser for each program: it remembers who it is there."""
    return _browser(urlsplit(url).netloc)


def become_organiser(url: str, folder: Path) -> None:
    browser_at(url).open(f"{url}/organiser/{make_link(folder)}", timeout=20).close()


def ask(url: str, body: dict[str, Any] | None = None, timeout: float = 20.0) -> Any:
    """GET, or POST a body; the answer as data, a refusal too."""
    data = None if body is None else json.dumps(body).encode()
    request = Request(url, data, {"Content-Type": "application/json"})
    try:
        with browser_at(url).open(request, timeout=timeout) as answer:
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
    jumps: bool = False
    """Whether its clock on the wall can be made to jump."""
    env: dict[str, str] = field(default_factory=dict)

    @property
    def clock(self) -> Path:
        """The file that says how far its clock is off."""
        return self.folder.parent / f"{self.name}.clock"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        log = (self.folder.parent / f"{self.name}.log").open("ab")
        clocked = ["tests.soak.clocked", str(self.clock)] if self.jumps else []
        self.process = subprocess.Popen(
            [sys.executable, "-m", *clocked, *self.words], stdout=log, stderr=log, cwd=HERE,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1", **self.env}, start_new_session=True,
        )  # fmt: skip

    def wait(self, path: str) -> None:
        late = time.monotonic() + START_SECONDS
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


class Faults(Protocol):
    """What goes wrong meanwhile."""

    def strike(self) -> None: ...

    def tend(self) -> None: ...


class Moving:
    """Notices when a night stands still: nothing is played, and no cable waits to be mended."""

    def __init__(self, night: Night) -> None:
        self._night, self._seen, self._at = night, "", time.monotonic()

    def check(self, shown: Any, what: str) -> None:
        now, trouble = time.monotonic(), self._night.trouble
        seen = json.dumps(shown["tables"] + shown["evening"]["results"]) if shown else self._seen
        if seen != self._seen or (isinstance(trouble, Trouble) and trouble.cables_cut):
            self._seen, self._at = seen, now
        if now - self._at > PATIENCE or now - self._night.began > LONGEST:
            tables = shown["tables"] if shown else []
            told = [(one["table"], one["lives"], one["task"], one.get("over")) for one in tables]
            missing = shown and shown["evening"]["missing"]
            raise SystemExit(f"{what} stands still: {missing} results missing; {told}")


class Night:
    """Sets a night up and plays it to its end."""

    def __init__(self, wanted: argparse.Namespace, folder: Path) -> None:
        self.wanted, self.folder = wanted, folder
        self.count = Count()
        self.trouble: Faults | None = None
        if wanted.faults:
            self.trouble = Trouble(self, wanted.faults, wanted.cut)
        base = free_port(wanted.port)
        self.broker = broker = free_port(base + 300)
        self.hall = Program(
            "hall", folder / "hall", base,
            ["companion", "hall", "--state", str(folder / "hall"), "--port", str(base),
             *(["--broker", wanted.broker] if wanted.broker else ["--broker-port", str(broker)])],
            jumps=bool(wanted.faults), env={PASSWORD: wanted.broker_password},
        )  # fmt: skip
        self.cables: list[Cable] = []
        self.by_desk = 0
        self.began = time.monotonic()
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
                        str(wanted.painted),
                    ],
                    jumps=bool(wanted.faults),
                )  # fmt: skip
            )

    # Setting up

    def open(self) -> None:
        self.hall.start()
        self.hall.wait("/hall.json")
        become_organiser(self.hall.url, self.hall.folder)
        self.watch = Watch(self.hall.url)
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
            ask(f"{table.url}/house/claim", {"code": (table.folder / CODE).read_text()})
            body = {"address": self._line_to_hall(), "code": code, "table": str(number + 1)}
            joined = ask(f"{table.url}/house/hall/join", body)
            assert joined["kind"] == "accepted", joined

    def _line_to_hall(self) -> str:
        """Each table has a cable of its own, but where the broker is somebody else's."""
        if self.wanted.broker:
            return self.hall.url
        cable = Cable(len(self.cables), self.hall.port, self.broker)
        self.cables.append(cable)
        return cable.address

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
            self.try_(self.hall, path, {"round": number})
            time.sleep(0.3)
        raise SystemExit(f"{path} was never done")

    def round(self, number: int) -> None:
        """Open every game with one tap, and wait for all results; faults come meanwhile."""
        moving, due = Moving(self), time.monotonic() + 6
        while True:
            self.sit_at_tables()
            night = self.try_(self.hall, "/hall.json")
            shown = night["evening"] if night else {}
            moving.check(night, f"round {number}")
            if shown.get("started") == number and shown["missing"] == 0:
                return
            if self.trouble is not None:
                self.trouble.tend()
                if time.monotonic() >= due:
                    self.trouble.strike()
                    due = time.monotonic() + 8
            time.sleep(0.5)

    def sit_at_tables(self) -> None:
        """What people at the tables do: open the game, and agree with its result."""
        for table in self.tables:
            shown = self.try_(table, "/house/hall.json")
            if not shown:
                continue
            if shown.get("agree") and not shown["agree"]["said"]:
                told = {"agreed": True, "task": shown["agree"]["task"]}
                self.try_(table, "/house/hall/result", told)
            if shown.get("offer"):
                self.try_(table, "/house/hall/open", {"task": shown["offer"]["task"]})

    def until_confirmed(self) -> None:
        """The people of every table agree; who was cut off says so later, and the organiser enters
        what nobody there could say any more."""
        asked, moving = time.monotonic() + AGREED_SECONDS, Moving(self)
        while True:
            if self.trouble is not None:
                self.trouble.tend()
            self.sit_at_tables()
            night = self.try_(self.hall, "/hall.json")
            moving.check(night, "agreeing")
            results = night["evening"]["results"] if night else []
            waiting = [result for result in results if result["status"] == "reported"]
            if night and not waiting:
                return
            if time.monotonic() > asked:
                for result in waiting:
                    self.by_desk += 1
                    at = {"round": result["round"], "box": result["box"]}
                    self.try_(self.hall, "/act/confirm", at)
            time.sleep(1)

    # Comparing

    def compare(self) -> None:
        """Every result of the hall against the journal of its table."""
        self.count.doubled += doubled(self)
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
        self.count.wrong += not truth  # nothing was played, so nothing is known
        confirmed = sum(result["status"] == "confirmed" for result in told.values())
        print(
            f"{len(truth)} games at the tables, {len(told)} results in the hall, "
            f"{confirmed} confirmed, {self.by_desk} of them by the organiser"
        )

    def finish(self) -> None:
        """End the night, and print what everybody takes home."""
        self.must("/act/finish", {})
        for name in ("standings", "certificates"):
            url = f"{self.hall.url}/papers/{name}.pdf"
            with browser_at(url).open(url, timeout=60) as paper:
                assert paper.read().startswith(b"%PDF"), name

    def close(self) -> None:
        for program in (*self.tables, self.hall):
            program.kill()
        kill_broker(self)
        for cable in self.cables:
            cable.close()


def house(words: list[str]) -> int:
    """One rehearsed table of the night, as a process of its own."""
    from companion.app.house_app import open_house
    from companion.cli.serve_forever import until_stopped
    from companion.config.settings import Settings
    from companion.house.plan import Rehearsal

    folder, port, number, speed = Path(words[0]), int(words[1]), int(words[2]), float(words[3])
    settings = Settings(state=str(folder), name=f"Table {number}")
    painted = Rehearsal(seed=100 + number, speed=speed) if speed > 0 else None
    given: Any = {"rehearsed": painted} if painted else {}
    housed = open_house(settings, "127.0.0.1", port, **given)
    (folder / CODE).write_text(housed.code)
    talking = None if painted else Talking(housed.house, number)
    if talking is not None:
        talking.start()
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
    parser.add_argument("--cut", type=float, default=30, help="seconds a cable stays cut")
    parser.add_argument("--flaps", type=int, default=0, help="lines that ring off and come back")
    parser.add_argument("--painted", type=float, default=0.0, help="the speed of a painted stage")
    parser.add_argument("--port", type=int, default=9400)
    parser.add_argument("--broker", default="", help="somebody else's broker, by its URL")
    parser.add_argument("--broker-password", default="", help="its password")
    parser.add_argument("--keep", action="store_true", help="leave the folder of the night")
    return spent(parser.parse_args(words))


def spent(wanted: argparse.Namespace, faults: Callable[[Night], Faults] | None = None) -> int:
    """Spend a whole night; *faults* are others than those drawn from a seed."""
    folder = Path(tempfile.mkdtemp(prefix="night-"))
    night = Night(wanted, folder)
    night.trouble = faults(night) if faults else night.trouble
    buried = 0
    try:
        night.open()
        night.play()
        night.until_confirmed()
        night.compare()
        if isinstance(night.trouble, Trouble) and wanted.flaps:
            buried = night.trouble.flaps(wanted.flaps)
            print(f"{wanted.flaps} flaps: {buried} times a living table was shown as lost")
        night.finish()
    finally:
        night.close()
        if not wanted.keep and not night.count.bad:
            shutil.rmtree(folder, ignore_errors=True)
    return told(night, buried)


def told(night: Night, buried: int) -> int:
    """Say how the night went; 0 where nothing was wrong."""
    count = night.count
    trouble = night.trouble if isinstance(night.trouble, Trouble) else None
    if trouble is not None:
        count.forged += trouble.forged
        print(f"{len(trouble.done)} faults; {trouble.refused} forged, late or repeated commands")
        for name in sorted(set(trouble.done)):
            print(f"  {trouble.done.count(name)} x {name}")
        if trouble.shown:
            longest = max(trouble.shown)
            print(f"{len(trouble.shown)} dead tables shown after at most {longest:.1f} s")
        for slow in trouble.late:
            print(f"  too late: {slow}")
        for name in trouble.never:
            print(f"  never happened, the night was too short: {name}")
        if trouble.unanswered:
            print(f"  no answer to {trouble.unanswered} commands of strangers")
        if trouble.unflapped:
            print(f"  {trouble.unflapped} lines did not ring off and come back")
    print(
        f"{count.lost} lost, {count.doubled} doubled, {count.wrong} wrong, "
        f"{count.forged} forgeries accepted"
    )
    return 1 if count.bad or buried or (trouble is not None and trouble.unproven) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
