"""The words of the workshop: every label its pages name, and none that nobody says."""

from __future__ import annotations

import re

from companion.web.workshop.frame import BENCHES, PARTS
from companion.words import load
from tests.test_words import STATIC

WORDS = load(strict=True)
SCRIPTS = "".join(
    path.read_text() for path in sorted((STATIC / "house" / "workshop").rglob("*.js"))
)
PAGE = {key for part in PARTS for key in WORDS.under(f"{part}.page")}


def named() -> set[str]:
    """Every label that a script names outright."""
    outright = set(re.findall(r'\b(?:t|open)\("([a-z_0-9]+)"', SCRIPTS))
    chosen = re.findall(r"\bt\(([^()]*\?[^()]*)[,)]", SCRIPTS)
    return outright | {key for call in chosen for key in re.findall(r'[?:] "([a-z_0-9]+)"', call)}


def is_said(label: str) -> bool:
    """Whether a script names a label outright, or puts it together from its beginning."""
    starts = (label[: n + 1] for n, sign in enumerate(label) if sign == "_")
    return f'"{label}"' in SCRIPTS or any(f"`{start}${{" in SCRIPTS for start in starts)


def test_every_label_of_the_workshop_has_words() -> None:
    assert named() - PAGE - set(WORDS.under("house.page")) == set()


def test_no_label_of_the_workshop_is_left_that_nobody_shows() -> None:
    assert {label for label in PAGE if not is_said(label)} == set()


def test_every_bench_says_what_it_is_for() -> None:
    for name, part in BENCHES:
        assert WORDS.put(f"{part}.bench.{name}.title", {})
        assert WORDS.put(f"{part}.bench.{name}.about", {})
