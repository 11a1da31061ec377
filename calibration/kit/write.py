"""Writing the kit into a folder, page by page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from .cards import Rows, card_sheets, curse_sheets, pharaoh_sheets
from .markers import marker_sheet


def write_kit(
    folder: Path,
    cards: Sequence[tuple[str, Rows]],
    pharaohs: Sequence[str],
    curses: Sequence[Sequence[str]],
) -> list[Path]:
    """Write every page as SVG and say which files were written."""
    pages: Mapping[str, list[str]] = {
        "markers": [marker_sheet()],
        "wall-cards": card_sheets(cards),
        "pharaoh-cards": pharaoh_sheets(pharaohs),
        "curse-cards": curse_sheets(curses),
    }
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, sheets in pages.items():
        for number, sheet in enumerate(sheets, 1):
            path = folder / f"{name}-{number}.svg"
            path.write_text(sheet, encoding="utf-8")
            written.append(path)
    return written
