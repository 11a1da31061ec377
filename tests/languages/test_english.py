"""No sentence a person can meet is in code: it would be English for everybody."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.command import language
from companion.words import load
from tests.languages import english


def test_no_english_sentence_stands_in_code() -> None:
    assert [str(one) for one in english.refused()] == []


def test_what_is_allowed_in_english_is_a_short_list_and_still_needed() -> None:
    files = {one.file for one in english.found()}
    assert len(english.ALLOWED) <= 10
    assert len(english.PLACES) < 36
    idle = [a for a in english.PLACES if not any(english.is_allowed(f, (a,)) for f in files)]
    assert idle == []


@pytest.mark.parametrize(
    "planted",
    [
        'raise ValueError("the lamp is not where it should be")',
        'def f(name: str) -> str:\n    return f"There is no room called {name}."',
        'parser.add_argument("--x", help="the folder with all the games")',
        'words = {"a": ["Please take your hand away."]}',
        'print(\n    "Stop with Ctrl-C; "\n    "it opens where it stopped."\n)',
    ],
)
def test_a_planted_sentence_would_be_noticed(planted: str, tmp_path: Path) -> None:
    home = tmp_path / "companion" / "house"
    home.mkdir(parents=True)
    (home / "planted.py").write_text(f'"""A docstring may say what it likes."""\n{planted}\n')
    assert len(english.refused(tmp_path)) == 1


def test_a_key_a_query_and_a_docstring_are_no_sentences(tmp_path: Path) -> None:
    home = tmp_path / "companion"
    home.mkdir()
    (home / "fine.py").write_text(
        'def f() -> str:\n    """Say nothing at all to anybody here."""\n'
        '    query = "SELECT number, chain FROM entry ORDER BY number"\n'
        '    return "fault.journal.no_room"\n'
    )
    assert english.refused(tmp_path) == []


@pytest.mark.parametrize(
    ("environment", "spoken"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LC_ALL": "fr_FR", "LANG": "de_DE"}, "fr"),
        ({"LANG": "pt_BR.UTF-8"}, "en"),
    ],
)
def test_the_command_line_speaks_the_language_of_its_terminal(
    environment: dict[str, str], spoken: str
) -> None:
    assert language(environment) == spoken


def test_numbers_and_small_words_follow_the_language() -> None:
    weighed = {"bowl": 81.5, "staff": 12.0}
    assert "81.5 g" in load("en").put("weights.nothing", weighed)
    assert "81,5 g" in load("de").put("weights.nothing", weighed)
    assert "12 g" in load("de").put("weights.nothing", weighed)
    several = load("es").grammar.several
    assert several(["Ana", "Inés"]) == "Ana e Inés"
    assert several(["siete", "ocho"], "o") == "siete u ocho"
    assert several(["agua", "hielo"]) == "agua y hielo"


def test_a_saying_inside_a_sentence_begins_as_it_is_written() -> None:
    facts = [{"key": "kheops.assumed.tiles", "values": {}}]
    assert load("en").put("table.assuming", {"facts": facts}).endswith(": the size of the tiles.")
