"""A phone is a camera: who may send a photograph, and what becomes of good and bad ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.art import PAPYRUS
from calibration.paint import Studio, random_scene
from calibration.paint.wall.lesson import learn_painted
from calibration.teach.taught import Taught
from companion.core.manners import EVENT, LIVING_ROOM, SEATS
from companion.core.observation import Reading
from companion.core.verdict import Saying
from companion.games.wall import GAME
from companion.games.wall import moves as m
from companion.rooms import board_of, labels_of
from companion.senses.snapshots import TableSeen, read_table
from companion.table import Table
from companion.web import Snapping
from companion.words import load
from tests.web.scenes import a_browser, a_table, an_app, do
from tests.web.test_scoring import BAD, encoded

WORDS = load()
BOARD = board_of(GAME, GAME.load_box(None))


@pytest.fixture
def table(tmp_path: Path) -> Table:
    opened = a_table(tmp_path)
    do(opened, m.Begin())
    return opened


def showing(table: Table, *moves: m.InsertCard) -> TableSeen:
    shown = dict(GAME.visible(table.state))
    for move in moves:
        shown |= GAME.shown_by(table.state, move)
    return TableSeen({c: Reading({label: 0.997, "?": 0.003}) for c, label in shown.items()})


def phone(table: Table, seen: TableSeen | Callable[..., TableSeen], joined: str = "") -> Any:
    read = seen if callable(seen) else lambda data, corners: seen
    return a_browser(an_app(table, snapping=Snapping(read)), joined)


def send(client: Any, data: bytes | None = None, query: str = "") -> Any:
    picture = encoded() if data is None else data
    return client.post(f"/photograph{query}", data=picture, content_type="image/jpeg")


def moves_at(table: Table) -> list[Any]:
    return [past.made.move for past in table.timeline.past]


def test_a_photograph_of_a_card_is_a_move(table: Table) -> None:
    answer = send(phone(table, showing(table, m.InsertCard(3, "H01"))), None, "?turn=1").json
    assert (answer["kind"], len(answer["made"])) == ("accepted", 1)
    assert moves_at(table) == [m.Begin(), m.InsertCard(3, "H01")]


def test_two_cards_whose_order_matters_are_asked_about_and_the_answer_goes_on(
    table: Table,
) -> None:
    cards = GAME.load_box(None).cards
    right = next(c.id for c in cards if c.faces[0].startswith("mule") and c.id != "H01")
    both = (m.InsertCard(0, "H01"), m.InsertCard(1, right))
    client = phone(table, showing(table, *both))
    answer = send(client).json
    assert answer["made"] == []
    assert len(answer["asked"]["options"]) == 3
    body = {"question": answer["asked"]["id"], "base": answer["number"], "option": "move:0"}
    client.post("/answer", json=body)
    assert set(both) <= set(moves_at(table))


def test_a_photograph_of_what_is_known_changes_nothing(table: Table) -> None:
    before = table.number
    answer = send(phone(table, showing(table))).json
    assert (answer["kind"], table.number) == ("unchanged", before)
    assert answer["say"]


@pytest.mark.parametrize(
    ("manner", "joined", "may"),
    [
        (LIVING_ROOM, "", True),
        (SEATS, "", False),
        (EVENT, "", False),
        (EVENT, "seat-0-link", True),
        (EVENT, "referee-link", True),
    ],
)
def test_who_may_photograph(tmp_path: Path, manner: str, joined: str, may: bool) -> None:
    table = a_table(tmp_path, manner=manner)
    client = phone(table, showing(table), joined)
    assert client.get("/photograph/state.json").json["may"] is may
    assert client.get("/photograph").status_code == 200
    assert ("/photograph" in client.get("/").get_data(as_text=True)) is (manner == LIVING_ROOM)
    assert (send(client).status_code == 403) is not may


@pytest.mark.parametrize("what", BAD)
def test_what_is_no_picture_is_said_and_nothing_is_lost(table: Table, what: str) -> None:
    before = table.number
    answer = send(phone(table, _never), BAD[what][0])
    assert answer.status_code == 415
    assert len(answer.json["say"]) > 40
    assert table.number == before


def _never(data: bytes, corners: Any) -> TableSeen:
    raise AssertionError("nobody should read this")


def test_corners_that_are_none_are_refused_before_anything_is_read(table: Table) -> None:
    for corners in ("1,2", "a,b,c,d,e,f,g,h", "0,0,2,0,1,1,0,1"):
        assert send(phone(table, _never), None, f"?corners={corners}").status_code == 400


def test_where_nobody_taught_the_pieces_that_is_said(table: Table) -> None:
    def untaught(data: bytes, corners: Any) -> TableSeen:
        raise ValueError("nobody taught anything")

    answer = send(phone(table, untaught))
    assert answer.status_code == 422
    assert "/workshop/teach" in answer.json["say"]


# ---- pictures as phones bring them -------------------------------------------------------------


@pytest.fixture(scope="module")
def taught() -> Taught:
    return learn_painted(BOARD, PAPYRUS, labels_of(GAME, GAME.load_box(None)), (960, 540))


@pytest.fixture(scope="module")
def picture() -> Any:
    studio = Studio(BOARD, PAPYRUS, random_scene(3, (960, 540), 0.3))
    studio.set({"6,0": "camel_L", "7,0": "mule_L"})
    return studio.frame()


def as_jpeg(picture: Any) -> bytes:
    return bytes(cv2.imencode(".jpg", picture)[1])


def held_upright(picture: Any) -> bytes:
    """As phones store it: the pixels lie on their side, and a mark says so (EXIF)."""
    raw = as_jpeg(cv2.rotate(picture, cv2.ROTATE_90_COUNTERCLOCKWISE))
    entry = bytes((1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0))
    mark = b"Exif\0\0MM\0*\0\0\0\x08\0\x01" + entry + bytes(4)
    return raw[:2] + b"\xff\xe1" + (len(mark) + 2).to_bytes(2, "big") + mark + raw[2:]


def test_a_photograph_is_read_however_the_phone_was_held(taught: Taught, picture: Any) -> None:
    for raw in (as_jpeg(picture), held_upright(picture)):
        seen = read_table(raw, BOARD, taught)
        assert not seen.refused
        chances = seen.readings["6,0"].chances
        assert max(chances, key=lambda label: chances[label]) == "camel_L"


def test_a_black_a_blurred_a_foreign_and_a_torn_picture_are_refused_for_what_they_are(
    taught: Taught, picture: Any
) -> None:
    black = np.zeros((540, 960, 3), np.uint8)
    noise = np.random.default_rng(1).integers(60, 200, (540, 960, 3)).astype(np.uint8)
    blurred = cv2.GaussianBlur(picture, (0, 0), 14)
    said = []
    for raw in (as_jpeg(black), as_jpeg(blurred), as_jpeg(noise), as_jpeg(picture)[:-9000]):
        refused = read_table(raw, BOARD, taught).refused
        assert refused is not None
        said.append(refused.key)
    assert said[:3] == ["photograph.say.dark", "photograph.say.blurred", "eye.no_marker"]
    assert len(set(said)) == 4
    assert all(WORDS.say(Saying(key, {"name": "", "what": ""})) for key in said)
