"""May I ...? Every place of every room answers at every moment, by the rules and with clauses."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from companion.core.game import ROOMS, Game, load_room
from companion.core.roles import TABLE, seat
from companion.core.verdict import Accepted, Made, Saying
from companion.table.inquiry import Inquiry, inquired, places_of
from companion.table.moves import Timeline, extended
from companion.words import clauses_in, load
from companion.words.search import folded, ranked
from tests.playthroughs.record import opened, records

WORDS = load("en", strict=True)
EVERY = 9
"""Every how many moves of a record all its places are asked about."""


def moments(room: str) -> Iterator[tuple[Game, Timeline]]:
    """Moments of the recorded games of a room, the opening and the end among them."""
    for path in records(room):
        game, state, moves = opened(path.read_text("utf-8"))
        timeline = Timeline(state)
        yield game, timeline
        for number, move in enumerate(moves, 1):
            ruling = game.decide(timeline.state, move)
            if not isinstance(ruling, Accepted):
                continue
            timeline = extended(game, timeline, number, "table", "", Made(move, ruling.events))
            if number % EVERY == 0:
                yield game, timeline
        yield game, timeline


def asked(game: Game, timeline: Timeline, place: str) -> Inquiry:
    found = inquired(game, timeline, game.questions(timeline.state), TABLE, place)
    assert found is not None, place
    return found


def sayings(found: Inquiry) -> Iterator[Saying]:
    yield from (found.place.place, found.place.holds)
    for way in found.ways:
        yield from (way.say, *(say for say, _ in way.brings))
    yield from (say for say, _ in (*found.reasons, *found.asked, *found.past))


def cited(found: Inquiry) -> set[str]:
    told = (*found.reasons, *found.asked, *found.past, *(s for w in found.ways for s in w.brings))
    parts = (clause for part in found.parts for clause in part["because"])
    return {*found.clauses, *parts, *(clause for _, because in told for clause in because)}


@pytest.mark.parametrize("room", ROOMS)
def test_every_place_answers_in_words_and_cites_clauses_there_are(room: str) -> None:
    known, dice = clauses_in(room, "en"), random.Random(7)
    ways = reasons = past = 0
    for game, timeline in moments(room):
        places = list(places_of(game, game.view(timeline.state, TABLE)))
        for place in dice.sample(places, min(len(places), 14)):
            found = asked(game, timeline, place)
            assert all(WORDS.say(say) for say in sayings(found))
            assert cited(found) <= known.keys()
            ways, reasons, past = (
                ways + len(found.ways), reasons + len(found.reasons), past + len(found.past)
            )  # fmt: skip
    assert min(ways, reasons, past) > 10


@pytest.mark.parametrize("room", ROOMS)
def test_every_place_is_in_the_rules(room: str) -> None:
    for game, timeline in moments(room):
        for place in places_of(game, game.view(timeline.state, TABLE)):
            assert game.places.clauses(timeline.state, place), place


@pytest.mark.parametrize("room", ROOMS)
def test_a_place_nobody_knows_has_no_answer(room: str) -> None:
    game, timeline = next(moments(room))
    for place in ("", "seat-9", "s999", "99,99", "nowhere"):
        assert inquired(game, timeline, (), TABLE, place) is None


def _middle(room: str, wanted: str) -> tuple[Game, Timeline]:
    return next((g, t) for g, t in moments(room) if str(t.state.phase) == wanted)


@pytest.mark.clause("WALL-20")
def test_a_full_slot_is_no_choice_and_the_clause_says_so() -> None:
    for game, timeline in moments("wall"):
        wall, state = timeline.state.box.wall, timeline.state
        full = [n for n, cards in enumerate(state.slots) if len(cards) == wall.capacity]
        if full and str(state.phase) == "play":
            found = asked(game, timeline, f"{full[0] * wall.block[0]},0")
            assert [because for _, because in found.reasons] == [("WALL-20",)]
            assert not found.ways
            return
    raise AssertionError("no record fills a slot")


def test_what_a_card_would_bring_comes_first_and_the_rest_is_counted() -> None:
    game, timeline = next(
        (g, t)
        for g, t in moments("wall")
        if str(t.state.phase) == "play" and len(t.past) > 8 and not g.questions(t.state)
    )
    open_slot = next(n for n, cards in enumerate(timeline.state.slots) if len(cards) == 1)
    found = asked(game, timeline, f"{open_slot * timeline.state.box.wall.block[0]},1")
    lengths = [len(way.brings) for way in found.ways]
    assert lengths == sorted(lengths, reverse=True)
    assert found.more > 0


@pytest.mark.clause("SPHINX-13")
def test_a_square_out_of_reach_says_which_dice_are_left() -> None:
    for game, timeline in moments("sphinx"):
        state = timeline.state
        if state.dice and not state.action and not state.claim and str(state.phase) == "play":
            found = asked(game, timeline, f"s{state.box.last}")
            if not found.ways:
                assert found.reasons
                return
    raise AssertionError("every square is in reach")


def test_somebody_elses_pieces_and_points_are_explained() -> None:
    game, timeline = list(moments("wall"))[-1]
    found = asked(game, timeline, "seat-1")
    assert found.parts
    assert all(part["because"] for part in found.parts)
    assert any("Bo" in WORDS.say(say) or "B" in WORDS.say(say) for say, _ in found.past)


def test_what_happened_leaves_private_notes_out() -> None:
    game = load_room("wall")
    from companion.games.wall import moves as m

    _, timeline = _middle("wall", "play")
    move = m.NotePharaoh(1, "cat")
    ruling = game.decide(timeline.state, move)
    assert isinstance(ruling, Accepted)
    made = Made(move, ruling.events)
    noted = extended(game, timeline, len(timeline.past) + 1, "seat-1", "", made)
    for place in ("cat", "seat-1"):
        assert asked(game, noted, place) == asked(game, timeline, place)
    own: Any = inquired(game, noted, (), seat(1), "seat-1")
    assert own is not None


def test_rare_words_find_what_is_meant() -> None:
    texts = {"a": "The ibis column", "b": "The cat column", "c": "The column of nobody"}
    assert ranked("what about the IBÍS?", texts, 3) == ["a"]
    assert ranked("zzz", texts, 3) == []
    assert ranked("", texts, 3) == []
    assert folded("Où est-ce? U1.2") == ["ou", "est", "ce", "u1.2"]
