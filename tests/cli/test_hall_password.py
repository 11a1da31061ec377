"""No password stands on the command line of a hall; a printed link is one others can open."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest

from companion.cli import main
from companion.cli.hall import ADDRESS, PASSWORD, broker_password, check_store
from companion.core.errors import TableError
from companion.web.hall.crew import LINK_FILE


@pytest.mark.parametrize("url", ["mqtt://hall:x@host", "mqtts://hall:x@one:1883,two:1883"])
def test_a_password_on_the_command_line_is_refused(url: str) -> None:
    with pytest.raises(TableError) as refused:
        broker_password(url, None)
    assert refused.value.key == "fault.hall.broker_password"


def test_it_comes_from_a_file_or_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PASSWORD, "from outside")
    assert broker_password("mqtt://hall@host", None) == "from outside"
    (tmp_path / "word").write_text("from a file\n")
    assert broker_password("mqtt://hall@host", tmp_path / "word") == "from a file"


@pytest.mark.parametrize(
    "url", ["postgresql://hall:x@db/night", "postgres://hall@db/night?password=x"]
)
def test_the_password_of_a_database_is_refused_there_too(url: str) -> None:
    with pytest.raises(TableError) as refused:
        check_store(url)
    assert refused.value.key == "fault.hall.store_password"
    check_store("postgresql://hall@db/night")
    check_store("")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can write as somebody else")
def test_a_link_that_root_prints_can_be_read_by_the_hall() -> None:
    nobody = 65534
    folder = Path(tempfile.mkdtemp())
    os.chown(folder, nobody, nobody)
    try:
        assert main(["hall", "--state", str(folder), "--link"]) == 0
        assert (folder / LINK_FILE).stat().st_uid == nobody
        assert os.geteuid() == 0
    finally:
        shutil.rmtree(folder)


def test_a_new_link_leads_to_the_address_of_the_hall_that_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ADDRESS).write_text("http://192.0.2.7:8099/")
    assert main(["hall", "--state", str(tmp_path), "--link"]) == 0
    assert "http://192.0.2.7:8099/organiser/" in capsys.readouterr().out
    (tmp_path / ADDRESS).unlink()
    assert main(["hall", "--state", str(tmp_path), "--host", "0.0.0.0", "--link"]) == 0
    told = capsys.readouterr().out
    assert ":8090/organiser/" in told
    assert "0.0.0.0" not in told
    assert "127.0.0.1" not in told
