"""A photograph sent to be scored: checked, read apart from the page, asked about, then counted."""

from __future__ import annotations

import contextlib
import dataclasses
import http.client
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import companion.web.server.http_handler
from companion.core.cells import EMPTY
from companion.games.kheops import GAME
from companion.games.kheops.labels import TWO_PAWNS
from companion.table import Table
from companion.web import Limits, Looked
from companion.web.server.work_queue import OFFLOAD
from companion.web.table import photographs
from companion.web.table.photographs import ARRIVING, FROM_ONE, KEPT, Album, size_of, trouble_with
from tests.rooms.kheops.laid import SMALL, laid
from tests.rooms.kheops.test_finished import WIDE, seen
from tests.web.kheops_scenes import a_pyramid, looked_at, scoring_of
from tests.web.scenes import a_browser, a_table, an_app, served
from tests.web.strangers import cookie_of, ends, knock

T_1 = dict(GAME.visible(laid(SMALL).state))


def encoded(ending: str = ".jpg", size: tuple[int, int] = (40, 30)) -> bytes:
    image = np.full((size[1], size[0], 3), 120, np.uint8)
    return bytes(cv2.imencode(ending, image)[1])


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return a_pyramid(tmp_path_factory.mktemp("scored"))


def send(client: Any, data: bytes, kind: str = "image/jpeg") -> Any:
    return client.post("/score", data=data, content_type=kind)


def a_client(table: Table, read: Callable[[bytes], Looked], box: Any = None, **more: Any) -> Any:
    scoring = scoring_of(read, box) if box is not None else scoring_of(read)
    return a_browser(an_app(table, scoring=scoring, **more))


# ---- what arrives ------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", [".jpg", ".png"])
def test_a_picture_is_measured_by_its_head(ending: str) -> None:
    assert size_of(encoded(ending, (321, 123))) == (321, 123)
    assert trouble_with(encoded(ending)) == ""


BAD = {
    "text": (b"a pyramid, honestly", "not_a_picture"),
    "nothing": (b"", "not_a_picture"),
    "gif": (b"GIF89a" + bytes(40), "not_a_picture"),
    "heic": (b"\0\0\0\x18ftypheic" + bytes(40), "phone_picture"),
    "half a head": (encoded()[:20], "torn_picture"),
    "png without a head": (b"\x89PNG\r\n\x1a\n" + bytes(40), "torn_picture"),
    "a bomb": (
        b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR" + (60_000).to_bytes(4, "big") * 2 + bytes(9),
        "huge_png",
    ),
    "a bomb of a camera": (
        b"\xff\xd8\xff\xc0\0\x11\x08" + (9_000).to_bytes(2, "big") * 2 + bytes(12),
        "huge_picture",
    ),
}


@pytest.mark.parametrize("what", BAD)
def test_what_is_no_picture_is_said_and_never_read(
    table: Table, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photographs, "reads_phone_pictures", lambda: False)
    data, trouble = BAD[what]
    assert trouble_with(data) == trouble
    answer = send(a_client(table, _never), data)
    assert answer.status_code == 415
    assert len(answer.json["say"]) > 40


def _never(data: bytes) -> Looked:
    raise AssertionError("nobody should read this")


def test_too_big_a_picture_is_refused_before_it_is_taken(table: Table) -> None:
    client = a_client(table, _never, limits=Limits(picture_bytes=500))
    answer = send(client, encoded() + bytes(600))
    assert answer.status_code == 413
    assert "too big" in answer.json["say"]


def test_moves_stay_small_although_pictures_may_be_big(table: Table) -> None:
    client = a_client(table, _never)
    assert (
        client.post("/move", json={"move": {}, "base": 0, "pad": "x" * 20_000}).status_code == 413
    )


def test_a_picture_that_is_read_keeps_nobody_elses_work_waiting(table: Table) -> None:
    """It is read in another process: no worker of the queue stands still for it."""

    def queued(environ: Any, work: Any, *given: Any) -> Any:
        raise AssertionError("it waits in the queue")

    def read(data: bytes) -> Looked:
        raise ValueError("no markers found in the picture; take it with all four corners in sight")

    client = a_client(table, read)
    answer = client.post("/score", data=encoded(), content_type="image/jpeg",
                         environ_overrides={OFFLOAD: queued})  # fmt: skip
    assert answer.status_code == 422


