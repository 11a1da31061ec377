"""Houses that differ only in a secret of the open game look the same to everybody else: every
address of house and table, what is made of the game on the shelf, and what it is played on from."""

from __future__ import annotations

import io
import re
import shutil
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from werkzeug.test import Client

from companion.core.roles import REFEREE, seat
from companion.house import FOLDER, House
from companion.journal.retry import open_or_wait
from companion.table import Table
from companion.web import create_app
from companion.web.all_house_pages import create_house_app
from companion.web.house import HouseSite, Owner, shelf
from companion.web.server.notifier import Notifier
from tests.house.evenings import Opened, Tables
from tests.web import scenes, sphinx_worlds, test_secrets, test_secrets_dig, test_secrets_kheops
from tests.web.house_requests import requests_to
from tests.web.test_house import NETWORK, WORDS

GAME = "{room}-game-20260101-200000.sqlite"
ROLES = ("stranger", "ben", "ref", "owner", "kiosk")
"""Everybody but Anna, whose secret it is."""
TIMES = re.compile(rb"20\d\d-\d\d-\d\dT[0-9:.]+(Z|[+-]\d\d:\d\d)")
MARKS = re.compile(rb"[0-9a-f]{64}|house-\d")
"""The digest of a seal differs by design, and each house has a folder of its own."""
STREAMS = frozenset({"/events", "/house/events"})
BACKUP = "/settings/backup.zip"
BY_CHANCE = frozenset({"/settings/owner.json"})
"""What consists of random codes."""
Shown = dict[str, bytes]


def noon() -> float:
    return 1000.0


@dataclass
class Standing(Tables):
    """Tables at which time stands still, shown in the house."""

    site: HouseSite | None = None

    def resume(self, journal: Path, plan: Any) -> Opened:
        kept = open_or_wait(journal)
        opened = self._remembered(Opened(Table.resume(kept, clock=noon), kept))  # type: ignore[arg-type]
        assert self.site is not None
        links = {"anna": seat(0), "ben": seat(1), "ref": REFEREE}
        app = create_app(
            opened.table, words=WORDS, tokens=links, notifier=self.site.notifier, clock=noon,
            play_clock=noon, **test_secrets.taught(opened.table),
        )  # fmt: skip
        self.site.show(app)
        opened.hidden = lambda: self.site.show(None) if self.site else None
        return opened


# ---- the worlds --------------------------------------------------------------------------------


def walls(folder: Path) -> Iterator[Table]:
    """Anna has noted her pharaoh and her mummies, or others, or nothing."""
    for number, secret in enumerate(test_secrets.SECRETS):
        yield test_secrets.a_world(folder / str(number), secret)


def sphinxes(folder: Path) -> Iterator[Table]:
    """Other colours lie under the sphinxes; a claim is laid, after a note or without one."""
    for number, (world, noted) in enumerate(((0, True), (1, True), (0, False))):
        yield sphinx_worlds.claiming(folder / str(number), world, noted)


def digs(folder: Path) -> Iterator[Table]:
    """Other tiles lie below, all of them seen."""
    for number, below in enumerate(test_secrets_dig.BELOW):
        yield test_secrets_dig.a_world(folder / str(number), below)


def pyramids(folder: Path) -> Iterator[Table]:
    """Anna is about to build with the tile in her hand; the table does not know it."""
    for number in range(3):
        yield test_secrets_kheops.a_world(folder / str(number))


ROOMS: dict[str, Callable[[Path], Iterator[Table]]] = {
    "wall": walls,
    "sphinx": sphinxes,
    "dig": digs,
    "kheops": pyramids,
}
"""In the bowl nobody tells the table a secret: what lies face down nobody knows."""
SEEN_BY_NOBODY = ("dig", "kheops")
"""Where a secret is kept in no state: it lies below, or was only asked about."""


