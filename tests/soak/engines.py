"""The hall on other engines, with real servers on this machine alone.

    script/engines postgres           two halls write one night; one is killed again and again
    script/engines rabbitmq           a night on a cluster of three nodes; in the middle of every
                                      round one of them is killed

Both come from Debian (apt-get install postgresql rabbitmq-server); PostgreSQL wants a library, the
extra `postgres`.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import pwd
import random
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.hall.evening.acts import Who
from companion.hall.evening.state import TOGETHER
from companion.hall.hall import Hall
from companion.hall.store import open_store
from companion.hall.store.postgres import TURN
from companion.wire.line import Broker, MqttLine, Will
from tests.uplink.post import Post

from .night import spent
from .rabbit import NODES, Cluster, cluster

HERE = Path(__file__).resolve().parents[2]
BINARIES = ("/usr/lib/postgresql/15/bin", "/usr/lib/postgresql/17/bin")


def _program(name: str) -> str:
    path = ":".join((*BINARIES, os.environ.get("PATH", ""), "/usr/sbin"))
    found = shutil.which(name, path=path)
    if found is None:
        raise SystemExit(f"no {name} here; see the first lines of this script for its package")
    return found


@contextlib.contextmanager
def postgres(port: int, where: str | None = None) -> Any:
    """A PostgreSQL server of our own, as Debian's user where we are root."""
    folder = Path(tempfile.mkdtemp(prefix="hall-postgres-", dir=where))
    root = os.getuid() == 0
    user = "postgres" if root else pwd.getpwuid(os.getuid()).pw_name
    if root:
        shutil.chown(folder, "postgres", "postgres")
    more: dict[str, Any] = {"user": "postgres", "group": "postgres"} if root else {}
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    data = folder / "data"
    subprocess.run([_program("initdb"), "-D", str(data), "-A", "trust"], check=True, cwd=folder,
                   **quiet, **more)  # fmt: skip
    server = subprocess.Popen(
        [_program("postgres"), "-D", str(data), "-p", str(port), "-k", str(folder),
         "-c", "listen_addresses=127.0.0.1"],
        cwd=folder, **quiet, **more,
    )  # fmt: skip
    try:
        for _ in range(100):
            ready = subprocess.run(
                [_program("pg_isready"), "-h", "127.0.0.1", "-p", str(port)], **quiet, check=False
            )
            if ready.returncode == 0:
                break
            time.sleep(0.1)
        yield f"postgresql://{user}@127.0.0.1:{port}/postgres"
    finally:
        server.send_signal(signal.SIGINT)
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)


BOX, MACHINES = "b1", ("left", "right")


def worker(words: list[str]) -> int:
    """Be one hall: act at its pace until killed; say each act that is saved.

    Every second act is one of two facts: a machine takes the other's place beside the box.
    """
    url, name, first, pace = words[0], words[1], int(words[2]), 1 / float(words[3])
    hall = Hall(open_store(Path(), url), lambda will: Post().line(will))
    due = time.monotonic()
    for number in range(first, sys.maxsize):
        told = f"{name}-{number}"
        if number % 2:
            body = {"screen": "1", "shows": "table", "table": told}
            hall.act("screen", body, Who("organiser", name))
        else:
            table = next(one for one in MACHINES if hall.evening.machine_at(BOX) != _of(hall, one))
            body = {"table": table, "box": BOX, "serial": told}
            hall.act("enrol", body, Who("organiser", name))
        print(told, flush=True)
        due = max(due + pace, time.monotonic() - 1)
        time.sleep(max(0.0, due - time.monotonic()))
    return 0


def _of(hall: Hall, table: str) -> Any:
    return hall.evening.machines.get(table)


