"""What is proven on the emulated machine, one check after the other.

Each check does something from outside, looks what became of it, and gives the evidence in a few
words; it raises when the table did not do its duty. The checks of a lane run in this order on one
machine; each puts the table into the state it needs.
"""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
import tomllib
from collections.abc import Callable
from enum import IntEnum
from pathlib import Path
from typing import Any

from calibration.teach.weights import Weights, stored
from tests.machine.emulator import Machine
from tests.machine.owning import Owner, changed_package
from tests.machine.reached import Reached, wait_until


class Form(IntEnum):
    """How much of everything is done."""

    SHORT, USUAL, LONG = range(3)


Check = Callable[[Machine, Form], str]
KILLS, PLUGS = (2, 2, 8), (1, 1, 4)
WEIGHINGS = ((40, 10), (200, 40), (2000, 100))
"""Of each form: kills, pulled plugs, readings over the range and with the chip's real sleep."""

SETTINGS = "/etc/pharaohs-table/companion.toml"
STATE = "/var/lib/pharaohs-table"
LAMP_RED, LAMP_FIRST = 22, 23
CLEAN, COLOUR_RED, STAY = 17, 27, 24
SEEING_SECONDS = 900.0
"""An emulated processor imports OpenCV for half a minute. On a crowded host it stands still so long
that the camera counts as silent, and all begins anew."""
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
"""More than systemd would bear within five minutes if they counted as failures."""
BUSY_CAMERA = "/dev/video20"
EARLY = 2010
FULL_MB = 30
FAULTY = BOWL.replace("[wiring]", f'[eye]\ncamera = "{BUSY_CAMERA}"\n[wiring]')
SCALE = '  { part = "scale", kind = "hx711", clock = 6, data = 5, rate = 10.0 },\n]'


def install(machine: Machine, package: Path, form: Form) -> str:
    """The package installs and its unit starts by itself: in the long form with the settings it
    brings, else with those it finds, which saves a start."""
    machine.put("/root/table.deb", package.read_bytes())
    if form is not Form.LONG:
        machine.put(SETTINGS, BOWL.encode())
    machine.do("dpkg --force-unsafe-io --force-confold -i /root/table.deb", 600)
    wait_until(lambda: is_open(machine), 120, f"no page after installing: {_log(machine)}")
    assert machine.do("systemctl is-enabled companion").strip() == "enabled"
    return f"{machine.do('dpkg-query -W pharaohs-table').split()[1]}, page serves"


def hardened(machine: Machine, form: Form) -> str:
    """The unit is as tight as it says, seen from inside the running process."""
    told = machine.do("systemd-analyze security --no-pager companion | tail -n 1")
    exposure = float(told.split(":")[1].split()[0])
    assert exposure <= 1.7, told
    status = machine.do(f"cat /proc/{_pid(machine)}/status")
    fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    assert fields["Seccomp"].strip() == "2"
    assert fields["NoNewPrivs"].strip() == "1"
    assert int(fields["CapBnd"], 16) == 0
    assert machine.do("stat -c %U /proc/" + _pid(machine)).strip() == "companion"
    return f"exposure {exposure}, seccomp on, no capability, user companion"


def button(machine: Machine, form: Form) -> str:
    """A button press reaches the page."""
    at_the_bowl(machine)
    before = machine.state()["number"]
    press(machine, CLEAN)
    seconds = wait_until(
        lambda: machine.state()["number"] == before + 1, 60, f"no move: {_log(machine)}"
    )
    ruling = machine.state()["rulings"][0]
    assert ruling["by"] == "clean", ruling
    return f"line {CLEAN} low, entry {before + 1} on the page within {1000 * seconds:.0f} ms"


