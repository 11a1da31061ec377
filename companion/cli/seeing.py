"""companion look and its kin: commands that belong to the eye and the scale."""

from __future__ import annotations

import importlib
import importlib.util

from .adding import Commands, add

COMMANDS = {"look": "companion.senses.looking"}


def add_commands(commands: Commands) -> None:
    for name, where in COMMANDS.items():
        module = importlib.import_module(where)
        module.add_arguments(add(commands, name, module.main))
