"""People renamed and forgotten: the house follows, the journals stay as they were."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion.house import BadName, GamePlan, House, NotNow, PlannedPerson, known_people
from companion.house.people import standings

from .evenings import Tables, house_in
from .played import play


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    play(folder / "wall-game-20261101-200000.sqlite", "wall", ("Anna", "Ben"))
    play(folder / "wall-game-20261102-200000.sqlite", "wall", ("Cleo", "Ben"))
    return folder


@pytest.fixture
def house(tmp_path: Path, games: Path) -> House:
    """A house where Anna and Ben finished a game, and so did Cleo and Ben."""
    shutil.copytree(games, tmp_path, dirs_exist_ok=True)
    house = house_in(tmp_path)
    house.begin(GamePlan("wall", (PlannedPerson("Anna"), PlannedPerson("Ben"))))
    house.leave()
    house.shelf.refresh()
    return house


def names(house: House) -> set[str]:
    return {one.name for one in standings(known_people.cards(house))}


def test_a_new_name_counts_for_earlier_games_and_comes_back_after_a_restart(
    house: House, tmp_path: Path
) -> None:
    before = (tmp_path / "wall-game-20261101-200000.sqlite").read_bytes()
    known_people.rename(house, "anna", " Annabel ")
    assert names(house) == {"Annabel", "Ben", "Cleo"}
    assert [person.name for person in house.place.lasts["wall"].people] == ["Annabel", "Ben"]
    assert "Anna" not in known_people.known_names(house)
    house.stop()
    again = House(tmp_path, Tables())
    again.shelf.refresh()
    assert names(again) == {"Annabel", "Ben", "Cleo"}
    assert (tmp_path / "wall-game-20261101-200000.sqlite").read_bytes() == before
    again.stop()


def test_two_spellings_become_one_person_unless_they_sat_at_one_table(house: House) -> None:
    assert known_people.rename(house, "Cleo", "Anna")
    assert names(house) == {"Anna", "Ben"}
    assert {one.total.games for one in standings(known_people.cards(house))} == {2}
    with pytest.raises(NotNow, match="have_met"):
        known_people.rename(house, "Ben", "ANNA")
    assert names(house) == {"Anna", "Ben"}
    assert not known_people.rename(house, "Anna", "ANNA")
    assert "ANNA" in names(house)


def test_whoever_is_forgotten_is_suggested_no_more_and_counts_no_more(house: House) -> None:
    known_people.forget(house, "Anna")
    assert names(house) == {"Ben", "Cleo"}
    assert "Anna" not in known_people.known_names(house)
    assert "wall" not in house.place.lasts
    mine = next(one for one in standings(known_people.cards(house)) if one.name == "Ben")
    assert [versus.other for versus in mine.versus] == ["Cleo"]
    assert mine.total.games == 2


def test_a_newcomer_may_have_the_name_of_somebody_forgotten(house: House) -> None:
    known_people.forget(house, "Anna")
    house.begin(GamePlan("wall", (PlannedPerson("Anna"), PlannedPerson("Dora"))))
    assert known_people.known_names(house)[:2] == ("Anna", "Dora")
    assert names(house) == {"Ben", "Cleo"}
    house.leave()


@pytest.mark.parametrize("typed", ["", " \u202e ", "x" * 60, "y" * 10_000])
def test_nobody_gets_a_name_nobody_can_read(house: House, typed: str) -> None:
    with pytest.raises(BadName):
        known_people.rename(house, "Anna", typed)
    assert "Anna" in names(house)


def test_who_never_played_here_can_be_neither_renamed_nor_forgotten(house: House) -> None:
    with pytest.raises(NotNow, match="unknown"):
        known_people.rename(house, "Nobody", "Somebody")
    with pytest.raises(NotNow, match="unknown"):
        known_people.forget(house, "Nobody")
