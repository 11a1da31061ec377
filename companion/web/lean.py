"""Scripts and styles as they are sent: without the comments and the indentation we read them by.

There is no build step. A line goes when it is blank or belongs to a comment that has lines to
itself; nothing else is touched, so that line breaks stay where the author put them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

LEAN = {".js": "text/javascript", ".css": "text/css"}
OPENS, CLOSES = "/*", "*/"


def lean(text: str) -> str:
    """The lines a browser needs.

    >>> lean("/** Why. */\\nfunction a() {\\n  // because\\n  return 1;\\n}\\n")
    'function a() {\\nreturn 1;\\n}\\n'
    """
    return "".join(f"{line}\n" for line in _needed(text.splitlines()))


def _needed(lines: list[str]) -> Iterator[str]:
    inside = False
    for line in map(str.strip, lines):
        inside = inside or line.startswith(OPENS)
        if inside:
            inside = not line.endswith(CLOSES)
        elif line and not line.startswith("//"):
            yield line


def lean_file(path: Path) -> tuple[bytes, str]:
    """A script or style as it is sent, and the tag that changes with it."""
    return _kept(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=256)
def _kept(path: Path, _changed: int) -> tuple[bytes, str]:
    data = lean(path.read_text("utf-8")).encode()
    return data, hashlib.sha256(data).hexdigest()[:20]
