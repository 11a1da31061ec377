"""The net: forty pixels across in, a point on the unit sphere out."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

SEEN, POINT = 40, 96
"""Pixels across what the net sees (the cell and an eighth of it on each side), and its figures."""
WIDTHS = (24, 40, 72, 112)
MIDDLE, SPREAD = 127.5, 64.0


def _layer(from_: int, to: int, size: int = 3, stride: int = 1) -> nn.Sequential:
    conv = nn.Conv2d(from_, to, size, stride, size // 2, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(to))


class Block(nn.Module):
    """Two convolutions and a way around them."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.one, self.other = _layer(width, width), _layer(width, width)

    def forward(self, seen: Tensor) -> Tensor:
        return functional.relu(seen + self.other(functional.relu(self.one(seen))))


class Net(nn.Module):
    """Five steps from pixels to a point."""

    def __init__(self) -> None:
        super().__init__()
        first, second, third, last = WIDTHS
        self.steps = nn.Sequential(
            _layer(3, first, 5, 2), nn.ReLU(), _layer(first, second, 3, 2), nn.ReLU(),
            Block(second), _layer(second, third, 3, 2), nn.ReLU(), Block(third),
            _layer(third, last, 3, 2), nn.ReLU(), nn.Flatten(), nn.Linear(last * 9, POINT),
        )  # fmt: skip

    def forward(self, seen: Tensor) -> Tensor:
        """Return points of cells (n, 3, SEEN, SEEN), blue, green and red from 0 to 255."""
        return functional.normalize(self.before(seen), dim=1)

    def before(self, seen: Tensor) -> Tensor:
        """Return the same, not yet brought to the sphere."""
        found: Tensor = self.steps((seen - MIDDLE) / SPREAD)
        return found


class Judge(nn.Module):
    """From how near two points are to the log odds that they show the same."""

    def __init__(self) -> None:
        super().__init__()
        self.steep, self.middle = nn.Parameter(torch.tensor(12.0)), nn.Parameter(torch.tensor(0.8))

    def forward(self, near: Tensor) -> Tensor:
        return self.steep * (near - self.middle)
