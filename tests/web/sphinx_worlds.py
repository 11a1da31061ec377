"""Two tables that differ only in what lies under the sphinxes, and every byte they let out."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
from flask import Flask

from companion.core.roles import TABLE, seat
from companion.games.sphinx import moves as m
from companion.journal import export
from companion.table import Table
from companion.table.inquiry import places_of
from tests.rooms.sphinx.worlds import FUTILE
from tests.web import sphinx_scenes as scene
from tests.web.scenes import a_browser, an_app

WORLDS = (
    (("blue", "purple", "red", "orange", "green", "yellow"), "c0ffee" * 5 + "01"),
    (("orange", "green", "purple", "yellow", "blue", "red"), "decade" * 5 + "02"),
)
"""The colours by seat and the salt in either world. Neither makes the claim right."""
CLAIM = ("red", "yellow", "orange")
ROLES = ("table", "referee", "seat-0", "seat-1")
Shown = dict[str, bytes]
HEX = re.compile(rb"[0-9a-f]{16,}")
CIPHER = re.compile(rb'\\?"locked\\?":\\?"[^"]*"')


def sealed(folder: Path, world: int) -> Table:
    under, salt = WORLDS[world]
    return scene.a_court(folder, 3, under=under, salt=salt)


def claiming(folder: Path, world: int, noted: bool = True) -> Table:
    """Ana has looked, noted something, and laid three cards; the table is about to answer."""
    under, salt = WORLDS[world]
    table = scene.at_the_guards(folder, under=under, salt=salt)
    if noted:
        scene.do(table, m.NoteColour(0, "G1", "red"), seat(0))
    assert scene.lay(table, *CLAIM).kind == "accepted"
    return table


def answered(folder: Path, world: int) -> Table:
    """The claim was wrong, and two sphinxes were swapped since."""
    under, salt = WORLDS[world]
    glass = scene.Hourglass()
    table = scene.answered(folder, glass, *CLAIM, under=under, salt=salt)
    scene.answer(table, "agree")
    scene.throw(table, 1, 1, "S")
    return scene.answer(table, "swap:G2:T1")


MOMENTS = {"sealed": sealed, "claiming": claiming, "answered": answered}


def noon() -> float:
    return 1000.0


def page_of(table: Table) -> Flask:
    """The page of a table, built once."""
    if table not in _PAGES:
        seats = tuple(range(len(table.state.seats)))
        everybody = {number: frozenset[str]() for number in seats}
        _PAGES[table] = an_app(
            table, clock=noon, play_clock=noon, learners=lambda: everybody, advised=lambda: seats
        )
    return _PAGES[table]


_PAGES: WeakKeyDictionary[Table, Flask] = WeakKeyDictionary()


def everything(table: Table, app: Flask, role: str) -> Shown:
    """Every byte a role can get out of every address, read and written to, streams included."""
    client = a_browser(app, "" if role == "table" else f"{role}-link")
    shown = dict(_asked(app, client, table))
    shown |= _posted(app, client, table)
    for name, data in dict(_asked(app, client, table)).items():
        shown[f"again {name}"] = data
    return {name: blotted(data, table) for name, data in shown.items()}


def _asked(app: Flask, client: Any, table: Table) -> Iterator[tuple[str, bytes]]:
    past = [f"/corrections/{number}" for number in range(table.number + 2)]
    for path in (*_addresses(app, "GET"), *past):
        if path == "/events":
            yield path, _stream(client)
            continue
        answer = client.get(path)
        yield path, answer.data
        kept = [(k, v) for k, v in answer.headers if k not in ("Date", "Set-Cookie", "ETag")]
        yield f"headers of {path}", repr((answer.status, sorted(kept))).encode()


def _addresses(app: Flask, method: str) -> list[str]:
    """Every address of the page, with something filled in where one is asked for."""
    rules = (rule for rule in app.url_map.iter_rules() if method in (rule.methods or ()))
    paths = [re.sub(r"<[^>]+>", "x", rule.rule) for rule in rules if rule.endpoint != "static"]
    return sorted({*paths, "/state?as=table"} if method == "GET" else paths)


def _stream(client: Any) -> bytes:
    answer = client.get("/events", buffered=False)
    chunks = iter(answer.response)
    first = b"".join(next(chunks) for _ in range(2))
    answer.close()
    return first


def _posted(app: Flask, client: Any, table: Table) -> Shown:
    said: Shown = {}
    for path in _addresses(app, "POST"):
        for number, body in enumerate(_bodies(table)):
            answer = client.post(path, json=body)
            said[f"{path} {number}"] = answer.data + repr(answer.status).encode()
    for place in places_of(table.game, table.game.view(table.state, TABLE)):
        answer = client.post("/may-i", json={"place": place})
        assert answer.status_code == 200
        said[f"/may-i {place}"] = answer.data
    return said


def _bodies(table: Table) -> Iterator[Any]:
    """Wrong requests of every kind, each made against the table as it is by then."""
    yield from ({}, [], {"question": "nothing", "base": table.number, "option": "red"})
    for move in FUTILE:
        yield {"move": msgspec.to_builtins(move), "base": table.number}
    yield {"number": 2, "base": table.number}
    yield {"number": 2, "move": msgspec.to_builtins(FUTILE[-2]), "base": table.number}
    yield {"run": False}
    for question in table.questions():
        fields = {"G1": "red", "G2": "blue"}
        yield {"question": question.id, "base": table.number, "fields": fields}


def blotted(data: bytes, table: Table) -> bytes:
    """The same without the digests of the seals: those differ by design, in their letters only."""
    for seal in table.state.seals:
        data = data.replace(seal.digest.encode(), b"#" * 64)
    return data


def differing(one: Shown, other: Shown) -> set[str]:
    assert one.keys() == other.keys()
    return {name for name, data in one.items() if other[name] != data}


def exported(table: Table, with_private: bool) -> bytes:
    out = io.StringIO()
    export(table.ledger.journal.path, out, with_private=with_private)
    return out.getvalue().encode()


def without_chance(data: bytes) -> bytes:
    """An export without what chance made: digests, salts, chains and ciphers, kept in length."""
    blot = HEX.sub(lambda found: b"#" * len(found[0]), data)
    return CIPHER.sub(lambda found: b"*" * len(found[0]), blot)


def files_of(folder: Path) -> dict[str, bytes]:
    """Every file beside the journal, the key aside."""
    found = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".key")
    return {path.name: path.read_bytes() for path in found}


def canaries(world: int) -> Iterator[re.Pattern[bytes]]:
    """What must never be found: the salt, and six colours in the order of the seats."""
    under, salt = WORLDS[world]
    yield re.compile(salt.encode())
    yield re.compile(rb"\W{1,40}".join(colour.encode() for colour in under))
    between = rb"[^\n]{0,24}?"
    yield re.compile(between.join(_seat_and(n, colour) for n, colour in enumerate(under)))


def _seat_and(number: int, colour: str) -> bytes:
    seat = ("G1", "G2", "G3", "T1", "T2", "T3")[number]
    return rb"%s\W{1,8}%s" % (seat.encode(), colour.encode())


def singing(world: int, texts: Iterable[bytes]) -> list[bytes]:
    """The texts in which a canary is heard."""
    patterns = list(canaries(world))
    return [text for text in texts if any(pattern.search(text) for pattern in patterns)]
