"""The words of the house: every label its pages name, and none that nobody says."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from companion.core.game import ROOMS
from companion.words import load
from tests.test_words import COMPANION, OF_THE_HOUSE, STATIC, TEMPLATES

WORDS = load(strict=True)
PAGE = WORDS.under("house.page")
OF_FIELDS = tuple(
    f"{field}_"
    for field in ("language", "page_language", "manner", "camera", "voice", "sounds", "paper")
)
"""The choices of settings: a label is put together from the field's name and the choice."""


def scripts() -> str:
    return "".join(path.read_text() for path in (STATIC / "house").glob("*.js"))


def labels() -> set[str]:
    """Every label that a script or a template of the house names outright."""
    text = scripts()
    named = set(re.findall(r'\bt\("([a-z_]+)"', text))
    named |= {
        key
        for call in re.findall(r"\bt\(([^()]*\?[^()]*)[,)]", text)
        for key in re.findall(r'[?:] "([a-z_]+)"', call)
    }
    pages = "".join((TEMPLATES / name).read_text() for name in OF_THE_HOUSE)
    return named | set(re.findall(r"words\[[\"']([a-z_]+)", pages))


def refusals() -> set[str]:
    """Every refusal the house raises, by the key its error is made with."""
    errors = {"BadName", "BadPlan", "NotNow", "NoSuchGame", "HouseBusy"}
    folders = (COMPANION / "house", COMPANION / "app", COMPANION / "web" / "house")
    found: set[str] = set()
    for path in (file for folder in folders for file in folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in errors:
                found |= {
                    text.value
                    for text in ast.walk(node.args[0])
                    if isinstance(text, ast.Constant) and isinstance(text.value, str)
                }
    return {key for key in found if key.isidentifier()}


def is_said(label: str) -> bool:
    """Whether a script names a label outright, or puts it together from its beginning."""
    text = scripts()
    if label.startswith(OF_FIELDS) and "t(`${field.name}_${" in text:
        return True
    starts = (label[: n + 1] for n, sign in enumerate(label) if sign == "_")
    return f'"{label}"' in text or any(f"`{start}${{" in text for start in starts)


def test_every_label_of_the_house_has_words() -> None:
    assert labels() - set(PAGE) == set()


def test_no_label_of_the_house_is_left_that_nobody_shows() -> None:
    assert {label for label in set(PAGE) - labels() if not is_said(label)} == set()


def test_every_refusal_of_the_house_has_a_sentence() -> None:
    assert {"same_name", "game_open", "no_such_game"} <= refusals()
    dynamic = {"too_few", "too_many"}
    assert {key for key in refusals() | dynamic if f"house.{key}" not in WORDS.texts} == set()


def test_the_code_is_where_it_is_looked_for() -> None:
    assert isinstance(COMPANION, Path)
    assert "nav_shelf" in labels()


def test_every_label_of_the_menu_has_words_and_none_is_left_over() -> None:
    """The referee's button stands beside the menu and shares its words."""
    text = "".join(
        (STATIC / "house" / name).read_text()
        for name in ("menu.js", "dialogs.js", "calling.js", "rehearsal.js")
    )
    said = set(re.findall(r'\bm\((?:\w+(?:\(\))? \? )?"([a-z_]+)"(?: : "([a-z_]+)")?', text))
    reasons = re.findall(r'"([a-z]+)"', text.partition("REASONS = [")[2].partition("]")[0])
    labels = {one for pair in said for one in pair if one} | {f"call_{why}" for why in reasons}
    known = (STATIC / "house" / "known.js").read_text()
    labels |= set(re.findall(r'\bt\("(box_[a-z]+)"', known))
    labels |= {f"sees_{state}" for state in ("watching", "waiting", "paused", "by_hand")}
    labels |= {f"speed_{name}" for name in re.findall(r'\d, "([a-z]+)"', text)}
    of_pages = {one for one in labels if one.startswith("hall_")}
    assert of_pages <= set(PAGE)
    assert labels - of_pages == set(WORDS.under("house.menu"))


def test_every_deed_that_is_named_is_an_event_of_its_room() -> None:
    for room in ROOMS:
        named = set(WORDS.under(f"house.deeds.{room}"))
        assert named
        assert named <= _events(room)


def _events(room: str) -> set[str]:
    folder = COMPANION / "games" / room
    return set(re.findall(r"^class (\w+)\(", (folder / "events.py").read_text(), re.M))
