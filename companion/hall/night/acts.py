"""What organisers, referees, tables and people do on a night: imperatives, as plain records.

An act is decided by ``decide`` and becomes an entry of the journal with the same fields, ``at``
(seconds since 1970) and ``by`` (who did it).
"""

from __future__ import annotations

import msgspec

from ..records import Box, PaperGame, Person, Placed, Result, Round, Rule, Sitting


class NightAct(msgspec.Struct, frozen=True):
    """Something that is done."""


# Before the draw


class Arrange(NightAct, frozen=True, tag="arrange", kw_only=True):
    """Say what kind of night it is. None leaves a thing as it is."""

    name: str | None = None
    venue: str | None = None
    """Where the night takes place, as papers and published pages say it."""
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
    table: tuple[tuple[int, ...], ...] | None = None
    """Points of the scheme ``own``: for each number of people, those of every place."""
    bye: str | None = None
    """What waiting a round brings: nothing, ``average``, or a number of points."""
    broken: str | None = None
    """What a table that gives no result brings."""
    missed: str | None = None
    """What a round brings that somebody wasn't part of."""
    checkin: bool | None = None
    """Whether only people who have checked in are seated."""
    admit: bool | None = None
    """Whether the organiser lets everybody in who enters themselves."""
    most: int | None = None
    """People for whom there is room; others wait for a place. 0 for any number."""
    shown: str | None = None
    """How much of a name is published of somebody who has not chosen."""


class Enter(NightAct, frozen=True, tag="enter"):
    """Let people into the night; those already known by id are left as they are."""

    people: tuple[Person, ...]


class ChangePerson(NightAct, frozen=True, tag="change"):
    """Change somebody's name, needs or note."""

    person: Person


class Ask(NightAct, frozen=True, tag="ask"):
    """Somebody would like to play, and waits to be let in."""

    person: Person


class Admit(NightAct, frozen=True, tag="admit"):
    who: str


class TurnAway(NightAct, frozen=True, tag="turn-away"):
    who: str


class CheckIn(NightAct, frozen=True, tag="check-in"):
    """Somebody has come through the door, or hasn't after all."""

    who: str
    here: bool = True


class Forget(NightAct, frozen=True, tag="forget"):
    """Delete somebody; whoever has sat at a table keeps the place without the name."""

    who: str


class Merge(NightAct, frozen=True, tag="merge"):
    """Two entries are one person: *into* stays."""

    who: str
    into: str


class Sit(NightAct, frozen=True, tag="sit"):
    """Give somebody a free seat in a round; without a box they get up and wait."""

    round: int
    who: str
    box: str = ""


class Penalise(NightAct, frozen=True, tag="penalise"):
    id: str
    who: str
    points: float
    why: str


class Pardon(NightAct, frozen=True, tag="pardon"):
    id: str


class Present(NightAct, frozen=True, tag="present"):
    """Say how somebody is published after the night: how much of the name, and as whom in a
    season. None leaves a thing as it is."""

    who: str
    shown: str | None = None
    number: str | None = None


class LeaveNight(NightAct, frozen=True, tag="leave"):
    """Somebody goes home; published rounds keep them."""

    who: str


class Return(NightAct, frozen=True, tag="return"):
    who: str


class Miss(NightAct, frozen=True, tag="miss"):
    """Rounds somebody is known to miss."""

    who: str
    rounds: tuple[int, ...]


class Invent(NightAct, frozen=True, tag="game"):
    """Say what a paper game is, or change it."""

    game: PaperGame


class Bring(NightAct, frozen=True, tag="bring"):
    """Put a box on its table, or change what is known of it."""

    box: Box


class Break(NightAct, frozen=True, tag="break"):
    """A box cannot be played any more."""

    box: str


class Mend(NightAct, frozen=True, tag="mend"):
    box: str


class Bind(NightAct, frozen=True, tag="bind"):
    rule: Rule


class Unbind(NightAct, frozen=True, tag="unbind"):
    rule: Rule


# The draw


class Keep(NightAct, frozen=True, tag="keep"):
    """Keep rounds that were drawn from ``to_draw(night)``."""

    rounds: tuple[Round, ...]
    seed: int
    method: str
    mark: str
    """``mark(night)`` when the draw began; the draw is refused if the night has changed since."""