def test_a_picture_nobody_can_use_is_reported_in_the_readers_words(table: Table) -> None:
    def blind(data: bytes) -> Looked:
        raise ValueError("no markers found in the picture; take it with all four corners in sight")

    answer = send(a_client(table, blind), encoded())
    assert (answer.status_code, answer.json["kind"]) == (422, "error")
    assert "all four corners" in answer.json["say"]


def test_a_picture_from_another_page_is_not_read(table: Table) -> None:
    client = a_client(table, _never)
    answer = client.post("/score", data=encoded(), content_type="image/jpeg",
                         headers={"Origin": "http://elsewhere.example"})  # fmt: skip
    assert answer.status_code == 403
    assert client.post("/move", data=encoded(), content_type="image/jpeg").status_code == 415


def test_rooms_that_cannot_score_a_photograph_do_not_offer_it(tmp_path: Path) -> None:
    client = a_browser(an_app(a_table(tmp_path)))
    assert b"data-scoring" not in client.get("/").data
    assert send(client, encoded()).status_code == 404


# ---- what is asked, and what counts ------------------------------------------------------------


def test_a_picture_without_doubts_is_counted_at_once_kheops_t_1(table: Table) -> None:
    client = a_client(table, lambda data: looked_at(T_1, side=3, picture=data), WIDE)
    number = table.number
    sheet = send(client, encoded()).json
    assert sheet["ask"] == []
    assert sheet["count"]["totals"] == [15, 14]
    assert sheet["count"]["paths"][0]["say"].startswith("Path 1, 3 tiles: 2 for 2 rooms")
    assert sheet["count"]["say"].startswith("Ana has the most points, 15")
    assert set(sheet["places"]) == {cell for cell in T_1 if not cell.endswith(":pawn")}
    assert table.number == number


def test_a_doubtful_cell_is_asked_before_anything_counts(table: Table) -> None:
    doubts = {"U1.1": ["room-2-double@2", "room-2@2"]}
    client = a_client(table, lambda data: looked_at(T_1, doubts, 3, data), WIDE)
    sheet = send(client, encoded()).json
    assert sheet["count"] is None
    assert sheet["ask"] == [{"cell": "U1.1", "likely": doubts["U1.1"], "seen": True}]
    address = f"/score/{sheet['name']}"
    plain = client.post(f"{address}/count", json={"choices": {"U1.1": "room-2@2"}}).json
    assert plain["count"]["totals"] == [15, 1]
    answer = client.post(f"{address}/count", json={"choices": {"U1.1": T_1["U1.1"]}}).json
    assert answer["count"]["totals"] == [15, 14]
    crop = client.get(f"{address}/cell.jpg?cell=U1.1")
    assert (crop.status_code, crop.mimetype) == (200, "image/jpeg")
    assert client.get(f"{address}/picture.jpg").data == encoded()


KING = "room-1-sarcophagus_red_king"


def twice(cells: dict[str, str]) -> dict[str, str]:
    """The same king in two places."""
    there = [cell for cell, label in cells.items() if label.startswith(KING)]
    others = [cell for cell in ("U0.0", "U0.6", "U1.0") if cell not in there]
    return dict.fromkeys(others[: 2 - len(there)], f"{KING}@0")


