"""A hint for the eye: what ought to lie where, and what may legally come to lie there now.

Public knowledge alone goes into it. It says where to look first and how long to wait; it never
changes what is read.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

Places = tuple[tuple[str, ...], tuple[str, ...]]
"""Cells, and the labels that may come to lie in each of them."""


class Hint(msgspec.Struct, frozen=True):
    """What the rules expect of the next still picture."""

    shows: Mapping[str, str]
    """What every cell shows as long as nothing happens."""
    may: tuple[Places, ...] = ()
    """What a legal move may show instead."""
    named: Mapping[str, tuple[str, ...]] = {}
    """What the eye calls a label, where it has other names for it."""