class SwapSeats(NightAct, frozen=True, tag="swap"):
    """Swap two people of a round by hand. It stays marked."""

    round: int
    one: str
    two: str
    reason: str = ""
    hands: int | None = None
    """Number of manual changes the sender knew of, so that a repeated request counts once."""


class Unswap(NightAct, frozen=True, tag="unswap"):
    """Take back the last change by hand that stands."""

    hands: int | None = None
    """Number of manual changes the sender knew of."""


class MoveSitting(NightAct, frozen=True, tag="move"):
    """Carry a game of a published round to another box of the same game."""

    round: int
    box: str
    to: str


class SeatPerson(NightAct, frozen=True, tag="seat"):
    """Free play: these tables begin now, whatever others do."""

    tables: tuple[Sitting, ...]


class Publish(NightAct, frozen=True, tag="publish"):
    """Show the next drawn round to everybody."""

    round: int
    early: bool = False
    """Whether it is known that games of the round before are still being played."""


class Unpublish(NightAct, frozen=True, tag="unpublish"):
    """Take an announcement back, as long as the round has not begun."""

    round: int


# Playing


class Unstart(NightAct, frozen=True, tag="unstart"):
    """Take the start of a round back while nobody has played."""

    round: int


class Reopen(NightAct, frozen=True, tag="reopen"):
    """The night goes on after all."""


class Start(NightAct, frozen=True, tag="start"):
    """Start the published round's clock."""

    round: int


class Pause(NightAct, frozen=True, tag="pause"):
    pass


class Resume(NightAct, frozen=True, tag="resume"):
    pass


class Grant(NightAct, frozen=True, tag="grant"):
    """Give one table extra time; every table without a box."""

    seconds: int
    round: int
    box: str = ""


class ReportResult(NightAct, frozen=True, tag="report"):
    """A result, from a table or a person."""

    result: Result


class Confirm(NightAct, frozen=True, tag="confirm"):
    round: int
    box: str
    who: str
    referee: bool = False


class Dispute(NightAct, frozen=True, tag="dispute"):
    round: int
    box: str
    who: str
    why: str = ""
    referee: bool = False


class Correct(NightAct, frozen=True, tag="correct"):
    """Correct the result of a table; the old one stays in the journal."""

    round: int
    box: str
    places: tuple[Placed, ...]
    why: str = ""
    quietly: bool = False
    """Whether screens show what stood before until the referee announces it."""
    first: bool = False
    """Whether it was entered for a table that had no result yet."""


class Reveal(NightAct, frozen=True, tag="reveal"):
    """Announce a correction that was made quietly."""

    round: int
    box: str


class Excuse(NightAct, frozen=True, tag="excuse"):
    """No result will come from this table; nobody gets points there."""

    round: int
    box: str
    why: str = ""


# Calls


class CallReferee(NightAct, frozen=True, tag="call"):
    """Somebody, or a table itself, asks for a referee."""

    id: str
    box: str
    kind: str
    seat: int = 0
    text: str = ""
    task: str = ""
    """The sitting it is about, if any."""


class CloseCall(NightAct, frozen=True, tag="close"):
    """Close a call whose cause is gone: the table is back, the result is settled."""

    id: str
    why: str


class Claim(NightAct, frozen=True, tag="claim"):
    id: str
    referee: str


class Release(NightAct, frozen=True, tag="release"):
    """Give a claimed call back to the queue."""

    id: str


class AnswerCall(NightAct, frozen=True, tag="answer"):
    """Settle a call. A reversal is shown on screens only once it is announced."""

    id: str
    text: str = ""
    before: str = ""
    after: str = ""
    reversal: bool = False


class Announce(NightAct, frozen=True, tag="announce"):
    id: str


class Finish(NightAct, frozen=True, tag="finish"):
    """The night is over."""


AnyAct = (
    Arrange | Ask | Admit | TurnAway | CheckIn | Forget | Merge | Present | Sit | Penalise | Pardon
    | Invent | Unstart | Reopen | Enter | ChangePerson | LeaveNight | Return | Miss
    | Bring | Break | Mend | Bind | Unbind | Keep | SeatPerson | SwapSeats | Unswap | MoveSitting
    | Publish | Unpublish | Start | Pause | Resume | Grant | ReportResult | Confirm | Dispute
    | Correct | Reveal | Excuse | CallReferee | CloseCall | Claim | Release | AnswerCall
    | Announce | Finish
)  # fmt: skip