def lamp(machine: Machine, form: Form) -> str:
    """A lamp cue reaches its line, steady and pulsing; lamps go dark with the table."""
    assert _levels(machine)[LAMP_RED] == "0"
    press(machine, COLOUR_RED)
    wait_until(lambda: _levels(machine)[LAMP_RED] == "1", 60, f"lamp dark: {machine.state()}")
    press(machine, CLEAN)
    wait_until(lambda: _levels(machine)[LAMP_RED] == "0", 60, f"lamp lit: {machine.state()}")
    press(machine, STAY)
    before = _rises(machine, LAMP_RED)
    wait_until(lambda: _rises(machine, LAMP_RED) >= before + 20, 60, "the lamp does not pulse")
    pulsed = _rises(machine, LAMP_RED) - before
    machine.do("systemctl stop companion")
    assert _levels(machine)[LAMP_RED] == "0"
    return f"line {LAMP_RED}: on, off, {pulsed} pulses, dark after the end"


def weigh(machine: Machine, form: Form) -> str:
    """Our driver reads an HX711 bit by bit through kernel lines, and believes no bad frame."""
    machine.do("systemctl stop companion")
    bring(machine, "weigh.py")
    counts = WEIGHINGS[form]
    command = "cd /run && setpriv --reuid companion --regid companion --groups gpio env LG_WD=/tmp "
    machine.do("chgrp companion /sys/module/table_pins/parameters/* && "
               "chmod g+w /sys/module/table_pins/parameters/hx_*")  # fmt: skip
    weighing = f"{command} python3 /opt/hand/weigh.py {counts[0]} {counts[1]}"
    told = json.loads(machine.do(weighing, 1800))
    assert told["range"]["wrong"] == [], told["range"]
    assert told["range"]["pulses"] == 25
    assert told["ends"] == {"top": 8388607.0, "told": told["ends"]["told"]}
    assert told["ends"]["told"] >= 1
    assert told["torn"]["rejected"] >= 3
    assert told["silent"]["none"] == 2
    for fault in ("torn", "silent", "stuck"):
        assert told[fault]["believed"] == [], (fault, told[fault])
        assert told[fault]["afterwards"], (fault, told[fault])
    strict = told["strict"]
    assert strict["wrong"] == [], strict
    return (
        f"{told['range']['read']} weights right, 25 pulses each; torn, silent and stuck frames "
        f"rejected; asleep after 60 us: {strict['read']} of {counts[1]} read, 0 wrong"
    )


def see(machine: Machine, form: Form) -> str:
    """A picture fed to a camera device is read by the eye; lamp and button are live beside it."""
    from tests.machine.scenery import Wall

    wall = Wall()
    machine.do("systemctl stop companion")
    stage(machine, wall)
    play(machine, WALL)
    begin(machine)
    wait_until(
        lambda: machine.state()["seeing"]["state"] == "watching", SEEING_SECONDS,
        "the eye does not watch", every=2.0,
    )  # fmt: skip
    before = machine.state()["number"]
    card, labels = wall.a_card()
    machine.put("/run/film.new", wall.film(labels))
    machine.do("mv /run/film.new /run/film")
    seconds = wait_until(
        lambda: machine.state()["number"] > before, SEEING_SECONDS, "no move was seen", every=2.0
    )
    ruling = machine.state()["rulings"][0]
    assert ruling["by"] == "eye", ruling
    assert machine.do("cat /sys/kernel/table_pins/outputs")[LAMP_FIRST] == "o"
    assert machine.state()["notices"] == [], machine.state()["notices"]
    return f"card {card} read after {seconds:.0f} s, pins live beside it, {_memory(machine)}"


def all_well(machine: Machine, form: Form) -> str:
    """`companion check` finds nothing wrong with pins, scale, camera and cards that work."""
    from tests.machine.scenery import Wall

    machine.do("systemctl stop companion")
    if machine.attempt("systemctl is-active -q film")["code"]:
        stage(machine, Wall())
    sways = "while :; do for v in 70010 70020 70030; do echo $v > hx_value; sleep 0.05; done; done"
    beside(machine, "sways", f"sh -c 'cd /sys/module/table_pins/parameters; {sways}'")
    never_asleep = "rate = 10.0, longest_high_us = 1000000.0 "  # emulated time is no time
    machine.do("echo 0 > /sys/module/table_pins/parameters/hx_sleep_us")
    told = check_machine(machine, _with_scale(WALL).replace("rate = 10.0 ", never_asleep))
    machine.do("systemctl stop sways")
    assert told["works"], told
    return f"{len(told['findings'])} findings, all good"


