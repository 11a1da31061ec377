"""The shelf: every game ever played here, read once, whatever state it is in."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion.core.game import ROOMS
from companion.house.game_card import card_of
from companion.house.people import standings
from companion.house.replay import Replay
from companion.house.shelf import Shelf
from companion.house.summary import tale_of
from companion.journal import discard

from .played import play


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One finished game of every room."""
    folder = tmp_path_factory.mktemp("library")
    for room in ROOMS:
        play(folder / f"{room}-game-20261117-190000.sqlite", room)
    return folder


def shelf_of(folder: Path) -> Shelf:
    return Shelf(folder, folder / "house" / "shelf.sqlite")


@pytest.mark.parametrize("room", ROOMS)
def test_a_finished_game_is_a_card_with_its_result(library: Path, room: str) -> None:
    card = card_of(library / f"{room}-game-20261117-190000.sqlite")
    assert (card.room, card.over, card.trouble) == (room, True, "")
    assert [person.name for person in card.people] == ["Anna", "Ben"]
    assert card.winners
    assert card.moves > 20


def test_a_game_is_read_once_until_its_files_change(library: Path, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    shutil.copytree(library, folder)
    assert shelf_of(folder).refresh() == len(ROOMS)
    again = shelf_of(folder)
    assert again.refresh() == 0
    assert len(again.cards()) == len(ROOMS)
    play(folder / "wall-game-20261118-190000.sqlite", steps=4)
    assert again.refresh() == 1


def test_an_index_that_is_gone_or_broken_is_made_again(library: Path, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    shutil.copytree(library, folder)
    shelf_of(folder).refresh()
    (folder / "house" / "shelf.sqlite").write_bytes(b"not an index")
    broken = shelf_of(folder)
    assert broken.refresh() == len(ROOMS)
    assert len(broken.cards()) == len(ROOMS)


def test_a_game_deleted_under_the_page_leaves_the_shelf(library: Path, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    shutil.copytree(library, folder)
    shelf = shelf_of(folder)
    shelf.refresh()
    (folder / "dig-game-20261117-190000.sqlite").unlink()
    shelf.refresh()
    assert "dig" not in {card.room for card in shelf.cards()}


def test_a_damaged_game_stays_on_the_shelf_and_says_so(library: Path, tmp_path: Path) -> None:
    file = tmp_path / "wall-game-1.sqlite"
    for part in library.glob("wall-game-*"):
        shutil.copy(part, tmp_path / part.name.replace("20261117-190000", "1"))
    data = bytearray(file.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 400] = bytes(400)
    file.write_bytes(data)
    card = card_of(file)
    assert card.trouble == "damaged"
    assert card.why


def test_what_is_no_journal_is_damaged_and_an_empty_one_is_empty(tmp_path: Path) -> None:
    (tmp_path / "a.sqlite").write_bytes(b"holiday pictures" * 100)
    assert card_of(tmp_path / "a.sqlite").trouble == "damaged"


def test_a_game_that_was_left_is_on_the_shelf_without_a_winner(tmp_path: Path) -> None:
    card = card_of(play(tmp_path / "wall-game-1.sqlite", steps=10))
    assert not card.over
    assert card.winners == ()


def test_a_game_thrown_away_takes_its_files_along(tmp_path: Path) -> None:
    path = play(tmp_path / "sphinx-game-1.sqlite", "sphinx", steps=10)
    discard(path)
    left = {file.name for file in tmp_path.rglob("*") if file.is_file()}
    assert left == set()


@pytest.mark.parametrize("room", ROOMS)
def test_a_replay_walks_from_the_opening_to_the_end(library: Path, room: str) -> None:
    replay = Replay.of(library / f"{room}-game-20261117-190000.sqlite")
    first, last = replay.moments[0], replay.moments[-1]
    assert replay.state(last) == replay.record.timeline.state
    assert len(replay.moments) == 1 + card_of(library / f"{room}-game-20261117-190000.sqlite").moves
    sheets = [replay.sheet(moment) for moment in (first, replay.moments[3], last)]
    assert [len(sheet["rulings"]) for sheet in sheets][:2] == [0, 3]
    assert all(sheet["role"] == "table" and sheet["questions"] == [] for sheet in sheets)


@pytest.mark.parametrize("room", ROOMS)
def test_the_tale_ends_with_the_final_scores(library: Path, room: str) -> None:
    path = library / f"{room}-game-20261117-190000.sqlite"
    tale, card = tale_of(Replay.of(path)), card_of(path)
    assert tale.points[-1].scores == tuple((one.low, one.high) for one in card.people)
    assert len(tale.points) == card.moves + 1
    assert {deeds.seat for deeds in tale.deeds} == {0, 1}


@pytest.mark.parametrize("room", ROOMS)
def test_every_game_in_which_somebody_scored_turned_somewhere(library: Path, room: str) -> None:
    path = library / f"{room}-game-20261117-190000.sqlite"
    tale = tale_of(Replay.of(path))
    scored = any(low for point in tale.points for low, _ in point.scores)
    assert bool(tale.turns) is scored
    assert len(tale.turns) <= 5


def test_a_quiet_game_of_four_says_where_most_was_gained(tmp_path: Path) -> None:
    names = ("Anna", "Ben", "Carla", "David")
    tale = tale_of(Replay.of(play(tmp_path / "wall-game-1.sqlite", names=names)))
    assert tale.turns


def test_people_have_games_wins_and_each_other(tmp_path: Path) -> None:
    play(tmp_path / "wall-game-1.sqlite", names=("Anna", "Ben"), seed=3)
    play(tmp_path / "wall-game-2.sqlite", names=("ANNA", "Carla"), seed=4)
    play(tmp_path / "wall-rehearsal-3.sqlite", names=("Anna", "Ben"), seed=5)
    play(tmp_path / "wall-game-4.sqlite", names=("Anna", "Ben"), seed=5, steps=10)
    cards = [card_of(path) for path in sorted(tmp_path.glob("*.sqlite"))]
    found = {standing.name.casefold(): standing for standing in standings(cards)}
    assert set(found) == {"anna", "ben", "carla"}
    assert found["anna"].total.games == 2
    assert [versus.games for versus in found["anna"].versus] == [1, 1]
    wins = sum(standing.total.wins for standing in found.values())
    assert wins == sum(len(card.winners) for card in cards[:2])
    one, other = found["anna"].versus[0], found[found["anna"].versus[0].other.casefold()].versus[0]
    assert (one.ahead, one.behind) == (other.behind, other.ahead)


def test_a_name_no_card_could_hold_is_no_game(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, tmp_path / "index")
    for name in ("x" * 5000 + ".sqlite", "../x.sqlite", "\0.sqlite", ".sqlite/x", ""):
        assert shelf.path_of(name) is None


def test_pages_can_tell_that_a_left_game_has_become_known(tmp_path: Path) -> None:
    game = tmp_path / "wall-game-20261117-190000.sqlite"
    play(game, steps=4)
    shelf = shelf_of(tmp_path)
    before = shelf.changes
    shelf.refresh()
    known = shelf.changes
    shelf.refresh()
    discard(game)
    shelf.refresh()
    assert before < known < shelf.changes
