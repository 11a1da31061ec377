"""Keys for the installer's tests: made once, as making them takes a while."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.systemd.packages import Key


@pytest.fixture(scope="session")
def key() -> Iterator[Key]:
    with Key.made() as made:
        yield made


@pytest.fixture(scope="session")
def other_key() -> Iterator[Key]:
    with Key.made() as made:
        yield made
