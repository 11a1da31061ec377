"""Names as paper takes them: joined, in the order they are drawn, without an empty box."""

from __future__ import annotations

import pytest

from companion.util.printed_text import LATIN, in_drawn_order, isolated, without_pictures

ALL = range(0x110000)
"""A font that has every letter."""
MUHAMMAD = "محمد"
JOINED = "\ufeaa\ufee4\ufea4\ufee3"
"""The four letters in the shapes they have beside each other, the last one first."""
BARE = frozenset({*LATIN, *map(ord, MUHAMMAD)})
"""A font with the letters, but without their joined shapes."""


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("Anna", "Anna"),
        (MUHAMMAD, JOINED),
        ("שרה", "הרש"),
        (f"1. {isolated(MUHAMMAD)} (starts)", f"1. {JOINED} (starts)"),
        (f"{isolated(MUHAMMAD)}, {isolated('שרה')}, Ben", f"{JOINED}, הרש, Ben"),
        (f"{isolated(f'{MUHAMMAD} 12')} 3", f"12 {JOINED} 3"),
    ],
)
def test_a_line_is_drawn_from_left_to_right_with_each_name_in_its_own_way(
    text: str, drawn: str
) -> None:
    assert in_drawn_order(text, ALL) == drawn


def test_a_font_without_joined_shapes_still_gets_the_right_order() -> None:
    assert in_drawn_order(MUHAMMAD, BARE) == MUHAMMAD[::-1]


@pytest.mark.parametrize(
    ("name", "printed"),
    [("🐫 Zoë", "Zoë"), ("Zoë 👩\u200d🌾 B.", "Zoë B."), ("🐫🐪", "🐫🐪"), ("Zoë", "Zoë")],
)
def test_a_picture_the_font_does_not_have_is_left_out_of_a_name(name: str, printed: str) -> None:
    assert without_pictures(name, LATIN) == printed


def test_a_name_of_nothing_but_pictures_becomes_marks() -> None:
    assert in_drawn_order(without_pictures("🐫🐪", LATIN), LATIN) == "**"
