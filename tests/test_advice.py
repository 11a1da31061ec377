"""Advice: two or three ideas with a reason each, from the rules and what that seat may know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.core.game import ROOMS, Game, load_room
from companion.core.house import read_house_rules
from companion.core.roles import TABLE, Role, seat
from companion.core.seats import Seat
from companion.core.verdict import Accepted, Move, Refused
from companion.games.kheops.moves import SetPawn
from companion.games.sphinx import moves as sphinx
from companion.games.wall import moves as wall
from companion.rooms import room_of
from companion.table.advice import MOST, advised, better
from companion.words import clauses_in, load
from tests.thorough import seeds

LANGUAGES = ("en", "de", "fr", "it", "nl", "es")
WORDS = {language: load(language, strict=True) for language in LANGUAGES}
NAMES = ("Ana", "Bo", "Cleo", "Dan")
RULES: dict[str, tuple[dict[str, Any], ...]] = {
    "wall": ({}, {"curse_of_the_pharaoh": True}, {"eyes_of_the_sphinx": True}),
    "bowl": ({}, {"variant": "quick"}),
    "dig": ({}, {"assist": True}),
    "sphinx": ({}, {"hands_public": False}),
    "kheops": ({},),
}
STEPS, EVERY = 160, 4


def opened(room: str, rules: dict[str, Any]) -> tuple[Game, Any]:
    game = load_room(room)
    box = game.load_box(None)
    people = min(3, box.players[1])
    worn = room_of(room).worn(box)
    seats = [Seat(name, colour) for name, colour in zip(NAMES[:people], worn, strict=False)]
    return game, game.opening(box, seats, read_house_rules(game.house_rules, rules))


def moved(game: Game, state: Any, move: Move) -> Any:
    ruling = game.decide(state, move)
    assert isinstance(ruling, Accepted), ruling
    return game.evolve.after(state, ruling.events)


def moments(room: str, seed: int, rules: dict[str, Any]) -> Iterator[tuple[Game, Any]]:
    """Moments of a rehearsed game, from its opening on."""
    game, state = opened(room, rules)
    people = room_of(room).people(seed)
    for step in range(STEPS):
        if game.is_over(state) is not None:
            return
        if step % EVERY == seed % EVERY:
            yield game, state
        questions = [one for one in game.questions(state) if not one.by_sight]
        move: Move | None = None if questions else people.move(state)
        if move is None:
            question = (questions or list(game.questions(state)))[0]
            meant = game.answer(state, question, people.reply(state, question), float(step))
            assert not isinstance(meant, Refused), meant
            move = meant
        state = moved(game, state, move)


def turn_of(game: Game, state: Any) -> int:
    turn: int = game.view(state, TABLE)["turn"]
    return turn


def played() -> list[tuple[str, dict[str, Any]]]:
    return [(room, rules) for room in ROOMS for rules in RULES[room]]


@pytest.mark.parametrize("seed", seeds(1, 20))
@pytest.mark.parametrize(("room", "rules"), played())
def test_every_idea_can_be_said_cites_clauses_and_is_one_of_three(
    room: str, rules: dict[str, Any], seed: int
) -> None:
    known, found = clauses_in(room, "en"), 0
    for game, state in moments(room, seed, rules):
        turn = turn_of(game, state)
        for role in (TABLE, seat(turn)):
            ideas = advised(game, state, game.questions(state), role, turn)
            assert len(ideas) <= MOST
            assert len({WORDS["en"].say(one.do) for one in ideas}) == len(ideas)
            for one in ideas:
                for words in WORDS.values():
                    assert words.say(one.do)
                    assert words.say(one.reason.say)
                assert one.reason.because
                assert set(one.reason.because) <= known.keys(), one
            found += len(ideas)
    assert found > 10


@pytest.mark.parametrize("room", ROOMS)
def test_nobody_else_is_advised_and_nobody_once_it_is_over(room: str) -> None:
    for game, state in moments(room, 2, {}):
        asked = {one.to for one in game.questions(state)}
        for number in range(len(state.seats)):
            if number != turn_of(game, state) and seat(number) not in asked:
                found = advised(game, state, game.questions(state), seat(number), number)
                assert found == ()


@pytest.mark.parametrize("room", ROOMS)
def test_the_best_idea_is_never_called_a_mistake(room: str) -> None:
    """An answer that is advised first has nothing better beside it."""
    for game, state in moments(room, 3, {}):
        turn = turn_of(game, state)
        questions = game.questions(state)
        ideas = advised(game, state, questions, TABLE, turn)
        best = ideas[0].do if ideas else None
        moves = [o.move for q in questions for o in q.options if o.say == best]
        for move in moves[:1]:
            assert better(game, state, questions, TABLE, turn, move) is None


# Two worlds: what is hidden from a role changes nothing it is told


def told(game: Game, state: Any, role: Role) -> Any:
    number = turn_of(game, state)
    ideas = advised(game, state, game.questions(state), role, number)
    mistakes = [
        better(game, state, game.questions(state), role, number, option.move)
        for question in game.questions(state)
        for option in game.rights.asked(state, question, role).options[:8]
    ]
    return ideas, mistakes


def readers(state: Any, *but: int) -> list[Role]:
    return [TABLE, *(seat(n) for n in range(len(state.seats)) if n not in but)]


@pytest.mark.parametrize("rules", RULES["wall"])
def test_wall_what_others_have_noted_changes_no_advice(rules: dict[str, Any]) -> None:
    differs = 0
    for game, state in moments("wall", 4, rules):
        turn = turn_of(game, state)
        worlds = []
        for animal, high in (("cat", False), ("ibis", True)):
            noted = moved(game, state, wall.NotePharaoh(turn, animal)) if state.begun else state
            for piece in noted.chamber.won[turn]:
                worth = noted.box.worth(piece.eyes)
                value = max(worth) if high else min(worth)
                noted = moved(game, noted, wall.NoteValue(turn, piece, value))
            worlds.append(noted)
        for role in readers(state, turn):
            assert told(game, worlds[0], role) == told(game, worlds[1], role)
        differs += told(game, worlds[0], seat(turn)) != told(game, worlds[1], seat(turn))
    assert differs, "the own pharaoh card counts for whoever has noted it"


def test_sphinx_what_was_seen_under_a_sphinx_counts_for_whoever_noted_it() -> None:
    differs = 0
    for game, state in moments("sphinx", 6, {}):
        turn = turn_of(game, state)
        looked = sorted({look.figure for look in state.looks if look.seat == turn})
        worlds = []
        for shift in (0, 2):
            noted = state
            for n, figure in enumerate(looked):
                colour = state.box.colours[(n + shift) % len(state.box.colours)]
                note = sphinx.NoteColour(turn, noted.seat_of(figure), colour)
                noted = moved(game, noted, note)
            worlds.append(noted)
        for role in readers(state, turn):
            assert told(game, worlds[0], role) == told(game, worlds[1], role)
        differs += told(game, worlds[0], seat(turn)) != told(game, worlds[1], seat(turn))
    assert differs


def test_sphinx_hidden_hands_change_no_advice_of_others() -> None:
    """Cards of another colour in a hidden hand: the table says the same."""
    differs = 0
    for game, state in moments("sphinx", 8, {"hands_public": False}):
        turn = turn_of(game, state)
        if state.action or state.claim or not state.hands[turn]:
            continue
        colours = state.box.colours
        turned = tuple(colours[(colours.index(c) + 1) % len(colours)] for c in state.hands[turn])
        hands = tuple(turned if n == turn else hand for n, hand in enumerate(state.hands))
        other = state.but(hands=hands)
        for role in readers(state, turn):
            assert told(game, state, role)[0] == told(game, other, role)[0]
        differs += told(game, state, seat(turn)) != told(game, other, seat(turn))
    assert differs


@pytest.mark.parametrize("room", ["bowl", "dig", "kheops"])
def test_where_nothing_is_hidden_every_page_is_told_the_same(room: str) -> None:
    for game, state in moments(room, 5, {}):
        first, *others = (told(game, state, role) for role in readers(state))
        assert all(first == other for other in others)


def test_dig_advice_remembers_nothing_of_what_was_lifted() -> None:
    """DIG-46: what was lifted earlier and no longer lies open bears on no idea."""
    from companion.games.dig.advice import odds
    from companion.games.dig.state import Found

    for game, state in moments("dig", 7, {}):
        deep = [cell for cell in state.tray if len(cell.found) > 1]
        if str(state.phase) != "dig" or not deep:
            continue
        cell = deep[0]
        lifted = (Found("", cell.found[0].value + 1), *cell.found[1:])
        changed = tuple(type(one)(one.name, lifted) if one is cell else one for one in state.tray)
        other = state.but(tray=changed)
        layers = range(1, state.box.top)
        assert [odds(state, n) for n in layers] == [odds(other, n) for n in layers]
        assert told(game, state, TABLE)[0] == told(game, other, TABLE)[0]
        return
    raise AssertionError("nobody dug deep enough")


def test_a_mistake_is_answered_with_the_better_idea() -> None:
    """A pawn where it loses points is beaten by the best place for one."""
    for game, state in moments("kheops", 1, {}):
        if str(state.phase) != "pawn":
            continue
        turn = turn_of(game, state)
        ways = list(game.advice.ideas(state, TABLE))
        worst = min(ways, key=lambda one: one.reason.worth)
        best = max(ways, key=lambda one: one.reason.worth)
        if best.reason.worth - worst.reason.worth < game.advice.margin:
            continue
        move = SetPawn(worst.do.values["cell"], worst.do.values["kind"])
        found = better(game, state, game.questions(state), TABLE, turn, move)
        assert found is not None
        assert found.reason.worth == best.reason.worth
        return
    raise AssertionError("every pawn is as good as any other")
