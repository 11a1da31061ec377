"""The pages of the workshop. Each bench is a blueprint of its own, listed here."""

from .frame import frame

WORKSHOP = (frame,)

__all__ = ["WORKSHOP"]
