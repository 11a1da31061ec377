"""What a voice says of a game: what happened, whose turn it is, what is asked, the scores."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.core.roles import TABLE
from companion.house.tutorial import TutorialVoice, text_of
from companion.outputs.announcer import FULL, NORMAL, SHORT, Announcer, Storyteller, audible
from companion.table import Table
from companion.words import load
from tests.hardware.mock_parts import SimulatedVoice
from tests.web.scenes import a_table, asks, play
from tests.web.sphinx_scenes import a_court

PUT = load(strict=True).put


def told(table: Table, length: str) -> list[str]:
    teller = Storyteller(PUT, length, table.game.plain)
    return teller.news(table.snapshot(TABLE), -1)[0]


def asked_for_a_researcher(folder: Path) -> Table:
    return play(a_table(folder), 3, lambda table: asks(table, "researcher"))


def test_a_voice_says_what_happened_whose_turn_it_is_and_what_is_asked(tmp_path: Path) -> None:
    table = asked_for_a_researcher(tmp_path)
    newest = table.snapshot(TABLE)["rulings"][0]["sentences"]
    said = told(table, NORMAL)
    happened = [audible(PUT(one["say"]["key"], one["say"]["values"])) for one in newest]
    assert said[: len(happened)] == happened
    question = table.questions()[0]
    assert said[-1] == audible(PUT(question.ask.key, question.ask.values))


def test_a_short_voice_says_the_first_sentence_and_a_full_one_the_answers_too(
    tmp_path: Path,
) -> None:
    table = asked_for_a_researcher(tmp_path)
    short, normal, full = (told(table, length) for length in (SHORT, NORMAL, FULL))
    options = [audible(PUT(o.say.key, o.say.values)) for o in table.questions()[0].options]
    assert short == normal[:1]
    assert full == [*normal, *options]


def test_what_was_said_is_not_said_again(tmp_path: Path) -> None:
    table = asked_for_a_researcher(tmp_path)
    teller = Storyteller(PUT, NORMAL, table.game.plain)
    _, number = teller.news(table.snapshot(TABLE), -1)
    assert teller.news(table.snapshot(TABLE), number) == ([], number)


@pytest.mark.parametrize("length", [NORMAL, FULL])
def test_a_seal_is_never_read_aloud(tmp_path: Path, length: str) -> None:
    table = a_court(tmp_path)
    digest = table.state.seals[-1].digest
    said = " ".join(told(table, length))
    assert said
    assert digest not in said
    assert digest[:16] not in said


def test_whoever_asks_hears_the_scores_after_what_is_being_said(tmp_path: Path) -> None:
    table, voice = asked_for_a_researcher(tmp_path), SimulatedVoice()
    teller = Storyteller(PUT, NORMAL, table.game.plain)
    announcer = Announcer(table, PUT, voice.say, None, teller, voice.also)
    announcer.scores()
    wait_until(lambda: bool(voice.said))
    announcer.close()
    assert [line.partition(":")[0] for line in voice.said[0].splitlines()] == ["Ada", "Bo"]


def wait_until(is_true: Callable[[], bool]) -> None:
    import time

    for _ in range(1000):
        if is_true():
            return
        time.sleep(0.005)
    raise AssertionError("nothing was said")


def test_the_voice_teaches_people_who_look_at_no_phone(tmp_path: Path) -> None:
    """Each sentence of the lesson once, to all it is for; nothing to whoever knows the game."""
    table = a_table(tmp_path, "Ada", "Bo")
    words = load(strict=True)
    voice = TutorialVoice(table, lambda: {1: frozenset()}, words)
    first = voice.news()
    assert first[0] == "Bo: " + text_of(words, "wall", "goal")
    assert len(first) == 4
    assert voice.news() == []
    play(table, 3, lambda table: table.state.turns > 0)
    assert any(text_of(words, "wall", "draw") in line for line in voice.news())
    assert TutorialVoice(table, dict, words).news() == []


def test_the_voice_teaches_after_it_has_said_what_happened(tmp_path: Path) -> None:
    table, said, also = a_table(tmp_path), list[str](), list[str]()
    words = load(strict=True)
    everybody = {seat: frozenset[str]() for seat in range(len(table.state.seats))}
    voice = TutorialVoice(table, lambda: everybody, words)
    announcer = Announcer(table, words.put, said.append, None, also=also.append, lesson=voice.news)
    try:
        announcer.changed()
        wait_until(lambda: bool(also))
    finally:
        announcer.close()
    assert also[0].splitlines()[0] == text_of(words, "wall", "goal")