@dataclass
class World:
    """A house in which a game with a secret goes on."""

    room: str
    house: House
    site: HouseSite
    owner: Owner

    @property
    def game(self) -> str:
        return GAME.format(room=self.room)

    def browser(self, role: str) -> Client:
        client = Client(self.site)
        links = {"owner": "/owner/{}", "kiosk": "/owner/{}"}
        if role in links:
            self.get(client, links[role].format(self.owner.link(role)))
        elif role != "stranger":
            self.get(client, f"/join/{role}")
        return client

    def get(self, client: Client, path: str) -> Any:
        return client.get(path, environ_overrides=NETWORK)

    def post(self, client: Client, path: str, body: Any) -> Any:
        if isinstance(body, bytes):
            return client.post(path, data=body, environ_overrides=NETWORK)
        return client.post(path, json=body, environ_overrides=NETWORK)


def housed(room: str, table: Table, folder: Path) -> World:
    """Put a game on the shelf of a new house, and go on with it there."""
    journal = table.ledger.journal
    journal.close()
    for file in journal.path.parent.rglob("*"):
        if file.is_file():
            kept = folder / file.relative_to(journal.path.parent)
            kept.parent.mkdir(parents=True, exist_ok=True)
            name = file.name.replace(journal.path.name, GAME.format(room=room))
            shutil.copy(file, kept.with_name(name))
    site = HouseSite(Notifier())
    house = House(folder, Standing(site=site))
    owner = Owner(folder / FOLDER / "owner.json")
    create_house_app(house, site, words=WORDS, owner=owner, senses=lambda room: {"eye": "none"})
    house.start()
    world = World(room, house, site, owner)
    host = world.browser("owner")
    answer = world.post(host, "/house/resume", {"game": world.game})
    assert answer.status_code == 200, answer.data
    owner.renew()
    house.shelf.refresh()
    return world


def ask_about_hands(worlds: list[World], tables: list[Table]) -> None:
    """Anna asks on her phone what the tile in her hand would bring, or another one, or nothing."""
    phones, answers = [world.browser("anna") for world in worlds], []
    for world, anna, tile in zip(worlds, phones, test_secrets_kheops.held(tables), strict=False):
        number = world.get(anna, "/state").get_json()["number"]
        body = {"base": number, "move": msgspec.to_builtins(tile)}
        answer = world.post(anna, "/preview", body)
        assert answer.get_json()["kind"] == "foreseen", answer.data
        answers.append(answer.data)
    assert len(set(answers)) == len(answers) == 2


