"""No page, dialog or kind of question without a state, and no state that names none."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from werkzeug.exceptions import HTTPException
from werkzeug.routing import Map

from tests.pages import halls

from .games import PEOPLE
from .places import a_house
from .states import AT_START, MIDDLE_OF, STATES

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "companion" / "web" / "static"
NO_PAGE = {
    "events": "a stream",
    "state": "data for a page",
    "archive.zip": "a file",
    "join/<token>": "leads to /seat; a dead link has a state",
    "owner/<token>": "leads to /settings",
    "organiser/<token>": "leads to /desk",
    "acts/<name>": "data for a page",
    "corrections/<int:number>": "data for a dialog",
    "house/rooms/<room>": "data for a page",
    "house/rooms/<room>/ideas": "data for a page",
    "shelf/<game>/at/<int:number>": "data for a page",
    "workshop/teach/<room>/tonight/<name>": "a picture",
    "guide/pictures/<name>": "a picture",
}
"""Addresses without a dot that no person looks at."""
UNSEEN_DIALOGS = {"house/calling.js referee": "only while a house takes part in an event night"}
UNSEEN_TOPICS = {
    ("sphinx", "check"): "asked instead of compare where colours are sealed, which takes a scan",
    ("kheops", "fit"): "a house rule; one button",
}


def pages_of(site: Map) -> Iterator[str]:
    """Addresses of a site that a person opens: no file, no data, no stream."""
    for rule in site.iter_rules():
        path = rule.rule[1:]
        plain = "." not in path.rpartition("/")[2] and not path.startswith("static")
        data = path in NO_PAGE or path.rpartition("/")[2] in NO_PAGE
        if "GET" in (rule.methods or ()) and plain and not data:
            yield rule.rule


def seen_in(site: Map, *wheres: str) -> set[str]:
    """Addresses of a site that a state opens."""
    router, found = site.bind("localhost"), set()
    for state in STATES:
        if state.where in wheres:
            path = state.path.partition("#")[0].partition("?")[0]
            try:
                rule, _ = router.match(path, "GET", return_rule=True)
            except HTTPException:
                continue
            found.add(rule.rule)
    return found


def test_every_page_of_the_house_and_the_table_has_a_state() -> None:
    with a_house() as place, place.showing(MIDDLE_OF["wall"]):
        site: Any = place.housed.server.site
        for app in (site._house, site._table):
            seen = seen_in(app.url_map, "table", "house", "empty house")
            assert sorted(set(pages_of(app.url_map)) - seen) == []


def test_every_page_of_the_hall_has_a_state() -> None:
    with halls.a_hall(empty=True) as place:
        site: Any = place.halled.server.site
        seen = seen_in(site._app.url_map, "hall", "empty hall")
        assert sorted(set(pages_of(site._app.url_map)) - seen) == []


def dialogs() -> set[str]:
    """Every call that opens the dialog: the script and the heading it gives."""
    found = set()
    for path in STATIC.rglob("*.js"):
        text = path.read_text()
        if not re.search(r"import \{[^}]*\bask\b[^}]*\} from [^;]*dialog\.js", text):
            continue
        for heading in re.findall(r"(?<![\w.])ask\(\s*((?:\w+\(\"\w+\")|\w+)", text):
            key = heading.partition('"')[2].rstrip('"') or heading
            found.add(f"{path.relative_to(STATIC).as_posix()} {key}")
    return found


def test_every_dialog_has_a_state_or_a_reason() -> None:
    shown = {one for state in STATES for one in state.shows}
    assert sorted(dialogs() - shown - UNSEEN_DIALOGS.keys()) == []
    assert sorted((shown | UNSEEN_DIALOGS.keys()) - dialogs()) == []
    assert sorted(shown & UNSEEN_DIALOGS.keys()) == []


def topics() -> set[tuple[str, str]]:
    """Every kind of question in the code: room and topic; of the table itself without a room."""
    found: set[tuple[str, str]] = set()
    for path in (ROOT / "companion").rglob("*.py"):
        place = path.relative_to(ROOT / "companion").parts
        if place[0] not in ("games", "table"):
            continue
        room = place[1] if place[0] == "games" else ""
        for call in ast.walk(ast.parse(path.read_text())):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Question":
                (topic,) = (one.value for one in call.keywords if one.arg == "topic")
                found.update((room, one) for one in _texts(topic, path))
    return found


def _texts(topic: ast.expr, path: Path) -> set[str]:
    """The topic itself, or every sentence of the room that asks under a name given elsewhere."""
    if isinstance(topic, ast.Constant):
        return {str(topic.value)}
    assert isinstance(topic, ast.Name)
    if topic.id.isupper():
        return {topic.id}
    module = ast.parse(path.read_text())
    words = {one.value for one in ast.walk(module) if isinstance(one, ast.Constant)}
    return {one for one in words if isinstance(one, str) and one in VISITS}


VISITS = {"look", "card", "steal", "compare", "check"}
"""The topics of the sphinx that are chosen while it runs."""


def test_every_kind_of_question_has_a_state_or_a_reason() -> None:
    shown = {one for state in STATES for one in state.topics} | set(AT_START.items())
    assert sorted(topics() - shown - UNSEEN_TOPICS.keys()) == []
    assert sorted((shown | UNSEEN_TOPICS.keys()) - topics()) == []


@pytest.mark.parametrize("room", PEOPLE)
def test_every_room_is_seen_at_its_start_in_its_middle_and_at_its_end(room: str) -> None:
    assert {"start", "middle", "end"} <= {one.name for one in STATES if one.page == room}


def test_no_two_states_have_one_name() -> None:
    titles = [state.title for state in STATES]
    assert sorted({one for one in titles if titles.count(one) > 1}) == []
