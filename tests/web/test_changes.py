"""Changes: listeners get what is different, and arrive at exactly the same table."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.core.roles import TABLE, seat
from companion.games.wall import moves as m
from companion.web.again import briefly, things
from companion.web.board import Board
from companion.web.changes import change
from tests.rooms.kheops.players import a_game
from tests.web.kheops_scenes import a_pyramid
from tests.web.scenes import Stream, a_table, do, play, served, the_words

MOST_BYTES = 5_000
CELLS = st.sampled_from(("U1", "U1.1", "D1", "1", '"', "\\", "\ue000", "ü"))
ANSWERS = st.lists(
    st.builds(
        lambda one, other, how: {"name": f"{how}:{one}:{other}", "cells": [one, other]},
        *(CELLS, CELLS, st.sampled_from(("move", "1"))),
    ),
    min_size=6,
    max_size=12,
)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=6)
        | st.dictionaries(st.text(max_size=2), inner)
        | ANSWERS
        | st.lists(st.fixed_dictionaries({"a": inner, "b": inner}), min_size=3, max_size=8)
        | st.lists(st.fixed_dictionaries({"a": st.just(1), "b": inner}), min_size=8, max_size=8)
    ),
    max_leaves=24,
)


def changed(old: Any, made: list[Any]) -> Any:
    """What static/table/changes.js does."""
    how, what, *rest = made
    if how == "again":
        return changed(old, written(what, [*things(old), *rest[0]]))
    if how == "be":
        return what
    if how == "rows":
        return [dict(zip(what, values, strict=True)) for values in rest[0]]
    if how == "with":
        kept = {key: value for key, value in old.items() if key not in rest[0]}
        return {**kept, **{key: changed(old.get(key), one) for key, one in what.items()}}
    return [item for part in what for item in items(old, part)]


def written(value: Any, known: list[Any]) -> Any:
    if isinstance(value, str) and value.startswith("\ue100"):
        thing = known[int(value[1:])]
        return list(thing) if isinstance(thing, tuple) else thing
    if isinstance(value, list):
        return [written(item, known) for item in value]
    if isinstance(value, dict):
        return {key: written(one, known) for key, one in value.items()}
    return value


def items(old: list[Any], part: list[Any]) -> list[Any]:
    if part[0] == "keep":
        return old[part[1] : part[2]]
    if part[0] == "make":
        return [changed({}, part[1])]
    if part[0] == "all":
        return list(changed([], part[1]))
    if part[0] == "over":
        values = changed(None, part[3])
        return [{**old[part[1] + n], part[2]: value} for n, value in enumerate(values)]
    if part[0] == "like":
        return [
            named(part[1][number], [*names, last])
            for number, names, lasts in part[2]
            for last in lasts
        ]
    return [changed(old[part[1]], part[2]) if part[0] == "alter" else part[1]]


def named(pattern: str, names: list[str]) -> Any:
    for number, name in enumerate(names):
        pattern = pattern.replace(chr(0xE000 + number), name)
    return json.loads(pattern)


@given(PLAIN, PLAIN)
def test_whatever_was_shown_becomes_what_is_shown_now(old: Any, new: Any) -> None:
    made = change(old, new)
    for way in (made, briefly(old, made)):
        assert json.dumps(changed(old, way), sort_keys=True) == json.dumps(new, sort_keys=True)


def test_a_sentence_that_was_on_the_page_is_not_sent_again() -> None:
    said = "Path 1, 3 tiles: 2 for 2 rooms. Nobody stands in it."
    old = {"view": {"paths": [{"say": said, "because": ["KHEOPS-62", "KHEOPS-70"]}]}, "rulings": []}
    ruling = {"sentences": [{"say": said, "because": ["KHEOPS-62", "KHEOPS-70"]}]}
    new = {**old, "rulings": [ruling]}
    made = briefly(old, change(old, new))
    assert changed(old, made) == new
    assert said not in json.dumps(made)
    assert "KHEOPS-62" not in json.dumps(made)


def test_a_whole_base_laid_at_once_says_the_names_of_its_parts_once() -> None:
    cells = [{"id": f"U0.{n}", "up": True, "tile": None} for n in range(12)]
    laid = [{**cell, "tile": {"face": f"room-{n % 4}", "turn": 0}} for n, cell in enumerate(cells)]
    made = change(cells, laid)
    assert changed(cells, made) == laid
    assert json.dumps(made).count('"turn"') == 1


def test_a_name_that_looks_like_a_pointer_is_sent_as_it_is() -> None:
    old, new = {"name": "Ana, the great architect"}, {"name": "\ue1000"}
    assert changed(old, briefly(old, change(old, new))) == new


def test_a_game_is_followed_by_small_changes_alone(tmp_path: Path) -> None:
    """The newest ruling on top pushes the oldest out: that must not look like a new list."""
    table = a_table(tmp_path)
    board = Board(table, {"en": the_words()["en"]})
    shown, held, sizes = board.sheet(TABLE, "en"), None, []
    held = shown.plain()
    for turn in range(1, 20):
        play(table, 5, lambda table, turn=turn: table.state.turns >= turn)  # type: ignore[misc]
        board.stir()
        sheet = board.sheet(TABLE, "en")
        _, event, data = sheet.since(shown).split(b"\n")[:3]
        assert event == b"event: change"
        sizes.append(len(data))
        held = changed(held, json.loads(data.removeprefix(b"data: ")))
        assert held == sheet.plain()
        shown = sheet
    assert max(sizes) <= MOST_BYTES < len(shown.json)


def test_a_power_over_every_pair_of_cells_is_a_small_change_too() -> None:
    cells = [f"U{row}.{place}" for row in range(5) for place in range(3)]
    options = [
        {"name": f"move:{a}:{b}", "say": f"From {a} to {b}", "cells": [a, b], "fields": {}}
        for a in cells
        for b in cells
        if a != b
    ]
    none = {"name": "no_power", "say": "I leave it."}
    question = {"questions": [{"id": "power", "options": [*options, none]}]}
    made = change({"questions": []}, question)
    assert changed({"questions": []}, made) == question
    assert len(json.dumps(made)) <= MOST_BYTES < len(json.dumps(question))


def test_a_pyramid_is_followed_by_small_changes_from_its_base_to_its_count(tmp_path: Path) -> None:
    """The base and the count are the longest; German is the longest of the languages."""
    table = a_pyramid(tmp_path)
    board = Board(table, {"de": the_words()["de"]})
    shown, sizes = board.sheet(TABLE, "de"), []
    for _, move, _, _ in a_game(Random(17), table.state.box, table.state.rules):
        do(table, move)
        board.stir()
        sheet = board.sheet(TABLE, "de")
        data = sheet.since(shown).split(b"\n")[2]
        sizes.append(len(data))
        assert changed(shown.plain(), json.loads(data.removeprefix(b"data: "))) == sheet.plain()
        shown = sheet
    assert shown.plain()["view"]["outcome"]
    assert max(sizes) <= MOST_BYTES < len(shown.json)


def test_who_asks_for_changes_gets_the_whole_table_first(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    with served(table) as server:
        stream = Stream(server, "/events?changes=1")
        whole = stream.snapshot()
        do(table, m.Begin())
        event = stream.event("change")
        shown = changed(whole, json.loads(event["data"]))
        assert (event["id"], shown["view"]["phase"]) == (str(table.number), "play")
        assert b"event: table" not in stream.raw.partition(b"event: table")[2]
        stream.close()


def test_a_private_note_is_no_change_for_the_others(tmp_path: Path) -> None:
    """Not even an empty one: the sheet stays the same sheet."""
    table = a_table(tmp_path)
    do(table, m.Begin())
    board = Board(table, {"en": the_words()["en"]})
    public, own = board.sheet(TABLE, "en"), board.sheet(seat(0), "en")
    do(table, m.NotePharaoh(0, "cat"))
    board.stir()
    assert board.sheet(TABLE, "en") is public
    assert b"event: change" in board.sheet(seat(0), "en").since(own)
