"""The facts of a box: what was assumed, what the owner says, and the file that is made of it."""

from .asking import Asking, BadFact, Fact, Input, asking_of
from .blaming import Blamed, blamed
from .store import Boxes, NotABox, room_of_box

__all__ = [
    "Asking",
    "BadFact",
    "Blamed",
    "Boxes",
    "Fact",
    "Input",
    "NotABox",
    "asking_of",
    "blamed",
    "room_of_box",
]
