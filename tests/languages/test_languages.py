"""Every language says everything English says, in the words of its box."""

from __future__ import annotations

import re

import pytest

from companion.core.game import ROOMS
from companion.words import FALLBACK, LANGUAGES, Words, load
from companion.words.plurals import CATEGORIES, OTHER, plural_category, plural_rules
from companion.words.sentence import BadSentence, bars, closed, parse
from tests.languages import games, glossary, keys
from tests.languages.glossary import Term

each_language = pytest.mark.parametrize("language", keys.OTHERS)
each_part = pytest.mark.parametrize("part", keys.PARTS)
COUNTS = (0, 1, 2, 5, 21)
COUNTED = re.compile(r"\{([a-z_]+)\|")


@each_language
@each_part
def test_a_language_has_every_sentence_and_none_besides(language: str, part: str) -> None:
    assert keys.lacking(language, part) == []


@each_language
@each_part
def test_a_sentence_speaks_of_the_same_things_in_every_language(language: str, part: str) -> None:
    assert keys.misplaced(language, part) == []


@each_language
@each_part
def test_no_sentence_is_left_in_english(language: str, part: str) -> None:
    assert keys.repeated(language, part) == []


@each_language
@pytest.mark.parametrize("room", ROOMS)
def test_every_clause_of_a_room_can_be_read_in_every_language(language: str, room: str) -> None:
    assert keys.clauses(language, room).keys() == keys.clauses(FALLBACK, room).keys()


@each_language
def test_a_sentence_keeps_to_the_words_of_its_box(language: str) -> None:
    assert [str(miss) for miss in glossary.misses(language)] == []


@each_language
def test_few_sentences_are_spared_the_words_of_their_box_and_each_with_a_reason(
    language: str,
) -> None:
    spared = glossary.spared(language)
    known = {key for part in keys.PARTS for key in keys.sentences(language, part)}
    known |= {key for room in ROOMS for key in keys.clauses(language, room)}
    assert set(spared) <= known
    assert all(spared.values())
    assert len(spared) < 0.02 * len(known)


def test_a_sentence_without_its_word_would_be_noticed() -> None:
    term = Term("wall", "piece", "scarab")
    assert glossary.begins("One scarab for {count} pairs", glossary.terms(FALLBACK)[term])
    assert not glossary.begins("{scarab} for {scarabs|one|two}", glossary.terms(FALLBACK)[term])
    assert not glossary.holds("Ein Käfer für jedes Paar", glossary.terms("de")[term])
    assert glossary.holds("Ein Skarabäus für jedes Paar", glossary.terms("de")[term])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_count_reads_as_a_count(language: str) -> None:
    """None, one, two, five and twenty-one: a number or its word stands wherever # asks for it."""
    words = load(language, strict=True)
    for key, text in words.texts.items():
        for name in COUNTED.findall(text):
            said = {_counted(words, text, name, count) for count in COUNTS}
            assert len(said) >= 2 or "#" not in text, f"{key}: {said}"


def _counted(words: Words, text: str, name: str, count: int) -> str:
    inside, _ = closed(text.partition("{" + name + "|")[2])
    one, many = bars(inside)
    category = plural_category(count, words.grammar.plural)
    return (one if category == "one" else many).replace("#", str(count))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_has_a_plural_its_language_never_uses(language: str) -> None:
    texts = load(language, strict=True).texts
    assert [key for key, text in texts.items() if _unused(text, language)] == []


def test_a_plural_that_is_never_used_would_be_noticed() -> None:
    text = "{n|zero:nothing|one:# stone|few:# stones|# stones}"
    assert [_unused(text, language) for language in ("ar", "pl", "en")] == [
        *(set(), {"zero"}, {"zero", "few"}),
    ]


def _unused(text: str, language: str) -> set[str]:
    """The categories a text names and its language lacks."""
    named = set(re.findall(rf"\|({'|'.join(CATEGORIES)}):", text))
    return named - plural_rules(language).keys() - {OTHER}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_taken_apart(language: str) -> None:
    """A sentence is parsed when it is first said: none may break in front of people."""
    broken = []
    for key, text in load(language).texts.items():
        try:
            parse(text)
        except BadSentence as bad:
            broken.append(f"{key}: {bad}")
    assert broken == []


def test_nothing_is_singular_in_french() -> None:
    rules = load("fr").grammar.plural
    assert [plural_category(count, rules) for count in range(4)] == ["one", "one", "other", "other"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", ROOMS)
def test_a_whole_game_reads_as_it_was_last_read_by_people(room: str, language: str) -> None:
    """After a change: read the difference, then python -m tests.languages.games --write."""
    assert games.text(room, language) == games.kept(room, language).read_text("utf-8")
