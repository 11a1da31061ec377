"""The composition root: chooses real or simulated, wires the parts, starts and stops them."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..config.settings import EyeSettings
from ..config.wiring import Wiring
from ..rooms import Setting, room_of
from .eyes import FROZEN_SECONDS, SIZE, real_eye, rehearsed_eye
from .game_session import GameSession, Rehearsing, Running, open_table
from .known_pieces import KnownPieces
from .learn_tonight import confirm
from .table_page import serve, started

if TYPE_CHECKING:
    from ..senses.camera_view import CameraView

__all__ = [
    "FROZEN_SECONDS",
    "GameSession",
    "Rehearsing",
    "Running",
    "open_table",
    "rehearse",
    "run",
]


def rehearse(evening: GameSession, how: Rehearsing) -> Running:
    """Start a rehearsed table: a painted stage, a simulated camera, lamps on mock pins."""
    from hardware.simulated.frame_file import FrameFile
    from hardware.simulated.mock_parts import SimulatedLamps

    from ..rehearsal.live import Live
    from ..senses.eye_process import EyeProcess
    from .devices import light

    with contextlib.ExitStack() as stops:
        table, journal = open_table(evening)
        stops.callback(journal.close)
        folder = Path(stops.enter_context(tempfile.TemporaryDirectory(prefix="rehearsal-")))
        screen = FrameFile.create(folder / "frames", SIZE)
        stops.callback(screen.close)
        room = room_of(table.game.name)
        learn = partial(room.taught, table.state.box, SIZE)
        running = serve(evening, table, journal, stops, learn, drawn=True)
        lamps = SimulatedLamps(room.lamps(table.state))
        stops.callback(lamps.close)
        light(table, lamps, stops)
        setting = Setting(table, screen, how.seed, SIZE, how.harshness, how.speed, stops)
        performance = room.performance(setting)
        live = Live(
            table,
            performance,
            speed=how.speed,
            answering=how.answering,
            playing=how.playing,
            by_hand=how.by_hand,
        )
        build = partial(
            rehearsed_eye, folder / "frames", table.game.name, table.state.box, how.speed
        )
        watch = EyeProcess(table, build, table)
        stops.callback(table.on_wanting(watch.look_again))
        _show_live(table, watch, stops)
        _lend(running, watch)
        _let_aim(running, watch)
        stops.callback(confirm(table, watch))
        running.live = live
        started(stops, live.start, live.stop)
        started(stops, watch.start, watch.stop)
        running._stops = stops.pop_all()
    return running


def run(
    evening: GameSession,
    camera: str,
    known: KnownPieces | Path | None,
    wiring: Wiring | None = None,
    weights: Mapping[str, Any] | None = None,
    eye: EyeSettings | None = None,
) -> Running:
    """Start a real table; what is not wired, or cannot be used, people do by hand.

    *known* is what the eye was taught; None is our own printed kit.
    *weights* is what was weighed in, for the bowl's scale.
    """
    from ..house.tutorial import nobody
    from ..senses.eye_process import EyeProcess
    from .devices import attend_wired
    from .health import HealthWatch

    with contextlib.ExitStack() as stops:
        table, journal = open_table(evening)
        stops.callback(journal.close)
        if isinstance(known, KnownPieces):
            learn = known
        else:
            learn = KnownPieces(table.game.name, table.state.box, named=known)
        running = serve(evening, table, journal, stops, learn, eye=eye)
        health_watch = HealthWatch(table, evening.journal.parent)
        started(stops, health_watch.start, health_watch.stop)
        watch = None
        if camera != "none":
            build = partial(
                real_eye, camera, learn, table.game.name, table.state.box, eye or EyeSettings()
            )
            watch = EyeProcess(table, build, table)
            running.relearn = watch.rebuild
            stops.callback(table.on_wanting(watch.look_again))
            _show_live(table, watch, stops)
            _lend(running, watch)
            _let_aim(running, watch)
            stops.callback(confirm(table, watch))
            started(stops, watch.start, watch.stop)
        again = watch.look_again if watch else lambda: None
        learners = evening.home.site.learners if evening.home else nobody
        attend_wired(table, wiring or Wiring(), weights, stops, again, learners)
        running._stops = stops.pop_all()
    return running


def _show_live(table: Any, watch: Any, stops: contextlib.ExitStack) -> None:
    """Let the referee watch through the camera; never where it reads what nobody may see."""
    if room_of(table.game.name).hood is None:
        stops.callback(table.on_watching(watch.live))


def _lend(running: Running, watch: Any) -> None:
    """Let a scan under the hood ask for fresh looks."""
    if running.scanner is not None:
        running.scanner.watch = watch


def _let_aim(running: Running, watch: Any) -> None:
    """Let owner and referee aim the camera; never where it reads what nobody may see."""
    table = running.table

    def aimed() -> CameraView:
        from ..senses.camera_view import CameraView

        if table.game.looking.forgets(table.state):
            return CameraView(trouble="private")
        seen: CameraView = watch.aimed()
        return seen

    if room_of(table.game.name).hood is None:
        running.aimed = aimed
