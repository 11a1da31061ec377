"""Explain what was seen by moves the rules allow."""
