"""companion look, teach and weigh: commands that belong to the eye and the scale."""

from __future__ import annotations

import argparse
import importlib

from .adding import Commands, add

COMMANDS = {
    "look": "companion.cli.looking",
    "teach": "companion.cli.teaching",
    "weigh": "companion.cli.weigh_traces",
}


def add_commands(commands: Commands) -> None:
    for name, where in COMMANDS.items():
        module = importlib.import_module(where)
        module.add_arguments(add(commands, name, HERE.get(name, module.main)))


def _teach(args: argparse.Namespace) -> int:
    """Teach with the cameras of this machine."""
    from companion.cli.teaching import main
    from hardware.real.camera import open_camera

    return main(args, open_camera=open_camera)


HERE = {"teach": _teach}
"""Commands that need something of this machine."""
