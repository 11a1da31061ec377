"""Reads the HX711 of this machine with the table's own driver, and tells what came of it.

weigh.py TASK, with the results as one line of JSON. The driver is the installed package's.
"""

import json
import random
import sys
from pathlib import Path

sys.path[:0] = ["/usr/lib/pharaohs-table", "/usr/lib/pharaohs-table/vendor"]
sys.path.append("/usr/lib/pharaohs-table/fallback")

from hardware.real.hx711 import Hx711, is_pattern  # noqa: E402
from hardware.real.lines import open_lines  # noqa: E402

CHIP = Path("/sys/module/table_pins/parameters")
SCK, DOUT = 6, 5
FINE, SILENT, STUCK_LOW, TORN = range(4)


def chip(name: str, value: int) -> None:
    (CHIP / name).write_text(f"{value}\n")


def counted(name: str) -> int:
    return int((CHIP / name).read_text())


def values(count: int) -> list[int]:
    """The ends, the middle, every power of two with its neighbours, and the rest by chance."""
    edges = {0, 1, -1, 8388606, -8388607}
    edges |= {sign * (1 << bit) for bit in range(23) for sign in (1, -1)}
    edges |= {(1 << bit) + 1 for bit in range(2, 23)}
    dice = random.Random(1)
    plain = [value for value in edges if not is_pattern(value)]
    plain += [dice.randint(-8388607, 8388606) for _ in range(count)]
    return [value for value in plain if not is_pattern(value)][:count]


def read_anew(scale: Hx711) -> float | None:
    """A reading that was begun after the weight changed."""
    scale.read()
    for _ in range(20):
        got = scale.read()
        if got is not None:
            return got[0]
    return None


def whole_range(scale: Hx711, count: int) -> dict[str, object]:
    """Emulated time is no time: the chip does not sleep here, and no pulse counts as late."""
    wrong = []
    for value in values(count):
        chip("hx_value", value)
        got = read_anew(scale)
        if got != value:
            wrong.append((value, got))
    return {"read": count, "wrong": wrong, "pulses": counted("hx_pulses")}


def ends(scale: Hx711) -> dict[str, object]:
    """More than the chip can weigh: it says so by its largest number, and so does the driver."""
    before = scale.statistics.saturated
    chip("hx_value", 0x7FFFFF)
    got = read_anew(scale)
    return {"top": got, "told": scale.statistics.saturated - before}


def faulty(scale: Hx711, fault: int, readings: int) -> dict[str, object]:
    """What the driver makes of a chip with a fault, and whether it recovers.

    Torn at its twelfth bit, this weight reads 2^12 - 1: what a loose wire is known for.
    """
    value = 0x000123
    chip("hx_value", value)
    before = scale.statistics.bad
    chip("hx_fault", fault)
    scale.read()
    got = [scale.read() for _ in range(readings)]
    bad = scale.statistics.bad - before
    chip("hx_fault", FINE)
    return {
        "believed": [one[0] for one in got if one is not None],
        "rejected": bad,
        "none": got.count(None),
        "afterwards": read_anew(scale) == value,
    }


def strict(readings: int) -> dict[str, object]:
    """With the chip's real sleep and the driver's real limits: late pulses may cost readings,
    and never give a wrong one."""
    value = 0x2AAAAA
    chip("hx_value", value)
    chip("hx_sleep_us", 60)
    chip("hx_sleeps", 0)
    scale = Hx711(open_lines(SCK, DOUT, "lgpio", ""), rate=10.0)
    got = [scale.read() for _ in range(readings)]
    scale.close()
    chip("hx_sleep_us", 0)
    believed = [one[0] for one in got if one is not None]
    return {
        "read": len(believed),
        "wrong": [one for one in believed if one != value],
        "late": scale.statistics.late_pulse,
        "slept": counted("hx_sleeps"),
    }


def main() -> None:
    chip("hx_sleep_us", 0)
    chip("hx_period_ms", 40)
    lines = open_lines(SCK, DOUT, "lgpio", "")
    scale = Hx711(lines, rate=25.0, longest_high=1.0)
    told = {
        "range": whole_range(scale, int(sys.argv[1])),
        "ends": ends(scale),
        "torn": faulty(scale, TORN, 5),
        "silent": faulty(scale, SILENT, 2),
        "stuck": faulty(scale, STUCK_LOW, 5),
    }
    scale.close()
    chip("hx_period_ms", 100)
    told["strict"] = strict(int(sys.argv[2]))
    print(json.dumps(told))


main()
