"""The pages of the workshop. Each bench is a blueprint of its own, listed here."""

from .checks import checks
from .frame import frame
from .printing import printing
from .weighing import weighing

WORKSHOP = (frame, printing, checks, weighing)

__all__ = ["WORKSHOP"]
