"""Settings of the house: checked, written whole, with comments and the last good copy kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.app.house_app import wired
from companion.config.settings import load_settings, read_settings
from companion.house.errors import NotNow
from companion.house.fields import BY_NAME, BadField, checked
from companion.house.preferences import Preferences, good
from tests.saying import refuses

TOML = """\
# The table in the kitchen.
room = "wall"   # the box we own

[web]
# Everybody may look.
host = "0.0.0.0"
port = 8080  # free here

[wiring]
parts = [
  { part = "lamp", name = "1", pin = 17 },
  { part = "speech", language = "en" },
]
"""


def preferences(folder: Path, text: str | None = TOML) -> Preferences:
    named = folder / "companion.toml"
    if text is not None:
        named.write_text(text)
    return Preferences.read(named if text is not None else None, folder / "house" / "settings.toml")


def test_a_change_keeps_every_comment_and_every_other_line(tmp_path: Path) -> None:
    kept = preferences(tmp_path)
    applies = kept.change({"port": 9000, "name": "Kitchen", "camera": "pi"})
    assert applies == {"now", "next_game", "restart"}
    text = (tmp_path / "companion.toml").read_text()
    assert "# The table in the kitchen." in text
    assert "port = 9000  # free here" in text
    assert 'room = "wall"   # the box we own' in text
    again = load_settings(tmp_path / "companion.toml")
    assert (again.web.port, again.name, again.eye.camera) == (9000, "Kitchen", "pi")
    assert again.wiring.parts == kept.settings.wiring.parts
    assert good(tmp_path / "companion.toml").read_text() == TOML


def test_the_port_that_is_served_is_shown_and_fixed_where_the_command_line_chose_it(
    tmp_path: Path,
) -> None:
    kept = preferences(tmp_path)
    kept.serve("0.0.0.0", 8500)
    assert (kept.values()["port"], kept.fixed) == (8500, frozenset({"port"}))
    as_set = preferences(tmp_path)
    as_set.serve("0.0.0.0", 8080)
    as_set.change({"port": 9000})
    assert (as_set.values()["port"], as_set.fixed) == (9000, frozenset())


def test_where_the_installed_file_may_not_be_written_the_house_keeps_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = preferences(tmp_path)
    monkeypatch.setattr("os.access", lambda path, mode: False)
    kept.change({"port": 9000})
    assert (tmp_path / "companion.toml").read_text() == TOML
    again = preferences(tmp_path, TOML)
    assert again.settings.web.port == 9000
    assert again.settings.web.host == "0.0.0.0"
    assert again.settings.wiring.one("lamp") is not None


def test_what_was_set_on_the_page_and_was_damaged_falls_back_to_the_copy_before(
    tmp_path: Path,
) -> None:
    kept = preferences(tmp_path, None)
    kept.change({"name": "Kitchen"})
    kept.change({"name": "Attic"})
    (tmp_path / "house" / "settings.toml").write_text("name = ")
    again = preferences(tmp_path, None)
    assert again.settings.name == "Kitchen"
    assert again.trouble is not None
    good(tmp_path / "house" / "settings.toml").write_text("")
    (tmp_path / "house" / "settings.toml").write_text('nme = "x"')
    assert preferences(tmp_path, None).settings.name == ""


def test_one_wrong_field_changes_nothing(tmp_path: Path) -> None:
    kept = preferences(tmp_path)
    with pytest.raises(BadField):
        kept.change({"name": "Kitchen", "port": 80})
    assert (tmp_path / "companion.toml").read_text() == TOML
    assert kept.settings.name == ""


def test_a_card_that_takes_nothing_is_said_and_nothing_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    kept = preferences(tmp_path)
    monkeypatch.setattr("companion.house.preferences.write_whole", full)
    with refuses(NotNow, match="No space left"):
        kept.change({"name": "Kitchen"})
    assert kept.settings.name == ""


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("port", 80), ("port", "8080"), ("port", True), ("port", 70000), ("port", None),
        ("host", ""), ("host", "kitchen"), ("host", "0.0.0.0\n"),
        ("camera", "../../etc/passwd"), ("camera", 7),
        ("hosts", ["http://a.b"]), ("hosts", "a.b"), ("hosts", ["a.b"] * 9),
        ("address", "table.example.org"), ("focus_cm", -1), ("focus_cm", float("nan")),
        ("manner", "party"), ("language", "xx"), ("sounds", "yes"),
        ("name", "x" * 300), ("name", "a\x00b"), ("name", "\u202e"),
    ],
)  # fmt: skip
def test_what_a_field_cannot_be_is_refused(name: str, value: Any) -> None:
    with pytest.raises(BadField):
        checked(BY_NAME[name], value)


@pytest.mark.parametrize(
    "text", ['"web" = { port = 1 }\n', "web.port = 1\n", "[web]\nport = 1 # here\n"]
)
def test_a_file_of_any_shape_takes_a_change(tmp_path: Path, text: str) -> None:
    kept = preferences(tmp_path, text)
    kept.change({"port": 9000})
    assert load_settings(tmp_path / "companion.toml").web.port == 9000


def test_sounds_and_lamps_that_are_off_are_not_opened_and_the_voice_speaks_as_set() -> None:
    parts = [{"part": "lamp", "name": "1", "pin": 17}, {"part": "speech"}]
    base = {"wiring": {"parts": parts}}
    assert wired(read_settings({**base, "language": "de"})).language == "de"
    assert {part.part for part in wired(read_settings({**base, "sounds": False})).parts} == {"lamp"}
    assert {part.part for part in wired(read_settings({**base, "lamps": False})).parts} == {
        "speech"
    }
