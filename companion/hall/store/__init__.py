"""Where a night is kept: a journal on this machine, or PostgreSQL for several halls at once."""

from .keeping import Overtaken, Store
from .opening import open_store

__all__ = ["Overtaken", "Store", "open_store"]
