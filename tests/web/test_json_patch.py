"""Updates: listeners get a JSON Patch of what they had, and arrive at exactly the same table."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.observation import Said
from companion.core.roles import TABLE, seat
from companion.games.wall import moves as m
from companion.journal import Journal, SystemClock
from companion.table import Table
from companion.web.kit.json_patch import diff
from companion.web.table.snapshots import Snapshot, Snapshots
from tests.playthroughs.record import opened, records
from tests.rooms.kheops.players import a_game
from tests.web.kheops_scenes import a_pyramid
from tests.web.patches import patched
from tests.web.scenes import OPENED, Stream, a_table, do, play, served, the_words

MEDIAN_BYTES = 2_000
MOST_BYTES = 25_000
CASES = json.loads(
    (Path(__file__).parents[1] / "page" / "json_patch_cases.json").read_text("utf-8")
)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text("ab/~01", max_size=3),
    lambda inner: (
        st.lists(inner, max_size=6)
        | st.dictionaries(st.text("ab/~01", max_size=2), inner)
        | st.lists(st.fixed_dictionaries({"a": st.just(1), "b": inner}), min_size=3, max_size=8)
    ),
    max_leaves=24,
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["what"])
def test_a_patch_does_what_the_rfc_says(case: dict[str, Any]) -> None:
    """The same cases are done by the page's own script: tests/page/json_patch.test.js."""
    if case.get("fails"):
        with pytest.raises((LookupError, ValueError)):
            patched(case["doc"], case["patch"])
    else:
        made = patched(case["doc"], case["patch"])
        assert json.dumps(made, sort_keys=True) == json.dumps(case["becomes"], sort_keys=True)


@pytest.mark.parametrize(
    "case", [case for case in CASES if "becomes" in case], ids=lambda case: case["what"]
)
def test_our_patch_leads_where_the_one_of_the_case_leads(case: dict[str, Any]) -> None:
    found = diff(case["doc"], case["becomes"])
    assert patched(case["doc"], found) == case["becomes"]
    assert {operation["op"] for operation in found} <= {"add", "remove", "replace"}


@given(PLAIN, PLAIN)
def test_whatever_was_shown_becomes_what_is_shown_now(old: Any, new: Any) -> None:
    made = patched(old, diff(old, new))
    assert json.dumps(made, sort_keys=True) == json.dumps(new, sort_keys=True)


def test_a_key_is_escaped_and_a_true_is_no_one() -> None:
    assert diff(
        {"a/b": {"~": True, "x": "long enough to be kept"}},
        {"a/b": {"~": 1, "x": "long enough to be kept"}},
    ) == [{"op": "replace", "path": "/a~1b/~0", "value": 1}]


def test_the_newest_ruling_on_top_pushes_the_oldest_out() -> None:
    rulings = [{"number": n, "say": f"Somebody does thing {n}."} for n in range(30)]
    made = diff({"rulings": rulings[:-1]}, {"rulings": [rulings[-1], *rulings[:-2]]})
    assert made == [
        {"op": "remove", "path": "/rulings/28"},
        {"op": "add", "path": "/rulings/0", "value": rulings[-1]},
    ]


def test_a_list_that_is_quite_another_is_replaced_as_a_whole() -> None:
    old, new = [{"id": n, "up": True} for n in range(9)], [{"name": f"{n}"} for n in range(9)]
    assert diff({"cells": old}, {"cells": new}) == [
        {"op": "replace", "path": "/cells", "value": new}
    ]


def followed(table: Table, moves: Iterator[Any], language: str) -> Iterator[int]:
    """Bytes of each update of the table's own page, every one of them applied."""
    board = Snapshots(table, {language: the_words()[language]})
    shown = board.sheet(TABLE, language)
    for move in moves:
        table.submit(Said(by=TABLE, move=move, at=time.monotonic()))
        board.stir()
        sheet = board.sheet(TABLE, language)
        if sheet is not shown:
            data = sent(sheet, shown)
            assert patched(shown.plain(), json.loads(data)) == sheet.plain()
            yield len(data)
        shown = sheet


