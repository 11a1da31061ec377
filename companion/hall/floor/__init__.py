"""The floor: every table as the hall hears it. It follows; it never decides a game."""

from .floor import Floor
from .machine import Machine
from .thread import Thread

__all__ = ["Floor", "Machine", "Thread"]
