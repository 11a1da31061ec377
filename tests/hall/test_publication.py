"""After the night: names as each person chose, signed files, seasons over halls, plain pages."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.cli import main
from companion.hall import season_number
from companion.hall.errors import HallError
from companion.hall.night.state import Night
from companion.hall.published_pages import pages_of
from companion.hall.records import FIRST, FULL, INITIALS, NAMELESS, Person
from companion.hall.scores.exports import season_csv
from companion.hall.scores.night_file import (
    MOST_BYTES,
    BadNightFile,
    NightFile,
    SignedNight,
    night_file,
    numbers_of,
    read_signed,
    shown_name,
    signed,
)
from companion.hall.scores.season import joined, season
from companion.hall.store.local import FILE, night_of
from companion.journal import read_with_game
from companion.journal.errors import NotAKey
from companion.journal.signatures import SigningKey, is_signed
from companion.words import LANGUAGES, load
from tests.hall import halls
from tests.hall.test_scores import ALL, night

OURS, THEIRS = SigningKey(bytes(range(32))), SigningKey(bytes(range(1, 33)))
LAST_FIRST = (("dan", 1), ("anna", 2), ("ben", 3), ("cleo", 4))


def filed(made: Night, name: str = "a1b2c3", key: SigningKey = OURS) -> NightFile:
    return night_file(made, name, (), key, str.title)


def two_nights() -> tuple[NightFile, NightFile]:
    may = filed(night((1, "b1", ALL), name="May", shown=FULL), "aaaa")
    june = filed(night((1, "b1", LAST_FIRST), name="June", shown=FULL), "bbbb")
    return may, replace(june, day="2026-06-01")


# ---- Season numbers ----------------------------------------------------------------------------


def test_a_season_number_is_read_however_it_is_typed_and_a_slip_is_noticed() -> None:
    number = season_number.spelled(b"Chloe at the Nile")
    assert season_number.read(number.replace("-", " ").lower()) == number
    slips = [
        number[:n] + other + number[n + 1 :]
        for n in (0, 1, 4, 5, 8)
        for other in "0123456789XYZ"
        if other != number[n]
    ]
    noticed = sum(season_number.read(slip) == "" for slip in slips)
    assert noticed >= 0.9 * len(slips)


def test_the_same_name_is_the_same_person_in_one_house_and_nobody_elsewhere() -> None:
    one = {"p1": Person("p1", "Anna Müller"), "p2": Person("p2", "Ben")}
    two = {"p7": Person("p7", "müller,  ANNA")}
    here = numbers_of(Night(people=one), "aaaa", OURS)
    again = numbers_of(Night(people=two), "bbbb", OURS)
    assert here["p1"] == again["p7"]
    assert here["p1"] != numbers_of(Night(people=one), "aaaa", THEIRS)["p1"]


def test_whoever_is_forgotten_has_a_number_that_leads_to_no_other_night() -> None:
    gone = Night(people={"p1": Person("p1", "#1")}, forgotten=("p1",))
    assert numbers_of(gone, "aaaa", OURS)["p1"] != numbers_of(gone, "bbbb", OURS)["p1"]


def test_a_number_that_somebody_brought_stays_theirs() -> None:
    bens = numbers_of(Night(people={"p1": Person("p1", "Ben")}), "aaaa", OURS)["p1"]
    both = {"p1": Person("p1", "Ben"), "p2": Person("p2", "Anna", number=bens)}
    found = numbers_of(Night(people=both), "aaaa", OURS)
    assert found["p2"] == bens
    assert found["p1"] != bens


# ---- Names -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "shown"), [
    ("Ben Okafor", ("Ben Okafor", "Ben", "B. O.", "")),
    ("🐫 Zoë", ("🐫 Zoë", "Zoë", "Z.", "")),
    ("محمد علي", ("محمد علي", "محمد", "م. ع.", "")),
    ("O'Neil", ("O'Neil", "O'Neil", "O.", "")),
    ("4 8", ("4 8", "", "", "")),
])  # fmt: skip
def test_as_much_of_a_name_is_published_as_its_person_chose(
    name: str, shown: tuple[str, ...]
) -> None:
    found = [shown_name(Person("p1", name, shown=h)) for h in (FULL, FIRST, INITIALS, NAMELESS)]
    assert tuple(found) == shown
    assert shown_name(Person("p1", name)) == shown[2], "who has not chosen is not named in full"


def test_nothing_private_is_in_the_file_and_a_forgotten_name_is_nowhere() -> None:
    made = night((1, "b1", ALL), shown=FULL)
    made = replace(made, people={**made.people, "anna": Person("anna", "#1")}, forgotten=("anna",))
    told = signed(filed(made), OURS).decode()
    assert not [word for word in ("secret", "quiet", "Anna", "anna", "#1") if word in told]


# ---- Signed files ------------------------------------------------------------------------------


def test_a_night_is_read_back_as_it_was_signed_and_the_same_night_gives_the_same_bytes() -> None:
    made = filed(night((1, "b1", ALL), name="May", shown=FULL))
    data = signed(made, OURS)
    assert data == signed(made, OURS)
    assert read_signed(data) == SignedNight(made, OURS.public)


@pytest.mark.parametrize(("part", "value"), [
    ("name", "June"), ("day", "2026-01-01"), ("entries", 7), ("standings", []), ("extra", 1),
])  # fmt: skip
def test_a_file_somebody_has_changed_is_refused(part: str, value: Any) -> None:
    whole = json.loads(signed(filed(night((1, "b1", ALL))), OURS))
    whole["night"][part] = value
    with pytest.raises(BadNightFile) as wrong:
        read_signed(json.dumps(whole).encode())
    assert wrong.value.key == "hall.file.changed"


def badly_signed(**changes: Any) -> bytes:
    """A night that says something impossible, properly signed."""
    whole = json.loads(signed(filed(night((1, "b1", ALL))), OURS))
    whole["night"].update(changes)
    whole["signature"] = OURS.sign(whole["night"])
    return json.dumps(whole).encode()


@pytest.mark.parametrize("data", [
    b"", b"null", b"[]", b"{}", b"\xff\xfe", b"[" * 100_000, b'{"night": 1, "key": 2}',
    badly_signed(format="something.else"),
    badly_signed(day="yesterday"),
    badly_signed(night="../../etc/passwd"),
    badly_signed(extra=1),
    badly_signed(people=[{"number": "000-000-000", "name": "A"}]),
    badly_signed(standings=[{"rank": 1, "person": "?", "points": "6", "games": 1, "wins": 1}]),
    badly_signed(people=[], standings=[]),
    signed(filed(night((1, "b1", ALL), name="x")), OURS).replace(b'": "x"', b'": "\\ud800"'),
])  # fmt: skip
def test_what_is_no_night_is_refused_in_words(data: bytes) -> None:
    with pytest.raises(BadNightFile) as wrong:
        read_signed(data)
    assert load("en", strict=True).wrong(wrong.value)


def test_points_without_end_are_refused_before_they_are_counted() -> None:
    row = json.loads(signed(filed(night((1, "b1", ALL))), OURS))["night"]["standings"][0]
    for points in ("1e999999999", "9" * 10_000, "1/0", "nan", ""):
        with pytest.raises(BadNightFile):
            read_signed(badly_signed(standings=[{**row, "points": points}]))


def test_a_file_larger_than_any_night_is_not_read() -> None:
    with pytest.raises(BadNightFile) as wrong:
        read_signed(b" " * (MOST_BYTES + 1))
    assert wrong.value.key == "hall.file.too_big"


def test_a_later_version_is_named_as_such() -> None:
    with pytest.raises(BadNightFile) as wrong:
        read_signed(badly_signed(version=2))
    assert wrong.value.key == "hall.file.newer"


def test_a_key_is_made_once_is_its_owners_alone_and_a_broken_one_is_not_replaced(
    tmp_path: Path,
) -> None:
    path = tmp_path / "signing.key"
    first = SigningKey.kept_in(path)
    assert SigningKey.kept_in(path).public == first.public
    assert path.stat().st_mode & 0o777 == 0o600
    assert not is_signed({"a": 1}, first.public, OURS.sign({"a": 1}))
    path.write_text("abc")
    with pytest.raises(NotAKey):
        SigningKey.kept_in(path)
    assert path.read_text() == "abc"


# ---- Seasons -----------------------------------------------------------------------------------


def test_a_season_adds_nights_up_and_may_drop_the_worst() -> None:
    nights = two_nights()
    whole = season(nights)
    assert [(r.name, r.points) for r in whole.rows][:2] == [("Anna", "10"), ("Dan", "7")]
    best = season(nights, best=1)
    assert [(r.rank, r.name, r.points) for r in best.rows][:2] == [
        (1, "Anna", "6"),
        (1, "Dan", "6"),
    ]
    assert best.rows[0].dropped == {"bbbb": "4"}
    assert season_csv(best).count("\r\n") == 5
    assert "(4)" in season_csv(best)


def test_a_person_who_brings_the_number_is_one_person_over_two_halls() -> None:
    here = night((1, "b1", ALL), shown=FULL)
    annas = numbers_of(here, "aaaa", OURS)["anna"]
    there = night((1, "b1", LAST_FIRST), shown=FULL)
    people = {**there.people, "dan": Person("dan", "Anna M.", number=annas)}
    added = season((filed(here, "aaaa"), filed(replace(there, people=people), "bbbb", THEIRS)))
    rows = {row.person: row for row in added.rows}
    assert (rows[annas].points, rows[annas].nights, rows[annas].name) == ("12", 2, "Anna M.")
    assert len(rows) == 7, "everybody else is somebody of their own"


def test_a_night_counts_once_and_is_signed_by_one_hall() -> None:
    may = filed(night((1, "b1", ALL), name="May"))
    later = replace(may, entries=9)
    assert joined([SignedNight(later, OURS.public), SignedNight(may, OURS.public)]) == (
        SignedNight(later, OURS.public),
    )
    with pytest.raises(HallError) as wrong:
        joined([SignedNight(may, OURS.public), SignedNight(may, THEIRS.public)])
    assert wrong.value.key == "hall.file.other_signer"


# ---- Pages -------------------------------------------------------------------------------------


class Looked(HTMLParser):
    """The tags and texts of a page."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.texts: list[str] = []
        self.links: list[str] = []
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        assert not [name for name, _ in attrs if name.startswith("on") or name == "style"]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_folder_is_plain_pages_that_need_nothing_else(language: str) -> None:
    may, june = two_nights()
    bad = replace(may, people=tuple(
        replace(one, name="<script>alert(1)</script>") if one.name == "Anna" else one
        for one in may.people
    ))  # fmt: skip
    words = load(language, strict=True)
    files = pages_of(bad, b"{}", OURS.public, words, season((bad, june), 1))
    assert sorted(files) == [
        "index.html", "night.json", "results.html", "season.html", "style.css",
    ]  # fmt: skip
    for name, content in files.items():
        if not name.endswith(".html"):
            continue
        page = Looked(content)
        assert "script" not in page.tags
        assert set(page.links) <= set(files)
        assert f"<html lang={language}>" in content.decode()
        assert '"noindex"' in content.decode()
        assert "Ben" in page.texts
    assert files == pages_of(bad, b"{}", OURS.public, words, season((bad, june), 1))


