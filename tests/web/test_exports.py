"""What people take home from the shelf: pictures, paper, archives, and another try."""

from __future__ import annotations

import io
import shutil
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from companion.core.game import ROOMS
from companion.core.observation import Said
from companion.core.roles import seat
from companion.games.wall import moves as m
from companion.house.picture import Picture, PictureWords
from companion.house.replay import Replay
from companion.house.summary import Deeds
from companion.journal import Journal
from companion.table import Table
from companion.util.printed_text import LATIN, spelled
from companion.web.house import exports
from companion.web.house.png import png
from companion.web.house.shelf import done_by
from tests.house.played import play

from .test_house import PLAN, WORDS, Here, here

__all__ = ["here"]

LEFT = "wall-game-20261117-200000.sqlite"


@pytest.fixture
def finished(here: Here, tmp_path: Path) -> str:
    """A finished game of the wall on the shelf."""
    return play(tmp_path / "wall-game-20261117-190000.sqlite").name


def test_a_result_is_a_picture_and_a_sheet_of_paper_too(here: Here, finished: str) -> None:
    phone = here.phone()
    picture = phone.get(f"/shelf/{finished}/picture.svg")
    assert picture.mimetype == "image/svg+xml"
    assert ElementTree.fromstring(picture.data).tag.endswith("svg")
    assert b"Anna" in picture.data
    painted = phone.get(f"/shelf/{finished}/picture.png")
    assert painted.mimetype == "image/png"
    assert painted.data.startswith(b"\x89PNG\r\n")
    assert len(painted.data) < 300_000
    sheet = phone.get(f"/shelf/{finished}/sheet.pdf")
    assert sheet.mimetype == "application/pdf"
    assert sheet.data.startswith(b"%PDF-")
    assert phone.get("/shelf/nothing.sqlite/picture.svg").status_code == 404
    assert phone.get("/shelf/nothing.sqlite/picture.png").status_code == 404
    assert phone.get("/shelf/nothing.sqlite/sheet.pdf").status_code == 404


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_has_a_sheet_whatever_people_are_called(
    here: Here, tmp_path: Path, room: str
) -> None:
    names = ("<b>نور</b>", "🐪 & Zoë")
    game = play(tmp_path / f"{room}-game-1.sqlite", room, names, steps=60).name
    phone = here.phone()
    assert phone.get(f"/shelf/{game}/sheet.pdf").data.startswith(b"%PDF-")
    assert phone.get(f"/shelf/{game}/picture.png").data.startswith(b"\x89PNG")
    drawn = ElementTree.fromstring(phone.get(f"/shelf/{game}/picture.svg").data)
    assert {names[0], names[1]} <= {text.text for text in drawn.iter() if text.text}


def test_what_no_font_can_write_is_a_mark_and_never_an_empty_box() -> None:
    """Names may be drawings: each sign that is missing becomes the same mark."""

    def painted(name: str) -> bytes:
        return png(Picture(300, 60, (PictureWords(10, 40, name, 20),)))

    assert painted("Zoë 🐪🏽 & 王") == painted("Zoë ◆ & ◆")
    assert spelled("Zoë 🐪", LATIN) == "Zoë *"


def test_who_did_what_is_said_in_words(here: Here, finished: str) -> None:
    deeds = here.phone().get(f"/shelf/{finished}/result.json").get_json()["deeds"]
    assert any("sarcophag" in deed for deed in deeds[0] + deeds[1])
    assert not any("CardInserted" in deed for deed in deeds[0] + deeds[1])


def test_a_deed_without_a_number_begins_as_it_does_in_the_middle_of_a_sentence() -> None:
    done = done_by(Deeds(0, (("CardTaken", 2), ("ClaimWon", 1))), "sphinx", WORDS["en"])
    assert done == ["2 cards taken", "the right claim"]


