"""The evening as it happens: what was announced, who sits where, results, calls, clock, screens."""

from .acts import ACTS, decide
from .state import Evening, followed, task_of

__all__ = ["ACTS", "Evening", "decide", "followed", "task_of"]
