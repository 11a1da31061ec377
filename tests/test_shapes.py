"""Records are read by several threads at once, even when nobody has read one like it before."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import threading, time
import msgspec
from companion.core.shapes import convert

class Inner(msgspec.Struct):
    number: "found_out_slowly()"

class Outer(msgspec.Struct):
    inner: Inner
    name: str

begun = threading.Event()

def found_out_slowly():
    begun.set()
    time.sleep(0.3)
    return int

def read():
    assert {read}({{"inner": {{"number": 1}}, "name": "Anna"}}, Outer).name == "Anna"

first = threading.Thread(target=read)
first.start()
begun.wait()
read()
first.join()
print("read twice")
"""


def run(read: str) -> subprocess.CompletedProcess[str]:
    program = PROGRAM.format(read=read)
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)  # noqa: PLW1510


def test_two_threads_may_read_a_new_record_at_the_same_moment() -> None:
    assert run("convert").stdout == "read twice\n"


@pytest.mark.skipif(sys.platform != "linux", reason="crashes differently elsewhere")
def test_the_library_alone_would_not_survive_that() -> None:
    """When this fails, the library has learnt it and ``core/shapes.py`` can go."""
    assert run("msgspec.convert").returncode != 0


def test_nobody_reads_records_past_the_shapes() -> None:
    root = Path(__file__).parent.parent / "companion"
    past = re.compile(r"msgspec\.convert\(|msgspec\.json\.decode\([^\n]*type=")
    found = [path.name for path in root.rglob("*.py") if past.search(path.read_text("utf-8"))]
    assert found == ["shapes.py"]
