"""People who play the bowl: eager for scarabs, then for the chamber, sometimes contrary."""

from __future__ import annotations

import random
from collections.abc import Sequence

from companion.core.observation import Reply
from companion.core.verdict import Move, Question
from companion.games.bowl import moves as m
from companion.games.bowl.box import Face
from companion.games.bowl.exploring import colours_to_name, may_enter, tiles_to_flip
from companion.games.bowl.limits import TO_ENTER
from companion.games.bowl.moving import choices, outcome
from companion.games.bowl.state import Phase, State

CURIOUS = 0.6
"""How often somebody flips a tile who could also name a colour."""
CONTRARY = 0.12
"""Chance of a random move instead of a good one."""

ENDS: dict[str, float] = {
    "clean": 40,
    "quick": 8,
    "staff_leans": 5,
    "hand_rests": 4,
    "bumped": 5,
    "dropped_back": 6,
    "looks_again": 6,
    "two_leave": 5,
    "staff_out": 4,
    "staff_falls_late": 1,
    "tipped": 0.6,
    "three_leave": 0.5,
    "dropped_outside": 1,
    "staff_hangs": 1,
    "wrong_colour": 3,
    "nothing": 2,
    "knocked_over": 0.7,
    "foul": 1,
}
"""How a hand in the bowl ends, with how often."""

MODEST = 0.2
"""How often somebody declines an extra turn."""


def invite(seed: int) -> BowlPeople:
    return BowlPeople(seed)


class BowlPeople:
    """Players, the tiles as they were shuffled, and how lucky their hands are."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def dice(self, *about: object) -> random.Random:
        return random.Random("|".join(map(str, (self.seed, *about))))

    # With their hands

    def move(self, state: State) -> Move | None:
        """Choose the tile to flip; None if a word or a boulder is wanted."""
        if state.phase not in (Phase.EXPLORE, Phase.CHAMBER):
            return None
        chosen = self._explores(state)
        return chosen if isinstance(chosen, m.FlipTile) else None

    def hand(self, state: State, nonce: int) -> str:
        """Choose how the next hand in the bowl ends; *nonce* differs for each try."""
        dice = self.dice("hand", state.turns, nonce)
        return dice.choices(list(ENDS), list(ENDS.values()))[0]

    def _explores(self, state: State) -> Move:
        if state.offered and self.dice("again", state.turns).random() < MODEST:
            return m.DeclineExtraTurn()
        dice = self.dice("explore", state.turns, state.phase, state.bag)
        if state.phase == Phase.EXPLORE and may_enter(state) and dice.random() < 0.9:
            first = state.chamber[0]
            return self._flip(state, state.box.chamber_tiles[0]) if first is None else _ENTER
        flips = [tile for tile in tiles_to_flip(state) if self._may_flip(state, tile)]
        named = [m.NameColour(c) for c in colours_to_name(state)] if state.visit is None else []
        if flips and (not named or dice.random() < CURIOUS):
            return self._flip(state, flips[0])
        if not named:
            return _ENTER
        if dice.random() < CONTRARY:
            return dice.choice(named)
        return max(named, key=lambda name: (_promise(state, name.colour), dice.random()))

    def _may_flip(self, state: State, tile: str) -> bool:
        return state.visit is not None or tile not in state.box.chamber_tiles

    def _flip(self, state: State, tile: str) -> Move:
        """Return what is under a tile, as shuffled."""
        face = self._under(state, tile)
        return m.FlipTile(tile, face.colour, face.symbols)

    def _under(self, state: State, tile: str) -> Face:
        place = state.box.index(tile)
        kind = "chamber" if place is None else state.box.track[place].kind
        faces = list(state.box.tiles_of(kind))
        self.dice("tiles", kind).shuffle(faces)
        if place is None:
            face = faces[state.box.chamber_tiles.index(tile)]
        else:
            face = faces[[f.id for f in state.box.track if f.kind == kind].index(tile)]
        # Somebody at the page may have named another face: then any that is left will do.
        left = state.unseen(kind)
        return face if face in left else self.dice("other", tile).choice(left)

    # With their mouths

    def reply(self, state: State, question: Question) -> Reply:
        dice = self.dice("reply", question.id)
        names = [option.name for option in question.options]
        topic = question.topic
        if topic in ("explore", "chamber"):
            chosen = self._explores(state)
            return Reply(option=next(o.name for o in question.options if o.move == chosen))
        if topic == "move":
            return Reply(option=self._moves(state, question, dice))
        if topic == "draw":
            return Reply(option="clean")
        return Reply(option=dice.choice(names))

    def _moves(self, state: State, question: Question, dice: random.Random) -> str:
        if dice.random() < CONTRARY:
            return dice.choice([option.name for option in question.options])
        wished = max(choices(state), key=lambda choice: (_wish(state, choice), dice.random()))
        return next(o.name for o in question.options if o.move == wished)


_ENTER = m.EnterChamber()


def _wish(state: State, choice: m.MoveFigure | m.StayPut) -> float:
    """Rate a move with its consequences: scarabs while there are too few, then distance."""
    then = outcome(state, choice)
    scarabs, place = then.scarabs[state.turn], then.figures[state.turn]
    assert place is not None
    if state.rules.quick:
        return float(place)
    if scarabs < TO_ENTER:
        return 8.0 * scarabs + 0.2 * place
    return 20.0 + place + 2.0 * min(scarabs, TO_ENTER + 1)


def _promise(state: State, colour: str) -> float:
    """Rate a colour by its best outcome."""
    drawn = state.but(phase=Phase.MOVE, wanted=colour)
    return max(_wish(drawn, choice) for choice in choices(drawn))


def true_reply(question: Question, move: Move, items: Sequence[str]) -> Reply:
    """Answer truthfully how an exploration ended."""
    options = {option.name: option.move for option in question.options}
    for name, offered in options.items():
        if offered == move:
            return Reply(option=name)
    if isinstance(move, m.Landslide) and len(move.fell) != 1 and "landslide" not in options:
        return Reply(option="landslide", fields={item: 1 for item in move.fell or items})
    alike = (name for name, offered in options.items() if type(offered) is type(move))
    return Reply(option=next(alike))
