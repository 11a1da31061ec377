"""companion rules: the house rules of a room."""

from __future__ import annotations

import argparse

from companion.core.game import ROOMS, load_room
from companion.core.house import switches
from companion.words import load_clauses

from .adding import Commands, add


def add_commands(commands: Commands) -> None:
    parser = add(commands, "rules", rules)
    parser.add_argument("room", help=f"one of {', '.join(ROOMS)}")
    parser.add_argument("--clauses", action="store_true", help="also list the clauses")


def rules(arguments: argparse.Namespace) -> int:
    """List the house rules of a room: each switch, its choices, its default and its clause.

    Set them with --house-rule NAME=VALUE, or under [house_rules.ROOM] in companion.toml.
    """
    game = load_room(arguments.room)
    for switch in switches(game.house_rules):
        default = (
            str(switch.default).lower() if isinstance(switch.default, bool) else switch.default
        )
        print(f"{switch.name} = {default}")
        print(f"    {switch.sentence} ({switch.clause}; {switch.choices})")
    assumed = getattr(game.load_box(None), "assumed", ())
    if assumed:
        print("\nAssumed about the box until you correct it: " + "; ".join(assumed))
    if arguments.clauses:
        print()
        for clause, sentence in load_clauses(arguments.room).items():
            print(f"{clause:9} {sentence}")
    return 0
