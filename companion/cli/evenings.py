"""What is to be played: a new game as the command line and the settings ask, or the game a journal
holds. The journal is the truth: its room, people, rules and box count; contradictions are reported.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.config.settings import Settings, named_in, state_folder
from companion.config.web import check_address
from companion.core.boxes import same_box
from companion.core.errors import BadSeats, TableError
from companion.core.game import Game, load_room
from companion.core.house import (
    given_house_rules,
    parse_house_rules,
    read_house_rules,
    renewed,
)
from companion.core.seats import Seat
from companion.core.verdict import Saying
from companion.rooms import room_of
from companion.util.files import keep_private, write_privately

if TYPE_CHECKING:
    from companion.app import GameSession
    from companion.table.record import Record

NAMES = ("Anna", "Ben", "Carla", "David", "Emma", "Farid")


class AnotherGame(TableError, ValueError):
    """The journal holds another game than the one asked for."""


def evening_of(
    arguments: argparse.Namespace, settings: Settings, kind: str, *, strict: bool = True
) -> GameSession:
    """Return what is to be played, before anything is opened.

    Without *strict*, a command line that contradicts the journal is only mentioned.
    """
    if arguments.journal:
        write_privately()  # the folder is somebody's own, and stays as it is
    else:
        keep_private(state_folder(settings))
    held = held_in(arguments.journal)
    if held is None:
        return _new_evening(arguments, settings, kind)
    return _going_on(held, arguments, settings, strict)


def held_in(journal: Path | None) -> Record | None:
    """Return the beginning of the game in a journal; None if it holds none that can be read."""
    from companion.journal import first_entry
    from companion.table import record

    first = first_entry(journal) if journal else None
    return None if first is None or first.kind != "opened" else record.begun(first)


def _new_evening(arguments: argparse.Namespace, settings: Settings, kind: str) -> GameSession:
    from companion.app import GameSession

    game = load_room(arguments.room or settings.room)
    box = game.load_box(_box_file(arguments, settings))
    rules = _rules(game, settings, arguments.house_rules)
    seats = _seats(arguments, settings, room_of(game.name).worn(box))
    game.opening(box, seats, rules)
    journal = arguments.journal or _new_journal(settings, game, kind)
    manner = arguments.manner or settings.manner
    address = _address(arguments, settings)
    return GameSession(game, box, seats, rules, journal, *address, manner=manner, web=settings.web)


def _going_on(
    held: Record, arguments: argparse.Namespace, settings: Settings, strict: bool
) -> GameSession:
    from companion.app import GameSession

    game, state = held.game, held.timeline.opening
    against = [*_other_words(held, arguments)]
    if against and strict:
        raise AnotherGame(
            "fault.cli.another_game",
            journal=arguments.journal,
            room=game.name,
            people=_people(state.seats),
            against=list(against),
        )
    notices = {}
    against += _other_settings(held, settings, named_in(arguments.settings))
    if against:
        notices["another game"] = Saying("table.another_game", {"what": against})
    return GameSession(
        game,
        state.box,
        state.seats,
        state.rules,
        arguments.journal,
        *_address(arguments, settings),
        manner=_wanted_manner(arguments, settings),
        notices=notices,
        web=settings.web,
    )


def _wanted_manner(arguments: argparse.Namespace, settings: Settings) -> str | None:
    """Return the manner that was asked for; otherwise the one in the journal."""
    named: str | None = arguments.manner
    return named or (settings.manner if "manner" in named_in(arguments.settings) else None)


def _other_words(held: Record, arguments: argparse.Namespace) -> Iterator[str]:
    """Yield the options that ask for a different game than the journal holds."""
    game, state = held.game, held.timeline.opening
    if arguments.room not in (None, game.name):
        yield f"'{arguments.room}'"
        return
    if arguments.players not in (None, len(state.seats)):
        yield f"--players {arguments.players}"
    if arguments.seat and not _same_people(arguments.seat, state.seats):
        yield "--seat"
    asked = parse_house_rules(game.house_rules, arguments.house_rules)
    for text in arguments.house_rules:
        (name,) = given_house_rules(game.house_rules, [text])
        if getattr(asked, name) != getattr(state.rules, name):
            yield f"--house-rule {text}"
    if arguments.box and not same_box(game.load_box(arguments.box), state.box):
        yield "--box"


def _other_settings(held: Record, settings: Settings, named: frozenset[str]) -> Iterator[str]:
    """Yield where the settings differ from the journal's game."""
    game, state = held.game, held.timeline.opening
    if "room" in named and settings.room != game.name:
        yield "room"
        return
    if "seats" in named and settings.seats != state.seats:
        yield "seats"
    kept = renewed(game.house_rules, settings.house_rules.get(game.name, {}))
    if any(value != getattr(state.rules, name, None) for name, value in kept.items()):
        yield "house_rules"
    if settings.box and _box_differs(game, Path(settings.box), state.box):
        yield "box"


