"""The table: observation in, verdict, journal, snapshot out. Owns the only mutable reference."""

from . import session
from .news import Answer, News, Stands
from .table import Table

__all__ = ["Answer", "News", "Stands", "Table", "session"]
