"""A full or write-protected card in every phase: a sentence, the way on, and nothing is lost."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.house import FOLDER, House
from companion.web.all_house_pages import create_house_app
from companion.web.house import HouseSite, Owner
from companion.web.server.notifier import Notifier
from tests.house.played import play
from tests.journal.scenes import mounted
from tests.web.test_house import NETWORK, PLAN, WORDS, Here, Phone, Shown
from tests.web.test_machine_page import Pretended

GAME = "wall-game-20261101-200000.sqlite"
NOT_HERE = "what is refused is tested by an injected fault below"
BROKEN = WORDS["en"].put("page.error.broken", {})


@dataclass
class Card:
    """A house on a card of its own, with a finished game on its shelf."""

    folder: Path
    here: Here
    phone: Phone
    export: bytes
    backup: bytes

    def send(self, path: str, data: bytes) -> Any:
        kind = "application/octet-stream"
        return self.phone.client.post(path, data=data, content_type=kind, environ_overrides=NETWORK)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play(tmp_path_factory.mktemp("games") / GAME)


@pytest.fixture
def card(tmp_path: Path, finished: Path) -> Iterator[Card]:
    with mounted(tmp_path / "card", "6m", NOT_HERE) as folder, housed(folder) as card:
        for part in finished.parent.rglob("*"):
            if part.is_file():
                target = folder / part.relative_to(finished.parent)
                target.parent.mkdir(exist_ok=True)
                target.write_bytes(part.read_bytes())
        card.here.house.shelf.refresh()
        card.export = card.phone.get(f"/shelf/{GAME}/export.jsonl").data
        card.backup = card.phone.get("/settings/backup.zip").data
        assert zipfile.ZipFile(io.BytesIO(card.backup)).testzip() is None
        yield card


@contextmanager
def housed(folder: Path) -> Iterator[Card]:
    site = HouseSite(Notifier())
    house = House(folder, Shown(site=site))
    owner = Owner(folder / FOLDER / "owner.json")
    create_house_app(
        house, site, words=WORDS, owner=owner, senses=lambda room: {}, machine=Pretended()
    )
    house.start()
    here = Here(site, house, owner)
    phone = here.phone()
    phone.post("/house/claim", {"code": owner.code})
    yield Card(folder, here, phone, b"", b"")
    house.stop()


@contextmanager
def full(folder: Path) -> Iterator[None]:
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * 4096)
        except OSError:  # as intended
            yield
    filler.unlink(missing_ok=True)


@contextmanager
def protected(card: Card) -> Iterator[Card]:
    """The same house on a card that can only be read, as after a fault the system found on it."""
    card.here.house.stop()
    subprocess.run(["mount", "-o", "remount,ro", str(card.folder)], check=True)
    try:
        with housed(card.folder) as again:
            again.phone.client = card.phone.client
            again.phone.client.application = again.here.site
            again.export, again.backup = card.export, card.backup
            yield again
    finally:
        subprocess.run(["mount", "-o", "remount,rw", str(card.folder)], check=True)


Act = Callable[[Card], Any]


def begin(card: Card) -> Any:
    return card.phone.post("/house/begin", PLAN)


ACTS: dict[str, Act] = {
    "begin": begin,
    "continue": lambda card: card.phone.post("/house/resume", {"game": GAME}),
    "what if": lambda card: card.phone.post("/shelf/what-if", {"game": GAME, "moment": 9}),
    "settings": lambda card: card.phone.post("/settings/change", {"values": {"name": "Tomb"}}),
    "rename": lambda card: card.phone.post(
        "/settings/people/rename", {"who": "Anna", "name": "Eve"}
    ),
    "forget": lambda card: card.phone.post("/settings/people/forget", {"who": "Anna"}),
    "screens": lambda card: card.phone.post("/screen/choose", {"shows": "clock"}),
    "import": lambda card: card.send("/shelf/import", card.export),
    "restore": lambda card: card.send("/settings/restore", card.backup),
    "delete": lambda card: card.phone.post("/shelf/delete", {"game": GAME}),
    "update": lambda card: card.send("/settings/update", b"!<arch>\n" + bytes(200_000)),
}


def kept(folder: Path) -> dict[str, bytes]:
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and not file.name.startswith("filler") and "stage" not in file.parts
        and "shelf.sqlite" not in file.name and not file.name.endswith("-shm")
        and file.stat().st_size
    }  # fmt: skip


def refuses(card: Card, act: str) -> None:
    """Whether an act is refused in a sentence, and the house stands where it stood."""
    place = card.here.house.place
    answer = ACTS[act](card)
    said = said_in(answer)
    assert answer.status_code in (409, 503), (act, answer.status_code, said)
    assert said, act
    assert BROKEN not in said, act
    assert card.here.house.place == place, act
    assert card.here.house.open is None, act


def test_whatever_a_full_card_cannot_take_is_said_and_changes_nothing(card: Card) -> None:
    before = kept(card.folder)
    with full(card.folder):
        for act in ACTS:
            if act != "delete":
                refuses(card, act)
    assert kept(card.folder) == before
    assert not list((card.folder / FOLDER).glob("stage/*")), "something was left on the stage"


def test_a_card_that_can_only_be_read_is_said_and_shows_what_is_on_it(card: Card) -> None:
    before = kept(card.folder)
    with protected(card) as locked:
        assert locked.phone.state()["owner"] is True
        for act in ACTS:
            refuses(locked, act)
        assert locked.phone.get(f"/shelf/{GAME}/result.json").status_code == 200
    assert kept(card.folder) == before


@pytest.mark.parametrize("fault", ["full", "protected"])
def test_a_backup_is_made_of_a_card_that_takes_nothing(card: Card, fault: str) -> None:
    with full(card.folder) if fault == "full" else protected(card) as locked:
        backup = (locked or card).phone.get("/settings/backup.zip").data
    names = zipfile.ZipFile(io.BytesIO(backup)).namelist()
    assert f"games/{GAME}" in names
    assert not list((card.folder / FOLDER).glob("stage/*"))


def test_a_full_card_shows_its_shelf_and_gets_room_by_deleting(card: Card) -> None:
    with full(card.folder):
        for way in ("", "/result.json", "/replay.json", "/picture.png", "/export.jsonl"):
            assert card.phone.get(f"/shelf/{GAME}{way}").status_code == 200
        assert card.phone.post("/shelf/delete", {"game": GAME}).status_code == 200
        assert not (card.folder / GAME).exists()
        assert card.phone.post("/settings/change", {"values": {"name": "Tomb"}}).status_code == 200


def test_a_game_goes_on_where_its_card_filled_up_and_was_emptied(card: Card) -> None:
    card.phone.post("/house/begin", PLAN)
    game = card.here.house.place.game
    assert card.here.house.open is not None
    table = card.here.house.open.table
    with full(card.folder):
        assert card.phone.post("/house/leave").status_code == 409
        assert card.here.house.place.game == game
        assert card.here.house.open.table is table, "the table was closed and nobody said so"
        for path, body in (("/house/pause", {}), ("/house/end", {"reason": "bed"})):
            answer = card.phone.post(path, body)
            assert answer.status_code in (409, 503)
            assert answer.get_json()["say"]
        number = table.number
    assert card.phone.post("/house/pause").status_code == 200
    assert table.number == number + 1
    assert card.phone.post("/house/leave").status_code == 200


def said_in(answer: Any) -> str:
    return str(answer.get_json()["say"]) if answer.is_json else answer.get_data(as_text=True)


@pytest.mark.parametrize("fault", [errno.ENOSPC, errno.EROFS])
def test_a_card_that_takes_nothing_more_is_said_wherever_something_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: int
) -> None:
    """The same where nobody may mount a card: the fault is injected."""

    def refusing(*_: object, **__: object) -> None:
        raise OSError(fault, os.strerror(fault))

    with housed(tmp_path) as card:
        card.export = card.backup = b"something"
        monkeypatch.setattr("companion.web.kit.uploads._write", refusing)
        monkeypatch.setattr("companion.house.preferences.write_whole", refusing)
        monkeypatch.setattr("companion.journal.journal.Journal.append", refusing)
        monkeypatch.setattr("companion.web.house.backups.back_up", refusing)
        for act in ("begin", "settings", "screens", "import", "restore", "update"):
            refuses(card, act)
        answer = card.phone.get("/settings/backup.zip")
        assert answer.status_code == 503
        assert "no room" in said_in(answer)
        monkeypatch.undo()
