"""The table: observation in, verdict, journal, snapshot out. Owns the only mutable reference."""

from . import hosting
from .answer import Answer
from .news import News, Stands
from .table import Table

__all__ = ["Answer", "News", "Stands", "Table", "hosting"]
