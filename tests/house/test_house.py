"""A house: one game at a time, and the same place again whenever the plug was pulled."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from companion.core.roles import TABLE
from companion.house import GamePlan, NoSuchGame, NotNow, PlannedPerson, Rehearsal
from companion.house.known_people import cards_now, known_names, left_game
from companion.journal import Journal
from companion.rooms import room_of
from companion.table import session

from .evenings import ANNA_AND_BEN, Tables, begun, house_in, lay_out, started
from .played import play, step


def test_a_new_house_stands_in_the_lobby(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    assert house.place.kind == "lobby"
    assert house.open is None


def test_a_game_that_is_begun_is_open_and_has_a_journal(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    game = begun(house)
    assert house.place.kind == "table"
    assert (tmp_path / game).is_file()
    assert house.open is not None
    assert [seat.name for seat in house.open.table.state.seats] == ["Anna", "Ben"]


def test_a_second_game_is_refused_while_one_is_open(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    game = begun(house)
    with pytest.raises(NotNow):
        house.begin(ANNA_AND_BEN)
    assert house.place.game == game
    assert len(list(tmp_path.glob("*.sqlite"))) == 1


def test_of_two_phones_that_begin_at_the_same_moment_one_opens_a_game(tmp_path: Path) -> None:
    house, refused = house_in(tmp_path), []

    def tap() -> None:
        try:
            house.begin(ANNA_AND_BEN)
        except NotNow as no:
            refused.append(no)

    phones = [threading.Thread(target=tap) for _ in range(6)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    assert len(refused) == 5
    assert len(list(tmp_path.glob("*.sqlite"))) == 1


def test_after_a_pulled_plug_the_house_is_where_it_was(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    game = begun(house)
    lay_out(house)
    assert house.open is not None
    number = house.open.table.number
    house.stop()  # the diary hears nothing of it
    again = house_in(tmp_path)
    assert again.place.game == game
    assert again.open is not None
    assert again.open.table.number == number
    assert again.place.lasts["wall"].people == (
        PlannedPerson("Anna", "red"),
        PlannedPerson("Ben", "blue"),
    )


def test_a_game_in_which_nothing_was_done_leaves_nothing_behind(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    game = begun(house)
    house.leave()
    assert not (tmp_path / game).exists()
    assert house.place.kind == "lobby"
    assert house.next_plan("wall") is not None


def test_the_game_that_was_left_is_named_until_it_is_over(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    assert left_game(house) is None
    first = started(house)
    house.leave()
    left = left_game(house)
    assert left is not None
    assert left.game == first
    house.resume(first)
    assert house.open is not None
    session.end(house.open.table, TABLE, "bedtime")
    house.leave()
    assert left_game(house) is None


def test_whoever_hears_that_a_game_was_left_finds_it_on_the_shelf(tmp_path: Path) -> None:
    """Nothing on the shelf waits to be read: the lobby shows it first, and never later."""
    house, found = house_in(tmp_path), []
    first = started(house)
    house.on_change(lambda: found.append((left_game(house), house.unread())))
    house.leave()
    [(left, unread)] = found
    assert (left.game if left else None, unread) == (first, {})


def test_a_game_that_was_left_again_is_shown_as_it_was_left_last(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    first = started(house)
    house.leave()
    before = left_game(house)
    house.resume(first)
    assert house.open is not None
    table = house.open.table
    assert step(table, room_of("wall").people(3))
    house.leave()
    after = left_game(house)
    assert before is not None
    assert after is not None
    assert after.moves > before.moves


def test_the_game_on_the_table_is_on_the_shelf_as_it_is_now(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    game = started(house)
    assert [card.game for card in cards_now(house)] == [game]


def test_simulated_people_are_not_the_last_table_and_are_rehearsed_again(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    begun(house)
    house.leave()
    people = (PlannedPerson("Simulated"), PlannedPerson("Other"))
    house.begin(GamePlan("wall", people, rehearsal=Rehearsal()))
    again = house.next_plan()
    assert again is not None
    assert again.people[0].name == "Simulated"
    house.leave()
    assert [person.name for person in house.place.lasts["wall"].people] == ["Anna", "Ben"]


def test_what_if_clears_a_finished_game_from_the_table(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    game = started(house)
    with pytest.raises(NotNow):
        house.what_if(game, 0)
    assert house.open is not None
    session.end(house.open.table, TABLE, "")
    house.what_if(game, 0)
    assert house.place.game != game
    assert house.place.rehearsed


def test_a_game_that_was_left_can_be_continued(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    first = started(house)
    house.leave()
    assert house.place.kind == "lobby"
    house.begin(GamePlan("dig", (PlannedPerson("Carla"), PlannedPerson("David"))))
    house.leave()
    house.resume(first)
    assert house.open is not None
    assert house.open.table.game.name == "wall"
    assert house.place.latest == "dig"


@pytest.mark.parametrize(
    "name", ["nothing.sqlite", "../secret.sqlite", "", ".", "house/diary.sqlite"]
)
def test_what_is_not_on_the_shelf_cannot_be_continued(tmp_path: Path, name: str) -> None:
    house = house_in(tmp_path)
    with pytest.raises(NoSuchGame):
        house.resume(name)
    assert house.place.kind == "lobby"


def test_a_rematch_seats_the_same_people_and_the_next_one_begins(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    begun(house)
    house.rematch()
    assert house.open is not None
    seats = house.open.table.state.seats
    assert [(seat.name, seat.colour) for seat in seats] == [("Ben", "blue"), ("Anna", "red")]
    assert len(list(tmp_path.glob("*.sqlite"))) == 2


def test_kheops_06_in_a_rematch_the_other_one_plays_white(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    house.begin(GamePlan("kheops", (PlannedPerson("Anna"), PlannedPerson("Ben"))))
    house.rematch()
    assert house.open is not None
    seats = house.open.table.state.seats
    assert [(seat.name, seat.colour) for seat in seats] == [("Ben", "white"), ("Anna", "blue")]


def test_names_are_remembered_once_whoever_played_last_first(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    house.begin(ANNA_AND_BEN)
    house.leave()
    house.begin(GamePlan("dig", (PlannedPerson("Carla"), PlannedPerson("ANNA"))))
    house.leave()
    house.begin(
        GamePlan("wall", (PlannedPerson("Zoe"), PlannedPerson("Yan")), rehearsal=Rehearsal())
    )
    house.leave()
    assert known_names(house)[:2] == ("Carla", "ANNA")
    assert [name.casefold() for name in known_names(house)].count("anna") == 1
    assert "Zoe" not in known_names(house)


def test_a_plug_pulled_while_the_box_is_laid_out_comes_back_to_that_step(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    begun(house)
    house.lay(3)
    house.stop()
    again = house_in(tmp_path)
    assert again.place.laying == 3
    again.lay(None)
    assert again.place.laying is None
    again.lay(2)
    again.leave()
    assert again.place.laying is None
    with pytest.raises(NotNow):
        again.lay(1)


def test_without_a_last_game_there_is_no_rematch(tmp_path: Path) -> None:
    with pytest.raises(NotNow):
        house_in(tmp_path).rematch()


def test_a_game_that_cannot_be_opened_leaves_the_lobby_open(tmp_path: Path) -> None:
    tables = Tables(fails=True)
    house = house_in(tmp_path, tables)
    with pytest.raises(OSError, match="no table today"):
        house.begin(ANNA_AND_BEN)
    assert house.place.kind == "lobby"
    tables.fails = False
    begun(house)


def test_a_damaged_game_does_not_keep_the_house_shut(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    game = begun(house)
    house.stop()
    (tmp_path / game).unlink()
    again = house_in(tmp_path)
    assert again.place.kind == "lobby"
    assert again.trouble is not None
    again.begin(ANNA_AND_BEN)
    assert again.trouble is None


def test_the_old_table_is_stopped_when_another_one_opens(tmp_path: Path) -> None:
    tables = Tables()
    house = house_in(tmp_path, tables)
    begun(house)
    house.rematch()
    assert [opened.stopped for opened in tables.opened] == [True, False]


def test_a_game_this_house_cannot_play_is_refused_with_the_reason(tmp_path: Path) -> None:
    newer = play(tmp_path / "wall-game-20261101-200000.sqlite", steps=5)
    with closing(sqlite3.connect(newer)) as journal:
        journal.execute("PRAGMA user_version = 99")
    with Journal.open(tmp_path / "chess-game-20261102-200000.sqlite") as journal:
        journal.append("opened", {"room": "chess", "box": {}, "seats": [], "rules": {}})
    with Journal.open(tmp_path / "odd-game-20261103-200000.sqlite") as journal:
        journal.append("opened", {"room": "wall", "box": 7, "seats": [], "rules": {}})
    before = {path.name: path.read_bytes() for path in tmp_path.glob("*.sqlite")}
    house = house_in(tmp_path)
    for game, why in (("wall", "newer"), ("chess", "unknown"), ("odd", "unopened")):
        with pytest.raises(NoSuchGame) as refused:
            house.resume(next(name for name in before if name.startswith(game)))
        assert refused.value.say.key == f"house.trouble.{why}"
        assert house.open is None
        assert house.place.game is None
    assert before == {name: (tmp_path / name).read_bytes() for name in before}
    house.stop()
