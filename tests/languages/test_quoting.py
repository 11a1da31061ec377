"""The rulebook's own sentence: given back from the owner's text, and never shipped."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.game import ROOMS
from companion.house.rulebooks import Rulebooks
from companion.words import load_clauses, quotes_of
from companion.words.quotes_of import in_language, mark, marks_of, quoted

BOOK = """# OUR   OWN BOOK
The **first** card goes<sup>1</sup>
into the wall; nobody takes it out. Then the next
one plays!

Die erste Karte kommt in die Wand."""
MARKS = {
    "TOY-01": {"de": [mark("Die erste Karte kommt in die Wand")]},
    "TOY-02": {"en": [mark("Then the next one plays!"), mark("nobody takes it out")]},
    "TOY-03": {"en": [mark("A sentence that this book has not.")]},
}


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    real = marks_of
    monkeypatch.setattr(quotes_of, "marks_of", lambda room: MARKS if room == "toy" else real(room))


def test_a_clause_gets_its_sentence_whatever_the_layout() -> None:
    found = quoted("toy", BOOK)
    assert found["TOY-01"] == {"de": "Die erste Karte kommt in die Wand."}
    assert found["TOY-02"] == {"en": "Then the next one plays! … nobody takes it out."}


def test_a_sentence_the_book_lacks_is_not_made_up() -> None:
    assert "TOY-03" not in quoted("toy", BOOK)
    assert quoted("toy", "Then the next one waits!") == {}
    assert quoted("toy", "") == {}


def test_readers_get_their_own_language_or_the_books() -> None:
    found = quoted("toy", BOOK)
    assert in_language(found, "en")["TOY-02"]["lang"] == "en"
    assert in_language(found, "nl")["TOY-01"] == {
        "lang": "de",
        "say": "Die erste Karte kommt in die Wand.",
    }


@pytest.mark.parametrize("room", ROOMS)
def test_every_mark_belongs_to_a_clause_and_says_nothing_itself(room: str) -> None:
    marks = marks_of(room)
    assert marks
    assert set(marks) <= set(load_clauses(room))
    for tongues in marks.values():
        for wanted in tongues.values():
            for one in wanted:
                length, opening, whole = one.split(":")
                assert int(length) >= 4
                assert len(opening) == len(whole) == 10


def test_a_book_is_kept_found_again_and_forgotten(tmp_path: Path) -> None:
    books = Rulebooks(tmp_path)
    assert books.quotes("toy") == {}
    assert books.keep("toy", "Somebody else's book.") == 0
    assert not books.folder.exists()
    assert books.keep("toy", BOOK) == 2
    assert Rulebooks(tmp_path).quotes("toy") == books.quotes("toy") == quoted("toy", BOOK)
    books.forget("toy")
    assert books.quotes("toy") == {}
