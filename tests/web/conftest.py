"""After every test of the page, the journals of its tables are closed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web import scenes


@pytest.fixture(autouse=True, scope="module")
def closed_journals() -> Iterator[None]:
    yield
    while scenes.OPENED:
        scenes.OPENED.pop().close()
