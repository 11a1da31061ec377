"""A new version on the owner's page: sent as a package, checked, and handed to the installer."""

from __future__ import annotations

import os
from pathlib import Path

from flask import Blueprint, Response

from companion.core.errors import why
from companion.house import FOLDER
from companion.house.backup import STAGE
from companion.house.errors import HouseError, NotNow
from companion.house.package import MOST_BYTES, BadPackage, inspect_package
from companion.house.package_file import Package, is_newer

from ..kit.context import language, offloaded
from ..kit.uploads import UPDATE, dropped, received
from .answers import accepted, owner_only, refused
from .context import HouseDesk, house_desk
from .pages import json

updates = Blueprint("updates", __name__)

WISH = ("update", "wanted.update")
"""File in the folder of the house that the installer waits for."""


@updates.post(UPDATE)
def send() -> Response:
    """Take a package in and have it installed; refused while a game is open."""
    owner_only()
    here = house_desk()
    try:
        _must_be_possible(here)
        file = received(_stage(here), MOST_BYTES, "house.update.too_large")
        package: Package = offloaded(_handed_over, here, file)
    except HouseError as wrong:
        return refused(wrong)
    finally:
        dropped(_stage(here))
    return accepted("house.update.begun", {"version": package.version}, version=package.version)


@updates.get("/settings/update.json")
def report() -> Response:
    """Send what became of the last update."""
    owner_only()
    machine, words = house_desk().keeper.machine, house_desk().words[language()]
    installed, last = machine.package(), machine.last_update()
    state = str(last.get("state", ""))
    values = {"version": last.get("to", ""), "why": last.get("why", "")}
    known = state in ("installing", "installed", "went_back", "refused", "stuck")
    said = words.put(f"house.update.{state}", values) if known else ""
    ready = bool(machine.keyrings())
    said = said if ready else words.put("house.update.no_key", {})
    return json({"possible": installed is not None, "ready": ready, "state": state, "say": said})


def _must_be_possible(here: HouseDesk) -> None:
    if here.keeper.machine.package() is None:
        raise NotNow("update.not_packaged")
    if not here.keeper.machine.keyrings():
        raise NotNow("update.no_key")
    if here.house.open is not None:
        raise NotNow("update.game_open")


def _handed_over(here: HouseDesk, file: Path) -> Package:
    """Check the package while nobody can begin a game, and put it where the installer looks."""
    machine = here.keeper.machine
    found, installed = inspect_package(file, machine.keyrings()), machine.package()
    with here.keeper.quiet():
        _must_be_possible(here)
        assert installed is not None
        version, architecture = installed
        if found.architecture not in (architecture, "all"):
            raise BadPackage("update.other_machine", found=found.architecture, here=architecture)
        if found.version == version:
            raise BadPackage("update.same", version=version)
        if not is_newer(found.version, version):
            raise BadPackage("update.older", found=found.version, version=version)
        wish = here.house.folder.joinpath(FOLDER, *WISH)
        try:
            wish.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.replace(file, wish)
        except OSError as wrong:
            raise NotNow("cannot_save", why=why(wrong)) from wrong
    return found


def _stage(here: HouseDesk) -> Path:
    return here.house.folder / FOLDER / STAGE / "update.file"
