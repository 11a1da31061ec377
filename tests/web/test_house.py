"""The house on its page: lobby and table at one address, commands, and who may give them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec
import pytest
from werkzeug.test import Client, TestResponse

from companion.core.roles import REFEREE, seat
from companion.house import FOLDER, GamePlan, House
from companion.house.plan import PreparedGame
from companion.table import session
from companion.web import Server, create_app
from companion.web.all_house_pages import create_house_app
from companion.web.house import HouseSite, Owner
from companion.web.house.owner import COOKIE, HOST_COOKIE
from companion.web.house.site import SHARED_PATHS
from companion.web.server.notifier import Notifier
from companion.words import load_all
from tests.house.evenings import Opened, Tables

WORDS = load_all(strict=True)
PLAN = {"room": "wall", "people": [{"name": "Anna"}, {"name": "Ben"}]}
NETWORK = {"REMOTE_ADDR": "192.168.1.7"}
HERE = {"REMOTE_ADDR": "127.0.0.1"}
ADDRESS = "http://192.168.1.2:8080/"


@dataclass
class Shown(Tables):
    """Tables whose pages are shown in the house."""

    site: HouseSite | None = None

    def begin(self, game: PreparedGame, journal: Path) -> Opened:
        return self._shown(super().begin(game, journal))

    def resume(self, journal: Path, plan: Any) -> Opened:
        return self._shown(super().resume(journal, plan))

    def _shown(self, opened: Opened) -> Opened:
        assert self.site is not None
        links = {"anna": seat(0), "ref": REFEREE}
        self.site.show(
            create_app(opened.table, words=WORDS, tokens=links, notifier=self.site.notifier)
        )
        opened.hidden = lambda: self.site.show(None) if self.site else None
        return opened


@dataclass
class Here:
    site: HouseSite
    house: House
    owner: Owner
    addresses: list[str] = field(default_factory=list)
    """Where the house is found."""

    def phone(self) -> Phone:
        return Phone(Client(self.site))

    def host(self, manner: str = "living room") -> Phone:
        """The browser that has begun a game."""
        phone = self.phone()
        assert phone.post("/house/begin", {**PLAN, "manner": manner}).status_code == 200
        return phone

    def joined(self, token: str) -> Phone:
        """A browser that came by a link of the open table; by none, a stranger."""
        phone = self.phone()
        if token == "owner":
            phone.get(f"/owner/{self.owner.link()}")
        elif token:
            phone.get(f"/join/{token}")
        return phone


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
    site = HouseSite(Notifier())
    house = House(tmp_path, Shown(site=site))
    owner = Owner(tmp_path / FOLDER / "owner.json")
    addresses = [ADDRESS]
    create_house_app(
        house,
        site,
        words=WORDS,
        owner=owner,
        senses=lambda room: {"eye": "none"},
        addresses=lambda: tuple(addresses),
        open_network=lambda: addresses.insert(0, ADDRESS),
    )
    house.start()
    yield Here(site, house, owner, addresses)
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
    [("living room", 403, 200, 200), ("seats", 403, 200, 200), ("event", 403, 403, 200)],
)
def test_who_may_leave_an_open_game_depends_on_the_manner(
    here: Here, manner: str, stranger: int, seat: int, referee: int
) -> None:
    for token, allowed in (("", stranger), ("anna", seat), ("ref", referee)):
        host = here.host(manner)
        assert here.joined(token).post("/house/leave").status_code == allowed
        assert allowed == 200 or host.post("/house/leave").status_code == 200


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
    cookie = here.owner.claim(here.owner.code, "Firefox, Linux", "2026-11-18")
    assert cookie is not None
    again = Owner(tmp_path / FOLDER / "owner.json")
    assert again.claimed
    assert again.holds(cookie)
    assert not again.holds(cookie[:-1] + ("0" if cookie[-1] != "0" else "1"))
    assert not again.holds("")
    again.renew()
    assert not again.holds(cookie)


def test_being_at_the_machine_itself_makes_nobody_the_owner(here: Here) -> None:
    client = Client(here.site)
    assert client.get("/house/state", environ_overrides=HERE).get_json()["owner"] is False
    assert client.get("/settings/values.json", environ_overrides=HERE).status_code == 403
    assert client.post("/house/claim", json={"code": ""}, environ_overrides=HERE).status_code == 403


def test_a_link_makes_one_browser_the_owner_once(here: Here) -> None:
    old, link = here.owner.link(), here.owner.link()
    first, second = here.phone(), here.phone()
    assert first.client.head(f"/owner/{link}", environ_overrides=NETWORK).status_code == 204
    assert second.get(f"/owner/{old}").status_code == 403, "a newer link was made"
    assert first.get(f"/owner/{link}").status_code == 303
    assert first.state()["owner"] is True
    assert second.get(f"/owner/{link}").status_code == 403
    assert second.state()["owner"] is False


def test_a_link_that_is_none_has_nothing_written(here: Here, tmp_path: Path) -> None:
    kept = tmp_path / FOLDER / "owner.json"
    here.owner.link()
    before = kept.stat()
    assert here.phone().get("/owner/wrong").status_code == 403
    assert (kept.stat().st_ino, kept.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_link_of_another_program_counts_in_the_running_house(here: Here, tmp_path: Path) -> None:
    link = Owner(tmp_path / FOLDER / "owner.json").link()
    phone = here.phone()
    assert phone.get(f"/owner/{link}").status_code == 303
    assert phone.state()["owner"] is True
    Owner(tmp_path / FOLDER / "owner.json").renew()
    assert phone.state()["owner"] is False


def test_the_owners_browsers_are_listed_sent_away_and_all_renewed(here: Here) -> None:
    one, two, stranger = here.joined("owner"), here.joined("owner"), here.phone()
    assert stranger.get("/settings/owner.json").status_code == 403
    found = one.get("/settings/owner.json").get_json()["phones"]
    assert [phone["own"] for phone in found] == [True, False]
    body = {"phone": found[1]["phone"]}
    assert two.post("/settings/owner/send-away", {"phone": "x"}).status_code == 404
    assert one.post("/settings/owner/send-away", body).status_code == 200
    assert two.state()["owner"] is False
    one.post("/house/begin", PLAN)
    copied, host = here.phone(), here.phone()
    for name, phone in ((COOKIE, copied), (HOST_COOKIE, host)):
        kept = one.client.get_cookie(name)
        assert kept is not None
        phone.client.set_cookie(name, kept.value)
    code = here.owner.code
    assert one.post("/settings/owner/renew").status_code == 200
    assert here.owner.code != code
    assert one.state()["owner"] is True, "whoever renews it stays"
    assert copied.state()["owner"] is False, "a copy of the cookie has ended too"
    assert one.post("/house/end").status_code == 200, "and stays the host"
    assert host.post("/house/reopen").status_code == 403
    assert stranger.post("/house/claim", {"code": code}).status_code == 403


def test_the_machines_own_screen_opens_and_ends_games_and_sees_no_settings(here: Here) -> None:
    screen, host = here.phone(), here.host()
    assert screen.get(f"/owner/{here.owner.link('kiosk')}").status_code == 303
    assert screen.state()["owner"] is False
    for path in ("/settings/values.json", "/settings/owner.json", "/workshop/boxes.json"):
        assert screen.get(path).status_code in (403, 404)
    assert screen.post("/house/end", {}).status_code == 200
    assert screen.post("/house/leave").status_code == 200
    assert host.post("/house/begin", {**PLAN, "manner": "event"}).status_code == 200
    assert screen.post("/house/end", {}).status_code == 403, "at an event it only shows"


def test_guessing_the_owners_code_locks_nobody_else_out(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    rests: list[float] = []
    desk = here.site._desk()  # noqa: SLF001
    monkeypatch.setattr(desk.patience, "_rest", rests.append)
    guesser, phone = here.phone(), here.phone()
    for n in range(30):
        assert guesser.post("/house/claim", {"code": f"AAAA{n:02}"}).status_code == 403
    assert len(rests) == 20, "after ten wrong guesses each one waits"
    assert phone.post("/house/claim", {"code": here.owner.code}).status_code == 200
    assert max(rests) <= 2


def test_every_page_of_the_house_answers_while_a_game_is_on_the_table(here: Here) -> None:
    phone = here.phone()
    house = here.site._house  # noqa: SLF001
    assert house is not None
    own = [
        rule.rule
        for rule in house.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and not rule.arguments
        if rule.rule[1:].partition("/")[0] not in SHARED_PATHS
    ]
    asked = [path for path in own if not path.endswith("/events")]
    before = {path: phone.get(path).status_code for path in asked}
    here.host()
    after = {path: phone.get(path).status_code for path in asked}
    assert "/people.json" in after
    assert {path: code for path, code in after.items() if code == 404 != before[path]} == {}


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
    here.house.begin(msgspec.convert(PLAN, GamePlan))
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
    owner = here.joined("owner")
    assert owner.post("/house/hand-over", {"seat": 0, "name": "ben"}).status_code == 409
    assert owner.post("/house/hand-over", {"seat": 0, "name": " Carla "}).status_code == 200
    assert here.house.open is not None
    assert here.house.open.table.state.seats[0].name == "Carla"
    assert phone.post("/house/end", {"reason": "bedtime"}).get_json()["kind"] == "accepted"
    assert phone.post("/house/leave").status_code == 200


def test_an_end_by_mistake_is_undone_within_a_minute_and_not_later(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = here.host()
    assert here.house.open is not None
    table = here.house.open.table
    host.post("/house/end", {"reason": "slipped"})
    assert host.get("/house/menu.json").get_json()["reopens"] is True
    assert here.phone().get("/house/menu.json").get_json()["reopens"] is False
    assert here.phone().post("/house/reopen").status_code == 403
    assert host.post("/house/reopen").get_json()["kind"] == "accepted"
    assert table.ledger.record.ended is None
    host.post("/house/end")
    now = table.now()
    monkeypatch.setattr(table, "now", lambda: now + 61)
    assert host.post("/house/reopen").status_code == 409
    assert host.get("/house/menu.json").get_json()["reopens"] is False


@pytest.mark.parametrize("act", ["pause", "go-on", "end", "hand-over"])
def test_hosting_is_for_whoever_may_close_the_game(here: Here, act: str) -> None:
    here.host("event")
    body = {"seat": 0, "name": "Eve"} if act == "hand-over" else {}
    assert here.phone().post(f"/house/{act}", body).status_code == 403
    assert here.joined("ref").post(f"/house/{act}", body).status_code == 200


@pytest.mark.parametrize("act", ["end", "manner", "hand-over", "revoke"])
def test_at_home_a_guest_neither_stops_a_game_nor_takes_a_seat(here: Here, act: str) -> None:
    here.host()
    more = {"hand-over": {"seat": 0, "name": "Eve"}, "manner": {"manner": "event"}}
    body = more.get(act, {"seat": 0} if act == "revoke" else {})
    for token in ("", "anna") if act != "hand-over" else ("",):
        assert here.joined(token).post(f"/house/{act}", body).status_code == 403
    assert here.joined("owner").post(f"/house/{act}", body).status_code == 200


def test_a_guest_who_lays_a_game_aside_does_not_become_its_host(here: Here) -> None:
    host, guest = here.host(), here.phone()
    host.post("/answer", {"question": "setup", "option": "begin", "base": 1})
    guest.post("/join", {"code": guest.post("/house/invite", {"seat": 1}).get_json()["code"]})
    game = here.house.place.game
    assert guest.post("/house/leave").status_code == 200
    for somebody in (guest, here.phone()):
        assert somebody.post("/house/resume", {"game": game}).status_code == 200
        for way, body in (("end", {}), ("manner", {"manner": "event"})):
            assert somebody.post(f"/house/{way}", body).status_code == 403
        here.house.leave()
    assert host.post("/house/resume", {"game": game}).status_code == 200
    assert host.post("/house/leave").status_code == 200
    other = here.phone()
    other.post("/house/resume", {"game": game})
    assert other.post("/house/end").status_code == 200, "its host has laid it aside"


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
    here.host("event")
    assert here.phone().post("/house/laying", {"step": 1}).status_code == 403
    assert here.house.place.laying is None


def test_the_menu_follows_the_rights_of_whoever_looks(here: Here) -> None:
    stranger = here.phone()
    assert stranger.get("/house/menu.json").get_json()["open"] is False
    here.host("event")
    anna, referee, owner = here.joined("anna"), here.joined("ref"), here.joined("owner")
    menus = [one.get("/house/menu.json").get_json() for one in (stranger, anna, referee, owner)]
    assert [menu["may"]["host"] for menu in menus] == [False, False, True, True]
    assert [menu["may"]["leave"] for menu in menus] == [False, False, True, True]
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
    host = here.host(manner)
    assert here.phone().post("/house/invite", {"seat": 0}).status_code == 403
    assert here.joined("owner").post("/house/invite", {"seat": 0}).status_code == 200
    assert host.post("/house/invite", {"seat": 1}).status_code == 200


def test_the_phone_of_whoever_gave_a_seat_away_sees_nothing_more(here: Here) -> None:
    here.host()
    anna = here.joined("anna")
    assert anna.get("/state").get_json()["role"] == "seat-0"
    body = {"seat": 0, "name": "Carla"}
    assert here.joined("owner").post("/house/hand-over", body).status_code == 200
    assert anna.get("/state").get_json()["role"] == "table"
    assert anna.get("/seat").status_code == 403


def test_a_seat_that_had_a_phone_is_given_on_by_whoever_may_host(here: Here) -> None:
    """What its person has noted is nobody's who happens to be in the network."""
    host, guest = here.host(), here.phone()
    anna, owner = here.joined("anna"), here.joined("owner")
    assert owner.post("/house/revoke", {"seat": 0}).status_code == 200
    assert anna.get("/state").get_json()["role"] == "table"
    for way in ("/house/invite", "/invite"):
        assert guest.post(way, {"seat": 0}).status_code == 403
    assert guest.post("/house/invite", {"seat": 1}).status_code == 200
    code = host.post("/house/invite", {"seat": 0}).get_json()["code"]
    assert anna.post("/join", {"code": code}).status_code == 200


