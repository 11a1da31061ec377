"""Finite fields small enough for tables: numbers 0 to q-1 with a sum and a product."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

POLYNOMIALS = {
    4: (1, 1, 1), 8: (1, 1, 0, 1), 9: (2, 1, 1), 16: (1, 1, 0, 0, 1), 25: (2, 1, 1),
    27: (1, 2, 0, 1), 32: (1, 0, 1, 0, 0, 1), 49: (3, 1, 1),
}  # fmt: skip
"""Irreducible, lowest coefficient first, by the order of the field."""
MOST = 211


@dataclass(frozen=True)
class Field:
    """A field by its tables; ``plus[a][b]`` and ``times[a][b]``."""

    plus: tuple[tuple[int, ...], ...]
    times: tuple[tuple[int, ...], ...]


@cache
def field(order: int) -> Field | None:
    """The field of this order; None where there is none, or none as small as a hall."""
    if order in POLYNOMIALS:
        return _extension(order)
    if order < 2 or order > MOST or any(order % d == 0 for d in range(2, int(order**0.5) + 1)):
        return None
    span = range(order)
    return Field(
        tuple(tuple((a + b) % order for b in span) for a in span),
        tuple(tuple(a * b % order for b in span) for a in span),
    )


def _extension(order: int) -> Field:
    rule = POLYNOMIALS[order]
    degree = len(rule) - 1
    prime = round(order ** (1 / degree))
    digits = [[number // prime**k % prime for k in range(degree)] for number in range(order)]

    def number(parts: list[int]) -> int:
        return sum(part % prime * prime**k for k, part in enumerate(parts))

    def product(one: list[int], two: list[int]) -> int:
        long = [0] * (2 * degree - 1)
        for i, a in enumerate(one):
            for j, b in enumerate(two):
                long[i + j] += a * b
        for top in range(len(long) - 1, degree - 1, -1):
            for k in range(degree):
                long[top - degree + k] -= long[top] * rule[k]
            long[top] = 0
        return number(long[:degree])

    return Field(
        tuple(
            tuple(number([x + y for x, y in zip(a, b, strict=True)]) for b in digits)
            for a in digits
        ),
        tuple(tuple(product(a, b) for b in digits) for a in digits),
    )
