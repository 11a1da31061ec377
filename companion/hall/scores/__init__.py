"""Points, standings and seasons: every point explained, the same journal the same bytes."""
