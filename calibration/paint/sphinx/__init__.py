"""The court of the sphinx, painted."""