@pytest.fixture(scope="module", params=ROOMS)
def worlds(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    room, folder = request.param, tmp_path_factory.mktemp(request.param)
    (folder / "tables").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        for module in (scenes, test_secrets_dig):  # every move is made at the same moment
            patch.setattr(module, "time", SimpleNamespace(monotonic=lambda: 50.0))
        tables = list(ROOMS[room](folder / "tables"))
    found = [housed(room, table, folder / f"house-{n}") for n, table in enumerate(tables)]
    if room == "kheops":
        ask_about_hands(found, tables)
    yield found
    for world in found:
        world.house.stop()


# ---- everything that is shown ------------------------------------------------------------------


def everything(world: World, role: str) -> Shown:
    """Every byte somebody gets by asking for each address, and by posting what changes nothing."""
    client, shown = world.browser(role), Shown()
    site: Any = world.site
    moments = range(_moments(world))
    more = [f"/shelf/{world.game}/at/{number}" for number in moments]
    more += [f"/corrections/{number}" for number in range(60)]
    for app in (site._house, site._table):
        for asked in requests_to(app, world.game):
            if asked.method == "GET" and asked.path not in STREAMS | BY_CHANCE | {BACKUP}:
                more.append(asked.path)
    for path in dict.fromkeys(more):
        answer = world.get(client, path)
        head = [(k, v) for k, v in answer.headers if k not in ("Date", "Set-Cookie", "ETag")]
        shown[path] = blotted(answer.data)
        shown[f"head of {path}"] = blotted(repr((answer.status, sorted(head))).encode())
    for path in ("/preview", "/answer", "/take-back", "/shelf/delete"):
        answer = world.post(client, path, {"game": "none"} if "shelf" in path else {"base": 0})
        shown[f"answer of {path}"] = blotted(answer.data)
    return shown


def _moments(world: World) -> int:
    from companion.house.replay import Replay

    path = world.house.shelf.path_of(world.game)
    assert path is not None
    return len(Replay.of(path).moments)


def blotted(data: bytes) -> bytes:
    """The same without moments of this test, and the digests of seals."""
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            data = b"".join(name.encode() + packed.read(name) for name in packed.namelist())
    return MARKS.sub(b"#", TIMES.sub(b"#", data))


def differing(one: Shown, other: Shown) -> set[str]:
    return {name for name in one.keys() | other.keys() if one.get(name) != other.get(name)}


@pytest.mark.parametrize("role", ROLES)
def test_nobody_else_can_tell_what_was_noted_or_that_anything_was(
    worlds: list[World], role: str
) -> None:
    first, *others = (everything(world, role) for world in worlds)
    assert len(first) > 150
    for other in others:
        assert differing(first, other) == set()


def test_the_secret_is_there_and_whoever_owns_it_sees_it(worlds: list[World]) -> None:
    """Or the worlds would be alike because nothing was noted in any of them."""
    if worlds[0].room in SEEN_BY_NOBODY:
        pytest.skip("no page shows it to anybody")
    shown = [world.get(world.browser("anna"), "/state").data for world in worlds]
    assert len(set(shown)) == len(worlds)


def test_an_open_game_is_exported_to_nobody(worlds: list[World]) -> None:
    for role in (*ROLES, "anna"):
        answer = worlds[0].get(worlds[0].browser(role), f"/shelf/{worlds[0].game}/export.jsonl")
        assert answer.status_code == 403
    archive = worlds[0].get(worlds[0].browser("owner"), "/shelf/archive.zip").data
    assert zipfile.ZipFile(io.BytesIO(archive)).namelist() == ["games.json"]


def test_an_export_of_the_open_game_would_be_noticed(
    worlds: list[World], monkeypatch: pytest.MonkeyPatch
) -> None:
    if worlds[0].room in SEEN_BY_NOBODY:
        pytest.skip("nobody notes anything there")
    monkeypatch.setattr(shelf, "is_finished", lambda card: True)
    one, other = (everything(world, "stranger") for world in (worlds[0], worlds[-1]))
    assert f"/shelf/{worlds[0].game}/export.jsonl" in differing(one, other)


def test_the_files_of_a_backup_have_the_same_lengths_whatever_was_noted(
    worlds: list[World],
) -> None:
    """Whoever holds the files may count their entries, but not read how much was written."""
    lengths = []
    for world in worlds[:2]:
        data = world.get(world.browser("owner"), BACKUP).data
        with zipfile.ZipFile(io.BytesIO(data)) as kept:
            name = next(name for name in kept.namelist() if name.endswith(world.game))
            path = world.house.folder / "copy.tmp"
            path.write_bytes(kept.read(name))
        with closing(sqlite3.connect(path)) as opened:
            rows = opened.execute("SELECT * FROM entry").fetchall()
        lengths.append([[len(str(part)) for part in row] for row in rows])
        path.unlink()
    assert len(lengths[0]) > 5
    assert lengths[0] == lengths[1]


def test_a_game_played_on_from_a_moment_knows_no_secret(worlds: list[World]) -> None:
    """The last one here: it opens another game."""
    shown = []
    for world in worlds:
        owner = world.browser("owner")
        answer = world.post(owner, "/shelf/what-if", {"game": world.game, "moment": 1})
        shown.append((answer.status_code, blotted(answer.data)))
    assert len(set(shown)) == 1