def test_somebody_without_a_name_is_somebody() -> None:
    made = filed(night((1, "b1", ALL), name="May", shown=NAMELESS))
    pages = pages_of(made, b"", OURS.public, load("en", strict=True))
    assert "Anna" not in pages["index.html"].decode()
    assert Looked(pages["index.html"]).texts.count("Somebody") == 4 + 3, "table and podium"


# ---- At the desk -------------------------------------------------------------------------------


@pytest.fixture
def here(tmp_path: Path) -> Iterator[halls.Here]:
    yield from halls.opened(tmp_path)


def played(here: halls.Here) -> halls.Phone:
    desk = halls.a_night(here)
    desk.must("/act/arrange", {"name": "Spring at the Nile", "shown": FULL})
    desk.must("/act/report", halls.places("b1", *halls.seated(here, "b1")))
    desk.must("/act/confirm", {"round": 1, "box": "b1"})
    return desk


def test_the_folder_and_the_signed_night_are_the_organisers_to_take(here: halls.Here) -> None:
    desk = played(here)
    packed = zipfile.ZipFile(io.BytesIO(desk.get("/desk/publish.zip").data))
    assert {name.rpartition("/")[2] for name in packed.namelist()} == {
        "index.html", "results.html", "style.css", "night.json",
    }  # fmt: skip
    inside = next(name for name in packed.namelist() if name.endswith("night.json"))
    read = read_signed(packed.read(inside))
    assert read.night.name == "Spring at the Nile"
    assert read_signed(desk.get("/desk/night.json").data) == read
    for path in ("/desk/publish.zip", "/desk/night.json", "/desk/season.json"):
        assert here.phone().get(path).status_code == 403


