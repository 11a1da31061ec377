"""What systemd hears over its socket, and that it hears nothing good of a table that is stuck."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from companion.app.systemd import (
    STATUS_SECONDS,
    Pulse,
    SystemdNotifier,
    notifier_of,
    pulse_of,
    watchdog_seconds,
)
from companion.app.watchdog import Movement, Ticker
from companion.core.roles import TABLE
from companion.core.verdict import Saying
from companion.table import Table
from companion.web import Server
from tests.table.evening import Evening
from tests.web.scenes import an_app

ROOT = Path(__file__).parent.parent.parent
HOUR = 3600.0


class Systemd:
    """The other end of the socket."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._line.bind("\0" + address[1:] if address.startswith("@") else address)
        self._line.settimeout(60.0)

    def hears(self) -> dict[str, str]:
        message = self._line.recv(4096).decode()
        return dict(line.split("=", 1) for line in message.splitlines())

    def hears_nothing(self) -> bool:
        self._line.setblocking(False)
        try:
            self._line.recv(4096)
        except BlockingIOError:
            return True
        finally:
            self._line.settimeout(60.0)
        return False

    def close(self) -> None:
        self._line.close()


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Systemd]:
    other = Systemd(str(tmp_path / "notify"))
    yield other
    other.close()


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


# ---- the socket --------------------------------------------------------------------------------


def test_systemd_hears_what_it_is_told(systemd: Systemd) -> None:
    assert SystemdNotifier(systemd.address).tell(READY=1, STATUS="the page serves")
    assert systemd.hears() == {"READY": "1", "STATUS": "the page serves"}


def test_an_address_without_a_file_is_reached_too() -> None:
    hidden = Systemd(f"@pharaohs-table-test-{os.getpid()}")
    assert SystemdNotifier(hidden.address).tell(WATCHDOG=1)
    assert hidden.hears() == {"WATCHDOG": "1"}
    hidden.close()


def test_a_status_stays_on_one_line(systemd: Systemd) -> None:
    SystemdNotifier(systemd.address).tell(STATUS="first\nWATCHDOG=1")
    assert systemd.hears() == {"STATUS": "first WATCHDOG=1"}


def test_a_socket_nobody_listens_on_stops_nothing(tmp_path: Path) -> None:
    assert not SystemdNotifier(str(tmp_path / "nobody")).tell(READY=1)


def test_without_systemd_nobody_is_told() -> None:
    assert notifier_of({}) is None
    assert notifier_of({"NOTIFY_SOCKET": "vsock:2:1"}) is None
    assert pulse_of(lambda: "", lambda: "", {}) is None


