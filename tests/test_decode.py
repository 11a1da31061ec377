"""Records are read by several threads at once, even when nobody has read one like it before."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from companion.core.decode import convert, misfit
from companion.words import load

PROGRAM = """
import threading, time
import msgspec
from companion.core.decode import convert

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
    """When this fails, the library has learnt it and ``core/decode.py`` can go."""
    assert run("msgspec.convert").returncode != 0


def test_nobody_reads_records_past_the_shapes() -> None:
    root = Path(__file__).parent.parent / "companion"
    past = re.compile(r"msgspec\.convert\(|msgspec\.json\.decode\([^\n]*type=")
    found = [path.name for path in root.rglob("*.py") if past.search(path.read_text("utf-8"))]
    assert found == ["decode.py"]


class Wanted(msgspec.Struct, forbid_unknown_fields=True):
    slots: int
    block: tuple[int, int] = (2, 1)
    pin: int | None = None
    names: dict[str, str] = {}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({}, "The entry slots is missing."),
        ({"slots": 1, "slot": 2}, "I don't know the entry slot."),
        ({"slots": "x"}, "I expected a whole number at slots, not a text in quotes."),
        ({"slots": 1, "pin": []}, "I expected a whole number at pin, not a list."),
        ({"slots": 1, "block": [1]}, "I expected 2 values at block, not 1."),
        ({"slots": 1, "names": {1: "a"}}, "Something doesn't fit: Expected `str`, got `int`"),
        ([], "I expected a table, not a list."),
    ],
)
def test_data_that_does_not_fit_is_put_into_words(data: object, said: str) -> None:
    with pytest.raises(msgspec.ValidationError) as wrong:
        convert(data, Wanted)
    assert load("en", strict=True).say(misfit(wrong.value)).startswith(said)
