"""What the pages of a house ask of whatever speaks with the hall."""

from __future__ import annotations

from typing import Any, Protocol


class Guest(Protocol):
    """What the pages ask of whatever speaks with the hall."""

    def shown(self) -> dict[str, Any]:
        """Where this house stands in the night, as plain data."""

    def join(self, address: str, code: str, table: str) -> None: ...

    def found(self) -> list[dict[str, Any]]:
        """Halls that announce themselves in this network: name and address."""

    def leave(self) -> None: ...

    def open(self, task: str) -> None:
        """Open the sitting that waits here, if it is still this one."""

    def call(self, why: str, seat: int | None) -> None: ...

    def picture(self, wish: bytes) -> bytes | None:
        """The live picture for the hall's referee; None where the wish is not the hall's."""

    def judge(self, agreed: bool, task: str) -> None:
        """The people at the table agree with the result of this sitting, or they do not."""
