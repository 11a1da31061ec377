"""Files that are small and hold much, or never end: each refused before it costs anything."""

from __future__ import annotations

import hashlib
import io
import json
import sqlite3
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.errors import BadPicture
from calibration.geometry import pictures
from calibration.teach import arrays
from companion.house.game_card import DAMAGED, card_of
from companion.house.restore import MOST_OF, MOST_TEXT
from companion.journal import Journal, store
from companion.util.helper_process import ProcessLimits, apart
from companion.web.house import backups
from companion.web.table.photographs import trouble_with
from companion.workshop.boxes.store import contradictions, shipped
from companion.workshop.teach.editions import NotAnEdition
from companion.workshop.teach.lessons import taken
from tests.house.played import play
from tests.web.test_backups import opened, send
from tests.web.test_house import Here
from tests.web.test_settings import Again, owned

GAME = "wall-game-20260101-200000.sqlite"
EVIL = "wall-game-20200101-000000.sqlite"
ENDLESS = """CREATE VIEW entry AS
    WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)
    SELECT x number, '' boot, 0.0 monotonic, '' wall_time, '' kind, '' body, '' private_to, '' salt,
    '' digest, '' previous, '' chain FROM c WHERE x < 0"""
SECONDS = ProcessLimits(processor=20)
"""What does not end fails here instead of hanging."""


# ---- SQLite ------------------------------------------------------------------------------------


def spoilt(path: Path, *commands: str) -> Path:
    """A journal with something else done to its tables."""
    play(path, steps=3)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for command in commands:
            database.execute(command)
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


SPOILT = {
    "an endless view": ("DROP TABLE entry", ENDLESS),
    "a trigger": (
        "CREATE TRIGGER t AFTER INSERT ON entry BEGIN DELETE FROM entry WHERE number = 1; END",
    ),
    "a table more": ("CREATE TABLE more (x)",),
    "an index": ("CREATE INDEX i ON entry (kind)",),
    "a column more": ("ALTER TABLE entry ADD COLUMN more TEXT",),
    "a column that computes": (
        "ALTER TABLE entry ADD COLUMN more TEXT AS (hex(zeroblob(number)))",
    ),
}


def trouble_of(path: Path) -> str:
    return card_of(path).trouble


def opened_again(path: Path) -> bool:
    with Journal.open(path) as journal:
        return journal.recovery is not None


@pytest.mark.parametrize("what", SPOILT)
def test_a_database_with_other_tables_is_no_journal(tmp_path: Path, what: str) -> None:
    path = spoilt(tmp_path / GAME, *SPOILT[what])
    assert apart(trouble_of, path, limits=SECONDS) == DAMAGED
    assert apart(opened_again, path, limits=SECONDS)  # kept aside, and begun afresh


def test_nothing_in_a_foreign_database_may_act_or_go_on_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "MOST_STEPS", 1_000_000)
    endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c"
    path = play(tmp_path / GAME, steps=3)
    with closing(store.connect_to_look(path)) as database:
        assert database.execute("PRAGMA trusted_schema").fetchone() == (0,)
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            database.execute("DELETE FROM entry")
        with pytest.raises(sqlite3.OperationalError, match="interrupted"):
            database.execute(endless).fetchall()


# ---- backups -----------------------------------------------------------------------------------


@pytest.fixture
def again() -> Again:
    return Again()


@pytest.fixture
def empty(tmp_path: Path, again: Again) -> Iterator[Here]:
    (tmp_path / "empty").mkdir()
    found = opened(tmp_path / "empty", again)
    yield found
    found.house.stop()


@pytest.fixture
def here(tmp_path: Path, again: Again) -> Iterator[Here]:
    (tmp_path / "here").mkdir()
    play(tmp_path / "here" / GAME, steps=6)
    found = opened(tmp_path / "here", again)
    yield found
    found.house.stop()