def faults(machine: Machine, form: Form) -> str:
    """A taken pin, a camera in use, a silent scale, a full card, a clock long ago, a group that is
    missing: each is told with its remedy by `companion check`, and what can be on the page."""
    machine.do("systemctl stop companion; modprobe vivid n_devs=1 node_types=1 vid_cap_nr=20; "
               "until [ -e /dev/video20 ]; do sleep 0.1; done")  # fmt: skip
    settings = _with_scale(FAULTY)
    machine.put(f"{STATE}/weights.json", json.dumps(stored(WEIGHTS)).encode())
    bring(machine, "other.py")
    beside(machine, "other", f"python3 -u /opt/hand/other.py {LAMP_RED} {BUSY_CAMERA}")
    machine.do("until journalctl -u other -o cat | grep -q 'has them'; do sleep 0.2; done")
    machine.do(f"date -s {EARLY}-01-01; echo 1 > /sys/module/table_pins/parameters/hx_fault; "
               f"free=$(df --output=avail -m {STATE} | tail -n 1); "
               f"fallocate -l $((free - {FULL_MB}))M {STATE}/filler")  # fmt: skip
    try:
        said = _all_said(check_machine(machine, settings))
        shown = _shown(machine, settings)
        blind = _blind(machine)
    finally:
        machine.do(
            f"systemctl stop companion other; date -s 2026-11-16; rmmod vivid; rm {STATE}/filler; "
            "echo 0 > /sys/module/table_pins/parameters/hx_fault"
        )
    wanted = (f"lamp 'red' on pin {LAMP_RED}", "another program may be using it", "0 readings",
              "MB are left. Delete", f"says it is {EARLY}. Connect")  # fmt: skip
    for words in wanted:
        assert words in said, (words, said)
    for words in (f"lamp 'red' on pin {LAMP_RED}", f"the year {EARLY}", "Delete old journals"):
        assert words in shown, (words, shown)
    assert BUSY_CAMERA in blind, blind
    assert "another program may be using it" in blind, blind
    stranger = _all_said(check_machine(machine, BOWL, "nobody", "nogroup"))
    assert "nobody is not in the group gpio. sudo usermod -aG gpio nobody" in stranger, stranger
    return f"{len(wanted) + 1} faults told by the check, 5 of them on the page"


def _shown(machine: Machine, settings: str) -> str:
    """What the page says, the scale's gauge included."""
    play(machine, settings)
    assert machine.overhears("The scale does not answer."), "nothing is said of the scale"
    return " ".join(machine.state()["notices"])


def _blind(machine: Machine) -> str:
    """What the page says of a camera that another program has."""
    from tests.machine.scenery import Wall

    stage(machine, Wall())
    play(machine, WALL.replace("/dev/video10", BUSY_CAMERA))
    wait_until(
        lambda: machine.state()["seeing"]["state"] == "paused", SEEING_SECONDS,
        "nothing is said of the camera", every=2.0,
    )  # fmt: skip
    return json.dumps(machine.state()["seeing"])


def _all_said(told: dict[str, Any]) -> str:
    assert not told["works"], told
    return " ".join(f"{each['part']} {each['said']}." for each in told["findings"])


def scale(machine: Machine, form: Form) -> str:
    """The hardened service itself reads the chip, in a process with real-time priority."""
    play(machine, _with_scale(BOWL))
    before = _frames(machine)
    wait_until(lambda: _frames(machine) >= before + 10, 120, "the scale is not read", every=1.0)
    assert machine.state()["notices"] == [], machine.state()["notices"]
    told = machine.do("ps -C python3 -o cls,rtprio,args | grep hx711_process").split()
    return f"{_frames(machine) - before} frames read, scheduled {told[0]} {told[1]}"


