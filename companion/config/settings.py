"""Settings: companion.toml as frozen records; refusing an unknown key names the nearest."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from companion.core.decode import convert, misfit

from ..core.errors import TableError, nearest, said
from ..core.game import ROOMS
from ..core.play_mode import LIVING_ROOM, UnknownManner, check_manner
from ..core.seats import Seat
from ..util.files import write_whole
from .web import BadSetting, Web, check_web
from .wiring import Wiring, read_wiring

PAPERS = ("a4", "letter")
LEAST_PERCENT, MOST_PERCENT = 85.0, 110.0
"""How far a printer may have missed the true size."""


class UnknownSetting(TableError, KeyError):
    """A key nobody knows."""


class EyeSettings(msgspec.Struct, frozen=True):
    """The camera and how patient the eye is."""

    camera: str = "none"
    taught: str = ""
    settle_seconds: float = 0.4
    width: int = 1280
    height: int = 720
    lock_light: bool = True
    focus_cm: float = 0.0
    corners: tuple[tuple[float, float], ...] = ()
    """The board's corners in the picture, for a board without markers, in pixels."""
    tapped: dict[str, tuple[tuple[float, float], ...]] = {}
    """The corners somebody tapped for the board of a room; none if it has markers."""
    paper: str = PAPERS[0]
    """The paper the markers were printed on: it shows by their numbers."""
    printed_percent: float = 100.0
    """How large the printer made them."""

    def clicked(self, room: str) -> tuple[tuple[float, float], ...] | None:
        """Return the corners of a room's board, since boards differ in place."""
        return self.tapped.get(room, self.corners) or None


class Wifi(msgspec.Struct, frozen=True):
    """The network phones join to reach the table, as the page shows it to people who come."""

    name: str = ""
    password: str = ""


class Settings(msgspec.Struct, frozen=True):
    """Everything an owner may set; what is missing has a sensible default."""

    name: str = ""
    """What the house is called on its pages."""
    language: str = ""
    """What the voice speaks; if empty, what the voice's own part says."""
    page_language: str = ""
    """What the pages are written in; if empty, each browser decides."""
    sounds: bool = True
    lamps: bool = True
    room: str = ROOMS[0]
    manner: str = LIVING_ROOM
    seats: tuple[Seat, ...] = (Seat("Anna", "red"), Seat("Ben", "blue"))
    box: str = ""
    state: str = ""
    house_rules: dict[str, dict[str, Any]] = {}
    web: Web = Web()
    wifi: Wifi = Wifi()
    eye: EyeSettings = EyeSettings()
    weights: str = ""
    wiring: Wiring = Wiring()


PARTS: dict[str, type[msgspec.Struct]] = {"web": Web, "wifi": Wifi, "eye": EyeSettings}


def load_settings(path: Path | None) -> Settings:
    """Read a settings file; without one, the defaults."""
    return Settings() if path is None else read_settings(read_plain(path), path.name)


