"""Random games under every house rule: the recount agrees, nothing is lost, nothing is leaked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.core.cells import difference
from companion.core.roles import HALL, REFEREE, TABLE, seat
from companion.core.verdict import Accepted, Event, Move, Refused, clauses
from companion.games.bowl import GAME
from companion.games.bowl import events as e
from companion.games.bowl import moves as m
from companion.games.bowl.boxfile import read_box
from companion.games.bowl.house import HouseRules
from companion.games.bowl.moving import choices, outcome
from companion.games.bowl.state import TO_CHAMBER, Phase, State
from tests.rooms.bowl.laid import OWN, SEATS, box_data
from tests.rooms.bowl.players import SWITCHES, Step, a_game, some_rules
from tests.rooms.bowl.recount import Recount
from tests.rooms.position import known
from tests.thorough import seeds

RULES = Path(__file__).parents[3] / "companion/words/en/clauses" / "bowl.md"
KNOWN = frozenset(re.findall(r"^- \*\*([A-Z][A-Za-z0-9-]*)\*\*", RULES.read_text(), re.MULTILINE))
ROLES = (TABLE, REFEREE, HALL, seat(0), seat(1))


def some_game(seed: int, **fixed: Any) -> Iterator[Step]:
    dice = Random(seed)
    rules = msgspec.structs.replace(some_rules(dice), **fixed)
    return a_game(dice, OWN, rules)


def as_the_table_has_it(state: State) -> dict[str, Any]:
    """The state in the words of the recount."""
    names = [field.id for field in state.box.track]
    tiles = zip((*names, *state.box.chamber_tiles), (*state.tiles, *state.chamber), strict=True)
    return {
        "at": [None if place is None else names[place] for place in state.figures],
        "owns": list(state.scarabs),
        "supply": state.supply,
        "bowl": dict(zip(state.box.boulder_colours, state.bowl, strict=True)),
        "mummy": state.mummy and (names[state.mummy.field], state.mummy.facing == TO_CHAMBER),
        "turn": state.turn,
        "winner": state.winner,
        "waiting": state.phase == Phase.REBUILD,
        "open": {name: (face.colour, face.symbols) for name, face in tiles if face},
    }


@pytest.mark.parametrize("block", seeds(2, 8))
@pytest.mark.parametrize("variant", SWITCHES["variant"])
def test_every_position_and_the_winner_equal_an_independent_recount(
    block: int, variant: str
) -> None:
    """Games of two to six players, house rules by dice, compared after every move."""
    for seed in range(8 * block, 8 * block + 8):
        steps = list(some_game(seed, variant=variant))
        first = steps[0][0]
        plain_box, plain_rules = msgspec.to_builtins(first.box), msgspec.to_builtins(first.rules)
        recount = Recount(plain_box, plain_rules, len(first.seats))
        for _, move, _, after in steps:
            recount.follow(msgspec.to_builtins(move))
            assert recount.summary() == as_the_table_has_it(after), (seed, move)
        ended = GAME.is_over(steps[-1][3])
        assert ended is not None
        assert ended.winners == (recount.winner,)


@pytest.mark.parametrize("seed", seeds(10, 60))
def test_the_pieces_add_up_after_every_event(seed: int) -> None:
    """Scarabs, boulders, tiles; one figure each on a field it may stand on (BOWL-O-01)."""
    for state, _, events, _ in some_game(1000 + seed):
        for event in events:
            state = GAME.evolve(state, event)
            assert GAME.broken(state) == (), event
            _count(state)


def _count(state: State) -> None:
    """Counted here once more, so that the room's own checks are not their own witness."""
    cap = 3 if state.rules.variant == "adventurous" else 4
    assert state.supply + sum(state.scarabs) == 24
    assert all(0 <= owned <= cap for owned in state.scarabs)
    assert [a + b for a, b in zip(state.bowl, state.bag, strict=True)] == [5, 5, 5, 5]
    assert min(*state.bowl, *state.bag) >= 0
    assert len(state.tiles) == 24
    assert all(place is None or 0 <= place <= 23 for place in state.figures)
    assert sum(place == 23 for place in state.figures) <= 1
    assert state.mummy is None or 9 <= state.mummy.field <= 22
    open_row = [state.tiles[n] is not None for n in (*range(1, 8), *range(9, 23))]
    assert open_row == sorted(open_row, reverse=True), "tiles are flipped one after the other"
    assert all(
        place in (None, 0, 8, 23) or state.tiles[place or 0] is not None for place in state.figures
    )


