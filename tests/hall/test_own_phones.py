"""What people do with their own phones where no machine stands: results, agreement, a call."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.hall.evening.acts import Who
from tests.hall.halls import Here, Phone, a_night, opened, places, seated


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Here]:
    for here in opened(tmp_path):
        a_night(here)
        yield here


def phone_of(here: Here, who: str) -> Phone:
    phone = here.phone()
    phone.must("/act/speak", {"who": who})
    return phone


def result_of(here: Here) -> Any:
    return here.hall.evening.night.results.get("1:b1")


AT = {"round": 1, "box": "b1"}


def test_one_enters_the_result_and_another_at_the_table_says_that_it_is_right(here: Here) -> None:
    one, two = (phone_of(here, who) for who in seated(here, "b1"))
    one.must("/act/report", places("b1", *seated(here, "b1")))
    assert result_of(here).status == "reported"
    one.must("/act/confirm", AT)
    assert result_of(here).status == "reported", "nobody confirms what they said themselves"
    two.must("/act/confirm", AT)
    assert result_of(here).status == "confirmed"


def test_two_versions_of_a_result_wait_for_a_referee_who_reads_who_said_what(here: Here) -> None:
    people = seated(here, "b1")
    one, two = (phone_of(here, who) for who in people)
    one.must("/act/report", places("b1", *people))
    two.must("/act/report", places("b1", *people[::-1]))
    assert result_of(here).status == "disputed"
    (shown,) = here.phone("referee").json("/referee.json")["results"]
    names = [here.hall.evening.night.people[who].name for who in people]
    assert [each["source"] for each in shown["told"]] == names


def test_nobody_speaks_for_another_table_or_another_person(here: Here) -> None:
    one = phone_of(here, seated(here, "b1")[0])
    assert one.refused("/act/report", places("b2", *seated(here, "b2")))
    assert one.refused("/act/confirm", {**AT, "box": "b2"})
    assert one.refused("/act/call", {"id": "x", "box": "b2", "kind": "seat", "task": "1:b2"})
    assert here.phone().post("/act/report", places("b1", "p1", "p2")).status_code == 403
    body = {**AT, "who": seated(here, "b1")[1]}
    one.must("/act/report", places("b1", *seated(here, "b1")))
    one.post("/act/confirm", body)
    assert result_of(here).status == "reported", "the page does not say who acts"


def test_a_name_belongs_to_one_phone_until_the_desk_frees_it(here: Here) -> None:
    who = seated(here, "b1")[0]
    first = phone_of(here, who)
    second = here.phone()
    assert "Another phone speaks" in second.refused("/act/speak", {"who": who})
    here.phone("organiser").must("/act/silence", {"who": who})
    second.must("/act/speak", {"who": who})
    assert first.json("/hall.json")["person"] == ""
    assert second.json("/hall.json")["person"] == who
    assert first.post("/act/report", places("b1", *seated(here, "b1"))).status_code == 403


def test_a_table_with_a_machine_tells_its_result_itself(here: Here) -> None:
    here.hall.act("enrol", {"table": "1", "box": "b1"}, Who("organiser"))
    one = phone_of(here, seated(here, "b1")[0])
    assert "machine" in one.refused("/act/report", places("b1", *seated(here, "b1")))
    shown = here.phone().json("/hall.json")["evening"]["round"]["tables"]
    assert [table["scoring"] for table in shown] == ["", "places"]


def test_a_referee_is_called_from_the_same_page_and_not_without_end(here: Here) -> None:
    who = seated(here, "b1")[0]
    one = phone_of(here, who)
    told = {"box": "b1", "kind": "question", "task": "1:b1"}
    here.hall.act("call", {"id": "0", "box": "b1", "kind": "seat"}, Who("table", "1"))
    for number in range(3):
        one.must("/act/call", {**told, "id": str(number)})
    assert one.refused("/act/call", {**told, "id": "9"})
    calls = here.phone("referee").json("/referee.json")["open"]
    assert len(calls) == 4, "nobody takes the name of another's call"
    assert all(call["id"] == "0" or call["id"].startswith(who) for call in calls)


def test_one_phone_enters_only_a_few_names_and_they_wait_to_be_let_in(here: Here) -> None:
    desk, phone = here.phone("organiser"), here.phone()
    desk.must("/act/door", {"open": True})
    for number in range(6):
        phone.must("/act/join", {"name": f"Guest {number}"})
    assert phone.refused("/act/join", {"name": "Guest 7"})
    asking = desk.json("/desk.json")["asking"]
    assert [one["name"] for one in asking] == [f"Guest {number}" for number in range(6)]
    desk.must("/act/admit", {"who": asking[0]["id"]})
    assert "Guest 0" in [one["name"] for one in desk.json("/desk.json")["people"]]
    left_out = desk.send("/desk/people", b"Guest 1\nGuest 0\nZoe\n")["left_out"]
    assert len(left_out) == 2, "nobody is on the list twice, whether let in or waiting"


def test_a_game_of_ones_own_has_its_name_on_every_page_and_paper(here: Here) -> None:
    desk = here.phone("organiser")
    game = {"id": "own1", "name": "Hive <b>", "sizes": [2, 3], "scoring": "wins"}
    desk.must("/act/game", {"game": game})
    desk.must("/act/box", {"game": "own1", "sizes": [2, 3]})
    shown = desk.json("/desk.json")
    assert [room["title"] for room in shown["rooms"] if "scoring" in room] == ["Hive <b>"]
    assert shown["boxes"][-1]["title"] == "Hive <b>"


def test_a_table_with_more_time_than_the_others_says_so_to_its_people(here: Here) -> None:
    here.phone("organiser").must("/act/grant", {"seconds": 300, "round": 1, "box": "b1"})
    shown = here.phone().json("/hall.json")["evening"]["round"]["tables"]
    assert {table["box"]: table["extra"] for table in shown} == {"b1": 300, "b2": 0}
