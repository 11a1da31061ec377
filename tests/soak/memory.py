"""A hundred rehearsed games of all rooms, one after the other in one house: what memory is left.

script/soak memory --games 100
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.core.game import ROOMS
from companion.rooms import room_of

MOST_MEGABYTES = 200
NAMES = ("Anna", "Ben", "Carla")


class House:
    """`companion house` in a process of its own, and its owner's browser."""

    def __init__(self, folder: Path, *more: str) -> None:
        command = [sys.executable, "-m", "companion", "house", "--port", "0", "--state"]
        command += [str(folder), *more]
        with (folder / "house.log").open("wb") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self.process.stdout is not None
        link = next(
            filter(None, map(re.compile(r"http://\S+/owner/\S+").search, self.process.stdout))
        )
        self.url = link.group().partition("/owner/")[0]
        self._browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        self._browser.open(link.group(), timeout=60).close()

    def post(self, path: str, body: Any) -> None:
        head = {"Content-Type": "application/json"}
        asked = urllib.request.Request(self.url + path, json.dumps(body).encode(), head)
        self._browser.open(asked, timeout=120).close()

    def megabytes(self) -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+)", status)
        assert found is not None
        return int(found.group(1)) / 1024


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="script/soak memory", description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each is played")
    wanted = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="memory-") as folder:
        house = House(Path(folder))
        print(f"at the start {house.megabytes():.0f} MB", flush=True)
        for number in range(wanted.games):
            room = ROOMS[number % len(ROOMS)]
            people = [{"name": name} for name in NAMES[: room_of(room).people_most]]
            rehearsal = {"seed": number, "speed": 10.0}
            house.post("/house/begin", {"room": room, "people": people, "rehearsal": rehearsal})
            time.sleep(wanted.seconds)
            house.post("/house/leave", {})
            if number % 10 == 9:
                print(f"after {number + 1} games {house.megabytes():.0f} MB", flush=True)
        left = house.megabytes()
        house.process.terminate()
        house.process.wait(60)
    print(f"{left:.0f} MB are left; {MOST_MEGABYTES} MB are allowed")
    return int(left > MOST_MEGABYTES)
