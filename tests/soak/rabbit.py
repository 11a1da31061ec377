"""Three RabbitMQ nodes with the MQTT plugin, on this machine alone, as a cluster of our own."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

BIN = Path("/usr/lib/rabbitmq/bin")
NODES = 3
LOOPBACK = "127.0.0.1"
START_SECONDS = 180.0


@dataclass
class Cluster:
    """A cluster that runs; each node is a process group that can be killed."""

    folder: Path
    port: int
    password: str = field(default_factory=lambda: secrets.token_hex(8))
    nodes: dict[int, subprocess.Popen[bytes]] = field(default_factory=dict)

    @property
    def url(self) -> str:
        """All nodes, as the hall is told of them."""
        places = ",".join(f"{LOOPBACK}:{self.mqtt(n)}" for n in range(1, NODES + 1))
        return f"mqtt://hall@{places}"

    def mqtt(self, node: int) -> int:
        return self.port + node

    def start(self, node: int) -> None:
        log = (self.folder / f"node{node}.out").open("ab")
        self.nodes[node] = subprocess.Popen(
            [str(BIN / "rabbitmq-server")], env=self._env(node), cwd=self.folder, stdout=log,
            stderr=log, start_new_session=True,
        )  # fmt: skip

    def kill(self, node: int) -> None:
        """Pull the plug of a node."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.nodes[node].pid, signal.SIGKILL)
        self.nodes[node].wait()

    def ctl(self, node: int, *words: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [str(BIN / "rabbitmqctl"), *words], env=self._env(node), cwd=self.folder,
            capture_output=True, check=False,
        )  # fmt: skip

    def whole(self) -> bool:
        """Whether every node runs in one cluster."""
        told = self.ctl(1, "cluster_status", "--formatter", "json").stdout.decode()
        running = told.partition('"running_nodes":[')[2].partition("]")[0]
        return running.count("@localhost") == NODES

    def wait(self) -> None:
        late = time.monotonic() + START_SECONDS
        while not self.whole():
            if time.monotonic() > late:
                raise SystemExit(f"the cluster does not come up; see {self.folder}")
            time.sleep(1)

    def _env(self, node: int) -> dict[str, str]:
        own = self.folder / f"node{node}"
        return {
            **os.environ,
            "HOME": str(self.folder),
            "ERL_EPMD_ADDRESS": LOOPBACK,
            "ERL_EPMD_PORT": str(self.port + 50),
            "RABBITMQ_NODENAME": f"hall{node}@localhost",
            "RABBITMQ_DIST_PORT": str(self.port + 20 + node),
            "RABBITMQ_CTL_DIST_PORT_MIN": str(self.port + 30),
            "RABBITMQ_CTL_DIST_PORT_MAX": str(self.port + 45),
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": (
                "-kernel inet_dist_use_interface {127,0,0,1} +S 1:1 +sbwt none"
            ),
            "RABBITMQ_MNESIA_BASE": str(own / "data"),
            "RABBITMQ_LOG_BASE": str(own / "log"),
            "RABBITMQ_CONFIG_FILE": str(own / "rabbitmq"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(own / "plugins"),
            "RABBITMQ_CONF_ENV_FILE": str(own / "none"),
        }

    def write(self) -> None:
        """Settings of every node: nobody without a password, loopback alone."""
        cookie = self.folder / ".erlang.cookie"
        cookie.write_text(secrets.token_hex(16))
        cookie.chmod(0o400)
        peers = "".join(
            f"cluster_formation.classic_config.nodes.{n} = hall{n}@localhost\n"
            for n in range(1, NODES + 1)
        )
        for node in range(1, NODES + 1):
            own = self.folder / f"node{node}"
            own.mkdir()
            (own / "plugins").write_text("[rabbitmq_mqtt].\n")
            (own / "rabbitmq.conf").write_text(
                f"listeners.tcp.1 = {LOOPBACK}:{self.port + 10 + node}\n"
                f"mqtt.listeners.tcp.1 = {LOOPBACK}:{self.mqtt(node)}\n"
                "mqtt.allow_anonymous = false\n"
                f"default_user = hall\ndefault_pass = {self.password}\n"
                "cluster_partition_handling = pause_minority\n"
                "cluster_formation.peer_discovery_backend = classic_config\n" + peers
            )


@contextlib.contextmanager
def cluster(port: int) -> Iterator[Cluster]:
    """Three nodes that know each other; gone without a trace afterwards."""
    if not (BIN / "rabbitmq-server").exists():
        raise SystemExit("no RabbitMQ here: apt-get install rabbitmq-server")
    folder = Path(tempfile.mkdtemp(prefix="hall-rabbit-"))
    made = Cluster(folder, port)
    made.write()
    more: dict[str, Any] = {"ERL_EPMD_ADDRESS": LOOPBACK, "ERL_EPMD_PORT": str(port + 50)}
    epmd = subprocess.Popen(["epmd"], env={**os.environ, **more}, stderr=subprocess.DEVNULL)
    try:
        for node in range(1, NODES + 1):
            made.start(node)
            time.sleep(4)  # the first one forms the cluster, the others join it
        made.wait()
        yield made
    finally:
        for node in made.nodes:
            made.kill(node)
        epmd.terminate()
        epmd.wait()
        shutil.rmtree(folder, ignore_errors=True)
