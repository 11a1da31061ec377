"""What is played: the journal is the truth, and whatever contradicts it is reported."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion import app
from companion.cli import parser
from companion.cli.evenings import AnotherGame, evening_of
from companion.cli.run import _safe_evening, _whose
from companion.config.settings import (
    BadSetting,
    Settings,
    keep_settings,
    load_settings,
    read_settings,
)
from companion.core.errors import BadSeats
from companion.core.game import ROOMS, load_room
from companion.core.seats import Seat
from companion.journal import Journal
from companion.table import Table
from companion.words import load
from tests.saying import refuses

FOUR = ("Maya", "Noor", "Otto", "Pia")


def arguments(*words: str) -> argparse.Namespace:
    return parser().parse_args(["run", *words])


def begun(path: Path, room: str = "wall", names: Sequence[str] = FOUR, **rules: object) -> Path:
    """A journal that holds a game of these people."""
    game = load_room(room)
    box = game.load_box(None)
    worn = getattr(box, "pawns", None) if room == "sphinx" else box.colours
    seats = [Seat(name, colour) for name, colour in zip(names, worn or (), strict=False)]
    with Journal.open(path) as journal:
        Table.begin(journal, game, box, seats, game.house_rules(**rules))
    return path


def settings_file(folder: Path, text: str) -> Path:
    path = folder / "companion.toml"
    path.write_text(text)
    return path


@pytest.mark.parametrize("room", ROOMS)
def test_a_game_goes_on_from_its_journal_alone(tmp_path: Path, room: str) -> None:
    names = FOUR[:2] if room == "kheops" else FOUR
    journal = begun(tmp_path / "x.sqlite", room, names)
    evening = evening_of(arguments("--journal", str(journal)), Settings(), "game")
    assert evening.game.name == room
    assert tuple(seat.name for seat in evening.seats) == names
    assert not evening.notices


def test_a_game_of_four_is_resumed_as_the_terminal_advises(tmp_path: Path) -> None:
    journal = begun(tmp_path / "x.sqlite")
    words = arguments("wall", "--journal", str(journal), "--port", "0")
    running = app.run(evening_of(words, Settings(), "game"), "none", None)
    try:
        seats = running.table.state.seats
        assert [_whose(role, seats) for role in running.tokens.values()] == [
            *(f"{name}:" for name in FOUR),
            "Referee:",
        ]
    finally:
        running.stop()


def test_links_and_manner_outlive_a_restart(tmp_path: Path) -> None:
    journal, links = begun(tmp_path / "x.sqlite"), []
    for more in (["--manner", "event"], []):
        words = arguments("--journal", str(journal), "--port", "0", *more)
        running = app.run(evening_of(words, Settings(), "game"), "none", None)
        try:
            assert running.table.manner == "event"
            links.append(running.tokens)
        finally:
            running.stop()
    assert links[0] == links[1]


@pytest.mark.parametrize("text", ['manner = "seats"', 'manner = "living room"', ""])
def test_the_settings_name_the_manner(tmp_path: Path, text: str) -> None:
    file = settings_file(tmp_path, text)
    words = arguments("--settings", str(file), "--journal", str(tmp_path / "new.sqlite"))
    evening = evening_of(words, load_settings(file), "game")
    assert evening.manner == ("seats" if "seats" in text else "living room")


def test_a_manner_nobody_knows_is_refused_with_those_there_are(tmp_path: Path) -> None:
    file = settings_file(tmp_path, 'manner = "party"')
    with refuses(BadSetting, match='"living room", "seats", "event"'):
        load_settings(file)


def test_links_carry_the_names_of_the_journal_not_of_the_settings(tmp_path: Path) -> None:
    journal = begun(tmp_path / "x.sqlite")
    file = settings_file(tmp_path, 'seats = [{name="Xaver", colour="red"}]')
    words = arguments("--journal", str(journal), "--settings", str(file), "--port", "0")
    evening = evening_of(words, load_settings(file), "game")
    assert tuple(seat.name for seat in evening.seats) == FOUR
    assert "seats" in load().say(evening.notices["another game"])


@pytest.mark.parametrize(
    ("wish", "named"),
    [
        (["kheops"], "'kheops'"),
        (["--players", "3"], "--players 3"),
        (["--seat", "Xaver"], "--seat"),
        (["--house-rule", "curse_of_the_pharaoh=true"], "--house-rule curse_of_the_pharaoh=true"),
    ],
)
def test_a_command_line_that_asks_for_another_game_is_refused(
    tmp_path: Path, wish: list[str], named: str
) -> None:
    journal = begun(tmp_path / "x.sqlite")
    with refuses(AnotherGame, match="holds a game of wall with Maya, Noor") as refused:
        evening_of(arguments(*wish, "--journal", str(journal)), Settings(), "game")
    assert named in str(refused.value)


def test_a_command_line_that_names_the_same_game_goes_on(tmp_path: Path) -> None:
    journal = begun(tmp_path / "x.sqlite", curse_of_the_pharaoh=True)
    wishes = ["wall", "--players", "4", "--house-rule", "curse_of_the_pharaoh=true"]
    people = [word for name in FOUR for word in ("--seat", name)]
    evening = evening_of(arguments(*wishes, *people, "--journal", str(journal)), Settings(), "game")
    assert evening.rules.curse_of_the_pharaoh
    assert not evening.notices


def test_settings_that_ask_for_another_room_are_mentioned_and_the_game_goes_on(
    tmp_path: Path,
) -> None:
    journal = begun(tmp_path / "x.sqlite", "kheops", FOUR[:2])
    file = settings_file(tmp_path, 'room = "wall"')
    words = arguments("--journal", str(journal), "--settings", str(file))
    evening = evening_of(words, load_settings(file), "game")
    assert evening.game.name == "kheops"
    said = load().say(evening.notices["another game"])
    assert "carries on as it began" in said
    assert "room" in said


@pytest.mark.parametrize(
    "text", ['room = "chess"', "seats = [", 'seats = [{name="A", colour="mauve"}]', "prot = 1"]
)
def test_safe_mode_goes_on_with_the_journal_whatever_the_settings_say(
    tmp_path: Path, text: str
) -> None:
    journal = begun(tmp_path / "x.sqlite")
    file = settings_file(tmp_path, text)
    words = arguments("--safe", "--journal", str(journal), "--settings", str(file))
    evening = _safe_evening(words)
    assert tuple(seat.name for seat in evening.seats) == FOUR
    assert "safe" in evening.notices


def test_safe_mode_opens_a_new_game_although_the_settings_are_broken(tmp_path: Path) -> None:
    file = settings_file(tmp_path, 'room = "chess"\nseats = "nobody"')
    words = arguments("--safe", "--journal", str(tmp_path / "x.sqlite"), "--settings", str(file))
    evening = _safe_evening(words)
    assert evening.game.name == "wall"
    assert "settings" in evening.notices


def test_safe_mode_keeps_the_owners_address(tmp_path: Path) -> None:
    """From the broken file where it is clear, otherwise from the settings that last worked."""
    file = settings_file(tmp_path, '[web]\nhost = "127.0.0.3"\nport = 8099\n')
    keep_settings(file, tmp_path)
    journal = str(tmp_path / "x.sqlite")
    words = arguments("--safe", "--journal", journal, "--settings", str(file))
    file.write_text('room = "chess"\n[web]\nhost = "127.0.0.2"\n')
    assert _safe_evening(words).host == "127.0.0.2"
    file.write_text("[web\n")
    assert (_safe_evening(words).host, _safe_evening(words).port) == ("127.0.0.3", 8099)


@pytest.mark.parametrize(("room", "count"), [("kheops", 3), ("wall", 5), ("sphinx", 5)])
def test_too_many_people_without_colours_get_the_sentence(room: str, count: int) -> None:
    people = [word for n in range(count) for word in ("--seat", f"Person {n}")]
    with refuses(BadSeats, match=f"{count} players are not the right number"):
        evening_of(arguments(room, *people), Settings(), "game")


@pytest.mark.parametrize("web", [{"port": 99999}, {"port": -1}, {"host": ""}, {"host": " "}])
def test_an_address_that_cannot_be_is_refused_in_the_settings(web: dict[str, object]) -> None:
    with refuses(BadSetting, match=r"companion.toml, \[web\]: .*(port|host)"):
        read_settings({"web": web})


@pytest.mark.parametrize("words", [("--port", "99999"), ("--host", "")])
def test_an_address_that_cannot_be_is_refused_on_the_command_line(words: tuple[str, str]) -> None:
    with refuses(BadSetting, match=r"(port|host)"):
        evening_of(arguments("wall", *words), Settings(), "game")
