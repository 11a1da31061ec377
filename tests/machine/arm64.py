"""The Pi's processor: our package in an arm64 Debian, its programs run by qemu-user.

No kernel is booted here; what is proven is that everything compiled fits and computes the same.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.machine.image import RELEASE, CannotBuild, cache, fetch_tools

ROOT = Path(__file__).parent.parent.parent
PACKAGES = (
    "python3", "python3-opencv", "python3-numpy", "python3-cryptography", "systemd", "adduser",
    "python3-pytest", "python3-pytest-xdist", "python3-hypothesis", "python3-networkx",
    "python3-pytest-timeout",
)  # fmt: skip
TESTS = (
    "tests/hardware", "tests/outputs", "tests/test_referee.py", "tests/test_wiring.py",
    "tests/rooms", "tests/senses", "tests/table", "tests/journal/test_appending.py",
    "tests/calibration/test_pose.py", "tests/calibration/test_reader.py",
    "tests/calibration/test_weights.py",
)  # fmt: skip
"""The pure rules, the drivers, and enough of OpenCV to know that it computes the same."""
CAMPAIGNS = (
    "test_random_games.py", "test_sighted_games.py", "test_recount.py", "test_words.py",
    "test_the_past.py", "test_teaching*.py", "test_pyramid.py",
)  # fmt: skip
"""Long ones among them that compute nothing the rest does not."""
SECONDS_A_TEST = 600
INSIDE = "PYTHONPATH=/src:{0}/vendor:{0}/fallback HOME=/root".format("/usr/lib/pharaohs-table")
FURNISHED = 'mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc" && chroot "$1" sh -c "$2"'
"""With terminals and shared memory, gone with the last process: nobody else sees these mounts."""
TOOLS = {
    "mmdebstrap": "mmdebstrap",
    "qemu-aarch64-static": "qemu-user-static",
    "update-binfmts": "binfmt-support",
    "arch-test": "arch-test",
}
REGISTER = Path("/proc/sys/fs/binfmt_misc")

Say = Callable[[str], None]


def folder() -> Path:
    recipe = f"{RELEASE} {PACKAGES}".encode()
    return cache() / f"{RELEASE}-arm64-{hashlib.sha256(recipe).hexdigest()[:16]}"


def prove(say: Say, tests: Sequence[str] = TESTS) -> int:
    """Install the package and run tests; 0 when all is well."""
    from tests.machine.__main__ import package_for

    began = time.monotonic()
    root = _debian(say)
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch) / "root"
        say("copying the Debian, building and installing the package")
        subprocess.run(["cp", "-a", "--reflink=auto", str(root), str(tree)], check=True)
        package = package_for("arm64", Path(scratch))
        shutil.copy(package, tree / "table.deb")
        _inside(tree, "dpkg -i /table.deb")
        printed = _inside(tree, "uname -m; companion --help | head -n 1; id companion")
        say("; ".join(printed.splitlines()))
        shutil.copytree(ROOT / "tests", tree / "src/tests")
        for name in ("companion", "hardware", "calibration", "script", "systemd", "docs"):
            shutil.copytree(ROOT / name, tree / "src" / name)
        for name in ("pyproject.toml", "README.md"):
            shutil.copy(ROOT / name, tree / "src" / name)
        say("running the pure and the hardware tests (a good while)")
        left_out = " ".join(f"--ignore-glob='*/{name}'" for name in CAMPAIGNS)
        done = subprocess.run(
            ["unshare", "--mount", "sh", "-c", FURNISHED, "sh", str(tree),
             f"cd /src && {INSIDE} python3 -m pytest -q -p no:cacheprovider -n {os.cpu_count()} "
             f"-m 'not slow' --timeout {SECONDS_A_TEST} {left_out} {' '.join(tests)}"],
            check=False,
        )  # fmt: skip
    say(f"done after {time.monotonic() - began:.0f} s")
    return done.returncode


def _debian(say: Say) -> Path:
    place = folder()
    if place.exists():
        return place
    fetch_tools(say, TOOLS, "script/machine-test --arm64")
    _know_the_processor()
    say("making an arm64 Debian (once; a quarter of an hour on an emulated processor)")
    place.parent.mkdir(parents=True, exist_ok=True)
    draft = place.with_suffix(".draft")
    shutil.rmtree(draft, ignore_errors=True)
    subprocess.run(
        ["mmdebstrap", "-q", "--variant=apt", "--architectures=arm64", "--components=main",
         f"--include={','.join(PACKAGES)}", RELEASE, str(draft)],
        check=True,
    )  # fmt: skip
    draft.rename(place)
    return place


def _know_the_processor() -> None:
    """Tell this kernel which program runs arm64 programs."""
    if not (REGISTER / "register").exists():
        subprocess.run(["mount", "-t", "binfmt_misc", "binfmt_misc", str(REGISTER)], check=False)
    if not (REGISTER / "qemu-aarch64").exists():
        subprocess.run(["update-binfmts", "--enable", "qemu-aarch64"], check=False)
    if not (REGISTER / "qemu-aarch64").exists():
        raise CannotBuild("this kernel cannot be told how to run arm64 programs (binfmt_misc)")


def _inside(tree: Path, script: str) -> str:
    done = subprocess.run(
        ["chroot", str(tree), "sh", "-c", script], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise CannotBuild(f"{script} failed: {done.stdout[-1500:]}{done.stderr[-1500:]}")
    return done.stdout
