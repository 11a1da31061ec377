"""An emulated machine that runs: booted or woken from its snapshot, talked to, killed like a plug.

Software emulation only; whatever it proves, it proves nothing about time.
"""

from __future__ import annotations

import http.client
import json
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from companion.senses.eye_process import worked_seconds
from tests.machine.image import HARDWARE
from tests.machine.reached import MachineSilent, Reached, ask, wait_until

SNAPSHOT = "ready"
DISKS = ("root.qcow2", "state.qcow2")
BOOT_SECONDS = 300.0
KERNEL_WORDS = "console=ttyS0 quiet loglevel=4 mitigations=off net.ifnames=0"


RUNNING: set[Machine] = set()
"""The machines of this process, whatever thread they serve."""


class Machine(Reached):
    """One emulated machine on copies of the disks of an image."""

    def __init__(self, image: Path, disks: Path | None = None) -> None:
        """*disks* is where a machine of this image was saved; the image itself, if nowhere else."""
        self._image = image
        self.folder = Path(tempfile.mkdtemp(prefix="machine-"))
        for name in DISKS:
            shutil.copy((disks or image) / name, self.folder / name)
        self.page_port, self.hand_port = _free_port(), _free_port()
        self._qemu: subprocess.Popen[bytes] | None = None
        self._computed = 0.0
        RUNNING.add(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self.remove()

    def remove(self) -> None:
        """Pull its plug and forget its disks."""
        self.pull_the_plug()
        shutil.rmtree(self.folder, ignore_errors=True)
        RUNNING.discard(self)

    def start(self, *, awake: bool = False) -> None:
        """Boot it, or wake it from its snapshot; returns when its hand answers."""
        log = (self.folder / "console").open("ab")
        self._qemu = subprocess.Popen(
            self._command() + (["-loadvm", SNAPSHOT] if awake else []),
            stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
        )  # fmt: skip
        log.close()
        wait_until(self._answers, BOOT_SECONDS, f"the machine says nothing:\n{self.console()}")

    def wait_for_end(self, seconds: float) -> float:
        """Wait until the machine has switched itself off; how long that took."""
        assert self._qemu is not None
        running, worked = self._qemu, 0.0

        def ended() -> bool:
            nonlocal worked
            worked = worked_seconds(running.pid) or worked
            return running.poll() is not None

        took = wait_until(ended, seconds, "it does not switch off")
        self._qemu, self._computed = None, self._computed + worked
        return took

    def pull_the_plug(self) -> None:
        """End it without a word to anybody inside."""
        if self._qemu is not None:
            self._computed = self.computed
            self._qemu.kill()
            self._qemu.wait()
            self._qemu = None

    @property
    def computed(self) -> float:
        """Processor seconds spent on it so far; unlike time, a busy host hardly adds to them."""
        running = self._qemu and worked_seconds(self._qemu.pid)
        return self._computed + (running or 0.0)

    def console(self) -> str:
        return (self.folder / "console").read_text(errors="replace")[-2000:]

    def save(self, into: Path) -> None:
        """End the machine and keep it as it is now, memory and all."""
        self._monitor("savevm " + SNAPSHOT)
        self._monitor("quit")
        assert self._qemu is not None
        self._qemu.wait(60)
        self._qemu = None
        for name in DISKS:
            shutil.copy(self.folder / name, into / name)

    def attempt(self, script: str, seconds: float = 300.0) -> dict[str, Any]:
        result: dict[str, Any] = json.loads(
            ask("POST", "/", script.encode(), self.hand_port, seconds)
        )
        return result

    def put(self, path: str, content: bytes) -> None:
        """Write a file inside."""
        ask("PUT", path, content, self.hand_port, 300.0)

    def _answers(self) -> bool:
        assert self._qemu is not None
        if self._qemu.poll() is not None:
            raise MachineSilent(f"the emulator ended at once:\n{self.console()}")
        try:
            return bool(self.attempt("true", 5.0)["code"] == 0)
        except (OSError, http.client.HTTPException):
            return False

    def _command(self) -> list[str]:
        wires = f"hostfwd=tcp:127.0.0.1:{self.page_port}-:8080"
        wires += f",hostfwd=tcp:127.0.0.1:{self.hand_port}-:8081"
        disks = [
            word
            for number, name in enumerate(DISKS)
            for word in (
                "-drive", f"file={self.folder / name},format=qcow2,if=none,id=d{number}",
                "-device", f"virtio-blk-pci,drive=d{number}",
            )
        ]  # fmt: skip
        return [
            "qemu-system-x86_64", "-accel", "tcg,thread=multi", "-cpu", HARDWARE[0], "-smp", "2",
            "-m", HARDWARE[1], "-nographic", "-nodefaults", "-serial", "stdio", "-no-reboot",
            "-kernel", str(self._image / "vmlinuz"), "-initrd", str(self._image / "initrd"),
            "-append", KERNEL_WORDS, *disks,
            "-qmp", f"unix:{self.folder / 'qmp'},server=on,wait=off",
            "-nic", f"user,model=virtio-net-pci,restrict=on,{wires}",
        ]  # fmt: skip

    def _monitor(self, words: str) -> None:
        """Tell the emulator something; its answers come one to a line."""
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(120.0)
            line.connect(str(self.folder / "qmp"))
            answers = line.makefile("rb")
            answers.readline()
            for name, arguments in (
                ("qmp_capabilities", {}),
                ("human-monitor-command", {"command-line": words}),
            ):
                line.sendall(json.dumps({"execute": name, "arguments": arguments}).encode())
                answer = answers.readline()
                while b'"event"' in answer:
                    answer = answers.readline()
                if b'"error"' in answer or (told := json.loads(answer or b"{}").get("return")):
                    raise OSError(f"the emulator refused {words!r}: {told or answer!r}")
            answers.close()


def _free_port() -> int:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])
