"""A valid request to every address of a house: for tests that walk them all, and for nonsense."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from flask import Flask

BEGIN = {"room": "wall", "people": [{"name": "Anna"}, {"name": "Ben"}]}
PARTS = {
    "<int:number>": "1",
    "<int:count>": "2",
    "<room>": "wall",
    "<title>": "hieroglyphs",
    "<question>": "doubt-1",
    "<token>": "wrong",
    "<path:filename>": "shell/words.js",
}
"""What stands in an address for its parts; names of files are given with each game."""
GET_ONLY: dict[str, str] = {
    "/house/words/<room>.json": "/house/words/wall.json",
    "/workshop/print/<name>.pdf": "/workshop/print/markers.pdf",
    "/workshop/teach/<room>/<name>.jpg": "/workshop/teach/wall/0.jpg",
    "/workshop/teach/<room>/tonight/<name>": "/workshop/teach/wall/tonight/0",
    "/score/<name>/cell.jpg": "/score/none/cell.jpg",
    "/score/<name>/picture.jpg": "/score/none/picture.jpg",
    "/acts/<name>": "/acts/none",
    "/guide/<name>": "/guide/build",
    "/guide/<name>.json": "/guide/build.json",
    "/guide/pictures/<name>": "/guide/pictures/wiring.svg",
}


@dataclass(frozen=True)
class Asked:
    """One request, as a page sends it."""

    method: str
    path: str
    body: Any = None
    kind: str = field(default="application/json")


def bodies(game: str) -> dict[str, Any]:
    """What is posted to each address; *game* lies on the shelf. Bytes are sent as they are."""
    move = {"type": "InsertCard", "slot": 0, "card": "H00"}
    room = {"room": "wall"}
    return {
        # the house
        "/house/begin": BEGIN,
        "/house/claim": {"code": "AAAAAAAA"},
        "/house/end": {"reason": "bedtime"},
        "/house/go-on": {},
        "/house/hall/call": {"why": "help"},
        "/house/hall/join": {"address": "http://127.0.0.1:1", "code": "AAAAAA", "table": "7"},
        "/house/hall/leave": {},
        "/house/hall/open": {},
        "/house/hall/result": {"agreed": True},
        "/house/hand-over": {"seat": 0, "name": "Mallory"},
        "/house/invite": {"seat": 1},
        "/house/laying": {"step": 1},
        "/house/leave": {},
        "/house/light": {"on": True},
        "/house/pass": {"turns": 0},
        "/house/manner": {"manner": "seats"},
        "/house/network": {},
        "/house/pause": {},
        "/house/rematch": room,
        "/house/reopen": {},
        "/house/resume": {"game": game},
        "/house/revoke": {"seat": 1},
        "/house/speed": {"speed": 3.0},
        "/join": {"code": "AAAAAA"},
        "/house/tutorial": {"seats": [0], "on": False},
        "/house/advice": {"seats": [0], "on": False},
        "/screen/choose": {"shows": "result"},
        "/settings/change": {"values": {"name": "Kitchen"}},
        "/settings/check": {"name": "name", "value": "Kitchen"},
        "/settings/owner/renew": {},
        "/settings/owner/send-away": {"phone": "none"},
        "/settings/people/forget": {"who": "Nobody"},
        "/settings/people/rename": {"who": "Anna", "name": "Anne"},
        "/settings/power": {"act": "off"},
        "/settings/restart": {},
        "/settings/restore": b"PK\x03\x04",
        "/settings/restore/sure": {"sure": "no"},
        "/settings/update": b"!<arch>\n",
        "/shelf/delete": {"game": "none.sqlite"},
        "/shelf/import": b"{}\n",
        "/shelf/what-if": {"game": game, "moment": 1},
        # the workshop
        "/workshop/box/<room>/answer": {"fact": "none"},
        "/workshop/box/<room>/confirm": {"group": "none"},
        "/workshop/box/<room>/forget": {},
        "/workshop/box/<room>/grow": {"group": "none"},
        "/workshop/box/<room>/restore": {"number": 0},
        "/workshop/box/<room>/rulebook": {"text": "1. The wall."},
        "/workshop/box/<room>/rulebook/forget": {},
        "/workshop/box/<room>/shrink": {"group": "none"},
        "/workshop/box/<room>/spread/drop": {},
        "/workshop/box/<room>/spread/take": {"part": "card", "groups": [], "whole": True},
        "/workshop/box/picture": b"\xff\xd8\xff",
        "/workshop/box/import": {"text": "room = 'wall'"},
        "/workshop/camera/corners": {"room": "wall", "corners": "0,0 1,0 1,1 0,1"},
        "/workshop/camera/try": {"camera": "none"},
        "/workshop/check/found": {"part": "camera", "works": True},
        "/workshop/check/try": {"part": "lamp"},
        "/workshop/editions/drop": {"room": "wall", "version": "none"},
        "/workshop/editions/import": b"PK\x03\x04",
        "/workshop/editions/use": {"room": "wall", "version": ""},
        "/workshop/teach/back": room,
        "/workshop/teach/begin": {"room": "wall", "edition": "Ours"},
        "/workshop/teach/enough": {"room": "wall", "one": "H00", "other": "H01"},
        "/workshop/teach/learn": room,
        "/workshop/teach/name": {"room": "wall", "pending": "none", "labels": {}},
        "/workshop/teach/picture": b"\xff\xd8\xff",
        "/workshop/teach/stop": room,
        "/workshop/teach/tonight": {"room": "wall", "keep": [0]},
        "/workshop/teach/trial": b"\xff\xd8\xff",
        "/workshop/weigh/back": {},
        "/workshop/weigh/begin": {"known": 100.0},
        "/workshop/weigh/take": {"step": 1},
        "/workshop/wiring/add": {"part": "lamp", "kind": "led", "values": {"name": "1", "pin": 17}},
        "/workshop/wiring/remove": {"part": "lamp", "name": "1"},
        # the table
        "/answer": {"question": "setup", "option": "begin", "base": 1},
        "/invite": {"seat": 0},
        "/move": {"move": move, "base": 1},
        "/score": b"\xff\xd8\xff",
        "/score/<name>/count": {"choices": {}},
        "/score/by-hand": {},
        "/may-i": {"place": "0,0"},
        "/preview": {"move": move, "base": 1},
        "/press": {"seat": 0},
        "/put-right": {"number": 1, "move": move, "base": 1},
        "/revoke": {"seat": 1},
        "/scan": {"run": True},
        "/photograph": b"\xff\xd8\xff",
        "/take-back": {"number": 1, "base": 1},
    }  # fmt: skip


def requests_to(app: Flask, game: str) -> Iterator[Asked]:
    """A valid request to every address of an app, in the order of their addresses."""
    posted = bodies(game)
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
        path = GET_ONLY.get(rule.rule) or filled(rule.rule, game)
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            body = posted[rule.rule] if method == "POST" else None
            kind = "application/octet-stream" if isinstance(body, bytes) else "application/json"
            yield Asked(method, path, body, kind)


def filled(rule: str, game: str) -> str:
    """An address with something in the place of each of its parts."""
    for part, value in {"<game>": quote(game), "<name>": "none", **PARTS}.items():
        rule = rule.replace(part, value)
    return rule
