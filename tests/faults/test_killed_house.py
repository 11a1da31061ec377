"""The plug is pulled in the lobby, at the setup, in a game, at its result, while settings change,
while a backup arrives and before an update: the house comes back to the same place."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from companion.house import FOLDER
from companion.house.backup import back_up
from companion.house.restore import inspect, unpack
from tests.house.evenings import ANNA_AND_BEN, house_in
from tests.house.played import play

PLAN = {"room": "bowl", "people": [{"name": "Anna"}, {"name": "Ben"}]}
BEGIN = {"question": "setup", "option": "begin"}
KILLS = int(os.environ.get("HOUSE_KILLS", "1"))
"""Kills at a random moment of a random command; more of them in a campaign by hand."""


class Lived:
    """`companion house` as a machine runs it."""

    def __init__(self, folder: Path) -> None:
        command = [
            sys.executable,
            "-m",
            "companion",
            "house",
            "--port",
            "0",
            "--state",
            str(folder),
        ]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        lines = iter(self._process.stdout.readline, "")
        opened = next(line for line in lines if line.startswith("The house is open"))
        found = re.search(r":(\d+)/", opened)
        assert found is not None
        self._url = f"http://127.0.0.1:{found.group(1)}"
        self._browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        link = next(found for line in lines if (found := re.search(r"/owner/\S+", line)))
        self._browser.open(self._url + link.group(), timeout=60).close()

    def ask(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self._url + path, data, headers={"Content-Type": "application/json"}
        )
        try:
            with self._browser.open(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            return json.load(refused)

    def place(self) -> dict[str, Any]:
        place: dict[str, Any] = self.ask("/house/state")
        return place

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


def again(house: Lived, folder: Path) -> Lived:
    house.kill()
    return Lived(folder)


def test_nobody_else_on_the_machine_reads_what_a_house_keeps(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    (folder / FOLDER).mkdir(parents=True)
    old = folder / FOLDER / "shelf.sqlite"
    old.touch()
    for path in (folder, folder / FOLDER):
        path.chmod(0o755)
    old.chmod(0o644)
    house = Lived(folder)
    try:
        assert house.ask("/house/begin", PLAN)["kind"] == "accepted"
        house.ask("/settings/change", {"values": {"name": "Kitchen"}})
    finally:
        house.kill()
    paths = [folder, *folder.rglob("*")]
    assert len(paths) > 5
    assert {path for path in paths if path.stat().st_mode & 0o077} == set()


def test_the_house_comes_back_to_the_same_place_from_every_phase(tmp_path: Path) -> None:
    house = Lived(tmp_path)
    try:
        house.ask("/settings/change", {"values": {"name": "Kitchen", "manner": "seats"}})
        house = again(house, tmp_path)  # in the lobby, just after a change of the settings
        assert house.place()["kind"] == "lobby"
        assert house.place()["manner"] == "seats"
        assert house.ask("/house/begin", PLAN)["kind"] == "accepted"
        asked = house.ask("/state")["questions"]
        house = again(house, tmp_path)  # while the box is laid out
        assert house.place()["kind"] == "table"
        assert house.ask("/state")["questions"] == asked
        answer = house.ask("/answer", {**BEGIN, "base": house.ask("/state")["number"]})
        assert answer["kind"] == "accepted", (answer, asked)
        number = answer["number"]
        house = again(house, tmp_path)  # in the game
        assert house.ask("/state")["number"] == number
        assert house.ask("/house/end", {"reason": "bedtime"})["kind"] == "accepted"
        ended = house.ask("/state")
        assert ended["number"] > number
        wish = tmp_path / FOLDER / "update" / "wanted.update"
        wish.parent.mkdir()
        wish.write_bytes(b"a package the installer has not taken yet")
        house = again(house, tmp_path)  # at the result, with an update under way
        result = ("number", "notices", "questions", "rulings")
        assert [house.ask("/state")[part] for part in result] == [ended[part] for part in result]
        assert house.ask("/house/leave", {})["kind"] == "accepted"
        assert wish.exists()
    finally:
        house.kill()


def test_a_restore_that_was_cut_off_arrives_with_the_next_start(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    new.mkdir()
    play(old / "wall-game-20260101-200000.sqlite", steps=4)
    before = house_in(old)
    before.begin(ANNA_AND_BEN)
    game = before.place.game
    file = tmp_path / "backup.zip"
    back_up(old, file, name="", made="")
    before.stop()
    fresh = house_in(new)
    unpack(file, new, inspect(file, new, fresh.name))
    fresh.stop()
    arriving = new / FOLDER / "arriving"
    os.replace(arriving / "diary.sqlite", new / FOLDER / "diary.sqlite")  # and here the plug goes
    house = Lived(new)
    try:
        assert house.place()["kind"] == "table"
        assert not arriving.exists()
        assert (new / str(game)).exists()
    finally:
        house.kill()


@pytest.mark.parametrize("kill", range(KILLS))
def test_a_kill_in_the_middle_of_a_command_leaves_before_or_after_and_nothing_else(
    kill: int, tmp_path: Path
) -> None:
    dice = random.Random(kill)
    house = Lived(tmp_path)
    answers: list[Any] = []

    def begin() -> None:
        try:
            answers.append(house.ask("/house/begin", PLAN)["kind"])
        except OSError:
            answers.append("lost")

    phone = threading.Thread(target=begin)
    phone.start()
    time.sleep(dice.uniform(0.0, 0.3))
    house.kill()
    phone.join()
    house = Lived(tmp_path)
    try:
        place = house.place()
        assert place["trouble"] == ""
        assert (
            place["kind"] == "table"
            if answers == ["accepted"]
            else place["kind"] in ("lobby", "table")
        )
        if place["kind"] == "lobby":
            assert house.ask("/house/begin", PLAN)["kind"] == "accepted"
    finally:
        house.kill()
