"""Reading journals at the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli import main
from tests.cli.test_evenings import begun


def test_several_journals_are_replayed_one_after_the_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [begun(tmp_path / "a.sqlite"), begun(tmp_path / "b.sqlite", "kheops", ("Ann", "Bo"))]
    assert main(["replay", *map(str, files)]) == 0
    said = capsys.readouterr().out
    assert said.index("wall: Maya") < said.index("kheops: Ann")
    assert all(f"== {file}" in said for file in files)


def test_one_bad_journal_among_several_is_named_and_the_others_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "a.sqlite"
    bad.write_bytes(b"not a journal")
    assert main(["replay", str(bad), str(begun(tmp_path / "b.sqlite"))]) == 1
    said = capsys.readouterr()
    assert "a.sqlite" in said.err
    assert "wall: Maya" in said.out
