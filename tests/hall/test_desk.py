"""The organiser's desk and the referee's page: needs, late people, broken boxes, disputes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.hall.evening.acts import Who
from companion.hall.seating.solver import draw
from companion.wire.messages import Birth, State
from tests.hall.halls import Here, a_night, opened, places, seated


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Here]:
    yield from opened(tmp_path)


@pytest.fixture
def drawn(tmp_path: Path) -> Iterator[Here]:
    """A hall that really draws."""
    yield from opened(tmp_path, draw)


# ---- people ------------------------------------------------------------------------------------


def test_a_list_in_an_old_encoding_comes_in_and_every_line_left_out_is_named(here: Here) -> None:
    desk = here.phone("organiser")
    text = "Name;Notiz\nZoë;\nJürgen;sitzt gern\nJürgen;\n;leer\n" + "x" * 90 + ";"
    answer = desk.send("/desk/people", text.encode("cp1252"))
    assert answer["taken"] == 2
    assert [one["line"] for one in answer["left_out"]] == [4, 5, 6]
    assert answer["left_out"][0]["why"].startswith("\u2068Jürgen\u2069 is on the list already.")
    again = desk.send("/desk/people", text.encode("utf-16"))
    assert again["taken"] == 0


def test_five_thousand_people_come_at_once(here: Here) -> None:
    text = "\n".join(f"Guest {n}" for n in range(5000))
    assert here.phone("organiser").send("/desk/people", text.encode())["taken"] == 5000


def test_people_enter_themselves_only_while_the_organiser_lets_them(here: Here) -> None:
    desk, phone = here.phone("organiser"), here.phone()
    assert "Ask the organiser" in phone.refused("/act/join", {"name": "Emil"})
    desk.must("/act/door", {"open": True})
    phone.must("/act/join", {"name": "Emil"})
    assert "already" in phone.refused("/act/join", {"name": "emil"})
    assert "your name" in phone.refused("/act/join", {"name": "  "})
    assert phone.json("/hall.json")["evening"]["door"] is True
    desk.must("/act/door", {"open": False})
    phone.refused("/act/join", {"name": "Frida"})


def test_a_need_and_a_rule_are_kept_by_the_draw_and_shown_to_nobody_else(drawn: Here) -> None:
    desk = drawn.phone("organiser")
    desk.send("/desk/people", b"Anna\nBen\nCarla\nDavid\nEmil\nFrida")
    desk.must("/act/box", {"game": "wall", "sizes": [2], "count": 3})
    people = {one["name"]: one for one in desk.json("/desk.json")["people"]}
    box = desk.json("/desk.json")["boxes"][1]
    plain = {key: box[key] for key in ("id", "game", "sizes", "place")}
    desk.must("/act/bring", {"box": {**plain, "offers": ["step_free"]}})
    carla = {"id": people["Carla"]["id"], "name": "Carla", "needs": ["step_free"], "note": "knee"}
    desk.must("/act/change", {"person": carla})
    two = [people["Anna"]["id"], people["Ben"]["id"]]
    desk.must("/act/bind", {"rule": {"kind": "apart", "people": two}})
    desk.must("/act/miss", {"who": people["David"]["id"], "rounds": [1]})
    desk.must("/draw", {"rounds": 3})
    rounds = drawn.hall.evening.night.drawn
    for each in rounds:
        tables = [set(table.people) for table in each.tables]
        assert not any(set(two) <= table for table in tables)
        at = each.table_of(carla["id"])
        assert at is None or at.box == box["id"]
    assert rounds[0].table_of(people["David"]["id"]) is None
    assert rounds[0].tables
    desk.must("/act/publish", {"round": len(drawn.hall.evening.night.published) + 1})
    seen = drawn.phone().get("/hall.json").data
    assert not any(word in seen for word in (b"knee", b"step_free", b"apart"))


def test_somebody_leaves_returns_and_comes_late(drawn: Here) -> None:
    desk = drawn.phone("organiser")
    desk.send("/desk/people", b"Anna\nBen\nCarla\nDavid")
    desk.must("/act/box", {"game": "wall", "sizes": [2], "count": 3})
    desk.must("/draw", {"rounds": 3})
    desk.must("/act/publish", {"round": len(drawn.hall.evening.night.published) + 1})
    announced = drawn.hall.evening.night.published
    who = {one["name"]: one["id"] for one in desk.json("/desk.json")["people"]}
    desk.must("/act/leave", {"who": who["Anna"]})
    desk.send("/desk/people", b"Emil\nFrida")
    assert desk.json("/desk.json")["stale"]
    desk.must("/draw", {"rounds": 3})
    assert drawn.hall.evening.night.published == announced, "what was announced stays"
    later = {
        one for each in drawn.hall.evening.night.drawn for t in each.tables for one in t.people
    }
    assert who["Anna"] not in later
    assert len(later) == 5
    desk.send("/desk/people", b"Anna")
    assert not any(one["gone"] for one in desk.json("/desk.json")["people"])


# ---- boxes -------------------------------------------------------------------------------------


def test_a_box_breaks_in_a_round_and_its_game_goes_on_at_another(here: Here) -> None:
    desk = a_night(here)
    desk.must("/act/box", {"game": "wall", "sizes": [2, 3], "count": 1})
    spare = desk.json("/desk.json")["boxes"][-1]["id"]
    desk.must("/act/break", {"box": "b1"})
    assert "is in use or broken" in desk.refused("/act/move", {"round": 1, "box": "b2", "to": "b1"})
    desk.must("/act/move", {"round": 1, "box": "b1", "to": spare})
    tables = here.phone().json("/hall.json")["evening"]["round"]["tables"]
    assert [table["box"] for table in tables] == [spare, "b2"]
    desk.must("/act/excuse", {"round": 1, "box": spare})
    assert here.hall.evening.night.missing == ((1, "b2"),)


# ---- results -----------------------------------------------------------------------------------


def test_a_dispute_shows_both_results_and_the_referee_has_the_last_word(here: Here) -> None:
    a_night(here)
    rita, people = here.phone("referee"), seated(here, "b1")
    here.hall.act("report", places("b1", *people), Who("table", "1"))
    here.hall.act("dispute", {"round": 1, "box": "b1"}, Who("table", "1"))
    rita.must("/act/report", places("b1", *people[::-1]))
    (shown,) = rita.json("/referee.json")["results"]
    assert shown["status"] == "disputed"
    assert [one["source"] for one in shown["told"]] == ["", "Rita"]
    told = [{"person": one, "place": n + 1} for n, one in enumerate(people[::-1])]
    rita.must("/act/correct", {"round": 1, "box": "b1", "places": told})
    (shown,) = rita.json("/referee.json")["results"]
    assert (shown["status"], len(shown["told"])) == ("confirmed", 3), "nothing is deleted"


def test_a_reversal_reaches_the_screens_only_once_the_referee_says_so(here: Here) -> None:
    desk = a_night(here)
    rita, phone, people = here.phone("referee"), here.phone(), seated(here, "b1")
    desk.must("/act/report", places("b1", *people))
    desk.must("/act/confirm", {"round": 1, "box": "b1"})
    files = ("/hall.json", "/standings.csv", "/standings.json")
    before = [phone.get(path).data for path in files]
    told = [{"person": one, "place": n + 1} for n, one in enumerate(people[::-1])]
    rita.must("/act/correct", {"round": 1, "box": "b1", "places": told, "quietly": True})
    after = [phone.get(path).data for path in files]
    assert after[1:] == before[1:]
    first = phone.json("/hall.json")["evening"]["results"][0]["places"][0]["id"]
    assert first == people[0]
    assert rita.json("/referee.json")["results"][0]["held"]
    rita.must("/act/reveal", {"round": 1, "box": "b1"})
    assert phone.json("/hall.json")["evening"]["results"][0]["places"][0]["id"] == people[1]
    assert not rita.json("/referee.json")["results"][0]["held"]


def test_a_move_taken_back_from_the_hall_hides_the_points_until_the_referee_shows_them(
    here: Here,
) -> None:
    here.hall.act("enrol", {"table": "1"}, Who("organiser"))
    machine = here.hall.tables.machines["1"]
    seats = ({"name": "Anna", "colour": "red"},)
    scores = ({"seat": 0, "low": 7, "high": 7, "rank": 1},)
    machine.born(Birth(1, True), here.hall._clock())
    machine.shows(State(1, "g", room="wall", seats=seats, scores=scores), 0.0)
    rita, phone = here.phone("referee"), here.phone()
    assert phone.json("/hall.json")["tables"][0]["seats"][0]["low"] == 7
    rita.must("/act/hold", {"table": "1"})
    (shown,) = phone.json("/hall.json")["tables"]
    assert shown["held"]
    assert shown["seats"] == [{"name": "Anna", "colour": "red"}]
    rita.must("/act/show", {"table": "1"})
    assert phone.json("/hall.json")["tables"][0]["seats"][0]["low"] == 7


def test_everybody_may_read_where_points_come_from(here: Here) -> None:
    desk, people = a_night(here), seated(here, "b1")
    desk.must("/act/report", places("b1", *people))
    (line,) = here.phone().json(f"/points.json?who={people[0]}")["lines"]
    assert line.startswith("Round 1, The wall: place 1 of 2,")
    assert here.phone().get("/points.json?who=nobody").status_code == 404


def test_a_table_without_a_picture_says_so(here: Here) -> None:
    here.hall.act("enrol", {"table": "1"}, Who("organiser"))
    assert here.phone("referee").get("/referee/1/picture.jpg").status_code == 204
    assert here.phone("referee").get("/referee/9/picture.jpg").status_code == 404


# ---- kinds of nights ---------------------------------------------------------------------------


def play(here: Here, number: int) -> None:
    """Every table of a round reports and its people agree; who sits first wins."""
    for table in here.hall.evening.night.published[number - 1].tables:
        told = [{"person": one, "place": n + 1} for n, one in enumerate(table.people)]
        result = {"round": number, "box": table.box, "places": told}
        here.hall.act("report", {"result": result}, Who("table", "1"))
        for one in table.people:
            body = {"round": number, "box": table.box, "who": one}
            here.hall.act("confirm", body, Who("table", "1"))


@pytest.mark.parametrize("kind", ["fixed", "swiss", "king"])
def test_a_night_of_every_kind_is_run_from_the_desk_to_its_certificates(
    drawn: Here, kind: str
) -> None:
    desk = drawn.phone("organiser")
    desk.must("/act/arrange", {"name": "Night", "format": kind, "final": 3, "mixers": 1})
    desk.send("/desk/people", "\n".join(f"Guest {n}" for n in range(6)).encode())
    desk.must("/act/box", {"game": "wall", "sizes": [2, 3], "count": 2})
    for number in (1, 2, 3):
        if not drawn.hall.evening.night.drawn:
            desk.must("/draw", {"rounds": 3})
        desk.must("/act/publish", {"round": len(drawn.hall.evening.night.published) + 1})
        desk.must("/act/start", {"round": len(drawn.hall.evening.night.published)})
        play(drawn, number)
    if kind == "king":
        before = drawn.phone().json("/standings.json")
        assert before
        final = drawn.hall.evening.night.published[-1].tables[0]
        assert len(final.people) == 3
    desk.must("/act/finish")
    assert "over" in desk.refused("/act/publish", {"round": 9})
    assert desk.get("/papers/certificates.pdf").data.startswith(b"%PDF")
    assert len(desk.json("/hall.json")["evening"]["results"]) == 6


def test_a_free_play_evening_opens_tables_as_people_become_ready(drawn: Here) -> None:
    desk = drawn.phone("organiser")
    desk.send("/desk/people", b"Anna\nBen\nCarla\nDavid\nEmil")
    desk.must("/act/box", {"game": "wall", "sizes": [2], "count": 2})
    assert "free play evening" in desk.refused("/act/seat", {"tables": []})
    desk.must("/act/arrange", {"format": "free"})
    first = desk.json("/desk/proposal.json")
    assert (len(first["tables"]), first["ready"]) == (2, 5)
    desk.must("/act/seat", {"tables": first["tables"]})
    desk.refused("/act/seat", {"tables": first["tables"]})
    assert desk.json("/desk/proposal.json")["tables"] == []
    assert len(drawn.phone().json("/hall.json")["evening"]["round"]["tables"]) == 2
    done = first["tables"][0]
    told = [{"person": one, "place": n + 1} for n, one in enumerate(done["people"])]
    desk.must("/act/correct", {"round": 1, "box": done["box"], "places": told})
    second = desk.json("/desk/proposal.json")
    (table,) = second["tables"]
    waited = set(drawn.hall.evening.night.people) - {
        p for t in first["tables"] for p in t["people"]
    }
    assert waited <= set(table["people"]), "who waited longest plays"
    desk.must("/act/seat", {"tables": second["tables"]})
    assert len(drawn.phone().json("/hall.json")["evening"]["round"]["tables"]) == 2
    assert msgspec.json.decode(drawn.phone().get("/hall.json").data)["left"] is None
