"""A phone is a camera: who may send a photograph, and what becomes of good and bad ones."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.art import PAPYRUS
from calibration.geometry.picture_size import phone_picture_size
from calibration.paint import Studio, random_scene
from calibration.paint.wall.lesson import learn_painted
from calibration.read.taught import Taught
from companion.core.observation import Reading
from companion.core.play_mode import EVENT, LIVING_ROOM, SEATS
from companion.core.verdict import Saying
from companion.games.wall import GAME
from companion.games.wall import moves as m
from companion.rooms import board_of, labels_of
from companion.senses.photograph import TableSeen, read_table
from companion.table import Table
from companion.web import Snapping
from companion.web.table import photographs
from companion.web.table.photographs import trouble_with
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


def test_where_the_owner_wants_no_pictures_that_is_said(table: Table) -> None:
    def unwanted(data: bytes, corners: Any) -> TableSeen:
        raise ValueError("the owner switched it off")

    answer = send(phone(table, unwanted))
    assert answer.status_code == 422
    assert "/workshop/editions" in answer.json["say"]


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


def test_the_name_of_who_just_played_offers_the_other_and_blames_nobody(table: Table) -> None:
    client = phone(table, showing(table, m.InsertCard(3, "H01")))
    told = send(client, None, "?turn=0").json
    assert (told["kind"], told["turns"], told["made"]) == ("refused", [1], [])
    name = table.state.seats[1].name
    assert told["say"] == f"This photograph fits if {name} plays next. Is that so?"
    assert client.get("/state").json["refusal"] is None
    assert send(client, None, "?turn=1").json["kind"] == "accepted"


def test_a_reflection_is_called_one_and_shown(taught: Taught, picture: Any) -> None:
    """A lamp is mirrored over some cards."""
    shone = picture.copy()
    cv2.ellipse(shone, (480, 270), (70, 45), 20, 0, 360, (255, 255, 255), -1)
    seen = read_table(as_jpeg(shone), BOARD, taught)
    assert not seen.refused
    assert seen.mirrored
    assert seen.taken.startswith(b"\xff\xd8")
    assert all(0 <= x <= 1 and 0 <= y <= 1 for at in seen.mirrored.values() for x, y in at)
    assert not read_table(as_jpeg(picture), BOARD, taught).mirrored


def test_a_photograph_nobody_can_explain_tells_of_the_lamp_first(table: Table) -> None:
    shown = showing(table)
    cells = sorted(shown.readings)[:3]
    readings = {**shown.readings, **{cell: Reading({}, "glare") for cell in cells}}
    square = [(0.1, 0.1), (0.2, 0.1), (0.2, 0.2), (0.1, 0.2)]
    odd = {**readings, cells[-1]: Reading({"cat_L": 0.99}), "6,3": Reading({"cat_L": 0.99})}
    seen = TableSeen(odd, mirrored=dict.fromkeys(cells[:2], square), taken=b"jpeg")
    told = send(phone(table, seen)).json
    assert told["kind"] == "refused"
    assert "mirrored at the 2 places" in told["say"]
    assert (told["places"], told["picture"]) == ([[list(at) for at in square]] * 2, "anBlZw==")


@pytest.mark.parametrize("noise", [0, 4, 8])
def test_a_blurred_photograph_is_called_blurred_however_noisy(
    taught: Taught, picture: Any, noise: int
) -> None:
    rng = np.random.default_rng(noise)
    blurred = cv2.GaussianBlur(picture, (0, 0), 9).astype(float)
    grainy = np.clip(blurred + rng.normal(0, noise, blurred.shape), 0, 255).astype(np.uint8)
    refused = read_table(as_jpeg(grainy), BOARD, taught).refused
    assert refused is not None
    assert refused.key == "photograph.say.blurred"


def test_a_picture_in_the_phones_own_format_is_read_where_the_library_is(
    taught: Taught, picture: Any
) -> None:
    """pillow-heif is an extra; without it the page asks for a JPEG."""
    pillow_heif = pytest.importorskip("pillow_heif")
    kept = io.BytesIO()
    high, wide = picture.shape[:2]
    rgb = np.ascontiguousarray(picture[:, :, ::-1])
    pillow_heif.from_bytes("RGB", (wide, high), rgb.tobytes()).save(kept, quality=85)
    raw = kept.getvalue()
    assert trouble_with(raw) == ""
    assert phone_picture_size(raw) == (wide, high)
    seen = read_table(raw, BOARD, taught)
    assert not seen.refused
    chances = seen.readings["6,0"].chances
    assert max(chances, key=lambda label: chances[label]) == "camel_L"


def test_without_the_library_the_phones_own_format_is_asked_for_as_jpeg(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    head = b"\0\0\0\x18ftypheic" + bytes(64)
    monkeypatch.setattr(photographs, "reads_phone_pictures", lambda: False)
    assert trouble_with(head) == "phone_picture"
    monkeypatch.setattr(photographs, "reads_phone_pictures", lambda: True)
    assert trouble_with(head) == "torn_picture"
    huge = head + b"ispe" + bytes(4) + (9000).to_bytes(4, "big") * 2
    assert trouble_with(huge) == "huge_phone"