def _box_differs(game: Game, file: Path, box: Any) -> bool:
    try:
        return not same_box(game.load_box(file), box)
    except (TableError, OSError):
        return True


def _same_people(given: Sequence[str], seats: Sequence[Seat]) -> bool:
    named = [text.partition(":") for text in given]
    return len(named) == len(seats) and all(
        name == seat.name and colour in ("", seat.colour)
        for (name, _, colour), seat in zip(named, seats, strict=True)
    )


def _people(seats: Sequence[Seat]) -> str:
    return ", ".join(seat.name for seat in seats)


def _address(arguments: argparse.Namespace, settings: Settings) -> tuple[str, int]:
    host = settings.web.host if arguments.host is None else arguments.host
    port = settings.web.port if arguments.port is None else arguments.port
    check_address(host, port)
    return host, port


def _box_file(arguments: argparse.Namespace, settings: Settings) -> Path | None:
    return arguments.box or (Path(settings.box) if settings.box else None)


def _rules(game: Game, settings: Settings, given: list[str]) -> Any:
    kept = renewed(game.house_rules, settings.house_rules.get(game.name, {}))
    return read_house_rules(game.house_rules, kept | given_house_rules(game.house_rules, given))


def _seats(
    arguments: argparse.Namespace, settings: Settings, colours: Sequence[str]
) -> tuple[Seat, ...]:
    """Return the people named on the command line, or as many as wanted,
    or those of the settings."""
    if arguments.seat:
        named = [text.partition(":") for text in arguments.seat]
        free = [c for c in colours if c not in {colour for _, _, colour in named}]
        return tuple(Seat(name, colour or _next(free)) for name, _, colour in named)
    if arguments.players is None and settings.seats != Settings().seats:
        return settings.seats
    if arguments.players is None:
        return _dressed(settings.seats, colours)
    if not 1 <= arguments.players <= len(NAMES):
        raise BadSeats("fault.cli.players", players=arguments.players, most=len(NAMES))
    wanted = enumerate(NAMES[: arguments.players])
    return tuple(Seat(name, colours[n] if n < len(colours) else "") for n, name in wanted)


def _next(free: list[str]) -> str:
    """Return the next free colour; None if all are taken,
    which the room refuses with the reason."""
    return free.pop(0) if free else ""


def _dressed(seats: Sequence[Seat], colours: Sequence[str]) -> tuple[Seat, ...]:
    """People nobody chose: those in a colour the box does not have get another one."""
    free = [colour for colour in colours if colour not in {seat.colour for seat in seats}]
    return tuple(
        seat if seat.colour in colours or not free else Seat(seat.name, free.pop(0))
        for seat in seats
    )


def _new_journal(settings: Settings, game: Game, kind: str) -> Path:
    stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    return state_folder(settings) / f"{game.name}-{kind}-{stamp}.sqlite"
