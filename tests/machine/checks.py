"""What is proven on the emulated machine, one check after the other.

Each check does something from outside, looks what became of it, and gives the evidence in a few
words; it raises when the table did not do its duty. The checks of a lane run in this order on one
machine; each puts the table into the state it needs.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from calibration.teach.weights import stored
from tests.machine.doing import (
    BOWL,
    BUSY_CAMERA,
    CLEAN,
    COLOUR_RED,
    EARLY,
    FAULTY,
    FULL_MB,
    LAMP_FIRST,
    LAMP_RED,
    PACKAGE,
    RESTARTS,
    SEEING_SECONDS,
    SETTINGS,
    STATE,
    STAY,
    WALL,
    WEIGHTS,
    Form,
    Pushing,
    act,
    at_the_bowl,
    begin,
    beside,
    bring,
    check_machine,
    failures_of,
    frames,
    held,
    is_open,
    levels,
    log_of,
    memory,
    pid_of,
    play,
    press,
    rises,
    serves,
    sit_down,
    stage,
    wait_for_number,
    with_scale,
)  # fmt: skip
from tests.machine.emulator import Machine
from tests.machine.house_checks import (
    boots_into_the_lobby,
    broken_update,
    good_update,
    kiosk,
    off_and_on,
    whole_game,
)  # fmt: skip
from tests.machine.reached import wait_until

Check = Callable[[Machine, Form], str]
KILLS, PLUGS = (2, 2, 8), (1, 1, 4)
WEIGHINGS = ((40, 10), (200, 40), (2000, 100))
"""For each form: kills, pulled plugs, readings over the range and with the chip's real sleep."""


def install(machine: Machine, package: Path, form: Form) -> str:
    """The package installs and its unit starts by itself: in the long form with the settings it
    brings, otherwise with those it finds, which saves a start."""
    machine.put(PACKAGE, package.read_bytes())
    if form is not Form.LONG:
        machine.put(SETTINGS, BOWL.encode())
    machine.do(f"dpkg --force-unsafe-io --force-confold -i {PACKAGE}", 600)
    wait_until(lambda: is_open(machine), 120, f"no page after installing: {log_of(machine)}")
    assert machine.do("systemctl is-enabled companion").strip() == "enabled"
    return f"{machine.do('dpkg-query -W pharaohs-table').split()[1]}, page serves"


def hardened(machine: Machine, form: Form) -> str:
    """The unit is as tight as it says, seen from inside the running process."""
    judged = machine.do("systemd-analyze security --no-pager companion | tail -n 1")
    exposure = float(judged.split(":")[1].split()[0])
    assert exposure <= 1.7, judged
    status = machine.do(f"cat /proc/{pid_of(machine)}/status")
    fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    assert fields["Seccomp"].strip() == "2"
    assert fields["NoNewPrivs"].strip() == "1"
    assert int(fields["CapBnd"], 16) == 0
    assert machine.do("stat -c %U /proc/" + pid_of(machine)).strip() == "companion"
    return f"exposure {exposure}, seccomp on, no capability, user companion"


def button(machine: Machine, form: Form) -> str:
    """A button press reaches the page."""
    at_the_bowl(machine)
    before = machine.state()["number"]
    press(machine, CLEAN)
    seconds = wait_until(
        lambda: machine.state()["number"] == before + 1, 60, f"no move: {log_of(machine)}"
    )
    ruling = machine.state()["rulings"][0]
    assert ruling["by"] == "clean", ruling
    return f"line {CLEAN} low, entry {before + 1} on the page within {1000 * seconds:.0f} ms"