@dataclass
class WorkingHall:
    """A hall in a process of its own, and what it said is saved."""

    url: str
    name: str
    wanted: float
    first: int = 0
    acknowledged: set[str] = field(default_factory=set)
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list)

    def start(self) -> None:
        words = [sys.executable, "-m", "tests.soak.engines", "--worker"]
        self._process = subprocess.Popen(
            [*words, f"{self.url}?application_name={self.name}", self.name, str(self.first),
             str(self.wanted)],
            cwd=HERE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self._said: list[str] = []
        self._since = 0.0
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.endswith("\n"):
                self._since = self._since or time.monotonic()
                self._said.append(line.strip())

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    @property
    def saved(self) -> int:
        return len(self._said)

    def wait_for(self, acts: int) -> bool:
        """Wait until this many acts are saved; False if it ended by itself, or is too slow."""
        until = time.monotonic() + 60
        while self.alive and self.saved < acts and time.monotonic() < until:
            time.sleep(0.01)
        return self.saved >= acts

    def freeze(self) -> None:
        """Stop it, and wait until it has stopped."""
        self._process.send_signal(signal.SIGSTOP)
        stat = Path(f"/proc/{self._process.pid}/stat")
        while self.alive and stat.read_text().rpartition(") ")[2][0] not in "TZX":
            time.sleep(0.0005)

    def go_on(self) -> None:
        self._process.send_signal(signal.SIGCONT)

    def kill(self) -> bool:
        """Kill it in the middle of its acts; False if it had ended by itself, with its reason."""
        alive = self.alive
        self._process.kill()
        self._process.wait()
        self._reader.join()
        assert self._process.stderr is not None
        if not alive:
            why = self._process.stderr.read().strip().splitlines()
            self.faults.append(why[-1] if why else f"exit {self._process.returncode}")
        if self._since:
            self.seconds += time.monotonic() - self._since
        self.acknowledged.update(self._said)
        self.first += len(self._said) + 10
        return alive

    @property
    def pace(self) -> float:
        return len(self.acknowledged) / max(self.seconds, 1e-9)


HOLDER = f"""
SELECT a.state, a.query FROM pg_locks l JOIN pg_stat_activity a USING (pid)
WHERE l.locktype = 'advisory' AND l.granted AND l.objid = {TURN} AND a.application_name = %s
"""
IN_TURN, IN_COMMIT = "with the turn, before they wrote", "while they wrote"
CATCH_SECONDS = 60.0
REACHED = 0.9
"""Share of its pace that a hall has to reach, killed and waiting as it may be."""


class Executioner:
    """Kills a hall at a moment the database itself vouches for: one that has the turn."""

    def __init__(self, url: str) -> None:
        import psycopg

        self._connection: Any = psycopg.connect(f"{url}?application_name=watch", autocommit=True)
        self.kills: Counter[str] = Counter()

    def _held(self, hall: WorkingHall) -> str:
        """Say what a hall does with its turn; nothing if it has none."""
        row = self._connection.execute(HOLDER, (hall.name,)).fetchone()
        if row is None:
            return ""
        if row[0] == "idle in transaction":
            return IN_TURN
        return IN_COMMIT if "INSERT" in row[1] else ""

    def caught(self, hall: WorkingHall, moment: str) -> bool:
        """Wait until a hall is at that moment; it is frozen then if it has still to write."""
        until = time.monotonic() + CATCH_SECONDS
        while hall.alive and time.monotonic() < until:
            if moment == IN_COMMIT:
                if self._held(hall) == IN_COMMIT:
                    return True
                continue
            hall.freeze()
            if self._held(hall) == IN_TURN:
                return True
            hall.go_on()
            time.sleep(0.001)
        return False

    def kill(self, hall: WorkingHall) -> None:
        """Kill a hall at one of the two moments, in turn; what was not so is not counted."""
        moment = (IN_TURN, IN_COMMIT)[self.kills.total() % 2]
        caught = self.caught(hall, moment)
        if hall.kill() and caught:
            self.kills[moment] += 1

    def frozen(self, hall: WorkingHall, other: WorkingHall) -> float:
        """Freeze a hall that has the turn; return how long the other waited, 0 if for ever."""
        if not self.caught(hall, IN_TURN):
            return 0.0
        began, saved = time.monotonic(), other.saved
        on = other.wait_for(saved + 2)
        waited = time.monotonic() - began
        before = hall.saved
        hall.go_on()
        return waited if on and hall.wait_for(before + 2) else 0.0


@dataclass
class FoundOnPostgres:
    """What came of it, and everything that speaks against it."""

    wanted: int
    pace: float
    kills: Counter[str]
    paces: list[float]
    acknowledged: int
    saved: int
    whole: int
    lost: int
    doubled: int
    halves: int
    faults: list[str]
    waited: float

    @property
    def wrong(self) -> list[str]:
        """Name what was found, and what was promised and did not happen."""
        killed = self.kills.total()
        slow = [pace for pace in self.paces if pace < REACHED * self.pace]
        found = {
            f"{killed} of {self.wanted} kills": killed < max(self.wanted, 1),
            "no kill of one kind": self.wanted > 1 and len(self.kills) < 2,
            "no act was acknowledged": not self.acknowledged,
            "no act of two facts": not self.whole,
            f"{self.lost} lost": self.lost,
            f"{self.doubled} doubled": self.doubled,
            f"{self.halves} half written": self.halves,
            "no hall was frozen in its turn, or the night stood still": self.waited < 1,
            f"less than {self.pace:.0f} acts a second": slow or not self.paces,
        }
        ended = [f"ended by itself: {fault}" for fault in self.faults]
        return [what for what, is_so in found.items() if is_so] + ended

    def told(self) -> str:
        kinds = ", ".join(f"{count} {moment}" for moment, count in self.kills.items())
        paces = " and ".join(f"{pace:.0f}" for pace in self.paces)
        return (
            f"{self.kills.total()} of {self.wanted} halls killed: {kinds}\n"
            f"{paces} acts a second\n"
            f"{self.acknowledged} acts acknowledged, {self.saved} in the night,"
            f" {self.whole} of two facts:\n"
            f"{self.lost} lost, {self.doubled} doubled, {self.halves} half written\n"
            f"a hall frozen in its turn held the other up for {self.waited:.1f} s\n"
            + "\n".join(f"FAILED: {one}" for one in self.wrong)
        )


def on_postgres(wanted: argparse.Namespace) -> int:
    """Two halls act at once, one of them is killed and started again: every act whole, once."""
    chance = random.Random(wanted.seed)
    with postgres(wanted.port, wanted.data) as url:
        halls = [WorkingHall(url, name, wanted.pace) for name in ("one", "two")]
        prepare(url)
        watch = Executioner(url)
        for hall in halls:
            hall.start()
        for _ in range(2 * wanted.kills):
            if watch.kills.total() == wanted.kills or any(hall.faults for hall in halls):
                break
            victim = chance.choice(halls)
            victim.wait_for(chance.randint(wanted.acts // 10, wanted.acts))
            watch.kill(victim)
            victim.start()
            print(f"  {watch.kills.total()} killed", flush=True)
        ready = all([hall.wait_for(20) for hall in halls])
        measured = [hall.pace for hall in halls]
        waited = watch.frozen(*halls) if ready else 0.0
        for hall in halls:
            hall.kill()
        whole, halves, times = found_on(url)
    acknowledged = set().union(*(hall.acknowledged for hall in halls))
    found = FoundOnPostgres(
        wanted=wanted.kills, pace=wanted.pace, kills=watch.kills, paces=measured,
        acknowledged=len(acknowledged), saved=len(times), whole=whole,
        lost=len(acknowledged - times.keys()),
        doubled=sum(count > 1 for count in times.values()), halves=halves,
        faults=[f"{hall.name}: {fault}" for hall in halls for fault in hall.faults], waited=waited,
    )  # fmt: skip
    print(found.told())
    return 1 if found.wrong else 0


def prepare(url: str) -> None:
    """Bring the box and both machines, so that taking a place is always an act of two facts."""
    hall = Hall(open_store(Path(), url), lambda will: Post().line(will))
    who = Who("organiser", "desk")
    hall.act("box", {"game": "wall", "sizes": [2, 3, 4], "place": "1"}, who)
    for table in MACHINES:
        hall.act("enrol", {"table": table, "box": BOX, "serial": table}, who)
    hall.stop()


def found_on(url: str) -> tuple[int, int, Counter[str]]:
    """Count acts of two facts, those half written, and how often each act was saved."""
    store = open_store(Path(), url)
    whole = halves = 0
    times: Counter[str] = Counter()
    for entry in list(store.entries())[1 + len(MACHINES) :]:
        body: dict[str, Any] = entry.body or {}
        facts: list[Any] = body["facts"] if entry.kind == TOGETHER else [[entry.kind, body]]
        kinds = [kind for kind, _ in facts]
        whole += kinds == ["enrolled", "enrolled"]
        halves += kinds == ["enrolled"] and not body["machine"]["box"]
        told = facts[-1][1]
        times[told["table"] if kinds == ["screened"] else told["machine"]["serial"]] += 1
    store.close()
    return whole, halves, times


class NodeKills:
    """In the middle of every round the plug of one node is pulled; it comes back later."""

    def __init__(self, cluster: Cluster, chance: random.Random) -> None:
        self._cluster, self._chance = cluster, chance
        self._down: tuple[int, float] | None = None
        self.kills = 0
        self.back: list[float] = []

    def strike(self) -> None:
        if self._down is not None:
            return
        node = self._chance.randint(1, NODES)
        print(f"  node {node} killed", flush=True)
        self._cluster.kill(node)
        self._down, self.kills = (node, time.monotonic() + 20), self.kills + 1

    def tend(self) -> None:
        if self._down is not None and time.monotonic() >= self._down[1]:
            print(f"  node {self._down[0]} started again", flush=True)
            self._cluster.start(self._down[0])
            self._cluster.wait()
            self._down = None


def kept_elsewhere(nodes: Cluster, count: int = 20) -> int:
    """How many messages one node keeps for late comers are given to those of another node."""
    heard: set[str] = set()
    for node in (1, 2):
        broker = Broker("127.0.0.1", nodes.mqtt(node), "hall", nodes.password)
        line = MqttLine(broker, f"probe-{node}", lambda: Will("probe/will", b""))
        line.open(lambda topic, payload: heard.add(topic), lambda: None)
        while not line.up:
            time.sleep(0.1)
        if node == 1:
            for number in range(count):
                line.say(f"probe/{number}", b"kept", keep=True)
        else:
            line.subscribe([f"probe/{number}" for number in range(count)])
        time.sleep(3)
        line.close()
    return len(heard)


def on_rabbitmq(wanted: argparse.Namespace) -> int:
    """A whole night whose broker is a cluster, one node of it killed in every round."""
    with cluster(wanted.port) as nodes:
        print("three nodes are one cluster", flush=True)
        print(f"retained messages given at another node: {kept_elsewhere(nodes)} of 20", flush=True)
        kills = NodeKills(nodes, random.Random(wanted.seed))
        night = argparse.Namespace(
            tables=wanted.tables, rounds=wanted.rounds, people=0, faults=0, cut=0.0, flaps=0,
            painted=0.0, port=10_200, broker=nodes.url, broker_password=nodes.password, keep=False,
        )  # fmt: skip
        failed = spent(night, lambda _: kills)
    print(f"{kills.kills} nodes killed in the middle of a round")
    return 1 if failed or kills.kills < wanted.rounds else 0


def main(words: list[str]) -> int:
    if words[:1] == ["--worker"]:
        return worker(words[1:])
    parser = argparse.ArgumentParser(prog="script/engines", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("engine", choices=["postgres", "rabbitmq"])
    parser.add_argument("--kills", type=int, default=50, help="of a hall that has the turn")
    parser.add_argument("--pace", type=float, default=200, help="acts a second each hall reaches")
    parser.add_argument("--data", help="folder for the database; /dev/shm has no wait for a disk")
    parser.add_argument("--acts", type=int, default=200, help="at most, before one is killed")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1000))
    parser.add_argument("--port", type=int, default=9754)
    parser.add_argument("--tables", type=int, default=4, help="of the night on RabbitMQ")
    parser.add_argument("--rounds", type=int, default=3)
    wanted = parser.parse_args(words)
    return on_rabbitmq(wanted) if wanted.engine == "rabbitmq" else on_postgres(wanted)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