def sigkill(machine: Machine, form: Form) -> str:
    """SIGKILL at any moment loses nothing that was acknowledged."""
    at_the_bowl(machine)
    kills = KILLS[form]
    acknowledged = 0
    for _ in range(kills):
        machine.do("systemctl reset-failed companion || true")
        with Pushing(machine) as pushing:
            time.sleep(random.uniform(0.5, 3.0))
            machine.do(f"kill -9 {_pid(machine)}")
        acknowledged += len(pushing.acknowledged)
        _held(machine, pushing)
    return f"killed {kills} x, {acknowledged} acknowledged, 0 lost"


def plug(machine: Machine, form: Form) -> str:
    """A machine that dies loses nothing that was acknowledged."""
    rounds = PLUGS[form]
    acknowledged = 0
    at_the_bowl(machine)
    for _ in range(rounds):
        with Pushing(machine) as pushing:
            time.sleep(random.uniform(2.0, 5.0))
            machine.pull_the_plug()
        machine.start()
        acknowledged += len(pushing.acknowledged)
        _held(machine, pushing)
    return f"pulled {rounds} x, {acknowledged} acknowledged, 0 lost"


def watchdog(machine: Machine, form: Form) -> str:
    """A hung daemon is noticed by systemd and started again."""
    at_the_bowl(machine)
    pid = _pid(machine)
    machine.do(f"kill -STOP {pid}")
    seconds = wait_until(
        lambda: serves(machine) and _pid(machine) not in ("0", pid),
        180,
        f"hung: {_log(machine)}",
        every=1.0,
    )
    log = machine.do("journalctl -u companion -o cat --no-pager -n 40")
    assert "Watchdog timeout" in log, log
    return f"stopped process replaced after {seconds:.0f} s"


def restarts(machine: Machine, form: Form) -> str:
    """However often people restart the table, even one that hangs, they get it and no safe mode."""
    at_the_bowl(machine)
    for _ in range(RESTARTS):
        machine.do("systemctl restart companion")
    machine.do(f"kill -STOP {_pid(machine)}; systemctl restart companion")
    wait_until(lambda: serves(machine), 60, f"no page: {_log(machine)}")
    assert machine.attempt("systemctl is-active -q companion-safe")["code"] != 0
    assert machine.state()["notices"] == [], machine.state()["notices"]
    return f"{RESTARTS} restarts in a row and one of a hung daemon"


def crash_loop(machine: Machine, form: Form) -> str:
    """Failing again and again ends in safe mode; once mended, the table starts as usual."""
    at_the_bowl(machine)
    number, before = act(machine), _failures(machine)
    machine.put(SETTINGS, BOWL.replace("room", "rom").encode())
    machine.do("systemctl stop companion; systemctl reset-failed companion; "
               "systemctl start --no-block companion")  # fmt: skip
    wait_until(
        lambda: machine.attempt("systemctl is-active -q companion-safe")["code"] == 0, 180,
        f"no safe mode: {_log(machine)}", every=1.0,
    )  # fmt: skip
    wait_until(lambda: serves(machine), 120, "no page in safe mode")
    state = machine.state()
    assert state["notices"][0].startswith("Safe mode"), state["notices"]
    assert "did you mean room" in state["notices"][1], state["notices"]
    assert state["number"] == number, (state["number"], number)
    opened = machine.do(f"ls -l /proc/{_pid(machine, 'companion-safe')}/fd")
    assert "gpiochip" not in opened, opened
    assert _levels(machine)[LAMP_RED] == "0"
    failures = _failures(machine) - before
    assert failures == 5, failures
    machine.put(SETTINGS, BOWL.encode())
    machine.do("systemctl start companion")
    assert machine.attempt("systemctl is-active -q companion-safe")["code"] != 0
    wait_until(lambda: serves(machine), 60, "no page afterwards")
    assert machine.state()["notices"] == []
    return f"{failures} failures, then by hand with entry {number} kept; mended, back to normal"