@pytest.mark.parametrize("seed", range(30))
def test_every_state_move_and_event_survives_the_journal(seed: int) -> None:
    for state, move, events, after in list(some_game(2000 + seed))[::2]:
        assert _back(state, State) == state
        assert _back(move, GAME.moves) == move
        folded = state
        for event in events:
            again = _back(event, GAME.events)
            assert again == event
            folded = GAME.evolve(folded, again)
        assert folded == after
        assert hash(folded) == hash(after)


def _back(value: Any, kind: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value), type=kind)


@pytest.mark.parametrize("seed", range(30))
def test_a_move_shows_exactly_what_differs_afterwards(seed: int) -> None:
    for state, _, _, _ in list(some_game(3000 + seed))[::3]:
        before = GAME.visible(state)
        for move in GAME.legal_moves(state):
            after = _after(state, move)
            assert GAME.shown_by(state, move) == difference(before, GAME.visible(after)), move


def _after(state: State, move: Move) -> State:
    ruling = GAME.decide(state, move)
    assert isinstance(ruling, Accepted), (move, ruling)
    for event in ruling.events:
        state = GAME.evolve(state, event)
    return state


@pytest.mark.parametrize("seed", range(20))
def test_a_move_that_is_not_offered_is_refused_with_a_clause(seed: int) -> None:
    """Whatever carries the game on is offered; the rest is refused and names a real clause."""
    colours = OWN.boulder_colours
    fields = [field.id for field in OWN.track]
    tried: list[Move] = [m.Begin(), m.EnterChamber(), m.StayPut(), m.RebuildTrap(), m.GiveUp()]
    tried += [m.Bump(), m.FindNone(), m.Vote(True), m.Vote(False)]
    tried += [m.NameColour(colour) for colour in colours]
    tried += [m.TakeBoulder(colour) for colour in colours]
    tried += [m.MoveFigure(field) for field in fields]
    tried += [
        m.FlipTile(field, colour, symbols)
        for field in (*fields, "C1", "C2")
        for colour in colours
        for symbols in range(4)
    ]
    for state, _, _, _ in list(some_game(4000 + seed))[::9]:
        sure = state.but(box=known(state.box))
        offered = list(GAME.legal_moves(sure))
        for move in tried:
            ruling = GAME.decide(sure, move)
            assert isinstance(ruling, Accepted) == (move in offered), (move, state.phase)
            if isinstance(ruling, Refused):
                assert ruling.clause in KNOWN


@pytest.mark.parametrize("seed", range(30))
def test_questions_are_open_until_the_end_and_their_answers_differ(seed: int) -> None:
    """Where the figure may go is asked only when two answers lead to different states."""
    for state, _, events, after in some_game(5000 + seed):
        asked = GAME.questions(state)
        assert len(asked) == 1
        assert set(asked[0].because) <= KNOWN
        assert len({option.name for option in asked[0].options}) == len(asked[0].options)
        if state.phase == Phase.MOVE:
            assert len({outcome(state, choice) for choice in choices(state)}) > 1
        silent = [x for x in events if isinstance(x, e.FigureMoved | e.FigureStayed)]
        if silent and state.phase == Phase.DRAW:
            drawn = state
            for event in events:
                drawn = GAME.evolve(drawn, event)
                if drawn.phase == Phase.MOVE:
                    break
            assert len({outcome(drawn, choice) for choice in choices(drawn)}) == 1
        assert (GAME.questions(after) == ()) == (after.phase == Phase.OVER)


@pytest.mark.parametrize("seed", range(20))
def test_every_event_leans_on_clauses_that_exist(seed: int) -> None:
    for _, _, events, _ in some_game(6000 + seed):
        for event in events:
            assert clauses(event)
            assert set(clauses(event)) <= KNOWN, event


