"""The night on paper: seating, place cards, standings, certificates."""
