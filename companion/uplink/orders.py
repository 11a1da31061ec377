"""Orders from the hall: checked, carried out once, and answered by the table itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from companion.core.decode import convert
from companion.core.observation import Answered, Reply, TookBack
from companion.core.roles import REFEREE
from companion.core.verdict import Saying
from companion.table import Answer as TableAnswer
from companion.table import Table
from companion.table import session as hosting
from companion.wire.messages import AnswerMessage, CommandMessage
from companion.wire.seals import is_sealed

from .enrolment import Enrolment

DEVICE = "hall"
ACCEPTED, UNCHANGED, REFUSED = "accepted", "unchanged", "refused"
EXPIRED, FORGED, UNKNOWN = "expired", "forged", "unknown"
OPEN, CLOSE, ANSWER, TAKE_BACK = "seat", "withdraw", "answer", "take back"
SETTLED = "settled"
LOOK = "look"
PAUSE, GO_ON, END = "pause", "go on", "end"


class OrderedSitting(msgspec.Struct, frozen=True):
    """A game the hall wants played at this table: people in the order of their seats."""

    task: str
    room: str
    people: tuple[dict[str, str], ...]
    round: int = 0
    label: str = ""
    rules: dict[str, Any] = {}
    manner: str = ""
    language: str = ""


class Replied(msgspec.Struct, frozen=True):
    """The referee's answer to an open question."""

    question: str
    option: str | None = None
    base: int | None = None


class Back(msgspec.Struct, frozen=True):
    number: int
    base: int | None = None


class Reason(msgspec.Struct, frozen=True):
    reason: str = ""


class Task(msgspec.Struct, frozen=True):
    task: str


class Settled(msgspec.Struct, frozen=True):
    """What has become of the result of a sitting."""

    task: str
    status: str


class NothingOpen(LookupError):
    """No game of the night is open here."""


class TableOrders:
    """What the hall may want of a table."""

    def __init__(self, enrolment: Enrolment, table: Callable[[], Table | None]) -> None:
        """*table* gives the open game if it is one of this night."""
        self._enrolment, self._table = enrolment, table
        self.forged = 0
        """How many commands came that were not the hall's."""

    def obey(self, command: CommandMessage, session: int, beat: int) -> AnswerMessage:
        """Carry a command out, unless it is forged, too late, or was carried out before."""
        enrolled = self._enrolment.enrolled
        if enrolled is None or not is_sealed(command, enrolled.key):
            self.forged += 1
            return AnswerMessage(command.id, FORGED)
        known = self._enrolment.kept.answers.get(command.id)
        if known is not None:
            return convert(known, AnswerMessage)
        if command.session != session or beat > command.until:
            return AnswerMessage(command.id, EXPIRED)
        answer = self._carried_out(command)
        self._enrolment.answered(command.id, msgspec.to_builtins(answer))
        return answer

    def may_look(self, wish: CommandMessage, session: int, beat: int) -> bool:
        """Check whether the hall's referee may see the live picture now."""
        enrolled = self._enrolment.enrolled
        return (
            enrolled is not None
            and wish.act == LOOK
            and is_sealed(wish, enrolled.key)
            and wish.session == session
            and beat <= wish.until
        )

    def _carried_out(self, command: CommandMessage) -> AnswerMessage:
        act = ACTS.get(command.act)
        if act is None:
            return AnswerMessage(command.id, UNKNOWN)
        try:
            done = act(self, command.body)
        except NothingOpen:
            done = TableAnswer(REFUSED, 0, Saying("house.no_game_open", {}))
        except (msgspec.ValidationError, ValueError, LookupError):
            return AnswerMessage(command.id, UNKNOWN)
        kind = done.kind if done.kind in (ACCEPTED, UNCHANGED) else REFUSED
        said = None if done.say is None else msgspec.to_builtins(done.say)
        return AnswerMessage(command.id, kind, said)

    def _seat(self, body: Mapping[str, Any]) -> TableAnswer:
        """Keep a game ready that people open with one tap."""
        sitting = convert(body, OrderedSitting)
        if sitting.task in self._enrolment.kept.tasks.values():
            return TableAnswer(UNCHANGED, 0)
        self._enrolment.change(offer=msgspec.to_builtins(sitting))
        return TableAnswer(ACCEPTED, 0)

    def _withdraw(self, body: Mapping[str, Any]) -> TableAnswer:
        offer, task = self._enrolment.kept.offer, convert(body, Task).task
        if offer is None or offer.get("task") != task:
            return TableAnswer(UNCHANGED, 0)
        self._enrolment.change(offer=None)
        return TableAnswer(ACCEPTED, 0)

    def _settled(self, body: Mapping[str, Any]) -> TableAnswer:
        wanted, kept = convert(body, Settled), self._enrolment.kept.settled
        if kept.get(wanted.task, "") == wanted.status:
            return TableAnswer(UNCHANGED, 0)
        self._enrolment.change(settled={**kept, wanted.task: wanted.status})
        return TableAnswer(ACCEPTED, 0)

    def _answer(self, body: Mapping[str, Any]) -> TableAnswer:
        table, wanted = self._open(), convert(body, Replied)
        said = Answered(
            by=REFEREE,
            question=wanted.question,
            reply=Reply(option=wanted.option),
            at=table.clock(),
            base=wanted.base,
            device=DEVICE,
        )
        return table.submit(said)

    def _take_back(self, body: Mapping[str, Any]) -> TableAnswer:
        table, wanted = self._open(), convert(body, Back)
        return table.submit(
            TookBack(
                by=REFEREE, at=table.clock(), number=wanted.number, base=wanted.base, device=DEVICE
            )
        )

    def _pause(self, body: Mapping[str, Any]) -> TableAnswer:
        return hosting.pause(self._open(), REFEREE, DEVICE)

    def _go_on(self, body: Mapping[str, Any]) -> TableAnswer:
        return hosting.go_on(self._open(), REFEREE, DEVICE)

    def _end(self, body: Mapping[str, Any]) -> TableAnswer:
        return hosting.end(self._open(), REFEREE, convert(body, Reason).reason, DEVICE)

    def _open(self) -> Table:
        table = self._table()
        if table is None:
            raise NothingOpen
        return table


ACTS: Mapping[str, Callable[[TableOrders, Mapping[str, Any]], TableAnswer]] = {
    OPEN: TableOrders._seat,
    CLOSE: TableOrders._withdraw,
    SETTLED: TableOrders._settled,
    ANSWER: TableOrders._answer,
    TAKE_BACK: TableOrders._take_back,
    PAUSE: TableOrders._pause,
    GO_ON: TableOrders._go_on,
    END: TableOrders._end,
}
