"""The table: observation in, verdict, journal, snapshot out. Owns the only mutable reference.

One observation at a time. Nothing is shown as saved before the journal has committed it, and
the state in memory is folded from the very entries that were committed.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import takewhile
from typing import Any

import msgspec

from . import chronicle, snapshot
from .chronicle import Record
from .core.cells import Cells
from .core.cues import DARK, Cues
from .core.game import Game
from .core.manners import LIVING_ROOM, check_manner
from .core.observation import (
    Answered,
    Observation,
    Pressed,
    PutRight,
    Reading,
    Reply,
    Said,
    Seen,
    TookBack,
    Weighed,
)
from .core.roles import REFEREE, Role
from .core.seats import Seat
from .core.verdict import (
    Explained,
    Leave,
    Made,
    Move,
    Option,
    Question,
    Refused,
    Saying,
    Unchanged,
    Unclear,
    Verdict,
    refuse,
)
from .journal import CannotSave, Journal, JournalBusy, Vault, WaitingJournal
from .referee import after, explained, judge, needs_people, sure_of
from .timeline import Past, Timeline, amended, fitted, last_public, made_since

EYE = "eye"
CLOCK = "clock"
SCALE = "scale"
KEEP_SECONDS = 1.0
"""How often the table looks whether its files are still there."""


class Answer(msgspec.Struct, frozen=True):
    """What became of an observation.

    ``kind`` is accepted, refused, unclear, unchanged, stale or stopped.
    """

    kind: str
    number: int
    say: Saying | None = None
    clause: str = ""


class Odd(msgspec.Struct, frozen=True):
    """What a refused picture showed, and in which turn; put right when it is seen no more."""

    turn: int
    readings: Mapping[str, Reading]

    def shows(self, cells: Cells) -> bool:
        """Whether these cells were in the picture, more likely than not."""
        return bool(cells) and all(
            cell in self.readings and self.readings[cell].chances.get(label, 0.0) > 0.5
            for cell, label in cells.items()
        )


class Table:
    """One game being played."""

    def __init__(
        self,
        record: Record,
        journal: Journal | WaitingJournal,
        *,
        clock: Callable[[], float] = time.monotonic,
        vault: Vault | None = None,
    ) -> None:
        self.game: Game = record.game
        self._record = record
        self._journal = journal
        self._vault = vault or Vault.beside(journal.path)
        self._clock = clock
        self._offset = record.clock - clock()
        self._lock = threading.RLock()
        self._listeners: list[Callable[[int], None]] = []
        self._gauge_listeners: list[Callable[[str], None]] = []
        self._lookers: list[Callable[[], None]] = []
        self._gauges: dict[str, Mapping[str, Any]] = {}
        self._number = record.count
        self._seen: Seen | None = None
        self._refusal: Refused | None = None
        self._odd: Odd | None = None
        self._stopped: Saying | None = None
        self._damage = _damage(journal)
        self._notices: dict[str, Saying] = _lost_keys(record, self._vault)
        self._amended_at = float("-inf")
        self._held = _taken_out(record)
        self._ignored: dict[tuple[str, ...], frozenset[Move]] = {}
        self._cues: Cues = DARK
        self._picture = b""
        self._device = ""
        self._diverted: Callable[[Seen], None] | None = None
        self._seeing = "by hand"
        self._complaints: tuple[str, ...] = ()
        self._keep_files_at = 0.0
        self._saving(self._open)

    def _open(self) -> Answer:
        """Do what an earlier evening could not finish; say at once when nothing can be saved."""
        if isinstance(self._journal, WaitingJournal):
            self._journal.keep()
        self._refit("table")
        self._release_keys()
        return Answer("accepted", self._number)

    @classmethod
    def begin(
        cls,
        journal: Journal | WaitingJournal,
        game: Game,
        box: Any,
        seats: Sequence[Seat],
        rules: Any,
        *,
        clock: Callable[[], float] = time.monotonic,
        manner: str = LIVING_ROOM,
    ) -> Table:
        """Open a new game in an empty journal."""
        game.opening(box, seats, rules)  # refuse what cannot be played before anything is written
        opening = chronicle.opened(game, box, seats, rules, check_manner(manner))
        entry = journal.append("opened", opening)
        return cls(chronicle.begun(entry), journal, clock=clock)

    @classmethod
    def resume(
        cls, journal: Journal | WaitingJournal, *, clock: Callable[[], float] = time.monotonic
    ) -> Table:
        """Go on with the game a journal holds, at the same turn, with the same question."""
        vault = Vault.beside(journal.path)
        record = chronicle.read_back(vault.opened(journal.entries()))
        return cls(record, journal, clock=clock, vault=vault)

    # What others may look at

    @property
    def state(self) -> Any:
        return self._record.timeline.state

    @property
    def timeline(self) -> Timeline:
        return self._record.timeline

    @property
    def number(self) -> int:
        """How many public entries the state stands for. Private notes are not counted."""
        return self._number

    @property
    def manner(self) -> str:
        """How the house plays: who may do what."""
        return self._record.manner

    def number_of(self, past: Past) -> int:
        """The number everybody knows a public move by."""
        return self._record.public_number(past.number)

    @property
    def cues(self) -> Cues:
        return self._cues

    def now(self) -> float:
        """Seconds of play until this moment."""
        return self._game_time(self._clock())

    def clock(self) -> float:
        """The clock observations are stamped with."""
        return self._clock()

    @property
    def damage(self) -> str:
        """What was wrong with the journal when it was opened, in full; empty when nothing was."""
        return str(self._journal.recovery or "")

    def questions(self) -> tuple[Question, ...]:
        """Everything open: about what was seen, about what no longer fits, and by the rules."""
        with self._lock:
            record = self._record
            doubt = (record.doubt,) if record.doubt else ()
            left = (_left_over(self.game, record),) if record.timeline.left else ()
            return (*doubt, *left, *self.game.questions(record.timeline.state))

    def snapshot(self, role: Role) -> dict[str, Any]:
        """The table as one role may see it, as plain data."""
        with self._lock:
            shown = snapshot.Shown(
                number=self._number,
                record=self._record,
                questions=self.questions(),
                refusal=self._refusal,
                notices=tuple(filter(None, (self._stopped, self._damage, *self._notices.values()))),
                lamps=dict(self._cues.glow),
                seeing=self._seeing,
                complaints=self._complaints,
            )
        return snapshot.for_role(shown, role)

    def picture(self) -> bytes:
        """The last rectified look at the board. Lives in memory only."""
        return self._picture

    def on_publish(self, listener: Callable[[int], None]) -> Callable[[], None]:
        """Call *listener* after every change; it must be quick. Returns how to stop that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def on_wanting(self, look_again: Callable[[], None]) -> Callable[[], None]:
        """Call *look_again* when the table wants a new picture. Returns how to stop that."""
        self._lookers.append(look_again)
        return lambda: self._lookers.remove(look_again)

    def gauges(self) -> dict[str, Mapping[str, Any]]:
        """What instruments show right now; never saved, the same for everybody."""
        return dict(self._gauges)

    def on_gauge(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Call *listener* with a gauge's name whenever it shows something else."""
        self._gauge_listeners.append(listener)
        return lambda: self._gauge_listeners.remove(listener)

    # What comes in

    def gauge(self, name: str, shows: Mapping[str, Any]) -> None:
        """Let an instrument show something: a weight trace, what the scale thinks."""
        self._gauges[name] = shows
        for listener in tuple(self._gauge_listeners):
            listener(name)

    def submit(self, observation: Observation, timeout: float = 5.0) -> Answer:
        """Judge one observation, save what follows, publish. Blocks until that is done."""
        diverted = self._diverted
        if diverted is not None and isinstance(observation, Seen):
            diverted(observation)
            return Answer("unchanged", self._number)
        if not self._lock.acquire(timeout=timeout):
            return Answer("stopped", self._number, Saying("table.busy", {}))
        try:
            if self._is_stale(observation):
                return Answer("stale", self._number, Saying("table.stale", {}))
            before = self._fingerprint()
            self._device = getattr(observation, "device", "")
            answer = self._saving(lambda: self._judged(observation))
            self._device = ""
            changed = self._fingerprint() != before
        finally:
            self._lock.release()
        if changed:
            self._publish()
        return answer

    def play_as(self, manner: str) -> Answer:
        """Play in another manner from here; the journal says since when."""
        with self._lock:
            if check_manner(manner) == self.manner:
                return Answer("unchanged", self._number)
            body = {"manner": manner, "at": self.now()}
            answer = self._saving(lambda: self._noted("mannered", body))
        self._publish()
        return answer

    def _noted(self, kind: str, body: dict[str, Any]) -> Answer:
        self._write(kind, body)
        return Answer("accepted", self._number)

    def tick(self) -> None:
        """Let the clock make its move, such as the end of a search."""
        with self._lock:
            at, before = self.now(), self._fingerprint()
            self._keep_files()
            move = self.game.timed(self.state, at)
            if move is not None:
                self._saving(lambda: self._do(CLOCK, move, at))
            changed = self._fingerprint() != before
        if changed:
            self._publish()

    def _saving(self, judge: Callable[[], Answer]) -> Answer:
        """Judge, and stop with a word where the card takes nothing more."""
        try:
            return judge()
        except (CannotSave, JournalBusy) as error:
            self._stopped = Saying("table.cannot_save", {"why": str(error)})
            return Answer("stopped", self._number, self._stopped)

    def _keep_files(self) -> None:
        """See to it now and then that journal and keys still lie where they belong."""
        if self._clock() < self._keep_files_at:
            return
        self._keep_files_at = self._clock() + KEEP_SECONDS
        try:
            self._journal.keep()
            self._vault.keep()
        except (CannotSave, JournalBusy) as error:
            self._stopped = Saying("table.cannot_save", {"why": str(error)})
        else:
            if self._stopped is not None and self._stopped.key == "table.cannot_save":
                self._stopped = None
        self._mention_rewriting()

    def _mention_rewriting(self) -> None:
        if self._journal.rewritten:
            say = Saying("table.journal_rewritten", {"file": self._journal.path.name})
            self._notices = {**self._notices, "journal": say}

    def seeing(self, state: str, complaints: tuple[str, ...] = ()) -> None:
        """Tell how the eye is doing: watching, waiting, paused or by hand."""
        with self._lock:
            if (state, complaints) == (self._seeing, self._complaints):
                return
            self._seeing, self._complaints = state, complaints
        self._publish()

    def divert(self, look: Callable[[Seen], None] | None) -> None:
        """Hand all that is seen to *look* alone: nothing of it is judged, kept or shown.

        None gives the eye back to the table.
        """
        self._diverted = look
        with self._lock:
            self._seen, self._picture, self._refusal = None, b"", None

    def notice(self, about: str, say: Saying | None) -> None:
        """Show everybody a sentence about a part of the table, or take it away again."""
        with self._lock:
            if self._notices.get(about) == say:
                return
            others = {key: told for key, told in self._notices.items() if key != about}
            self._notices = others if say is None else {**others, about: say}
        self._publish()

    # How it is judged

    def _judged(self, observation: Observation) -> Answer:
        match observation:
            case Seen():
                return self._look(observation)
            case Said(by=by, move=move, at=at):
                return self._do(str(by), move, self._game_time(at))
            case Answered():
                return self._answered(observation)
            case Pressed(button=button, at=at):
                pressed = self.game.pressed(self.state, button, self._game_time(at))
                if pressed is None:
                    return Answer("unchanged", self._number)
                return self._do(button, pressed, self._game_time(at))
            case Weighed(at=at):
                follows = self.game.weighed(self.state, observation)
                if follows is None:
                    return Answer("unchanged", self._number)
                return self._do(SCALE, follows, self._game_time(at))
            case TookBack(by=by, number=number):
                return self._amend(str(by), number, None)
            case PutRight(by=by, number=number, move=move):
                return self._amend(str(by), number, move)

    def _is_stale(self, observation: Observation) -> bool:
        """Made against another table: another number, or before the past changed."""
        if isinstance(observation, Seen) and observation.at < self._amended_at:
            return True
        if isinstance(observation, Pressed) and observation.turn is not None:
            return observation.turn != self.game.turn(self.state)
        base = getattr(observation, "base", None)
        return base is not None and base != self._number

    def _game_time(self, at: float) -> float:
        """Seconds of play, going on across restarts."""
        return round(at + self._offset, 3)

    def _fingerprint(self) -> tuple[object, ...]:
        return (
            self._journal.head[0],
            self._journal.rewritten,
            self._refusal,
            self._stopped,
            self._cues,
        )

    def _publish(self) -> None:
        for listener in tuple(self._listeners):
            listener(self._number)

    # Seeing

    def _look(self, seen: Seen) -> Answer:
        forgets = self.game.forgets(self.state)
        self._seen = None if forgets else seen
        self._picture = b"" if forgets else seen.picture or self._picture
        self._complaints = seen.complaints
        self._seeing = "watching"
        return self._judge_seen(seen)

    def _judge_again(self) -> None:
        """Explain the last picture anew, now that something was said.

        A picture that was refused may have been put right since: whoever can look again does.
        """
        if self._odd is not None and self._lookers:
            for look_again in tuple(self._lookers):
                look_again()
        elif self._seen:
            self._judge_seen(self._seen)

    def _is_of_another_turn(self) -> bool:
        return self._odd is not None and self._odd.turn != self.game.turn(self.state)

    def _judge_seen(self, seen: Seen) -> Answer:
        """Explain the picture by moves, one after the other, until nothing differs."""
        answer = Answer("unchanged", self._number)
        for _ in range(3):
            if self._record.timeline.left or self._waits_for_people():
                self._refusal = None
                return answer
            verdict = self._made_of(seen)
            match verdict:
                case Unchanged():
                    self._settle_sight()
                    return answer
                case Refused():
                    return self._cannot_be(verdict, seen)
                case Unclear(question=question):
                    return self._doubt(question)
                case Explained(made=made) if self._is_held(made[0].move):
                    return self._doubt(_held_back(self.game, self.state, made[0].move))
                case Explained(made=made):
                    self._odd = None
                    fresh = tuple(takewhile(lambda one: not self._is_held(one.move), made))
                    answer = self._accept_seen(fresh, seen)
        return answer

    def _made_of(self, seen: Seen) -> Verdict:
        """What the game makes of the picture as a whole, or else which move explains it."""
        understood = {c: self.game.reads(self.state, c, r) for c, r in seen.readings.items()}
        whole = self.game.looked(self.state, sure_of(understood))
        if isinstance(whole, Refused):
            return whole
        if whole is not None:
            return explained(self.game, self.state, (whole,))
        return judge(self.game, self.state, msgspec.structs.replace(seen, readings=understood))

    def _is_held(self, move: Move) -> bool:
        """Whether a move was taken back, or would show the very same thing as one that was.

        So is what was refused in an earlier turn and has not been put right since.
        """
        shows = self.game.shown_by(self.state, move)
        if self._odd and self._is_of_another_turn() and self._odd.shows(shows):
            return True
        alike = (h for h in self._held if shows and self.game.shown_by(self.state, h) == shows)
        return move in self._held or any(alike)

    def _waits_for_people(self) -> bool:
        """Whether something is open that no picture can answer.

        Before the game begins the picture is compared all the same: the board has to be empty.
        """
        begun = self.game.turn(self.state) > 0
        return begun and needs_people(self.game.questions(self.state))

    def _settle_sight(self) -> None:
        self._refusal = None
        self._odd = None
        self._held = ()
        self._ignored = {}
        if self._record.doubt:
            self._write("settled", {"at": self.now()})

    def _cannot_be(self, refusal: Refused, seen: Seen) -> Answer:
        self._refusal = refusal
        if not self.game.forgets(self.state):
            found = {c: seen.readings[c] for c in refusal.cells if c in seen.readings}
            understood = {c: self.game.reads(self.state, c, r) for c, r in found.items()}
            self._odd = Odd(self.game.turn(self.state), understood)
        return Answer("refused", self._number, refusal.say, refusal.clause)

    def _doubt(self, question: Question) -> Answer:
        self._refusal = None
        if _moves(question) <= self._ignored.get(question.cells, frozenset()):
            return Answer("unchanged", self._number)
        open_ = self._record.doubt
        if open_ is None or open_.cells != question.cells or not _moves(question) <= _moves(open_):
            self._write("doubted", chronicle.doubted(question), self._secret_of(question))
        return Answer("unclear", self._number, question.ask)

    def _accept_seen(self, made: Sequence[Made], seen: Seen) -> Answer:
        answer = Answer("unchanged", self._number)
        for one in made:
            if one is not made[0] and needs_people(self.game.questions(self.state)):
                break
            at = self._game_time(seen.at)
            answer = self._do(EYE, self.game.stamped(one.move, at), at)
        return answer

    # Answers

    def _answered(self, observation: Answered) -> Answer:
        question = next((q for q in self.questions() if q.id == observation.question), None)
        if question is None:
            return Answer("stale", self._number, Saying("table.question_gone", {}))
        at, by = self._game_time(observation.at), str(observation.by)
        if question.id.startswith("left-"):
            return self._settle_left(by, at, observation.reply)
        if self._record.doubt and question.id == self._record.doubt.id:
            return self._resolve_doubt(by, at, question, observation.reply)
        move = self.game.answer(self.state, question, observation.reply, at)
        if isinstance(move, Refused):
            return self._refused(move)
        answer = self._do(by, move, at)
        if answer.kind == "accepted":
            self._judge_again()
        return answer

    def _resolve_doubt(self, by: str, at: float, question: Question, reply: Reply) -> Answer:
        move = next((o.move for o in question.options if o.name == reply.option), None)
        if move is None:
            return self._refused(refuse("", "table.no_such_answer"))
        if isinstance(move, Leave):
            ignored = self._ignored.get(question.cells, frozenset())
            self._ignored[question.cells] = ignored | _moves(question)
            self._write("settled", {"by": by, "at": at})
            return Answer("accepted", self._number)
        shows = self.game.shown_by(self.state, move)
        self._held = tuple(
            h for h in self._held if h != move and self.game.shown_by(self.state, h) != shows
        )
        answer = self._do(by, self.game.stamped(move, at), at)
        if answer.kind == "accepted":
            self._judge_again()
        return answer

    # Moves

    def _do(self, by: str, move: Move, at: float) -> Answer:
        ruling = self.game.decide(self.state, move)
        if isinstance(ruling, Refused):
            return self._refused(ruling)
        if self._disagrees(after(self.game, self.state, ruling)):
            return Answer("stopped", self._number, self._stopped)
        role = self.game.private_to(move)
        body = chronicle.made(by, at, move, ruling.events)
        self._write("made", body, role)
        self._refit(by)
        self._release_keys()
        if role is None:
            self._refusal = None
            self._cues = self.game.cues(self.state, ruling.events)
        return Answer("accepted", self._number)

    def _disagrees(self, state: Any) -> bool:
        """Stop before anything is written when the pieces would no longer add up."""
        disagreements = self.game.broken(state)
        if disagreements:
            self._stopped = Saying("table.disagrees", {"why": disagreements[0]})
        return bool(disagreements)

    def _refused(self, refusal: Refused) -> Answer:
        return Answer("refused", self._number, refusal.say, refusal.clause)

    # The past

    def _amend(self, by: str, number: int | None, instead: Move | None) -> Answer:
        timeline = self._record.timeline
        target = (
            last_public(self.game, timeline)
            if number is None
            else timeline.find(self._record.entry_number(number))
        )
        secret = any(
            self.game.private_to(move) is not None
            for move in (target.made.move if target else None, instead)
            if move is not None
        )
        if target is None or secret:
            return self._refused(refuse("", "table.nothing_to_take_back"))
        stands = self.game.fixed(target.after, self.state)
        if stands is not None and by != str(REFEREE):
            return self._refused(stands)
        changed = amended(self.game, timeline, target.number, instead, by)
        if instead is not None and changed.left and changed.left[0].number == target.number:
            assert changed.refusal is not None
            return self._refused(changed.refusal)
        if self._disagrees(changed.state):
            return Answer("stopped", self._number, self._stopped)
        at, kept = self.now(), timeline.past.index(target)
        body = chronicle.amendment(self.game, by, at, target.number, kept, instead, changed)
        if stands is not None:
            body["overruled"] = stands.clause
        self._write("amended", body)
        self._held = (*self._held, target.made.move)
        self._amended_at = self._clock()
        self._refusal = None
        self._cues = self.game.cues(self.state, ())
        return Answer("accepted", self._number)

    def _refit(self, by: str) -> None:
        """Try the left-over moves again after something has changed."""
        timeline = self._record.timeline
        if timeline.left:
            again = fitted(self.game, timeline, timeline.left)
            if again.left != timeline.left:
                self._write_refit(by, again)

    def _write_refit(self, by: str, again: Timeline) -> None:
        kept = len(self._record.timeline.past)
        at = self.now()
        derived = chronicle.derived(self.game, kept, again)
        self._write("refitted", {"by": by, "at": at, **derived})

    def _settle_left(self, by: str, at: float, reply: Reply) -> Answer:
        timeline, before = self._record.timeline, self._record.before
        if reply.option == "restore" and before:
            again = fitted(self.game, before, made_since(before, timeline))
            derived = chronicle.derived(self.game, len(before.past), again)
            self._write("restored", {"by": by, "at": at, **derived})
            self._held = ()
        elif reply.option == "drop":
            self._write_refit(by, fitted(self.game, timeline, timeline.left[1:]))
        else:
            return self._refused(refuse("", "table.no_such_answer"))
        return Answer("accepted", self._number)

    def _secret_of(self, question: Question) -> Role | None:
        """Whose secret an answer to a question would be, if it would be one."""
        roles = (self.game.private_to(option.move) for option in question.options)
        return next((role for role in roles if role is not None), None)

    def _release_keys(self) -> None:
        """When the game is over, give away the key of what belonged to nobody at the table."""
        if self.game.is_over(self.state) is None:
            return
        owners = {self.game.private_to(past.made.move) for past in self._record.timeline.past}
        hidden = {str(role) for role in owners if role is not None and role.name != "seat"}
        for role in sorted(hidden - self._record.released):
            body = self._vault.release(role)
            if body is not None:
                self._write("released", body)

    def _write(self, kind: str, body: dict[str, Any], private_to: Role | None = None) -> None:
        """Commit an entry, then fold it: memory never runs ahead of the card.

        What is private goes to the card in cipher; only memory holds its words.
        """
        turn = self.game.turn(self.state)
        if self._device:
            body = {**body, "device": self._device}
        if private_to is None:
            entry = self._journal.append(kind, body)
        else:
            role, number = str(private_to), self._journal.head[0] + 1
            locked = self._vault.lock(body, number=number, kind=kind, role=role)
            entry = self._vault.opened([self._journal.append(kind, locked, private_to=role)])[0]
        self._record = chronicle.followed(self._record, entry)
        self._stopped = None
        self._mention_rewriting()
        self._number = self._record.count
        if self.game.turn(self.state) != turn:
            # The entry is on the card; tidying up behind it can wait for the next turn.
            with suppress(CannotSave, JournalBusy):
                self._journal.checkpoint()


def _moves(question: Question) -> frozenset[Move]:
    """What a doubt offers; one that offers nothing new is the same doubt."""
    return frozenset(option.move for option in question.options)


def _taken_out(record: Record) -> tuple[Move, ...]:
    """Moves that were taken out and do not stand: the board may still show them."""
    standing = [past.made.move for past in record.timeline.past]
    return tuple(p.made.move for p in record.undone if p.made.move not in standing)


def _damage(journal: Journal | WaitingJournal) -> Saying | None:
    """What people must know when the journal was found damaged and mended."""
    found = journal.recovery
    if found is None:
        return None
    lost = "?" if found.lost is None else found.lost
    return Saying("table.recovered", {"saved": found.saved, "lost": lost})


def _lost_keys(record: Record, vault: Vault) -> dict[str, Saying]:
    """What people must know when private entries cannot be read any more."""
    if not record.unread:
        return {}
    values = {"count": len(record.unread), "folder": vault.folder.name}
    return {"keys": Saying("table.keys_lost", values)}


def _left_over(game: Game, record: Record) -> Question:
    """Ask what became of the first move that no longer fits; secrets wait uncounted."""
    timeline = record.timeline
    wait = timeline.left[0]
    count = sum(game.private_to(one.move) is None for one in timeline.left)
    why = timeline.refusal
    options = [Option("drop", Leave(), Saying("table.option.drop", {}))]
    if record.before:
        options.append(Option("restore", Leave(), Saying("table.option.restore", {})))
    return Question(
        id=f"left-{record.public_number(wait.number)}-{count}",
        ask=Saying(
            "table.no_longer_fits",
            {
                "move": game.tell(timeline.state, wait.move),
                "why": why.say if why else Saying("table.unknown_reason", {}),
                "count": count,
            },
        ),
        because=(why.clause,) if why else (),
        options=tuple(options),
    )


def _held_back(game: Game, state: Any, move: Move) -> Question:
    """The picture still shows what was taken back: ask before it counts again."""
    told = game.tell(state, move)
    return Question(
        id=f"doubt-held-{game.turn(state)}-{'-'.join(game.shown_by(state, move))}",
        ask=Saying("table.still_there", {"move": told}),
        because=(),
        options=(
            Option("count", move, Saying("table.option.count", {})),
            Option("none", Leave(), Saying("table.option.removing", {})),
        ),
        cells=tuple(game.shown_by(state, move)),
    )
