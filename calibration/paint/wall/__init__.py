"""The hieroglyph wall, painted."""
