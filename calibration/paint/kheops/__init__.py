"""The pyramid of kheops, painted."""
