"""Names as people type them."""

from __future__ import annotations

import pytest

from companion.house import BadName
from companion.house.names import same, tidy


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Anna   Maria ", "Anna Maria"),
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),
        ("نور", "نور"),
        ("<b>Ben</b>", "<b>Ben</b>"),
        ("🐪", "🐪"),
        ("Anna\nBen", "Anna Ben"),
        ("\u202eneB", "neB"),
        ("A\u200bnna", "Anna"),
        ("A\x00nna", "Anna"),
    ],
)
def test_a_name_is_kept_as_it_reads(typed: str, kept: str) -> None:
    assert tidy(typed) == kept


@pytest.mark.parametrize(
    "typed", ["", "   ", "\u200b\u202e", "...", "\x00", "x" * 31, "x" * 10_000]
)
def test_what_nobody_can_be_called_is_refused(typed: str) -> None:
    with pytest.raises(BadName):
        tidy(typed)


def test_names_that_sound_alike_are_the_same() -> None:
    assert same("Anna", "ANNA")
    assert same("Straße", "STRASSE")
    assert not same("Anna", "Hanna")