def test_nights_of_others_are_added_and_taken_out_again(here: halls.Here) -> None:
    desk = played(here)
    others = signed(filed(night((1, "b1", ALL), name="Café Isis"), "c0ffee", THEIRS), THEIRS)
    for _ in range(2):  # twice is once
        assert desk.send("/desk/season", others)["kind"] == "accepted"
    known = json.loads(desk.get("/desk/season.json").data)
    assert [(one["name"], one["people"]) for one in known["nights"]] == [("Café Isis", 4)]
    packed = zipfile.ZipFile(io.BytesIO(desk.get("/desk/publish.zip?best=1").data))
    assert any(name.endswith("season.html") for name in packed.namelist())
    changed = desk.send("/desk/season", others.replace(b"Isis", b"Osir"))
    assert changed["kind"] == "refused"
    assert "signed" in changed["say"]
    desk.must("/desk/season/drop", {"night": "c0ffee"})
    assert json.loads(desk.get("/desk/season.json").data)["nights"] == []


def test_people_say_themselves_how_they_are_published_and_nobody_for_others(
    here: halls.Here,
) -> None:
    played(here)
    anna, ben = (
        who for who, one in here.hall.evening.night.people.items() if one.name in "AnnaBen"
    )
    phone = here.phone()
    phone.refused("/act/present", {"who": anna, "shown": NAMELESS})
    phone.must("/act/speak", {"who": anna})
    phone.must("/act/present", {"who": anna, "shown": NAMELESS})
    phone.refused("/act/present", {"who": ben, "shown": NAMELESS})
    number = json.loads(phone.get(f"/number.json?who={anna}").data)["number"]
    assert season_number.read(number) == number
    assert phone.get(f"/number.json?who={ben}").status_code == 403
    assert here.hall.evening.night.people[anna].shown == NAMELESS
    phone.refused("/act/present", {"who": anna, "number": "123"})
    phone.must("/act/present", {"who": anna, "number": number})
    assert here.hall.evening.night.people[anna].number == number


