"""A house at an event night, on its own pages: who may join, open, call and agree."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest
from werkzeug.test import Client

from companion.house import FOLDER, House
from companion.web.all_house_pages import create_house_app
from companion.web.house import HouseSite, Owner
from companion.web.server.notifier import Notifier
from tests.web.test_house import PLAN, WORDS, Here, Phone, Shown

OFFER = {"task": "1:b7", "room": "wall", "round": 1, "people": [{"name": "Anna"}, {"name": "Ben"}]}


@dataclass
class Visit:
    """Speaks with no hall, and remembers what the pages wanted."""

    wanted: list[Any] = field(default_factory=list)

    def shown(self) -> dict[str, Any]:
        return {"joined": True, "title": "Night", "table": "7", "offer": OFFER, "left": None}

    def join(self, address: str, code: str, table: str) -> None:
        self.wanted.append(("join", address, code, table))

    def leave(self) -> None:
        self.wanted.append("leave")

    def open(self, task: str) -> None:
        self.wanted.append("open")

    def call(self, why: str, seat: int | None) -> None:
        self.wanted.append((why, seat))

    def found(self) -> list[dict[str, Any]]:
        return [{"name": "Nile night", "address": "http://10.0.0.7:8090"}]

    def picture(self, wish: bytes) -> bytes | None:
        return b"\xff\xd8" if wish == b"sealed" else None

    def judge(self, agreed: bool, task: str) -> None:
        self.wanted.append(agreed)


@dataclass(kw_only=True)
class There(Here):
    visit: Visit


@pytest.fixture
def there(tmp_path: Path) -> Iterator[There]:
    site, visit = HouseSite(Notifier()), Visit()
    house = House(tmp_path, Shown(site=site))
    owner = Owner(tmp_path / FOLDER / "owner.json")
    create_house_app(
        house, site, words=WORDS, owner=owner, senses=lambda room: {}, guest=visit
    )  # fmt: skip
    house.start()
    yield There(site, house, owner, visit=visit)
    house.stop()


def playing(there: There, manner: str) -> dict[str, Phone]:
    """A game in some manner, and a phone of every role."""
    there.phone().post("/house/begin", {**PLAN, "manner": manner})
    phones = {"stranger": there.phone(), "seat": there.phone(), "referee": there.phone()}
    phones["seat"].get("/join/anna")
    phones["referee"].get("/join/ref")
    owner = Phone(Client(there.site))
    owner.post("/house/claim", {"code": there.owner.code})
    return {**phones, "owner": owner}


def test_only_the_owner_joins_a_night_or_leaves_it(there: There) -> None:
    body = {"address": "hall.local", "code": "ABC", "table": "7"}
    for role, phone in playing(there, "event").items():
        mine = role == "owner"
        assert (phone.post("/house/hall/join", body).status_code == 200) == mine
        assert (phone.post("/house/hall/leave").status_code == 200) == mine
    assert there.visit.wanted == [("join", "hall.local", "ABC", "7"), "leave"]


def test_anybody_may_call_a_referee_and_a_seat_calls_for_itself(there: There) -> None:
    phones = playing(there, "event")
    for role in ("stranger", "seat", "referee"):
        assert phones[role].post("/house/hall/call", {"why": "rules"}).status_code == 200
    assert there.visit.wanted == [("rules", None), ("rules", 0), ("rules", None)]


def test_at_an_event_a_stranger_agrees_to_nothing(there: There) -> None:
    phones = playing(there, "event")
    codes = {
        role: phone.post("/house/hall/result", {"agreed": True, "task": "1:b7"}).status_code
        for role, phone in phones.items()
    }
    assert codes == {"stranger": 403, "seat": 200, "referee": 200, "owner": 200}


def test_the_lobby_and_the_page_show_the_game_that_waits(there: There) -> None:
    phone = there.phone()
    assert phone.state()["hall"]["offer"] == {"title": "The wall", "number": 1}
    shown = msgspec.json.decode(phone.get("/house/hall.json").data)
    assert shown["offer"]["title"] == "The wall"
    assert not shown["owner"]
    assert phone.get("/house/hall").status_code == 200
    assert phone.post("/house/hall/open", {"task": "1:b7"}).status_code == 200
    assert there.visit.wanted == ["open"]


def test_only_the_hall_sees_the_live_picture_and_only_the_owner_looks_for_halls(
    there: There,
) -> None:
    sealed, other = (urlsafe_b64encode(wish).decode() for wish in (b"sealed", b"forged"))
    for role, phone in playing(there, "event").items():
        assert phone.get(f"/house/hall/picture.jpg?wish={sealed}").data == b"\xff\xd8"
        for wrong in (other, "", "%%%", "x" * 5000):
            assert phone.get(f"/house/hall/picture.jpg?wish={wrong}").status_code == 403
        assert (phone.get("/house/hall/found.json").status_code == 200) == (role == "owner")


def test_the_menu_of_a_game_has_the_referees_button_at_an_event_night(there: There) -> None:
    for phone in playing(there, "event").values():
        assert msgspec.json.decode(phone.get("/house/menu.json").data)["hall"] is True
