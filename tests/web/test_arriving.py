"""How people arrive: the Wi-Fi first, a code by hand, the owner's language, the owner's people."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.config.settings import Settings, Wifi, wifi_of
from companion.house import FOLDER, House
from companion.house.preferences import OWN, Preferences
from companion.web.all_house_pages import create_house_app
from companion.web.house import HouseSite, Owner
from companion.web.server.notifier import Notifier
from companion.words import load_all
from tests.house.played import play
from tests.web.test_house import PLAN, WORDS, Here, Phone, Shown

HOTSPOT = "ssid=Pharaohs Table\npassword=abcdefgh2345\n"


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Here]:
    site = HouseSite(Notifier())
    house = House(tmp_path, Shown(site=site))
    owner = Owner(tmp_path / FOLDER / "owner.json")
    kept = Preferences(None, tmp_path / FOLDER / OWN)
    (tmp_path / "hotspot").write_text(HOTSPOT)
    create_house_app(
        house,
        site,
        words={**WORDS, "xx": WORDS["en"]},
        owner=owner,
        senses=lambda room: {},
        preferences=kept,
        network=lambda: wifi_of(kept.settings, lambda: False, tmp_path / "hotspot"),
    )
    house.start()
    yield Here(site, house, owner)
    house.stop()


def owned(here: Here) -> Phone:
    phone = here.phone()
    phone.post("/house/claim", {"code": here.owner.code})
    return phone


def changed(phone: Phone, **values: Any) -> Any:
    return phone.post("/settings/change", {"values": values})


def test_the_wifi_the_owner_wrote_down_is_the_first_thing_to_scan(here: Here) -> None:
    phone = owned(here)
    assert phone.get("/house/door.json").get_json()["wifi"] is None
    assert changed(phone, wifi_name='Tomb; "7"', wifi_password="open sesame").status_code == 200
    wifi = phone.get("/house/door.json").get_json()["wifi"]
    assert (wifi["name"], wifi["password"]) == ('Tomb; "7"', "open sesame")
    assert wifi["qr"].startswith("<svg")


@pytest.mark.parametrize(
    ("name", "value"),
    [("wifi_name", "ä" * 17), ("wifi_password", "short"), ("wifi_password", "pässword"),
     ("wifi_password", "x" * 65), ("wifi_name", "two\nlines")],
)  # fmt: skip
def test_what_no_wifi_can_be_called_is_refused_at_its_field(
    here: Here, name: str, value: str
) -> None:
    answer = owned(here).post("/settings/check", {"name": name, "value": value})
    assert answer.status_code == 409
    assert answer.get_json()["say"]


def test_the_hotspot_is_shown_while_it_is_open_unless_the_owner_named_another(
    tmp_path: Path,
) -> None:
    file = tmp_path / "hotspot"
    assert wifi_of(Settings(), lambda: True, file) is None
    file.write_text(HOTSPOT)
    assert wifi_of(Settings(), lambda: False, file) is None
    assert wifi_of(Settings(), lambda: True, file) == Wifi("Pharaohs Table", "abcdefgh2345")
    mine = Settings(wifi=Wifi("home"))
    assert wifi_of(mine, lambda: True, file) == Wifi("home")
    file.write_text("nothing")
    assert wifi_of(Settings(), lambda: True, file) is None


def test_the_wifi_password_never_leaves_with_the_log(here: Here, capsys: Any) -> None:
    phone = owned(here)
    changed(phone, wifi_name="Tomb", wifi_password="sesame88")
    from companion.web.kit.context import EXTENSION

    desk = here.site._house.extensions[EXTENSION]  # type: ignore[union-attr]
    desk.ring.heard("the network said sesame88 to Anna\n")
    assert b"sesame88" not in phone.get("/settings/log.txt").data


def test_a_code_typed_where_no_game_is_open_is_answered_with_the_way_on(here: Here) -> None:
    phone = here.phone()
    answer = phone.post("/join", {"code": "ABC234"})
    assert answer.status_code == 404
    assert "no game on the table" in answer.get_json()["say"]
    assert b"no game on the table" in phone.get("/join/ABC234").data
    phone.post("/house/begin", PLAN)
    assert phone.post("/join", {"code": "anna"}).get_json()["to"] == "/seat"


def test_the_owner_chooses_the_language_of_the_pages_and_a_reader_may_choose_otherwise(
    here: Here,
) -> None:
    phone = owned(here)
    assert b'lang="en"' in phone.get("/house").data
    house_settings = here.site._desk().preferences
    house_settings.settings = Settings(page_language="xx")
    assert b'lang="xx"' in phone.get("/house").data
    assert b'lang="en"' in phone.get("/house?lang=en").data
    house_settings.settings = Settings(page_language="tlh")  # removed by another version
    assert b'lang="en"' in phone.get("/house").data


def test_every_language_we_have_words_for_can_be_chosen(here: Here) -> None:
    fields = owned(here).get("/settings/values.json").get_json()["fields"]
    choices = next(field["choices"] for field in fields if field["name"] == "page_language")
    assert choices == ["", *load_all()]
    assert all(f"house.page.page_language_{choice}" in WORDS["en"].texts for choice in choices)


@pytest.mark.parametrize(
    ("path", "body"),
    [("/settings/people/rename", {"who": "Anna", "name": "Eve"}),
     ("/settings/people/forget", {"who": "Anna"})],
)  # fmt: skip
def test_people_are_the_owners_to_rename_and_to_forget(
    here: Here, tmp_path: Path, path: str, body: dict[str, str]
) -> None:
    game = play(tmp_path / "wall-game-20261101-200000.sqlite").name
    here.house.shelf.refresh()
    stranger = here.phone()
    stranger.post("/house/begin", {**PLAN, "people": [{"name": "Cy"}, {"name": "Di"}]})
    for joined in ("", "anna", "ref"):
        if joined:
            stranger.get(f"/join/{joined}")
        assert stranger.post(path, body).status_code == 403
        assert stranger.get("/settings/people.json").status_code == 403
    here.house.leave()
    phone = owned(here)
    assert "Anna" in phone.get("/settings/people.json").get_json()["people"]
    assert phone.post(path, {**body, "who": "Zoe"}).status_code == 409
    assert phone.post(path, body).status_code == 200
    assert "Anna" not in phone.get("/settings/people.json").get_json()["people"]
    shown = phone.get("/shelf/games.json").get_json()["games"]
    people = next(card["people"] for card in shown if card["game"] == game)
    assert people[0]["name"] == body.get("name", "Somebody")
    result = phone.get(f"/shelf/{game}/result.json").get_json()["card"]["people"]
    assert result[0]["name"] == body.get("name", "Somebody")


def test_who_may_choose_for_the_screens_finds_the_way_in_the_menu(here: Here) -> None:
    phone = here.phone()
    phone.post("/house/begin", {**PLAN, "manner": "event"})
    assert phone.get("/house/menu.json").get_json()["screens"] is False
    phone.get("/join/anna")
    assert phone.get("/house/menu.json").get_json()["screens"] is False
    phone.get("/join/ref")
    assert phone.get("/house/menu.json").get_json()["screens"] is True
    assert owned(here).get("/house/menu.json").get_json()["screens"] is True