def read_plain(path: Path) -> dict[str, Any]:
    """Return a settings file as plain data."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadSetting("fault.settings.unreadable", path=path, why=error) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSetting("fault.settings.not_toml", path=path, why=error) from error


def named_in(path: Path | None) -> frozenset[str]:
    """Return what a settings file sets itself instead of leaving it to the defaults."""
    try:
        return frozenset(tomllib.loads(path.read_text("utf-8")) if path else ())
    except (OSError, ValueError):
        return frozenset()


def read_settings(data: dict[str, Any], where: str = "companion.toml") -> Settings:
    """Make settings of plain data."""
    _check_names(data, Settings, where, "")
    for part, kind in PARTS.items():
        if isinstance(data.get(part), dict):
            _check_names(data[part], kind, where, f"[{part}] ")
    wiring = data.get("wiring", {})
    if not isinstance(wiring, dict):
        raise BadSetting("fault.settings.wiring_table", where=where)
    plain = {name: value for name, value in data.items() if name != "wiring"}
    try:
        settings = convert(plain, Settings)
    except msgspec.ValidationError as error:
        raise BadSetting("fault.settings.misshapen", where=where, why=misfit(error)) from error
    for corners in (settings.eye.corners, *settings.eye.tapped.values()):
        if len(corners) not in (0, 4):
            raise BadSetting("fault.settings.corners", where=where, corners=len(corners))
    _check_print(settings.eye, where)
    try:
        check_manner(settings.manner)
    except UnknownManner as error:
        raise BadSetting("fault.settings.wrong", where=where, why=error) from error
    try:
        check_web(settings.web)
    except BadSetting as error:
        raise BadSetting("fault.settings.wrong_web", where=where, why=error) from error
    return msgspec.structs.replace(settings, wiring=read_wiring(wiring, where))


def _check_print(eye: EyeSettings, where: str) -> None:
    if eye.paper not in PAPERS:
        hint = nearest(eye.paper, PAPERS)
        raise BadSetting("fault.settings.paper", where=where, paper=eye.paper, hint=hint)
    if not LEAST_PERCENT <= eye.printed_percent <= MOST_PERCENT:
        percent = eye.printed_percent
        raise BadSetting(
            "fault.settings.percent",
            where=where,
            percent=percent,
            least=LEAST_PERCENT,
            most=MOST_PERCENT,
        )


def _check_names(data: dict[str, Any], kind: type[msgspec.Struct], where: str, part: str) -> None:
    known = [field.name for field in msgspec.structs.fields(kind)]
    for name in data:
        if name not in known:
            raise UnknownSetting(
                "fault.settings.unknown",
                where=where,
                part=part,
                name=name,
                hint=nearest(name, known),
            )


KEPT = "companion.toml.good"
"""The settings the table last ran with, kept beside its journals."""


def keep_settings(path: Path, folder: Path) -> None:
    """Remember settings that work, for the day when they cannot be read any more."""
    with suppress(OSError):
        write_whole(folder / KEPT, path.read_bytes(), 0o640)


def salvaged_settings(path: Path | None, folder: Path) -> Settings:
    """Salvage settings that are wrong: keep the address, and what worked before."""
    try:
        kept = load_settings(folder / KEPT)
    except TableError:
        kept = Settings()
    return msgspec.structs.replace(kept, web=_web_of(path) or kept.web)


def _web_of(path: Path | None) -> Web | None:
    """Return where to serve the page, if a wrong file still says that clearly."""
    try:
        data = tomllib.loads(path.read_text("utf-8")) if path else {}
        return read_settings({"web": data["web"]}).web
    except (OSError, ValueError, KeyError, TableError):
        return None


INSTALLED = Path("/etc/pharaohs-table/companion.toml")
"""Where the settings of an installed table lie."""


def chosen_settings(named: Path | None) -> Path | None:
    """Return the file somebody named, or that of the table installed here, or none."""
    return named or (INSTALLED if INSTALLED.exists() else None)


def who_may_write(folder: Path) -> dict[str, Any]:
    """Say what somebody can do who may not write to a folder."""
    there = next(each for each in (folder, *folder.parents) if each.exists())
    try:
        owner = there.owner()
    except KeyError:
        owner = ""
    if owner in ("", "root") or there.stat().st_uid == os.geteuid():
        return said("fault.settings.state")
    return said("fault.settings.owner", owner=owner)


def state_folder(settings: Settings) -> Path:
    """Return where journals are kept: as set, as systemd says, or in the home folder."""
    if settings.state:
        return Path(settings.state)
    if "STATE_DIRECTORY" in os.environ:
        return Path(os.environ["STATE_DIRECTORY"].partition(":")[0])
    base = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(base) / "pharaohs-table"


HOTSPOT = Path("/etc/pharaohs-table/hotspot")
"""Written by script/install --hotspot; NetworkManager's own file is for root alone."""


def wifi_of(settings: Settings, is_up: Callable[[], bool], file: Path = HOTSPOT) -> Wifi | None:
    """Return the network a phone has to join first; None if nobody said or no hotspot is open."""
    if settings.wifi.name:
        return settings.wifi
    return hotspot(file) if is_up() else None


def hotspot(file: Path = HOTSPOT) -> Wifi | None:
    """Return the hotspot's name and password, if we may read them."""
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, ValueError):
        return None
    found = dict(line.partition("=")[::2] for line in lines if "=" in line)
    return Wifi(found["ssid"], found.get("password", "")) if found.get("ssid") else None
