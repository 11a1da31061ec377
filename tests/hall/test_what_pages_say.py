"""What pages of the hall say is true and can be used: no ids, addresses others can reach, whose
turn it is, and when the night is over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app import hall_app
from companion.hall.evening.acts import Who
from companion.hall.seating.solver import draw
from companion.util.helper_process import WorkLost
from companion.web.hall.context import DrawStatus
from companion.web.server.addresses import NO_NETWORK, ONLY_HERE, Reach, reach
from companion.wire import topics
from companion.wire.messages import Birth, HallMessage, State, pack, unpack
from tests.hall.halls import NETWORK, WORDS, Here, Phone, a_night, opened, places, seated

ENTRY = "1 aeebdc01eccd 75 43b1c6b968eeb53d7b194c900bd78a06"
"""How a table signs a result that comes out of its journal."""


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Here]:
    yield from opened(tmp_path)


@pytest.fixture
def drawn(tmp_path: Path) -> Iterator[Here]:
    """A hall that really draws."""
    yield from opened(tmp_path, draw)


# ---- no ids ------------------------------------------------------------------------------------


def test_a_report_is_said_to_come_from_the_table_or_from_a_person_never_from_an_id(
    here: Here,
) -> None:
    a_night(here)
    rita, people = here.phone("referee"), seated(here, "b1")
    told = places("b1", *people)["result"]
    here.hall.act("report", {"result": {**told, "source": ENTRY}}, Who("table", "1"))
    here.phone("referee", "referee").must("/act/report", places("b1", *people[::-1]))
    (shown,) = rita.json("/referee.json")["results"]
    assert [one["source"] for one in shown["told"]] == ["", "The referee"]
    assert ENTRY not in rita.get("/referee.json").text


def test_a_refusal_names_tables_as_people_call_them(here: Here) -> None:
    desk = a_night(here)
    box = desk.json("/desk.json")["boxes"][0]
    plain = {key: box[key] for key in ("id", "game", "sizes", "offers")}
    desk.must("/act/bring", {"box": {**plain, "place": "by the window"}})
    said = [
        desk.refused("/act/start", {"round": 3}),
        desk.refused("/act/finish"),
        desk.refused("/act/confirm", {"round": 1, "box": "b1"}),
        desk.refused("/act/excuse", {"round": 1, "box": "b77"}),
        desk.refused("/act/leave", {"who": "p77"}),
        desk.refused("/act/break", {"box": "b77"}),
        desk.refused("/act/move", {"round": 1, "box": "b2", "to": "b1"}),
    ]
    assert "by the window" in said[1]
    assert "by the window" in said[2]
    assert "by the window" in said[-1]
    assert not [line for line in said if re.search(r"\bb1\b|p77", line)], said


# ---- addresses ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("addresses", "found"),
    [
        (
            ("http://192.168.1.2:8090/", "http://hall.local:8090/"),
            Reach("http://192.168.1.2:8090/"),
        ),
        (("http://127.0.0.1:8090/",), Reach(why=ONLY_HERE)),
        (("http://[::1]:8090/",), Reach(why=ONLY_HERE)),
        (("http://localhost:8090/",), Reach(why=ONLY_HERE)),
        ((), Reach(why=ONLY_HERE)),
        (("http://hall.local:8090/",), Reach(why=NO_NETWORK)),
    ],
)
def test_an_address_nobody_else_can_open_is_none(addresses: tuple[str, ...], found: Reach) -> None:
    assert reach(addresses) == found


def test_the_picture_to_scan_leads_where_whoever_asks_has_come_from_and_never_to_this_machine(
    here: Here,
) -> None:
    phone = here.phone()

    def picture(host: str) -> bytes:
        return phone.client.get("/code.svg", headers={"Host": host}, environ_overrides=NETWORK).data

    assert picture("localhost") == picture("192.168.1.2:8090")
    assert phone.json("/hall.json")["evening"]["address"] == "http://192.168.1.2:8090/"


# ---- true states -------------------------------------------------------------------------------


def shown(here: Here, **told: Any) -> dict[str, Any]:
    """Table 1 as everybody sees it, after its house has told of it."""
    here.hall.act("enrol", {"table": "1"}, Who("organiser"))
    state = State(1, "g", task="1:b1", room="wall", number=1, **told)
    for what, record in ((topics.BIRTH, Birth(1, True, house="h")), (topics.STATE, state)):
        here.hall._hear(topics.of_table(here.hall.tables.night, "1", what), pack(record))
    (table,) = here.phone().json("/hall.json")["tables"]
    return dict(table)


def test_a_game_that_was_ended_early_is_not_said_to_be_playing(here: Here) -> None:
    a_night(here)
    assert shown(here)["stopped"] is False


def test_a_game_that_was_ended_early_is_said_to_be_stopped(here: Here) -> None:
    a_night(here)
    assert shown(here, over={"reason": "late"})["stopped"] is True


def test_a_dispute_waits_for_a_referee_until_one_goes_there(here: Here) -> None:
    a_night(here)
    here.hall.act("report", places("b1", *seated(here, "b1")), Who("table", "1"))
    here.hall.act("dispute", {"round": 1, "box": "b1"}, Who("table", "1"))
    here.hall.act("call", {"id": "c", "box": "b1", "kind": "dispute"}, Who("table", "1"))
    phone = here.phone()

    def result() -> Any:
        return phone.json("/hall.json")["evening"]["results"][0]

    assert (result()["status"], result()["referee"]) == ("disputed", "")
    here.phone("referee").must("/act/claim", {"id": "c"})
    assert result()["referee"] == "Rita"


# ---- the end -----------------------------------------------------------------------------------


def ended(here: Here) -> Phone:
    desk = a_night(here)
    for box in ("b1", "b2"):
        desk.must("/act/excuse", {"round": 1, "box": box})
    desk.must("/act/finish")
    return desk


def test_the_end_of_the_night_stops_the_clock_for_everybody(here: Here) -> None:
    desk = ended(here)
    night = here.phone().json("/hall.json")
    assert night["left"] is None
    assert (night["evening"]["over"], night["evening"]["running"]) == (True, False)
    for act in ("pause", "resume"):
        assert "over" in desk.refused(f"/act/{act}")
    here.hall.line.open(lambda topic, payload: None, lambda: None)
    here.hall.tend()
    sent = unpack(here.post.kept[topics.of_hall(here.hall.tables.night)], HallMessage)
    assert sent is not None
    assert (sent.over, sent.left, sent.running) == (True, None, False)


# ---- the draw ----------------------------------------------------------------------------------


def test_what_is_possible_follows_the_typed_number_of_rounds(drawn: Here) -> None:
    desk = drawn.phone("organiser")
    desk.send("/desk/people", b"Anna\nBen\nCarla\nDavid")
    desk.must("/act/box", {"game": "wall", "sizes": [2], "count": 2})
    three, four = (desk.json(f"/desk/possible.json?rounds={n}")["lines"] for n in (3, 4))
    assert three[0] == "6 pairs will sit together, out of 6 there are."
    assert four[0] == "8 pairs will sit together, out of 6 there are."
    assert desk.json("/desk/possible.json?rounds=0")["lines"], "somebody is still typing"


def test_the_desk_reads_how_good_the_draw_is_and_whose_wish_it_does_not_keep(drawn: Here) -> None:
    desk = drawn.phone("organiser")
    desk.send("/desk/people", "Anna\nBen\nCarla\nمحمد".encode())
    desk.must("/act/box", {"game": "wall", "sizes": [2], "count": 2})
    needs = {"id": "p4", "name": "محمد", "needs": ["step_free"]}
    desk.must("/act/change", {"person": needs})
    assert desk.json("/desk/possible.json")["sheet"] == [], "nothing is drawn"
    desk.must("/draw", {"rounds": 3})
    found = desk.json("/desk/possible.json")
    assert "Nobody meets the same person twice." in found["sheet"]
    assert found["unmet"] == [
        "\u2068محمد\u2069 doesn't get a table without steps on the way in rounds 1, 2 and 3."
    ]
    desk.must("/act/leave", {"who": "p3"})
    assert desk.json("/desk/possible.json")["sheet"] == [], "that draw is gone"


def test_only_one_draw_is_made_at_a_time_and_it_says_how_far_it_is() -> None:
    status, heard = DrawStatus(), []
    with status.running(lambda: heard.append(status.part)) as told:
        told(0.254)
        with pytest.raises(Exception, match="draw_running"), status.running(lambda: None):
            raise AssertionError("two at once")
        assert status.part == 0.25
    assert heard == [0.0, 0.25, None]


def test_a_draw_that_takes_too_much_is_given_up_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(*_: Any, **__: Any) -> Any:
        raise WorkLost("fault.work.lost")

    monkeypatch.setattr(hall_app, "apart", lost)
    for here in opened(tmp_path, hall_app._draw):
        desk = here.phone("organiser")
        desk.send("/desk/people", b"Anna\nBen")
        desk.must("/act/box", {"game": "wall", "sizes": [2]})
        assert "Nothing has changed" in desk.refused("/draw", {"rounds": 3})
        assert here.site._desk().drawing.part is None, "another one may be made"


def test_the_crew_hears_how_far_a_draw_is_and_nobody_else_does(here: Here) -> None:
    with_draw = here.site._desk().drawing
    with with_draw.running(lambda: None) as told:
        told(0.4)
        lines = {
            role: b"".join(next(stream) for _ in range(2))
            for role in ("organiser", "nobody")
            if (stream := here.phone(role).get("/events").iter_encoded())
        }
    assert b"event: drawing\ndata: 0.40\n" in lines["organiser"]
    assert b"drawing" not in lines["nobody"]


# ---- people ------------------------------------------------------------------------------------


def test_whoever_joins_with_a_phone_is_told_who_they_are(here: Here) -> None:
    here.hall.act("door", {"open": True}, Who("organiser"))
    here.hall.act("arrange", {"admit": False}, Who("organiser"))
    answer = here.phone().post("/act/join", {"name": "  Ingrid\u00a0Ek "})
    assert answer.json == {"kind": "accepted", "who": "p1"}
    assert here.hall.evening.night.people["p1"].name == "Ingrid Ek"


def test_a_table_that_is_renamed_is_renamed_on_every_page(here: Here) -> None:
    desk = a_night(here)
    assert shown(here)["place"] == "1"
    box = desk.json("/desk.json")["boxes"][0]
    plain = {key: box[key] for key in ("id", "game", "sizes", "offers")}
    desk.must("/act/bring", {"box": {**plain, "place": "by the window"}})
    (table,) = here.phone().json("/hall.json")["tables"]
    assert table["place"] == "by the window"


def test_every_sentence_of_the_draw_is_there_in_every_language() -> None:
    for words in WORDS.values():
        for key in ("repeats", "games"):
            for count, bound in ((0, 0), (3, 0), (3, 2)):
                assert words.put(f"hall.sheet.{key}", {"count": count, "bound": bound})