def read_only(machine: Machine, form: Form) -> str:
    """With the root read-only and the state on another disk, the table plays and keeps."""
    machine.put(SETTINGS, BOWL.encode())
    machine.do("systemctl stop companion companion-safe; systemctl reset-failed companion || true; "
               "sync; mount -o remount,ro /")  # fmt: skip
    try:
        assert machine.attempt("touch /etc/written")["code"] != 0
        machine.do(f"rm -rf {STATE}/*.sqlite* {STATE}/house; systemctl start companion")
        sit_down(machine, "bowl")
        press(machine, CLEAN)
        number = wait_for_number(machine, 2)
        machine.do("systemctl restart companion")
        wait_until(lambda: serves(machine), 60, f"no page: {_log(machine)}")
        assert machine.state()["number"] == number
    finally:
        machine.do("mount -o remount,rw /")
    return f"entry {number} kept across a restart, nothing else was written"


def off_and_on(machine: Machine, form: Form) -> str:
    """A game is begun on the page, the page switches the machine off, and the game goes on."""
    play(machine, BOWL)
    number = act(machine)
    owner = Owner.of(machine)
    asked = owner.post("/settings/power", {"act": "off"})
    told = owner.post("/settings/power", {"act": "off", "sure": asked["sure"]})
    assert told.get("done"), told
    seconds = machine.wait_for_end(120)
    machine.start()
    wait_until(lambda: serves(machine), 120, "the game is not back")
    assert machine.state()["number"] == number
    assert machine.state()["notices"] == [], machine.state()["notices"]
    return f"off {seconds:.0f} s after the second tap, on again at entry {number}"


def broken_update(machine: Machine, form: Form) -> str:
    """A version that does not start is replaced by the one before, and nothing is lost."""
    return _updated(machine, "9.0-broken", "went_back")


def good_update(machine: Machine, form: Form) -> str:
    """A version that starts stays."""
    return _updated(machine, "9.1", "installed")


def _updated(machine: Machine, version: str, state: str) -> str:
    wait_until(lambda: is_open(machine), 120, "the house is not open")
    if machine.page("/house/state")["kind"] == "table":
        machine.page("/house/leave", {})
    before = machine.do("dpkg-query -W -f '${Version}' pharaohs-table")
    package = changed_package(machine, version, breaks=state == "went_back")
    owner = Owner.of(machine)
    told = owner.send("/settings/update", package)
    assert told["kind"] == "accepted", told
    report = "cat /var/lib/pharaohs-table-updates/report.json"
    seconds = wait_until(
        lambda: f'"{state}"' in machine.attempt(report)["out"], 900,
        "no end of the update", every=3.0,
    )  # fmt: skip
    wait_until(lambda: is_open(machine), 120, f"no page after the update: {_log(machine)}")
    now = machine.do("dpkg-query -W -f '${Version}' pharaohs-table")
    assert now == (before if state == "went_back" else version), (before, now)
    said = owner.get("/settings/update.json")
    assert said["state"] == state, said
    assert machine.attempt("systemctl is-active -q companion-safe")["code"] != 0
    return f"{state} after {seconds:.0f} s, version {now} serves"


CHECKS: dict[str, Check] = {
    "the hardened unit holds": hardened,
    "a button press reaches the page": button,
    "a lamp cue reaches its line": lamp,
    "the HX711 is read bit by bit": weigh,
    "the service reads the scale": scale,
    "a picture is read by the eye": see,
    "companion check finds all well": all_well,
    "faults are told with their remedy": faults,
    "SIGKILL loses nothing acknowledged": sigkill,
    "a hung daemon is restarted": watchdog,
    "a table is restarted at will": restarts,
    "a crash loop ends in safe mode": crash_loop,
    "a read-only root is enough": read_only,
    "a pulled plug loses nothing acknowledged": plug,
    "a game through the page, then off and on": off_and_on,
    "a broken package is taken back": broken_update,
    "a good package stays": good_update,
}
FAULTS = ("companion check finds all well", "faults are told with their remedy")
LONGER = (*FAULTS, "a table is restarted at will")
FORMS = {
    Form.SHORT: tuple(CHECKS)[:4],
    Form.USUAL: tuple(name for name in CHECKS if name not in LONGER),
    Form.LONG: tuple(CHECKS),
}
"""The short form needs the table to be started once only."""
FAILING = (
    "a hung daemon is restarted", "a table is restarted at will", "a crash loop ends in safe mode"
)  # fmt: skip
HEAVY = (
    "a picture is read by the eye", *FAULTS, "a pulled plug loses nothing acknowledged"
)  # fmt: skip
HOUSE = (
    "a game through the page, then off and on", "a broken package is taken back",
    "a good package stays",
)  # fmt: skip
LATE = (*FAILING, *HOUSE)
LANES = (tuple(name for name in CHECKS if name not in LATE + HEAVY), LATE, HEAVY)
"""Three machines share the work: much of it is waiting for systemd, which two processors bear."""


