"""The pages of the workshop. Each bench is a blueprint of its own, listed here."""

from .box import box_facts
from .frame import frame
from .printing import printing

WORKSHOP = (frame, box_facts, printing)

__all__ = ["WORKSHOP"]
