"""Random games under every house rule: the recount agrees, no coin is lost, nothing is leaked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Literal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.cells import difference
from companion.core.roles import HALL, REFEREE, TABLE, seat
from companion.core.verdict import Accepted, Move, Refused, clauses
from companion.games.dig import GAME
from companion.games.dig import moves as m
from companion.games.dig.box import Box
from companion.games.dig.house import HouseRules
from companion.games.dig.state import Phase, State
from tests.rooms.dig.laid import OWN, small_box
from tests.rooms.dig.players import Step, a_game, opening_of, some_rules
from tests.rooms.dig.recount import Recount, recount
from tests.thorough import seeds

RULES = Path(__file__).parents[3] / "companion/words/en/clauses" / "dig.md"
KNOWN = frozenset(re.findall(r"^- \*\*([A-Z][A-Za-z0-9-]*)\*\*", RULES.read_text(), re.MULTILINE))
ROLES = (TABLE, REFEREE, HALL, seat(0), seat(1), seat(9))
ENDINGS: tuple[Literal["pay", "free_skip", "ends"], ...] = ("pay", "free_skip", "ends")
HOUSES = [
    HouseRules(agree_to_stop=agreeing, mask_last=ending, never_obliged=free)
    for agreeing, ending, free in product([False, True], ENDINGS, [False, True])
]

RICH = small_box([9, -3, 9, 9], [9, 9, -1, 9], [9, 9, 9, 0], columns=2, rows=2, gold=3, silver=15)
"""A small tray with more treasure than the bank has coins."""


def some_game(seed: int, box: Box = OWN, rules: HouseRules | None = None) -> Iterator[Step]:
    dice = Random(seed)
    caution = dice.choice([0.05, 0.3, 0.6])
    return a_game(dice, rules or some_rules(dice), box, caution=caution)


def counted_alike(steps: list[Step]) -> None:
    end = steps[-1][3]
    tally = recount(opening_of(end), [msgspec.to_builtins(move) for _, move, _, _ in steps])
    assert tally.purses == [end.purse(s) for s in range(len(end.seats))]
    assert (tally.over, tally.gone) == (end.over, list(end.out))
    assert tally.ranks() == [line.rank for line in GAME.score(end).lines]
    outcome = GAME.is_over(end)
    assert outcome is not None
    assert outcome.winners == tuple(s for s, rank in enumerate(tally.ranks()) if rank == 1)


@pytest.mark.parametrize("block", seeds(3, 8))
def test_money_and_ranks_equal_an_independent_recount_dig_45(block: int) -> None:
    """200 games of two to six players, house rules by dice."""
    for seed in range(25 * block, 25 * block + 25):
        counted_alike(list(some_game(seed)))


@pytest.mark.parametrize("rules", HOUSES, ids=str)
def test_every_house_ends_its_games_and_counts_alike(rules: HouseRules) -> None:
    for seed in range(10):
        counted_alike(list(some_game(500 + seed, rules=rules)))


def test_small_and_rich_trays_are_counted_alike_dig_o_12() -> None:
    dry = 0
    for seed in range(150):
        steps = list(some_game(1000 + seed, RICH))
        counted_alike(steps)
        dry += any(sum(after.owed) + after.pot_owed for *_, after in steps)
    assert dry > 30


def test_every_way_to_end_is_met() -> None:
    ends = {list(some_game(seed, RICH))[-1][3].over for seed in range(120)}
    assert ends == {"uncovered", "skips", "last_player", "agreed"}


@pytest.mark.parametrize("seed", range(20))
def test_a_game_comes_to_its_end_dig_t7(seed: int) -> None:
    """At most 80 lifts; between two of them fewer skips than players; few moves in a turn."""
    steps = list(some_game(2000 + seed))
    end = steps[-1][3]
    players = len(end.seats)
    lifts = sum(isinstance(move, m.Lift) for _, move, _, _ in steps)
    assert lifts <= 80
    assert lifts == 80 - end.covered
    assert end.turns <= (lifts + 1) * players
    notes = sum(isinstance(move, m.PutBack | m.TakeOffBarricade) for _, move, _, _ in steps)
    assert len(steps) - notes <= 8 + 2 * players + lifts + 4 * (end.turns + 1)


def sound(state: State) -> None:
    """What is true of every state."""
    box, rate = state.box, state.rate
    held = [state.bank, state.pot, *state.purses]
    assert sum(coins.gold for coins in held) == box.money.gold
    assert sum(coins.silver for coins in held) == box.money.silver
    assert min(min(coins.gold, coins.silver) for coins in held) >= 0
    credit = sum(state.owed) + state.pot_owed
    purses = sum(state.purse(s) for s in range(len(state.seats)))
    everything = box.worth(box.money.gold, box.money.silver)
    assert purses + state.pot_worth + state.bank.worth(rate) - credit == everything
    assert len(state.tray) == len(box.cells)
    assert all(1 <= state.layer(cell) <= box.top for cell in state.tray)
    assert 0 <= state.covered <= len(box.cells) * (box.top - 1)
    assert all(lid.owner not in state.out or not lid.bans for lid in state.lids)
    assert sum(state.scarabs) + state.doubled <= box.scarabs
    assert sum(state.barricades) + sum(lid.bans for lid in state.lids) <= box.barricades


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=25, deadline=None)
def test_coins_cells_and_cards_add_up_after_every_move_dig_44(seed: int) -> None:
    """Money conserved with the bank, 80 lifts at most, 16 cells."""
    box = RICH if seed % 3 == 0 else OWN
    most, lifts = len(box.cells) * (box.top - 1), 0
    assert box is RICH or (len(box.cells), most) == (16, 80)
    for _, move, events, after in some_game(seed, box):
        sound(after)
        assert GAME.broken(after) == (), events
        lifts += isinstance(move, m.Lift)
        assert lifts == most - after.covered
        assert lifts <= most


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=10, deadline=None)
def test_deciding_changes_nothing_and_always_says_the_same(seed: int) -> None:
    for before, move, events, after in some_game(seed):
        frozen = msgspec.json.encode(msgspec.to_builtins(before))
        assert GAME.decide(before, move) == Accepted(events)
        assert msgspec.json.encode(msgspec.to_builtins(before)) == frozen
        state = before
        for event in events:
            state = GAME.evolve(state, event)
        assert state == after


@pytest.mark.parametrize("seed", range(12))
def test_moves_events_and_box_survive_a_journal(seed: int) -> None:
    box = RICH if seed % 2 else OWN
    for _, move, events, _ in some_game(3000 + seed, box):
        assert msgspec.convert(msgspec.json.decode(msgspec.json.encode(move)), GAME.moves) == move
        for event in events:
            plain = msgspec.json.decode(msgspec.json.encode(event))
            assert msgspec.convert(plain, GAME.events) == event
    plain = msgspec.json.decode(msgspec.json.encode(box))
    assert msgspec.convert(plain, GAME.load_box.box) == box


@pytest.mark.parametrize("seed", range(12))
def test_every_event_and_question_names_clauses_that_exist(seed: int) -> None:
    for before, _, events, after in some_game(4000 + seed):
        for event in events:
            assert clauses(event)
            assert set(clauses(event)) <= KNOWN, event
        for question in GAME.questions(before):
            assert question.because
            assert set(question.because) <= KNOWN, question
        for line in GAME.score(after).lines:
            assert all(set(part.because) <= KNOWN for part in line.parts)


def test_every_clause_the_code_quotes_exists() -> None:
    room = Path(__file__).parents[3] / "companion" / "games" / "dig"
    text = "\n".join(path.read_text("utf-8") for path in room.glob("*.py"))
    quoted = set(re.findall(r'"((?:EX-)?DIG-(?:[A-Z]-?)?\d+)"', text))
    assert len(quoted) > 60
    assert quoted <= KNOWN


@pytest.mark.parametrize("seed", range(6))
def test_legal_moves_are_those_found_by_hand_and_all_accepted(seed: int) -> None:
    """Every lift is named by its picture, so that both know what is left."""
    dice = Random(seed)
    rules = HouseRules(
        agree_to_stop=True,
        mask_last=("pay", "free_skip", "ends")[seed % 3],
        never_obliged=bool(seed % 2),
    )
    game = list(a_game(Random(seed), rules, players=2 + seed % 5, by_number=0))
    counted = Recount(opening_of(game[0][0]))
    for before, move, _, after in game:
        found = {msgspec.json.encode(x, order="sorted") for x in GAME.legal_moves(before)}
        by_hand = {msgspec.json.encode(x, order="sorted") for x in counted.options()}
        assert found == by_hand
        for legal in dice.sample(sorted(found), min(5, len(found))):
            again = msgspec.json.decode(legal, type=GAME.moves)
            assert isinstance(GAME.decide(before, again), Accepted), again
        counted.do(msgspec.to_builtins(move))
        assert bool(counted.over) == (after.phase == Phase.OVER)


def odd_moves(state: State) -> list[Move]:
    """Moves of every kind, most of them out of place, some of them absurd."""
    return [
        m.NameBottom(-1), m.NameBottom(0), m.NameBottom(9), m.LayLayer(0), m.LayLayer(7),
        m.LayLayer(3, True), m.TurnTray(-1), m.TurnTray(9), m.PutBoard(), m.PlayScarab(),
        m.Lift("A1"), m.Lift("Z9", "5-earth"), m.Lift("A1", "nonsense"), m.Lift("A1", "9-earth"),
        m.Lift("A1", "1-mask"), m.Lift("A1", "6-cover"), m.Lift("A1", "5-earth", 7),
        m.Lift("A1", value=99), m.Lift("A1", value=3), m.Lift("", "", 0), m.Stop(), m.Skip(),
        m.PlayBarricade("Z9"), m.PlayBarricade("A1"), m.EndTurn(), m.TakeOffBarricade("Z9"),
        m.TakeOffBarricade("A1"), m.PutBack("Z9", "stuck"), m.AgreeToStop(), m.LeaveGame(-1),
        m.LeaveGame(9), m.LeaveGame(0),
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_tried_is_refused_with_a_clause_or_leaves_a_sound_table(seed: int) -> None:
    refused = 0
    for n, (before, _, _, _) in enumerate(some_game(6000 + seed)):
        for move in odd_moves(before) if n % 3 == 0 else ():
            ruling = GAME.decide(before, move)
            if isinstance(ruling, Refused):
                refused += 1
                assert ruling.clause in KNOWN, ruling
                assert ruling.say.key.startswith("dig.")
                continue
            state = before
            for event in ruling.events:
                state = GAME.evolve(state, event)
            assert GAME.broken(state) == (), move
            sound(state)
    assert refused > 200


@pytest.mark.parametrize("seed", range(16))
def test_a_move_shows_exactly_what_changes_in_the_tray(seed: int) -> None:
    """shown_by is the difference visible makes, found without deciding the move."""
    for before, move, _, after in some_game(7000 + seed, RICH if seed % 4 == 0 else OWN):
        changed = difference(GAME.visible(before), GAME.visible(after))
        assert GAME.shown_by(before, move) == changed, move
        assert len(changed) <= (16 if isinstance(move, m.LayLayer) else 1)


@pytest.mark.parametrize("seed", range(8))
def test_every_answer_is_accepted_and_no_two_lead_to_the_same_place(seed: int) -> None:
    """Asked only when it matters; a step is confirmed, everything else is a choice."""
    for before, _, _, _ in some_game(8000 + seed):
        for question in GAME.questions(before):
            ends = []
            for option in question.options:
                ruling = GAME.decide(before, option.move)
                assert isinstance(ruling, Accepted), option
                state = before
                for event in ruling.events:
                    state = GAME.evolve(state, event)
                ends.append(state)
            assert all(one != other for n, one in enumerate(ends) for other in ends[:n])
            assert ends or question.cells
            assert all(end != before for end in ends)


@pytest.mark.parametrize("seed", range(6))
def test_every_role_sees_the_same_plain_data(seed: int) -> None:
    for _, _, events, after in some_game(9000 + seed):
        shown = {msgspec.json.encode(GAME.view(after, role)) for role in ROLES}
        assert len(shown) == 1
        data = msgspec.json.decode(next(iter(shown)))
        assert [cell["id"] for cell in data["tray"]["cells"]] == list(OWN.cells)
        for event in events:
            GAME.telling.describe(after, event)
            assert set(GAME.telling.cells_of(after, event)) <= set(OWN.cells)
        msgspec.json.encode(GAME.cues(after, events))


def test_turns_are_numbered_one_by_one() -> None:
    for before, _, _, after in some_game(77):
        assert GAME.turn(after) >= GAME.turn(before)
        assert GAME.private_to(m.Skip()) is None
    for step in some_game(78, rules=HouseRules()):
        skipped = sum(type(event).__name__ == "TurnPassed" for event in step[2])
        began = step[0].phase == Phase.FRAME
        assert GAME.turn(step[3]) - GAME.turn(step[0]) == skipped + began


def test_a_table_that_does_not_add_up_is_noticed() -> None:
    state = next(after for _, _, _, after in some_game(1) if after.covered < 70)
    coin = msgspec.structs.replace(state.bank, silver=state.bank.silver + 1)
    assert [s.key for s in GAME.broken(state.but(bank=coin))] == ["dig.broken.silver"]
    gold = msgspec.structs.replace(state.bank, gold=state.bank.gold - 1)
    assert [s.key for s in GAME.broken(state.but(bank=gold))] == ["dig.broken.gold"]
    owed = (-1, *state.owed[1:])
    assert [s.key for s in GAME.broken(state.but(owed=owed))] == ["dig.broken.credit"]
    kit = (-1, *state.scarabs[1:])
    assert [s.key for s in GAME.broken(state.but(scarabs=kit))] == ["dig.broken.kit"]
    assert GAME.broken(state.but(tray=state.tray[1:]))[0].key == "dig.broken.cells"
    dug = next(cell for cell in state.tray if cell.found and cell.found[0].label)
    twice = msgspec.structs.replace(dug, found=(dug.found[0],) * 3)
    torn = tuple(twice if cell is dug else cell for cell in state.tray)
    assert "dig.broken.cards" in {s.key for s in GAME.broken(state.but(tray=torn))}
    deep = msgspec.structs.replace(dug, found=(dug.found[0],) * 6)
    torn = tuple(deep if cell is dug else cell for cell in state.tray)
    assert "dig.broken.depth" in {s.key for s in GAME.broken(state.but(tray=torn))}
