"""The pages of the hall: spectators, referees, the organiser's desk, screens."""

from .app import HallSite, create_hall_app
from .crew import Crew

__all__ = ["Crew", "HallSite", "create_hall_app"]
