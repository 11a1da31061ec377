"""What only a person can decide at the sphinx, with the answers the rules allow."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.core import replies
from companion.core.replies import who
from companion.core.roles import seat
from companion.core.verdict import Option, Question, Saying

from . import moves as m
from .acting import dice_in_play, may_forfeit
from .box import SNAKE
from .claiming import is_comparing, is_waiting
from .learning import faces_to_say
from .spiral import End, ends, foresee, numbers
from .state import Claim, Phase, State, Visit
from .visiting import prey, visit_at_hand

option = partial(replies.option, "sphinx")


def questions(state: State) -> tuple[Question, ...]:
    """Return the open question; empty while the table itself has to answer, and at the end."""
    if state.phase == Phase.OVER:
        return ()
    if state.phase == Phase.SETUP:
        return (_setup(state),)
    if state.fallen:
        return (_fallen(state, state.fallen),)
    if state.claim:
        return () if is_waiting(state) else (_claim(state, state.claim),)
    visit = visit_at_hand(state)
    if visit:
        return (_visit(state, visit),)
    return (_throw(state) if state.dice is None else _act(state),)


def _setup(state: State) -> Question:
    name = "begin" if state.tracked else "begin_untracked"
    return Question(
        topic="setup",
        id=f"setup-{len(state.seals)}",
        ask=Saying(
            "sphinx.ask.setup",
            {
                "player": state.seats[0].name,
                "tracked": state.tracked,
                "digest": state.seals[-1].digest if state.tracked else "",
            },
        ),
        because=tuple(f"SPHINX-{n}" for n in ("01a", "01b", "02", "03", "05", "06", "07", "09")),
        options=(option(name, m.Begin()),),
        style="step",
    )


def _fallen(state: State, where: str) -> Question:
    return Question(
        topic="fallen",
        id=f"fallen-{state.steps}-{where}",
        ask=Saying("sphinx.ask.fallen", {"where": where}),
        because=("SPHINX-O-24",),
        options=(option("play_on", m.PlayOn()), option("mix", m.MixAnew(state.playing))),
    )


def _throw(state: State) -> Question:
    dice = dice_in_play(state)
    return Question(
        topic="throw",
        id=f"throw-{state.turns}",
        to=seat(state.turn),
        ask=Saying("sphinx.ask.throw", {**who(state), "dice": len(dice)}),
        because=("SPHINX-45",) if state.rules.two_dice else ("SPHINX-10",),
        options=(),
        style="form",
        fields=tuple(
            {"name": die.name, "choices": faces_to_say(state.box, die), "seat": state.turn}
            for die in dice
        ),
        by_sight=True,
    )


def _act(state: State) -> Question:
    options = (*_ends(state), *_forfeits(state), *_swaps(state))
    return Question(
        topic="act",
        id=f"act-{state.turns}-{state.steps}",
        to=seat(state.turn),
        ask=Saying("sphinx.ask.act", {**who(state), **_left(state)}),
        because=("SPHINX-11", "SPHINX-12", "SPHINX-13"),
        options=options,
        style="step" if len(options) == 1 else "choice",
        cells=tuple(dict.fromkeys(f"s{end.rest}" for end in ends(state))),
        by_sight=True,
    )


def _left(state: State) -> dict[str, object]:
    """Return the dice still to be used, and the one where it is the last."""
    faces = list(state.dice or ())
    return {"faces": faces, "only": faces[0] if len(faces) == 1 else ""}


def _ends(state: State) -> Iterator[Option]:
    for end in ends(state):
        seen = foresee(state, end)
        yield option(
            name_of(end),
            m.ApproachGuards(end.face) if end.claim else m.UseDie(end.face, end.forward, end.stay),
            face=end.face,
            forward=end.forward,
            square=end.square,
            rest=end.rest,
            door="through" if end.door else "stay" if end.stay else "none",
            returns=list(seen.returns),
            takes=list(seen.takes),
            victims=[state.seats[victim].name for victim, _ in seen.steals],
            look=seen.look,
            turned=[state.seats[other].name for other in seen.turned],
        )


def name_of(end: End) -> str:
    """Return the short name of an end: ``move:5:back``, ``stay:2:forward``, ``claim:6``."""
    if end.claim:
        return f"claim:{end.face}"
    way = "forward" if end.forward else "back"
    return f"{'stay' if end.stay else 'move'}:{end.face}:{way}"


def _forfeits(state: State) -> Iterator[Option]:
    for face in numbers(state):
        if may_forfeit(state, face):
            yield option(f"forfeit:{face}", m.ForfeitDie(face), face=face)


def _swaps(state: State) -> Iterator[Option]:
    if SNAKE not in (state.dice or ()):
        return
    for guard in state.box.guard_seats:
        for temple in state.box.temple_seats:
            move = m.SwapSphinxes(guard, temple)
            yield option(f"swap:{guard}:{temple}", move, guard=guard, temple=temple)


def _visit(state: State, visit: Visit) -> Question:
    key, because, options = _choices(state, visit)
    assert state.action is not None
    values = {
        **who(state),
        "square": visit.square,
        "colour": visit.colour,
        "victim": state.seats[visit.victim].name if visit.kind == "pawn" else "",
    }
    return Question(
        topic=key,
        id=f"{key}-{state.turns}-{state.steps}-{len(state.action.left)}",
        to=seat(state.turn),
        ask=Saying(f"sphinx.ask.{key}", values),
        because=because,
        options=options,
        cells=(f"s{visit.square}",),
    )


def _choices(state: State, visit: Visit) -> tuple[str, tuple[str, ...], tuple[Option, ...]]:
    match visit.kind:
        case "card":
            take = option("take", m.TakeCard(), colour=visit.colour)
            return "card", ("SPHINX-29",), (take, option("leave", m.LeaveCard()))
        case "mummy":
            looks = (
                option(f"look:{where}", m.LookUnder(where), where=where)
                for where in state.box.seats
            )
            rights = ("SPHINX-31", "SPHINX-32", "SPHINX-33")
            return "look", rights, (*looks, option("no_look", m.DeclineLook()))
    steals = (
        option(f"steal:{colour}", m.Steal(colour), colour=colour) for colour in prey(state, visit)
    )
    waivable = ("SPHINX-34", "SPHINX-O-12")
    return "steal", waivable, (*steals, option("no_steal", m.WaiveSteal()))


def _claim(state: State, claim: Claim) -> Question:
    return _compare(state, claim) if is_comparing(state) else _lay(state, claim)


def _lay(state: State, claim: Claim) -> Question:
    hand = state.hands[claim.seat]
    return Question(
        topic="lay",
        id=f"lay-{state.turns}-{state.steps}",
        to=seat(claim.seat),
        ask=Saying("sphinx.ask.lay", who(state)),
        because=("SPHINX-37b", "SPHINX-O-21"),
        options=(),
        style="form",
        fields=tuple(
            {"name": guard, "choices": list(hand), "seat": claim.seat}
            for guard in state.box.guard_seats
        ),
        by_sight=True,
    )


def _compare(state: State, claim: Claim) -> Question:
    """Let the claimant look in person; the table's own answer is a check, not the last word."""
    if claim.right is None:
        options = (
            option("right", m.CompareClaim(True)),
            option("wrong", m.CompareClaim(False)),
        )
    else:
        options = (
            option("agree", m.CompareClaim(claim.right), True, right=claim.right),
            option("differs", m.CompareClaim(not claim.right), right=claim.right),
        )
    key = "compare" if claim.right is None else "check"
    return Question(
        topic=key,
        id=f"{key}-{state.turns}-{state.steps}",
        to=seat(claim.seat),
        ask=Saying(f"sphinx.ask.{key}", {**who(state), "right": bool(claim.right)}),
        because=("SPHINX-38", "SPHINX-O-23"),
        options=options,
    )
