"""A Mosquitto of the hall's own: its settings, its users, its process."""

from .own import OwnBroker

__all__ = ["OwnBroker"]
