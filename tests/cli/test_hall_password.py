"""The password of a broker never stands on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.halling import PASSWORD, broker_password
from companion.core.errors import TableError


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
