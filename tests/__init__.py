"""Sentences about the table, each one checked."""
