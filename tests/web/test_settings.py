"""Settings on their page: who may, what is said at a field, and what a change does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.house import FOLDER, House
from companion.web.all_house_pages import create_house_app
from companion.web.house import HouseSite, Owner
from companion.web.server.notifier import Notifier
from tests.web.test_house import PLAN, WORDS, Here, Phone, Shown

ROUTES: tuple[tuple[str, Any], ...] = (
    ("/settings/check", {"name": "port", "value": 9000}),
    ("/settings/change", {"values": {"port": 9000}}),
    ("/settings/restart", {}),
)


class Again:
    """Counts how often the house was to start again."""

    times = 0

    def __call__(self) -> None:
        self.times += 1


@pytest.fixture
def again() -> Again:
    return Again()


@pytest.fixture
def here(tmp_path: Path, again: Again) -> Iterator[Here]:
    site = HouseSite(Notifier())
    house = House(tmp_path, Shown(site=site))
    owner = Owner(tmp_path / FOLDER / "owner.json")
    create_house_app(house, site, words=WORDS, owner=owner, senses=lambda room: {}, restart=again)
    house.start()
    yield Here(site, house, owner)
    house.stop()


def owned(here: Here) -> Phone:
    phone = here.phone()
    phone.post("/house/claim", {"code": here.owner.code})
    return phone


@pytest.mark.parametrize("who", ["stranger", "anna", "ref"])
def test_settings_are_for_the_owner_alone(here: Here, again: Again, who: str) -> None:
    phone = here.phone()
    phone.post("/house/begin", {**PLAN, "manner": "event"})
    if who != "stranger":
        phone.get(f"/join/{who}")
    assert phone.get("/settings").status_code == 200  # says who may
    assert phone.get("/settings/values.json").status_code == 403
    for path, body in ROUTES:
        assert phone.post(path, body).status_code == 403
    assert again.times == 0


def test_the_owner_reads_checks_and_changes(here: Here, again: Again) -> None:
    phone = owned(here)
    fields = {
        field["name"]: field for field in phone.get("/settings/values.json").get_json()["fields"]
    }
    assert fields["port"]["value"] == 8080
    wrong = phone.post("/settings/check", {"name": "port", "value": 80})
    assert wrong.status_code == 409
    assert "1024" in wrong.get_json()["say"]
    assert (
        phone.post("/settings/check", {"name": "port", "value": 9000}).get_json()["kind"]
        == "accepted"
    )
    saved = phone.post("/settings/change", {"values": {"port": 9000, "name": "Kitchen"}})
    assert saved.get_json()["applies"] == ["now", "restart"]
    assert "after a restart" in saved.get_json()["say"]
    assert b"Kitchen" in phone.get("/settings").data
    assert phone.post("/settings/restart").status_code == 200
    assert again.times == 1


def test_the_manner_that_is_set_is_the_one_the_lobby_begins_with(here: Here) -> None:
    owned(here).post("/settings/change", {"values": {"manner": "seats"}})
    assert here.phone().state()["manner"] == "seats"


@pytest.mark.parametrize("body", [{}, [], {"values": 7}, {"values": {}, "x": 1}])
def test_what_is_no_change_is_malformed(here: Here, body: Any) -> None:
    assert owned(here).post("/settings/change", body or {"no": 1}).status_code == 400


def test_a_setting_nobody_knows_is_named(here: Here) -> None:
    answer = owned(here).post("/settings/change", {"values": {"wiring": {}}})
    assert answer.status_code == 409
    assert "wiring" in answer.get_json()["say"]


def test_another_site_cannot_change_settings(here: Here) -> None:
    phone = owned(here)
    answer = phone.client.post(
        "/settings/change", json={"values": {}}, headers={"Origin": "http://evil.example"}
    )
    assert answer.status_code == 403
