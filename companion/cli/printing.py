"""companion print: markers, boards, decks and cards as a PDF of true size."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.core.game import ROOMS
from companion.files import write_whole
from companion.settings import chosen_settings, load_settings
from companion.words import LANGUAGES, load

from .adding import Commands, add

PAPERS = ("a4", "letter")


def add_commands(commands: Commands) -> None:
    parser = add(commands, "print", print_sheets)
    parser.add_argument("kind", help="markers, plates, seats, places, wiring, or a part of a room")
    parser.add_argument("room", nargs="?", default="", help=f"one of {', '.join(ROOMS)}")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the file to write")
    parser.add_argument("--paper", choices=PAPERS, default=PAPERS[0])
    parser.add_argument("--language", choices=LANGUAGES, default=LANGUAGES[0])
    parser.add_argument("--large", action="store_true", help="larger boards, pieces and letters")
    parser.add_argument("--contrast", action="store_true", help="strong colours on white")
    parser.add_argument("--box", type=Path, help="your own box file")
    parser.add_argument("--name", action="append", default=[], help="a name for a place card")
    parser.add_argument("--seats", type=int, default=4, help="how many seat cards")
    parser.add_argument("--address", default="http://pharaohs-table.local:8080/")
    parser.add_argument("--settings", type=Path, help="the settings whose wiring is printed")


def print_sheets(arguments: argparse.Namespace) -> int:
    """Write sheets to print, at true size, as a PDF.

    Kinds of no room: markers, plates (markers to fold over the corners), seats, places, wiring.
    Kinds of a room: play (everything to play without a bought box), clauses, and each of its
    parts, such as cards, board, tiles. Print at 100 %: the bar at the foot measures 100 mm.
    """
    from companion.workshop.printing import Wish, printed

    wish = Wish(
        kind=arguments.kind,
        room=arguments.room,
        paper=arguments.paper,
        large=arguments.large,
        contrast=arguments.contrast,
        names=tuple(arguments.name),
        seats=arguments.seats,
        address=arguments.address,
        box=arguments.box,
        wiring=load_settings(chosen_settings(arguments.settings)).wiring,
    )
    data = printed(wish, load(arguments.language))
    write_whole(arguments.output, data)
    print(f"{arguments.output}: {len(data) // 1024 + 1} KB", file=sys.stderr)
    return 0