def test_the_dice_throw_every_switch_and_every_kind_of_event() -> None:
    thrown: dict[str, set[Any]] = {name: set() for name in SWITCHES}
    happened: set[type[Event]] = set()
    for seed in range(60):
        steps = list(some_game(1000 + seed))
        happened |= {type(event) for _, _, events, _ in steps for event in events}
        for name in thrown:
            thrown[name].add(getattr(steps[0][0].rules, name))
    assert thrown == {name: set(sides) for name, sides in SWITCHES.items()}
    every = set(e.BowlEvent.__args__)
    only_light = {e.CountedAtEnd, e.PositionTold}  # tests/test_light.py plays those
    assert every - happened <= {e.GameAbandoned} | only_light


# Two worlds


def _dealt(dice: Random) -> dict[str, Any]:
    """A hidden layout: what every tile would show."""
    layout: dict[str, Any] = {}
    for kind in ("desert", "pyramid", "chamber"):
        faces = list(OWN.tiles_of(kind))
        dice.shuffle(faces)
        fields = [f.id for f in OWN.track if f.kind == kind] if kind != "chamber" else ["C1", "C2"]
        layout |= dict(zip(fields, faces, strict=False))
    return layout


def _other_world(layout: dict[str, Any], seen: set[str], dice: Random) -> dict[str, Any]:
    """The same faces where somebody has looked, others where nobody has."""
    other = dict(layout)
    for kind in ("desert", "pyramid", "chamber"):
        left = list(OWN.tiles_of(kind))
        for field in seen:
            if _kind(field) == kind:
                left.remove(layout[field])
        dice.shuffle(left)
        hidden = [field for field in layout if field not in seen and _kind(field) == kind]
        other |= dict(zip(hidden, left, strict=False))
    return other


def _kind(field: str) -> str:
    return {"D": "desert", "P": "pyramid", "C": "chamber"}[field[0]]


def _let_out(state: State) -> bytes:
    """Every byte that leaves the room, for every role."""
    shown = [GAME.view(state, role) for role in ROLES]
    asked = [msgspec.to_builtins(question) for question in GAME.questions(state)]
    cues = msgspec.to_builtins(GAME.cues(state, ()))
    return msgspec.json.encode([shown, asked, cues, dict(GAME.visible(state))])


@pytest.mark.parametrize("seed", range(12))
def test_two_worlds_that_differ_in_face_down_tiles_look_alike(seed: int) -> None:
    """Played from two layouts with the same open tiles, nothing that leaves the room differs."""
    dice = Random(seed)
    layout = _dealt(dice)
    steps = list(_play(layout, Random(seed), 40))
    seen = {move.field for move, _ in steps if isinstance(move, m.FlipTile)}
    other = _other_world(layout, seen, dice)
    assert other != layout
    again = list(_play(other, Random(seed), 40))
    assert [move for move, _ in again] == [move for move, _ in steps]
    assert [_let_out(state) for _, state in again] == [_let_out(state) for _, state in steps]


def _play(layout: dict[str, Any], dice: Random, moves: int) -> Iterator[tuple[Move, State]]:
    """Play with a hidden layout: only the table says what a flip shows."""
    state = GAME.opening(OWN, SEATS[:3], HouseRules())
    for _ in range(moves):
        offered = list(GAME.legal_moves(state))
        flips = list(dict.fromkeys(x.field for x in offered if isinstance(x, m.FlipTile)))
        rest = [x for x in offered if not isinstance(x, m.FlipTile)]
        choice: Any = dice.choice([*rest, *flips])
        face = layout.get(choice) if isinstance(choice, str) else None
        move = m.FlipTile(choice, face.colour, face.symbols) if face else choice
        state = _after(state, move)
        yield move, state


def test_a_small_board_from_data_alone_plays_to_its_end() -> None:
    data = box_data()
    data["track"] = [f for f in data["track"] if f["id"] not in {"D5", "D6", "P9", "P10", "P11"}]
    box = read_box(data)
    for seed in range(10):
        dice = Random(seed)
        *_, (_, _, _, last) = a_game(dice, box, some_rules(dice))
        assert last.phase == Phase.OVER
