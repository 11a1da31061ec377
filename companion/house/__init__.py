"""The house: what outlives a game. A lobby, one open table at most, and the shelf of all games.

It knows nothing of pages. What serves them looks at ``House.place`` and gives commands.
"""

from .errors import BadName, BadPlan, HouseBusy, NoSuchGame, NotNow
from .house import FOLDER, House
from .place import LOBBY, Place
from .plan import Person, Plan, Rehearsal

__all__ = [
    "FOLDER",
    "LOBBY",
    "BadName",
    "BadPlan",
    "House",
    "HouseBusy",
    "NoSuchGame",
    "NotNow",
    "Person",
    "Place",
    "Plan",
    "Rehearsal",
]
