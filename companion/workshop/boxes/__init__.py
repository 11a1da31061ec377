"""The facts of a box: what was assumed, what the owner says, and the file that is made of it."""

from .asking import Asking, BadFact, Fact, Input, asking_of
from .store import Boxes, NotABox, room_of_box

__all__ = ["Asking", "BadFact", "Boxes", "Fact", "Input", "NotABox", "asking_of", "room_of_box"]
