"""The settings of a house: companion.toml, overridden by what the owner changed on the page.

An installed settings file cannot be written by the service. What the page changes is then kept in
a file of the house's own, and wins. The copy before the last change is kept beside it."""

from __future__ import annotations

import os
import threading
import tomllib
from collections.abc import Iterable, Mapping
from functools import reduce
from pathlib import Path
from typing import Any

import msgspec

from companion.config.settings import Settings, read_plain, read_settings
from companion.core.errors import TableError, why
from companion.core.verdict import Saying
from companion.util.files import write_whole
from companion.util.toml_edit import CannotEdit, edited

from .errors import NotNow
from .fields import BY_NAME, FIELDS, BadField, SettingField, checked, value_of

OWN = "settings.toml"
"""File for what the page changed, if the settings file can't be written."""
GOOD = ".good"
HEAD = "# Set on the page of the house; wins over companion.toml.\n"


class Preferences:
    """What is set now, and how it is changed."""

    def __init__(self, named: Path | None, own: Path, settings: Settings | None = None) -> None:
        """*settings* replaces what is in the files, if they are not to be read."""
        self._named, self._own = named, own
        self._lock = threading.Lock()
        self.fixed: frozenset[str] = frozenset()
        """Fields the command line decides: changing them here would do nothing."""
        self._served: dict[str, Any] = {}
        self.trouble: Saying | None = None
        """Why the page's own settings are ignored."""
        self._base: dict[str, Any] = {}
        self.settings = settings or Settings()

    @classmethod
    def read(cls, named: Path | None, own: Path, fixed: Iterable[str] = ()) -> Preferences:
        """Read both files; raise if the settings file is wrong, ignore the page's own if it is."""
        found = cls(named, own)
        found._base = read_plain(named) if named else {}
        found.settings = read_settings(found._base, named.name if named else OWN)
        found.fixed = frozenset(fixed)
        for file in (own, good(own)):
            if not file.exists():
                continue
            try:
                found.settings = read_settings(merged(found._base, read_plain(file)), file.name)
                return found
            except TableError as wrong:
                found.trouble = Saying("house.settings_ignored", {"why": why(wrong)})
        return found

    @property
    def file(self) -> Path:
        """The file a change is written to."""
        named = self._named
        writable = named and os.access(named, os.W_OK) and os.access(named.parent, os.W_OK)
        return named if named and writable and not self._own.exists() else self._own

    def serve(self, host: str, port: int) -> None:
        """Note where the page is served; what differs from the settings is the command line's."""
        self._served = {"host": host, "port": port}
        set_to = self.values()
        self.fixed |= {name for name, now in self._served.items() if now != set_to[name]}

    def values(self) -> dict[str, Any]:
        """Return every field as it is set, and as it is where the command line decides."""
        values = {field.name: value_of(self.settings, field) for field in FIELDS}
        return values | {name: now for name, now in self._served.items() if name in self.fixed}

    def change(self, wanted: Mapping[str, Any]) -> frozenset[str]:
        """Set some fields, all or none; return when the changes apply."""
        asked = {_field(name): value for name, value in wanted.items()}
        values = {field: checked(field, value) for field, value in asked.items()}
        with self._lock:
            news = {f: v for f, v in values.items() if v != value_of(self.settings, f)}
            if news:
                self._write(reduce(merged, (_nested(*one) for one in news.items())))
        return frozenset(field.applies for field in news)

    def place(self, room: str, corners: Iterable[tuple[float, float]]) -> None:
        """Keep where the corners of a room's board are, in pixels; none for one with markers."""
        with self._lock:
            pixels = [[round(x), round(y)] for x, y in corners]
            known = {of: [list(at) for at in four] for of, four in self._tapped.items()}
            self._write({"eye": {"tapped": {**known, room: pixels}}})

    def wire(self, parts: Iterable[Mapping[str, Any]]) -> None:
        """Keep which parts are wired, all of them at once."""
        with self._lock:
            self._write({"wiring": {"parts": [dict(part) for part in parts]}})

    @property
    def _tapped(self) -> Mapping[str, Iterable[tuple[float, float]]]:
        return self.settings.eye.tapped

    def _write(self, changes: Mapping[str, Any]) -> None:
        file = self.file
        before = file.read_text("utf-8") if file.exists() else HEAD
        try:
            wanted = merged(tomllib.loads(before), changes)
            after = edited(before, wanted)
            settings = self._settings_with(wanted, file)
            if file.exists():
                write_whole(good(file), before.encode(), 0o640)
            write_whole(file, after.encode(), _mode(file))
        except (CannotEdit, tomllib.TOMLDecodeError, TableError) as wrong:
            raise NotNow("settings_not_changed", why=why(wrong)) from wrong
        except OSError as wrong:
            raise NotNow("cannot_save", why=why(wrong)) from wrong
        self.settings, self.trouble = settings, None

    def _settings_with(self, data: dict[str, Any], file: Path) -> Settings:
        """Compute the settings with *data* in *file*; other sources stay."""
        if file == self._named:
            return self._kept(read_settings(data, file.name))
        return self._kept(read_settings(merged(self._base, data), file.name))

    def _kept(self, read: Settings) -> Settings:
        """Keep the folder of games, which may come from the command line."""
        return msgspec.structs.replace(read, state=self.settings.state)


def good(file: Path) -> Path:
    """Return the copy before the last change."""
    return file.with_name(file.name + GOOD)


def merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Merge settings, table by table."""
    result = dict(base)
    for name, value in over.items():
        known = result.get(name)
        both = isinstance(known, dict) and isinstance(value, dict)
        result[name] = merged(known, value) if both else value  # type: ignore[arg-type]
    return result


def _nested(field: SettingField, value: Any) -> dict[str, Any]:
    """Return a field as the file has it: its value, in its table."""
    *tables, name = field.path
    found = {name: list(value) if isinstance(value, tuple) else value}
    for table in reversed(tables):
        found = {table: found}
    return found


def _field(name: str) -> SettingField:
    if name not in BY_NAME:
        raise BadField("setting_unknown", name=name[:40])
    return BY_NAME[name]


def _mode(file: Path) -> int:
    return file.stat().st_mode & 0o777 if file.exists() else 0o640
