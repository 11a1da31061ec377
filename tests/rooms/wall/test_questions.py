"""What is asked: exactly when answers differ, with exactly the legal answers, and no more.

The truth comes from the recount, which tries every order and every researcher by itself.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.core.observation import Reply
from companion.core.verdict import Accepted
from companion.games.wall import GAME
from companion.games.wall import moves as m
from companion.games.wall.state import Chamber, State
from tests.recount_pairs import Laws, Midway, Pillar, Room, columns_for_one, ends
from tests.rooms.wall.laid import ANIMALS, FILLER, ME, RIVAL, THIRD, Position, col, laid
from tests.rooms.wall.players import SWITCHES

ABOUT_PAIRS = (
    "pair_order", "researcher_placement", "swap_mandatory", "researchers_per_move",
    "scarab_supply", "pending_column", "scarab_on_vacant",
)  # fmt: skip
NEAR = [(5, 1), (5, 0), (6, 0), (7, 0), (8, 0), (8, 1), (8, 2), (5, 2)]


def some_table(dice: Random) -> Position:
    """Camels and mules around an open place, columns and scarabs as they may come."""
    animals = dice.choice([("camel",), ("camel", "mule"), ("camel", "mule", "snake")])
    wall = {
        place: f"{dice.choice(animals)}_{dice.choice('LR')}" if dice.random() < 0.6 else FILLER
        for place in NEAR
    }
    rules = {name: SWITCHES[name][dice.random() < 0.25] for name in ABOUT_PAIRS}
    return laid(wall=wall, columns=_some_columns(dice), players=3, **rules)


def _some_columns(dice: Random) -> dict[str, col]:
    columns, slab, placed = {}, 16, {ME: 0, RIVAL: 0, THIRD: 0}
    crowded = dice.random() < 0.3
    for animal in ANIMALS:
        by = dice.choice([ME, ME, ME, ME, RIVAL] if crowded else [None, ME, RIVAL, THIRD])
        by = by if by is None or placed[by] < 5 else None
        if by is not None:
            placed[by] += 1
        stack = dice.choice([(), (3,), (1, 2, 3), (1, 2, 3)])
        most = 3 if not stack or by is None else 2
        scarabs = min(slab, most if dice.random() < 0.6 else dice.randint(0, most))
        slab -= scarabs
        columns[animal] = col(by, scarabs, stack, opened_by=THIRD)
    return columns


def as_room(chamber: Chamber) -> Room:
    """The chamber as the recount writes it."""
    return Room(
        tuple(Pillar(c.animal, c.scarabs, c.researcher, c.stack) for c in chamber.columns),
        chamber.slab,
        tuple(tuple(sorted((p.animal, p.eyes) for p in won)) for won in chamber.won),
    )


def true_ends(state: State, kinds: tuple[tuple[str, bool], ...]) -> frozenset[Room]:
    rules = state.rules
    laws = Laws(5, *(getattr(rules, name) for name in ABOUT_PAIRS))
    now = Midway(as_room(state.chamber), ME, laws)
    if rules.researchers_per_move != "1":
        return ends(now, kinds)
    columns = columns_for_one(now, kinds)
    return frozenset().union(*(ends(now._replace(chosen=c), kinds) for c in columns))


def kinds_of(inserted: Position) -> tuple[tuple[str, bool], ...]:
    pairs = [p for event in inserted.events for p in getattr(event, "pairs", ())]
    return tuple(sorted((pair.animal, pair.same_gaze) for pair in pairs))


def told_ends(position: Position) -> frozenset[Room]:
    """Every end the questions lead to; each question must be worth asking."""
    if not position.questions or position.state.turn != ME:
        return frozenset([as_room(position.state.chamber)])
    reached = [told_ends(position.do(option.move)) for option in position.question.options]
    assert len(reached) > 1, position.question
    assert len(set(reached)) == len(reached), position.question
    return frozenset().union(*reached)


def test_questions_lead_to_every_legal_outcome_and_to_no_other_wall_38_wo_11() -> None:
    """600 random cards under all switches about pairs: same ends as trying everything."""
    dice = Random(38)
    asked = silent = 0
    for _ in range(600):
        table = some_table(dice)
        faces = [f"{dice.choice(ANIMALS[:3])}_{dice.choice('LR')}" for _ in range(2)]
        inserted = table.insert(3, *faces)
        truth = true_ends(table.state, kinds_of(inserted))
        assert told_ends(inserted) == truth
        open_ = bool(inserted.questions) and inserted.state.turn == ME
        assert open_ == (len(truth) > 1)
        asked, silent = asked + open_, silent + (not open_)
    assert asked > 100
    assert silent > 100


TWO_ANIMALS = {(5, 0): "camel_R", (8, 0): "mule_R"}
SILENT = {
    "both held by the mover, both open": {"camel": col(ME, 2), "mule": col(ME, 2)},
    "both held by rivals, both open for the same rival": {
        "camel": col(RIVAL, 2), "mule": col(RIVAL, 2),
    },
    "one own, one rival, nothing opens": {"camel": col(ME), "mule": col(RIVAL)},
    "plenty on the slab": {"camel": col(ME, 1), "mule": col(ME, 1)},
}  # fmt: skip


@pytest.mark.parametrize("columns", SILENT.values(), ids=list(SILENT))
@pytest.mark.parametrize("gaze", ["L", "R"])
def test_orders_that_do_not_matter_are_silent_wall_38(columns: dict[str, col], gaze: str) -> None:
    done = laid(wall=TWO_ANIMALS, columns=columns).insert(3, f"camel_{gaze}", f"mule_{gaze}")
    assert done.questions == ()
    assert done.state.turn == RIVAL


def test_a_researcher_question_comes_without_an_order_question_wall_38() -> None:
    asked = laid(wall=TWO_ANIMALS).insert(3, "camel_R", "mule_R")
    assert asked.question.id == "researcher-0-camel"
    assert asked.answer("set").question.id == "researcher-0-mule"


def test_with_one_researcher_left_the_choice_is_where_to_set_it_wall_33() -> None:
    """Reserve 1: declining at the camel keeps it for the mule; otherwise one may still be moved."""
    held = {a: col(ME) for a in ("snake", "ibis", "crocodile", "cat")}
    asked = laid(wall=TWO_ANIMALS, columns=held).insert(3, "camel_R", "mule_R")
    assert asked.options == ("set", "set_none")
    moved = asked.answer("set")
    assert moved.options == (
        "move_from:camel", "move_from:snake", "move_from:ibis",
        "move_from:crocodile", "move_from:cat", "set_none",
    )  # fmt: skip


def test_a_question_keeps_its_id_while_it_is_open() -> None:
    asked = laid(wall=TWO_ANIMALS).insert(3, "camel_R", "mule_R")
    noted = asked.do(m.NotePharaoh(RIVAL, "cat"))
    assert noted.question == asked.question
    assert asked.question == asked.question


def test_an_answer_nobody_offered_is_refused_with_a_clause() -> None:
    asked = laid(wall=TWO_ANIMALS).insert(3, "camel_R", "mule_R")
    for reply in (Reply(), Reply(option="perhaps")):
        refusal = GAME.answer(asked.state, asked.question, reply, 0.0)
        assert refusal.clause == "WALL-29"  # type: ignore[union-attr]


# Calling one's own pairs (auto_detect = false)


def calling(**rules: Any) -> Position:
    wall = {(5, 0): "camel_R", (5, 1): "camel_L", (6, 0): "ibis_L", (7, 0): "ibis_L"}
    columns = {"camel": col(ME)}
    return laid(wall=wall, columns=columns, auto_detect=False, **rules).insert(
        3, "camel_R", "mule_R"
    )


def test_the_house_may_let_the_mover_call_the_pairs_wo_25() -> None:
    """WO-25, auto_detect = false: only what is called counts."""
    table = calling()
    assert table.question.style == "point"
    one = table.do(m.CallPair(((6, 1), (5, 0))))
    assert one.scarabs("camel") == 0
    done = one.do(m.CallNoMore())
    assert (done.scarabs("camel"), done.state.turn) == (1, RIVAL)
    both = one.do(m.CallPair(((5, 1), (6, 1)))).do(m.CallNoMore())
    assert both.scarabs("camel") == 2
    none = table.do(m.CallNoMore())
    assert none.scarabs("camel") == 0


def test_what_is_no_pair_or_called_already_is_refused_wo_25() -> None:
    table = calling()
    for places in (((6, 1), (6, 0)), ((5, 0), (5, 1)), ((6, 1),), (), ((6, 1), (7, 1))):
        assert table.refused(m.CallPair(places)).clause == "WALL-21"
    once = table.do(m.CallPair(((6, 1), (5, 0))))
    assert once.refused(m.CallPair(((6, 1), (5, 0)))).clause == "WALL-21"


def test_calling_is_asked_even_when_there_is_nothing_to_call_wo_25() -> None:
    """Not asking would reveal that there is no pair."""
    table = laid(auto_detect=False).insert(3, "camel_R", "mule_R")
    assert table.question.style == "point"
    assert table.do(m.CallNoMore()).state.turn == RIVAL


def test_nothing_is_called_while_the_table_finds_the_pairs_wo_25() -> None:
    assert laid().refused(m.CallPair(((0, 0), (1, 0)))).clause == "WO-25"
    assert laid().refused(m.CallNoMore()).clause == "WO-25"


def test_a_called_line_is_used_up_and_an_uncalled_one_is_not_wo_25_wall_71() -> None:
    wall = {(0, 0): "ibis_R", (5, 1): "ibis_R"}
    rules: dict[str, Any] = {"auto_detect": False, "eyes_of_the_sphinx": True}
    table = laid(wall=wall, columns={"ibis": col(ME)}, **rules).insert(3, "ibis_L", "mule_R")
    done = table.do(m.CallPair(((6, 0), (0, 0)))).do(m.CallNoMore())
    assert done.state.used_lines == {("row 0 ibis", "ibis")}
    assert done.scarabs("ibis") == 1


def test_pointing_on_the_page_calls_the_pair_wo_25() -> None:
    table = calling()
    reply = Reply(points=("6,1", "5,0"))
    assert GAME.answer(table.state, table.question, reply, 0.0) == m.CallPair(((6, 1), (5, 0)))


def test_every_option_of_every_question_is_accepted() -> None:
    """Whatever is asked on the way through random tables, each answer is a legal move."""
    dice = Random(6)
    for _ in range(200):
        table = some_table(dice).insert(3, "camel_R", dice.choice(["mule_L", "camel_L"]))
        while table.questions and table.state.turn == ME:
            for option in table.question.options:
                assert isinstance(GAME.decide(table.state, option.move), Accepted)
            table = table.do(dice.choice(table.question.options).move)