def test_the_archive_of_everything_is_for_the_owner_alone(here: Here, finished: str) -> None:
    phone = here.phone()
    assert phone.get("/shelf/archive.zip").status_code == 403
    phone.post("/house/begin", PLAN)
    for token in ("anna", "ref"):
        phone.get(f"/join/{token}")
        assert phone.get("/shelf/archive.zip").status_code == 403
    here.house.shelf.refresh()
    phone.post("/house/claim", {"code": here.owner.code})
    with zipfile.ZipFile(io.BytesIO(phone.get("/shelf/archive.zip").data)) as together:
        names = set(together.namelist())
        assert names == {"games.json", finished.replace(".sqlite", ".jsonl")}
        assert together.testzip() is None


def test_what_if_plays_on_from_a_moment_and_leaves_the_game_as_it_was(
    here: Here, finished: str, tmp_path: Path
) -> None:
    phone, before = here.phone(), (tmp_path / finished).read_bytes()
    wrong = {"game": finished, "moment": 5000}
    assert phone.post("/shelf/what-if", wrong).status_code == 404
    assert phone.post("/shelf/what-if", {**wrong, "moment": 4, "by_hand": [9]}).status_code == 409
    assert phone.post("/shelf/what-if", {"game": "no.sqlite", "moment": 0}).status_code == 404
    assert phone.post("/shelf/what-if", {"game": finished, "moment": 12}).status_code == 200
    assert here.house.open is not None
    table, replay = here.house.open.table, Replay.of(tmp_path / finished)
    assert table.state == replay.state(replay.moments[12])
    assert here.house.place.rehearsed
    assert phone.post("/shelf/what-if", {"game": finished, "moment": 3}).status_code == 409
    assert here.phone().post("/house/leave").status_code == 403
    assert phone.post("/house/leave").status_code == 200
    assert (tmp_path / finished).read_bytes() == before


def noted(folder: Path, pharaoh: str) -> None:
    """Anna notes her secret card in a game that is not over."""
    with Journal.open(folder / LEFT) as journal:
        table = Table.resume(journal)
        note = m.NotePharaoh(0, pharaoh)
        said = Said(by=seat(0), move=note, at=table.clock(), base=table.number)
        assert table.submit(said).kind == "accepted"


def test_nothing_taken_home_from_a_left_game_differs_by_a_secret(
    here: Here, tmp_path: Path
) -> None:
    """Two worlds that differ in Anna's pharaoh alone give the same bytes to everybody."""
    made = tmp_path / "made"
    made.mkdir()
    play(made / LEFT, steps=12)
    seen: list[list[bytes]] = []
    for pharaoh in ("camel", "snake"):
        for part in made.rglob("*"):
            if part.is_file():
                place = tmp_path / part.parent.relative_to(made)
                place.mkdir(exist_ok=True)
                shutil.copy(part, place / part.name)
        noted(tmp_path, pharaoh)
        phone = here.phone()
        ways = ("picture.svg", "picture.png", "sheet.pdf", "result.json", "replay.json", "at/3")
        answers = [phone.get(f"/shelf/{LEFT}/{way}") for way in ways]
        assert [answer.status_code for answer in answers] == [200] * len(ways)
        seen.append([answer.data for answer in answers])
        phone.post("/shelf/what-if", {"game": LEFT, "moment": 5, "by_hand": [0]})
        phone.get("/join/anna")  # even her own phone, at the branch
        seen[-1].append(msgspec.json.encode(phone.get("/state").get_json()["view"]))
        branch = here.house.place.game
        assert branch is not None
        here.house.leave()
        here.house.delete(branch)
    assert seen[0] == seen[1]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "1 March 2026, 1"),
        ("de", "1. März 2026, 1"),
        ("es", "1 de marzo de 2026, 1"),
        ("fr", "1er mars 2026, 1"),
        ("it", "1º marzo 2026, 1"),
        ("nl", "1 maart 2026, 1"),
    ],
)
def test_a_sheet_is_dated_as_its_language_writes_dates(language: str, said: str) -> None:
    assert exports._when("2026-03-01T12:30:00Z", WORDS[language]).startswith(said)
    assert exports._when("one evening", WORDS[language]) == ""