def with_more(backup: bytes, more: dict[str, bytes], packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A backup with more files in it, each as its manifest says."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(backup)) as old, zipfile.ZipFile(out, "w", packing) as new:
        manifest = json.loads(old.read("manifest.json"))
        for name in set(old.namelist()) - {"manifest.json", *more}:
            new.writestr(name, old.read(name))
        for name, data in more.items():
            digest = hashlib.sha256(data).hexdigest()
            manifest["files"][name] = {"bytes": len(data), "sha256": digest, "game": "e" * 64}
            new.writestr(name, data)
        new.writestr("manifest.json", json.dumps(manifest))
    return out.getvalue()


def restored(house: Here, backup: bytes) -> tuple[int, str]:
    """What the page says in the end."""
    phone = owned(house)
    answer = send(phone, "/settings/restore", backup)
    if answer.status_code == 200:
        answer = phone.post("/settings/restore/sure", {"sure": answer.get_json()["sure"]})
    return answer.status_code, answer.get_json()["say"]


def test_a_backup_with_an_endless_view_is_refused_whole(
    here: Here,
    empty: Here,
    tmp_path: Path,
) -> None:
    backup = owned(here).get("/settings/backup.zip").data
    evil = spoilt(tmp_path / EVIL, *SPOILT["an endless view"])
    more = {f"games/{EVIL}": evil.read_bytes()}
    more |= {f"games/{EVIL}.head": evil.with_name(f"{EVIL}.head").read_bytes()}
    before = sorted(empty.house.folder.rglob("*.sqlite"))
    status, say = restored(empty, with_more(backup, more))
    assert (status, "damaged" in say) == (409, True)
    assert sorted(empty.house.folder.rglob("*.sqlite")) == before
    assert restored(empty, backup)[0] == 200  # the genuine one still comes


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("house/shelf.sqlite", b"x", "damaged"),
        ("house/diary.sqlite-journal", b"x", "damaged"),
        ("house/stage", b"x", "damaged"),
        ("house/update", b"x", "damaged"),
        (f"games/{EVIL}", bytes(MOST_OF["games"] + 1), "too large"),
        ("keys/large", bytes(MOST_OF["keys"] + 1), "too large"),
        ("house/settings.toml", bytes(MOST_TEXT + 1), "too large"),
        ("taught/boxes/wall.toml", b"x = " + b"[" * 100_000, "damaged"),
        ("taught/editions/wall/used.json", b"[" * 100_000, "damaged"),
    ],
)
def test_what_no_house_would_pack_is_refused(
    here: Here,
    empty: Here,
    name: str,
    data: bytes,
    said: str,
) -> None:
    backup = owned(here).get("/settings/backup.zip").data
    status, say = restored(empty, with_more(backup, {name: data}))
    assert (status, said in say) == (409, True), say


def test_an_unusual_packing_is_not_unpacked(here: Here, empty: Here) -> None:
    backup = owned(here).get("/settings/backup.zip").data
    status, say = restored(empty, with_more(backup, {}, zipfile.ZIP_LZMA))
    assert (status, "damaged" in say) == (409, True)