def sent(sheet: Snapshot, shown: Snapshot) -> bytes:
    """The data of an update, which is a patch and not the whole table."""
    _, event, data = sheet.since(shown).split(b"\n")[:3]
    assert event == b"event: patch"
    return data.removeprefix(b"data: ")


def test_the_recorded_games_are_followed_by_small_updates(tmp_path: Path) -> None:
    """German is the longest of the languages."""
    sizes: list[int] = []
    for record in records():
        game, state, moves = opened(record.read_text("utf-8"))
        book = Journal.open(tmp_path / f"{record.stem}.journal", clock=SystemClock())
        OPENED.append(book)
        table = Table.begin(
            book, game, state.box, list(state.seats), state.rules, clock=time.monotonic
        )
        sizes += followed(table, moves, "de")
    assert len(sizes) > 1_000
    assert statistics.median(sizes) <= MEDIAN_BYTES
    assert max(sizes) <= MOST_BYTES


def test_a_game_is_followed_by_patches_alone(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    board = Snapshots(table, {"en": the_words()["en"]})
    shown = board.sheet(TABLE, "en")
    held, sizes = shown.plain(), []
    for turn in range(1, 20):
        play(table, 5, lambda table, turn=turn: table.state.turns >= turn)  # type: ignore[misc]
        board.stir()
        sheet = board.sheet(TABLE, "en")
        data = sent(sheet, shown)
        sizes.append(len(data))
        held = patched(held, json.loads(data))
        assert held == sheet.plain()
        shown = sheet
    assert 4 * max(sizes) < len(shown.json)


def test_a_power_over_every_pair_of_cells_is_no_large_update() -> None:
    cells = [f"U{row}.{place}" for row in range(5) for place in range(3)]
    options = [
        {"name": f"move:{a}:{b}", "say": f"From {a} to {b}", "cells": [a, b], "fields": {}}
        for a in cells
        for b in cells
        if a != b
    ]
    none = {"name": "no_power", "say": "I leave it."}
    question = {"questions": [{"id": "power", "options": [*options, none]}]}
    made = diff({"questions": []}, question)
    assert patched({"questions": []}, made) == question
    assert len(msgspec.json.encode(made)) <= MOST_BYTES


def test_a_pyramid_is_followed_by_patches_from_its_base_to_its_count(tmp_path: Path) -> None:
    """The base and the count are the longest."""
    table = a_pyramid(tmp_path)
    game = a_game(Random(17), table.state.box, table.state.rules)
    sizes = list(followed(table, (move for _, move, _, _ in game), "de"))
    assert table.snapshot(TABLE)["view"]["outcome"]
    assert max(sizes) <= MOST_BYTES


def test_who_asks_for_patches_gets_the_whole_table_first(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    with served(table) as server:
        stream = Stream(server, "/events?patches=1")
        whole = stream.snapshot()
        do(table, m.Begin())
        event = stream.event("patch")
        shown = patched(whole, json.loads(event["data"]))
        assert (event["id"], shown["view"]["phase"]) == (str(table.number), "play")
        assert b"event: table" not in stream.raw.partition(b"event: table")[2]
        stream.close()


def test_a_private_note_is_no_change_for_the_others(tmp_path: Path) -> None:
    """Not even an empty one: the sheet stays the same sheet."""
    table = a_table(tmp_path)
    do(table, m.Begin())
    board = Snapshots(table, {"en": the_words()["en"]})
    public, own = board.sheet(TABLE, "en"), board.sheet(seat(0), "en")
    do(table, m.NotePharaoh(0, "cat"))
    board.stir()
    assert board.sheet(TABLE, "en") is public
    assert b"event: patch" in board.sheet(seat(0), "en").since(own)
