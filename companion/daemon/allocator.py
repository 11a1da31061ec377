"""The C library's allocator, told to hand freed memory back to the machine.

Painted pictures of a rehearsal are a few megabytes each. Left to itself, glibc keeps what was freed
in one heap per thread and raises the size from which it maps memory piece by piece, so that forty
games leave hundreds of megabytes that nobody uses.
"""

from __future__ import annotations

import ctypes

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""Their numbers in malloc.h of glibc."""
LARGE = 128 * 1024
"""From this size on a piece is mapped by itself and unmapped once it is freed."""
HEAPS = 2


def hand_memory_back() -> bool:
    """Tell the allocator, before the first thread begins; False where it is not glibc's."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is None:
        return False
    wishes = {M_ARENA_MAX: HEAPS, M_MMAP_THRESHOLD: LARGE, M_TRIM_THRESHOLD: LARGE}
    return all([mallopt(name, value) for name, value in wishes.items()])
