"""The pages of the house: the lobby, the shelf, and the way from one table to the next."""

from .owner import Owner
from .site import HouseSite

__all__ = ["HouseSite", "Owner"]
