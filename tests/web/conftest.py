"""After every test of the page its connections are closed, and the journals of its tables."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web import scenes, strangers


@pytest.fixture(autouse=True)
def closed_connections() -> Iterator[None]:
    yield
    while strangers.OPENED:
        strangers.OPENED.pop().close()


@pytest.fixture(autouse=True, scope="module")
def closed_journals() -> Iterator[None]:
    yield
    while scenes.OPENED:
        scenes.OPENED.pop().close()
