"""Where the weights of the owner's things are kept."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.files import write_whole
from companion.settings import Settings, state_folder


def weights_file(settings: Settings) -> Path:
    """As set, or beside the journals."""
    return Path(settings.weights) if settings.weights else state_folder(settings) / "weights.json"


def save_weights(settings: Settings, kept: Mapping[str, Any]) -> None:
    """Keep what was weighed; a plug pulled in between leaves the old weights."""
    path = weights_file(settings)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, f"{json.dumps(kept, indent=2)}\n".encode(), 0o644)
