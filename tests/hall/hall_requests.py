"""A valid request to every address of a hall: for tests that walk them all, and for nonsense."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from flask import Flask

from companion.hall.scores.night_file import NightFile, signed
from companion.journal.signatures import SigningKey
from tests.web.house_requests import Asked

NIGHT: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/act/come", {"text": "Anna\nBen\nCarla\nDavid"}),
    ("/act/box", {"game": "wall", "sizes": [2], "count": 3}),
    ("/draw", {"rounds": 2}),
    ("/act/publish", {"round": 1}),
    ("/act/start", {"round": 1}),
)
"""Four people, three boxes, a round that has begun."""
PEOPLE = ("p1", "p2")
AT = {"round": 1, "box": "b1"}
ANOTHER = NightFile(
    night="c0ffee", name="Café Isis", day="2026-05-01", people=(), rounds=(), standings=(),
    scheme="places", breaks=(), final=True,
)  # fmt: skip
"""A night of another hall."""
DRAWN = "swap"
"""The first act that needs a draw; those before it have made the last one useless."""
PATHS: dict[str, tuple[str, ...]] = {
    "/code.svg": ("/code.svg", "/code.svg?for=table"),
    "/desk/swaps.json": ("/desk/swaps.json?who=p1&round=2",),
    "/organiser/<token>": ("/organiser/wrong",),
    "/papers/<name>.pdf": tuple(
        f"/papers/{name}.pdf"
        for name in ("seating", "cards", "standings", "crosstable", "certificates")
    ),
    "/number.json": ("/number.json?who=p1",),
    "/points.json": ("/points.json?who=p1",),
    "/referee/<table>.json": ("/referee/1.json",),
    "/referee/<table>/picture.jpg": ("/referee/1/picture.jpg",),
    "/standings.<kind>": ("/standings.csv", "/standings.json"),
    "/static/<path:filename>": ("/static/shell/words.js",),
    "/why.json": ("/why.json?who=p1&round=1",),
}
"""The pages of a rule that has parts or asks for more."""


def acts(people: Sequence[str] = PEOPLE) -> dict[str, Any]:
    """What is posted for each act of the evening, in an order in which a night may go on; *people*
    sit at the first table."""
    places = [{"person": who, "place": n + 1, "score": 3.0} for n, who in enumerate(people)]
    sitting = {"box": "b1", "game": "wall", "people": [*people]}
    person = {"id": "p3", "name": "Carla", "needs": ["quiet"], "note": "late", "language": "de"}
    box = {"id": "b2", "game": "wall", "sizes": [2, 3], "place": "2", "offers": ["quiet"]}
    rule = {"rule": {"kind": "apart", "people": [*people]}}
    return {
        "arrange": {"name": "A night", "format": "fixed", "minutes": 60, "confirm": "table"},
        "game": {"game": {"id": "own1", "name": "Hive", "sizes": [2, 3, 4], "minutes": 20,
                          "scoring": "points"}},
        "door": {"open": True},
        "join": {"name": "Emil"},
        "admit": {"who": "p5"},
        "turn-away": {"who": "p6"},
        "come": {"text": "Frida\nGina, quiet"},
        "check-in": {"who": "p1", "here": True},
        "merge": {"who": "p7", "into": "p6"},
        "forget": {"who": "p6"},
        "speak": {"who": "p1"},
        "silence": {"who": "p1"},
        "box": {"game": "wall", "sizes": [2, 3], "place": "by the window", "count": 1},
        "bring": {"box": box},
        "change": {"person": person},
        "miss": {"who": "p4", "rounds": [2]},
        "present": {"who": "p1", "shown": "first"},
        "bind": rule,
        "unbind": rule,
        "enrol": {"table": "1", "box": "b1"},
        "manner": {"manner": "event"},
        "screen": {"screen": "1", "shows": "table", "table": "1"},
        "keep": {"rounds": [{"number": 2, "tables": [sitting]}], "seed": 1, "method": "x",
                 "mark": ""},
        "swap": {"round": 2, "one": "p1", "two": "p2", "reason": "friends"},
        "unswap": {},
        "pause": {},
        "resume": {},
        "grant": {"seconds": 60, **AT},
        "call": {"id": "k1", "box": "b1", "kind": "help", "seat": 1, "text": "Which one?"},
        "claim": {"id": "k1"},
        "release": {"id": "k1"},
        "answer": {"id": "k1", "text": "It counts", "before": "3", "after": "4", "reversal": True},
        "announce": {"id": "k1"},
        "close": {"id": "k1", "why": "back"},
        "report": {"result": {**AT, "places": places}},
        "dispute": {**AT, "why": "miscounted"},
        "correct": {**AT, "places": places, "why": "counted again", "quietly": True},
        "reveal": AT,
        "confirm": {**AT, "who": people[0]},
        "excuse": {"round": 1, "box": "b2", "why": "nobody came"},
        "penalise": {"id": "k1", "who": people[0], "points": 1, "why": "late"},
        "pardon": {"id": "k1"},
        "sit": {"round": 1, "who": "p3", "box": ""},
        "unstart": {"round": 1},
        "hold": {"table": "1"},
        "show": {"table": "1"},
        "move": {"round": 1, "box": "b1", "to": "b3"},
        "publish": {"round": 2, "early": True},
        "unpublish": {"round": 2},
        "start": {"round": 2},
        "seat": {"tables": [sitting]},
        "break": {"box": "b2"},
        "mend": {"box": "b2"},
        "leave": {"who": "p4"},
        "return": {"who": "p4"},
        "let-another": {"table": "1"},
        "finish": {},
        "reopen": {},
    }  # fmt: skip


def bodies(game: str = "") -> dict[str, Any]:
    """What is posted to each address but those of acts; *game* is open at the table. Bytes are sent
    as they are."""
    return {
        "/claim": {"code": "AAAAAA", "name": "Rita"},
        "/desk/people": "name;needs\nHugo;quiet\n".encode("utf-16"),
        "/desk/season": signed(ANOTHER, SigningKey(bytes(range(32)))),
        "/desk/season/drop": {"night": ANOTHER.night},
        "/draw": {"rounds": 3, "seed": 7},
        "/enrol": {"code": "AAAA-AAAA-AAAA-AAAA-AAAA", "table": "2", "certificate": "0" * 64},
        "/order/<table>": {"act": "pause", "game": game, "body": {}},
    }


def requests_to(app: Flask, game: str = "", people: Sequence[str] = PEOPLE) -> Iterator[Asked]:
    """A valid request to every address of an app: the pages first, then the night goes on."""
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
        if "GET" in (rule.methods or ()):
            yield from (Asked("GET", path) for path in PATHS.get(rule.rule, (rule.rule,)))
    for name, body in acts(people).items():
        if name == DRAWN:
            yield from _posted(game)
        yield Asked("POST", f"/act/{name}", body)


def _posted(game: str) -> Iterator[Asked]:
    for rule, body in bodies(game).items():
        kind = "application/octet-stream" if isinstance(body, bytes) else "application/json"
        yield Asked("POST", rule.replace("<table>", "1"), body, kind)
