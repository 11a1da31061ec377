"""The floor: every table as the hall hears it. It follows; it never decides a game."""

from .floor import Floor
from .machine import Machine
from .strand import Strand

__all__ = ["Floor", "Machine", "Strand"]
