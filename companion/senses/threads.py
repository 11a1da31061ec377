"""How many threads numpy and OpenCV may use."""

from __future__ import annotations

import os


def limit_threads(threads: int) -> None:
    """Let numpy and OpenCV use this many threads; numpy only if it was not loaded before."""
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, str(max(1, threads)))
    from calibration.read.reader import use_threads

    use_threads(max(1, threads))