# ---- what the checks are made of -------------------------------------------------------------


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
    told = machine.page("/house/begin", {"room": room, "people": people}, 120.0)
    assert told["kind"] == "accepted", told
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
    told = machine.attempt(
        f"cd /run && setpriv --reuid {user} --regid {user if user == 'companion' else groups} "
        f"--groups {groups} env LG_WD=/tmp HOME=/tmp "
        "companion check --quiet --json --settings /run/checked.toml"
    )
    assert told["code"] in (0, 1), told
    findings: dict[str, Any] = json.loads(told["out"])
    return findings


def _with_scale(settings: str) -> str:
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
    told = machine.page(path, what)
    assert told["kind"] == "accepted", told
    return int(told["number"])


def possible(machine: Reached) -> tuple[str, dict[str, Any]]:
    """What may be done now: begin, or take the beginning back."""
    state = machine.state()
    if state["questions"] and state["questions"][0]["id"] == "setup":
        return "/answer", {**BEGIN, "base": state["number"]}
    return "/take-back", {"number": state["take_back"], "base": state["number"]}


def begin(machine: Machine) -> None:
    told = machine.page("/answer", {**BEGIN, "base": machine.state()["number"]})
    assert told["kind"] == "accepted", told


def press(machine: Machine, pin: int) -> None:
    """Press the button on a pin for a moment."""
    for level in ("low", "high"):
        machine.do(f"echo {pin} {level} > /sys/kernel/table_pins/drive; sleep {PRESS_SECONDS}")


def wait_for_number(machine: Machine, number: int) -> int:
    wait_until(lambda: machine.state()["number"] >= number, 60, f"no move: {_log(machine)}")
    return int(machine.state()["number"])


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
                told = self._machine.page(path, act, 10.0)
            except (OSError, http.client.HTTPException, json.JSONDecodeError):
                return
            assert told["kind"] == "accepted", told
            self.acknowledged.append(told["number"])
            begun, last = path == "/answer", told["number"]
            path = "/take-back" if begun else "/answer"
            act = {"number": last, "base": last} if begun else {**BEGIN, "base": last}


def _held(machine: Machine, pushing: Pushing) -> None:
    """Whether the table is back with everything it had acknowledged, and every hash in order."""
    wait_until(lambda: serves(machine), 120, f"not back: {_log(machine)}")
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


def _pid(machine: Machine, unit: str = "companion") -> str:
    return machine.do(f"systemctl show -P MainPID {unit}").strip()


def _failures(machine: Machine) -> int:
    """How often the table refused its settings."""
    return int(machine.attempt("journalctl -u companion -o cat | grep -c ^UnknownSetting")["out"])


def _levels(machine: Machine) -> str:
    return machine.do("cat /sys/kernel/table_pins/levels")


def _rises(machine: Machine, pin: int) -> int:
    return int(machine.do("cat /sys/kernel/table_pins/rises").split()[pin])


def _frames(machine: Machine) -> int:
    return int(machine.do("cat /sys/module/table_pins/parameters/hx_frames"))


def _memory(machine: Machine) -> str:
    """Memory of the daemon and of its eye; pages they share with others count in part."""
    told = machine.do("for p in $(cat /sys/fs/cgroup/system.slice/companion.service/cgroup.procs); "
                      "do grep ^Pss: /proc/$p/smaps_rollup; done")  # fmt: skip
    sizes = [int(line.split()[1]) // 1024 for line in told.splitlines()]
    return f"{'+'.join(map(str, sizes))} MB"


def _log(machine: Machine) -> str:
    return machine.do("journalctl -u companion -u companion-safe -o cat --no-pager -n 25")
