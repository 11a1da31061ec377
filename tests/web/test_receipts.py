"""An act that got no answer: it counts once, never too late, and can be asked about."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.table import Table
from tests.web.scenes import a_browser, a_table, an_app

NAME = "a1b2c3"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return a_table(tmp_path)


@pytest.fixture
def app(table: Table) -> Flask:
    return an_app(table)


def begin(app: Flask, table: Table, **headers: str) -> Any:
    body = {"question": table.questions()[0].id, "option": "begin", "base": table.number}
    return a_browser(app).post("/answer", json=body, headers=headers)


def test_what_became_of_an_act_can_be_asked(app: Flask, table: Table) -> None:
    assert begin(app, table, **{"X-Act": NAME}).json["kind"] == "accepted"
    assert a_browser(app).get(f"/acts/{NAME}").json["kind"] == "accepted"


def test_an_act_that_never_came_is_not_known(app: Flask) -> None:
    assert a_browser(app).get(f"/acts/{NAME}").status_code == 404


def test_an_act_that_comes_too_late_is_not_done(app: Flask, table: Table) -> None:
    number = table.number
    answer = begin(app, table, **{"X-Act": NAME, "X-Until": f"{table.now() - 1:.3f}"})
    assert answer.status_code == 408
    assert answer.json["kind"] == "late"
    assert table.number == number
    assert a_browser(app).get(f"/acts/{NAME}").json["kind"] == "late"


def test_an_act_in_time_is_done(app: Flask, table: Table) -> None:
    answer = begin(app, table, **{"X-Act": NAME, "X-Until": f"{table.now() + 8:.3f}"})
    assert answer.json["kind"] == "accepted"


def test_an_act_that_arrives_twice_is_done_once(app: Flask, table: Table) -> None:
    first = begin(app, table, **{"X-Act": NAME})
    number = table.number
    body = {"question": "anything", "option": "begin", "base": number}
    again = a_browser(app).post("/answer", json=body, headers={"X-Act": NAME})
    assert again.json == first.json
    assert table.number == number


@pytest.mark.parametrize("until", ["soon", "", "1e999999", "nan"])
def test_a_moment_that_is_none_harms_nothing(app: Flask, table: Table, until: str) -> None:
    answer = begin(app, table, **{"X-Act": NAME, "X-Until": until})
    assert answer.status_code in (200, 400)


@pytest.mark.parametrize("name", ["x" * 65, "../..", "ä" * 3, ""])
def test_a_name_that_is_none_is_passed_over(app: Flask, table: Table, name: str) -> None:
    answer = begin(app, table, **{"X-Act": name})
    assert answer.json["kind"] == "accepted"
