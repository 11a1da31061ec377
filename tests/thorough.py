"""How many random games a test plays: a few in the suite, many in ``script/soak random``."""

from __future__ import annotations

import os


def seeds(few: int, many: int) -> range:
    """Give the seeds of one test: the first few, or all of them where THOROUGH=1 asks for more."""
    return range(many if os.environ.get("THOROUGH") == "1" else few)
