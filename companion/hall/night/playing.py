"""Who plays and what is in use just now: tables that have begun and have no result yet."""

from __future__ import annotations

from .records import Box, Person, Sitting
from .state import Night, key


def open_tables(night: Night) -> tuple[tuple[int, Sitting], ...]:
    """Every table that was started and has no result, with the number of its round."""
    return tuple(
        (each.number, table)
        for each in night.published[: night.started]
        for table in each.tables
        if key(each.number, table.box) not in night.results
    )


def ready_people(night: Night) -> tuple[Person, ...]:
    """Everybody who is here and sits at no table that still plays."""
    busy = {who for _, table in open_tables(night) for who in table.people}
    return tuple(person for person in night.here if person.id not in busy)


def free_boxes(night: Night) -> tuple[Box, ...]:
    busy = {table.box for _, table in open_tables(night)}
    return tuple(box for box in night.usable if box.id not in busy)


def waited(night: Night) -> dict[str, float]:
    """For everybody who is ready, the last round they sat in: who sat longest ago comes first."""
    last = {
        who: float(each.number) for each in night.published for t in each.tables for who in t.people
    }
    return {person.id: last.get(person.id, 0.0) for person in ready_people(night)}
