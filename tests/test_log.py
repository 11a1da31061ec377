"""The log: what breaks is in it once with its place, and what an owner downloads has it all."""

from __future__ import annotations

import io
import logging
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.config.wiring import Wiring
from companion.house.log_redaction import LogRing, Overheard, scrubbed
from companion.outputs.lights import Lights
from companion.senses.scale.instruments import Instruments
from companion.util.log import HOUR, RareErrors, StandardError, start_log


@pytest.fixture
def root() -> logging.Logger:
    return logging.getLogger()


class Misspelt:
    """A driver with a programming error."""

    names = ("stop",)

    def read(self) -> Any:
        return self.redaing  # type: ignore[attr-defined]  # noqa: B018

    def close(self) -> None:
        """Nothing is held."""

    def show(self, levels: object) -> None:
        self.redaing  # type: ignore[attr-defined]  # noqa: B018


def errors(caplog: pytest.LogCaptureFixture, logger: str) -> list[logging.LogRecord]:
    return [one for one in caplog.records if one.name == logger and one.levelname == "ERROR"]


def test_a_scale_that_raises_is_one_traceback_and_then_silence(
    caplog: pytest.LogCaptureFixture,
) -> None:
    instruments = Instruments(Misspelt(), Misspelt(), lambda: 1.0)
    assert [instruments.sample().raw for _ in range(50)] == [None] * 50
    scale, tilt = errors(caplog, "companion.senses.scale.instruments")
    assert "The scale cannot be read" in scale.message
    assert "The tilt switch cannot be read" in tilt.message
    assert "redaing" in caplog.text
    assert "Traceback" in caplog.text


def test_what_breaks_again_after_an_hour_is_told_again_with_what_was_left_out(
    caplog: pytest.LogCaptureFixture,
) -> None:
    now = [0.0]
    rare = RareErrors(logging.getLogger("companion.test"), lambda: now[0])

    def fail(number: int) -> None:
        try:
            raise ValueError(number)
        except ValueError as wrong:
            rare.report("Counting failed", wrong)

    for number in range(10):
        fail(number)
    now[0] = HOUR
    fail(10)
    first, second = errors(caplog, "companion.test")
    assert first.message == "Counting failed"
    assert second.message == "Counting failed (9 more like this were left out)"


def test_lamps_that_raise_are_one_traceback(caplog: pytest.LogCaptureFixture) -> None:
    troubles: list[object] = []
    lights = Lights(Misspelt(), troubles.append, lambda: None)
    for _ in range(3):
        lights._light({"stop": "on"}, 0.0)
    assert len(errors(caplog, "companion.outputs.lights")) == len(troubles) == 1


def test_a_log_line_says_how_bad_it_is_and_who_reports(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JOURNAL_STREAM", "8:1")
    start_log(logging.INFO)
    start_log(logging.INFO)
    logging.getLogger("companion.table.ledger").info("saved")
    logging.getLogger("companion.table.ledger").debug("nobody asked")
    assert capsys.readouterr().err == "INFO companion.table.ledger: saved\n"


def test_without_a_journal_of_the_system_a_line_has_its_time(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("JOURNAL_STREAM", raising=False)
    start_log(logging.DEBUG)
    logging.getLogger("companion.table.ledger").debug("asked")
    said = capsys.readouterr().err
    assert said.endswith("DEBUG companion.table.ledger: asked\n")
    assert said[:2] == "20"


def test_what_is_logged_can_be_downloaded_without_its_secrets(
    monkeypatch: pytest.MonkeyPatch, root: logging.Logger
) -> None:
    ring = LogRing()
    monkeypatch.setattr(sys, "stderr", Overheard(io.StringIO(), ring))
    start_log(logging.INFO)
    instruments = Instruments(Misspelt(), None, lambda: 1.0)
    instruments.sample()
    logging.getLogger("companion.web").info("GET /join/kJ8s_token-4711xyz by Anna, code: ABCD2345")
    text = "\n".join(scrubbed(ring.lines(), ["sesame88"], ["Anna"]))
    assert "ERROR companion.senses.scale.instruments: The scale cannot be read" in text
    assert "AttributeError" in text
    assert "[somebody]" in text
    for hidden in ("Anna", "kJ8s_token-4711xyz", "ABCD2345"):
        assert hidden not in text


def test_a_log_that_cannot_be_written_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = io.StringIO()
    closed.close()
    monkeypatch.setattr(sys, "stderr", closed)
    record = logging.LogRecord("companion", logging.INFO, __file__, 1, "saved", None, None)
    StandardError().emit(record)


def test_a_part_that_cannot_be_opened_says_so_in_the_log(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from companion.app import parts

    opener = parts._Opener(Wiring(), parts.OpenParts())
    with opener.trying("scale"):
        raise AttributeError("redaing")
    (said,) = errors(caplog, "companion.app.parts")
    assert said.message == "The scale cannot be used"
    assert said.exc_info is not None
