"""The machine on the owner's page: its health, its log without secrets, and switching it off."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from companion.house import FOLDER, House
from companion.house.log_redaction import LogRing, Overheard, scrubbed
from companion.web.all_house_pages import create_house_app
from companion.web.house import HouseSite, Owner
from companion.web.server.notifier import Notifier
from tests.web.test_house import PLAN, WORDS, Here, Phone, Shown
from tests.web.test_settings import owned


@dataclass
class Pretended:
    """A machine that is told off instead of switched off."""

    facts: dict[str, Any] = field(default_factory=dict)
    switched: list[str] = field(default_factory=list)
    refuses: str = ""
    lines: list[str] | None = None
    packaged: tuple[str, str] | None = ("0.1.0+deb12", "amd64")
    updated: dict[str, Any] = field(default_factory=dict)
    found: dict[str, str] = field(default_factory=dict)
    keys: tuple[Path, ...] = ()

    def health(self) -> dict[str, Any]:
        return self.facts

    def switch(self, act: str) -> str:
        if not self.refuses:
            self.switched.append(act)
        return self.refuses

    def log(self) -> list[str] | None:
        return self.lines

    def package(self) -> tuple[str, str] | None:
        return self.packaged

    def cameras(self) -> dict[str, str]:
        return self.found

    def last_update(self) -> dict[str, Any]:
        return self.updated

    def keyrings(self) -> tuple[Path, ...]:
        return self.keys


@pytest.fixture
def machine() -> Pretended:
    return Pretended()


@pytest.fixture
def ring() -> LogRing:
    return LogRing()


@pytest.fixture
def here(tmp_path: Path, machine: Pretended, ring: LogRing) -> Iterator[Here]:
    with house_on(tmp_path, machine, ring) as found:
        yield found


@contextmanager
def house_on(tmp_path: Path, machine: Pretended, ring: LogRing) -> Iterator[Here]:
    """A house on a machine that only pretends."""
    site = HouseSite(Notifier())
    house = House(tmp_path, Shown(site=site))
    owner = Owner(tmp_path / FOLDER / "owner.json")
    create_house_app(
        house, site, words=WORDS, owner=owner, senses=lambda room: {}, machine=machine, ring=ring
    )
    house.start()
    yield Here(site, house, owner)
    house.stop()


def twice(phone: Phone, act: str) -> Any:
    asked = phone.post("/settings/power", {"act": act})
    assert asked.get_json()["done"] is False
    return phone.post("/settings/power", {"act": act, "sure": asked.get_json()["sure"]})


@pytest.mark.parametrize("who", ["stranger", "anna", "ref"])
def test_nobody_but_the_owner_sees_or_switches_the_machine(
    here: Here, machine: Pretended, who: str
) -> None:
    phone = here.phone()
    phone.post("/house/begin", {**PLAN, "manner": "event"})
    if who != "stranger":
        phone.get(f"/join/{who}")
    assert phone.get("/settings/machine.json").status_code == 403
    assert phone.get("/settings/log.txt").status_code == 403
    assert phone.post("/settings/power", {"act": "off"}).status_code == 403
    assert machine.switched == []


@pytest.mark.parametrize("act", ["off", "reboot"])
def test_the_machine_is_switched_only_when_it_was_said_twice(
    here: Here, machine: Pretended, act: str
) -> None:
    phone = owned(here)
    assert phone.post("/settings/power", {"act": act, "sure": "guess"}).get_json()["done"] is False
    assert machine.switched == []
    assert twice(phone, act).get_json()["done"] is True
    assert machine.switched == [act]


def test_a_yes_to_another_question_switches_nothing(here: Here, machine: Pretended) -> None:
    phone = owned(here)
    sure = phone.post("/settings/power", {"act": "reboot"}).get_json()["sure"]
    assert phone.post("/settings/power", {"act": "off", "sure": sure}).get_json()["done"] is False
    assert machine.switched == []


def test_while_a_move_is_being_saved_the_machine_stays_on(
    here: Here, machine: Pretended, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.house.power.SAVING_SECONDS", 0.05)
    phone = owned(here)
    phone.post("/house/begin", PLAN)
    assert here.house.open is not None
    with here.house.open.table.ledger.journal._lock:  # type: ignore[union-attr]
        answer = twice(phone, "off")
    assert answer.status_code == 409
    assert "saving a move" in answer.get_json()["say"]
    assert machine.switched == []
    assert twice(phone, "off").get_json()["done"] is True


def test_a_machine_that_refuses_says_why(here: Here, machine: Pretended) -> None:
    machine.refuses = "Interactive authentication required."
    answer = twice(owned(here), "off")
    assert answer.status_code == 409
    assert "Interactive" in answer.get_json()["say"]


def test_what_is_wrong_with_the_machine_is_said_with_the_remedy(
    here: Here, machine: Pretended
) -> None:
    machine.facts = {"read_only": True, "celsius": 85.0, "undervoltage": True, "time_set": False,
                     "worn_percent": 110}  # fmt: skip
    said = owned(here).get("/settings/machine.json").get_json()["complaints"]
    assert len(said) == 5
    assert "another card" in said[0]
    machine.facts = {"read_only": False, "free_mb": 90_000, "celsius": 50.0, "time_set": True}
    assert owned(here).get("/settings/machine.json").get_json()["complaints"] == []


def test_the_log_opens_no_door_and_names_nobody(
    here: Here, machine: Pretended, ring: LogRing
) -> None:
    phone = owned(here)
    phone.post("/house/begin", PLAN)
    cookie = phone.client.get_cookie("pharaohs-house")
    assert cookie is not None
    secret = [here.owner.code, "kJ8s_token-4711xyz", cookie.value, "a3" * 32]
    machine.lines = [
        f"Owner's code:      {secret[0]}   (type it in the lobby to become the owner)",
        f"Anna: http://table.local:8080/join/{secret[1]}",
        f"Cookie: pharaohs-house={secret[2]}",
        f"key {secret[3]} of Ben's entry was written",
        "ben said something, Benno did not; 12 entries saved",
    ]
    text = phone.get("/settings/log.txt").text
    for hidden in (*secret, "Anna", "Ben's", "ben said"):
        assert hidden not in text
    assert "12 entries saved" in text
    assert "Benno" in text


def test_where_the_systems_log_may_not_be_read_our_own_last_lines_are_given(
    here: Here, ring: LogRing, tmp_path: Path
) -> None:
    with (tmp_path / "out").open("w") as out:
        heard = Overheard(out, ring)
        heard.write("The house is op")
        heard.write("en\nbeside it lies /join/abc\n")
        out.flush()
    text = owned(here).get("/settings/log.txt").text
    assert text == "The house is open\nbeside it lies /join/[hidden]\n"
    assert (tmp_path / "out").read_text().startswith("The house is open")


def test_two_worlds_that_differ_in_their_secrets_give_the_same_log() -> None:
    def log(code: str, token: str, name: str) -> list[str]:
        lines = [f"code {code}", f"/join/{token} for {name}", f"key {token}{token}7"]
        return scrubbed(lines, [code], [name])

    assert log("ABC234", "tok1tok1", "Anna") == log("XYZ789", "another-token", "Maximilian")
