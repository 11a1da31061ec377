"""The numbers of the leaflet that no box changes."""

from __future__ import annotations

CAP = 4
"""The most scarabs a player can own (BOWL-43)."""
ADVENTUROUS_CAP = 3
"""... and fewer in the adventurous landslide (BOWL-62)."""
TO_ENTER = 2
"""Scarabs somebody must own to enter the chamber (BOWL-55)."""
CHAMBER_TILES = 2
"""Tiles in the chamber, each to be won by a boulder (BOWL-56, BOWL-57)."""
MOST_SYMBOLS = 3
"""Mummies on one tile."""
