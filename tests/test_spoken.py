"""Whatever happens at the table can be said aloud, in every language a voice may speak."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.config.settings import read_settings
from companion.core.verdict import Accepted
from companion.words import FALLBACK, LANGUAGES, Words, load
from tests.playthroughs.record import opened, records

OTHERS = tuple(language for language in LANGUAGES if language != FALLBACK)
EVENT = re.compile(r"^[a-z]+\.event\.")
NAME = re.compile(r"\{([A-Za-z_0-9.]+)")
WORD = re.compile(r"[a-z][a-z_]+")
SAID_AS_IT_IS = {"player", "rival", "victim", "giver", "receiver", "strengths", "turned"}
"""Values that are people's names, alone or with a number."""

each_language = pytest.mark.parametrize("language", OTHERS)


@cache
def words(language: str) -> Words:
    return load(language, strict=True)


def events(language: str) -> dict[str, str]:
    return {key: text for key, text in words(language).texts.items() if EVENT.match(key)}


def sayings(path: Path) -> Iterator[dict[str, Any]]:
    """What the table says in the course of a recorded game."""
    game, state, moves = opened(path.read_text("utf-8"))
    for move in moves:
        ruling = game.decide(state, move)
        if not isinstance(ruling, Accepted):
            continue
        for event in ruling.events:
            state = game.evolve(state, event)
        said = (game.telling.describe(state, event) for event in ruling.events)
        yield from (msgspec.to_builtins(one) for one in said if one is not None)


def strings(value: Any) -> Iterator[str]:
    """Every word inside a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)


def test_a_voice_may_be_wired_in_every_language_that_has_words() -> None:
    for language in LANGUAGES:
        data = {"wiring": {"parts": [{"part": "speech", "language": language}]}}
        assert read_settings(data).wiring.language == language


@each_language
def test_a_language_has_words_for_every_event_and_invents_none(language: str) -> None:
    assert sorted(events(language)) == sorted(events(FALLBACK))
    assert words(language).language == language


@each_language
def test_a_sentence_speaks_of_nothing_that_is_not_given(language: str) -> None:
    """And in no brackets of English's own: each value keeps its name."""
    english = events(FALLBACK)
    for key, text in events(language).items():
        assert set(NAME.findall(text)) <= set(NAME.findall(english[key])), key


@each_language
def test_the_names_of_people_are_told_wherever_english_tells_them(language: str) -> None:
    english = events(FALLBACK)
    for key, text in events(language).items():
        wanted = {n for n in NAME.findall(english[key]) if n in SAID_AS_IT_IS}
        assert wanted <= set(NAME.findall(text)), key


@each_language
def test_every_choice_english_makes_is_made(language: str) -> None:
    """A number of mummies, a kind of foul: where English has words of its own, so has everyone."""
    choice = re.compile(r"\{([a-z_.]+)\?")
    english = events(FALLBACK)
    for key, text in events(language).items():
        assert set(choice.findall(english[key])) <= set(choice.findall(text)), key


@each_language
@pytest.mark.parametrize("path", records(), ids=lambda path: path.stem)
def test_a_recorded_game_is_put_into_words_without_a_foreign_one(language: str, path: Path) -> None:
    spoken = words(language)
    for say in sayings(path):
        sentence = spoken.put(say["key"], say["values"])
        assert sentence, say
        assert not re.search(r"[{}|#*]|None", sentence), sentence
        heard = set(re.findall(r"[\w_]+", sentence.lower()))
        values = {name: value for name, value in say["values"].items() if name not in SAID_AS_IT_IS}
        for word in strings(values):
            untold = WORD.fullmatch(word) and word not in spoken.nouns
            assert not (untold and word in heard), f"{word!r} in {sentence!r}"


@each_language
def test_a_language_does_not_repeat_english(language: str) -> None:
    english = events(FALLBACK)
    same = [key for key, text in events(language).items() if text == english[key]]
    assert same == []
