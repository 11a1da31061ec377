"""Proves the table on an emulated Debian machine and prints one table of what was found.

The machine is emulated in software: stock Debian kernel, real systemd, 54 kernel GPIO lines with an
HX711 behind two of them, a V4L2 camera. Our package is built and installed, our unit runs, and
everything is done to it from outside. The image is built once, as root, and kept in the cache; each
run begins with a snapshot of it. Once the package is installed, the checks go on in three machines
side by side.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tests.machine import checks, image
from tests.machine.doing import Form
from tests.machine.emulator import RUNNING, Machine

ROOT = Path(__file__).parent.parent.parent


def main() -> int:
    parser = argparse.ArgumentParser(prog="script/machine-test", description=__doc__)
    parser.add_argument("--short", action="store_true", help="only what starts the table once")
    parser.add_argument("--long", action="store_true", help="more of everything, and every fault")
    parser.add_argument(
        "--arm64",
        action="store_true",
        help="install the package for the Pi's processor in an arm64 Debian, run by qemu-user, "
        "and run the pure and the hardware tests there",
    )
    parser.add_argument(
        "--install",
        action="store_true",
        help="really install, with script/install and as a package, in containers with Debian 12 "
        "and 13",
    )
    parser.add_argument("--build", action="store_true", help="only build the image")
    parser.add_argument("--forget", action="store_true", help="remove every kept image")
    parser.add_argument("only", nargs="*", help="only checks whose name contains a word; with "
                        "--arm64, only these tests; with --install, only 12 or 13")  # fmt: skip
    arguments = parser.parse_args()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _end)
    try:
        return _obey(arguments)
    except (image.CannotBuild, subprocess.CalledProcessError) as wrong:
        print(f"machine-test: {wrong}", file=sys.stderr)
        return 1


def _end(number: int, _: object) -> None:
    """Leave no machine running; the lanes would go on waiting for theirs."""
    for machine in tuple(RUNNING):
        machine.remove()
    os._exit(128 + number)


def _obey(arguments: argparse.Namespace) -> int:
    if arguments.forget:
        shutil.rmtree(image.cache(), ignore_errors=True)
        return 0
    if arguments.arm64:
        from tests.machine import arm64

        return arm64.prove(_say, arguments.only or arm64.TESTS)
    if arguments.install:
        return prove_installing(arguments.only)
    place = prepared()
    if arguments.build:
        return 0
    form = Form.SHORT if arguments.short else Form.LONG if arguments.long else Form.USUAL
    return prove(place, form, arguments.only)


def prepared() -> Path:
    """The image with a machine that has been booted and put to sleep."""
    place = image.folder()
    if not image.is_cached():
        image.build(_say)
        _say("booting it once")
        with Machine(place) as machine:
            machine.start()
            machine.do("systemctl is-system-running --wait || true; sync")
            machine.save(place)
        (place / "ready").touch()
    return place


def prove(place: Path, form: Form, only: list[str]) -> int:
    """Install the package, run the checks on machines side by side, and print the table."""
    names = checks.CHECKS if only else checks.FORMS[form]
    chosen = [n for n in names if not only or any(word in n for word in only)]
    lanes = [found for lane in checks.LANES if (found := [n for n in chosen if n in lane])]
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="machine-test-") as folder:
        results = _in_lanes(place, Path(folder), lanes, form)
    computed = sum(each.computed for each in results)
    return _printed(results, began, f", the machines computed for {computed:.0f} s")


def prove_installing(releases: list[str]) -> int:
    """Install the table in fresh Debians, and print the table."""
    from tests.machine import installing

    began = time.monotonic()
    results: list[Result] = []
    for release in releases or installing.RELEASES:
        if release not in installing.RELEASES:
            raise image.CannotBuild(f"there is no Debian {release!r} here; choose 12 or 13")
        with (
            tempfile.TemporaryDirectory() as folder,
            installing.furnished(release, _say) as container,
        ):
            package = package_for("amd64", Path(folder), release)
            rows = installing.rows(release, container, package)
            results += [_tried(None, name, row) for name, row in rows]
    return _printed(results, began)


def _printed(results: list[Result], began: float, more: str = "") -> int:
    _print(results)
    good = sum(each.result == "ok" for each in results)
    print(f"\n{good} of {len(results)} hold; {time.monotonic() - began:.0f} s{more}")
    return 0 if good == len(results) else 1


def _in_lanes(place: Path, folder: Path, lanes: list[list[str]], form: Form) -> list[Result]:
    """What came of each check, in the order of the table."""
    with Machine(place) as machine:
        _say("waking the machine, building the package")
        machine.start(awake=True)
        package = package_for("amd64", folder)
        install = partial(checks.install, machine, package, form)
        results = [_tried(machine, "the package installs", install)]
        if len(lanes) == 1:
            return results + _walked(machine, lanes[0], form)
        machine.save(folder)

    def walked(lane: list[str]) -> list[Result]:
        with Machine(place, folder) as twin:
            twin.start(awake=True)
            return _walked(twin, lane, form)

    with ThreadPoolExecutor(max(1, len(lanes))) as side_by_side:
        found = {each.name: each for done in side_by_side.map(walked, lanes) for each in done}
    return results + [found[name] for name in checks.CHECKS if name in found]


def _walked(machine: Machine, lane: list[str], form: Form) -> list[Result]:
    return [_tried(machine, name, partial(checks.CHECKS[name], machine, form)) for name in lane]


def package_for(arch: str, folder: Path, release: str = "12") -> Path:
    command = [f"{ROOT}/script/deb", "--release", release, "--arch", arch, "--into", str(folder)]
    # an emulated processor would compile for a minute
    if release == "12" and sys.version_info[:2] == (3, 11):
        command.append("--compiled")
    printed = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return Path(printed.strip().splitlines()[-1])


class Result(NamedTuple):
    """What came of one check; *computed* is what an emulated machine worked for it."""

    name: str
    result: str
    seconds: float
    computed: float
    evidence: str


def _tried(machine: Machine | None, name: str, check: Callable[[], str]) -> Result:
    began, before = time.monotonic(), machine.computed if machine else 0.0
    try:
        result, evidence = "ok", check()
    except Exception as wrong:  # whatever went wrong, the other checks have something to say
        result, evidence = "FAILED", f"{type(wrong).__name__}: {wrong}"
        if os.environ.get("DEBUG"):
            raise
    seconds = time.monotonic() - began
    computed = machine.computed - before if machine else 0.0
    _say(f"{name}: {result} ({seconds:.0f} s) {evidence}")
    return Result(name, result, seconds, computed, evidence)


def _print(results: list[Result]) -> None:
    width = max(len(each.name) for each in results)
    print(f"\n{'':{width}}          {'time':>7} {'work':>7}")
    for each in results:
        work = f"{each.computed:5.0f} s" if each.computed else ""
        spent = f"{each.seconds:5.0f} s {work:7}"
        print(f"{each.name:{width}}  {each.result:6} {spent}  {each.evidence}")


def _say(words: str) -> None:
    print(f"machine-test: {words}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
