"""The house: what outlives a game. A lobby, one open table at most, and the shelf of all games.

It knows nothing of pages. What serves them looks at ``House.place`` and gives commands.
"""

from .errors import BadName, BadPlan, HouseBusy, NoSuchGame, NotNow
from .house import FOLDER, House
from .plan import GamePlan, PlannedPerson, Rehearsal
from .status import LOBBY, HouseStatus

__all__ = [
    "FOLDER",
    "LOBBY",
    "BadName",
    "BadPlan",
    "House",
    "HouseBusy",
    "NoSuchGame",
    "NotNow",
    "PlannedPerson",
    "HouseStatus",
    "GamePlan",
    "Rehearsal",
]
