"""What only the people at the bowl can say, with the answers the rules allow."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from companion.core import replies
from companion.core.replies import who
from companion.core.roles import Role, seat
from companion.core.verdict import Option, Question, Saying

from . import moves as m
from .exploring import chamber_tile, colours_to_name, faces_to_say, may_enter, tiles_to_flip
from .moves import STAFF
from .moving import choices, is_forward
from .state import Phase, State, Then
from .way import next_face_down

_option = partial(replies.option, "bowl")


def questions(state: State) -> tuple[Question, ...]:
    """Return the open question; none once the game is over."""
    if state.voting and state.phase != Phase.OVER:
        return (_vote(state),)
    ask = {
        Phase.SETUP: _setup,
        Phase.EXPLORE: _explore,
        Phase.CHAMBER: _chamber,
        Phase.DRAW: _draw,
        Phase.MOVE: _move,
        Phase.REBUILD: _rebuild,
    }.get(state.phase)
    return (ask(state),) if ask else ()


def _mover(state: State) -> Role:
    return seat(state.turn)


def _setup(state: State) -> Question:
    boulders = sum(state.box.full_bowl)
    values = {**who(state), "boulders": boulders, "variant": state.rules.variant}
    return Question(
        topic="setup",
        id="setup",
        ask=Saying("bowl.ask.setup", values),
        because=tuple(f"BOWL-{n:02}" for n in range(1, 13)),
        options=(_option("begin", m.Begin()),),
        style="step",
    )


def _explore(state: State) -> Question:
    place = next_face_down(state)
    field = state.box.track[place].id if place is not None else ""
    named = colours_to_name(state)
    values = {**who(state), "field": field, "colours": list(named), "enter": may_enter(state),
              "again": state.offered}  # fmt: skip
    return Question(
        topic="explore",
        id=f"explore-{state.turns}",
        to=_mover(state),
        ask=Saying("bowl.ask.explore", values),
        because=("BOWL-15", "BOWL-16", "BOWL-17") + (("BOWL-36",) if state.offered else ()),
        options=(
            *(_option(f"name:{colour}", m.NameColour(colour), colour=colour) for colour in named),
            *((_option("enter", m.EnterChamber()),) if may_enter(state) else ()),
            *((_option("decline", m.DeclineExtraTurn()),) if state.offered else ()),
            *_flips(state),
        ),
        cells=tuple(tiles_to_flip(state)),
        by_sight=True,
    )


def _flips(state: State) -> Iterator[Option]:
    for field, faces in faces_to_say(state).items():
        for face in faces:
            yield _option(
                f"flip:{field}:{face.colour}:{face.symbols}",
                m.FlipTile(field, face.colour, face.symbols),
                field=field,
                colour=face.colour,
                symbols=face.symbols,
            )


def _chamber(state: State) -> Question:
    field = chamber_tile(state)
    return Question(
        topic="chamber",
        id=f"chamber-{state.turns}-{state.visit}",
        to=_mover(state),
        ask=Saying("bowl.ask.chamber", {**who(state), "field": field}),
        because=(("BOWL-56", "BOWL-57")[state.visit or 0],),
        options=tuple(_flips(state)),
        cells=tuple(tiles_to_flip(state)),
        by_sight=True,
    )


def _draw(state: State) -> Question:
    assert state.wanted is not None
    return Question(
        topic="draw",
        id=f"draw-{state.turns}" + ("" if state.visit is None else f"-{state.visit}"),
        ask=Saying("bowl.ask.draw", {**who(state), "colour": state.wanted}),
        because=("BOWL-18", "BOWL-32"),
        options=(
            _option("clean", m.TakeBoulder(state.wanted), colour=state.wanted),
            *_landslides(state),
            *_wrong_colours(state),
            _option("give_up", m.GiveUp()),
            _option("bump", m.Bump()),
            _option("find_none", m.FindNone(), colour=state.wanted),
            _option("foul", m.CallFoul()),
        ),
    )


def _landslides(state: State) -> Iterator[Option]:
    """Ask what fell only if it decides how far back the figure goes (BOWL-64, 65)."""
    if not state.rules.adventurous:
        yield _option("landslide", m.Landslide())
        return
    for item in (STAFF, *state.box.boulder_colours):
        yield _option(f"fell:{item}", m.Landslide((item,)), item=item)


def _wrong_colours(state: State) -> Iterator[Option]:
    if not state.rules.adventurous or state.rules.wrong_boulder == "put_back":
        yield _option("wrong", m.WrongColour())
        return
    for colour in state.box.boulder_colours:
        if colour != state.wanted:
            yield _option(f"took:{colour}", m.WrongColour(colour), colour=colour)


def _vote(state: State) -> Question:
    return Question(
        topic="vote",
        id=f"vote-{state.turns}",
        ask=Saying("bowl.ask.vote", who(state)),
        because=("BOWL-O-25",),
        options=(_option("guilty", m.Vote(True)), _option("innocent", m.Vote(False))),
    )


def _move(state: State) -> Question:
    return Question(
        topic="move",
        id=f"move-{state.turns}",
        to=_mover(state),
        ask=Saying("bowl.ask.move", {**who(state), "colour": state.wanted}),
        because=("BOWL-21", "BOWL-22", "BOWL-23"),
        options=tuple(_move_option(state, choice) for choice in choices(state)),
        cells=tuple(c.field for c in choices(state) if isinstance(c, m.MoveFigure)),
    )


def _move_option(state: State, choice: m.MoveFigure | m.StayPut) -> Option:
    if isinstance(choice, m.StayPut):
        return _option("stay", choice)
    forward = is_forward(state, choice)
    option = _option(
        "forward" if forward else "backward", choice, advised=forward, field=choice.field
    )
    return replace(option, cells=(choice.field,))


REBUILD_CLAUSES = {
    Then.PASS: ("BOWL-40", "BOWL-13"),
    Then.AGAIN: ("BOWL-35", "BOWL-13"),
    Then.SECOND: ("BOWL-35", "BOWL-O-20"),
    Then.RETRY: ("BOWL-13",),
}


def _rebuild(state: State) -> Question:
    values = {**who(state), "boulders": sum(state.box.full_bowl), "then": str(state.then)}
    return Question(
        topic="rebuild",
        id=f"rebuild-{state.turns}-{state.then}",
        to=_mover(state),
        ask=Saying("bowl.ask.rebuild", values),
        because=REBUILD_CLAUSES[state.then],
        options=(_option("rebuilt", m.RebuildTrap()),),
        style="step",
    )
