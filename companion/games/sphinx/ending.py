"""The end of a game: somebody is rich or alone, and every seal is opened."""

from __future__ import annotations

from companion.core.decide import Unfolding
from companion.core.verdict import Ruling, Saying, refuse

from . import events as e
from . import moves as m
from .acting import pass_turn, proceed
from .evolving import evolve
from .sealing import digest_of, sealed_text
from .state import Phase, State


def end_game(unfolding: Unfolding[State], winner: int, why: str, clause: str) -> Unfolding[State]:
    """Name the winner, then show what was sealed so that everybody can check it."""
    unfolding.add(e.GameEnded(winner, why, (clause,)))
    return unfolding.add(*_opened(unfolding.state))


def _opened(state: State) -> list[e.SealOpened]:
    return [
        e.SealOpened(
            seal.digest,
            sealed.salt,
            tuple(zip(state.box.seats, sealed.colours, strict=True)),
            tuple((swap.guard, swap.temple) for swap in state.swaps[seal.after_swaps :]),
        )
        for seal, sealed in zip(state.seals, state.sealed, strict=True)
    ]


def proof(state: State) -> tuple[Saying, ...]:
    """Whether salt and colours of every opened seal give the digest that was shown."""
    if state.phase != Phase.OVER:
        return ()
    return tuple(
        Saying(
            "sphinx.proof_fits"
            if digest_of(sealed.salt, sealed.colours) == seal.digest
            else "sphinx.proof_fails",
            {"text": sealed_text(sealed.salt, sealed.colours), "digest": seal.digest},
        )
        for seal, sealed in zip(state.seals, state.sealed, strict=True)
    )


def give_up(state: State, move: m.GiveUp) -> Ruling:
    """Somebody leaves; cards go to the stock, and the last one left wins (SPHINX-O-28)."""
    if move.seat not in state.playing:
        return refuse("SPHINX-O-28", "sphinx.not_playing", seat=move.seat)
    unfolding = evolve.unfold(state).add(e.PlayerLeft(move.seat))
    left = unfolding.state.playing
    if len(left) == 1:
        return end_game(unfolding, left[0], "last", "SPHINX-O-28").accepted()
    if move.seat == state.turn:
        return pass_turn(unfolding).accepted()
    return (proceed(unfolding) if state.action else unfolding).accepted()
