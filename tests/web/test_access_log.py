"""The log of the page: one short line for a fault, and never more than a few for one client."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from flask import Flask

from companion.table import Table
from companion.web import Server
from companion.web.server.access_log import LINES_IN_ALL, LINES_PER_CLIENT, LONGEST, AccessLog
from tests.web.scenes import a_browser, a_table, an_app, served
from tests.web.strangers import Phone, ends, knock


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return a_table(tmp_path)


HOSTS = (
    "..",
    "...",
    ".",
    "[",
    "[::1",
    "a b",
    "\xff",
    "x" * 300,
    "a" * 70,
    "",
    "a,b",
    "@",
    ":",
    "[]",
)


@pytest.mark.parametrize("path", ["/", "/state", "/join/nothing", "/static/shell/app.js"])
def test_a_malformed_name_is_a_400_and_logs_nothing(
    table: Table, capsys: pytest.CaptureFixture[str], path: str
) -> None:
    """Two dots once cost an answer of 500 and 2,037 lines of log."""
    with served(table) as server:
        for host in HOSTS:
            head = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
            heard = ends(knock(server, head.encode("latin-1")))
            assert heard.startswith(b"HTTP/1.1 400 "), host
    assert capsys.readouterr().err == ""


def broken(table: Table) -> Flask:
    app = an_app(table)

    def breaks(deep: int = 0) -> str:
        raise ZeroDivisionError("the sand ran out\nin two lines")

    app.add_url_rule("/breaks/<path:rest>", view_func=lambda rest: breaks())
    return app


def test_a_fault_in_the_page_is_a_500_and_one_line_that_names_its_place(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    server = Server(broken(table), port=0)
    server.start()
    status, body = Phone(server).get("/breaks/with-a-secret-link")
    server.stop()
    said = capsys.readouterr().err
    assert status == 500
    assert b"the sand" not in body
    assert said.count("\n") == 1
    assert said.startswith(
        "127.0.0.1: GET /breaks: ZeroDivisionError: the sand ran out in two lines"
    )
    assert "test_access_log.py:" in said
    assert "secret" not in said


def test_a_client_that_causes_faults_without_end_is_summed_up(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    server = Server(broken(table), port=0)
    server.start()
    phone = Phone(server)
    for _ in range(40):
        assert phone.get("/breaks/x")[0] == 500
    server.stop()
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == LINES_PER_CLIENT + 1
    assert lines[-1] == f"127.0.0.1: {40 - LINES_PER_CLIENT} more like these were left out"


def test_an_app_without_a_server_reports_its_faults_as_flask_does(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    assert a_browser(broken(table)).get("/breaks/x").status_code == 500
    assert "the sand ran out" in caplog.text


def test_a_request_that_is_none_is_one_line_without_its_words(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    with served(table) as server:
        assert ends(knock(server, b"GET /join/secret\r\x01\xff HTTP/9.9\r\n\r\n")).startswith(
            b"HTTP/1.1 400 "
        )
    said = capsys.readouterr().err
    assert re.fullmatch(r"127\.0\.0\.66: sent no proper request \(\w+\)\n", said)


def test_the_next_minute_begins_with_what_was_left_out() -> None:
    clock, file = Clock(), io.StringIO()
    quiet = AccessLog(clock, file)
    for number in range(100):
        quiet.say("10.0.0.66", f"fault {number}")
    clock.now += 61
    quiet.say("10.0.0.7", "another")
    lines = file.getvalue().splitlines()
    left = 100 - LINES_PER_CLIENT
    assert lines[LINES_PER_CLIENT] == f"10.0.0.66: {left} more like these were left out"
    assert lines[-1] == "10.0.0.7: another"


def test_many_clients_together_do_not_fill_the_log_either() -> None:
    file = io.StringIO()
    quiet = AccessLog(Clock(), file)
    for number in range(10_000):
        quiet.say(f"10.0.{number // 250}.{number % 250}", "fault")
    assert file.getvalue().count("\n") == LINES_IN_ALL
    quiet.sum_up()
    assert file.getvalue().count("\n") < 700


def test_a_line_is_short_and_has_nothing_a_terminal_would_obey() -> None:
    file = io.StringIO()
    AccessLog(Clock(), file).say("10.0.0.66", "\x1b[2J\r\n" + "x" * 10_000)
    line = file.getvalue()
    assert "\x1b" not in line
    assert line.count("\n") == 1
    assert len(line) < LONGEST + 50


def test_a_log_that_is_closed_keeps_no_page_from_being_answered() -> None:
    file = io.StringIO()
    file.close()
    AccessLog(Clock(), file).say("10.0.0.66", "fault")