def test_the_door_of_the_house_is_a_picture_to_scan(here: Here) -> None:
    door = here.phone().get("/house/door.json").get_json()
    assert door["qr"].startswith("<svg")
    assert door["wifi"] is None


def test_no_code_leads_to_the_machine_itself_and_one_tap_lets_phones_in(here: Here) -> None:
    here.addresses[:] = ["http://127.0.0.1:8080/"]
    host, owner = here.host(), here.joined("owner")
    door = owner.get("/house/door.json").get_json()
    assert (door["address"], door["qr"], door["closed"], door["owner"]) == ("", "", True, True)
    assert host.post("/house/invite", {"seat": 0}).status_code == 409
    assert host.get("/screen/code.svg").status_code == 404
    assert "127.0.0.1" not in host.get("/screen/state").get_data(as_text=True)
    assert host.post("/house/network").status_code == 403, "the owner alone opens the house"
    assert owner.post("/house/network").get_json()["address"] == ADDRESS
    invited = host.post("/house/invite", {"seat": 0}).get_json()
    assert invited["address"].startswith(ADDRESS)
    assert host.get("/house/door.json").get_json()["closed"] is False


def test_after_an_early_end_anybody_may_go_on_to_the_next_game(here: Here) -> None:
    stranger = here.phone()
    here.host("event")
    assert stranger.post("/house/leave").status_code == 403
    assert here.house.open is not None
    session.end(here.house.open.table, REFEREE, "bedtime")
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
        ("living room", "seats", 403, 403, 200),
        ("seats", "living room", 403, 403, 200),
        ("seats", "event", 403, 403, 200),
        ("event", "seats", 403, 403, 200),
    ],
)
def test_who_may_tap_can_be_changed_in_a_game_and_is_an_entry(
    here: Here, before: str, wanted: str, stranger: int, seat: int, referee: int
) -> None:
    for token, allowed in (("", stranger), ("anna", seat), ("ref", referee)):
        here.host(before)
        assert here.house.open is not None
        table, number = here.house.open.table, here.house.open.table.number
        phone = here.joined(token)
        assert phone.post("/house/manner", {"manner": wanted}).status_code == allowed
        assert table.manner == (wanted if allowed == 200 else before)
        assert table.number == number + (allowed == 200)
        here.house.leave()


def test_the_changed_manner_is_there_when_the_game_is_continued(here: Here) -> None:
    phone = here.phone()
    phone.post("/house/begin", PLAN)
    phone.post("/house/claim", {"code": here.owner.code})
    phone.post("/answer", {"question": "setup", "option": "begin", "base": 1})
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
