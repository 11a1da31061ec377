"""What the owner may set on the page: each field, what it may hold, and when it counts."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from companion.config.settings import (
    LEAST_PERCENT,
    MOST_PERCENT,
    PAPERS,
    BadSetting,
    Settings,
    read_settings,
)
from companion.core.play_mode import MANNERS
from companion.words import LANGUAGES

from .errors import HouseError
from .names import BadName, tidy

NOW, NEXT_GAME, RESTART = "now", "next_game", "restart"
TEXT, NUMBER, SWITCH, CHOICE, NAMES = "text", "number", "switch", "choice", "names"
LONGEST = 200
MOST_NAMES = 8
MOST_FOCUS_CM = 500.0
FILMS = (".avi", ".mkv", ".mov", ".mp4", ".webm")
PICTURES = (".bmp", ".jpeg", ".jpg", ".png", ".webp")
MOST_LOOKED_AT = 1000
MOST_SSID_BYTES = 32
WIFI_PASSWORD = re.compile(r"[\x20-\x7e]{8,63}|[0-9a-fA-F]{64}")
"""What WPA takes: a phrase, or the key itself."""


class BadField(HouseError):
    """A value a setting cannot have; the page shows the sentence at its field."""


class SettingField(msgspec.Struct, frozen=True):
    """One setting. *applies* is when a change of it counts."""

    name: str
    path: tuple[str, ...]
    kind: str
    applies: str
    choices: tuple[str, ...] = ()


FIELDS = (
    SettingField("name", ("name",), TEXT, NOW),
    SettingField("manner", ("manner",), CHOICE, NOW, MANNERS),
    SettingField("page_language", ("page_language",), CHOICE, NOW, ("", *LANGUAGES)),
    SettingField("language", ("language",), CHOICE, NEXT_GAME, ("", *LANGUAGES)),
    SettingField("sounds", ("sounds",), SWITCH, NEXT_GAME),
    SettingField("lamps", ("lamps",), SWITCH, NEXT_GAME),
    SettingField("camera", ("eye", "camera"), TEXT, NEXT_GAME),
    SettingField("focus_cm", ("eye", "focus_cm"), NUMBER, NEXT_GAME),
    SettingField("lock_light", ("eye", "lock_light"), SWITCH, NEXT_GAME),
    SettingField("paper", ("eye", "paper"), CHOICE, NEXT_GAME, PAPERS),
    SettingField("printed_percent", ("eye", "printed_percent"), NUMBER, NEXT_GAME),
    SettingField("wifi_name", ("wifi", "name"), TEXT, NOW),
    SettingField("wifi_password", ("wifi", "password"), TEXT, NOW),
    SettingField("host", ("web", "host"), TEXT, RESTART),
    SettingField("port", ("web", "port"), NUMBER, RESTART),
    SettingField("hosts", ("web", "hosts"), NAMES, RESTART),
    SettingField("address", ("web", "address"), TEXT, RESTART),
)
BY_NAME: Mapping[str, SettingField] = {field.name: field for field in FIELDS}


def value_of(settings: Settings, field: SettingField) -> Any:
    found: Any = settings
    for part in field.path:
        found = getattr(found, part)
    return list(found) if isinstance(found, tuple) else found


def checked(field: SettingField, value: Any) -> Any:
    """Convert a value for saving; raise BadField with the reason if it is impossible."""
    if field.kind == SWITCH:
        return _switch(value)
    if field.kind == CHOICE:
        return _choice(field, value)
    return _CHECKS[field.name](value)


def _switch(value: Any) -> bool:
    if not isinstance(value, bool):
        raise BadField("setting_switch")
    return value


def _choice(field: SettingField, value: Any) -> str:
    if value not in field.choices:
        raise BadField("setting_choice")
    return str(value)


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST or not value.isprintable():
        raise BadField("setting_text", most=LONGEST)
    return value.strip()


def _name(value: Any) -> str:
    text = _text(value)
    if not text:
        return ""
    try:
        return tidy(text)
    except BadName as bad:
        raise BadField(bad.say.key.removeprefix("house."), **bad.say.values) from bad


def _camera(value: Any) -> str:
    text = _text(value)
    if text in ("none", "pi") or text.isdecimal() or re.fullmatch(r"/dev/[\w/.-]{1,60}", text):
        return text
    if _has_pictures(Path(text)):
        return text
    raise BadField("setting_camera")


def _has_pictures(path: Path) -> bool:
    """Whether this is a film, or a folder with pictures, to try the eye without a camera."""
    try:
        if not path.is_absolute() or not path.is_dir():
            return path.is_absolute() and path.is_file() and path.suffix.lower() in FILMS
        return any(one.suffix.lower() in PICTURES for one in islice(path.iterdir(), MOST_LOOKED_AT))
    except OSError:
        return False


def _focus(value: Any) -> float:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not 0 <= value <= MOST_FOCUS_CM:
        raise BadField("setting_focus", most=int(MOST_FOCUS_CM))
    return float(value)


def _printed(value: Any) -> float:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not LEAST_PERCENT <= value <= MOST_PERCENT:
        raise BadField("setting_printed", least=int(LEAST_PERCENT), most=int(MOST_PERCENT))
    return float(value)


def _wifi_name(value: Any) -> str:
    text = _text(value)
    if len(text.encode()) > MOST_SSID_BYTES:
        raise BadField("setting_wifi_name", most=MOST_SSID_BYTES)
    return text


def _wifi_password(value: Any) -> str:
    """Check a Wi-Fi password: empty for an open network, otherwise of the length WPA needs."""
    text = _text(value)
    if text and not WIFI_PASSWORD.fullmatch(text):
        raise BadField("setting_wifi_password")
    return text


def _host(value: Any) -> str:
    text = _text(value)
    try:
        ipaddress.ip_address(text)
    except ValueError:
        if text != "localhost":
            raise BadField("setting_host") from None
    return text


def _port(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1024 <= value <= 65535:
        raise BadField("setting_port")
    return value


def _hosts(value: Any) -> list[str]:
    if not isinstance(value, list) or len(value) > MOST_NAMES:
        raise BadField("setting_hosts_many", most=MOST_NAMES)
    names = [_text(each) for each in value]
    for name in names:
        _read(BadField("setting_hosts", name=name), web={"hosts": [name]})
    return names


def _address(value: Any) -> str:
    text = _text(value)
    if text:
        _read(BadField("setting_address"), web={"address": text})
    return text


def _read(otherwise: BadField, **data: Any) -> None:
    try:
        read_settings(data)
    except BadSetting as bad:
        raise otherwise from bad


_CHECKS: Mapping[str, Callable[[Any], Any]] = {
    "name": _name,
    "camera": _camera,
    "focus_cm": _focus,
    "printed_percent": _printed,
    "wifi_name": _wifi_name,
    "wifi_password": _wifi_password,
    "host": _host,
    "port": _port,
    "hosts": _hosts,
    "address": _address,
}
