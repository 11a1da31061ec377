"""Measure the pages of a hall with thousands of tables and people, in a real browser.

``script/bench large [--tables 2000] [--shots FOLDER]``: how long each page takes until it
shows the night, how many elements it has, how many bytes it is sent at first and for one result,
how many rows that touches, and how long a search takes. On paper: no table has a machine.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from companion.hall.night.next_round import mark
from companion.hall.records import Round, Sitting
from companion.web.hall.board import HallBoard, HallSnapshot
from companion.words import load
from tests.hall.evenings import ORGANISER, Evening, hall
from tests.soak.stories import _chromium
from tests.web.house_stories import LAPTOP, PHONE

SEATS, UPDATES = 3, 5
COUNT = "() => document.querySelectorAll('*').length"
PAGES = (
    ("phone", "/", "", "#round .tables > li", PHONE),
    ("desk, round", "/desk#round", "organiser", "#round .sittings > li", LAPTOP),
    ("desk, people", "/desk#people", "organiser", "#people .names-list > li", LAPTOP),
    ("desk, boxes", "/desk#boxes", "organiser", "#boxes .names-list > li", LAPTOP),
    ("desk, results", "/desk#results", "organiser", "#results .entries > details", LAPTOP),
    ("referee", "/referee", "referee", "#queue h2", LAPTOP),
)
TOUCHED = """() => {
  window.touched = new Set();
  const main = document.getElementById("main");
  const of = (node) => (node.nodeType === 1 ? node : node.parentElement);
  const row = (node) => of(node)?.closest("li, tr, p, summary, h2");
  new MutationObserver((seen) => seen.forEach(({ target, addedNodes }) => {
    for (const node of [target, ...addedNodes]) if (row(node)) window.touched.add(row(node));
  })).observe(main, { subtree: true, childList: true, characterData: true });
}"""


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="script/bench large", description=__doc__)
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--shots", type=Path, help="a folder for pictures of the pages")
    wanted = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as folder, hall(Path(folder)) as (halled, url):
        began = time.perf_counter()
        filled(halled.hall, wanted.tables)
        people = len(halled.hall.evening.night.people)
        print(f"{wanted.tables} tables, {people} people, in {time.perf_counter() - began:.1f} s")
        sent(halled.hall)
        with sync_playwright() as playwright:
            path = os.environ.get("CHROMIUM") or _chromium()
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
            told = Evening(browser, halled, url, LAPTOP, shots=wanted.shots)
            for look in PAGES:
                looked(told, *look)
            browser.close()
        assert told.complaints == [], told.complaints
    return 0


def filled(hall: Any, tables: int) -> None:
    """Bring people and boxes, and start two rounds of threes; half of the first is in."""
    hall.act("arrange", {"name": "A large night", "rounds": 2}, ORGANISER)
    names = "\n".join(f"Person {n} {'ABCDEFGHIJ'[n % 10]}" for n in range(tables * SEATS))
    hall.act("come", {"text": names}, ORGANISER)
    hall.act("box", {"game": "wall", "sizes": [SEATS], "count": tables}, ORGANISER)
    night = hall.evening.night
    ids, boxes = list(night.people), list(night.boxes)
    rounds = []
    for number in (1, 2):
        turned = [ids[(n + (n % SEATS) * SEATS * (number - 1)) % len(ids)] for n in range(len(ids))]
        sat = [
            Sitting(box, "wall", tuple(turned[SEATS * n : SEATS * n + SEATS]))
            for n, box in enumerate(boxes)
        ]
        rounds.append(Round(number, tuple(sat)))
    kept = [{"number": r.number, "tables": [_plain(t) for t in r.tables]} for r in rounds]
    hall.act("keep", {"rounds": kept, "seed": 1, "method": "", "mark": mark(night)}, ORGANISER)
    hall.act("publish", {"round": 1}, ORGANISER)
    hall.act("start", {"round": 1}, ORGANISER)
    for box in boxes[: tables // 2]:
        enter(hall, box)


def _plain(table: Sitting) -> dict[str, Any]:
    return {"box": table.box, "game": table.game, "people": table.people}


def enter(hall: Any, box: str) -> None:
    sitting = hall.evening.sitting(f"1:{box}")
    told = [{"person": one, "place": n + 1} for n, one in enumerate(sitting.people)]
    hall.act("correct", {"round": 1, "box": box, "places": told, "first": True}, ORGANISER)


def owing(hall: Any) -> str:
    """The next table without a result."""
    night = hall.evening.night
    return next(t.box for t in night.published[0].tables if f"1:{t.box}" not in night.results)


def sent(hall: Any) -> None:
    """Say how many bytes a page is sent at first and for each result, and the time it takes."""
    board, words = HallBoard(hall), load("en")
    seen, whole = board.news(HallSnapshot(), words, patches=True)
    sizes, spans = [], []
    for _ in range(UPDATES):
        enter(hall, owing(hall))
        began = time.perf_counter()
        seen, told = board.news(seen, words, patches=True)
        spans.append((time.perf_counter() - began) * 1000)
        sizes.append(len(told))
    print(f"first: {len(whole):,} bytes; each result: {statistics.median(sizes):,.0f} bytes, "
          f"written in {statistics.median(spans):.0f} ms, once for everybody")  # fmt: skip


def looked(told: Evening, name: str, path: str, role: str, row: str, size: dict[str, int]) -> None:
    """Load one page, enter a result somewhere, search."""
    if role:
        page = told.claimed(path, role, role.title())
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        began = time.perf_counter()
        page.reload()
    else:
        began = time.perf_counter()
        page = told.opened(path, size)
    page.wait_for_selector(row, state="attached")
    load_ms = (time.perf_counter() - began) * 1000
    elements = page.evaluate(COUNT)
    told.shot(page, name.replace(", ", "-"))
    touched, update_ms = updated(told, page)
    print(f"{name:14} shown after {load_ms:5.0f} ms, {elements:5} elements; a result touches "
          f"{touched:3} rows after {update_ms:4.0f} ms; {searched(page)}", flush=True)  # fmt: skip
    page.context.close()


def updated(told: Evening, page: Page) -> tuple[int, float]:
    """Enter one result; count the rows that change, and how long the first one takes."""
    page.evaluate(TOUCHED)
    page.wait_for_timeout(2500)
    page.evaluate("() => window.touched.clear()")
    began = time.perf_counter()
    enter(told.halled.hall, owing(told.halled.hall))
    try:
        page.wait_for_function("() => window.touched.size > 0", timeout=5000)
    except Exception:  # nothing of this page speaks of that table
        return 0, 0.0
    span = (time.perf_counter() - began) * 1000
    page.wait_for_timeout(1500)
    return int(page.evaluate("() => window.touched.size")), span


def searched(page: Page) -> str:
    """Type the name of somebody in the middle; say how long until the list has it."""
    field = page.locator("main section:not([hidden]) .tools input[type=search]").first
    if not field.count() or not field.is_visible():
        return "nothing to search"
    began = time.perf_counter()
    wanted = "Table 1234" if page.url.endswith("boxes") else "Person 1234"
    field.fill(wanted)
    page.wait_for_function(
        "(wanted) => [...document.querySelectorAll('main section:not([hidden]) :is(li, .entries)')]"
        ".some((row) => row.innerText.includes(wanted.split(' ')[1]))",
        arg=wanted,
        timeout=5000,
    )
    return f"found after {(time.perf_counter() - began) * 1000:.0f} ms"
