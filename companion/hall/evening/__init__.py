"""The evening as this hall runs it: the night, its machines and screens, and who may do what."""

from ..night.state import key as task_of
from .acts import ACTS, decide
from .state import Evening, followed

__all__ = ["ACTS", "Evening", "decide", "followed", "task_of"]
