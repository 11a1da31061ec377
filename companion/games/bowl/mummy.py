"""The mummy: how it walks, whom it meets, and when it stands still again."""

from __future__ import annotations

from companion.core.decide import Unfolding

from . import events as e
from .state import TO_CHAMBER, TO_ENTRANCE, State, Step


def wake(unfolding: Unfolding[State], field: int) -> None:
    """Wake the mummy, which walks if a figure has landed on a field that shows
    mummies (BOWL-44)."""
    face = unfolding.state.tiles[field]
    if unfolding.state.mummy is None or face is None or not face.symbols:
        return
    unfolding.add(_woken(unfolding.state, field, "figure"))
    _walk(unfolding, face.symbols)


def _woken(state: State, field: int, why: str) -> e.MummyWoken:
    face = state.tiles[field]
    assert face is not None
    because = ("BOWL-44", "BOWL-45") if why == "figure" else ("BOWL-46", "BOWL-C-06")
    return e.MummyWoken(state.box.track[field].id, face.symbols, why, because)


def _walk(unfolding: Unfolding[State], steps: int) -> None:
    """Leg after leg, until a leg ends on a field without mummies, or ends as one did before."""
    landings: set[Step] = set()
    met: set[int] = set()
    while steps:
        for _ in range(steps):
            _step(unfolding, met)
        mummy = _mummy(unfolding.state)
        face = unfolding.state.tiles[mummy.field]
        steps = face.symbols if face else 0
        if mummy in landings:
            _stop(unfolding, mummy, "loop", ("BOWL-O-14",))
            return
        landings.add(mummy)
        if steps:
            unfolding.add(_woken(unfolding.state, mummy.field, "mummy"))
        elif face:
            _stop(unfolding, mummy, "no_symbols", ("BOWL-46",))
        else:
            _stop(unfolding, mummy, "face_down", ("BOWL-46", "BOWL-O-13"))


def _stop(unfolding: Unfolding[State], mummy: Step, why: str, because: tuple[str, ...]) -> None:
    unfolding.add(e.MummyStopped(unfolding.state.box.track[mummy.field].id, why, because))


def _step(unfolding: Unfolding[State], met: set[int]) -> None:
    """Take one step; each figure there pays; at either end it turns at once (BOWL-O-11, O-12).

    *met* are the figures crossed before in this walk, who need not pay twice in every house.
    """
    state = unfolding.state
    mummy = _mummy(state)
    field = mummy.field + mummy.facing
    unfolding.add(e.MummyStepped(state.box.track[field].id))
    ends = {state.box.first_pyramid: TO_CHAMBER, state.box.last_pyramid: TO_ENTRANCE}
    if ends.get(field, mummy.facing) != mummy.facing:
        unfolding.add(e.MummyTurned(ends[field]))
    spared = met if state.rules.bounce_costs == "once" else frozenset[int]()
    for seat in tuple(state.on(field)):
        if seat in spared:
            continue
        met.add(seat)
        pay(unfolding, seat, "met", ("BOWL-53", "BOWL-O-11"))


def _mummy(state: State) -> Step:
    assert state.mummy is not None
    return state.mummy


def pay(unfolding: Unfolding[State], seat: int, why: str, because: tuple[str, ...]) -> None:
    """Pay one scarab to the mummy, or go back to the front field (BOWL-54)."""
    state = unfolding.state
    if state.scarabs[seat]:
        unfolding.add(e.ScarabPaid(seat, why, (*because, "BOWL-O-04")))
    else:
        front = state.box.track[state.box.front].id
        unfolding.add(e.FigureSentBack(seat, front, "curse", ("BOWL-54", "BOWL-O-15")))
