"""Lists of a box from photographs of its pieces: counted, confirmed, written, or refused."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.core.sources import OWNER, source_at
from companion.core.verdict import Saying
from companion.rooms import room_of
from companion.workshop.boxes import BadFact, asking_of
from companion.workshop.boxes.questions import entries_of
from companion.workshop.boxes.spread_draft import SpreadDraft, SpreadRefused
from companion.workshop.boxes.spreads import (
    FilledGroup,
    NotFilled,
    filled,
    inputs_of,
    parts_of,
    spreads_of,
)
from companion.workshop.boxes.store import contradictions, shipped
from companion.workshop.teach import Teacher
from tests.saying import refuses
from tests.workshop.spreads import NEVER_SEEN, card, of_list, strewn, whole

ROOMS = ("wall", "bowl", "dig", "sphinx")
LISTS = (
    ("wall", "card"),
    ("bowl", "tile:desert"),
    ("bowl", "tile:pyramid"),
    ("dig", "card:0"),
    ("dig", "card:2"),
    ("sphinx", "cards"),
)


def box_of(room: str) -> Any:
    return room_of(room).game.load_box(None)


def png(picture: Any) -> bytes:
    return bytes(cv2.imencode(".png", picture)[1].tobytes())


def spread(room: str, part: str, seed: int = 1, *, every: int = 0) -> tuple[list[str], Any]:
    """The pieces of a list on a table: what each window shows, and the photograph."""
    faces, pieces = of_list(room, box_of(room), part.partition(":")[2])
    if every:
        windows = len(faces) // len(pieces)
        faces, pieces = faces[: every * windows], pieces[:every]
    return faces, strewn(pieces, seed, 8, 180.0 if room == "bowl" else 8.0)


def counted(
    teacher: Teacher, room: str, part: str, picture: Any, more: bool = False
) -> SpreadDraft:
    found = teacher.count(room, part, png(picture), more)
    assert isinstance(found, SpreadDraft), found
    return found


def why_not(teacher: Teacher, room: str, part: str, picture: Any) -> SpreadRefused:
    found = teacher.count(room, part, png(picture), False)
    assert isinstance(found, SpreadRefused), found
    return found


def values_of(room: str, part: str, data: Mapping[str, Any], face: str) -> dict[str, Any]:
    """What a person says of a face, by the fields that are asked."""
    return {one.name: one.value for one in inputs_of(room, part, data, face)}


def answers(
    room: str, part: str, data: Mapping[str, Any], draft: SpreadDraft, faces: Sequence[str]
) -> list[FilledGroup]:
    return [
        FilledGroup(one.windows, values_of(room, part, data, faces[one.windows[0]]))
        for one in draft.groups
    ]


@pytest.mark.parametrize(("room", "part"), LISTS)
def test_every_piece_is_counted_and_no_group_has_two_faces(
    room: str, part: str, tmp_path: Path
) -> None:
    faces, picture = spread(room, part)
    draft = counted(Teacher(tmp_path), room, part, picture)
    assert sum(draft.pictures) == len(faces)
    shown = [{faces[window] for window in group.windows} for group in draft.groups]
    assert all(len(each) == 1 for each in shown)
    assert len(shown) == len(set(faces))
    counts = {faces[group.windows[0]]: len(group.windows) for group in draft.groups}
    assert counts == Counter(faces)


@pytest.mark.parametrize(("room", "part"), LISTS)
def test_what_is_confirmed_is_the_owners_word_and_our_own_box_stays_as_it_was(
    room: str, part: str, tmp_path: Path
) -> None:
    data = shipped(room)
    faces, picture = spread(room, part)
    draft = counted(Teacher(tmp_path), room, part, picture)
    after = filled(room, part, data, answers(room, part, data, draft, faces), draft.windows)
    assert contradictions(room, after) == []
    assert _plain(room, after) == _plain(room, data)
    if room == "sphinx":  # the same question asks for squares, which no card shows
        assert {source_at(after, ("cards", name)) for name in ("colours", "each")} == {OWNER}
    else:
        assert asking_of(room).levels(after)[OWNER] > asking_of(room).levels(data)[OWNER]
    asked = next(one for one in asking_of(room).asked if one.id == spreads_of(room)[0].fact)
    if asked.each and room == "wall":
        sources = {
            source_at(after, (*at, field.path))
            for at in entries_of(asked, after)
            for field in asked.fields
        }
        assert sources == {OWNER}


def _plain(room: str, data: Mapping[str, Any]) -> Any:
    """A box without sources, its lists in any order."""
    box = room_of(room).game.load_box.read(copy.deepcopy(dict(data)))
    if room == "wall":
        return sorted(str(one.cells) for one in box.cards)
    if room == "kheops":
        return Counter(tile.face for tile in box.tiles)
    if room == "bowl":
        return sorted(
            str(one) for kind in ("desert", "pyramid", "chamber") for one in box.tiles_of(kind)
        )
    if room == "dig":
        return [sorted((one.card, one.value) for one in layer.cards) for layer in box.layers]
    return box.colours, box.each


def test_another_box_is_written_down_as_it_is(tmp_path: Path) -> None:
    """Two cards more of one kind, two less of another: ids of cards that stay are kept."""
    box, data = box_of("wall"), shipped("wall")
    rows = [list(one.cells[0]) for one in box.cards]
    rows[3], rows[7] = ["ibis_L", "cat_R"], ["ibis_L", "cat_R"]
    picture = strewn([whole(card(row, box.wall.window_mm)) for row in rows], 3, 8)
    draft = counted(Teacher(tmp_path), "wall", "card", picture)
    faces = [face for row in rows for face in row]
    after = filled("wall", "card", data, answers("wall", "card", data, draft, faces), 2)
    assert sorted(str(one["cells"][0]) for one in after["cards"]) == sorted(map(str, rows))
    kept = {one["id"]: one["cells"] for one in data["cards"]}
    same = [one for one in after["cards"] if kept.get(one["id"]) == one["cells"]]
    assert len(same) >= len(rows) - 2
    assert len({one["id"] for one in after["cards"]}) == len(rows)


def test_pieces_of_the_kit_are_named_and_none_wrongly(tmp_path: Path) -> None:
    """Proposals: whoever has our printed kit, or taught an edition, only confirms."""
    known = {room: room_of(room).taught(box_of(room), (1280, 720)) for room in ("bowl", "sphinx")}
    teacher = Teacher(tmp_path, known=lambda room: lambda: known[room])
    for room, part in (("bowl", "tile:pyramid"), ("sphinx", "cards")):
        faces, picture = spread(room, part)
        draft = counted(teacher, room, part, picture)
        named = [(one.label, faces[one.windows[0]]) for one in draft.groups if one.label]
        assert named, room
        assert all(label == face for label, face in named), named


# --- pictures nobody can count


def test_a_dark_photograph_is_called_dark(tmp_path: Path) -> None:
    _, picture = spread("wall", "card", every=8)
    dark = (picture * 0.1).astype(np.uint8)
    assert why_not(Teacher(tmp_path), "wall", "card", dark).why.key == "photograph.say.dark"


def test_an_empty_table_shows_no_pieces(tmp_path: Path) -> None:
    bare = strewn([whole(np.full((3, 3, 3), 80, np.uint8))], 1, 1)
    wrong = why_not(Teacher(tmp_path), "wall", "card", cv2.resize(bare, (1200, 900)))
    assert wrong.why.key in ("teaching.say.no_spread", "photograph.say.blurred")


@pytest.mark.parametrize(("room", "part"), [("wall", "card"), ("dig", "card:1")])
def test_pieces_that_overlap_are_outlined_and_spread_again(
    room: str, part: str, tmp_path: Path
) -> None:
    _, pieces = of_list(room, box_of(room), part.partition(":")[2])
    picture = strewn(pieces[:11], 2, 4, 6.0)
    high, wide = pieces[0][0].shape[:2]
    top = picture[60 + 20 : 60 + 20 + high, 60 + 20 : 60 + 20 + wide].copy()
    picture[60 + 40 : 60 + 40 + high, 60 + 20 + wide * 2 // 3 : 60 + 20 + wide * 2 // 3 + wide] = (
        top
    )
    wrong = why_not(Teacher(tmp_path), room, part, picture)
    assert wrong.why.key == "workshop.spread.heaps", wrong.why
    assert wrong.picture


@pytest.mark.parametrize(
    ("room", "part"), [("wall", "card"), ("sphinx", "cards"), ("bowl", "tile:pyramid")]
)
def test_a_piece_half_outside_the_picture_is_outlined(room: str, part: str, tmp_path: Path) -> None:
    _, pieces = of_list(room, box_of(room), part.partition(":")[2])
    picture = strewn(pieces[:12], 2, 4, 6.0)
    cut = picture[:, 60 + pieces[0][0].shape[1] // 2 :]
    wrong = why_not(Teacher(tmp_path), room, part, cut)
    assert wrong.why == Saying("workshop.spread.outside", {"count": 3})
    assert wrong.picture


def test_pieces_of_two_boxes_are_not_counted_as_one(tmp_path: Path) -> None:
    """Cards of another deck, and tiles of another game among cards."""
    box = box_of("wall")
    rows = [one.cells[0] for one in box.cards]
    ours = [whole(card(row, box.wall.window_mm)) for row in rows[:12]]
    theirs = [whole(card(row, box.wall.window_mm, NEVER_SEEN)) for row in rows[12:20]]
    mixed = why_not(Teacher(tmp_path), "wall", "card", strewn([*ours, *theirs], 4, 5))
    assert mixed.why.key == "workshop.spread.two_boxes"
    assert mixed.picture
    tiles = of_list("bowl", box_of("bowl"), "pyramid")[1][:2]
    others = why_not(Teacher(tmp_path), "wall", "card", strewn([*ours, *tiles], 4, 5))
    assert others.why == Saying("workshop.spread.others", {"count": 2})


# --- answers nobody can keep


def test_a_layer_of_the_dig_has_a_fixed_number_of_cards(tmp_path: Path) -> None:
    data, faces = shipped("dig"), ["1-earth"] * 5
    draft = SpreadDraft("card:0", 1, (5,))
    groups = [FilledGroup(tuple(range(5)), values_of("dig", "card:0", data, faces[0]))]
    with refuses(NotFilled, match="exactly 16"):
        filled("dig", "card:0", data, groups, draft.windows)


def test_uneven_and_foreign_colours_are_asked_about() -> None:
    data = shipped("sphinx")
    colours = data["cards"]["colours"]
    groups = [FilledGroup((n,), {"colour": one}) for n, one in enumerate(colours)]
    with refuses(NotFilled, match="up to 2"):
        filled("sphinx", "cards", data, [*groups, FilledGroup((9,), {"colour": "red"})])
    with refuses(NotFilled, match="colours of the list"):
        filled("sphinx", "cards", data, groups[:-1])


def test_what_answers_nothing_is_refused() -> None:
    data = shipped("wall")
    for values in ({}, {"cells": 5}, {"kind": "room"}):
        with pytest.raises(BadFact):
            filled("wall", "card", data, [FilledGroup((0,), values)])
    for part in ("card:x", "card:9", "nothing"):
        with pytest.raises(BadFact):
            filled("dig", part, shipped("dig"), [FilledGroup((0,), {"card": "earth", "value": 0})])


@pytest.mark.parametrize("room", ROOMS)
def test_every_list_has_a_name_and_a_count(room: str) -> None:
    parts = list(parts_of(room, shipped(room)))
    assert parts
    assert all(count > 0 for _, _, count in parts)
    assert len({part for part, _, _ in parts}) == len(parts)
