"""The pages of the house: the lobby, the shelf, and the way from one table to the next."""

from .app import create_house_app
from .owner import Owner
from .site import HouseSite

__all__ = ["HouseSite", "Owner", "create_house_app"]
