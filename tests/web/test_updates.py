"""A new version sent to the page: who may, when not, and what is refused with a sentence."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.house import FOLDER
from companion.house.log_redaction import LogRing
from companion.house.package import BadPackage, inspect_package
from tests.systemd.packages import Key, packed
from tests.web.test_backups import send
from tests.web.test_house import PLAN, Here
from tests.web.test_machine_page import Pretended, house_on
from tests.web.test_settings import owned

pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, ("dpkg-deb", "gpg", "gpgv"))), reason="no dpkg-deb or gpg here"
)


@pytest.fixture(scope="module")
def key() -> Iterator[Key]:
    with Key.made() as made:
        yield made


@pytest.fixture
def machine(tmp_path: Path, key: Key) -> Pretended:
    return Pretended(keys=(key.public(tmp_path / "made" / "release.gpg"),))


@pytest.fixture
def here(tmp_path: Path, machine: Pretended) -> Iterator[Here]:
    with house_on(tmp_path, machine, LogRing()) as found:
        yield found


def wish(house: Here) -> Path:
    return house.house.folder / FOLDER / "update" / "wanted.update"


@pytest.fixture
def package(tmp_path: Path, key: Key) -> bytes:
    (tmp_path / "made").mkdir(exist_ok=True)
    made = packed(tmp_path / "made" / "a.deb", "0.2.0+deb12", arch="amd64")
    return key.signed(made.read_bytes())


@pytest.mark.parametrize("who", ["stranger", "anna", "ref"])
def test_nobody_but_the_owner_updates(here: Here, package: bytes, who: str) -> None:
    phone = here.phone()
    if who != "stranger":
        phone.post("/house/begin", {**PLAN, "manner": "event"})
        phone.get(f"/join/{who}")
        here.house.leave()
    assert send(phone, "/settings/update", package).status_code == 403
    assert phone.get("/settings/update.json").status_code == 403
    assert not wish(here).exists()


def test_a_package_of_ours_is_handed_to_the_installer(here: Here, package: bytes) -> None:
    answer = send(owned(here), "/settings/update", package)
    assert answer.get_json()["version"] == "0.2.0+deb12"
    assert wish(here).read_bytes() == package


def test_while_a_game_is_open_nothing_is_updated(here: Here, package: bytes) -> None:
    phone = owned(here)
    phone.post("/house/begin", PLAN)
    answer = send(phone, "/settings/update", package)
    assert answer.status_code == 409
    assert "game on the table" in answer.get_json()["say"]
    assert not wish(here).exists()
    phone.post("/house/leave")
    assert send(phone, "/settings/update", package).status_code == 200


def test_what_does_not_fit_is_refused_with_its_reason(
    here: Here,
    machine: Pretended,
    package: bytes,
    tmp_path: Path,
    key: Key,
) -> None:
    phone = owned(here)
    other = packed(tmp_path / "made" / "b.deb", "1.0", "other-thing").read_bytes()
    torn = packed(tmp_path / "made" / "c.deb", "1.0").read_bytes()
    endless = torn[:8] + torn[8:56] + b"-60".ljust(10) + torn[66:]
    for data, said in (
        (b"hello", "isn't the .update file"),
        (package[:200], "isn't the .update file"),
        (other, "isn't signed"),
        (key.signed(other), "other-thing"),
        (package[:-40] + bytes(30) + package[-10:], "isn't signed"),
        (key.signed(torn[:-40] + bytes(30) + torn[-10:]), "damaged"),
        (key.signed(endless), "isn't the .update file"),
    ):
        answer = send(phone, "/settings/update", data)
        assert answer.status_code == 409
        assert said in answer.get_json()["say"], said
    machine.packaged = ("0.2.0+deb12", "amd64")
    assert "already" in send(phone, "/settings/update", package).get_json()["say"]
    machine.packaged = ("0.10", "amd64")
    assert "older" in send(phone, "/settings/update", package).get_json()["say"]
    machine.packaged = ("0.1.0", "arm64")
    assert "arm64" in send(phone, "/settings/update", package).get_json()["say"]
    machine.packaged = None
    assert "package" in send(phone, "/settings/update", package).get_json()["say"]
    assert not wish(here).exists()


def test_without_a_key_the_page_installs_nothing_and_says_what_to_do(
    here: Here, machine: Pretended, package: bytes
) -> None:
    machine.keys = ()
    phone = owned(here)
    answer = send(phone, "/settings/update", package)
    assert answer.status_code == 409
    assert "sudo apt install" in answer.get_json()["say"]
    assert not wish(here).exists()
    told: Any = phone.get("/settings/update.json").json
    assert told["ready"] is False
    assert "sudo apt install" in told["say"]


def test_a_file_that_was_changed_inside_a_package_is_noticed(tmp_path: Path, key: Key) -> None:
    keys = (key.public(tmp_path / "release.gpg"),)
    whole, sent = packed(tmp_path / "a.deb", "1.1"), tmp_path / "a.update"
    sent.write_bytes(key.signed(whole.read_bytes()))
    assert inspect_package(sent, keys).version == "1.1"
    tree = tmp_path / "tree"
    subprocess.run(["dpkg-deb", "-R", whole, tree], check=True)
    (tree / "usr/lib/table").write_text("something else")
    subprocess.run(["dpkg-deb", "--root-owner-group", "--build", tree, whole], check=True,
                   stdout=subprocess.DEVNULL)  # fmt: skip
    sent.write_bytes(key.signed(whole.read_bytes()))
    with pytest.raises(BadPackage) as damaged:
        inspect_package(sent, keys)
    assert damaged.value.say.key == "house.update.damaged"


@pytest.mark.parametrize(
    ("state", "said"),
    [("installed", "works"), ("went_back", "back to version 0.1.0: it crashed"),
     ("refused", "refused"), ("stuck", "couldn't go back"), ("", "")],
)  # fmt: skip
def test_what_became_of_the_last_update_is_said(
    here: Here,
    machine: Pretended,
    state: str,
    said: str,
) -> None:
    machine.updated = {"state": state, "to": "0.1.0", "why": "it crashed"} if state else {}
    answer: Any = owned(here).get("/settings/update.json").json
    assert said in answer["say"]
    assert answer["possible"] is True
