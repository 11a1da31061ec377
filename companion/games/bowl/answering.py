"""From a reply on the page or a button on the table to the move it makes."""

from __future__ import annotations

from companion.core.observation import Pressed, Reply, Sensed, Weighed
from companion.core.replies import chosen, pressed
from companion.core.verdict import Move, Question, Refused

from . import moves as m
from .asking import questions
from .exploring import colours_to_name, faces_to_say, tiles_to_flip
from .moves import STAFF
from .state import Phase, State


def answer(state: State, question: Question, reply: Reply, at: float) -> Move | Refused:
    """Return the move a reply makes. Several fallen things are ticked in its fields (BOWL-O-37)."""
    if reply.option == "landslide" and reply.fields:
        items = (STAFF, *state.box.boulder_colours)
        return m.Landslide(tuple(item for item in items if reply.fields.get(item)))
    return chosen(question, reply, "bowl.no_such_choice")


BUTTONS = {
    "clean": ("clean", "rebuilt", "begin"),
    "landslide": ("landslide",),
    "mat": ("landslide",),
    "staff": (f"fell:{STAFF}",),
    "forward": ("forward",),
    "backward": ("backward",),
    "stay": ("stay", "decline"),
    "enter": ("enter",),
}
"""The answers a button gives, whichever of them is open.

The mat around the bowl closes when something touches the board.
"""
COLOUR_KEY = "colour-"
"""Begins the name of every colour's key."""


def hears(state: State, heard: Sensed) -> Move | None:
    """Return what a button or the scale does here. No clock moves anything."""
    match heard:
        case Pressed(button=button) if button.startswith(COLOUR_KEY):
            return _colour_key(state, button.removeprefix(COLOUR_KEY))
        case Weighed():
            return _weighed(state, heard)
    return pressed(heard, questions(state), BUTTONS)


def _colour_key(state: State, colour: str) -> Move | None:
    """While exploring it names an open colour, or the only face a flipped tile can have.

    While the hand is in the bowl it says which boulder fell, where that matters (BOWL-65).
    """
    if colour not in state.box.boulder_colours or state.voting:
        return None
    if state.phase == Phase.DRAW and state.rules.adventurous:
        return m.Landslide((colour,))
    if state.phase == Phase.EXPLORE and colour in colours_to_name(state):
        return m.NameColour(colour)
    for places in (tiles_to_flip(state), faces_to_say(state)):
        faces = [
            m.FlipTile(field, face.colour, face.symbols)
            for field, shown in places.items()
            for face in shown
            if face.colour == colour
        ]
        if faces:
            return faces[0] if len(faces) == 1 else None
    return None


def _weighed(state: State, weighed: Weighed) -> Move | None:
    """Return the move that follows from what the scale is sure of; None leaves it to people.

    Only what is final counts: until the trap was quiet something may still fall (BOWL-O-31).
    Taking nothing is not a move: the player may try again. Between turns nothing that falls is a
    landslide (BOWL-34, BOWL-O-32).
    """
    if state.phase != Phase.DRAW or state.voting or not weighed.final:
        return None
    match weighed.finding:
        case "clean" if weighed.colour and weighed.colour == state.wanted:
            return m.TakeBoulder(weighed.colour)
        case "landslide":
            return _landslide(state, weighed.fell)
        case "wrong_colour" if weighed.colour != state.wanted:
            return _wrong_colour(state, weighed.colour)
    return None


def _landslide(state: State, fell: tuple[str, ...]) -> Move | None:
    """Ask people if it matters what fell and the scale can't name it (BOWL-65)."""
    known = tuple(item for item in fell if item == STAFF or item in state.box.boulder_colours)
    if state.rules.adventurous and (not known or known != fell):
        return None
    return m.Landslide(known)


def _wrong_colour(state: State, colour: str | None) -> Move | None:
    if colour is None and state.rules.adventurous and state.rules.wrong_boulder == "landslide":
        return None
    known = colour is None or colour in state.box.boulder_colours
    return m.WrongColour(colour) if known else None
