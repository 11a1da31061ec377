"""Everything Kheops can say has words, and the words fit their values."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.core.roles import TABLE
from companion.core.verdict import Refused, Saying
from companion.games.kheops import GAME, score_position
from companion.games.kheops import events as e
from companion.games.kheops import moves as m
from companion.games.kheops.house import HouseRules
from companion.games.kheops.labels import TWO_PAWNS
from companion.games.kheops.state import Laid, Pawn, Phase
from companion.games.kheops.switching import Otherwise
from companion.games.kheops.telling import tell_otherwise
from companion.words import read_part
from tests.rooms.kheops.laid import BLUE, OWN, SEATS, SMALL, laid, small_box
from tests.rooms.kheops.players import a_game, some_rules
from tests.rooms.kheops.test_random_games import odd_moves
from tests.rooms.kheops.test_seeing import MISFITS
from tests.rooms.position import known
from tests.rooms.words import room_words

ROOM = Path(__file__).parents[3] / "companion" / "games" / "kheops"
KEY = re.compile(r'"(kheops(?:\.[A-Za-z_]+)+)"')


HOUSE_RULES = read_part("en", "lobby")["house"]["rules"]
WORDS = room_words("kheops", house={"rules": HOUSE_RULES})


def said(saying: Saying | dict[str, Any] | None) -> str:
    assert saying is not None
    plain = msgspec.to_builtins(saying)
    text = WORDS.put(plain["key"], plain["values"])
    assert text
    assert "{" not in text
    assert "None" not in text
    assert "[" not in text, text
    return text


def in_the_code() -> set[str]:
    return {key for path in ROOM.glob("*.py") for key in KEY.findall(path.read_text())}


def test_every_key_in_the_code_has_words() -> None:
    keys = in_the_code()
    assert len(keys) > 50
    assert sorted(keys - set(WORDS.texts)) == []


def test_no_sentence_is_left_that_nobody_says() -> None:
    used = in_the_code()
    used |= {f"kheops.move.{kind.__name__}" for kind in GAME.decide.rules}
    used |= {f"kheops.learned.{group}" for group in ("tile", "base")}
    options = ("begin", "turn", "turn_alike", "swap", "move", "no_power", "none_fits")
    used |= {f"kheops.option.{name}" for name in options}
    used |= {f"kheops.assumed.{fact.partition(':')[0]}" for fact in GAME.load_box(None).assumed}
    used |= {f"kheops.broken.{what}" for what in ("cells", "built", "tiles")}
    written = {key for key in WORDS.texts if key.startswith("kheops.")}
    assert {key for key in written - used if not key.startswith("kheops.event.")} == set()


@pytest.mark.parametrize("seed", range(30))
def test_a_whole_game_can_be_put_into_words(seed: int) -> None:
    dice = Random(seed)
    box = OWN if seed % 3 else small_box(5, 2)
    for state, move, events, after in a_game(dice, box, some_rules(dice)):
        said(GAME.telling.tell(state, move))
        for event in events:
            said(GAME.telling.describe(after, event))
        for question in GAME.questions(state):
            said(question.ask)
            for option in question.options:
                said(option.say)
        for line in GAME.score(after).lines:
            for part in line.parts:
                said(part.say)
    outcome = GAME.is_over(after)
    assert outcome is not None
    said(outcome.say)
    shown = GAME.view(after, TABLE)
    others = shown["otherwise"]
    assert len(others["differ"]) + others["same"] >= 6
    for told in (*shown["paths"], *others["differ"]):
        said(told["say"])


def test_every_event_has_words_and_every_sentence_an_event() -> None:
    keys = set()
    for seed in range(60):
        dice = Random(seed)
        for _, _, events, after in a_game(dice, OWN, some_rules(dice)):
            keys |= {say.key for event in events if (say := GAME.telling.describe(after, event))}
    written = {key for key in WORDS.texts if key.startswith("kheops.event.")}
    assert keys <= written
    rare = {"kheops.event.BaseTileLaid", "kheops.event.NoPawnPossible"}
    only_light = {"kheops.event.CountedAtEnd"}
    assert written - keys <= rare | only_light
    table = laid(SMALL)
    said(GAME.telling.describe(table.state, e.BaseTileLaid("U0.0", "corridor-2", 1)))
    assert "Ben" in said(GAME.telling.describe(table.state, e.NoPawnPossible(BLUE)))
    assert "pyramid" in said(GAME.telling.describe(table.state, e.CountedAtEnd((), ())))


@pytest.mark.parametrize("seed", range(8))
def test_every_refusal_can_be_put_into_words(seed: int) -> None:
    dice = Random(seed)
    keys = set()
    for state, _, _, _ in list(a_game(dice, OWN, some_rules(dice)))[::6]:
        for move in odd_moves(state):
            ruling = GAME.decide(state, move)
            if isinstance(ruling, Refused):
                said(ruling.say)
                keys.add(ruling.say.key)
    assert len(keys) > 12


def test_every_misfit_can_be_put_into_words() -> None:
    for table, changes, _ in MISFITS.values():
        said(GAME.misfit(table.state, changes).say)


def test_what_cannot_be_scored_can_be_put_into_words() -> None:
    *_, (_, _, _, end) = a_game(Random(5), OWN, HouseRules())
    cells = dict(GAME.visible(end))
    pawns = {name: "white-worker" for name in cells if name.endswith(":pawn")}
    for change in (
        {"U6.0": "empty"}, {"U9.9": "room-2@0"}, {"U6.0:pawn": TWO_PAWNS}, {"U6.0": "?"}, pawns,
        {"U6.0": "room-2@0", "U0.0": "room-2@0"},
    ):  # fmt: skip
        done = score_position(known(OWN), HouseRules(), cells | change)
        assert isinstance(done, Refused)
        said(done.say)
    del cells["U6.0"]
    done = score_position(OWN, HouseRules(), cells)
    assert isinstance(done, Refused)
    assert said(done.say).startswith("This cell is not in the picture: U6.0.")


def test_what_does_not_add_up_can_be_put_into_words() -> None:
    state = GAME.opening(OWN, SEATS, HouseRules())
    mummy = Pawn("blue", "mummy")
    wrong = state.but(
        pyramid=(
            Laid("corridor-3-forbid", 0, mummy), Laid("corridor-3-forbid", 1, mummy), None,
        ),
        phase=Phase.PAWN,
        pile=-1,
    )  # fmt: skip
    wrong = wrong.but(box=msgspec.structs.replace(OWN, side=7))
    keys = {say.key for say in GAME.broken(wrong.but(pyramid=(*wrong.pyramid, *(None,) * 46)))}
    assert keys == {
        f"kheops.broken.{what}"
        for what in ("built", "tiles", "hands", "faces", "pawns", "forbidden", "turn")
    }
    for say in GAME.broken(wrong.but(pyramid=(*wrong.pyramid, *(None,) * 46))):
        said(say)
    said(Saying("kheops.broken.cells", {"found": 3, "expected": 49}))


def test_a_path_is_explained_step_by_step_kheops_77_kheops_65() -> None:
    table = laid(SMALL)
    first, second = (said(path["say"]) for path in GAME.view(table.state, TABLE)["paths"])
    assert first == (
        "Path 1, 3 tiles: 2 for 2 rooms, 5 for a sarcophagus, doubled because it's closed: 14. "
        "Strength Ana 2 and Ben 1: Ana scores 14."
    )
    assert second == (
        "Path 2, 4 tiles: 3 for 3 rooms, 5 for the top, 5 for the longest path, open at U2.0: 13. "
        "Strength Ana 2 and Ben 3: Ben scores 13."
    )


def test_a_refusal_reads_well_kheops_46() -> None:
    table = laid("U0.0 corridor RB rot_c\nD0.0 corridor LR - white-priest\nU0.1 room L -",
                 turn=BLUE)  # fmt: skip
    table.do(m.SetPawn("U0.0", "worker"))
    refused = table.refused(m.TurnTile("D0.0", 1))
    assert (
        said(refused.say)
        == "Your opponent's priest is on D0.0, so you can't turn that tile. Choose another one."
    )


def test_ankhs_are_reported_with_what_does_not_count_and_nothing_else() -> None:
    state = laid(SMALL).state
    seat = state.seat_of("white")
    some = e.AnkhsCounted(seat, ("U0.0", "U0.2"), ("D1.0",), 4)
    assert (
        said(GAME.telling.describe(state, some))
        == "Ana holds 2 ankhs: 4 points. Not counted: D1.0."
    )
    none = e.AnkhsCounted(seat, (), (), 0)
    assert said(GAME.telling.describe(state, none)) == "Ana holds no ankh that counts."


@pytest.mark.parametrize(
    ("winners", "end"), [(("blue",), "Ben would win."), (("white", "blue"), "it would be a draw.")]
)
def test_another_setting_is_said_as_the_house_rule_is_called(
    winners: tuple[str, ...], end: str
) -> None:
    other = Otherwise("isolated_ankh", False, "KO-9", (3, 3), winners, True)
    sentence = said(tell_otherwise(other, {"white": "Ana", "blue": "Ben"}))
    rule = "“An ankh on a tile joined to no other” with “It doesn't count”"
    assert sentence == f"{rule}: Ana 3 and Ben 3, so {end}"
