"""Random games under every house rule: the recount agrees, nothing is lost, nothing is leaked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.cells import difference
from companion.core.roles import HALL, REFEREE, TABLE, seat
from companion.core.verdict import Accepted, Event, Move, Refused, clauses
from companion.games.wall import GAME
from companion.games.wall import moves as m
from companion.games.wall.state import Phase, Piece, Reveal, Secrets, State
from tests.recount import recount
from tests.rooms.wall.boxes import SHAPES, shaped
from tests.rooms.wall.laid import ANIMALS
from tests.rooms.wall.players import a_game, opening_of, some_rules
from tests.thorough import seeds

BOX = GAME.load_box(None)
RULES = Path(__file__).parents[3] / "companion/words/en/clauses" / "wall.md"
KNOWN = frozenset(re.findall(r"^- \*\*([A-Z][A-Za-z0-9-]*)\*\*", RULES.read_text(), re.MULTILINE))
Step = tuple[State, Move, tuple[Event, ...], State]


def some_game(seed: int, shape: str = "default") -> Iterator[Step]:
    dice = Random(seed)
    return a_game(dice, BOX if shape == "default" else shaped(shape, seed), some_rules(dice))


def counted_alike(steps: list[Step]) -> None:
    end = steps[-1][3]
    assert end.phase == Phase.OVER
    moves = [msgspec.to_builtins(move) for _, move, _, _ in steps]
    tally = recount(opening_of(end), moves)
    assert tally.scores == [line.low for line in GAME.score(end).lines]
    won = [sorted((p.animal, p.eyes) for p in pieces) for pieces in end.chamber.won]
    assert tally.sarcophagi == won
    assert tally.room.slab == end.chamber.slab
    outcome = GAME.is_over(end)
    assert outcome is not None
    assert list(outcome.winners) == tally.winners


@pytest.mark.parametrize("block", seeds(3, 8))
def test_scores_equal_an_independent_recount_wall_54_wall_55(block: int) -> None:
    """120 games of two to four players, base and variants, house rules by dice."""
    for seed in range(15 * block, 15 * block + 15):
        counted_alike(list(some_game(seed)))


@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape != "default"])
def test_scores_equal_the_recount_on_other_walls_wo_9(shape: str) -> None:
    for seed in range(4):
        counted_alike(list(some_game(seed, shape)))


@pytest.mark.parametrize("seed", range(24))
def test_the_pieces_add_up_after_every_event_wall_48(seed: int) -> None:
    """16 scarabs, 5 researchers each, 21 sarcophagi, 49 cards."""
    for state, _, events, _ in some_game(1000 + seed):
        for event in events:
            state = GAME.evolve(state, event)
            assert GAME.broken(state) == (), event
            _count(state)


def _count(state: State) -> None:
    chamber = state.chamber
    assert chamber.slab + sum(c.scarabs for c in chamber.columns) == 16
    assert all(0 <= c.scarabs <= 3 for c in chamber.columns)
    assert sum(len(c.stack) for c in chamber.columns) + sum(map(len, chamber.won)) == 21
    pieces = [piece for won in chamber.won for piece in won]
    assert len(set(pieces)) == len(pieces)
    assert sum(map(len, state.slots)) + sum(state.hands) + sum(state.piles) == 49
    assert all(0 <= state.reserve(s) <= 5 for s in range(len(state.seats)))
    if state.rules.scarab_supply == "strict":
        assert chamber.slab >= 0


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=8)
def test_deciding_changes_nothing_and_always_says_the_same(seed: int) -> None:
    for before, move, events, after in some_game(seed):
        assert isinstance(hash(before.chamber), int)
        frozen = msgspec.json.encode(msgspec.to_builtins(before))
        again = GAME.decide(before, move)
        assert again == Accepted(events)
        assert msgspec.json.encode(msgspec.to_builtins(before)) == frozen
        state = before
        for event in events:
            state = GAME.evolve(state, event)
        assert state == after


@pytest.mark.parametrize("seed", range(12))
def test_moves_and_events_survive_a_journal(seed: int) -> None:
    for _, move, events, _ in some_game(2000 + seed):
        assert msgspec.convert(msgspec.json.decode(msgspec.json.encode(move)), GAME.moves) == move
        for event in events:
            plain = msgspec.json.decode(msgspec.json.encode(event))
            assert msgspec.convert(plain, GAME.events) == event


@pytest.mark.parametrize("seed", range(12))
def test_every_event_and_question_names_clauses_that_exist(seed: int) -> None:
    for before, _, events, _ in some_game(3000 + seed):
        for event in events:
            assert clauses(event)
            assert set(clauses(event)) <= KNOWN, event
        for question in GAME.questions(before):
            assert question.because
            assert set(question.because) <= KNOWN, question
        for line in GAME.score(before).lines:
            assert all(set(part.because) <= KNOWN for part in line.parts)


@pytest.mark.parametrize("seed", range(6))
def test_every_legal_move_is_accepted(seed: int) -> None:
    dice = Random(seed)
    for before, _, _, _ in some_game(4000 + seed):
        legal = list(GAME.legal_moves(before))
        for move in dice.sample(legal, min(6, len(legal))):
            if not isinstance(move, m.TurnOver):
                assert isinstance(GAME.decide(before, move), Accepted), move


def odd_moves(state: State) -> list[Move]:
    """Moves of every kind, most of them out of place, some of them absurd."""
    here, there = ANIMALS[0], ANIMALS[1]
    card = state.box.cards[0].id
    return [
        m.Begin(), m.ArrangeColumns(("camel",)), m.InsertCard(-1, card), m.InsertCard(0, "none"),
        m.InsertCard(99, card), *(m.InsertCard(0, c) for c in sorted(state.inserted)[:2]),
        m.CallPair(((0, 0), (9, 9))), m.CallPair(()), m.ChooseLinePair("row 99", here, True),
        m.ChooseColumn("dog"), m.ResolveNext("dog", True), m.SetResearcher("dog"),
        m.TurnCurse("none"), m.CallCurse(-1, 0.0), m.CallCurse(9, 1e12), m.PointAt(9, ()),
        m.EndCurse(-1.0), m.NameVictim(-1), m.NameVictim(9), m.HandOver(Piece("dog", 9)),
        m.ChoosePlan(()), m.ChoosePlan((("dog", 1),)), m.ShiftScarab("dog", "cat"),
        m.ShiftScarab(here, here), m.ShiftScarab(here, there), m.NotePharaoh(9, here),
        m.NotePharaoh(-1, here), m.NotePharaoh(0, "dog"), m.NoteValue(0, Piece("dog", 1), 3),
        m.NoteValue(-1, Piece(here, 1), 3), m.TurnOver(0, "dog", ()), m.TurnOver(-1, here, ()),
        m.CountSlab(-1), m.CountSlab(99), m.DrawCard(), m.CallNoMore(), m.EndShift(),
        m.ChangePlan(), m.SetNone(), m.SetResearcher(), m.TurnCurse("C0", 0.0),
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_tried_is_refused_with_a_clause_or_leaves_a_sound_table(seed: int) -> None:
    refused = 0
    for n, (before, _, _, _) in enumerate(some_game(5000 + seed)):
        for move in odd_moves(before) if n % 3 == 0 else ():
            ruling = GAME.decide(before, move)
            if isinstance(ruling, Refused):
                refused += 1
                assert ruling.clause in KNOWN, ruling
                assert ruling.say.key
                continue
            state = before
            for event in ruling.events:
                state = GAME.evolve(state, event)
            assert GAME.broken(state) == (), move
    assert refused > 500


def test_a_move_of_another_game_is_refused() -> None:
    class Juggle(Move, frozen=True):
        pass

    state = next(some_game(1))[0]
    ruling = GAME.decide(state, Juggle())
    assert isinstance(ruling, Refused)
    assert ruling.clause in KNOWN


@pytest.mark.parametrize("seed", range(8))
def test_a_move_shows_exactly_what_changes_on_the_wall(seed: int) -> None:
    """shown_by is the difference visible makes; only cards change what the camera sees."""
    shape = list(SHAPES)[seed % len(SHAPES)]
    for before, move, _, after in some_game(6000 + seed, shape):
        changed = difference(GAME.visible(before), GAME.visible(after))
        assert GAME.shown_by(before, move) == changed


@pytest.mark.parametrize("seed", range(6))
def test_every_role_gets_plain_data(seed: int) -> None:
    for n, (_, _, events, after) in enumerate(some_game(7000 + seed)):
        if n % 5 and after.phase != Phase.OVER:
            continue
        for role in (TABLE, HALL, REFEREE, seat(0), seat(9)):
            shown = GAME.view(after, role)
            data = msgspec.json.encode(shown)
            assert msgspec.json.encode(msgspec.json.decode(data)) == data
        for event in events:
            GAME.telling.describe(after, event)
            assert all(cell in GAME.visible(after) for cell in GAME.telling.cells_of(after, event))
        msgspec.json.encode(GAME.cues(after, events))


def _other_secrets(state: State, dice: Random) -> State:
    """The same table with other pharaoh cards and other mummy values noted."""
    secrets = tuple(
        Secrets(
            None if one.pharaoh is None else dice.choice(state.box.pharaohs),
            tuple((p, dice.choice(state.box.worth(p.eyes))) for p, _ in one.values),
        )
        for one in state.secrets
    )
    return state.but(secrets=secrets)


@pytest.mark.parametrize("seed", range(6))
def test_two_worlds_that_differ_in_secrets_look_the_same_to_others_wall_43_wall_12(
    seed: int,
) -> None:
    dice = Random(seed)
    differed = 0
    for n, (_, _, events, after) in enumerate(some_game(8100 + seed)):
        if n % 4:
            continue
        other = _other_secrets(after, dice)
        differed += other != after
        for role in (TABLE, HALL, REFEREE, seat(9)):
            assert _bytes(after, role, events) == _bytes(other, role, events)
        for mine in range(len(after.seats)):
            same = after.but(
                secrets=tuple(
                    one if s == mine else two
                    for s, (one, two) in enumerate(zip(after.secrets, other.secrets, strict=True))
                )
            )
            assert _bytes(after, seat(mine), events) == _bytes(same, seat(mine), events)
        assert "Secrets(hidden)" in repr(after.secrets[0])
    assert differed


def _bytes(state: State, role: Any, events: tuple[Event, ...]) -> bytes:
    shown = [
        GAME.view(state, role), GAME.questions(state), GAME.score(state), GAME.is_over(state),
        GAME.cues(state, events), GAME.visible(state), GAME.broken(state), GAME.turn(state),
    ]  # fmt: skip
    return msgspec.json.encode(shown)


def test_what_was_turned_over_is_no_secret_any_more_wall_55() -> None:
    end = list(some_game(42))[-1][3]
    shown = GAME.view(end, TABLE)["seats"]
    assert all(isinstance(reveal, Reveal) for reveal in end.reveals)
    assert [s["revealed"]["pharaoh"] for s in shown] == [r.pharaoh for r in end.reveals if r]


@pytest.mark.parametrize("seed", range(6))
def test_questions_have_ids_of_their_own(seed: int) -> None:
    """No two different questions of one moment share an id, and asking twice asks the same."""
    for before, _, _, _ in some_game(9000 + seed):
        asked = GAME.questions(before)
        assert asked == GAME.questions(before)
        assert len({question.id for question in asked}) == len(asked)
        for question in asked:
            names = [option.name for option in question.options]
            assert len(set(names)) == len(names)


def test_only_private_notes_are_private_wall_43() -> None:
    assert GAME.private_to(m.NotePharaoh(1, "camel")) == seat(1)
    assert GAME.private_to(m.NoteValue(0, Piece("camel", 1), 3)) == seat(0)
    assert GAME.private_to(m.InsertCard(0, "H00")) is None
    assert GAME.private_to(m.TurnOver(0, "camel", ())) is None