def lamp(machine: Machine, form: Form) -> str:
    """A lamp cue reaches its line, steady and pulsing; lamps go dark with the table."""
    assert levels(machine)[LAMP_RED] == "0"
    press(machine, COLOUR_RED)
    wait_until(lambda: levels(machine)[LAMP_RED] == "1", 60, f"lamp dark: {machine.state()}")
    press(machine, CLEAN)
    wait_until(lambda: levels(machine)[LAMP_RED] == "0", 60, f"lamp lit: {machine.state()}")
    press(machine, STAY)
    before = rises(machine, LAMP_RED)
    wait_until(lambda: rises(machine, LAMP_RED) >= before + 20, 60, "the lamp does not pulse")
    pulsed = rises(machine, LAMP_RED) - before
    machine.do("systemctl stop companion")
    assert levels(machine)[LAMP_RED] == "0"
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
    results = json.loads(machine.do(weighing, 1800))
    assert results["range"]["wrong"] == [], results["range"]
    assert results["range"]["pulses"] == 25
    assert results["ends"] == {"top": 8388607.0, "told": results["ends"]["told"]}
    assert results["ends"]["told"] >= 1
    assert results["torn"]["rejected"] >= 3
    assert results["silent"]["none"] == 2
    for fault in ("torn", "silent", "stuck"):
        assert results[fault]["believed"] == [], (fault, results[fault])
        assert results[fault]["afterwards"], (fault, results[fault])
    strict = results["strict"]
    assert strict["wrong"] == [], strict
    return (
        f"{results['range']['read']} weights right, 25 pulses each; torn, silent and stuck frames "
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
    return f"card {card} read after {seconds:.0f} s, pins live beside it, {memory(machine)}"


def all_well(machine: Machine, form: Form) -> str:
    """`companion check` finds nothing wrong with pins, scale, camera and cards that work."""
    from tests.machine.scenery import Wall

    machine.do("systemctl stop companion")
    if machine.attempt("systemctl is-active -q film")["code"]:
        stage(machine, Wall())
    sways = "while :; do for v in 70010 70020 70030; do echo $v > hx_value; sleep 0.05; done; done"
    beside(machine, "sways", f"sh -c 'cd /sys/module/table_pins/parameters; {sways}'")
    never_asleep = "rate = 10.0, longest_high_us = 1000000.0 "  # emulated time means nothing
    machine.do("echo 0 > /sys/module/table_pins/parameters/hx_sleep_us")
    report = check_machine(machine, with_scale(WALL).replace("rate = 10.0 ", never_asleep))
    machine.do("systemctl stop sways")
    assert report["works"], report
    return f"{len(report['findings'])} findings, all good"


def faults(machine: Machine, form: Form) -> str:
    """A taken pin, a camera in use, a silent scale, a full card, a clock long ago, a group that is
    missing: `companion check` reports each with its remedy, and the page those it can."""
    machine.do("systemctl stop companion; modprobe vivid n_devs=1 node_types=1 vid_cap_nr=20; "
               "until [ -e /dev/video20 ]; do sleep 0.1; done")  # fmt: skip
    settings = with_scale(FAULTY)
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
    play(machine, with_scale(BOWL))
    before = frames(machine)
    wait_until(lambda: frames(machine) >= before + 10, 120, "the scale is not read", every=1.0)
    assert machine.state()["notices"] == [], machine.state()["notices"]
    process = machine.do("ps -C python3 -o cls,rtprio,args | grep hx711_process").split()
    return f"{frames(machine) - before} frames read, scheduled {process[0]} {process[1]}"


def sigkill(machine: Machine, form: Form) -> str:
    """SIGKILL at any moment loses nothing that was acknowledged."""
    at_the_bowl(machine)
    kills = KILLS[form]
    acknowledged = 0
    for _ in range(kills):
        machine.do("systemctl reset-failed companion || true")
        with Pushing(machine) as pushing:
            time.sleep(random.uniform(0.5, 3.0))
            machine.do(f"kill -9 {pid_of(machine)}")
        acknowledged += len(pushing.acknowledged)
        held(machine, pushing)
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
        held(machine, pushing)
    return f"pulled {rounds} x, {acknowledged} acknowledged, 0 lost"


def watchdog(machine: Machine, form: Form) -> str:
    """A hung daemon is noticed by systemd and started again."""
    at_the_bowl(machine)
    pid = pid_of(machine)
    machine.do(f"kill -STOP {pid}")
    seconds = wait_until(
        lambda: serves(machine) and pid_of(machine) not in ("0", pid),
        180,
        f"hung: {log_of(machine)}",
        every=1.0,
    )
    log = machine.do("journalctl -u companion -o cat --no-pager -n 40")
    assert "Watchdog timeout" in log, log
    return f"stopped process replaced after {seconds:.0f} s"


def restarts(machine: Machine, form: Form) -> str:
    """However often people restart the table, even one that hangs, they never get safe mode."""
    at_the_bowl(machine)
    for _ in range(RESTARTS):
        machine.do("systemctl restart companion")
    machine.do(f"kill -STOP {pid_of(machine)}; systemctl restart companion")
    wait_until(lambda: serves(machine), 60, f"no page: {log_of(machine)}")
    assert machine.attempt("systemctl is-active -q companion-safe")["code"] != 0
    assert machine.state()["notices"] == [], machine.state()["notices"]
    return f"{RESTARTS} restarts in a row and one of a hung daemon"


def crash_loop(machine: Machine, form: Form) -> str:
    """Failing again and again ends in safe mode; once fixed, the table starts as usual."""
    at_the_bowl(machine)
    number, before = act(machine), failures_of(machine)
    machine.put(SETTINGS, BOWL.replace("room", "rom").encode())
    machine.do("systemctl stop companion; systemctl reset-failed companion; "
               "systemctl start --no-block companion")  # fmt: skip
    wait_until(
        lambda: machine.attempt("systemctl is-active -q companion-safe")["code"] == 0, 180,
        f"no safe mode: {log_of(machine)}", every=1.0,
    )  # fmt: skip
    wait_until(lambda: serves(machine), 120, "no page in safe mode")
    state = machine.state()
    assert state["notices"][0].startswith("Safe mode"), state["notices"]
    assert "Did you mean room" in state["notices"][1], state["notices"]
    assert state["number"] == number, (state["number"], number)
    opened = machine.do(f"ls -l /proc/{pid_of(machine, 'companion-safe')}/fd")
    assert "gpiochip" not in opened, opened
    assert levels(machine)[LAMP_RED] == "0"
    failures = failures_of(machine) - before
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
        wait_until(lambda: serves(machine), 60, f"no page: {log_of(machine)}")
        assert machine.state()["number"] == number
    finally:
        machine.do("mount -o remount,rw /")
    return f"entry {number} kept across a restart, nothing else was written"


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
    "the machine boots into the lobby": boots_into_the_lobby,
    "a whole game through the page": whole_game,
    "a game switched off and on from the page": off_and_on,
    "the screen's own browser is kept running": kiosk,
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
    "the machine boots into the lobby", "a whole game through the page",
    "a game switched off and on from the page", "the screen's own browser is kept running",
    "a broken package is taken back", "a good package stays",
)  # fmt: skip
LATE = (*FAILING, *HOUSE)
LANES = (tuple(name for name in CHECKS if name not in LATE + HEAVY), LATE, HEAVY)
"""Three machines share the work: much of it is waiting for systemd, so two cores are enough."""
