"""No loop dies of a passing error: on a machine short of everything, each of them works again."""

from __future__ import annotations

import itertools
import re
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.devices import LateFrames, Presses
from companion.app.health import HealthWatch
from companion.app.systemd import Pulse, SystemdNotifier
from companion.app.watchdog import Ticker
from companion.core.game import load_room
from companion.core.output_cues import Cues
from companion.core.seats import Seat
from companion.core.verdict import Saying
from companion.journal import Journal
from companion.outputs.announcer import Announcer
from companion.outputs.lights import Lights
from companion.rehearsal.live import Live
from companion.rooms.bowl import scale
from companion.senses import eye_process
from companion.senses.eye_process import EyeProcess
from companion.senses.scale.instruments import Instruments
from companion.senses.scale.watch import ScaleWatch
from companion.table import Table
from companion.util import worker
from companion.util.worker import Supervised
from hardware.real import loop
from hardware.real.prompt_camera import PromptCamera
from hardware.real.sounds import EspeakVoice
from hardware.simulated.mock_parts import SimulatedLamps
from tests.app.short import NEEDED, Shortage, Work
from tests.app.test_systemd import Systemd
from tests.saying import refuses
from tests.table.evening import Evening

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(autouse=True)
def short_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "PAUSES", (0.001,))
    monkeypatch.setattr(worker, "START_PAUSES", (0.001,))
    monkeypatch.setattr(eye_process, "PAUSES", (0.001,))
    monkeypatch.setattr(loop, "PAUSES", (0.001,))
    monkeypatch.setattr(loop, "START_PAUSES", (0.001,))


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    opened = Evening(tmp_path)
    yield opened
    opened.journal.close()


def until(happened: Callable[[], bool], meanwhile: Callable[[], object] = lambda: None) -> None:
    for _ in range(6000):
        if happened():
            return
        meanwhile()
        threading.Event().wait(0.005)
    raise AssertionError("waited half a minute in vain")


# ---- the loop itself ---------------------------------------------------------------------------


def test_a_step_that_fails_is_logged_once_and_done_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    tries: list[int] = []

    def step() -> None:
        tries.append(1)
        if len(tries) < 4:
            raise OSError(24, "Too many open files")

    loop = Supervised("sand", step, every=0.001)
    loop.start()
    until(lambda: len(tries) > 5)
    assert loop.stop()
    said = capsys.readouterr().err
    assert said.count("The sand failed and goes on: OSError: [Errno 24] Too many open files") == 1
    assert "in step" in said


def test_a_machine_without_a_free_thread_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    short = Shortage(monkeypatch, "sand")
    done = threading.Event()
    loop = Supervised("sand", done.set)
    loop.start()
    assert done.wait(20)
    assert loop.stop()
    assert short.failed == {"thread"}


def test_a_machine_that_never_has_a_thread_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", never)
    with refuses(RuntimeError, match="can't start new thread"):
        Supervised("sand", int).start()


def test_a_log_that_cannot_be_written_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        def write(self, words: str) -> None:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("sys.stderr", Full())
    tries: list[int] = []

    def fail() -> None:
        tries.append(1)
        raise ZeroDivisionError

    loop = Supervised("sand", fail, every=0.001)
    loop.start()
    until(lambda: len(tries) > 3)
    assert loop.stop()


def test_a_loop_that_is_resting_after_a_failure_ends_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(worker, "PAUSES", (3600.0,))
    failed = threading.Event()

    def step() -> None:
        failed.set()
        raise OSError("gone")

    loop = Supervised("sand", step)
    loop.start()
    failed.wait(20)
    assert loop.stop(20)


def test_every_thread_of_the_product_is_supervised() -> None:
    """A thread made by hand would die of the first error nobody thought of."""
    makers = [
        str(path.relative_to(ROOT))
        for place in ("companion", "hardware")
        for path in sorted((ROOT / place).rglob("*.py"))
        if re.search(r"\bThread\(", path.read_text())
    ]
    assert makers == ["companion/util/worker.py", "hardware/real/loop.py"]


# ---- each of them ------------------------------------------------------------------------------


def test_the_pulse_beats_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    systemd, work = Systemd(str(tmp_path / "notify")), Work()
    pulse = Pulse(SystemdNotifier(systemd.address), lambda: "", lambda: str(work()), 0.005)
    pulse._notifier.tell(READY=1)
    short = Shortage(monkeypatch, "pulse")
    pulse._loop.start()
    heard = systemd.hears()
    while "WATCHDOG" not in heard:
        heard = systemd.hears()
    pulse.stop()
    pulse._loop.stop()
    assert short.failed >= NEEDED | {"connect"}
    systemd.close()


def test_the_table_ticks_on(monkeypatch: pytest.MonkeyPatch, evening: Evening) -> None:
    short, work = Shortage(monkeypatch, "ticker"), Work()
    ticker = Ticker(evening.table, 0.001, lambda: float(work()))
    ticker.start()
    until(lambda: ticker.ticked_at > 2)
    ticker.stop()
    assert short.failed >= NEEDED


def test_the_health_watch_looks_on(monkeypatch: pytest.MonkeyPatch, evening: Evening) -> None:
    work = Work()
    health_watch = HealthWatch(
        evening.table, evening.path.parent, year=lambda: 2026 + work(), seconds=0.001
    )
    health_watch.look()
    short = Shortage(monkeypatch, "health_watch")
    health_watch._loop.start()
    until(lambda: work.done > 2)
    health_watch.stop()
    assert short.failed >= NEEDED


