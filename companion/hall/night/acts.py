"""What organisers, referees, tables and people do on a night: imperatives, as plain records.

An act is decided by ``decide`` and becomes an entry of the journal with the same fields, ``at``
(seconds since 1970) and ``by`` (who did it).
"""

from __future__ import annotations

import msgspec

from .records import Box, Person, Placed, Result, Round, Rule, Sitting


class Act(msgspec.Struct, frozen=True):
    """Something that is done."""


# Before the draw


class Arrange(Act, frozen=True, tag="arrange", kw_only=True):
    """Say what kind of night it is. None leaves a thing as it is."""

    name: str | None = None
    format: str | None = None
    rounds: int | None = None
    minutes: int | None = None
    seed: int | None = None
    fill: str | None = None
    confirm: str | None = None
    """Who confirms a result: ``table`` (somebody else there), ``all`` of them or ``referee``."""
    mixers: int | None = None
    """Rounds of a Swiss night before scores decide."""
    final: int | None = None
    """People in the final of a king-of-the-hill night."""
    scheme: str | None = None
    breaks: tuple[str, ...] | None = None
    """Tie-breaks in their order."""


class Enter(Act, frozen=True, tag="enter"):
    """Let people into the night; those already known by id are left as they are."""

    people: tuple[Person, ...]


class Change(Act, frozen=True, tag="change"):
    """Change somebody's name, needs or note."""

    person: Person


class Leave(Act, frozen=True, tag="leave"):
    """Somebody goes home; published rounds keep them."""

    who: str


class Return(Act, frozen=True, tag="return"):
    who: str


class Miss(Act, frozen=True, tag="miss"):
    """Rounds somebody is known to miss."""

    who: str
    rounds: tuple[int, ...]


class Bring(Act, frozen=True, tag="bring"):
    """Put a box on its table, or change what is known of it."""

    box: Box


class Break(Act, frozen=True, tag="break"):
    """A box cannot be played any more."""

    box: str


class Mend(Act, frozen=True, tag="mend"):
    box: str


class Bind(Act, frozen=True, tag="bind"):
    rule: Rule


class Unbind(Act, frozen=True, tag="unbind"):
    rule: Rule


# The draw


class Keep(Act, frozen=True, tag="keep"):
    """Keep rounds that were drawn from ``to_draw(night)``."""

    rounds: tuple[Round, ...]
    seed: int
    method: str
    mark: str
    """``mark(night)`` when the draw began: where the night changed meanwhile, it is refused."""


class Swap(Act, frozen=True, tag="swap"):
    """Two people of a round change places by hand. Marked for ever."""

    round: int
    one: str
    two: str
    reason: str = ""
    hands: int | None = None
    """How many changes by hand whoever asked for this one knew of: done twice, it is one."""


class Unswap(Act, frozen=True, tag="unswap"):
    """Take back the last change by hand that stands."""

    hands: int | None = None
    """How many stood for whoever asked."""


class Move(Act, frozen=True, tag="move"):
    """Carry a game of a published round to another box of the same game."""

    round: int
    box: str
    to: str


class Seat(Act, frozen=True, tag="seat"):
    """Free play: these tables begin now, whatever others do."""

    tables: tuple[Sitting, ...]


class Publish(Act, frozen=True, tag="publish"):
    """Show the next drawn round to everybody."""

    round: int
    early: bool = False
    """Whether it is known that games of the round before are still being played."""


class Unpublish(Act, frozen=True, tag="unpublish"):
    """Take an announcement back, as long as the round has not begun."""

    round: int


# Playing


class Start(Act, frozen=True, tag="start"):
    """Start the published round's clock."""

    round: int


class Pause(Act, frozen=True, tag="pause"):
    pass


class Resume(Act, frozen=True, tag="resume"):
    pass


class Grant(Act, frozen=True, tag="grant"):
    """Give one table extra time; every table without a box."""

    seconds: int
    round: int
    box: str = ""


class Report(Act, frozen=True, tag="report"):
    """A result, from a table or a person."""

    result: Result


class Confirm(Act, frozen=True, tag="confirm"):
    round: int
    box: str
    who: str
    referee: bool = False


class Dispute(Act, frozen=True, tag="dispute"):
    round: int
    box: str
    who: str
    why: str = ""
    referee: bool = False


class Correct(Act, frozen=True, tag="correct"):
    """The referee sets the result of a table right; what stood before stays in the journal."""

    round: int
    box: str
    places: tuple[Placed, ...]
    why: str = ""
    quietly: bool = False
    """Whether screens show what stood before until the referee announces it."""
    first: bool = False
    """Whether it was entered for a table that had no result yet."""


class Reveal(Act, frozen=True, tag="reveal"):
    """Announce a correction that was made quietly."""

    round: int
    box: str


class Excuse(Act, frozen=True, tag="excuse"):
    """No result will come from this table; nobody gets points there."""

    round: int
    box: str
    why: str = ""


# Calls


class Call(Act, frozen=True, tag="call"):
    """Somebody, or a table itself, asks for a referee."""

    id: str
    box: str
    kind: str
    seat: int = 0
    text: str = ""


class Claim(Act, frozen=True, tag="claim"):
    id: str
    referee: str


class Release(Act, frozen=True, tag="release"):
    """Give a claimed call back to the queue."""

    id: str


class Answer(Act, frozen=True, tag="answer"):
    """Settle a call. A reversal is shown on screens only once it is announced."""

    id: str
    text: str = ""
    before: str = ""
    after: str = ""
    reversal: bool = False


class Announce(Act, frozen=True, tag="announce"):
    id: str


class Finish(Act, frozen=True, tag="finish"):
    """The night is over."""


AnyAct = (
    Arrange | Enter | Change | Leave | Return | Miss | Bring | Break | Mend | Bind | Unbind
    | Keep | Seat | Swap | Unswap | Move | Publish | Unpublish
    | Start | Pause | Resume | Grant | Report | Confirm | Dispute | Correct | Reveal | Excuse
    | Call | Claim | Release | Answer | Announce | Finish
)  # fmt: skip