SEEN = seen()
FREE = next(name.removesuffix(":pawn") for name in SEEN if SEEN[name] == EMPTY)
"""A cell nobody stands on."""
WRONG: dict[str, tuple[dict[str, str], str, str]] = {
    "48 tiles": ({FREE: EMPTY}, "KHEOPS-60", "48 of 49 tiles are there"),
    "outside": ({"U0.7": "room-2@0"}, "KHEOPS-10", "U0.7 is outside the pyramid"),
    "two pawns": ({"U2.2:pawn": TWO_PAWNS}, "KHEOPS-08", "I see more than one pawn on U2.2"),
    "seen twice": (twice(SEEN), "KHEOPS-04", "the box has 1, but I see 2"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_cannot_be_counted_is_said_asked_and_put_right(table: Table, what: str) -> None:
    changes, clause, words = WRONG[what]
    client = a_client(table, lambda data: looked_at(SEEN | changes, picture=data))
    sheet = send(client, encoded()).json
    assert sheet["count"] is None
    assert sheet["refusal"]["clause"] == clause
    assert words in sheet["refusal"]["say"]
    asked = [one["cell"] for one in sheet["ask"]]
    assert asked
    choices = {cell: SEEN.get(cell, EMPTY) for cell in asked}
    done = client.post(f"/score/{sheet['name']}/count", json={"choices": choices}).json
    assert done["refusal"] is None
    assert done["count"]["totals"] == send(
        a_client(table, lambda data: looked_at(SEEN)), encoded()
    ).json["count"]["totals"]  # fmt: skip


def test_a_picture_cut_off_at_the_top_asks_for_the_top_kheops_60(table: Table) -> None:
    cut = {cell: label for cell, label in SEEN.items() if not cell.startswith("U6")}
    client = a_client(table, lambda data: looked_at(cut, picture=data))
    sheet = send(client, encoded()).json
    assert "not in the picture: U6.0" in sheet["refusal"]["say"]
    asked = [(one["cell"], one["likely"], one["seen"]) for one in sheet["ask"]]
    assert asked == [("U6.0", [], False), ("U6.0:pawn", [], False)]
    choices = {"U6.0": SEEN["U6.0"], "U6.0:pawn": SEEN["U6.0:pawn"]}
    done = client.post(f"/score/{sheet['name']}/count", json={"choices": choices}).json
    assert done["count"]["totals"]


@pytest.mark.parametrize("choices", [{"U0.0": "moon"}, {"U9.9": "room-2@0"}, {"U0.0:pawn": "cat"}])
def test_nobody_can_say_what_the_box_does_not_have(table: Table, choices: dict[str, str]) -> None:
    client = a_client(table, lambda data: looked_at(SEEN))
    sheet = send(client, encoded()).json
    answer = client.post(f"/score/{sheet['name']}/count", json={"choices": choices})
    assert answer.status_code == 400


def test_only_the_last_photographs_are_remembered(table: Table) -> None:
    album = Album()
    names = [album.keep(looked_at(T_1)) for _ in range(KEPT + 1)]
    assert album.find(names[0]) is None
    assert all(album.find(name) for name in names[1:])
    client = a_client(table, lambda data: looked_at(T_1))
    answer = client.post("/score/gone/count", json={"choices": {}})
    assert answer.status_code == 404
    assert "no longer have this picture" in answer.json["say"]


# ---- beside the page ---------------------------------------------------------------------------


class SlowReader:
    """Reads only when it is let."""

    def __init__(self) -> None:
        self.began, self.may_end = threading.Event(), threading.Event()

    def __call__(self, data: bytes) -> Looked:
        self.began.set()
        assert self.may_end.wait(20)
        return looked_at(SEEN)


def ask(port: int, path: str, body: bytes | None = None) -> tuple[int, dict[str, Any]]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    kind = {"Content-Type": "image/jpeg"} if body else {}
    connection.request("POST" if body else "GET", path, body, kind)
    answer = connection.getresponse()
    decoded = json.loads(answer.read())
    connection.close()
    return answer.status, decoded


def test_while_a_picture_is_read_the_page_goes_on_and_another_one_waits(table: Table) -> None:
    reader = SlowReader()
    first: list[tuple[int, dict[str, Any]]] = []
    with served(table, scoring=scoring_of(reader)) as server:
        sent = threading.Thread(target=lambda: first.append(ask(server.port, "/score", encoded())))
        sent.start()
        assert reader.began.wait(20)
        assert ask(server.port, "/state")[0] == 200
        status, body = ask(server.port, "/score", encoded())
        assert (status, body["say"][:19]) == (503, "I'm reading another")
        reader.may_end.set()
        sent.join()
        assert first[0][0] == 200
        assert ask(server.port, "/score", encoded())[0] == 200


def test_a_reader_that_fails_does_not_bar_the_next_picture(table: Table) -> None:
    ways: Iterator[Looked | ValueError] = iter([ValueError("too dark"), looked_at(SEEN)])

    def read(data: bytes) -> Looked:
        found = next(ways)
        if isinstance(found, ValueError):
            raise found
        return found

    client = a_client(table, read)
    assert send(client, encoded()).status_code == 422
    assert send(client, encoded()).status_code == 200


DRIPPED = (
    b"POST /score HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/jpeg\r\n"
    b"Content-Length: 100000\r\n\r\n\xff\xd8\xff"
)


def test_a_photograph_that_drips_in_does_not_keep_another_from_being_read(table: Table) -> None:
    """It held the one place for reading until it was there, for a minute at the longest."""
    with served(table, scoring=scoring_of(lambda data: looked_at(SEEN))) as server:
        knock(server, DRIPPED, "127.0.0.1")
        for _ in range(20):
            assert ask(server.port, "/score", encoded())[0] == 200


def test_a_photograph_that_drips_in_is_given_up_in_seconds(
    table: Table, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(companion.web.server.http_handler, "GRACE_SECONDS", 0.2)
    monkeypatch.setattr(companion.web.server.http_handler, "BYTES_PER_SECOND", 1e9)
    with served(table, scoring=scoring_of(_never)) as server:
        heard = ends(knock(server, DRIPPED))
    assert heard.startswith(b"HTTP/1.1 408 ")
    assert b"didn't arrive in time" in heard
    assert capsys.readouterr().err == ""


def test_a_photograph_that_breaks_off_is_reported_and_costs_no_word_in_the_log(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    with served(table, scoring=scoring_of(_never)) as server:
        line = knock(server, DRIPPED)
        line.shutdown(1)
        assert ends(line).startswith(b"HTTP/1.1 400 ")
    assert capsys.readouterr().err == ""


def test_refused_photographs_cost_no_log(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    with served(table, Limits(picture_bytes=50_000), scoring=scoring_of(_never)) as server:
        for body in (*(data for data, _ in BAD.values() if data), bytes(60_000)):
            assert ask(server.port, "/score", body)[0] in (413, 415)
    assert capsys.readouterr().err == ""


def test_few_photographs_are_on_their_way_at_once_and_seats_have_their_own_places() -> None:
    album = Album()
    with contextlib.ExitStack() as held:

        def sends(sender: str, joined: bool = False) -> bool:
            return held.enter_context(album.arrival(sender, joined))

        assert [sends("10.0.0.66") for _ in range(FROM_ONE + 1)] == [True] * FROM_ONE + [False]
        assert sends("10.0.0.7")
        assert not sends("10.0.0.8"), f"{ARRIVING} are on their way"
        assert sends("seat-0", joined=True)
    with album.arrival("10.0.0.66", False) as again:
        assert again


def test_a_seat_sends_its_photograph_while_strangers_drip_theirs(table: Table) -> None:
    with served(table, scoring=scoring_of(lambda data: looked_at(SEEN))) as server:
        for number in range(ARRIVING):
            knock(server, DRIPPED, f"127.0.0.{60 + number}")
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        headers = {"Content-Type": "image/jpeg", "Cookie": cookie_of(table, "seat-0-link")}
        line.request("POST", "/score", encoded(), headers)
        assert line.getresponse().status == 200
        line.close()


def test_where_no_photograph_can_be_read_every_cell_is_said(table: Table) -> None:
    """Begun with nothing: what people say is all there is, and an unfinished pyramid stands."""
    empty, box = dict.fromkeys(T_1, EMPTY), laid(SMALL).state.box
    scoring = dataclasses.replace(scoring_of(lambda data: Looked({}), box), nothing=empty)
    client = a_browser(an_app(table, scoring=scoring))
    sheet = client.post("/score/by-hand", json={}).json
    assert sheet["stands"] is True
    said = {name: label for name, label in T_1.items() if ":" not in name}
    whole = client.post(f"/score/{sheet['name']}/count", json={"choices": said}).json
    assert whole["count"] is not None
    last = list(said)[-1]
    some = {name: label for name, label in said.items() if name != last}
    part = client.post(f"/score/{sheet['name']}/count", json={"choices": some}).json
    assert part["stands"] is True
    assert len([one for one in part["cells"] if one["tile"]]) == len(said) - 1
