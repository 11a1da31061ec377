"""The page: what everybody at the table sees and taps. Nothing here knows a rule of any game."""

from .app import create_app
from .desk import Limits
from .errors import NoSuchAddress, PortTaken
from .keys import new_tokens
from .serve import Server

__all__ = ["Limits", "NoSuchAddress", "PortTaken", "Server", "create_app", "new_tokens"]