# ---- On the command line -----------------------------------------------------------------------


def folders(tmp_path: Path) -> list[str]:
    names = [str(tmp_path / name) for name in ("march", "april")]
    for name in names:
        for here in halls.opened(Path(name)):
            played(here)
    return names


def test_a_season_is_counted_from_folders_and_signed_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    march, april = folders(tmp_path)
    assert main(["publish", april, "--to", str(tmp_path / "site"), "--season", march]) == 0
    assert (tmp_path / "site" / "season.html").exists()
    capsys.readouterr()
    file = str(tmp_path / "site" / "night.json")
    assert main(["season", march, file, "--to", str(tmp_path / "page")]) == 0
    out, told = capsys.readouterr()
    lines = out.splitlines()
    assert lines[0].startswith("rank,number,name,points,nights,")
    assert [line.split(",")[0] for line in lines[1:]] == ["1", "2"]
    assert [line.split(",")[4] for line in lines[1:]] == ["2", "2"], "one house, one person"
    assert told.count("signed by") == 2
    assert "Spring at the Nile" in (tmp_path / "page" / "index.html").read_text()
    Path(file).write_bytes(Path(file).read_bytes().replace(b"Nile", b"Rhine"))
    assert main(["season", march, file]) != 0
    assert "signed" in capsys.readouterr().err


def test_what_is_no_night_is_named_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert main(["publish", str(tmp_path), "--to", str(tmp_path / "site")]) != 0
    assert str(tmp_path) in capsys.readouterr().err


# ---- Being forgotten ---------------------------------------------------------------------------


def test_a_night_is_written_anew_without_the_names_that_were_removed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for here in halls.opened(tmp_path / "may"):
        desk = played(here)
        anna = here.hall.evening.night.published[0].tables[0].people[0]
        name = here.hall.evening.night.people[anna].name
        desk.must("/act/penalise", {"id": "x", "who": anna, "points": 1, "why": f"{name} was late"})
        desk.must("/act/forget", {"who": anna})
        before = here.hall.evening.night
    assert main(["forget", str(tmp_path / "may"), "--to", str(tmp_path / "clean")]) == 0
    assert "1 name" in capsys.readouterr().out
    written = b"".join(file.read_bytes() for file in (tmp_path / "clean").iterdir())
    assert name.encode() not in written
    assert b"Carla" in written, "the others stay"
    for here in halls.opened(tmp_path / "clean"):
        after = here.hall.evening.night
        assert here.hall.store.night == night_of(read_with_game(tmp_path / "may" / FILE)[1])
    assert after.people == before.people
    assert after.results == before.results
    assert after.penalties[0].why == "# was late"
    assert main(["forget", str(tmp_path / "may"), "--to", str(tmp_path / "clean")]) != 0
