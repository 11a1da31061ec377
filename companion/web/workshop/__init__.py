"""The pages of the workshop. Each bench is a blueprint of its own, listed here."""

from .box import box_facts
from .camera import camera
from .checks import checks
from .editions import editions
from .frame import frame
from .print_page import printing
from .spreads import box_spreads
from .teach import teach
from .weigh_page import weighing
from .wiring import wiring

WORKSHOP = (
    frame,
    camera,
    printing,
    teach,
    editions,
    box_facts,
    box_spreads,
    checks,
    wiring,
    weighing,
)

__all__ = ["WORKSHOP"]
