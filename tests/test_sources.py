"""Every fact of every box has a level and a source, and old files get theirs."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.core.boxes import own_text
from companion.core.game import ROOMS, load_room
from companion.core.sources import (
    GUESS,
    OWNER,
    PUBLISHED,
    RULEBOOK,
    covering,
    is_source,
    leaves,
    level_of,
    place_of,
    plain,
    settle,
    source_at,
    with_sources,
)
from companion.words import clauses_in
from companion.workshop.boxes import Boxes, asking_of, known_box
from companion.workshop.boxes.store import contradictions, shipped

FACTS_PAGE = Path(__file__).parents[1] / "docs" / "box-facts.md"


def sources_in(data: Any) -> list[str]:
    """Every source of a file, wherever it stands."""
    if isinstance(data, list):
        return [one for each in data for one in sources_in(each)]
    if not isinstance(data, dict):
        return []
    found = []
    for key, value in data.items():
        if is_source(key):
            found += list(value.values()) if isinstance(value, dict) else [value]
        else:
            found += sources_in(value)
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_every_fact_of_a_shipped_box_has_a_source(room: str) -> None:
    data = shipped(room)
    bare = [path for path in leaves(data) if covering(data, path) is None]
    assert bare == [("name",)]


@pytest.mark.parametrize("room", ROOMS)
def test_every_source_says_where_it_can_be_read(room: str) -> None:
    clauses = clauses_in(room, "en")
    for source in sources_in(shipped(room)):
        level, where = level_of(source), place_of(source)
        assert level != OWNER, source
        if level == RULEBOOK:
            assert where in clauses, source
        elif level == PUBLISHED:
            assert re.fullmatch(r"https?://[\w.-]+/\S+", where), source
        else:
            assert source == GUESS


@pytest.mark.parametrize("room", ROOMS)
def test_what_nobody_is_asked_about_is_no_guess(room: str) -> None:
    stated = asking_of(room).stated(shipped(room))
    assert [place for place, source in stated.items() if level_of(source) == GUESS] == []


def test_the_page_of_the_facts_counts_what_the_files_say() -> None:
    page = FACTS_PAGE.read_text("utf-8")
    for room in ROOMS:
        levels = asking_of(room).levels(shipped(room))
        row = [room, sum(levels.values()), *(levels[one] for one in (RULEBOOK, PUBLISHED, GUESS))]
        assert f"| {' | '.join(map(str, row))} |" in page, row


def test_a_fact_is_known_as_well_as_its_worst_part() -> None:
    facts = {fact.id: fact for fact in asking_of("dig").facts(shipped("dig"))}
    mosquito = next(fact for fact in facts.values() if fact.name == "mosquito")
    assert mosquito.level == GUESS  # its number is published, how many there are is not
    mask = next(fact for fact in facts.values() if fact.name == "mask")
    assert (mask.level, mask.where.startswith("http")) == (PUBLISHED, True)
    assert source_at(shipped("wall"), ("animals", "names")) == GUESS


def test_one_answer_settles_one_fact_and_its_neighbours_keep_their_source() -> None:
    data: dict[str, Any] = {"pieces": {"hand": 3, "scarabs": 16, "source": "rulebook WALL-10"}}
    settle(data, [("pieces", "hand")], OWNER)
    assert source_at(data, ("pieces", "hand")) == OWNER
    assert source_at(data, ("pieces", "scarabs")) == "rulebook WALL-10"


def old_style(text: str) -> str:
    """A box file as it was written before there were sources."""
    text = re.sub(r'^source = "guess"$', "assumed = true", text, flags=re.M)
    text = text.replace(', source = "guess"', ", assumed = true")
    text = re.sub(r'^edge_mm_source = "guess"$', "edge_assumed = true", text, flags=re.M)
    text = re.sub(r'^colour(s?)_source = "guess"$', r"colour\1_assumed = true", text, flags=re.M)
    text = re.sub(r'^(base|figures)_source = "guess"$', r"\1_assumed = true", text, flags=re.M)
    text = re.sub(r"^\w*source = .*$\n", "", text, flags=re.M)
    return re.sub(r', (?:value_)?source = "[^"]*"', "", text)


@pytest.mark.parametrize("room", ROOMS)
def test_a_file_from_before_there_were_sources_gets_them(room: str) -> None:
    ours = shipped(room)
    old = tomllib.loads(old_style(own_text(f"companion.games.{room}")))
    assert not sources_in(old)
    assert contradictions(room, old) == []
    now = with_sources(old, ours)
    assert sources_in(now)
    asking = asking_of(room)
    was = {fact.id: fact.level for fact in asking.facts(ours)}
    for fact in asking.facts(now):
        if was[fact.id] == GUESS:
            assert fact.level in (GUESS, OWNER), fact.id
        else:
            assert fact.level == was[fact.id], fact.id
    assert load_room(room).load_box.read(plain(now)) == load_room(room).load_box.read(now)


def test_what_an_owner_changed_in_an_old_file_is_the_owners_word() -> None:
    old = tomllib.loads(old_style(own_text("companion.games.wall")))
    old["pieces"]["hand"] = 4
    del old["cards"][3]["assumed"]
    now = with_sources(old, shipped("wall"))
    assert source_at(now, ("pieces", "hand")) == OWNER
    assert source_at(now, ("pieces", "scarabs")) == "rulebook WALL-10"
    assert [source_at(now, ("cards", n, "cells")) for n in (2, 3)] == [GUESS, OWNER]


@pytest.mark.parametrize("room", ROOMS)
def test_what_is_known_is_counted_and_takes_minutes(room: str, tmp_path: Path) -> None:
    boxes, asking = Boxes(tmp_path), asking_of(room)
    before = known_box(boxes, room)
    assert before.guesses == before.levels[GUESS] > 0
    assert before.minutes >= 1
    data = boxes.draft(room)
    for asked in asking.asked:
        data = asking.confirmed(data, asked.id)
    boxes.keep(room, data)
    after = known_box(boxes, room)
    assert (after.facts, after.guesses, after.minutes) == (before.facts, 0, 0)
