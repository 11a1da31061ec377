"""Nonsense for the pages around the tables: every address of a house with its workshop, asked by
everybody, with valid bodies in which something is wrong."""

from __future__ import annotations

import json
import re
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.house import FOLDER
from companion.web.house.owner import Owner
from tests.house.played import play
from tests.soak.fuzz import TEXTS, Found, Fuzzer, quoted
from tests.soak.memory import House
from tests.web.house_requests import BEGIN, Asked, requests_to
from tests.web.test_every_route import Browser

GAME = "wall-game-20260101-200000.sqlite"
NEVER = frozenset({"/settings/restart", "/settings/owner/renew", "/settings/owner/send-away"})
"""What would end the process that is asked, or make an owner a stranger."""
AGAIN = 400
"""After so many requests somebody begins a game, if none is open."""


class PageFuzzer(Fuzzer):
    """Takes a valid request, and changes something about it or nothing."""

    def __init__(self, port: int, browsers: Sequence[Browser], asked: Any, seed: int):
        cookies = [cookie_of(one) for one in browsers]
        routes = [(one.path, [one.method]) for one in asked]
        super().__init__("wall", port, cookies, Path(), routes, seed)
        self._asked, self._browsers = list(asked), browsers

    def run(self, requests: int, until: float) -> None:
        ways = (self._nearly, self._nonsense, self._torn, self._raw)
        while self.found.sent < requests and time.monotonic() < until:
            self._dice.choices(ways, (75, 10, 10, 5))[0]()
            if self.found.sent % AGAIN == 0:
                self._begin()
        for line in self._lines.values():
            line.close()

    def _begin(self) -> None:
        """Put a new game on the table and a phone at its first seat, so that there is something to
        be asked about."""
        _, owner, seat, _ = self._browsers
        room = self._dice.choice(("wall", "bowl", "dig", "kheops"))
        with suppress(AssertionError, OSError):
            owner.post("/house/leave", {})
            owner.post("/house/begin", {**BEGIN, "room": room})
            seat.post("/join", {"code": owner.post("/house/invite", {"seat": 0})["code"]})
        self._cookies = [cookie_of(one) for one in self._browsers]

    def _nearly(self) -> None:
        dice = self._dice
        asked = dice.choice(self._asked)
        cookie = dice.choice(self._cookies)
        if asked.path in NEVER and cookie:
            return
        body = self._changed(asked.body) if asked.method == "POST" else None
        head = self._headers(cookie)
        if asked.method == "POST" and dice.random() < 0.9:
            head["Content-Type"] = asked.kind
        self._send(asked.method, self._place(asked.path), body, head, cookie)

    def _place(self, path: str) -> str:
        """The address, with nonsense in the place of one of its parts now and then."""
        dice = self._dice
        parts = path.split("/")
        if dice.random() < 0.2:
            parts[-1] = quoted(dice.choice(TEXTS)) + dice.choice(("", ".json", ".pdf", ".sqlite"))
        if dice.random() < 0.2:
            names = ("room", "person", "from", "lang", "view", "as", "who", "round", "corners")
            parts[-1] += f"?{dice.choice(names)}={quoted(dice.choice((*TEXTS, 'wall', '1')))}"
        return "/".join(parts)

    def _changed(self, body: Any) -> bytes:
        dice = self._dice
        if isinstance(body, bytes):
            noise = bytes(dice.randrange(256) for _ in range(dice.randrange(200)))
            return body + noise if dice.random() < 0.7 else noise
        if isinstance(body, dict) and dice.random() < 0.85:
            body = dict(body)
            for name in body:
                if dice.random() < 0.3:
                    body[name] = self._value(1)
            if body and dice.random() < 0.1:
                del body[dice.choice(list(body))]
            if dice.random() < 0.05:
                body[dice.choice(TEXTS)] = self._value(1)
        else:
            body = self._value()
        return json.dumps(body).encode("utf-8", "surrogatepass")


def cookie_of(browser: Browser) -> str:
    return "; ".join(f"{name}={value}" for name, value in browser.cookies.items())


def fuzz_house(requests: int, seed: int, folder: Path, until: float) -> tuple[Found, str]:
    """Fuzz a house in a process of its own: strangers, a seat, the owner, the machine's screen."""
    asked = house_addresses()
    home = folder / "house"
    home.mkdir()
    play(home / GAME)
    house = House(home, "--host", "0.0.0.0")
    found = re.search(r":(\d+)", house.url)
    assert found is not None
    port = int(found.group(1))
    browsers = [Browser(port, f"127.0.9.{n + 1}") for n in range(4)]
    _, owner, seat, kiosk = browsers
    links = Owner(home / FOLDER / "owner.json")
    owner.get(f"/owner/{links.link()}")
    kiosk.get(f"/owner/{links.link('kiosk')}")
    owner.post("/house/begin", BEGIN)
    seat.post("/join", {"code": owner.post("/house/invite", {"seat": 0})["code"]})
    one = PageFuzzer(port, browsers, asked, seed)
    try:
        one.run(requests, until)
        alive = house.process.poll() is None
    finally:
        house.process.terminate()
        house.process.wait(60)
    if not alive:
        one.found.broken.append("house: the process has ended")
    return one.found, f"house   {one.found.sent:7} sent, {one.found.statuses[500]} answered 500"


def house_addresses() -> list[Asked]:
    """A valid request to every address of a house and of the table in it."""
    from companion.daemon.housing import open_house
    from companion.settings import Settings

    with tempfile.TemporaryDirectory() as name:
        play(Path(name) / GAME, steps=5)
        housed = open_house(Settings(state=name), "127.0.0.1", 0)
        try:
            Browser(housed.server.port).post("/house/begin", BEGIN)
            site: Any = housed.server.site
            both = [one for app in (site._house, site._table) for one in requests_to(app, GAME)]
        finally:
            housed.stop()
    return list({(one.method, one.path): one for one in both}.values())
