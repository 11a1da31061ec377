"""Nobody reads our own names for things, nor an address this table never uses."""

from __future__ import annotations

import re

import pytest

from companion.core.game import ROOMS
from companion.words import LANGUAGES, load
from tests.languages import games, keys, never_said

ITSELF = {"bowl.vote_first", "dig.another_turns", "dig.name_the_bottom_first"}
ITSELF |= {"kheops.point_at", "kheops.say_the_turn"}
"""Refusals that are a way on themselves."""
HOUSE_RULE = re.compile(r"\([^()]*: ((?:(?:“|„|« ?|«)[^“”„«»]*(?:”|“| ?»)(?:, )?)+)\)$")
NAME = re.compile(r"(?:“|„|« |«)([^“”„«»]*?)(?:”|“| »|»)")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_has_words_nobody_should_read(language: str) -> None:
    texts = never_said.said(language)
    assert [str(one) for one in never_said.found(language, texts)] == []


@pytest.mark.parametrize(
    ("language", "part", "text"),
    [
        ("en", "table", "The eye is watching"),
        ("en", "cli", "add to what the eye knows, or teach the eye"),
        ("en", "house", "Page in words"),
        ("en", "house", "{games} games, {wins} won"),
        ("en", "wall", "Placing is optional (`researcher_placement`)."),
        ("en", "dig", "The house rule agree_to_stop would allow it."),
        ("en", "kheops", "The box has no tile like corridor-1-ankh."),
        ("de", "cli", "Zeigen, was das Auge kennt"),
        ("de", "house", "Bitte klicken Sie hier."),
        ("fr", "table", "L’œil observe, même œil"),
        ("fr", "house", "Vous saisissez vos coups"),
        ("fr", "lobby", "Encastrez les sept plaques."),
        ("it", "table", "L’occhio guarda"),
        ("it", "lobby", "Sedetevi dove si vede bene."),
        ("es", "table", "Ahora el ojo va lento"),
        ("es", "wall", "Dad la vuelta a las cartas."),
        ("nl", "table", "Het oog kijkt mee"),
        ("nl", "house", "Typ hier uw naam."),
    ],
)
def test_words_nobody_should_read_would_be_noticed(language: str, part: str, text: str) -> None:
    assert list(never_said.found(language, {"planted": (part, text)}))


def test_what_is_put_into_a_sentence_and_what_is_typed_are_no_such_words() -> None:
    fine = {
        "a choice": ("bowl", "{kind?two_hands:Two hands|staff_held:The staff} again."),
        "a place": ("wall", "{player} has {count|# card|# cards}."),
        "a field of a file": ("faults", "Set samples_per_second to 80."),
        "an eye on a sarcophagus": ("wall", "A sarcophagus with one eye in front."),
    }
    assert list(never_said.found("en", fine)) == []


def test_a_count_that_is_never_one_is_a_sentence_of_today() -> None:
    known = {key for part in keys.PARTS for key in keys.sentences("en", part)}
    assert set(never_said.NEVER_ONE) <= known
    assert all(never_said.NEVER_ONE.values())


@pytest.mark.parametrize("room", ROOMS)
def test_a_game_never_shows_one_of_many_nor_a_coin_nobody_pays(room: str) -> None:
    played = games.kept(room, "en").read_text("utf-8")
    assert re.findall(never_said.SHOWN["en"], played) == []
    assert re.search(never_said.SHOWN["en"], "She pays 3: 0 gold, 3 silver.")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", ROOMS)
def test_a_clause_calls_a_house_rule_what_the_lobby_calls_it(room: str, language: str) -> None:
    """A clause that can be played otherwise says under which name."""
    texts = load(language, strict=True).under(f"house.rules.{room}")
    names = {text for key, text in texts.items() if key.endswith(".say")}
    called = {
        clause: NAME.findall(rules[1])
        for clause, text in keys.clauses(language, room).items()
        if (rules := HOUSE_RULE.search(text.removesuffix(".")))
    }
    assert [
        (clause, set(said) - names) for clause, said in called.items() if set(said) - names
    ] == []
    assert len(called) >= 3


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", ROOMS)
def test_a_refusal_says_what_was_found_and_then_what_to_do(room: str, language: str) -> None:
    refusals = {
        key: text
        for key, text in keys.sentences(language, room).items()
        if key.startswith(f"{room}.") and key.count(".") == 1 and key not in ITSELF
    }
    assert [key for key, text in refusals.items() if not re.search(r"[.?!:;,] ", text)] == []
