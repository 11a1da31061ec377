"""The facts of a box: what was assumed, what the owner says, and the file that is made of it."""

from .contradictions import Blamed, blamed
from .questions import BadFact, BoxFact, FactQuestion, Input, asking_of
from .store import Boxes, KnownBox, NotABox, known_box, room_of_box

__all__ = [
    "FactQuestion",
    "BadFact",
    "Blamed",
    "Boxes",
    "BoxFact",
    "Input",
    "KnownBox",
    "NotABox",
    "asking_of",
    "blamed",
    "known_box",
    "room_of_box",
]
