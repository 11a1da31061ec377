"""What checks of an emulated machine are made of: its settings, and things people do to it."""

from __future__ import annotations

import http.client
import json
import threading
import tomllib
from enum import IntEnum
from pathlib import Path
from typing import Any

from calibration.teach.weights import Weights
from tests.machine.emulator import Machine
from tests.machine.reached import Reached, wait_until

PACKAGE = "/var/tmp/table.deb"
"""Where the package is put that is installed inside."""
SETTINGS = "/etc/pharaohs-table/companion.toml"
STATE = "/var/lib/pharaohs-table"
LAMP_RED, LAMP_FIRST = 22, 23
CLEAN, COLOUR_RED, STAY = 17, 27, 24
SEEING_SECONDS = 900.0
"""An emulated processor imports OpenCV for half a minute. On a crowded host it stands still so long
that the camera counts as silent, and everything starts again."""
PRESS_SECONDS = 0.15
BEGIN: dict[str, Any] = {"question": "setup", "option": "begin"}
"""With the number the table stood at, as every answer."""

BOWL = f"""
room = "bowl"
state = "{STATE}"
seats = [{{ name = "Anna", colour = "red" }}, {{ name = "Ben", colour = "blue" }}]
[web]
host = "0.0.0.0"
[wiring]
parts = [
  {{ part = "button", name = "clean", pin = {CLEAN} }},
  {{ part = "button", name = "colour-red", pin = {COLOUR_RED} }},
  {{ part = "button", name = "stay", pin = {STAY} }},
  {{ part = "lamp", name = "red", pin = {LAMP_RED} }},
]
"""
WALL = f"""
room = "wall"
state = "{STATE}"
seats = [{{ name = "Anna", colour = "red" }}, {{ name = "Ben", colour = "blue" }}]
[web]
host = "0.0.0.0"
[eye]
camera = "/dev/video10"
taught = "{STATE}/cards"
width = 640
height = 360
[wiring]
parts = [
  {{ part = "lamp", name = "1", pin = {LAMP_FIRST} }},
  {{ part = "button", name = "seat 1", pin = {CLEAN} }},
]
"""
BOULDERS = (("red", 5.7), ("green", 2.1), ("blue", 2.9), ("yellow", 1.2))
WEIGHTS = Weights(
    BOULDERS, boulder_spread=0.05, staff_g=4.2, bowl_g=200.0, counts_per_gram=420.0, zero_counts=0.0
)
RESTARTS = 7
"""More than systemd would allow within five minutes if they counted as failures."""
BUSY_CAMERA = "/dev/video20"
EARLY = 2010
FULL_MB = 30
FAULTY = BOWL.replace("[wiring]", f'[eye]\ncamera = "{BUSY_CAMERA}"\n[wiring]')
SCALE = '  { part = "scale", kind = "hx711", clock = 6, data = 5, rate = 10.0 },\n]'


def play(machine: Machine, settings: str) -> None:
    """Begin a new game with these settings."""
    machine.put(SETTINGS, settings.encode())
    machine.do(f"systemctl stop companion companion-safe; rm -rf {STATE}/*.sqlite* {STATE}/house; "
               "systemctl reset-failed companion; systemctl start companion")  # fmt: skip
    room: str = tomllib.loads(settings)["room"]
    sit_down(machine, room)


def sit_down(machine: Reached, room: str) -> None:
    """Begin a game in the lobby, as somebody with a phone would."""
    wait_until(lambda: is_open(machine), 120, "the lobby does not open")
    people = [{"name": "Anna", "colour": "red"}, {"name": "Ben", "colour": "blue"}]
    answer = machine.page("/house/begin", {"room": room, "people": people}, 120.0)
    assert answer["kind"] == "accepted", answer
    wait_until(lambda: serves(machine), 60, "no table after the beginning")


def is_open(machine: Reached) -> bool:
    """Whether the house answers, in the lobby or at a table."""
    try:
        return "kind" in machine.page("/house/state", seconds=10.0)
    except (OSError, http.client.HTTPException, json.JSONDecodeError):
        return False


def bring(machine: Machine, script: str) -> None:
    """Put a script of ours into the machine."""
    machine.put(f"/opt/hand/{script}", (Path(__file__).parent / "guest" / script).read_bytes())


def stage(machine: Machine, wall: Any) -> None:
    """Show a wall to the camera, and have its cards taught."""
    from tests.machine.scenery import SIZE, taught

    bring(machine, "film.py")
    machine.put("/run/film", wall.film())
    beside(machine, "film", f"python3 /opt/hand/film.py /dev/video10 {SIZE[0]} {SIZE[1]} /run/film")
    machine.put("/run/cards.tar", taught())
    machine.do(f"mkdir -p {STATE}/cards && tar -C {STATE}/cards -xf /run/cards.tar && "
               f"chown -R companion: {STATE}/cards")  # fmt: skip


def beside(machine: Machine, unit: str, command: str) -> None:
    """Have something run in the machine beside the table."""
    machine.do(f"systemctl is-active -q {unit} || systemd-run -q --unit={unit} {command}")


