"""Memory that is kept between pictures.

A look fills and frees some ten megabytes. Where the C library gives them back to the system each
time, the next picture has to ask for every page again, which takes longer than reading the board.
"""

from __future__ import annotations

import ctypes

TRIM, MAP = -1, -3
"""What glibc calls M_TRIM_THRESHOLD and M_MMAP_THRESHOLD."""
KEPT, APART = 48 << 20, 32 << 20
"""Free memory that is kept, and the size from which on a piece is asked for by itself."""


def keep_memory() -> bool:
    """Let this process keep what it freed; False where the C library knows nothing of it."""
    try:
        choose = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError, TypeError):
        return False
    return bool(choose(TRIM, KEPT) and choose(MAP, APART))
