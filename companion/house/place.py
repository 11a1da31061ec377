"""Where the house stands, as its diary has it: in the lobby, or at an open game. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from companion.core.shapes import convert
from companion.journal import Entry

from .plan import Plan
from .renaming import Renaming, planned

LOBBY_KIND, TABLE_KIND = "lobby", "table"
SCREENS = ("table", "result", "lobby", "clock")
"""What screens can show. The table is the lobby while nothing is open."""


class Place(msgspec.Struct, frozen=True):
    """The game that is open, if one is, and what was played last in every room."""

    game: str | None = None
    """The file name of the open game."""
    plan: Plan | None = None
    """How the open game was planned; None for one that was continued from the shelf."""
    rehearsed: bool = False
    lasts: dict[str, Plan] = {}
    """The last plan of every room, for a rematch and for names."""
    latest: str | None = None
    """The room played last."""
    screen: str = "table"
    """What screens show."""
    renamings: tuple[Renaming, ...] = ()
    """Who was renamed or forgotten, in that order."""
    laying: int | None = None
    """The step of laying out the box somebody is at; None when nobody is."""

    @property
    def kind(self) -> str:
        return LOBBY_KIND if self.game is None else TABLE_KIND

    @property
    def on_screen(self) -> str:
        """What a screen shows now: there is no table and no result while nothing is open."""
        known = self.screen if self.screen in SCREENS else TABLE_KIND
        return LOBBY_KIND if self.game is None and known != "clock" else known


LOBBY = Place()


def opened(game: str, plan: Plan | None, rehearsed: bool) -> dict[str, Any]:
    """A diary entry: a game is open from here."""
    return {
        "game": game,
        "plan": None if plan is None else msgspec.to_builtins(plan),
        "rehearsed": rehearsed,
    }


def read_back(entries: Iterable[Entry]) -> Place:
    place = LOBBY
    for entry in entries:
        place = followed(place, entry)
    return place


def followed(place: Place, entry: Entry) -> Place:
    """Where the house stands after one more entry; what is not understood changes nothing."""
    body = entry.body or {}
    match entry.kind:
        case "opened":
            return _at_table(place, body)
        case "closed":
            return msgspec.structs.replace(
                place, game=None, plan=None, rehearsed=False, laying=None
            )
        case "laid":
            step = body.get("step")
            return msgspec.structs.replace(place, laying=step if isinstance(step, int) else None)
        case "screened":
            return msgspec.structs.replace(place, screen=str(body.get("shows", "table")))
        case "renamed":
            change = Renaming(entry.wall_time, str(body.get("who")), str(body.get("name", "")))
            return _renamed(place, change)
    return place


def _renamed(place: Place, change: Renaming) -> Place:
    changed = {room: planned(plan, change) for room, plan in place.lasts.items()}
    lasts = {room: plan for room, plan in changed.items() if plan is not None}
    renamings = (*place.renamings, change)
    return msgspec.structs.replace(place, lasts=lasts, renamings=renamings)


def _at_table(place: Place, body: dict[str, Any]) -> Place:
    try:
        plan = None if body.get("plan") is None else convert(body["plan"], Plan)
    except msgspec.ValidationError:
        plan = None  # planned by another version: the game itself is in its journal
    game, rehearsed = str(body["game"]), bool(body.get("rehearsed"))
    standing = msgspec.structs.replace(
        place, game=game, plan=plan, rehearsed=rehearsed, laying=None
    )
    if plan is None:
        return standing
    lasts = {**place.lasts, plan.room: plan}
    return msgspec.structs.replace(standing, lasts=lasts, latest=plan.room)
