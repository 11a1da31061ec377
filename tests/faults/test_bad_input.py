"""What people get wrong at the command line: one sentence each, and nothing is lost."""

from __future__ import annotations

import socket
import sqlite3
from pathlib import Path

import pytest

from companion.cli import main
from companion.core.game import load_room
from companion.core.seats import Seat
from companion.journal import Journal
from companion.table import Table


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run a command that must fail, and return the one sentence it says."""
    assert main(words) == 1
    said = capsys.readouterr().err.strip()
    assert "\n" not in said
    assert "Traceback" not in said
    return said


def test_an_unknown_room_is_refused_by_naming_the_known_ones(capsys):
    assert "no room called “chess”. The rooms are wall" in refused(capsys, "rules", "chess")


def test_an_unknown_house_rule_is_refused_by_naming_the_nearest(capsys):
    said = refused(capsys, "rehearse", "wall", "--house-rule", "curse_timr=30")
    assert "no house rule called “curse_timr”. Did you mean curse_timer?" in said


def test_a_house_rule_set_to_nonsense_is_told_its_choices(capsys):
    said = refused(capsys, "rehearse", "wall", "--house-rule", "pair_order=sideways")
    assert "pair_order can't be sideways" in said
    assert "researcher_first | scarab_first" in said


@pytest.mark.parametrize("players", [1, 5])
def test_one_or_five_players_are_not_a_game(capsys, players):
    said = refused(capsys, "rehearse", "wall", "--players", str(players))
    assert f"{players} player" in said
    assert "takes 2 to 4" in said


def test_two_players_of_one_name_cannot_be_told_apart(capsys):
    said = refused(capsys, "rehearse", "wall", "--seat", "Anna", "--seat", "anna")
    assert "Two players have the same name: anna" in said


def test_two_players_of_one_colour_cannot_be_told_apart(capsys):
    said = refused(capsys, "rehearse", "wall", "--seat", "Anna:red", "--seat", "Ben:red")
    assert "Two players have the same colour: red" in said


def test_a_colour_the_box_does_not_have_is_refused(capsys):
    said = refused(capsys, "rehearse", "wall", "--seat", "Anna:red", "--seat", "Ben:mauve")
    assert "no pieces in mauve" in said
    assert "red, blue, green and yellow" in said


def test_a_box_file_that_is_not_toml_is_refused_with_its_line(capsys, tmp_path):
    box = tmp_path / "box.toml"
    box.write_text("[wall\nslots = 7\n")
    said = refused(capsys, "rehearse", "wall", "--box", str(box))
    assert "isn't TOML" in said
    assert "line 1" in said


def test_a_box_file_that_contradicts_itself_is_told_everything_that_is_wrong(capsys, tmp_path):
    own = Path("companion/games/wall/box.toml").read_text()
    wrong = own.replace('cells = [["camel_L", "camel_R"]]', 'cells = [["camel_L"]]')
    wrong = wrong.replace('id = "H01"', 'id = "H00"').replace("slots = 7", "slots = 0")
    box = tmp_path / "box.toml"
    box.write_text(wrong)
    said = refused(capsys, "rehearse", "wall", "--box", str(box))
    assert "wall.slots = 0. It has to be from 1 to 50." in said
    assert "Card “H00” is listed twice." in said
    assert "Card “H00” doesn't show 2 x 1 animals" in said


def test_a_box_file_with_a_misspelt_key_is_refused(capsys, tmp_path):
    own = Path("companion/games/wall/box.toml").read_text()
    box = tmp_path / "box.toml"
    box.write_text(own.replace("capacity = 7", "capasity = 7"))
    said = refused(capsys, "rehearse", "wall", "--box", str(box))
    assert "capa" in said


def test_an_unknown_setting_is_refused_by_naming_the_nearest(capsys, tmp_path):
    settings = tmp_path / "companion.toml"
    settings.write_text("[web]\nprot = 8080\n")
    said = refused(capsys, "rehearse", "wall", "--settings", str(settings))
    assert "In companion.toml I found [web] prot, which I don't know. Did you mean port?" in said


def test_a_port_in_use_is_named_with_another_to_try(capsys, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        journal = tmp_path / "game.sqlite"
        said = refused(capsys, "run", "wall", "--port", str(port), "--journal", str(journal))
    assert f"port {port}" in said
    assert f"--port {port + 1}" in said


def test_a_journal_of_a_newer_version_is_left_alone(capsys, tmp_path):
    path = _begun(tmp_path)
    with sqlite3.connect(path) as database:
        version = database.execute("PRAGMA user_version").fetchone()[0]
        database.execute(f"PRAGMA user_version = {version + 1}")
    database.close()
    before = path.read_bytes()
    assert "newer" in refused(capsys, "replay", str(path)).lower()
    assert "newer" in refused(capsys, "run", "wall", "--journal", str(path)).lower()
    assert path.read_bytes() == before


def test_something_that_is_no_journal_is_left_alone(capsys, tmp_path):
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Howard, the wall is full.")
    assert "letter.txt" in refused(capsys, "replay", str(letter))
    assert letter.read_text() == "Dear Howard, the wall is full."


def test_a_journal_that_is_not_there_is_asked_for(capsys, tmp_path):
    assert "There's no file" in refused(capsys, "replay", str(tmp_path / "nothing.sqlite"))


def test_a_rehearsal_that_stands_still_is_refused(capsys):
    assert "more than 0" in refused(capsys, "rehearse", "wall", "--speed", "0")


def _begun(folder: Path) -> Path:
    game = load_room("wall")
    path = folder / "game.sqlite"
    with Journal.open(path) as journal:
        Table.begin(
            journal,
            game,
            game.load_box(None),
            [Seat("Anna", "red"), Seat("Ben", "blue")],
            game.house_rules(),
        )
    return path
