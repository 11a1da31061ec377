"""A whole night in one process, its order and its faults drawn from a seed."""
