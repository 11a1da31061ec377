"""The house on its page: lobby and table at one address, commands, and who may give them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec
import pytest
from werkzeug.test import Client, TestResponse

from companion.core.roles import REFEREE, seat
from companion.house import FOLDER, House, Plan
from companion.house.plan import Prepared
from companion.table import hosting
from companion.web import Server, create_app
from companion.web.bell import Bell
from companion.web.house import HouseSite, Owner, create_house_app
from companion.words import load_all
from tests.house.evenings import Opened, Tables

WORDS = load_all(strict=True)
PLAN = {"room": "wall", "people": [{"name": "Anna"}, {"name": "Ben"}]}
NETWORK = {"REMOTE_ADDR": "192.168.1.7"}


@dataclass
class Shown(Tables):
    """Tables whose pages are shown in the house."""

    site: HouseSite | None = None

    def begin(self, game: Prepared, journal: Path) -> Opened:
        return self._shown(super().begin(game, journal))

    def resume(self, journal: Path, plan: Any) -> Opened:
        return self._shown(super().resume(journal, plan))

    def _shown(self, opened: Opened) -> Opened:
        assert self.site is not None
        links = {"anna": seat(0), "ref": REFEREE}
        self.site.show(create_app(opened.table, words=WORDS, tokens=links, bell=self.site.bell))
        opened.hidden = lambda: self.site.show(None) if self.site else None
        return opened


@dataclass
class Here:
    site: HouseSite
    house: House
    owner: Owner

    def phone(self) -> Phone:
        return Phone(Client(self.site))


@dataclass
class Phone:
    """A browser in the same network."""

    client: Client

    def get(self, path: str) -> TestResponse:
        return self.client.get(path, environ_overrides=NETWORK)

    def post(self, path: str, body: Any = None) -> TestResponse:
        return self.client.post(path, json=body or {}, environ_overrides=NETWORK)

    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = msgspec.json.decode(self.get("/house/state").data)
        return state


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Here]:
    site = HouseSite(Bell())
    house = House(tmp_path, Shown(site=site))
    owner = Owner(tmp_path / FOLDER / "owner.json")
    create_house_app(house, site, words=WORDS, owner=owner, senses=lambda room: {"eye": "none"})
    house.start()
    yield Here(site, house, owner)
    house.stop()


def test_the_lobby_stands_at_the_front_door_until_a_game_is_open(here: Here) -> None:
    phone = here.phone()
    assert b'data-page="lobby"' in phone.get("/").data
    assert phone.post("/house/begin", PLAN).status_code == 200
    assert b'data-room="wall"' in phone.get("/").data
    assert b'data-page="lobby"' in phone.get("/house").data
    phone.post("/house/leave")
    assert b'data-page="lobby"' in phone.get("/").data


def test_the_lobby_offers_every_box_in_words(here: Here) -> None:
    rooms = here.phone().state()["rooms"]
    assert [room["name"] for room in rooms] == ["wall", "bowl", "dig", "kheops", "sphinx"]
    assert all(room["title"] and room["about"] and room["senses"]["eye"] for room in rooms)
    wall = msgspec.json.decode(here.phone().get("/house/rooms/wall").data)
    assert {rule["name"] for rule in wall["variants"]} == {
        "curse_of_the_pharaoh",
        "eyes_of_the_sphinx",
    }
    assert [group["heading"] for group in wall["groups"]][:2] == ["Pairs", "Researchers"]
    assert here.phone().get("/house/rooms/moon").status_code == 404


def test_the_house_is_read_in_words_on_a_phone_that_asked_once(here: Here) -> None:
    phone = here.phone()
    assert b'data-view="drawn"' in phone.get("/").data
    phone.get("/shelf?view=words")
    assert b'data-view="words"' in phone.get("/").data
    assert b'data-view="drawn"' in here.phone().get("/").data
    phone.post("/house/begin", PLAN)
    assert b'data-view="words"' in phone.get("/").data
    game = str(here.house.place.game)
    assert phone.get(f"/shelf/{game}/at/0").get_json()["plain"]["board"]
    assert "plain_row" in phone.get("/house/words/wall.json").get_json()["page"]
    assert "plain" not in here.phone().get(f"/shelf/{game}/at/0").get_json()


def test_a_plan_that_cannot_be_played_is_refused_with_a_sentence(here: Here) -> None:
    answer = here.phone().post("/house/begin", {**PLAN, "people": [{"name": "Anna"}]})
    assert answer.status_code == 409
    assert "1 person isn't enough" in answer.get_json()["say"]
    assert here.house.place.kind == "lobby"


@pytest.mark.parametrize(
    "body", [[], "wall", {"room": 7}, {**PLAN, "people": "Anna"}, {**PLAN, "x": 1}]
)
def test_what_is_no_plan_is_malformed(here: Here, body: Any) -> None:
    assert here.phone().post("/house/begin", body or {"no": "plan"}).status_code == 400


@pytest.mark.parametrize(
    ("manner", "stranger", "seat", "referee"),
    [("living room", 200, 200, 200), ("seats", 403, 200, 200), ("event", 403, 403, 200)],
)
def test_who_may_leave_an_open_game_depends_on_the_manner(
    here: Here, manner: str, stranger: int, seat: int, referee: int
) -> None:
    for token, allowed in (("", stranger), ("anna", seat), ("ref", referee)):
        phone = here.phone()
        phone.post("/house/begin", {**PLAN, "manner": manner})
        if token:
            phone.get(f"/join/{token}")
        assert phone.post("/house/leave").status_code == allowed
        if allowed != 200:
            here.house.leave()


def test_the_owner_may_always_leave_a_game(here: Here) -> None:
    phone = here.phone()
    phone.post("/house/begin", {**PLAN, "manner": "event"})
    assert phone.post("/house/claim", {"code": "WRONG1"}).status_code == 403
    assert phone.post("/house/claim", {"code": here.owner.code.lower()}).status_code == 200
    assert phone.state()["owner"] is True
    assert phone.post("/house/leave").status_code == 200


def test_the_owner_stays_the_owner_after_a_restart_and_nobody_else_becomes_one(
    here: Here, tmp_path: Path
) -> None:
    cookie = here.owner.claim(here.owner.code)
    assert cookie is not None
    again = Owner(tmp_path / FOLDER / "owner.json")
    assert again.claimed
    assert again.holds(cookie)
    assert not again.holds(cookie[:-1] + ("0" if cookie[-1] != "0" else "1"))
    assert not again.holds("")
    again.renew()
    assert not again.holds(cookie)


def test_guessing_the_owners_code_is_slowed_down(here: Here) -> None:
    phone = here.phone()
    codes = [phone.post("/house/claim", {"code": f"AAAA{n:02}"}).status_code for n in range(30)]
    assert 429 in codes


def test_whoever_looks_at_a_table_that_is_closed_is_sent_on(here: Here) -> None:
    phone = here.phone()
    phone.post("/house/begin", PLAN)
    stream = phone.client.get("/events", environ_overrides=NETWORK, buffered=False)
    frames = stream.iter_encoded()
    assert b"retry" in next(frames)
    assert b"event: table" in next(frames)
    here.house.leave()
    assert b"event: closed" in b"".join(frames)


def test_the_stream_of_the_house_says_when_it_stands_elsewhere(here: Here) -> None:
    stream = here.phone().client.get("/house/events", environ_overrides=NETWORK)
    frames = stream.iter_encoded()
    assert next(frames) == b"retry: 2000\n\n"
    assert next(frames) == b"event: house\ndata: lobby\n\n"
    here.house.begin(msgspec.convert(PLAN, Plan))
    assert next(frames) == b"event: house\ndata: table\n\n"
    stream.close()


def test_another_site_cannot_give_commands(here: Here) -> None:
    answer = here.phone().client.post(
        "/house/begin", json=PLAN, headers={"Origin": "http://evil.example"}
    )
    assert answer.status_code == 403
    assert here.house.place.kind == "lobby"


def test_a_game_rests_goes_on_changes_hands_and_is_ended_from_the_page(here: Here) -> None:
    phone = here.phone()
    assert phone.post("/house/pause").status_code == 409
    phone.post("/house/begin", PLAN)
    assert phone.post("/house/pause").get_json()["kind"] == "accepted"
    assert phone.post("/house/pause").get_json()["kind"] == "unchanged"
    assert phone.post("/house/go-on").get_json()["kind"] == "accepted"
    assert phone.post("/house/hand-over", {"seat": 0, "name": "ben"}).status_code == 409
    assert phone.post("/house/hand-over", {"seat": 0, "name": " Carla "}).status_code == 200
    assert here.house.open is not None
    assert here.house.open.table.state.seats[0].name == "Carla"
    assert phone.post("/house/end", {"reason": "bedtime"}).get_json()["kind"] == "accepted"
    assert phone.post("/house/leave").status_code == 200


@pytest.mark.parametrize("act", ["pause", "go-on", "end", "hand-over"])
def test_hosting_is_for_whoever_may_close_the_game(here: Here, act: str) -> None:
    phone = here.phone()
    phone.post("/house/begin", {**PLAN, "manner": "event"})
    body = {"seat": 0, "name": "Eve"} if act == "hand-over" else {}
    assert phone.post(f"/house/{act}", body).status_code == 403
    phone.get("/join/ref")
    assert phone.post(f"/house/{act}", body).status_code == 200


def test_ideas_depend_on_people_and_time(here: Here) -> None:
    ideas = here.phone().get("/house/rooms/bowl/ideas?people=4&minutes=20").get_json()["ideas"]
    assert [idea["name"] for idea in ideas if idea["best"]] == ["quick"]
    odd = here.phone().get("/house/rooms/bowl/ideas?people=-3&minutes=-1").get_json()["ideas"]
    assert [idea["name"] for idea in odd] == [idea["name"] for idea in ideas]
    assert here.phone().get("/house/rooms/moon/ideas").status_code == 404


def test_a_new_game_leads_to_laying_out_its_box_and_a_rehearsal_to_the_table(here: Here) -> None:
    phone = here.phone()
    assert phone.post("/house/begin", PLAN).get_json()["to"] == "/house/setup"
    setup = phone.get("/house/setup.json").get_json()
    assert (setup["room"], setup["laying"]) == ("wall", None)
    assert [piece["name"] for step in setup["steps"] for piece in step["pieces"]] == ["Anna", "Ben"]
    assert phone.post("/house/laying", {"step": 2}).status_code == 200
    assert phone.get("/house/setup.json").get_json()["laying"] == 2
    phone.post("/house/leave")
    assert phone.get("/house/setup.json").get_json() == {"open": False}
    rehearsed = {**PLAN, "rehearsal": {"seed": 3}}
    assert phone.post("/house/begin", rehearsed).get_json()["to"] == "/"


@pytest.mark.parametrize(("token", "code"), [("", 403), ("anna", 403), ("ref", 204)])
def test_the_camera_is_shown_to_the_referee_and_the_owner_alone(
    here: Here, token: str, code: int
) -> None:
    phone = here.phone()
    phone.post("/house/begin", PLAN)
    if token:
        phone.get(f"/join/{token}")
    assert phone.get("/house/picture.jpg").status_code == code
    assert phone.get("/house/setup.json").get_json()["picture"] is (code == 204)
    phone.post("/house/claim", {"code": here.owner.code})
    assert phone.get("/house/picture.jpg").status_code == 204


def test_at_an_event_a_stranger_cannot_say_how_far_the_box_is_laid_out(here: Here) -> None:
    phone = here.phone()
    phone.post("/house/begin", {**PLAN, "manner": "event"})
    assert phone.post("/house/laying", {"step": 1}).status_code == 403
    assert here.house.place.laying is None


def test_the_menu_follows_the_rights_of_whoever_looks(here: Here) -> None:
    stranger = here.phone()
    assert stranger.get("/house/menu.json").get_json()["open"] is False
    stranger.post("/house/begin", {**PLAN, "manner": "event"})
    anna, referee, owner = here.phone(), here.phone(), here.phone()
    anna.get("/join/anna")
    referee.get("/join/ref")
    owner.post("/house/claim", {"code": here.owner.code})
    menus = [one.get("/house/menu.json").get_json() for one in (stranger, anna, referee, owner)]
    assert [menu["may"] for menu in menus] == [False, False, True, True]
    assert [menu["invites"] for menu in menus] == [False, False, True, True]
    assert [seat["phone"] for seat in menus[0]["seats"]] == [True, False]


def test_a_code_for_a_free_seat_can_be_scanned_or_typed_once(here: Here) -> None:
    table, ben = here.phone(), here.phone()
    assert table.post("/house/invite", {"seat": 0}).status_code == 409
    table.post("/house/begin", PLAN)
    invited = table.post("/house/invite", {"seat": 1}).get_json()
    assert invited["qr"].startswith("<svg")
    assert invited["address"].endswith(f"/join/{invited['code']}")
    assert ben.post("/join", {"code": invited["code"].lower()}).get_json()["to"] == "/seat"
    assert here.phone().post("/join", {"code": invited["code"]}).status_code == 403
    assert table.post("/house/invite", {"seat": 1}).status_code == 409
    assert table.post("/house/invite", {"seat": 7}).status_code == 404
    state = table.get("/state").get_json()
    assert state["hosted"] == {"paused": False, "ended": False, "here": [1]}


@pytest.mark.parametrize("manner", ["seats", "event"])
def test_only_people_with_the_right_to_it_invite_phones(here: Here, manner: str) -> None:
    phone = here.phone()
    phone.post("/house/begin", {**PLAN, "manner": manner})
    assert phone.post("/house/invite", {"seat": 0}).status_code == 403
    phone.post("/house/claim", {"code": here.owner.code})
    assert phone.post("/house/invite", {"seat": 0}).status_code == 200


def test_the_phone_of_whoever_gave_a_seat_away_sees_nothing_more(here: Here) -> None:
    table, anna = here.phone(), here.phone()
    table.post("/house/begin", PLAN)
    anna.get("/join/anna")
    assert anna.get("/state").get_json()["role"] == "seat-0"
    assert table.post("/house/hand-over", {"seat": 0, "name": "Carla"}).status_code == 200
    assert anna.get("/state").get_json()["role"] == "table"
    assert anna.get("/seat").status_code == 403


def test_the_door_of_the_house_is_a_picture_to_scan(here: Here) -> None:
    door = here.phone().get("/house/door.json").get_json()
    assert door["qr"].startswith("<svg")
    assert door["wifi"] is None


def test_after_an_early_end_anybody_may_go_on_to_the_next_game(here: Here) -> None:
    stranger = here.phone()
    stranger.post("/house/begin", {**PLAN, "manner": "event"})
    assert stranger.post("/house/leave").status_code == 403
    assert here.house.open is not None
    hosting.end(here.house.open.table, REFEREE, "bedtime")
    game = here.house.place.game
    assert stranger.get("/state").get_json()["hosted"]["ended"] is True
    assert stranger.post("/house/leave").status_code == 200
    card = stranger.get(f"/shelf/{game}/result.json").get_json()["card"]
    assert (card["over"], card["ended"]) == (False, "bedtime")


def test_a_refusal_leaves_no_traceback_in_the_log(
    here: Here, capfd: pytest.CaptureFixture[str]
) -> None:
    server = Server(here.site, port=0)
    server.start()
    try:
        headers = {"Content-Type": "application/json", "Origin": server.url.rstrip("/")}
        alone = msgspec.json.encode({**PLAN, "people": [{"name": "Anna"}]})
        with pytest.raises(HTTPError) as refused:
            urlopen(Request(f"{server.url}house/begin", alone, headers), timeout=20)
        assert "1 person isn't enough" in msgspec.json.decode(refused.value.read())["say"]
    finally:
        server.stop()
    assert "Traceback" not in "".join(capfd.readouterr())


@pytest.mark.parametrize(
    ("before", "wanted", "stranger", "seat", "referee"),
    [
        ("living room", "seats", 200, 200, 200),
        ("seats", "living room", 403, 403, 200),
        ("seats", "event", 403, 200, 200),
        ("event", "seats", 403, 403, 200),
    ],
)
def test_who_may_tap_can_be_changed_in_a_game_and_is_an_entry(
    here: Here, before: str, wanted: str, stranger: int, seat: int, referee: int
) -> None:
    for token, allowed in (("", stranger), ("anna", seat), ("ref", referee)):
        phone = here.phone()
        phone.post("/house/begin", {**PLAN, "manner": before})
        assert here.house.open is not None
        table, number = here.house.open.table, here.house.open.table.number
        if token:
            phone.get(f"/join/{token}")
        assert phone.post("/house/manner", {"manner": wanted}).status_code == allowed
        assert table.manner == (wanted if allowed == 200 else before)
        assert table.number == number + (allowed == 200)
        here.house.leave()


def test_the_changed_manner_is_there_when_the_game_is_continued(here: Here) -> None:
    phone = here.phone()
    phone.post("/house/begin", PLAN)
    phone.post("/house/claim", {"code": here.owner.code})
    assert phone.post("/house/manner", {"manner": "dictatorship"}).status_code == 400
    phone.post("/house/manner", {"manner": "event"})
    game = here.house.place.game
    here.house.leave()
    here.house.resume(str(game))
    assert here.house.open is not None
    assert here.house.open.table.manner == "event"
    shown = phone.get("/house/menu.json").get_json()["manners"]
    assert [one["manner"] for one in shown if one["now"]] == ["event"]
    assert all(one["say"] and one["means"] for one in shown)
    assert phone.post("/house/manner", {"manner": "living room"}).status_code == 200
    here.house.leave()
    assert phone.post("/house/manner", {"manner": "seats"}).status_code == 409
