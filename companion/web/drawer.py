"""The drawer where the receipts of a table's acts lie, in memory alone."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

KEPT = 512
"""Receipts that are remembered; the oldest is forgotten first."""


@dataclass(frozen=True)
class Receipt:
    """What was answered to an act; nothing yet while it is being judged."""

    code: int = 202
    body: bytes = b'{"kind":"pending"}'


class Drawer:
    """The receipts of one table."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Receipt] = OrderedDict()

    def put(self, name: str, receipt: Receipt) -> None:
        self._kept[name] = receipt
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def find(self, name: str) -> Receipt | None:
        return self._kept.get(name)
