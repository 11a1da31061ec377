"""What is ruled at the wall, as people read it: true, said at all, with the clause behind it."""

from __future__ import annotations

import pytest

from companion.core.verdict import Event, clauses
from companion.games.wall import GAME
from companion.games.wall import events as e
from companion.games.wall import moves as m
from companion.words import LANGUAGES, load
from tests.rooms.wall.laid import ME, RIVAL, Position, col, laid, revealing, shifting
from tests.rooms.wall.test_curse import FOUND, searching
from tests.rooms.wall.test_opening import pair
from tests.rooms.wall.test_sphinx import MINE, sphinx

WORDS = load("en", strict=True)


def said(table: Position, kind: type[Event]) -> list[str]:
    told = (GAME.telling.describe(table.state, event) for event in table.happened(kind))
    return [WORDS.say(saying) for saying in told if saying]


def test_a_column_that_waited_is_not_opened_by_a_third_scarab_wo_12() -> None:
    """Nothing is laid when a researcher comes to three scarabs."""
    table = pair(col(scarabs=3)).answer("set")
    (sentence,) = said(table, e.SarcophagusOpened)
    assert sentence.startswith("Three scarabs were waiting here. ")
    assert clauses(table.happened(e.SarcophagusOpened)[0])[0] == "WO-12"


def test_a_third_scarab_is_called_one_wall_41() -> None:
    table = pair(col(ME, scarabs=2))
    (sentence,) = said(table, e.SarcophagusOpened)
    assert sentence.startswith("The third scarab! ")
    assert clauses(table.happened(e.SarcophagusOpened)[0])[0] == "WALL-41"


def test_a_pair_at_ones_own_column_says_who_is_there_already_wall_31() -> None:
    table = pair(col(ME))
    name = table.state.seats[ME].name
    (sentence,) = said(table, e.NoResearcherSet)
    assert sentence == f"{name} is already at the camel."
    assert said(table, e.PairsFormed) == ["A pair of camels!"]


def test_a_finder_who_owns_one_is_not_told_that_nobody_does_wo_18() -> None:
    own = {"cat": col(stack=(), opened_by=RIVAL)}
    ended = searching(columns=own).do(m.CallCurse(RIVAL, 101.0)).do(m.PointAt(RIVAL, FOUND))
    assert ended.won(RIVAL)
    (sentence,) = said(ended, e.CurseEnded)
    assert sentence == "Nobody else has a sarcophagus to give. The curse card leaves the game."


def test_the_pair_of_a_line_is_named_wall_70() -> None:
    table = sphinx({(0, 0): "ibis_R"}, MINE).insert(3, "ibis_L", "mule_R")
    assert said(table, e.LinePairChosen) == [
        "The row has its pair: two ibises, looking different ways."
    ]
    assert GAME.telling.cells_of(table.state, table.happened(e.LinePairChosen)[0]) == ("6,0", "0,0")


def test_a_third_animal_in_a_line_is_told_why_it_brings_nothing_wall_71() -> None:
    table = sphinx({(0, 0): "ibis_R"}, MINE).insert(3, "ibis_L", "mule_R")
    third = table.insert(5, "ibis_L", "snake_L")
    assert third.scarabs("ibis") == 1
    assert said(third, e.LineExhausted) == [
        "That row has already had its pair, so another ibis brings nothing there."
    ]
    assert {"WALL-71", "WO-20"} <= third.because


def test_without_the_sphinx_no_line_is_spoken_of_wall_21() -> None:
    table = laid(wall={(5, 0): "camel_R"}).insert(3, "camel_R")
    assert not table.happened(e.LinePairChosen) + table.happened(e.LineExhausted)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lobby_says_what_the_default_of_the_sphinx_is_wo_19(language: str) -> None:
    """One pair for each animal of a line, as `sphinx_scope` has it."""
    animal = {"en": "animal", "de": "Tier", "fr": "animal", "it": "animale", "nl": "dier",
              "es": "animal"}  # fmt: skip
    assert GAME.house_rules().sphinx_scope == "line_and_animal"
    texts = load(language, strict=True).texts
    assert animal[language] in str(texts["house.rules.wall.variants.eyes_of_the_sphinx.yes"])


def test_a_wrong_call_in_the_sphinx_is_not_told_of_neighbours_wall_70() -> None:
    table = sphinx({(0, 0): "ibis_R"}, MINE, auto_detect=False).insert(3, "ibis_L", "mule_R")
    refusal = table.refused(m.CallPair(((6, 0), (1, 0))))
    assert (refusal.clause, refusal.say.key) == ("WALL-70", "wall.not_a_line_pair")
    plain = laid(wall={(5, 0): "camel_R"}, auto_detect=False).insert(3, "camel_R")
    assert plain.refused(m.CallPair(((6, 0), (1, 0)))).say.key == "wall.not_a_pair"


def test_after_the_shifting_it_is_over_and_not_early_wall_53() -> None:
    refusal = revealing({}).refused(m.EndShift())
    assert (refusal.clause, refusal.say.key) == ("WALL-53", "wall.shifting_is_over")
    assert laid().refused(m.EndShift()).say.key == "wall.no_shift_now"


def test_a_search_without_a_limit_does_not_run_out_wo_18() -> None:
    refusal = searching().refused(m.EndCurse(1e9))
    assert (refusal.clause, refusal.say.key) == ("WO-18", "wall.no_time_limit")


def test_a_plan_says_what_the_choice_is_about_wall_51() -> None:
    """Two columns could be opened, with three eyes or with two."""
    columns = {"cat": col(ME, scarabs=2, stack=(3,)), "ibis": col(ME, scarabs=2, stack=(2, 3))}
    table = shifting(columns).answer("change_plan")
    texts = [WORDS.say(option.say) for option in table.question.options]
    assert "1 sarcophagus at the cat: 3 eyes, 7 to 10 points (1 scarab to move)" in texts
    assert (
        "1 sarcophagus at the ibis: 2 eyes, 5 to 6 points (1 scarab to move, fewer eyes)" in texts
    )
