"""The pages of the workshop. Each bench is a blueprint of its own, listed here."""

from .frame import frame
from .printing import printing

WORKSHOP = (frame, printing)

__all__ = ["WORKSHOP"]
