"""An evening at a real table: a journal on disk, a clock one can set, pictures one can choose."""

from __future__ import annotations

import json
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec

from companion.core.cells import EMPTY
from companion.core.game import Game
from companion.core.observation import (
    Answered,
    Pressed,
    PutRight,
    Reading,
    Reply,
    Said,
    Seen,
    TookBack,
)
from companion.core.roles import REFEREE, TABLE, Role
from companion.core.verdict import Move
from companion.games.wall import GAME
from companion.games.wall import moves as m
from companion.games.wall.house import HouseRules
from companion.journal import Entry, Journal, Vault, export
from companion.table import Answer, Table
from tests.rooms.wall.laid import SEATS

BOX = GAME.load_box(None)


def play_by(table: Table, game: Game) -> None:
    """Let a table go on by other rules."""
    table.ledger.record = msgspec.structs.replace(table.ledger.record, game=game)


class Evening:
    """A game of the wall with its journal; the clock stands until it is moved."""

    def __init__(self, folder: Path, players: int = 2, **rules: Any) -> None:
        self.path = folder / "game.sqlite"
        self.seconds = 1000.0
        self.journal = Journal.open(self.path)
        self.table = Table.begin(
            self.journal, GAME, BOX, SEATS[:players], HouseRules(**rules), clock=self.clock
        )

    def clock(self) -> float:
        return self.seconds

    def begin(self) -> Evening:
        assert self.say(m.Begin()).kind == "accepted"
        return self

    # What people do

    def say(self, move: Move, by: Role = TABLE) -> Answer:
        return self.table.submit(Said(by=by, move=move, at=self.seconds))

    def insert(self, slot: int, card: str) -> Answer:
        return self.say(m.InsertCard(slot, card))

    def answer(self, option: str, question: str | None = None) -> Answer:
        open_ = self.table.questions()
        asked = question or next(q.id for q in open_ if option in [o.name for o in q.options])
        reply = Reply(option=option)
        return self.table.submit(Answered(by=TABLE, question=asked, reply=reply, at=self.seconds))

    def press(self, button: str) -> Answer:
        return self.table.submit(Pressed(button=button, at=self.seconds))

    def take_back(self, number: int | None = None) -> Answer:
        self.seconds += 1
        return self.table.submit(TookBack(by=REFEREE, at=self.seconds, number=number))

    def put_right(self, number: int, move: Move) -> Answer:
        self.seconds += 1
        return self.table.submit(PutRight(by=REFEREE, at=self.seconds, number=number, move=move))

    # What the camera sees

    def see(self, changed: Mapping[str, Any] | None = None, base: int | None = None) -> Answer:
        """Look at the wall as it should be, except for what is changed."""
        shown = dict(GAME.visible(self.table.state))
        return self.look(shown | dict(changed or {}), base)

    def look(self, shown: Mapping[str, Any], base: int | None = None) -> Answer:
        """Look at a wall that shows this, whatever it should be."""
        self.seconds += 1
        readings = {
            cell: Reading({label: 0.999, "?": 0.001})
            if isinstance(label, str)
            else Reading(dict(label))
            for cell, label in shown.items()
        }
        return self.table.submit(Seen(readings=readings, at=self.seconds, base=base))

    def wall(self, **cards: str) -> dict[str, str]:
        """The windows of an empty wall with these cards at the bottom: s3="H01" is slot 4."""
        shown = {cell: EMPTY for cell in GAME.visible(self.table.state)}
        for slot, card in cards.items():
            shown |= card_at(card, int(slot[1:]))
        return shown

    # What stays

    def resume(self) -> Table:
        """Pull the plug and start again from the journal."""
        self.journal.close()
        self.journal = Journal.open(self.path)
        self.table = Table.resume(self.journal, clock=self.clock)
        return self.table

    def kinds(self) -> list[str]:
        return [entry.kind for entry in self.journal.entries()]

    def told(self) -> tuple[Entry, ...]:
        """The journal with its private entries opened, as the table itself reads it."""
        return Vault.beside(self.path).opened(self.journal.entries())

    def public_lines(self) -> list[dict[str, Any]]:
        """The journal as a stranger may have it."""
        out = StringIO()
        export(self.path, out, with_private=False)
        return [json.loads(line) for line in out.getvalue().splitlines()]

    def number_of(self, move: Move) -> int:
        return next(past.number for past in self.table.timeline.past if past.made.move == move)

    def moves(self) -> list[Move]:
        return [past.made.move for past in self.table.timeline.past]

    def asked(self) -> list[str]:
        return [question.id for question in self.table.questions()]

    def topics(self) -> list[str]:
        return [question.topic for question in self.table.questions()]

    def same_after_resume(self) -> None:
        """What the journal brings back is what was in memory."""
        state, timeline, asked = self.table.state, self.table.timeline, self.table.questions()
        shown = {role: self.table.snapshot(role) for role in (TABLE, REFEREE)}
        back = self.resume()
        assert back.state == state
        assert back.timeline == timeline
        assert back.questions() == asked
        for role, before in shown.items():
            after = back.snapshot(role)
            for key, told in _told(before).items():
                assert after[key] == told, key


def _told(snapshot: dict[str, Any]) -> dict[str, Any]:
    """A snapshot without what lives in memory only: lamps, eye, passing refusals."""
    passing = ("lamps", "seeing", "refusal", "notices")
    return {key: value for key, value in snapshot.items() if key not in passing}


def card_at(card: str, slot: int, height: int = 0) -> dict[str, str]:
    faces = BOX.card(card).cells[0]
    return {f"{2 * slot + n},{height}": face for n, face in enumerate(faces)}
