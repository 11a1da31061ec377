"""The hall on its pages: who may do what, who sees what, and a night up to its results."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from werkzeug.test import Client

from companion.hall.errors import HallNotNow
from companion.hall.evening.acts import Who
from companion.hall.hall import Hall
from companion.hall.store import open_store
from companion.journal import CannotSave
from companion.web.hall.crew import COOKIE, CrewMember
from companion.web.kit import codes
from tests.hall.halls import WORDS, Here, Phone, a_night, opened, places, seated
from tests.uplink.post import Post


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Here]:
    yield from opened(tmp_path)


# ---- rights ------------------------------------------------------------------------------------


def test_a_forged_cookie_is_a_spectators(here: Here) -> None:
    cookie = here.crew.cookie(CrewMember("referee", "Rita"))
    for wrong in (cookie.replace("referee", "organiser"), cookie[:-1], "", "a.b.c.d"):
        client = Client(here.site)
        client.set_cookie(COOKIE, wrong)
        assert Phone(client).json("/hall.json")["role"] == "spectator"


def test_a_code_makes_a_referee_and_wrong_guesses_lock_nobody_out(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(codes, "REST_SECONDS", 0.0)
    phone = here.phone()
    assert phone.post("/claim", {"code": "WRONG1"}).status_code == 403
    assert (
        phone.post("/claim", {"code": here.crew.code("referee"), "name": "Rita"}).status_code == 200
    )
    assert phone.json("/referee.json")["me"] == "Rita"
    stranger = here.phone()
    wrong = [stranger.enrol({"code": "WRONG1", "table": "7"}) for _ in range(12)]
    assert {answer.status_code for answer in wrong} == {403}
    right = {"code": here.crew.code("referee"), "name": "Rob"}
    assert stranger.post("/claim", right).status_code == 200


PUBLIC = (
    "/", "/screen", "/enrol", "/words.json", "/hall.json", "/standings.csv", "/standings.json",
    "/papers/seating.pdf", "/papers/standings.pdf", "/papers/crosstable.pdf", "/code.svg",
    "/why.json?who={who}&round=1", "/points.json?who={who}",
)  # fmt: skip


def public_bytes(here: Here, role: str, who: str) -> list[bytes]:
    """All that somebody without a code can read, but for the seconds of the clock."""
    phone = here.phone(role)
    pages = [phone.get(path.format(who=who)).data for path in PUBLIC]
    stream = phone.get("/events").iter_encoded()
    told = [next(stream), next(stream)]
    found = [
        re.sub(rb'"left":[0-9.]+|event: clock\ndata: [0-9.]+', b"", one) for one in pages + told
    ]
    return [
        re.sub(rb"/(CreationDate|ModDate) \([^)]*\)|/ID\s*\[[^]]*\]", b"", one) for one in found
    ]


def test_what_is_the_organisers_alone_reaches_nobody_else(
    here: Here, capfd: pytest.CaptureFixture[str]
) -> None:
    """Two nights that differ only in a need, a note and a rule: the same bytes for everybody else,
    on pages and streams, in exports and papers, over the line to the tables, and in the log."""
    desk = a_night(here)
    who, other = seated(here, "b1")
    desk.must("/act/report", places("b1", who, other))
    before = {role: public_bytes(here, role, who) for role in ("nobody", "seat", "table")}
    here.hall.tend()
    sent = len(here.post.sent)
    name = here.hall.evening.night.people[who].name
    person = {"id": who, "name": name, "needs": ["quiet"], "note": "has a cold"}
    desk.must("/act/change", {"person": person})
    desk.must("/act/bind", {"rule": {"kind": "apart", "people": [who, other]}})
    assert {role: public_bytes(here, role, who) for role in before} == before
    here.hall.tend()
    said = b"".join(payload for _, payload in here.post.sent[sent:])
    logged = "".join(capfd.readouterr()).encode()
    for secret in (b"has a cold", b"quiet", b"apart"):
        assert secret not in said + logged
        assert secret in desk.get("/desk.json").data
    assert b"has a cold" not in here.phone("referee").get("/referee.json").data


# ---- a night -----------------------------------------------------------------------------------


def test_the_organiser_reads_what_is_possible_and_a_person_why_they_sit_there(here: Here) -> None:
    desk = a_night(here)
    lines = desk.json("/desk/possible.json")["lines"]
    assert lines[0] == "4 pairs will sit together, out of 6 there are."
    assert any("The wall" in line or "wall" in line.lower() for line in lines)
    anna = here.hall.evening.night.published[0].tables[0].people[0]
    told = here.phone().json(f"/why.json?who={anna}&round=1")["lines"]
    assert told[0] == "You meet 1 person you haven't sat with tonight."
    assert not any("{" in line or "hall." in line for line in [*lines, *told])
    for wrong in ("who=nobody&round=1", f"who={anna}&round=2", f"who={anna}", ""):
        assert here.phone().get(f"/why.json?{wrong}").status_code == 404


def test_a_swap_says_its_cost_is_done_by_hand_and_undone(here: Here) -> None:
    desk = a_night(here)
    (drawn,) = here.hall.evening.night.drawn
    one = drawn.tables[0].people[0]
    swaps = desk.json(f"/desk/swaps.json?round=2&who={one}")["swaps"]
    assert {swap["with"] for swap in swaps} == set(drawn.tables[1].people)
    assert swaps[0]["verdict"] == "better", "the same two sat together in round 1"
    assert swaps[0]["cost"][0] == "2 pairs fewer meet again."
    answer = desk.post("/act/swap", {"round": 2, "one": one, "two": swaps[0]["with"]})
    assert answer.status_code == 200, answer.data
    assert here.hall.evening.night.drawn[0].tables[1].people.count(one) == 1
    assert desk.json("/desk.json")["hands"] == 1
    assert desk.post("/act/unswap").status_code == 200
    assert here.hall.evening.night.drawn == (drawn,)
    assert desk.get(f"/desk/swaps.json?round=1&who={one}").status_code == 404, "it was announced"


def test_the_papers_of_a_round_are_there_once_it_is_announced(here: Here) -> None:
    assert here.phone().get("/papers/seating.pdf").status_code == 404
    desk = a_night(here)
    for name in ("seating", "cards", "standings", "crosstable", "certificates"):
        assert desk.get(f"/papers/{name}.pdf").data.startswith(b"%PDF"), name
    assert desk.get("/papers/seating.pdf?round=2").status_code == 404, "nobody knows it yet"
    assert desk.get("/papers/camels.pdf").status_code == 404


def test_no_next_round_while_a_result_is_missing(here: Here) -> None:
    desk = a_night(here)
    assert (
        desk.post("/act/publish", {"round": 2, "early": True}).status_code == 200
    )  # people may read it already
    assert desk.post("/act/start", {"round": 2}).status_code == 409
    for box in ("b1", "b2"):
        assert desk.post("/act/report", places(box, *seated(here, box))).status_code == 200
    assert desk.post("/act/start", {"round": 2}).status_code == 200
    assert here.hall.evening.night.started == 2


def test_a_result_comes_twice_for_the_wrong_people_or_the_wrong_round(here: Here) -> None:
    desk = a_night(here)
    number, one = here.hall.evening.number, places("b1", *seated(here, "b1"))
    wrong_round = {"result": {**one["result"], "round": 2}}
    for wrong in (places("b1", *seated(here, "b2")), places("b9", "x", "y"), wrong_round):
        answer = desk.post("/act/report", wrong)
        assert answer.status_code == 409
        assert msgspec.json.decode(answer.data)["say"]
    assert here.hall.evening.number == number
    for _ in range(2):
        desk.post("/act/report", one)
    assert here.hall.evening.number == number + 1


def test_nobody_signs_with_anothers_name(here: Here) -> None:
    a_night(here)
    rita, people = here.phone("referee"), seated(here, "b1")
    forged = places("b1", *people)
    forged["result"]["source"] = "the table itself"
    rita.post("/act/report", forged)
    assert here.hall.evening.night.results["1:b1"].result.source == "Rita"
    rita.post("/act/confirm", {"round": 1, "box": "b1", "who": people[0]})
    assert here.hall.evening.night.results["1:b1"].confirmed_by == ("Rita",)


def test_a_table_that_says_otherwise_than_a_referee_leaves_it_disputed(here: Here) -> None:
    a_night(here)
    people = seated(here, "b1")
    here.phone("referee").post("/act/report", places("b1", *people))
    here.hall.act("report", places("b1", *people[::-1]), Who("table", "1"))
    kept = here.hall.evening.night.results["1:b1"]
    assert kept.status == "disputed"
    assert len(kept.others) == 1
    assert (1, "b1") not in here.hall.evening.night.missing  # it waits, and stops nobody else


def test_a_call_is_claimed_once_and_answered(here: Here) -> None:
    for _ in range(2):
        here.hall.act("call", {"id": "k1", "box": "b1", "kind": "seat"}, Who("table", "1"))
    assert here.hall.evening.number == 1
    rita, other = here.phone("referee"), Client(here.site)
    other.set_cookie(COOKIE, here.crew.cookie(CrewMember("referee", "Otto")))
    assert [one["id"] for one in rita.json("/referee.json")["open"]] == ["k1"]
    assert rita.post("/act/claim", {"id": "k1"}).status_code == 200
    assert Phone(other).post("/act/claim", {"id": "k1"}).status_code == 409
    assert rita.post("/act/answer", {"id": "k1", "text": "played on"}).status_code == 200
    assert rita.json("/referee.json")["open"] == []


def test_a_hall_that_was_stopped_goes_on_where_it_stood(here: Here, tmp_path: Path) -> None:
    a_night(here)
    before = here.hall.evening
    here.hall.store.close()
    again = Hall(open_store(tmp_path), lambda will: Post().line(will), wall=lambda: 5.0)
    assert again.evening == before
    assert 3590.0 < (again.seconds_left() or 0.0) <= 3600.0  # a clock set back gives no more time
    again.store.close()


def test_every_refusal_of_the_hall_has_a_sentence() -> None:
    root = Path(__file__).parents[2] / "companion"
    pages = (root / "web" / "hall").rglob("*.py")
    files = [*(root / "hall").rglob("*.py"), *pages, root / "app" / "hall_app.py"]
    keys = {key for file in files for key in re.findall(r'"(desk\.\w+)"', file.read_text())}
    assert len(keys) > 5
    for language in WORDS:
        assert {key for key in keys if f"hall.{key}" not in WORDS[language].texts} == set()


def test_a_refusal_of_the_hall_says_the_same_at_the_terminal_and_on_the_page() -> None:
    refusal = HallNotNow("desk.name_taken", name="seven")
    for words in WORDS.values():
        assert words.wrong(refusal) == words.say(refusal.say)
        assert "seven" in words.wrong(refusal)


def test_the_desk_reads_in_words_why_nothing_can_be_saved(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    def silent(*_: object) -> None:
        raise CannotSave("fault.hall.postgres_silent", why=OSError("gone"))

    desk = here.phone("organiser")
    assert desk.json("/desk.json")["trouble"] == ""
    monkeypatch.setattr(here.hall.store, "append", silent)
    assert not here.hall.attempt("come", {"text": "Anna"}, Who("organiser", "Rita"))
    assert desk.json("/desk.json")["trouble"] == "PostgreSQL doesn't answer: gone."
    assert desk.json("/desk.json?lang=de")["trouble"] == "PostgreSQL antwortet nicht: gone."


def test_every_label_of_the_hall_has_words_and_none_is_left_over() -> None:
    root = Path(__file__).parents[2] / "companion" / "web"
    text = "".join(path.read_text() for path in (root / "static" / "hall").glob("*.js"))
    shared = (root / "static" / "house" / "house.js").read_text()  # every page of the hall has it
    page = "".join((root / "templates" / f"{name}.html").read_text() for name in ("hall", "house"))
    said = set(re.findall(r'"([a-z_]+)"', text + shared)) | set(
        re.findall(r"""words\[['"]([a-z_]+)""", page)
    )
    starts = tuple(re.findall(r"`([a-z]+_)\$\{", text))
    known = set(WORDS["en"].under("hall.page"))
    asked = set(re.findall(r'\bt\("([a-z_]+)"', text))
    assert asked <= known
    assert {key for key in known - said if not key.startswith(starts)} == set()
