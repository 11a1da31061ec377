"""Whether chances mean what they say: of cells read at 0.9, nine of ten should be right.

The diagram has one curve for each set: what was said, and how often it was so. The expected error
is the mean distance between the two, over all cells.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.cli.look_tables import EDGES, Step, at_most, expected_error

WIDTH, PLOT, LEFT, TOP = 640, 420, 60, 30
COLOURS = ("#1f5fa8", "#b5452c", "#2e7d4f", "#7a4fa3", "#a37b1f", "#3a8a8c", "#8a3a6d", "#555555")


def drawn(sets: dict[str, list[Step]]) -> str:
    """The reliability diagram as SVG."""
    height = TOP + PLOT + 60 + 18 * len(sets)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"'
        ' font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
        *_axes(),
    ]
    for number, (name, steps) in enumerate(sets.items()):
        colour = COLOURS[number % len(COLOURS)]
        lines += _curve(steps, colour)
        y = TOP + PLOT + 52 + 18 * number
        lines.append(f'<rect x="{LEFT}" y="{y - 9}" width="14" height="10" fill="{colour}"/>')
        lines.append(f'<text x="{LEFT + 22}" y="{y}">{_legend(name, steps)}</text>')
    return "\n".join([*lines, "</svg>", ""])


def _at(said: float, true: float) -> tuple[float, float]:
    return LEFT + said * (WIDTH - 2 * LEFT), TOP + (1 - true) * PLOT


def _axes() -> list[str]:
    (x0, y0), (x1, y1) = _at(0, 0), _at(1, 1)
    lines = [
        f'<path d="M{x0} {y1}V{y0}H{x1}" fill="none" stroke="#333"/>',
        f'<path d="M{x0} {y0}L{x1} {y1}" stroke="#999" stroke-dasharray="4 4"/>',
        f'<text x="{(x0 + x1) / 2}" y="{y0 + 34}" text-anchor="middle">chance that was told</text>',
        f'<text x="{x0}" y="{y1 - 12}">share that was right</text>',
    ]
    for tenth in range(0, 11, 2):
        x, y = _at(tenth / 10, tenth / 10)
        lines.append(f'<text x="{x}" y="{y0 + 16}" text-anchor="middle">{tenth / 10}</text>')
        lines.append(f'<text x="{x0 - 8}" y="{y + 4}" text-anchor="end">{tenth / 10}</text>')
    return lines


def _curve(steps: Sequence[Step], colour: str) -> list[str]:
    spots = [_at(step.said, step.true) for step in steps]
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in spots)
    lines = [f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>']
    for step, (x, y) in zip(steps, spots, strict=True):
        radius = 2 + min(6.0, step.count**0.5 / 12)
        told = f"{step.said:.3f}: {step.right} / {step.count}"
        lines.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{colour}" '
            f'fill-opacity="0.6"><title>{told}</title></circle>'
        )
    return lines


def _legend(name: str, steps: Sequence[Step]) -> str:
    sure = [step for step in steps if step.said >= EDGES[6]]
    count, right = sum(step.count for step in sure), sum(step.right for step in sure)
    error = 100 * expected_error(steps)
    bound = 100 * at_most(count - right, count)
    return (
        f"{name}: expected error {error:.2f} %; wrong and sure {count - right} of {count}, "
        f"at most {bound:.2f} %"
    )
