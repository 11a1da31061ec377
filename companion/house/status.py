"""Where the house is, from its diary: in the lobby, or at an open game. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from companion.core.decode import convert
from companion.journal import Entry

from .names import heard
from .plan import GamePlan
from .rename import Renaming, planned

LOBBY_KIND, TABLE_KIND = "lobby", "table"
SCREENS = ("table", "result", "lobby", "clock")
"""What screens can show. The table is the lobby while nothing is open."""


class HouseStatus(msgspec.Struct, frozen=True):
    """The game that is open, if one is, and what was played last in every room."""

    game: str | None = None
    """The file name of the open game."""
    plan: GamePlan | None = None
    """How the open game was planned; None for one that was continued from the shelf."""
    rehearsed: bool = False
    lasts: dict[str, GamePlan] = {}
    """The last plan of every room, for a rematch and for names."""
    latest: str | None = None
    """The room played last."""
    screen: str = "table"
    """What screens show."""
    renamings: tuple[Renaming, ...] = ()
    """Who was renamed or forgotten, in that order."""
    learners: dict[str, tuple[str, ...]] = {}
    """Who is taught in the last games, by game, as they are heard."""
    met: dict[str, dict[str, dict[str, str]]] = {}
    """What each person was told of each room, and in which game."""
    advised: tuple[str, ...] = ()
    """Who wants advice, as they are heard; nobody unless they say so."""
    since: str = ""
    """When the open game was opened."""
    laying: int | None = None
    """The step of laying out the box somebody is at; None when nobody is."""

    @property
    def kind(self) -> str:
        return LOBBY_KIND if self.game is None else TABLE_KIND

    @property
    def on_screen(self) -> str:
        """Return what a screen shows now; without an open game there is no table and no result."""
        known = self.screen if self.screen in SCREENS else TABLE_KIND
        return LOBBY_KIND if self.game is None and known != "clock" else known


LOBBY = HouseStatus()
MOST_TAUGHT = 20
"""Most games whose learners are remembered, the latest."""


def opened(game: str, plan: GamePlan | None, rehearsed: bool) -> dict[str, Any]:
    """Build the diary entry that a game is open."""
    return {
        "game": game,
        "plan": None if plan is None else msgspec.to_builtins(plan),
        "rehearsed": rehearsed,
    }


def read_back(entries: Iterable[Entry]) -> HouseStatus:
    place = LOBBY
    for entry in entries:
        place = followed(place, entry)
    return place


def followed(place: HouseStatus, entry: Entry) -> HouseStatus:
    """Apply one more diary entry; an unknown one changes nothing."""
    body = entry.body or {}
    match entry.kind:
        case "opened":
            return _at_table(place, body, entry.wall_time)
        case "closed":
            return msgspec.structs.replace(
                place, game=None, plan=None, rehearsed=False, laying=None
            )
        case "laid":
            step = body.get("step")
            return msgspec.structs.replace(place, laying=step if isinstance(step, int) else None)
        case "taught":
            return _taught(place, body)
        case "learner":
            return _learner(place, body)
        case "advised":
            return _advised(place, str(body.get("who")), bool(body.get("on")))
        case "screened":
            return msgspec.structs.replace(place, screen=str(body.get("shows", "table")))
        case "renamed":
            change = Renaming(entry.wall_time, str(body.get("who")), str(body.get("name", "")))
            return _renamed(place, change)
    return place


def _renamed(place: HouseStatus, change: Renaming) -> HouseStatus:
    changed = {room: planned(plan, change) for room, plan in place.lasts.items()}
    lasts = {room: plan for room, plan in changed.items() if plan is not None}
    renamings = (*place.renamings, change)
    met = {who: rooms for who, rooms in place.met.items() if who != change.who}
    if change.name and change.who in place.met:
        met[heard(change.name)] = _both(met.get(heard(change.name), {}), place.met[change.who])
    own = (heard(change.name) if who == change.who else who for who in place.advised)
    advised = tuple(dict.fromkeys(filter(None, own)))
    return msgspec.structs.replace(
        place, lasts=lasts, renamings=renamings, met=met, advised=advised
    )


Met = dict[str, dict[str, str]]


def _both(one: Met, other: Met) -> Met:
    return {room: {**one.get(room, {}), **other.get(room, {})} for room in {**one, **other}}


def _taught(place: HouseStatus, body: dict[str, Any]) -> HouseStatus:
    """Note what people were told in a game; what they knew before keeps its game."""
    game, room, met = str(body.get("game")), str(body.get("room")), dict(place.met)
    for who, topics in (body.get("met") or {}).items():
        told = {room: {str(topic): game for topic in topics}}
        met[who] = _both(told, met.get(who, {}))
    return msgspec.structs.replace(place, met=met)


def _advised(place: HouseStatus, who: str, on: bool) -> HouseStatus:
    others = tuple(one for one in place.advised if one != who)
    return msgspec.structs.replace(place, advised=(*others, who) if on else others)


def _learner(place: HouseStatus, body: dict[str, Any]) -> HouseStatus:
    """Note that somebody is taught in a game from here on, or no longer."""
    game, who = str(body.get("game")), str(body.get("who"))
    others = tuple(one for one in place.learners.get(game, ()) if one != who)
    return _learning(place, game, (*others, who) if body.get("on") else others)


def _learning(place: HouseStatus, game: str, who: tuple[str, ...]) -> HouseStatus:
    known = {one: names for one, names in place.learners.items() if one != game}
    latest = list({**known, game: who}.items())[-MOST_TAUGHT:]
    return msgspec.structs.replace(place, learners=dict(latest))


def _at_table(place: HouseStatus, body: dict[str, Any], at: str) -> HouseStatus:
    try:
        plan = None if body.get("plan") is None else convert(body["plan"], GamePlan)
    except msgspec.ValidationError:
        plan = None  # planned by another version: the game itself is in its journal
    game, rehearsed = str(body["game"]), bool(body.get("rehearsed"))
    standing = msgspec.structs.replace(
        place, game=game, plan=plan, rehearsed=rehearsed, since=at, laying=None
    )
    new = tuple(heard(person.name) for person in plan.people if person.new) if plan else ()
    if new:
        standing = _learning(standing, game, new)
    if plan is None or plan.rehearsal is not None:
        return standing  # simulated people are nobody's last table
    lasts = {**place.lasts, plan.room: plan}
    return msgspec.structs.replace(standing, lasts=lasts, latest=plan.room)
