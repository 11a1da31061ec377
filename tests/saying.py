"""Errors carry keys; tests read them as a person does, in English."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from companion.words import load


def said(wrong: BaseException) -> str:
    """What an error says."""
    return load(strict=True).wrong(wrong)


@contextmanager
def refuses(
    kind: type[BaseException] | tuple[type[BaseException], ...], match: str
) -> Iterator[pytest.ExceptionInfo[BaseException]]:
    """Something raises such an error, and its words match a pattern, capitals aside."""
    with pytest.raises(kind) as caught:
        yield caught
    assert re.search(match, said(caught.value), re.I), f"{match!r} is not in {said(caught.value)!r}"