def test_the_watchdog_of_another_process_is_not_ours() -> None:
    environ = {"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "41"}
    assert watchdog_seconds(environ, pid=41) == 30.0
    assert watchdog_seconds(environ, pid=42) == 0.0
    assert watchdog_seconds({"WATCHDOG_USEC": "30000000"}) == 30.0
    assert watchdog_seconds({"WATCHDOG_USEC": "soon"}) == 0.0


def test_the_pulse_is_three_times_as_fast_as_systemd_listens(systemd: Systemd) -> None:
    named = {"NOTIFY_SOCKET": systemd.address}
    watched = pulse_of(lambda: "", lambda: "", {**named, "WATCHDOG_USEC": "30000000"})
    unwatched = pulse_of(lambda: "", lambda: "", named)
    assert watched is not None
    assert unwatched is not None
    assert (watched.every_seconds, unwatched.every_seconds) == (10.0, STATUS_SECONDS)


# ---- the pulse ---------------------------------------------------------------------------------


def test_the_pulse_says_ready_then_beats_then_says_that_it_ends(systemd: Systemd) -> None:
    pulse = Pulse(SystemdNotifier(systemd.address), lambda: "", lambda: "wall", 0.01)
    pulse.start()
    assert systemd.hears() == {"READY": "1", "STATUS": "wall"}
    assert systemd.hears() == {"WATCHDOG": "1", "STATUS": "wall"}
    pulse.stop()
    heard = systemd.hears()
    while "WATCHDOG" in heard:
        heard = systemd.hears()
    assert heard == {"STOPPING": "1", "STATUS": "stopping"}


def test_what_is_stuck_is_reported_without_a_beat_and_logged_once(
    systemd: Systemd, capsys: pytest.CaptureFixture[str]
) -> None:
    pulse = Pulse(SystemdNotifier(systemd.address), lambda: "the page sleeps", lambda: "wall", HOUR)
    assert not pulse.beat()
    assert not pulse.beat()
    assert systemd.hears() == systemd.hears() == {"STATUS": "stuck: the page sleeps"}
    assert systemd.hears_nothing()
    assert capsys.readouterr().err == "Stuck: the page sleeps\n"


# ---- table, journal and page -------------------------------------------------------------------


class Page:
    """A page whose loop turns or does not."""

    def __init__(self, turning: bool = True) -> None:
        self.turning = turning

    def beats(self, patience_seconds: float = 5.0) -> bool:
        return self.turning


def watched(
    evening: Evening, page: Page | Server | None = None, patience: float = 5.0
) -> tuple[Movement, Ticker]:
    ticker = Ticker(evening.table, seconds=0.01, clock=evening.clock)
    movement = Movement(
        ticker, evening.journal, page or Page(), clock=evening.clock, patience_seconds=patience
    )
    return movement, ticker


def until(happened: Callable[[], bool]) -> None:
    for _ in range(6000):
        if happened():
            return
        threading.Event().wait(0.01)
    raise AssertionError("waited a minute in vain")


def test_nothing_is_stuck_while_all_three_move(evening: Evening) -> None:
    movement, ticker = watched(evening)
    evening.seconds += 60
    ticker.start()
    until(lambda: ticker.ticked_at == evening.seconds)
    assert movement.stuck() == ""
    ticker.stop()


def test_a_table_that_somebody_holds_is_stuck(evening: Evening) -> None:
    movement, ticker = watched(evening)
    ticker.start()
    with evening.table._lock:
        evening.seconds += 6
        assert movement.stuck() == "the table has taken no tick for 6 s"
    until(lambda: ticker.ticked_at == evening.seconds)
    assert movement.stuck() == ""
    ticker.stop()


def test_a_ticker_that_died_leaves_the_table_stuck(evening: Evening) -> None:
    movement, _ = watched(evening)
    evening.seconds += 60
    assert "no tick for 60 s" in movement.stuck()


def test_a_journal_whose_entry_does_not_reach_the_card_is_stuck(evening: Evening) -> None:
    movement, _ = watched(evening, patience=0.05)
    with evening.journal._lock:
        assert "still on its way to the card" in movement.stuck()
    assert movement.stuck() == ""


def test_a_closed_journal_is_stuck(evening: Evening) -> None:
    movement, _ = watched(evening)
    evening.journal.close()
    assert "journal cannot be written" in movement.stuck()


def test_asking_the_journal_writes_nothing(evening: Evening) -> None:
    movement, _ = watched(evening)
    before = evening.journal.head
    wal = evening.path.with_name(evening.path.name + "-wal").stat()
    assert movement.stuck() == ""
    again = evening.path.with_name(evening.path.name + "-wal").stat()
    assert (wal.st_size, wal.st_mtime_ns) == (again.st_size, again.st_mtime_ns)
    assert evening.journal.head == before
    assert evening.insert(1, "nobody").kind in ("refused", "accepted")


def test_a_page_whose_loop_is_blocked_is_stuck(evening: Evening) -> None:
    """A greenlet that blocks the thread blocks every phone."""
    app = an_app(evening.table)
    entered, leave = threading.Event(), threading.Event()

    def block() -> str:
        entered.set()
        leave.wait(60.0)
        return "done"

    app.add_url_rule("/block", view_func=block)
    server = Server(app, port=0)
    server.start()
    movement, _ = watched(evening, server, patience=0.2)
    assert movement.stuck() == ""
    with socket.create_connection((server.host, server.port)) as phone:
        phone.sendall(b"GET /block HTTP/1.1\r\nHost: localhost\r\n\r\n")
        entered.wait(60.0)
        assert movement.stuck().startswith("the page has not moved")
        leave.set()
        until(lambda: movement.stuck() == "")
    server.stop()
    assert movement.stuck().startswith("the page has not moved")


# ---- the whole service -------------------------------------------------------------------------


@contextmanager
def a_service(
    systemd: Systemd, folder: Path, *words: str, program: tuple[str, str] = ("-m", "companion")
) -> Iterator[subprocess.Popen[bytes]]:
    service = subprocess.Popen(
        [sys.executable, *program, "run", "--port", "0",
         "--journal", str(folder / "table.sqlite"), *words],
        cwd=ROOT,
        env={**os.environ, "NOTIFY_SOCKET": systemd.address, "WATCHDOG_USEC": "300000"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        yield service
    finally:
        service.kill()
        service.communicate()


def test_a_service_is_ready_beats_and_ends_when_told(systemd: Systemd, tmp_path: Path) -> None:
    with a_service(systemd, tmp_path, "wall") as service:
        ready = systemd.hears()
        assert ready["READY"] == "1"
        assert re.fullmatch(r"wall on http://127.0.0.1:\d+/, 1 entry saved", ready["STATUS"])
        assert systemd.hears()["WATCHDOG"] == "1"
        service.terminate()
        heard = systemd.hears()
        while "WATCHDOG" in heard:
            heard = systemd.hears()
        assert heard["STOPPING"] == "1"
        assert service.wait(60.0) == 0


PINS_STICK = """
import sys
from gpiozero.pins.mock import MockFactory
from companion.cli import main

def close(self):
    raise OSError("GPIO busy")

MockFactory.close = close
sys.exit(main())
"""


def test_a_part_that_sticks_at_the_end_is_reported_and_is_no_failure_of_the_table(
    systemd: Systemd, tmp_path: Path
) -> None:
    settings = tmp_path / "companion.toml"
    settings.write_text(
        '[wiring]\npins = "mock"\nparts = [{ part = "lamp", name = "1", pin = 17 }]\n'
    )
    words = ("wall", "--settings", str(settings))
    with a_service(systemd, tmp_path, *words, program=("-c", PINS_STICK)) as service:
        assert systemd.hears()["READY"] == "1"
        service.terminate()
        _, said = service.communicate(timeout=60.0)
    assert service.returncode == 0
    assert b"GPIO busy" in said


def test_safe_mode_says_so_on_the_page_and_leaves_bad_settings_aside(
    systemd: Systemd, tmp_path: Path
) -> None:
    settings = tmp_path / "companion.toml"
    settings.write_text('rom = "wall"\n[lamps]\ncamel = 5\n')
    with a_service(systemd, tmp_path, "--safe", "--settings", str(settings)) as service:
        url = re.search(r"http://\S+/", systemd.hears()["STATUS"])
        assert url is not None
        safe, aside = _notices(url[0])
        service.terminate()
        assert service.wait(60.0) == 0
    assert safe.startswith("Safe mode: ")
    assert "sudo systemctl start companion" in safe
    assert aside.endswith("In companion.toml I found rom, which I don't know. Did you mean room?")


def _notices(url: str) -> list[str]:
    with urlopen(url + "state", timeout=60) as answer:
        notices: list[str] = json.load(answer)["notices"]
    return notices


# ---- notices -----------------------------------------------------------------------------------


def test_a_notice_stands_until_it_is_taken_away(evening: Evening) -> None:
    table: Table = evening.table
    rung: list[int] = []
    table.on_publish(rung.append)
    table.notice("safe", Saying("table.safe_mode", {}))
    table.notice("safe", Saying("table.safe_mode", {}))
    assert [n["key"] for n in table.snapshot(TABLE)["notices"]] == ["table.safe_mode"]
    table.notice("safe", None)
    assert table.snapshot(TABLE)["notices"] == []
    assert len(rung) == 2
