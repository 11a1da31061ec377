"""Teaching and editions on their pages: who may, what is said, and what one house gives another."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.art import PAPYRUS
from calibration.paint.wall.lesson import learn_painted
from calibration.teach.store import save
from companion.core.verdict import Saying
from companion.house import FOLDER, House
from companion.rooms import room_of
from companion.web.all_house_pages import create_house_app
from companion.web.house import HouseSite, Owner
from companion.web.kit.uploads import EDITION, LESSON
from companion.web.server.notifier import Notifier
from companion.workshop.bench import Tools, no_tools
from companion.workshop.teach import Editions, Teacher, TeachShot

from .test_house import NETWORK, PLAN, WORDS, Here, Phone, Shown

BOX = room_of("wall").game.load_box(None)
BOARD = room_of("wall").board(BOX)
FACES = room_of("wall").labels(BOX)
BLACK = cv2.imencode(".png", np.zeros((200, 300, 3), np.uint8))[1].tobytes()


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Here]:
    site = HouseSite(Notifier())
    house, owner = House(tmp_path, Shown(site=site)), Owner(tmp_path / FOLDER / "owner.json")
    tools = Tools(no_tools().bench, shot=lambda room: TeachShot(BLACK), teacher=Teacher(tmp_path))
    create_house_app(house, site, words=WORDS, owner=owner, senses=lambda room: {}, tools=tools)
    house.start()
    yield Here(site, house, owner)
    house.stop()


@pytest.fixture(scope="module")
def taught() -> Any:
    return learn_painted(BOARD, PAPYRUS, FACES[:3], (960, 540))


def visitor(here: Here, token: str) -> Phone:
    phone = here.phone()
    if token == "owner":
        phone.post("/house/claim", {"code": here.owner.code})
        return phone
    phone.post("/house/begin", PLAN)
    if token:
        phone.get(f"/join/{token}")
    return phone


READ = ("teach.json", "teach/wall.json", "editions.json")
ACTS: dict[str, dict[str, Any]] = {
    "teach/begin": {"room": "wall", "edition": "x"},
    "teach/name": {"room": "wall", "pending": "0001", "labels": {}},
    "teach/back": {"room": "wall"},
    "teach/learn": {"room": "wall"},
    "teach/trial": {"room": "wall"},
    "teach/enough": {"room": "wall", "one": "a", "other": "b"},
    "teach/stop": {"room": "wall"},
    "teach/tonight": {"room": "wall", "keep": [0]},
    "editions/use": {"room": "wall", "version": "x/1"},
    "editions/drop": {"room": "wall", "version": "x/1"},
}


@pytest.mark.parametrize("token", ["", "anna", "ref"])
def test_the_referee_may_look_and_nobody_but_the_owner_teaches(
    here: Here, token: str, tmp_path: Path
) -> None:
    phone = visitor(here, token)
    may = 200 if token == "ref" else 403
    for path in READ:
        assert phone.get(f"/workshop/{path}").status_code == may
    assert phone.get("/workshop/teach/wall/0001.jpg").status_code == (404 if may == 200 else 403)
    for path in ("editions/wall.edition?version=x", "teach/wall/tonight.json"):
        assert phone.get(f"/workshop/{path}").status_code == 403
    assert phone.get("/workshop/teach/wall/tonight/0001.jpg").status_code == 403
    for path, body in ACTS.items():
        assert phone.post(f"/workshop/{path}", body).status_code == 403
    assert phone.post(f"{LESSON}?room=wall").status_code == 403
    assert _sent(phone, f"{LESSON}?room=wall", BLACK, "image/png").status_code == 403
    assert _sent(phone, EDITION, b"x", "application/octet-stream").status_code == 403
    assert not (tmp_path / "editions").exists()


def test_what_does_not_fit_is_a_sentence(here: Here) -> None:
    phone = visitor(here, "owner")
    for path, body in ACTS.items():
        answer = phone.post(f"/workshop/{path}", body)
        assert answer.status_code in (200, 409)
        assert answer.status_code == 200 or answer.get_json()["say"]
        assert phone.post(f"/workshop/{path}", {**body, "room": "moon"}).status_code == 404
        assert phone.post(f"/workshop/{path}", {"moon": 1}).status_code == 400


def test_a_lesson_is_shown_in_words_and_a_black_picture_changes_nothing(here: Here) -> None:
    phone = visitor(here, "owner")
    begun = phone.post("/workshop/teach/begin", {"room": "wall", "edition": "My deck"}).get_json()
    lesson = begun["state"]["lesson"]
    assert (lesson["step"], lesson["edition"], lesson["of"]) == ("empty", "My-deck", 15)
    assert lesson["faces"]["card/camel_L"]["say"] == "Camel looking left"
    for answer in (
        phone.post(f"{LESSON}?room=wall"),
        _sent(phone, f"{LESSON}?room=wall", BLACK, "image/png"),
    ):
        assert answer.status_code == 409
        assert "too dark" in answer.get_json()["say"]
    huge = b"\x89PNG\r\n\x1a\n" + bytes(4) + b"IHDR" + (9000).to_bytes(4, "big") * 2
    for strange in (b"GIF89a", huge, bytes(4) + b"ftypheic" + bytes(40), BLACK[:20]):
        answer = _sent(phone, f"{LESSON}?room=wall", strange, "image/png")
        assert answer.status_code == 415
        assert answer.get_json()["say"]
    assert phone.get("/workshop/teach.json").get_json()["rooms"][0]["lesson"]["done"] == 0


def test_while_a_game_is_open_only_phones_teach(here: Here) -> None:
    phone = visitor(here, "owner")
    phone.post("/workshop/teach/begin", {"room": "wall", "edition": "x"})
    phone.post("/house/begin", PLAN)
    answer = phone.post(f"{LESSON}?room=wall")
    assert (answer.status_code, "phone" in answer.get_json()["say"]) == (409, True)


def test_one_house_gives_another_its_edition(here: Here, tmp_path: Path, taught: Any) -> None:
    other = Editions(tmp_path / "other")
    path = save(taught, other.home("wall"))
    name = f"{path.parent.name}/{path.name}"
    file = other.packed("wall", name)

    phone = visitor(here, "owner")
    answer = _sent(phone, EDITION, file, "application/octet-stream").get_json()
    assert (answer["kind"], answer["room"]) == ("accepted", "wall")
    room = phone.get("/workshop/editions.json").get_json()["rooms"][0]
    assert [one["number"] for one in room["versions"]] == [1]
    assert room["used"] == ""
    again = _sent(phone, EDITION, file, "application/octet-stream").get_json()["version"]
    used = {"room": "wall", "version": again}
    assert phone.post("/workshop/editions/use", used).status_code == 200
    refused = phone.post("/workshop/editions/drop", used)
    assert (refused.status_code, "Choose another" in refused.get_json()["say"]) == (409, True)
    first = {"room": "wall", "version": answer["version"]}
    assert phone.post("/workshop/editions/use", first).status_code == 200
    assert phone.post("/workshop/editions/drop", used).status_code == 200
    assert Editions(tmp_path).used("wall") == answer["version"]
    saved = phone.get(f"/workshop/editions/wall.edition?version={answer['version']}")
    assert zipfile.is_zipfile(io.BytesIO(saved.data))
    assert phone.get("/workshop/editions/wall.edition?version=../../x").status_code == 404


@pytest.mark.parametrize("spoil", ["noise", "torn", "foreign", "more", "outside", "spoilt"])
def test_a_file_that_is_no_edition_leaves_nothing_behind(
    here: Here, tmp_path: Path, taught: Any, spoil: str
) -> None:
    other = Editions(tmp_path / "other")
    path = save(taught, other.home("wall"))
    good = other.packed("wall", f"{path.parent.name}/{path.name}")
    files = {
        "noise": bytes(500),
        "torn": good[: len(good) // 2],
        "foreign": _zip({"edition.json": b"{}", "faces.npz": b"", "teaching.json": b"{}"}),
        "more": _zip({**_parts(good), "more.txt": b"x"}),
        "outside": _zip({**_parts(good), "../learnt.npz": b"x"}),
        "spoilt": _zip({**_parts(good), "faces.npz": b"x"}),
    }
    phone = visitor(here, "owner")
    answer = _sent(phone, EDITION, files[spoil], "application/octet-stream")
    assert answer.status_code == 409
    assert answer.get_json()["say"]
    assert Editions(tmp_path).versions("wall") == ()
    assert not (tmp_path / "editions" / ".arriving").exists()


def test_every_face_of_every_room_has_a_name_in_every_language() -> None:
    for name in ("wall", "bowl", "dig", "kheops", "sphinx"):
        room = room_of(name)
        faces = {face for _, some in room.chapters(room.game.load_box(None)) for face in some}
        for language, words in WORDS.items():
            said = [words.say(room.face(face)) for face in sorted(faces)]
            assert len(set(said)) == len(said), (name, language)
            assert all(isinstance(room.face(face), Saying) for face in faces)


def _sent(phone: Phone, path: str, data: bytes, mimetype: str) -> Any:
    return phone.client.post(path, data=data, content_type=mimetype, environ_overrides=NETWORK)


def _parts(raw: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _zip(parts: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return buffer.getvalue()
