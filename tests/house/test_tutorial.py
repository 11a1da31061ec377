"""The first game: what is told, to whom, when, and what the house remembers of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.core import tutorial as core
from companion.core.game import ROOMS, load_room
from companion.core.languages import LANGUAGES
from companion.core.roles import TABLE, seat
from companion.core.tutorial import Position, ShownMove, Told, Topic, Tutorial
from companion.house import GamePlan, House, PlannedPerson, known_people
from companion.house.setup_guide import setup_guide_of
from companion.house.tutorial import TutorialFollower, text_of, tutorial_of
from companion.table import Table
from companion.words import Words, clauses_in, load

from .evenings import Tables, house_in
from .played import step

MOST_BEFORE = 60
PLAN = Tutorial(
    (
        Topic("goal", ("A-1",), opening=True),
        Topic("common", ("A-2",), by=1),
        Topic("late", ("A-3",)),
        Topic("full", ("A-4",), shows=(Position("slots.*", least=3),)),
        Topic("asked", ("A-5",)),
    ),
    rare=("A-9",),
)


def shown(turn: int, player: int, *said: str, **more: Any) -> ShownMove:
    return ShownMove(turn, player, frozenset(said), **more)


def told(moves: list[ShownMove], at: int = 0, met: tuple[str, ...] = ()) -> list[list[str]]:
    return [[one.topic for one in each] for each in core.told(PLAN, moves, (at,), met)]


def test_the_opening_comes_before_the_first_move_and_what_is_common_with_the_first_turn() -> None:
    assert told([shown(0, 0), shown(1, 0), shown(2, 1)]) == [["goal"], ["common"], []]
    assert told([shown(0, 0), shown(1, 0), shown(2, 1)], at=1) == [["goal"], [], ["common"]]


def test_a_topic_is_told_once_and_only_to_whom_it_is_new() -> None:
    moves = [shown(0, 0), shown(1, 0, "A-3"), shown(2, 1, "A-3")]
    assert told(moves) == [["goal"], ["common", "late"], []]
    assert told(moves, met=("late", "goal", "common")) == [[], [], []]


def test_a_question_teaches_whoever_is_asked_and_a_position_whoever_is_on_turn() -> None:
    asked = ((1, frozenset({"A-5"})),)
    moves = [shown(0, 0), shown(1, 0), shown(2, 1, asked=asked, shows=frozenset({"full"}))]
    assert told(moves, at=0)[2] == []
    assert set(told(moves, at=1)[2]) == {"common", "full", "asked"}


def test_before_the_first_turn_nothing_but_the_opening_is_told() -> None:
    asked = ((None, frozenset({"A-5"})),)
    assert told([shown(0, 0, "A-3", asked=asked)]) == [["goal"]]


def test_what_can_wait_is_told_in_the_next_turn() -> None:
    plan = Tutorial(tuple(Topic(name, (name,)) for name in "abcd"))
    moves = [shown(1, 0, "a", "b", "c", "d"), shown(2, 1), shown(3, 0)]
    found = [[one.topic for one in each] for each in core.told(plan, moves, (0,))]
    assert found == [["a", "b"], ["c", "d"], []]


def test_a_tip_stays_until_the_next_turn_is_over_and_the_opening_until_the_first() -> None:
    tellings = (Told("goal", 0, True), Told("common", 1), Told("late", 2))
    moves = [shown(0, 0), shown(1, 0), shown(2, 1), shown(3, 0)]
    names = [one.topic for one in core.current(tellings[:2], moves[:2], (0,))]
    assert names == ["common", "goal"]
    assert [one.topic for one in core.current(tellings, moves, (0,))] == ["late"]
    assert [one.topic for one in core.current(tellings, moves[:2], (1,))][-1] == "goal"


def test_what_one_is_told_on_a_page_all_who_look_at_it_have_heard() -> None:
    moves = [shown(0, 0), shown(1, 0), shown(2, 1), shown(3, 0)]
    found = [[one.topic for one in each] for each in core.told(PLAN, moves, (0, 1))]
    assert found == [["goal"], ["common"], [], []]


def test_a_position_is_found_anywhere_in_the_view() -> None:
    view = {"slots": [1, 3], "seats": [{"hand": 2}], "columns": ({"stack": []},)}
    assert Position("slots.*", least=3).holds(view)
    assert not Position("slots.*", least=4).holds(view)
    assert Position("seats.*.hand", equals=2).holds(view)
    assert Position("columns.*.stack", equals=[]).holds(view)
    assert not Position("nowhere.*.stack").holds(view)


@pytest.mark.parametrize("room", ROOMS)
def test_every_clause_of_a_room_has_one_place_in_its_tutorial(room: str) -> None:
    plan, known = tutorial_of(room), set(clauses_in(room, "en"))
    taught = {clause for topic in plan.topics for clause in topic.clauses}
    aside = [clause for those in plan.aside.values() for clause in those]
    assert sorted(known - taught - set(plan.rare) - set(aside)) == []
    assert sorted((taught | set(plan.rare) | set(aside)) - known) == []
    assert sorted(taught & {*plan.rare, *aside}) == []
    assert len({*plan.rare, *aside}) == len(plan.rare) + len(aside)
    assert set(plan.aside) <= {"setup", "table", "examples", "rulings"}
    laid_out = {clause for one in setup_guide_of(room).steps for clause in one.clauses}
    assert laid_out <= {*plan.aside["setup"], *taught}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", ROOMS)
def test_every_topic_has_a_sentence_and_the_opening_is_short(room: str, language: str) -> None:
    words, plan = load(language, strict=True), tutorial_of(room)
    assert set(words.under(f"tutorial.{room}")) == {topic.name for topic in plan.topics}
    assert all(text_of(words, room, clause) for clause in plan.rare)
    game = load_room(room)
    for rules in _variants(game.house_rules, plan):
        opening = [topic for topic in plan.for_rules(rules).topics if topic.opening]
        assert len(opening) == 4, "the goal, and three things to know"
        assert _words(words, room, opening) <= MOST_BEFORE
    assert all(_words(words, room, [topic]) <= 30 for topic in plan.topics)


def _words(words: Words, room: str, topics: list[Topic]) -> int:
    return sum(len(text_of(words, room, topic.name).split()) for topic in topics)


def _variants(house_rules: Any, plan: Tutorial) -> Iterator[Any]:
    """The rules of the book, and each choice the tutorial makes a difference by."""
    yield house_rules()
    for topic in plan.topics:
        for name, values in topic.when.items():
            yield from (house_rules(**{name: value}) for value in values)


# In a house

NEW = PlannedPerson("Mia", new=True)
KNOWS = PlannedPerson("Ben")
FIRST = GamePlan("wall", (NEW, KNOWS))


def opened(house: House, plan: GamePlan = FIRST, steps: int = 0) -> Table:
    house.begin(plan)
    return played(house, steps)


def played(house: House, steps: int) -> Table:
    from companion.rooms import room_of

    assert house.open is not None
    table = house.open.table
    people = room_of(table.game.name).people(3)
    for _ in range(steps):
        assert step(table, people)
    return table


def tips(house: House, role: Any = TABLE, phones: tuple[int, ...] = ()) -> list[str]:
    assert house.open is not None
    table = house.open.table
    follower = TutorialFollower(table.game)
    found = follower.tips(table.timeline, role, house.learners(), lambda n: n in phones)
    return [tip.topic for tip in found]


def test_only_whoever_is_new_is_taught_on_their_phone_or_else_at_the_table(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    opened(house)
    assert house.learners() == {0: frozenset()}
    assert tips(house) == ["goal", "first", "second", "third"]
    assert tips(house, seat(0)) == ["goal", "first", "second", "third"]
    assert tips(house, seat(1)) == []
    assert tips(house, TABLE, phones=(0,)) == []


def test_nobody_who_knows_the_game_is_shown_anything(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    opened(house, GamePlan("wall", (PlannedPerson("Mia"), KNOWS)), steps=5)
    assert house.learners() == {}
    assert tips(house) == []


def test_one_tap_ends_it_for_one_or_for_all_at_once(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    opened(house, GamePlan("wall", (NEW, PlannedPerson("Tom", new=True), KNOWS)))
    house.teach((0,), False)
    assert set(house.learners()) == {1}
    house.teach((0, 1, 2), False)
    assert house.learners() == {}
    assert tips(house) == []
    house.teach((2,), True)
    assert set(house.learners()) == {2}


def test_a_pulled_plug_changes_nothing_of_what_is_told(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    opened(house, steps=9)
    before = tips(house)
    house.stop()
    again = House(tmp_path, Tables())
    again.start()
    assert set(again.learners()) == {0}
    assert tips(again) == before
    again.stop()


def test_what_somebody_was_told_is_met_in_the_next_game_and_the_rest_is_not(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    opened(house, steps=9)
    house.leave()
    met = house.place.met["mia"]["wall"]
    assert {"goal", "first", "second", "third", "draw"} <= set(met)
    assert "shift" not in met
    assert "ben" not in house.place.met
    opened(house)
    assert tips(house) == []
    assert house.learners() == {0: frozenset(met)}
    house.stop()
    again = House(tmp_path, Tables())
    again.start()
    assert again.place.met["mia"]["wall"] == met
    again.stop()


def test_a_game_that_is_left_and_continued_goes_on_teaching(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    opened(house, steps=9)
    before, game = tips(house), house.place.game
    house.leave()
    assert game is not None
    house.resume(game)
    assert set(house.learners()) == {0}
    assert tips(house) == before


def test_another_room_is_another_lesson(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    opened(house, steps=9)
    house.leave()
    opened(house, GamePlan("dig", (NEW, KNOWS)))
    assert "goal" in tips(house)


def test_a_renamed_person_keeps_what_they_have_met_and_a_forgotten_one_does_not(
    tmp_path: Path,
) -> None:
    house = house_in(tmp_path)
    opened(house, steps=9)
    house.leave()
    known_people.rename(house, "Mia", "Maria")
    assert "goal" in house.place.met["maria"]["wall"]
    assert "mia" not in house.place.met
    known_people.forget(house, "Maria")
    assert house.place.met == {}


def test_a_name_that_has_never_played_a_room_is_offered_it(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    opened(house, steps=9)
    house.leave()
    house.shelf.refresh()
    assert set(known_people.played(house, "wall")) == {"mia", "ben"}
    assert known_people.played(house, "dig") == ()


def test_somebody_who_takes_over_the_seat_of_a_beginner_is_not_taken_for_one(
    tmp_path: Path,
) -> None:
    from companion.table import session

    house = house_in(tmp_path)
    table = opened(house, steps=3)
    session.hand_over(table, 0, "Uncle", TABLE)
    assert house.learners() == {}


def test_a_move_taken_back_takes_its_tip_back(tmp_path: Path) -> None:
    from companion.core.observation import TookBack

    house = house_in(tmp_path)
    table = opened(house, steps=2)
    before = tips(house)
    played(house, 1)
    took = TookBack(by=TABLE, at=0.0, number=table.number, base=table.number)
    assert table.submit(took).kind == "accepted"
    assert tips(house) == before
