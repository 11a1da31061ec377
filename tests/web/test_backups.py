"""Backups, restores and imports on their pages: who may, what is asked first, what is refused."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from companion.house import FOLDER, House
from companion.house.backup import MANIFEST, OWNER, PHONES
from companion.house.restore import arrive
from companion.web.all_house_pages import create_house_app
from companion.web.house import HouseSite, Owner
from companion.web.server.notifier import Notifier
from tests.house.played import play
from tests.web.test_house import NETWORK, PLAN, WORDS, Here, Phone, Shown
from tests.web.test_settings import Again, owned


def opened(folder: Path, again: Again) -> Here:
    site = HouseSite(Notifier())
    house = House(folder, Shown(site=site))
    owner = Owner(folder / FOLDER / "owner.json")
    create_house_app(house, site, words=WORDS, owner=owner, senses=lambda room: {}, restart=again)
    house.start()
    return Here(site, house, owner)


@pytest.fixture
def again() -> Again:
    return Again()


@pytest.fixture
def here(tmp_path: Path, again: Again) -> Iterator[Here]:
    (tmp_path / "here").mkdir()
    play(tmp_path / "here" / "wall-game-20260101-200000.sqlite", steps=6)
    found = opened(tmp_path / "here", again)
    yield found
    found.house.stop()


@pytest.fixture
def empty(tmp_path: Path, again: Again) -> Iterator[Here]:
    (tmp_path / "empty").mkdir()
    found = opened(tmp_path / "empty", again)
    yield found
    found.house.stop()


def send(
    phone: Phone, path: str, data: bytes, kind: str = "application/octet-stream"
) -> TestResponse:
    return phone.client.post(path, data=data, content_type=kind, environ_overrides=NETWORK)


@pytest.mark.parametrize("who", ["stranger", "anna", "ref"])
def test_nobody_but_the_owner_backs_up_restores_or_imports(here: Here, who: str) -> None:
    phone = here.phone()
    phone.post("/house/begin", {**PLAN, "manner": "event"})
    if who != "stranger":
        phone.get(f"/join/{who}")
    assert phone.get("/settings/backup.zip").status_code == 403
    assert send(phone, "/settings/restore", b"PK").status_code == 403
    assert phone.post("/settings/restore/sure", {"sure": "x"}).status_code == 403
    assert send(phone, "/shelf/import", b"{}").status_code == 403
    assert not (here.house.folder / FOLDER / "stage").exists()


def test_a_backup_made_while_a_game_is_open_restores_an_empty_house_with_its_owner(
    here: Here, empty: Here, again: Again
) -> None:
    phone = owned(here)
    phone.post("/house/begin", PLAN)
    backup = phone.get("/settings/backup.zip")
    assert backup.status_code == 200
    assert zipfile.ZipFile(io.BytesIO(backup.data)).testzip() is None
    other = owned(empty)
    asked = send(other, "/settings/restore", backup.data)
    assert asked.get_json()["found"] == "empty"
    assert "2 games" in asked.get_json()["say"]
    assert "You stay the owner" in asked.get_json()["say"]
    assert list(empty.house.folder.glob("*.sqlite")) == []  # nothing yet
    done = other.post("/settings/restore/sure", {"sure": asked.get_json()["sure"]})
    assert done.get_json()["done"] is True
    assert "owner" not in done.get_json()["say"]
    assert again.times == 1
    empty.house.stop()
    assert arrive(empty.house.folder)
    back = opened(empty.house.folder, again)
    assert back.house.place.game == here.house.place.game
    cookie = other.client.get_cookie("pharaohs-house")
    assert cookie is not None
    assert back.owner.holds(cookie.value)  # who restored it is its owner
    back.house.stop()
    assert list((here.house.folder / FOLDER / "stage").glob("*.zip")) == []


def test_who_made_a_backup_is_nobody_where_it_is_restored(
    here: Here, empty: Here, again: Again
) -> None:
    """Not even by one that is older than this rule, or made by hand, and brings its owner along."""
    maker, mine = owned(here), owned(empty)
    maker.post("/house/begin", PLAN)
    kept = {
        f"house/{OWNER}": (here.house.folder / FOLDER / OWNER).read_bytes(),
        f"keys/wall-game-20260101-200000{PHONES}": b'{"links": {"secret": "referee"}}',
    }
    backup = brought_along(maker.get("/settings/backup.zip").data, kept)
    asked = send(mine, "/settings/restore", backup)
    mine.post("/settings/restore/sure", {"sure": asked.get_json()["sure"]})
    assert again.times == 1
    empty.house.stop()
    assert arrive(empty.house.folder)
    back = opened(empty.house.folder, again)
    cookies = [phone.client.get_cookie("pharaohs-house") for phone in (maker, mine)]
    assert [back.owner.holds(cookie.value) for cookie in cookies if cookie] == [False, True]
    assert back.owner.claim(here.owner.code, "maker", "") is None
    assert not list((empty.house.folder / "keys").glob(f"*{PHONES}"))
    back.house.stop()


def brought_along(backup: bytes, more: dict[str, bytes]) -> bytes:
    """The same backup with some further files."""
    whole = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(backup)) as old, zipfile.ZipFile(whole, "w") as new:
        manifest = json.loads(old.read(MANIFEST))
        for name in set(old.namelist()) - {MANIFEST}:
            new.writestr(name, old.read(name))
        for name, data in more.items():
            new.writestr(name, data)
            digest = hashlib.sha256(data).hexdigest()
            manifest["files"][name] = {"bytes": len(data), "sha256": digest}
        new.writestr(MANIFEST, json.dumps(manifest))
    return whole.getvalue()


def test_the_backup_of_another_house_is_named_first_and_comes_beside(
    here: Here, tmp_path: Path, again: Again
) -> None:
    (tmp_path / "third").mkdir()
    play(tmp_path / "third" / "bowl-game-20260101-200000.sqlite", "bowl", steps=4)
    third = opened(tmp_path / "third", again)
    phone = owned(third)
    phone.post("/settings/change", {"values": {"name": "Attic"}})
    backup = phone.get("/settings/backup.zip").data
    third.house.stop()
    mine = owned(here)
    asked = send(mine, "/settings/restore", backup)
    assert asked.get_json()["found"] == "other"
    assert "another house (Attic)" in asked.get_json()["say"]
    assert mine.post("/settings/restore/sure", {"sure": "guess"}).status_code == 409
    asked = send(mine, "/settings/restore", backup)
    assert (
        mine.post("/settings/restore/sure", {"sure": asked.get_json()["sure"]}).get_json()["done"]
        is True
    )
    assert (here.house.folder / "bowl-game-20260101-200000.sqlite").exists()
    assert again.times == 0


@pytest.mark.parametrize("data", [b"hello", b"PK\x03\x04"])
def test_what_is_no_backup_gets_a_sentence(here: Here, data: bytes) -> None:
    answer = send(owned(here), "/settings/restore", data)
    assert answer.status_code == 409
    assert "isn't a backup" in answer.get_json()["say"]
    assert list((here.house.folder / FOLDER / "stage").iterdir()) == []


def test_a_file_that_is_too_large_is_refused_before_it_is_read(here: Here) -> None:
    phone = owned(here)
    answer = phone.client.post(
        "/shelf/import", data=b"{}", content_type="application/octet-stream",
        environ_overrides={**NETWORK, "CONTENT_LENGTH": str(10**9)},
    )  # fmt: skip
    assert answer.status_code == 413
    assert "too large" in answer.get_json()["say"]


def test_an_exported_game_is_imported_once(here: Here, empty: Here) -> None:
    name = "wall-game-20260102-200000"
    play(here.house.folder / f"{name}.sqlite")
    lines = here.phone().get(f"/shelf/{name}.sqlite/export.jsonl").data
    phone = owned(empty)
    answer = send(phone, f"/shelf/import?name={name}.jsonl", lines)
    assert answer.get_json()["game"] == f"{name}.sqlite"
    assert "already" in send(phone, "/shelf/import", lines).get_json()["say"]
    assert "isn't a game" in send(phone, "/shelf/import", b"hello").get_json()["say"]


def test_a_file_may_only_be_sent_where_one_is_expected(here: Here) -> None:
    phone = owned(here)
    assert send(phone, "/settings/change", b"{}").status_code == 415
    assert send(phone, "/settings/restore", b"{}", "text/plain").status_code == 415
    evil = phone.client.post(
        "/settings/restore", data=b"PK", content_type="application/octet-stream",
        headers={"Origin": "http://evil.example"},
    )  # fmt: skip
    assert evil.status_code == 403
