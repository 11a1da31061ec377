"""What is proven of the house on the emulated machine: lobby, page, power, screen, updates."""

from __future__ import annotations

import tempfile
from pathlib import Path

from werkzeug.test import Client

from companion.core.game import load_room
from companion.core.seats import Seat
from companion.journal import Journal
from companion.rooms import room_of
from companion.table import Table
from companion.web import create_app
from companion.words import load_all
from tests.machine.doing import BOWL, Form, act, is_open, log_of, play, serves
from tests.machine.emulator import Machine
from tests.machine.owning import Owner, changed_package, signed
from tests.machine.reached import ask, wait_until
from tests.web.house_stories import wanted

HERE = Path(__file__).parent
SYSTEMD = HERE.parent.parent / "systemd"
MOST_STEPS = 400
UPDATE_SECONDS = 2400.0
"""Three installations and two starts, on an emulated processor that may share its host."""
NAMES = ("Anna", "Ben")


def boots_into_the_lobby(machine: Machine, form: Form) -> str:
    """After a start ordered on the page, the first address shows five boxes."""
    wait_until(lambda: is_open(machine), 120, "the house is not open")
    if machine.page("/house/state")["kind"] == "table":
        machine.page("/house/leave", {})
    _switched(machine, "reboot")
    machine.start()  # the emulator ends where a real machine would go round
    took = wait_until(lambda: is_open(machine), 120, "the lobby does not open")
    front = _page(machine, "/").decode()
    assert 'data-page="lobby"' in front, front[:300]
    rooms = machine.page("/house/state")["rooms"]
    assert len(rooms) == 5, rooms
    return f"restarted from the page, five boxes {took:.0f} s after systemd answers"


def whole_game(machine: Machine, form: Form) -> str:
    """Every move of a game is sent to the page; the same game is judged here, entry by entry."""
    play(machine, BOWL.replace('"bowl"', '"wall"'))
    game = machine.page("/house/menu.json")["game"]
    room = load_room("wall")
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder) / "twin") as journal:
        box = room.load_box(None)
        seats = tuple(map(Seat, NAMES, ("red", "blue")))
        twin = Table.begin(journal, room, box, seats, room.house_rules())
        page = Client(create_app(twin, words=load_all()))
        people, steps = room_of("wall").people(3), 0
        while room.is_over(twin.state) is None and steps < MOST_STEPS:
            path, body, _ = wanted(twin, people)
            answer = machine.page(path, body)
            assert answer["kind"] == "accepted", (path, body, answer)
            assert page.post(path, json=body).status_code == 200
            assert answer["number"] == twin.number, (answer, twin.number)
            steps += 1
        outcome = room.is_over(twin.state)
    assert outcome is not None
    assert machine.state()["view"]["outcome"], "the machine does not say that it is over"
    kept = f"/shelf/{game}"
    winners = [one["rank"] for one in machine.page(f"{kept}/result.json")["score"]]
    picture, paper = _page(machine, f"{kept}/picture.png"), _page(machine, f"{kept}/sheet.pdf")
    assert picture.startswith(b"\x89PNG"), picture[:300]
    assert paper.startswith(b"%PDF"), paper[:300]
    machine.page("/house/leave", {})
    return f"{steps} moves, ranks {winners}; picture of {len(picture) // 1000} kB, a sheet of paper"


def kiosk(machine: Machine, form: Form) -> str:
    """The unit of the machine's own screen is sound; what ends in it is started again.

    There is neither a screen nor a browser inside: stand-ins say what they were asked to do.
    """
    unit = "pharaohs-table-kiosk.service"
    machine.put(f"/etc/systemd/system/{unit}", (SYSTEMD / unit).read_bytes())
    machine.put("/run/stand-in", STAND_IN.encode())
    machine.do("install -m 755 /run/stand-in /usr/bin/cage; ln -sf cage /usr/bin/chromium; "
               "systemd-sysusers --inline 'u pharaohs-screen - \"The screen\"'; "
               "getent group render || groupadd -r render; systemctl daemon-reload")  # fmt: skip
    result = machine.attempt(f"systemd-analyze verify --man=no /etc/systemd/system/{unit}")
    ours = [line for line in f"{result['out']}{result['err']}".splitlines() if unit in line]
    assert not ours, ours
    machine.do(f"systemctl start {unit}")
    first = _screen(machine, unit)
    machine.do(f"kill -9 {first}")
    wait_until(lambda: _screen(machine, unit) not in ("0", first), 60, "it is not started again")
    wait_until(lambda: "--kiosk" in _asked(machine, unit), 60, f"asked: {_asked(machine, unit)}")
    asked = _asked(machine, unit)
    who = machine.do(f"stat -c %U /proc/{_screen(machine, unit)}").strip()
    machine.do(f"systemctl disable --now {unit}; rm /usr/bin/cage /usr/bin/chromium")
    assert asked.strip().endswith("page.html"), asked
    assert who == "pharaohs-screen", who
    return f"verified, runs as {who}, back after kill -9"


STAND_IN = "#!/bin/sh\nwhile :; do sleep 5; done\n"


def _asked(machine: Machine, unit: str) -> str:
    """What the window and its browser were asked to show."""
    return machine.do(f"tr '\\0' ' ' < /proc/{_screen(machine, unit)}/cmdline")


def _screen(machine: Machine, unit: str) -> str:
    return machine.do(f"systemctl show -P MainPID {unit}").strip()


def _page(machine: Machine, path: str) -> bytes:
    return ask("GET", path, None, machine.page_port, 120.0)


def _switched(machine: Machine, what: str) -> float:
    """Tap twice, and wait until the machine is off."""
    owner = Owner.of(machine)
    asked = owner.post("/settings/power", {"act": what})
    answer = owner.post("/settings/power", {"act": what, "sure": asked["sure"]})
    assert answer.get("done"), answer
    return machine.wait_for_end(120)


def off_and_on(machine: Machine, form: Form) -> str:
    """The page switches the machine off in the middle of a game, and the game goes on."""
    play(machine, BOWL)
    number = act(machine)
    seconds = _switched(machine, "off")
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
    package = signed(machine, changed_package(machine, version, breaks=state == "went_back"))
    owner = Owner.of(machine)
    answer = owner.send("/settings/update", package)
    assert answer["kind"] == "accepted", answer
    report = "cat /var/lib/pharaohs-table-updates/report.json"
    seconds = wait_until(
        lambda: f'"{state}"' in machine.attempt(report)["out"], UPDATE_SECONDS,
        "no end of the update", every=3.0,
    )  # fmt: skip
    wait_until(lambda: is_open(machine), 120, f"no page after the update: {log_of(machine)}")
    now = machine.do("dpkg-query -W -f '${Version}' pharaohs-table")
    assert now == (before if state == "went_back" else version), (before, now)
    said = owner.get("/settings/update.json")
    assert said["state"] == state, said
    assert machine.attempt("systemctl is-active -q companion-safe")["code"] != 0
    return f"{state} after {seconds:.0f} s, version {now} serves"