def check_machine(
    machine: Machine, settings: str, user: str = "companion", groups: str = "gpio,video"
) -> dict[str, Any]:
    """What `companion check` finds, as somebody without any rights but their groups'."""
    machine.put("/run/checked.toml", settings.encode())
    result = machine.attempt(
        f"cd /run && setpriv --reuid {user} --regid {user if user == 'companion' else groups} "
        f"--groups {groups} env LG_WD=/tmp HOME=/tmp "
        "companion check --quiet --json --settings /run/checked.toml"
    )
    assert result["code"] in (0, 1), result
    findings: dict[str, Any] = json.loads(result["out"])
    return findings


def with_scale(settings: str) -> str:
    head, _, _ = settings.rpartition("]")
    return head + SCALE


def at_the_bowl(machine: Machine) -> None:
    """Have a game at the bowl under way, the one that is there if it is one."""
    there = machine.do(f"cat {SETTINGS}; systemctl is-active companion || true")
    if there != f"{BOWL}active\n" or not serves(machine):
        play(machine, BOWL)


def act(machine: Reached) -> int:
    """Do something on the page that is always possible; the number it was acknowledged with."""
    path, what = possible(machine)
    answer = machine.page(path, what)
    assert answer["kind"] == "accepted", answer
    return int(answer["number"])


def possible(machine: Reached) -> tuple[str, dict[str, Any]]:
    """What may be done now: begin, or take the beginning back."""
    state = machine.state()
    if state["questions"] and state["questions"][0]["id"] == "setup":
        return "/answer", {**BEGIN, "base": state["number"]}
    return "/take-back", {"number": state["take_back"], "base": state["number"]}


def begin(machine: Machine) -> None:
    answer = machine.page("/answer", {**BEGIN, "base": machine.state()["number"]})
    assert answer["kind"] == "accepted", answer


def press(machine: Machine, pin: int) -> None:
    """Press the button on a pin for a moment."""
    for level in ("low", "high"):
        machine.do(f"echo {pin} {level} > /sys/kernel/table_pins/drive; sleep {PRESS_SECONDS}")


def wait_for_number(machine: Machine, number: int) -> int:
    wait_until(lambda: machine.state()["number"] >= number, 60, f"no move: {log_of(machine)}")
    return int(machine.state()["number"])


class Form(IntEnum):
    """How much of everything is done."""

    SHORT, USUAL, LONG = range(3)


class Pushing:
    """Somebody who acts as fast as the page acknowledges, and remembers every acknowledgement."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._push, daemon=True)
        self.acknowledged: list[int] = []

    def __enter__(self) -> Pushing:
        self._thread.start()
        wait_until(lambda: len(self.acknowledged) > 2, 60, "nothing was acknowledged")
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        self._thread.join(60)

    def _push(self) -> None:
        path, act = possible(self._machine)  # an act whose answer was lost may have been done
        while not self._stopping.is_set():
            try:
                answer = self._machine.page(path, act, 10.0)
            except (OSError, http.client.HTTPException, json.JSONDecodeError):
                return
            assert answer["kind"] == "accepted", answer
            self.acknowledged.append(answer["number"])
            begun, last = path == "/answer", answer["number"]
            path = "/take-back" if begun else "/answer"
            act = {"number": last, "base": last} if begun else {**BEGIN, "base": last}


def held(machine: Machine, pushing: Pushing) -> None:
    """Whether the table is back with everything it had acknowledged, and every hash in order."""
    wait_until(lambda: serves(machine), 120, f"not back: {log_of(machine)}")
    last = max(pushing.acknowledged)
    state = machine.state()
    assert state["notices"] == [], state["notices"]
    assert state["number"] >= last, f"{last} was acknowledged, {state['number']} is there"
    count = int(
        machine.do(
            f"sqlite3 -readonly $(ls -t {STATE}/*-game-*.sqlite | head -n 1) "
            "'SELECT max(number) FROM entry'"
        )  # fmt: skip
    )
    assert count >= last, f"{last} was acknowledged, {count} is in the journal"


def serves(machine: Reached) -> bool:
    """Whether the page of a table answers."""
    try:
        return "number" in machine.page("/state", seconds=10.0)
    except (OSError, http.client.HTTPException, json.JSONDecodeError):
        return False


def pid_of(machine: Machine, unit: str = "companion") -> str:
    return machine.do(f"systemctl show -P MainPID {unit}").strip()


def failures_of(machine: Machine) -> int:
    """How often the table refused its settings."""
    return int(machine.attempt("journalctl -u companion -o cat | grep -c ^UnknownSetting")["out"])


def levels(machine: Machine) -> str:
    return machine.do("cat /sys/kernel/table_pins/levels")


def rises(machine: Machine, pin: int) -> int:
    return int(machine.do("cat /sys/kernel/table_pins/rises").split()[pin])


def frames(machine: Machine) -> int:
    return int(machine.do("cat /sys/module/table_pins/parameters/hx_frames"))


def memory(machine: Machine) -> str:
    """Memory of the daemon and of its eye; pages they share with others count in part."""
    text = machine.do("for p in $(cat /sys/fs/cgroup/system.slice/companion.service/cgroup.procs); "
                      "do grep ^Pss: /proc/$p/smaps_rollup; done")  # fmt: skip
    sizes = [int(line.split()[1]) // 1024 for line in text.splitlines()]
    return f"{'+'.join(map(str, sizes))} MB"


def log_of(machine: Machine) -> str:
    return machine.do("journalctl -u companion -u companion-safe -o cat --no-pager -n 25")
