"""The track of the bowl, painted."""
