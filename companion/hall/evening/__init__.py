"""The evening as this hall runs it: the night, its machines and screens, and who may do what."""

from ..night.state import key as task_of
from .acts import ACTS, decide
from .state import HallEvening, followed, read_back

__all__ = ["ACTS", "HallEvening", "decide", "followed", "read_back", "task_of"]
