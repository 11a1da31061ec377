"""Boards: where the cells of each game lie, in millimetres. No pixels."""
