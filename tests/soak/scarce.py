"""What runs out in the middle of a night, done to real disks and a real broker.

    script/soak scarce

The night lies on a small disk of its own, an ext4 in a file (so this wants root). The disk is full,
then an error makes it read-only, as a card does that gives up, and it is repaired. Then the hall
has somebody else's Mosquitto: it is not there, it lets the hall in under no name, it takes no more
connections, it has no memory left. Every time the hall must say so at its desk, its pages must
answer, nothing that was saved may be lost, and as soon as there is room again it must go on by
itself.
"""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError

from companion.cli.hall import PASSWORD as VARIABLE
from companion.hall.broker.settings import line_of
from companion.wire.line import Broker, MqttLine, Will

from .night import Program, ask, become_organiser, free_port

DISK_MB = 24
SOON = 60.0
NO_ROOM = 2_000
"""Bytes of a broker that is full: fewer than one more client takes."""
USER, PASSWORD = "hall", "sand-and-stone"


class Scarce:
    """A hall, what was promised to it, and what it said."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.names, self.wrong = folder, 0, 0

    def check(self, what: str, holds: bool, told: object = "") -> None:
        self.wrong += not holds
        print(f"  {'ok   ' if holds else 'WRONG'} {what}{f': {told}' if told else ''}", flush=True)

    # A disk

    def on_a_small_disk(self) -> None:
        image, disk = self.folder / "card", self.folder / "disk"
        disk.mkdir()
        image.write_bytes(b"\0" * DISK_MB * 2**20)
        _run("mkfs.ext4", "-q", str(image))
        with _mounted(image, disk), self._hall(disk / "hall") as hall:
            self._comes(hall, "a person is entered")
            self._full(hall, disk)
            self._read_only(hall, image)
        subprocess.run(["fsck.ext4", "-p", str(image)], check=False, stdout=subprocess.DEVNULL)
        with _mounted(image, disk), self._hall(disk / "hall") as hall:
            self._everybody_is_there(hall, "repaired and opened again")
            self._comes(hall, "repaired and opened again")

    def _read_only(self, hall: Program, image: Path) -> None:
        loop = subprocess.check_output(["losetup", "-j", str(image)], text=True).split(":")[0]
        Path("/sys/fs/ext4", Path(loop).name, "trigger_fs_error").write_text("1")
        self._is_refused(hall, "on a read-only disk")

    def _full(self, hall: Program, disk: Path) -> None:
        stuffing = disk / "stuffing"
        with contextlib.suppress(OSError), stuffing.open("wb", buffering=0) as file:
            while file.write(b"\0" * 4096):
                pass
        self._is_refused(hall, "on a full disk")
        stuffing.unlink()
        self._comes(hall, "there is room again")

    def _is_refused(self, hall: Program, where: str) -> None:
        """Until something no longer fits; what was taken counts, what was not is said."""
        late = time.monotonic() + SOON
        answer: Any = {}
        while time.monotonic() < late:
            answer = self._enter(hall)
            if answer.get("kind") != "accepted":
                break
        self.check(f"{where} a new name is refused with a sentence", "say" in answer, _say(answer))
        self._pages_answer(hall, where)
        self.check(f"{where} the desk says so", bool(self._desk(hall)["trouble"]))

    # A broker

    def on_a_broker_of_somebody_else(self) -> None:
        port = free_port(18_950)
        url = f"mqtt://{USER}@127.0.0.1:{port}"
        with self._hall(self.folder / "guest", "--broker", url) as hall:
            self._without_a_line(hall, "no broker there")
            for what, password, more in (
                ("a broker that knows another password", "another", ()),
                ("a broker that takes no more connections", PASSWORD, ("max_connections 1",)),
            ):
                with self._mosquitto(port, password, *more), _somebody(port, password):
                    time.sleep(4)
                    self._without_a_line(hall, what)
            with self._mosquitto(port, PASSWORD):
                self._comes_up(hall, "the broker lets it in")
            self._without_a_line(hall, "the broker is gone again")
            with self._mosquitto(port, PASSWORD, f"memory_limit {NO_ROOM}"):
                time.sleep(4)
                self._without_a_line(hall, "a broker that is full")
                self._pages_answer(hall, "beside a broker that is full")
            with self._mosquitto(port, PASSWORD):
                self._comes_up(hall, "the broker has room again")
            self._everybody_is_there(hall, "after five brokers")

    def _without_a_line(self, hall: Program, what: str) -> None:
        late = time.monotonic() + SOON
        while self._desk(hall)["line"] and time.monotonic() < late:
            time.sleep(0.5)
        self.check(
            f"{what}: the desk says that no table can be heard", not self._desk(hall)["line"]
        )
        self._comes(hall, f"{what}: the night goes on by hand")

    def _comes_up(self, hall: Program, what: str) -> None:
        began = time.monotonic()
        while not self._desk(hall)["line"] and time.monotonic() - began < SOON:
            time.sleep(0.2)
        took = f"{time.monotonic() - began:.1f} s"
        self.check(f"{what}: the line comes up by itself", self._desk(hall)["line"], took)

    @contextlib.contextmanager
    def _mosquitto(self, port: int, password: str, *more: str) -> Iterator[None]:
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        (folder / "passwords").write_text(line_of(USER, password) + "\n")
        lines = (f"listener {port} 127.0.0.1", "user root", "allow_anonymous false",
                 f"password_file {folder / 'passwords'}", "log_dest none", *more)  # fmt: skip
        (folder / "conf").write_text("".join(f"{line}\n" for line in lines))
        broker = subprocess.Popen(
            [shutil.which("mosquitto") or "/usr/sbin/mosquitto", "-c", str(folder / "conf")],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        time.sleep(1)
        try:
            yield
        finally:
            broker.kill()
            broker.wait()

    # A hall

    @contextlib.contextmanager
    def _hall(self, state: Path, *more: str) -> Iterator[Program]:
        port = free_port(18_900)
        words = ["companion", "hall", "--state", str(state), "--port", str(port)]
        words += more or ("--broker-port", str(free_port(18_930)))
        state.mkdir(parents=True, exist_ok=True)
        env = {VARIABLE: PASSWORD}
        logs = self.folder / "logs" / "x"
        hall = Program(f"hall-{state.parent.name}", logs, port, words, env=env)
        hall.folder.parent.mkdir(exist_ok=True)
        hall.start()
        try:
            hall.wait("/hall.json")
            become_organiser(hall.url, state)
            yield hall
        finally:
            hall.kill()

    def _enter(self, hall: Program) -> Any:
        answer = ask(f"{hall.url}/act/come", {"text": f"Guest {self.names + 1}"})
        self.names += answer.get("kind") == "accepted"
        return answer

    def _comes(self, hall: Program, what: str) -> None:
        answer = self._enter(hall)
        self.check(f"{what}: a new name is taken", answer.get("kind") == "accepted", _say(answer))

    def _pages_answer(self, hall: Program, where: str) -> None:
        there = []
        for path in ("/hall.json", "/desk.json"):
            with contextlib.suppress(URLError, OSError, ValueError):
                there.append("code" not in ask(hall.url + path))
        self.check(f"{where} its pages answer", there == [True, True])

    def _everybody_is_there(self, hall: Program, when: str) -> None:
        there = len(self._desk(hall)["people"])
        self.check(f"{when} everybody is there once", there == self.names, f"{there} people")

    def _desk(self, hall: Program) -> Any:
        return ask(f"{hall.url}/desk.json")


@contextlib.contextmanager
def _mounted(image: Path, disk: Path) -> Iterator[None]:
    _run("mount", "-o", "loop,errors=remount-ro", str(image), str(disk))
    try:
        yield
    finally:
        _run("umount", str(disk))


@contextlib.contextmanager
def _somebody(port: int, password: str) -> Iterator[None]:
    """Somebody who holds the only connection a broker has."""
    broker = Broker(port=port, user=USER, password=password)
    line = MqttLine(broker, "somebody", lambda: Will("x", b""))
    line.open(lambda topic, payload: None, lambda: None)
    try:
        yield
    finally:
        line.close()


def _say(answer: Any) -> str:
    return str(answer.get("say", ""))


def _run(*words: str) -> None:
    subprocess.run(words, check=True)


def main(words: list[str]) -> int:
    folder = Path(tempfile.mkdtemp(prefix="soak-scarce-"))
    here = Scarce(folder)
    print("A disk that is full, and one that turns read-only")
    here.on_a_small_disk()
    here.names = 0
    print("Brokers that are not there, refuse, or are full")
    here.on_a_broker_of_somebody_else()
    shutil.rmtree(folder, ignore_errors=True)
    print("Nothing is lost, everything is said." if not here.wrong else f"{here.wrong} wrong")
    return 1 if here.wrong else 0
