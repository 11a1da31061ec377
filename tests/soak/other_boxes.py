"""Games on boxes that differ from ours everywhere: no guess refuses, and the count is the true one.

A box is drawn at random within what the rulebook states: other cards, tiles, numbers and squares. A
random game is played on it by the rules. Every move is also said to a table that only has our
guesses, as people would say it: by what lies there. It has to take each one, and end with the same
count.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec

from companion.core.boxes import own_text
from companion.core.facts import FactLearned
from companion.core.game import ROOMS, load_room
from companion.core.roles import REFEREE
from companion.core.seats import Seat
from companion.core.verdict import Accepted, Move
from companion.games.dig import moves as dig
from companion.games.kheops import moves as kheops
from companion.games.sphinx import moves as sphinx
from companion.games.sphinx.learning import may_show, shows
from companion.games.wall import moves as wall
from companion.workshop.boxes.store import contradictions
from tests.rooms.bowl import players as bowl_players

Data = dict[str, Any]
State = Any
LONGEST = 50_000
"""Moves after which a random game is given up; it is counted apart."""
ENDS_EARLY = {
    "wall": {"GiveUp", "LeaveGame", "CountAtEnd"},
    "bowl": {"LeaveGame", "CountAtEnd"},
    "dig": {"AgreeToStop", "LeaveGame", "CountAtEnd", "Skip", "PutBack"},
    "kheops": {"GiveUp", "LeaveGame", "CountAtEnd"},
    "sphinx": {"GiveUp", "CountAtEnd", "StopTracking", "MixAnew", "Rescan", "SayFallen", "Seal"},
}
"""Moves that end a game before its end, or have nothing to do with the box."""


# ---- other boxes --------------------------------------------------------------------------------


def other_box(room: str, dice: Random) -> Data:
    """Draw a box that contradicts itself nowhere."""
    for _ in range(200):
        data = tomllib.loads(own_text(f"companion.games.{room}"))
        DRAWN[room](data, dice)
        if not contradictions(room, data):
            return data
    raise AssertionError(f"no other box of {room} could be drawn")


def _wall(data: Data, dice: Random) -> None:
    faces = [f"{animal}_{gaze}" for animal in data["animals"]["names"] for gaze in "LR"]
    for card in data["cards"]:
        card["cells"] = [[dice.choice(faces), dice.choice(faces)]]
    for curse in data["curse_cards"]:
        curse["animals"] = dice.sample(data["animals"]["names"], 3)
    data["pharaoh"]["cards"] = dice.choices(data["animals"]["names"], k=7)


def _bowl(data: Data, dice: Random) -> None:
    kinds = Counter[str]()
    for entry in data["tiles"]:
        kinds[entry["kind"]] += len(entry["symbols"])
    colours = data["colours"]["names"]
    data["tiles"] = []
    for kind, count in kinds.items():
        for colour, many in Counter(dice.choices(colours, k=count)).items():
            symbols = [dice.randint(0, 3) if kind == "pyramid" else 0 for _ in range(many)]
            entry = {"kind": kind, "colour": colour, "symbols": sorted(symbols), "source": "owner"}
            data["tiles"].append(entry)


PARTS = ("obelisk", "snake", "mask", "cover")


def _dig(data: Data, dice: Random) -> None:
    names = sorted({c["card"] for layer in data["layers"] for c in layer["cards"]})
    free = [name for name in names if not name.startswith(PARTS)]
    for layer in data["layers"][:-1]:
        worth = {name: dice.choice([-5, -4, -3, -2, -1, 0, 0, 1, 2, 3, 4, 5, 7]) for name in names}
        for card in layer["cards"]:
            if card["card"] in free:
                card["card"] = dice.choice(free)
            if card["card"] not in ("mask", "cover"):
                card["value"] = worth[card["card"]]


def _kheops(data: Data, dice: Random) -> None:
    plain = ["rot_c", "rot_r", "swap", "move", "forbid", "double", "ankh", "curse", ""]
    coffins = [f"sarcophagus_{c}_{r}" for c in data["sarcophagi"] for r in ("king", "queen")]
    symbols = [*coffins, *dice.choices(plain, k=50 - len(coffins))]
    data["tiles"] = [
        {
            "ids": [f"T{number:02}"],
            "kind": dice.choice(["corridor", "room"]),
            "openings": dice.randint(1, 3),
            "symbols": [symbol] if symbol else [],
        }
        for number, symbol in enumerate(symbols, 1)
    ]
    data["pyramid"]["base"][-1] = dice.choice(["D1.0", "D1.1", "D1.2", "D1.3", "D1.4"])


def _sphinx(data: Data, dice: Random) -> None:
    squares = list(range(2, 74))
    dice.shuffle(squares)
    box = load_room("sphinx").load_box(None)
    used: set[int] = set()
    doors: list[list[int]] = []
    for square in squares:
        beyond = [int(w[5:]) for w in may_show(box, square) if w.startswith("door-")]
        there = [one for one in beyond if one not in used and one > 1]
        if square not in used and there and len(doors) < 11:
            other = dice.choice(there)
            doors.append(sorted((square, other)))
            used |= {square, other}
    left = [square for square in squares if square not in used]
    data["doors"]["squares"] = doors
    data["mummies"]["squares"] = [left.pop() for _ in range(6)]
    data["card_squares"] = {
        colour: [left.pop() for _ in range(2)] for colour in data["cards"]["colours"]
    }
    data["dice"][2]["faces"] = [*(dice.randint(1, 6) for _ in range(4)), "S", "S"]


DRAWN: dict[str, Callable[[Data, Random], None]] = {
    "wall": _wall,
    "bowl": _bowl,
    "dig": _dig,
    "kheops": _kheops,
    "sphinx": _sphinx,
}


# ---- what people say ----------------------------------------------------------------------------


def as_said(room: str, true: State, ours: State, move: Move) -> Move:
    """Say a move by what lies there, not by the names the true box has for it."""
    if isinstance(move, wall.InsertCard):
        return wall.InsertCard(move.slot, "+".join(true.box.card(move.card).faces))
    if isinstance(move, wall.TurnCurse):
        return wall.TurnCurse("+".join(true.box.curse_card(move.card).animals))
    if isinstance(move, dig.Lift) and move.card:
        layer, _, name = move.card.partition("-")
        value = true.box.value(move.card)
        known = {card.card for card in ours.box.layers[int(layer) - 1].cards}
        return dig.Lift(move.cell, move.card if name in known else "", value)
    return move


def begun(room: str, true: State, dice: Random) -> Iterator[Move]:
    """Say what people do before random moves can be played."""
    if room == "kheops":
        faces = [tile.face for tile in true.box.tiles]
        dice.shuffle(faces)
        for cell, face in zip(true.box.base, faces, strict=False):
            yield kheops.LayBaseTile(cell, face, dice.randrange(3))
    if room == "sphinx":
        yield sphinx.Begin()


def _chosen(room: str, true: State, legal: list[Move], dice: Random) -> Move:
    """Choose a move; in the bowl somebody who wants to arrive does."""
    if room == "bowl":
        return bowl_players.a_move(dice, true, CLUMSY)
    move = dice.choice(legal)
    if isinstance(move, wall.TurnOver):
        return _turned_over(true, move.seat, dice)
    return move


CLUMSY = 0.02
"""How often a hand in the bowl sets off a landslide."""


def _turned_over(true: State, seat: int, dice: Random) -> Move:
    """Turn over a pharaoh card of this box, and mummies with a number each may have."""
    gone = [one.pharaoh for one in true.reveals if one is not None]
    left = list((Counter(true.box.pharaohs) - Counter(gone)).elements())
    won = true.chamber.won[seat]
    values = tuple((piece, dice.choice(true.box.worth(piece.eyes))) for piece in won)
    return wall.TurnOver(seat, dice.choice(left), values)


def told(room: str, true: State, ours: State) -> Iterator[Move]:
    """Say what the board shows where our list has something else; only the sphinx asks for it."""
    if room != "sphinx":
        return
    wanted = {n: shows(true.box, n) for n in range(1, true.box.last + 1)}
    doors = {n for n, what in wanted.items() if what.startswith("door-")}
    for square, what in wanted.items():
        if square not in doors and shows(ours.box, square) != what:
            yield sphinx.NameSquare(square, what)
    for square in sorted(doors):
        yield sphinx.NameSquare(square, wanted[square])


# ---- games --------------------------------------------------------------------------------------


class Found(msgspec.Struct):
    """What a campaign has found in one room."""

    games: int = 0
    ended: int = 0
    moves: int = 0
    learned: int = 0
    wrong: list[str] = []


def game_on(room: str, seed: int, found: Found) -> None:
    """Play one game on both boxes."""
    game, dice = load_room(room), Random(seed)
    box = game.load_box.read(other_box(room, dice))
    true, ours = (_opening(game, one, Random(seed)) for one in (box, game.load_box(None)))
    found.games += 1

    def both(move: Move) -> bool:
        nonlocal true, ours
        said = as_said(room, true, ours, move)
        here, there = game.decide(true, move), game.decide(ours, said)
        if not isinstance(here, Accepted):
            return True  # people would not have done it
        if not isinstance(there, Accepted):
            found.wrong.append(f"seed {seed}: {said} refused: {there.say}")
            return False
        true, ours = _after(game, true, here), _after(game, ours, there)
        found.moves += 1
        found.learned += sum(isinstance(event, FactLearned) for event in there.events)
        return True

    for move in begun(room, true, dice):
        if not both(move):
            return
    for move in list(told(room, true, ours)):
        if shows(ours.box, move.square) == move.shows:  # type: ignore[attr-defined]
            continue
        ruling = game.decide(ours, move)
        if not isinstance(ruling, Accepted):
            found.wrong.append(f"seed {seed}: {move} refused: {ruling.say}")
            return
        ours = _after(game, ours, ruling)
    for _ in range(LONGEST):
        legal = [m for m in game.legal_moves(true) if type(m).__name__ not in ENDS_EARLY[room]]
        if game.is_over(true) is not None or not (legal or (legal := list(game.legal_moves(true)))):
            break
        if not both(_chosen(room, true, legal, dice)):
            return
    found.ended += game.is_over(true) is not None
    for what in ("score", "outcome"):
        one, other = (game.view(state, REFEREE)[what] for state in (true, ours))
        if one != other:
            found.wrong.append(f"seed {seed}: {what} is {one}, but counted {other}")


def _opening(game: Any, box: Any, dice: Random) -> State:
    seats = [Seat(name, colour) for name, colour in zip(("Ana", "Ben"), box.colours, strict=False)]
    rules = {"curse_of_the_pharaoh": dice.random() < 0.5} if game.name == "wall" else {}
    return game.opening(box, seats, msgspec.convert(rules, game.house_rules))


def _after(game: Any, state: State, ruling: Accepted) -> State:
    for event in ruling.events:
        state = game.evolve(state, event)
    return state


def campaign(room: str, games: int, first: int = 0) -> Found:
    found = Found()
    for seed in range(first, first + games):
        game_on(room, seed, found)
    return found


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="script/soak other_boxes", description=__doc__)
    parser.add_argument("rooms", nargs="*", default=[], metavar="room")
    parser.add_argument("--games", type=int, default=2000, help="in each room")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game")
    asked = parser.parse_args(words)
    wrong = 0
    for room in asked.rooms or ROOMS:
        found = campaign(room, asked.games, asked.first)
        wrong += len(found.wrong)
        print(
            f"{room}: {found.games} games, {found.ended} to their end, {found.moves} moves, "
            f"{found.learned} facts learnt, {len(found.wrong)} wrong",
            flush=True,
        )
        for line in found.wrong[:10]:
            print(f"  {line}", flush=True)
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
