"""A table that somebody wants to switch off: phones watch, seats and the referee tap, and thousands
of silent, half-open, dripping and flooding connections come from other addresses.

script/soak hostile --phones 1000 --strangers 2000 --seconds 20
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


FIRST = ("nice", "-n", "-10") if os.geteuid() == 0 else ()
"""The table and those who tap have machines of their own; here they share one with the crowd."""
STRANGERS = ("silent", "half", "dripping", "flood")
MOST_THERE = 0.9
"""Share of the phones that have to hold their stream all the while."""
SLOWEST_MS = 250.0
"""A seat's tap is answered within this, 99 times of 100."""


@dataclass(frozen=True)
class Table:
    """A table in a process of its own, with the cookies of its seats and its referee."""

    pid: int
    port: int
    cookies: tuple[str, ...]
    journal: Path


@contextmanager
def a_table(folder: Path) -> Iterator[Table]:
    journal = folder / "hostile.sqlite"
    command = [sys.executable, "-m", "companion", "run", "wall", "--players", "4", "--port", "0"]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [*FIRST, *command, "--journal", str(journal)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=log,
        )
    assert process.stdout is not None
    try:
        links, port = [], 0
        for raw in process.stdout:
            line = raw.decode()
            if found := re.search(r"http://127\.0\.0\.1:(\d+)/join/(\S+)", line):
                port = int(found[1])
                links.append(found[2])
            if line.startswith("Stop with"):
                break
        cookies = tuple(_joined(port, link) for link in links)
        yield Table(process.pid, port, cookies, journal)
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()


def _joined(port: int, link: str) -> str:
    line = HTTPConnection("127.0.0.1", port, timeout=30)
    line.request("GET", f"/join/{link}")
    answer = line.getresponse()
    answer.read()
    line.close()
    return (answer.headers["Set-Cookie"] or "").partition(";")[0]


def crowd(kind: str, table: Table, seconds: float, count: float, cookies: Sequence[str]) -> Any:
    """Start one kind of crowd; for phones and strangers this returns once all of them are there."""
    first = FIRST if kind == "taps" else ()
    process = subprocess.Popen(
        [*first, sys.executable, "-m", "tests.soak.crowd", kind, str(table.port), str(seconds),
         str(count), *cookies],
        cwd=ROOT, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    if kind != "taps":
        assert process.stdout.readline().strip() == "there"
    return process


def heard(process: Any) -> dict[str, Any]:
    counts: dict[str, Any] = json.loads(process.communicate()[0].splitlines()[-1])
    return counts


def percentile(times: Sequence[float], share: float) -> float:
    ranked = sorted(times)
    return 1000 * ranked[min(len(ranked) - 1, int(share * len(ranked)))]


def _used(pid: int) -> tuple[int, int]:
    """Open files and resident megabytes of a process."""
    resident = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return len(os.listdir(f"/proc/{pid}/fd")), resident * os.sysconf("SC_PAGE_SIZE") // 1_000_000


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def bear(phones: int, strangers: int, seconds: float, pause: float) -> dict[str, Any]:
    """Let the crowd come, and measure the taps: with the phones alone, then with everybody."""
    with tempfile.TemporaryDirectory(prefix="hostile-") as name, a_table(Path(name)) as table:
        # streams are also held by the seats and the referee themselves
        watching = crowd("phones", table, 2 * seconds + 60, phones, table.cookies)
        calm = heard(crowd("taps", table, seconds, pause, table.cookies))
        bad = crowd("strangers", table, seconds + 15, strangers, ())
        before = _cpu(table.pid)
        rough = heard(crowd("taps", table, seconds, pause, table.cookies))
        busy = (_cpu(table.pid) - before) / seconds
        files, memory = _used(table.pid)
        seen = heard(bad)
        watching.terminate()
        watching.communicate()
        log = (Path(name) / "log").read_text()
    return {"calm": calm, "rough": rough, "strangers": seen, "files": files, "memory": memory,
            "busy": busy, "log": log}  # fmt: skip


def figures(found: dict[str, Any]) -> list[str]:
    lines = []
    for name in ("calm", "rough"):
        times = found[name]["times"]
        lines.append(
            f"{name:6} {len(times):5} taps: p50 {1000 * median(times):6.1f}  "
            f"p99 {percentile(times, 0.99):6.1f}  worst {1000 * max(times):6.1f} ms  "
            f"{found[name]['answers']}"
        )
    lines.append(f"strangers {found['strangers']}")
    lines.append(
        f"table: {found['files']} files, {found['memory']} MB, {found['busy']:.2f} of a core, "
        f"{len(found['log'].splitlines())} lines of log"
    )
    return lines


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="script/soak hostile", description=__doc__)
    parser.add_argument("--phones", type=int, default=1000)
    parser.add_argument("--strangers", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--pause", type=float, default=0.5, help="between two taps of one person")
    wanted = parser.parse_args(arguments)
    found = bear(wanted.phones, wanted.strangers, wanted.seconds, wanted.pause)
    print("\n".join(figures(found)))
    rough = found["rough"]
    failed = [kind for kind in rough["answers"] if kind.startswith(("failed", "error"))]
    slow = percentile(rough["times"], 0.99) > SLOWEST_MS
    absent = missing(found, wanted.phones, wanted.strangers)
    print("\n".join(f"never happened: {what}" for what in absent))
    return 1 if failed or slow or absent or not rough["answers"].get("accepted") else 0


def missing(found: dict[str, Any], phones: int, strangers: int) -> list[str]:
    """Name what was promised and was not there: phones that follow, and every kind of stranger."""
    kinds = {kind.partition(" ")[0] for kind in found["strangers"]}
    absent = [kind for kind in STRANGERS if strangers >= len(STRANGERS) and kind not in kinds]
    few = found["files"] < MOST_THERE * phones
    return [*absent, *([f"{phones} phones, but {found['files']} open files"] if few else [])]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
