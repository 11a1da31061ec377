"""What loading a module does, watched from inside a fresh interpreter.

Run as a program: `python loading.py blocked ROOT MODULE...` loads modules where foreign libraries
are missing; `python loading.py watched ROOT MODULE...` reports everything that happens meanwhile.
"""

from __future__ import annotations

import importlib
import logging
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

FOREIGN = ("flask", "cv2", "numpy", "gpiozero", "picamera2", "RPi", "lgpio", "gevent", "segno")
ONLY_ON_A_PI = ("picamera2", "libcamera", "RPi", "lgpio")

OURS = ("companion", "hardware", "calibration")

# Audit events of the interpreter that no mere definition causes.
FAMILIES = ("socket.", "subprocess.", "sqlite3.", "ctypes.dlopen", "fcntl.", "shutil.", "tempfile.")
HAPPENINGS = ("open", "os.fork", "os.mkdir", "os.putenv", "os.remove", "os.rename", "os.system")


def load_blocked(names: list[str]) -> None:
    """Load modules as on a machine where none of the foreign libraries is installed."""
    sys.modules.update(dict.fromkeys(FOREIGN))  # type: ignore[arg-type]
    for name in names:
        importlib.import_module(name)


def load_watched(root: Path, names: list[str]) -> list[str]:
    """Load modules and report what they did beyond defining things."""
    for name in FOREIGN:
        _load_if_there(name, FOREIGN)
    found: list[str] = []
    sys.addaudithook(lambda event, args: _report(root, found, event, args))
    for owner, name in ((threading.Thread, "start"), (time, "sleep")):
        setattr(owner, name, _reporting(root, found, getattr(owner, name)))
    for name in names:
        _load_if_there(name, ONLY_ON_A_PI)
        found.extend(f"{name}: {each}" for each in _left_behind())
    return found


def _load_if_there(name: str, may_be_missing: tuple[str, ...]) -> None:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if (missing.name or "").split(".")[0] not in may_be_missing:
            raise


def _report(root: Path, found: list[str], event: str, args: tuple[Any, ...]) -> None:
    if event not in HAPPENINGS and not event.startswith(FAMILIES):
        return
    doer = _our_doing(root, sys._getframe(2))
    if doer:
        found.append(f"{doer}: {event} {args[0] if args else ''}".rstrip())


def _reporting(root: Path, found: list[str], done: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap what older Pythons raise no audit event for."""

    def doing(*args: Any, **kwargs: Any) -> Any:
        doer = _our_doing(root, sys._getframe(1))
        if doer:
            found.append(f"{doer}: {done.__qualname__}")
        return done(*args, **kwargs)

    return doing


def _our_doing(root: Path, frame: FrameType | None) -> str | None:
    """Name the file and line of ours behind an event, unless loading some module lies between."""
    while frame is not None:
        file = frame.f_code.co_filename
        if "importlib._bootstrap" in file:
            return None
        if any(Path(file).is_relative_to(root / ours) for ours in OURS):
            return f"{Path(file).relative_to(root)}:{frame.f_lineno}"
        frame = frame.f_back
    return None


def _left_behind() -> list[str]:
    """Report what a mere definition would not have left behind in this process."""
    left = []
    if logging.root.handlers:
        left.append("configured logging")
        logging.root.handlers.clear()
    if "gevent.monkey" in sys.modules and sys.modules["gevent.monkey"].saved:
        left.append("let gevent patch the standard library")
    return left


def main(task: str, root: str, *names: str) -> int:
    """Do as the module's first lines say, and print what there is to report."""
    sys.path.insert(0, root)
    if task == "blocked":
        load_blocked(list(names))
        return 0
    found = load_watched(Path(root), list(names))
    sys.stdout.write("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
