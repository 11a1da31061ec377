"""Every table as the hall hears it. It follows; it never decides a game."""

from .event_chain import EventChain
from .hall_tables import HallTables, TableMachine

__all__ = ["HallTables", "TableMachine", "EventChain"]
