"""companion print: markers, boards, decks and cards as a PDF of true size."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.config.settings import chosen_settings, load_settings
from companion.core.game import ROOMS
from companion.util.files import write_whole
from companion.words import LANGUAGES, load

from .command import Commands, add, say

PAPERS = ("a4", "letter")
KINDS = ("markers", "plates", "seats", "places", "wiring", "play", "assembly", "rules", "clauses")
"""Sheets that are no part of a room; loading what prints them would slow down every command."""


def add_commands(commands: Commands) -> None:
    parser = add(commands, "print", print_sheets)
    parser.add_argument("kind", help=say("option.print_kind", kinds=list(KINDS)))
    parser.add_argument("room", nargs="?", default="", help=say("option.one_of", rooms=list(ROOMS)))
    parser.add_argument("-o", "--output", type=Path, required=True, help=say("option.print_out"))
    parser.add_argument("--paper", choices=PAPERS, default=PAPERS[0])
    parser.add_argument("--language", choices=LANGUAGES, default=LANGUAGES[0])
    parser.add_argument("--large", action="store_true", help=say("option.print_large"))
    parser.add_argument("--contrast", action="store_true", help=say("option.print_contrast"))
    parser.add_argument("--box", type=Path, help=say("option.box"))
    parser.add_argument("--name", action="append", default=[], help=say("option.place_name"))
    parser.add_argument("--seats", type=int, default=4, help=say("option.seat_cards"))
    parser.add_argument("--address", default="http://pharaohs-table.local:8080/")
    parser.add_argument("--settings", type=Path, help=say("option.wiring_settings"))


def print_sheets(arguments: argparse.Namespace) -> int:
    """Write sheets to print, at true size, as a PDF."""
    from companion.workshop.printables import Wish, printed

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
    done = say("print.done", file=arguments.output, kilobytes=len(data) // 1024 + 1)
    print(done, file=sys.stderr)
    return 0
