"""Seals: six colours read unseen, a digest everybody may keep, and what breaks the tracking.

A refusal here never says which colour or which seat was wrong.
"""

from __future__ import annotations

import hashlib
import re

from companion.core.verdict import Refused, Ruling, refuse

from . import events as e
from . import moves as m
from .evolving import evolve
from .passing import no_such_seat
from .state import Phase, State

SALT = re.compile(r"[0-9a-f]{32}")
"""128 bits: with fewer, the 720 assignments could be tried one by one."""


def digest_of(salt: str, colours: tuple[str, ...]) -> str:
    """Return what is shown at the sealing, and what anybody can recompute after the game."""
    return hashlib.sha256(sealed_text(salt, colours).encode()).hexdigest()


def sealed_text(salt: str, colours: tuple[str, ...]) -> str:
    """Return the text whose SHA-256 is the seal: the salt, a colon,
    the colours by seat with commas."""
    return f"{salt}:{','.join(colours)}"


def may_seal(state: State) -> bool:
    """Whether colours may be scanned and sealed now: at the setup, or when all have agreed."""
    if state.phase == Phase.OVER or state.claim or state.action:
        return False
    return state.phase == Phase.SETUP or state.may_seal


def seal(state: State, move: m.Seal) -> Ruling:
    if not may_seal(state):
        return refuse("SPHINX-O-23", "sphinx.no_sealing_now")
    if sorted(move.colours) != sorted(state.box.colours):
        return refuse("SPHINX-03", "sphinx.reseat")
    if not SALT.fullmatch(move.salt):
        return refuse("SPHINX-O-23", "sphinx.salt_too_weak")
    digest = digest_of(move.salt, move.colours)
    return evolve.unfold(state).add(e.ColoursSealed(move.colours, move.salt, digest)).accepted()


def begin(state: State, move: m.Begin) -> Ruling:
    digest = state.seals[-1].digest if state.tracked else ""
    return evolve.unfold(state).add(e.Begun(state.tracked, digest)).accepted()


def note_colour(state: State, move: m.NoteColour) -> Ruling:
    """Allow only notes that a look has earned."""
    if not 0 <= move.seat < len(state.seats):
        return refuse("SPHINX-31", "sphinx.not_playing", seat=move.seat)
    if move.where not in state.box.seats:
        return no_such_seat(state, move.where)
    if move.colour is not None and move.colour not in state.box.colours:
        return refuse("SPHINX-04", "sphinx.no_such_colour", expected=list(state.box.colours))
    figure = state.figure(move.where)
    if not any((look.seat, look.figure) == (move.seat, figure) for look in state.looks):
        return refuse("SPHINX-31", "sphinx.never_looked", where=move.where)
    return evolve.unfold(state).add(e.ColourNoted(move.seat, move.where, move.colour)).accepted()


def say_fallen(state: State, move: m.SayFallen) -> Ruling:
    if move.where not in state.box.seats:
        return no_such_seat(state, move.where)
    if state.claim:
        player = state.seats[state.claim.seat].name
        return refuse("SPHINX-O-24", "sphinx.claim_first", player=player)
    return evolve.unfold(state).add(e.SphinxFell(move.where)).accepted()


def mix_anew(state: State, move: m.MixAnew) -> Ruling:
    if state.fallen is None:
        return refuse("SPHINX-O-24", "sphinx.nothing_fell")
    return _not_all(state, move.agreed, "SPHINX-O-24") or (
        evolve.unfold(state).add(e.SphinxesMixed()).accepted()
    )


def play_on(state: State, move: m.PlayOn) -> Ruling:
    if state.fallen is None:
        return refuse("SPHINX-O-24", "sphinx.nothing_fell")
    return evolve.unfold(state).add(e.SphinxStoodUp()).accepted()


def stop_tracking(state: State, move: m.StopTracking) -> Ruling:
    if not state.tracked:
        return refuse("SPHINX-O-23", "sphinx.not_tracked")
    return evolve.unfold(state).add(e.TrackingDropped("told")).accepted()


def rescan(state: State, move: m.Rescan) -> Ruling:
    if state.claim:
        player = state.seats[state.claim.seat].name
        return refuse("SPHINX-O-23", "sphinx.claim_first", player=player)
    return _not_all(state, move.agreed, "SPHINX-O-23") or (
        evolve.unfold(state).add(e.RescanAgreed()).accepted()
    )


def _not_all(state: State, agreed: tuple[int, ...], clause: str) -> Refused | None:
    missing = [state.seats[seat].name for seat in state.playing if seat not in agreed]
    return refuse(clause, "sphinx.all_must_agree", players=missing) if missing else None