def test_a_backup_that_takes_too_much_is_given_up_and_the_house_goes_on(
    here: Here,
    empty: Here,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    backup = owned(here).get("/settings/backup.zip").data
    monkeypatch.setattr(backups, "LIMITS", ProcessLimits(memory=8 << 20))
    status, say = restored(empty, backup)
    assert (status, "memory" in say) == (409, True)
    assert list(empty.house.folder.glob("*.sqlite")) == []
    assert empty.phone().get("/house/state").status_code == 200


# ---- editions ----------------------------------------------------------------------------------

SIDE = 32


def archive(
    name: str, head: dict[str, Any], size: int, packing: int = zipfile.ZIP_DEFLATED
) -> bytes:
    """An archive of one array of zeros, which packs to next to nothing."""
    buffer, start = io.BytesIO(), io.BytesIO()
    np.lib.format.write_array_header_1_0(start, {"descr": "|u1", "fortran_order": False, **head})
    with zipfile.ZipFile(buffer, "w", packing) as packed, packed.open(f"{name}.npy", "w") as file:
        file.write(start.getvalue())
        for _ in range(size >> 20):
            file.write(bytes(1 << 20))
        file.write(bytes(size % (1 << 20)))
    return buffer.getvalue()


def edition(faces: bytes, packing: int = zipfile.ZIP_STORED) -> bytes:
    about = {"format": "pharaohs-table teaching", "layout": 1, "side": SIDE, "edition": "x"}
    about |= {"version": 1, "date": "x", "crc": zlib.crc32(faces), "lessons": [["animal", "cat"]]}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", packing) as packed:
        of = {"format": "pharaohs-table edition", "layout": 1, "room": "wall"}
        packed.writestr("edition.json", json.dumps(of))
        packed.writestr("teaching.json", json.dumps(about))
        packed.writestr("faces.npz", faces)
    return buffer.getvalue()


def most_memory(work: Callable[[], object], kind: type[Exception]) -> int:
    """The bytes that a refusal took at most."""
    tracemalloc.start()
    try:
        with pytest.raises(kind):
            work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_small_edition_of_many_faces_is_measured_and_not_unpacked(tmp_path: Path) -> None:
    count = 40_000
    faces = archive("faces", {"shape": (count, SIDE, SIDE, 3)}, count * SIDE * SIDE * 3)
    raw = edition(faces)
    assert len(raw) < 200_000
    assert most_memory(lambda: taken(tmp_path, raw), NotAnEdition) < 10_000_000


def test_an_array_that_says_more_than_it_has_is_refused() -> None:
    """NumPy would make room for all of it first."""
    raw = archive("faces", {"shape": (10**9, 3)}, 3_000)
    assert most_memory(lambda: arrays.opened(raw), ValueError) < 10_000_000


def test_an_archive_of_arrays_in_an_unusual_packing_is_refused(tmp_path: Path) -> None:
    raw = archive("faces", {"shape": (3_000,)}, 3_000, zipfile.ZIP_LZMA)
    with pytest.raises(ValueError, match="packing"):
        arrays.opened(raw)
    with pytest.raises(NotAnEdition):
        taken(tmp_path, edition(raw, zipfile.ZIP_LZMA))


# ---- boxes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("room", "part", "name"),
    [("wall", "pieces", "researchers"), ("dig", "money", "gold"), ("sphinx", "mat", "rows"),
     ("sphinx", "cards", "each"), ("bowl", "pieces", "scarabs")],
)  # fmt: skip
def test_a_box_of_millions_of_pieces_is_refused_before_anything_is_drawn(
    room: str, part: str, name: str
) -> None:
    data = shipped(room)
    assert contradictions(room, data) == []
    data[part][name] = 10_000_000
    (said,) = contradictions(room, data)
    assert (said.key, said.values["number"]) == ("fault.box.number", 10_000_000)


# ---- pictures ----------------------------------------------------------------------------------


@cache
def blank(ending: str, width: int, height: int) -> bytes:
    return bytes(cv2.imencode(ending, np.full((height, width, 3), 128, np.uint8))[1])


def test_a_small_png_of_many_pixels_is_known_by_its_head() -> None:
    png = blank(".png", 7_000, 7_000)
    assert len(png) < 200_000
    assert trouble_with(png) == "huge_png"
    assert most_memory(lambda: pictures.decoded(png), BadPicture) < 1_000_000


def test_a_large_photograph_is_unpacked_at_half_its_size() -> None:
    raw = blank(".jpg", 6_000, 4_000)
    assert trouble_with(raw) == ""
    assert pictures.decoded(raw).shape == (2_000, 3_000, 3)
    assert pictures.decoded(blank(".jpg", 4_000, 3_000)).shape == (3_000, 4_000, 3)


def test_a_photograph_that_hides_its_size_is_not_unpacked() -> None:
    """Decoders skip what lies between two parts; who measures has to know the size."""
    raw = blank(".jpg", 640, 480)
    hidden = raw[:2] + b"\xff\xfe\x00\x02" + b"\x00" + raw[2:]
    assert trouble_with(hidden) == "torn_picture"
    with pytest.raises(BadPicture):
        pictures.decoded(hidden)
