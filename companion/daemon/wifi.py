"""The Wi-Fi by which phones reach the table: as the owner wrote it, or the table's own hotspot."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.settings import Settings, Wifi

HOTSPOT = Path("/etc/pharaohs-table/hotspot")
"""Written by script/install --hotspot; NetworkManager's own file is for root alone."""


def wifi_of(settings: Settings, is_up: Callable[[], bool], file: Path = HOTSPOT) -> Wifi | None:
    """What a phone has to join first; None where nobody said, or where no hotspot is open now."""
    if settings.wifi.name:
        return settings.wifi
    return hotspot(file) if is_up() else None


def hotspot(file: Path = HOTSPOT) -> Wifi | None:
    """The name and password that were given to the hotspot, where we may read them."""
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, ValueError):
        return None
    found = dict(line.partition("=")[::2] for line in lines if "=" in line)
    return Wifi(found["ssid"], found.get("password", "")) if found.get("ssid") else None
