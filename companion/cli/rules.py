"""companion rules: the house rules of a room."""

from __future__ import annotations

import argparse

from companion.core.boxes import assumed_said
from companion.core.game import ROOMS, load_room
from companion.core.house import switches
from companion.words import clauses_in, house_rules

from .command import Commands, add, say
from .command import words as spoken


def add_commands(commands: Commands) -> None:
    parser = add(commands, "rules", rules)
    parser.add_argument("room", help=say("option.one_of", rooms=list(ROOMS)))
    parser.add_argument("--clauses", action="store_true", help=say("option.clauses"))


def rules(arguments: argparse.Namespace) -> int:
    """List the house rules of a room: each switch, its choices, its default and its clause.

    Set them with --house-rule NAME=VALUE, or under [house_rules.ROOM] in companion.toml.
    """
    game = load_room(arguments.room)
    for switch in switches(game.house_rules):
        print(f"{switch.name} = {_written(switch.default)}")
        about = house_rules.about(game.name, switch, spoken())
        print(f"    {about} ({switch.clause}; {switch.choices})")
        for choice in house_rules.choices(game.name, switch, spoken()):
            print(f"      {_written(choice.value)}: {choice.say}")
    assumed = getattr(game.load_box(None), "assumed", ())
    if assumed:
        print(
            f"\n{say('rules.assumed', facts=[assumed_said(game.name, fact) for fact in assumed])}"
        )
    if arguments.clauses:
        print()
        for clause, sentence in clauses_in(arguments.room, spoken().language).items():
            print(f"{clause:9} {sentence}")
    return 0


def _written(value: object) -> str:
    """Return a setting as somebody types it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
