"""How a table happens to be lit and photographed this evening: drawn from a seed, then fixed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

Size = tuple[int, int]


@dataclass(frozen=True, slots=True)
class PaintedScene:
    """Everything about a photograph except what lies on the board.

    Angles are degrees, lengths are shares of the picture unless they say mm or px.
    """

    seed: int
    size: Size = (1280, 720)
    yaw: float = 0.0
    pitch: float = 8.0
    roll: float = 0.0
    fill: float = 0.78
    """The share of the picture the board takes, whichever way it is tighter."""
    shift: tuple[float, float] = (0.0, 0.3)
    """Where in the free room the board stands: -1 left or top, 1 right or bottom."""
    focal: float = 1.05
    lens: float = 0.0
    """How much straight lines bend: the widening at the picture's edge."""
    kelvin: float = 5000.0
    balance: float = 0.9
    """The share of the light's colour that the camera's white balance takes out."""
    exposure: float = 1.0
    slope: float = 0.15
    """How much darker the far side is than the near side of the light."""
    slope_angle: float = 30.0
    shadow: float = 0.15
    """How dark the soft shadow is, whose place follows from the seed."""
    vignette: float = 0.1
    noise: float = 3.0
    """The spread of the sensor's noise, in grey levels."""
    blur_px: float = 0.6
    jpeg: int = 0
    """JPEG quality; 0 leaves the picture as the sensor gave it."""
    jitter_mm: float = 0.7
    jitter_degrees: float = 1.0

    def dice(self, purpose: int) -> np.random.Generator:
        """Give the scene's own randomness for one purpose, the same every time."""
        return np.random.default_rng((self.seed & 0xFFFFFFFF, purpose))


def random_scene(seed: int, size: Size = (1280, 720), harshness: float = 0.5) -> PaintedScene:
    """Draw a scene: 0 is a studio in daylight, 1 a dim corner seen from the side."""
    dice = np.random.default_rng((seed & 0xFFFFFFFF, 0))

    def around(low: float, high: float) -> float:
        return float(dice.uniform(low, high))

    def up_to(most: float) -> float:
        return float(dice.uniform(-most, most)) * harshness

    return PaintedScene(
        seed=seed,
        size=size,
        yaw=up_to(20.0),
        pitch=around(2.0, 8.0) + 12.0 * harshness * around(0.0, 1.0),
        roll=up_to(5.0),
        fill=around(0.80, 0.86) - 0.10 * harshness * around(0.0, 1.0),
        shift=(up_to(0.8), around(0.2, 0.6)),
        focal=around(0.9, 1.2),
        lens=up_to(0.02),
        kelvin=around(5000.0, 6000.0) if harshness == 0 else around(2700.0, 6500.0),
        balance=1.0 - 0.35 * harshness * around(0.0, 1.0),
        exposure=1.0 + up_to(0.3),
        slope=0.45 * harshness * around(0.2, 1.0),
        slope_angle=around(0.0, 360.0),
        shadow=0.4 * harshness * around(0.0, 1.0),
        vignette=0.25 * harshness * around(0.2, 1.0),
        noise=1.0 + 6.0 * harshness * around(0.2, 1.0),
        blur_px=0.3 + 0.8 * harshness * around(0.0, 1.0),
        jitter_mm=0.2 + 0.8 * harshness,
        jitter_degrees=0.3 + 1.2 * harshness,
    )
