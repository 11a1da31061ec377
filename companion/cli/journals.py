"""companion replay, export, import: journals as something people can read and carry."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.core.errors import TableError
from companion.core.game import Game
from companion.core.verdict import clauses
from companion.journal import Entry, Journal, Vault, export, import_, read
from companion.table import record as table_record
from companion.table.moves import Past
from companion.words import Words

from .command import Commands, add, say, wrong_said
from .command import words as spoken


def add_commands(commands: Commands) -> None:
    replayed = add(commands, "replay", replay)
    replayed.add_argument(
        "files", type=Path, nargs="+", metavar="file", help=say("option.journal_or_export")
    )
    exported = add(commands, "export", export_lines)
    exported.add_argument("file", type=Path, help=say("option.journal"))
    exported.add_argument("-o", "--out", type=Path, help=say("option.out"))
    exported.add_argument(
        "--with-private",
        action="store_true",
        help=say("option.with_private"),
    )
    imported = add(commands, "import", import_lines)
    imported.add_argument("lines", type=Path, help=say("option.export"))
    imported.add_argument("file", type=Path, help=say("option.new_journal"))


def replay(arguments: argparse.Namespace) -> int:
    """Print games move by move, with the reason for every ruling.

    Reads journals without changing them. Names any it can't read, and prints the others.
    """
    unread = 0
    for number, file in enumerate(arguments.files):
        if len(arguments.files) > 1:
            print(f"{chr(10) * bool(number)}== {file}")
        try:
            _replay(file)
        except (TableError, OSError, ValueError) as error:
            if len(arguments.files) == 1:
                raise
            print(wrong_said(error), file=sys.stderr)
            unread += 1
    return 1 if unread else 0


def _replay(file: Path) -> None:
    entries = _entries(file)
    words = spoken()
    record = table_record.begun(entries[0])
    game, state = record.game, record.timeline.opening
    names = ", ".join(f"{seat.name} ({seat.colour})" for seat in state.seats)
    print(f"{game.name}: {names}")
    record = table_record.read_back(entries)
    for past in record.timeline.past:
        if game.private_to(past.made.move) is None or game.is_over(record.timeline.state):
            _print_move(game, words, past)
    _close(game, words, record)


def _entries(path: Path) -> tuple[Entry, ...]:
    if not path.exists():
        raise TableError("fault.cli.no_journal", path=path)
    if path.read_bytes()[:1] == b"{":
        return _from_lines(path)
    entries = read(path)
    if not entries:
        raise TableError("fault.cli.empty_journal", path=path)
    return Vault.beside(path).opened(entries)


def _from_lines(path: Path) -> tuple[Entry, ...]:
    import tempfile

    with tempfile.TemporaryDirectory() as folder, path.open(encoding="utf-8") as lines:
        journal = import_(lines, Path(folder) / "replay.sqlite")
        try:
            return Vault.beside(path).opened(journal.entries())
        finally:
            journal.close()


def _print_move(game: Game, words: Words, past: Past) -> None:
    move = game.tell(past.after, past.made.move)
    print(f"\n{past.number:4}  {words.say(move)}  [{past.by}]")
    for event in past.made.events:
        saying = game.telling.describe(past.after, event)
        if saying is not None:
            print(f"      {words.say(saying)}  ({', '.join(clauses(event))})")


def _close(game: Game, words: Words, record: table_record.Record) -> None:
    state = record.timeline.state
    print()
    for line in game.score(state).lines:
        points = (
            str(line.low)
            if line.low == line.high
            else say("replay.range", low=line.low, high=line.high)
        )
        place = f"   {say('replay.place', rank=line.rank)}" if line.rank else ""
        print(f"{state.seats[line.seat].name:24} {points}{place}")
    outcome = game.is_over(state)
    if outcome:
        print(f"{words.say(outcome.say)}  ({', '.join(outcome.because)})")
    for saying in game.rights.proof(state):
        print(words.say(saying))
    for question in game.questions(state):
        print(f"{say('replay.open')} {words.say(question.ask)}  ({', '.join(question.because)})")
    if record.timeline.left:
        print(say("replay.left", count=len(record.timeline.left)))
    if record.unread:
        print(say("replay.unread", count=len(record.unread)))


def export_lines(arguments: argparse.Namespace) -> int:
    """Write a journal as JSON lines, one entry a line.

    Leaves out private notes until the game is over; you can still check the chain of hashes.
    Private entries stay encrypted: nobody reads them without this table's key. When the game is
    over, the key to the seal goes along.
    """
    entries = _entries(arguments.file)
    record = table_record.read_back(entries)
    over = record.game.is_over(record.timeline.state) is not None
    private = arguments.with_private or over
    if arguments.out is None:
        export(arguments.file, sys.stdout, with_private=private)
        return 0
    with arguments.out.open("w", encoding="utf-8") as out:
        count = export(arguments.file, out, with_private=private)
    print(say("export.done", count=count, out=arguments.out))
    return 0


def import_lines(arguments: argparse.Namespace) -> int:
    """Make a journal from JSON lines, checking every hash."""
    with arguments.lines.open(encoding="utf-8") as lines:
        journal: Journal = import_(lines, arguments.file)
    number = journal.head[0]
    journal.close()
    print(say("import.done", count=number, file=arguments.file))
    return 0
