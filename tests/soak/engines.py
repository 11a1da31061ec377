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
import time
from pathlib import Path
from typing import Any

from companion.hall.evening.acts import Who
from companion.hall.hall import Hall
from companion.hall.store import open_store
from companion.hall.wire.line import Broker, MqttLine, Will
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
def postgres(port: int) -> Any:
    """A PostgreSQL server of our own, as Debian's user where we are root."""
    folder = Path(tempfile.mkdtemp(prefix="hall-postgres-"))
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


def worker(words: list[str]) -> int:
    """One hall: raises its own calls and those everybody raises; says each that is saved."""
    url, name, first, count = words[0], words[1], int(words[2]), int(words[3])
    hall = Hall(open_store(Path(), url), lambda will: Post().line(will))
    who = Who("table", name)
    for number in range(first, first + count):
        for call in (f"{name}-{number}", f"both-{number}"):
            body = {"id": call, "box": "b1", "kind": "seat", "text": ""}
            hall.act("call", body, who)
            print(call, flush=True)
    hall.stop()
    return 0


def on_postgres(wanted: argparse.Namespace) -> int:
    """Two halls, one of them killed and started again: nothing saved is lost or there twice."""
    chance = random.Random(wanted.seed)
    acknowledged: set[str] = set()
    kills = 0
    with postgres(wanted.port) as url:
        for turn in range(wanted.kills):
            first = turn * wanted.calls
            halls = [_started(url, name, first, wanted.calls) for name in ("one", "two")]
            time.sleep(chance.uniform(0.8, 1.6))
            victim = chance.choice(halls)
            if victim.poll() is None:
                victim.kill()
                kills += 1
            for hall in halls:
                out, _ = hall.communicate(timeout=120)
                lines = out.decode().split("\n")
                acknowledged |= set(lines[:-1])
        store = open_store(Path(), url)
        called = [entry.body or {} for entry in store.entries() if entry.kind == "called"]
        raised = [body["id"] for body in called]
        store.close()
    lost = acknowledged - set(raised)
    again = len([one for one in set(raised) if raised.count(one) > 1])
    print(f"{kills} kills, {len(acknowledged)} calls acknowledged,", end=" ")
    print(f"{len(set(raised))} in the night: {len(lost)} lost, {again} written twice")
    return 1 if lost or again else 0


def _started(url: str, name: str, first: int, count: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.soak.engines", "--worker", url, name, str(first), str(count)],
        cwd=HERE, stdout=subprocess.PIPE,
    )  # fmt: skip


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
    return failed


def main(words: list[str]) -> int:
    if words[:1] == ["--worker"]:
        return worker(words[1:])
    parser = argparse.ArgumentParser(prog="script/engines", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("engine", choices=["postgres", "rabbitmq"])
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--calls", type=int, default=40)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1000))
    parser.add_argument("--port", type=int, default=9754)
    parser.add_argument("--tables", type=int, default=4, help="of the night on RabbitMQ")
    parser.add_argument("--rounds", type=int, default=3)
    wanted = parser.parse_args(words)
    return on_rabbitmq(wanted) if wanted.engine == "rabbitmq" else on_postgres(wanted)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
