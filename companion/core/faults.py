"""What went wrong, as something that can be put into words: ours by key, a foreign one as it is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

from .verdict import Saying

PLAIN = (str, int, float, list, tuple, dict, Saying)
"""What a sentence takes as it is."""


def why(wrong: BaseException) -> Saying | str:
    """The saying of an error that carries a key; what the system says, where it is not ours."""
    key = getattr(wrong, "key", "")
    if key and " " not in key:
        values: dict[str, Any] = getattr(wrong, "values", {})
        return Saying(key, {name: _plain(value) for name, value in values.items()})
    said = getattr(wrong, "strerror", None) or str(wrong) or type(wrong).__name__
    return f"{said.rstrip('.')}."


def together(sayings: Sequence[Saying]) -> Saying:
    """Several full sentences as one saying, one after the other."""
    return reduce(lambda first, rest: Saying("fault.both", {"first": first, "rest": rest}), sayings)


def _plain(value: Any) -> Any:
    """A value as a sentence takes it: an error inside an error becomes what it says."""
    if isinstance(value, BaseException):
        return why(value)
    return value if isinstance(value, PLAIN) or value is None else str(value)
