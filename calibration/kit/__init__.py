"""What an owner prints and cuts out: markers for the corners, and a deck of our own cards."""

from __future__ import annotations

from .cards import card_sheets, curse_sheets, pharaoh_sheets
from .markers import marker_sheet
from .write import write_kit

__all__ = ["card_sheets", "curse_sheets", "marker_sheet", "pharaoh_sheets", "write_kit"]
