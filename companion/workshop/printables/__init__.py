"""What an owner prints: kinds of sheets, their words, and the file."""

from .kinds import GENERAL, OF_A_ROOM, UnknownKind, Wish, kinds_of_room, printed

__all__ = ["GENERAL", "OF_A_ROOM", "UnknownKind", "Wish", "kinds_of_room", "printed"]