def test_the_late_frames_are_counted_on(monkeypatch: pytest.MonkeyPatch, evening: Evening) -> None:
    work = Work()

    class Scale:
        @property
        def statistics(self) -> Any:
            work()
            return type("Tally", (), {"good": 0, "bad": 0})

    short = Shortage(monkeypatch, "late frames")
    late = LateFrames(evening.table, Scale(), 0.001)
    late.start()
    until(lambda: work.done > 1)
    late.stop()
    assert short.failed >= NEEDED


def test_presses_are_taken_on(monkeypatch: pytest.MonkeyPatch) -> None:
    work = Work()

    class Listening:
        submit = work

    short = Shortage(monkeypatch, "presses")
    presses = Presses(Listening(), lambda: None)  # type: ignore[arg-type]
    until(lambda: work.done > 1, lambda: presses.pressed("seat 1", time.monotonic()))
    presses.stop()
    assert short.failed >= NEEDED


def test_the_lamps_shine_on(monkeypatch: pytest.MonkeyPatch) -> None:
    work = Work()

    class Lamps(SimulatedLamps):
        def show(self, levels: Any) -> None:
            work()
            super().show(levels)

    troubles: list[Saying] = []

    def trouble(words: Saying) -> None:
        troubles.append(words)
        raise OSError("nobody listens")

    short = Shortage(monkeypatch, "lights")
    lamps = Lamps(("1", "2"))
    lights = Lights(lamps, trouble)
    glows = itertools.cycle(("on", "off"))
    until(lambda: work.done > 1, lambda: lights.show({"1": next(glows)}))
    assert lights.close()
    assert troubles
    assert short.failed >= NEEDED


def test_rulings_are_announced_on(monkeypatch: pytest.MonkeyPatch) -> None:
    work = Work()

    class Chatty:
        cues = Cues()

        def snapshot(self, role: Any) -> dict[str, Any]:
            work()
            return {"rulings": []}

    announcer_of = Chatty()
    short = Shortage(monkeypatch, "announcer")
    announcer = Announcer(announcer_of, lambda key, _: key, None, None)
    until(lambda: work.done > 2, announcer.changed)
    announcer.close()
    assert short.failed >= NEEDED


def test_the_scale_is_read_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Reading may fail in any way; so may the table it reports to."""
    game, work = load_room("bowl"), Work()
    box = game.load_box(None)
    seats = [Seat("Anna", box.colours[0]), Seat("Ben", box.colours[1])]
    with Journal.open(tmp_path / "bowl.sqlite") as journal:
        table = Table.begin(journal, game, box, seats, game.house_rules())

        class Silent:
            def read(self) -> None: ...

            def close(self) -> None: ...

        seen: list[object] = []
        watch = ScaleWatch(table, scale(), Instruments(Silent(), None, time.monotonic), None)
        table.on_gauge(lambda _: seen.append(work()))
        short = Shortage(monkeypatch, "scale")
        watch.start()
        until(lambda: work.done > 1)
        watch.stop()
    assert short.failed >= NEEDED


class Blinking:
    """An eye that sees nothing and complains of nothing."""

    complaints: tuple[str, ...] = ()
    outlook = None

    def step(self) -> None:
        time.sleep(0.01)

    def look_again(self) -> None: ...


def test_the_eye_is_watched_on(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[tuple[str, tuple[Saying, ...]]] = []

    class Listening:
        def submit(self, observation: Any) -> None: ...

        def seeing(self, state: str, complaints: tuple[Saying, ...] = ()) -> None:
            said.append((state, complaints))

    watch = EyeProcess(Listening(), Blinking)  # type: ignore[arg-type]
    short = Shortage(monkeypatch, "watch")
    watch.start()
    until(lambda: ("watching", ()) in said)
    watch.stop()
    trouble = Saying("eye.not_started", {"why": "Too many open files."})
    assert ("paused", (trouble,)) in said
    assert {"socketpair", "os.pipe", "fork"} <= short.failed


def test_the_rehearsal_goes_on(monkeypatch: pytest.MonkeyPatch, evening: Evening) -> None:
    work = Work()

    class Idle:
        urgent = False

        def on_stage(self) -> None: ...

        def is_behind(self) -> bool:
            work()
            return False

        def next_move(self) -> None: ...

        def linger(self, frames: int) -> Iterator[object]:
            return iter(())

    evening.begin()
    short = Shortage(monkeypatch, "rehearsal")
    live = Live(evening.table, Idle(), speed=100.0)  # type: ignore[arg-type]
    live.start()
    until(lambda: work.done > 1)
    live.stop()
    assert short.failed >= NEEDED


def test_the_voice_speaks_on(monkeypatch: pytest.MonkeyPatch) -> None:
    work = Work()
    short = Shortage(monkeypatch, "voice")
    voice = EspeakVoice(run=work, program="espeak-ng")
    until(lambda: work.done > 1, lambda: voice.say("Ruling."))
    voice.close()
    assert short.failed >= NEEDED


def test_the_camera_is_read_on_and_its_failure_reported_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import numpy as np

    from hardware.errors import CameraGone
    from hardware.ports import Frame

    work, gone = Work(), []

    class Shaky:
        def read(self) -> Frame:
            number = work()
            return Frame(number, 0.0, np.full((8, 8, 3), number % 250, np.uint8))

        def close(self) -> None: ...

    short = Shortage(monkeypatch, "camera")
    camera = PromptCamera(Shaky(), "the camera")
    while work.done < 3:
        try:
            camera.read()
        except CameraGone as wrong:
            gone.append(str(wrong))
    assert camera.read() is not None
    camera.close()
    assert any("Too many open files" in words for words in gone)
    assert short.failed >= NEEDED
