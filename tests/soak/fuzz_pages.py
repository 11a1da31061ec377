"""Nonsense for the pages around the tables: every address of a house with its workshop and of a
hall, asked by everybody, with valid bodies in which something is wrong."""

from __future__ import annotations

import http.client
import json
import ssl
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from companion.house import FOLDER
from companion.web.hall.crew import make_link
from companion.web.house.owner import Owner
from tests.hall.hall_requests import NIGHT
from tests.hall.hall_requests import requests_to as hall_requests_to
from tests.hall.halls import opened
from tests.house.played import play
from tests.soak.fuzz import NUMBERS, TEXTS, Found, Fuzzer, quoted
from tests.soak.memory import House
from tests.soak.night import Program, free_port
from tests.web.house_requests import BEGIN, Asked, requests_to
from tests.web.test_every_route import Browser

GAME = "wall-game-20260101-200000.sqlite"
LAST = {("owner", "POST", "/settings/restart"), ("organiser", "POST", "/act/finish")}
"""What would end the process that is asked, or its night: asked when everything else has been."""
ROOMS = ("wall", "bowl", "dig", "kheops")
AGAIN = 200
"""After so many requests somebody begins a game, and everybody is who they were."""


class PageFuzzer(Fuzzer):
    """Takes a valid request, and changes something about it or nothing."""

    def __init__(
        self, name: str, port: int, people: dict[str, Browser], asked: Sequence[Asked], seed: int
    ) -> None:
        routes = [(one.method, one.path) for one in asked]
        cookies = {role: cookie_of(browser) for role, browser in people.items()}
        super().__init__("wall", port, cookies, Path(), routes, seed)
        self._ways = [way for way in self._ways if way not in LAST]
        self._later, self.found.left = self.found.left & LAST, self.found.left - LAST
        self._asked: dict[tuple[str, str], list[Asked]] = {}
        for one in asked:
            self._asked.setdefault((one.method, one.path), []).append(one)
        self._people, self._name = people, name

    def run(self, requests: int, until: float) -> None:
        ways = (self._nearly, self._nonsense, self._torn, self._raw)
        while self.found.sent < requests and time.monotonic() < until:
            self._dice.choices(ways, (75, 10, 10, 5))[0]()
            if self.found.sent % AGAIN == 0:
                with suppress(AssertionError, OSError):
                    self._tend()
                self._cookies = {role: cookie_of(one) for role, one in self._people.items()}
        for line in self._lines.values():
            line.close()

    def _tend(self) -> None:
        """Let things go on, so that there is something to be asked about."""
        raise NotImplementedError

    def told(self, process: subprocess.Popen[Any]) -> tuple[Found, str]:
        """What came of it; whoever was asked has to be there still, and is not any more."""
        self.found.left |= self._later
        if process.poll() is not None:
            self.found.broken.append(f"{self._name}: the process has ended")
        process.terminate()
        process.wait(60)
        sent, broke = self.found.sent, self.found.statuses[500]
        return self.found, f"{self._name:7} {sent:7} sent, {broke} answered 500"

    def _nearly(self) -> None:
        dice = self._dice
        role, method, path = self._way()
        asked, cookie = dice.choice(self._asked[method, path]), self._cookies[role]
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
        body = self._bent(body) if dice.random() < 0.85 else self._value()
        return json.dumps(body).encode("utf-8", "surrogatepass")

    def _bent(self, body: Any, deep: int = 0) -> Any:
        """A body in which something may be wrong, however deep."""
        dice = self._dice
        if deep and dice.random() < 0.2:
            kin = {str: TEXTS, int: NUMBERS, float: NUMBERS}.get(type(body), ())
            return dice.choice(kin) if kin and dice.random() < 0.7 else self._value(1)
        if isinstance(body, list):
            return [self._bent(one, deep + 1) for one in body] * dice.choice((1, 1, 1, 2))
        if not isinstance(body, dict):
            return body
        bent = {name: self._bent(value, deep + 1) for name, value in body.items()}
        if bent and dice.random() < 0.1:
            del bent[dice.choice(list(bent))]
        if dice.random() < 0.05:
            bent[dice.choice(TEXTS)] = self._value(1)
        return bent


def port_of(url: str) -> int:
    port = urlsplit(url).port
    assert port is not None
    return port


def cookie_of(browser: Browser) -> str:
    return "; ".join(f"{name}={value}" for name, value in browser.cookies.items())


class HouseFuzzer(PageFuzzer):
    """Sends nonsense to a house, its workshop and the table in it."""

    def __init__(self, port: int, home: Path, asked: Sequence[Asked], seed: int) -> None:
        roles = ("stranger", "seat", "referee", "owner", "kiosk")
        people = {role: Browser(port, f"127.0.9.{n + 1}") for n, role in enumerate(roles)}
        self._home, self._owner = home, Owner(home / FOLDER / "owner.json")
        super().__init__("house", port, people, asked, seed)
        self._tend()
        self._cookies = {role: cookie_of(one) for role, one in people.items()}

    def _tend(self) -> None:
        """Put a new game on the table, and a phone at its first seat and in its referee's hand."""
        owner = self._people["owner"]
        owner.post("/house/claim", {"code": self._owner.code})
        self._people["kiosk"].get(f"/owner/{self._owner.link('kiosk')}")
        owner.ask(Asked("POST", "/house/leave", {}))
        owner.post("/house/begin", {**BEGIN, "room": self._dice.choice(ROOMS)})
        code = owner.post("/house/invite", {"seat": 0})["code"]
        self._people["seat"].post("/join", {"code": code})
        kept = max(self._home.glob("keys/*.page"), key=lambda path: path.stat().st_mtime_ns)
        links = {role: link for link, role in json.loads(kept.read_bytes())["links"].items()}
        self._people["referee"].get(f"/join/{links['referee']}")

    def _send(
        self, method: str, path: str, body: bytes | None, headers: dict[str, str], cookie: str
    ) -> bytes | None:
        """Whoever has renewed the owner's cookies by chance has to come in again."""
        data = super()._send(method, path, body, headers, cookie)
        if method == "POST" and path.startswith("/settings/owner/renew"):
            owner = self._people["owner"]
            owner.ask(Asked("POST", "/house/claim", {"code": self._owner.code}))
            self._cookies["owner"] = cookie_of(owner)
        return data

    def finish(self) -> None:
        """Start the house again at last; it is there again."""
        owner = self._people["owner"]
        owner.post("/house/claim", {"code": self._owner.code})
        owner.post("/settings/restart", {})
        self._later.clear()
        late = time.monotonic() + 120
        while time.monotonic() < late:
            time.sleep(1.0)
            with suppress(OSError, http.client.HTTPException):
                if owner.get("/settings/owner.json")[0] == 200:
                    return
        self.found.broken.append("house: it did not start again, or has forgotten its owner")


def fuzz_house(requests: int, seed: int, folder: Path, until: float) -> tuple[Found, str]:
    """Fuzz a house in a process of its own: strangers, a seat, the referee, the owner, the
    machine's screen."""
    asked = house_addresses()
    home = folder / "house"
    home.mkdir()
    play(home / GAME)
    house = House(home, "--host", "0.0.0.0", "--port", str(free_port(23_000 + seed)))
    one = HouseFuzzer(port_of(house.url), home, asked, seed)
    one.run(requests, until)
    one.finish()
    return one.told(house.process)


def house_addresses() -> list[Asked]:
    """A valid request to every address of a house and of the table in it."""
    from companion.app.house_app import open_house
    from companion.config.settings import Settings

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


class HallFuzzer(PageFuzzer):
    """Sends nonsense to a hall, at every other address of this machine in cipher."""

    def __init__(self, url: str, people: dict[str, Browser], asked: Any, seed: int) -> None:
        super().__init__("hall", port_of(url), people, asked, seed)
        self._cipher = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self._cipher.check_hostname, self._cipher.verify_mode = False, ssl.CERT_NONE
        self._lasts = True

    def run(self, requests: int, until: float) -> None:
        """Nine of ten in a night that goes on; the last ones when it is over."""
        super().run(requests * 9 // 10, until)
        self._finish()
        super().run(requests, until)

    def _finish(self) -> None:
        """End the night; no result comes any more where there is none."""
        desk, self._lasts = self._people["organiser"], False
        self._later.clear()
        boxes = [box["id"] for box in json.loads(desk.get("/desk.json")[1])["boxes"]]
        for number in _rounds(desk):
            for box in boxes:
                desk.ask(Asked("POST", "/act/excuse", {"round": number + 1, "box": box}))
        status, said = desk.ask(Asked("POST", "/act/finish", {}))
        if status != 200:
            self.found.broken.append(f"hall: the night has no end: {said!r}")

    def _line(self, home: str) -> http.client.HTTPConnection:
        if self._homes.index(home) % 2:
            return super()._line(home)
        return http.client.HTTPSConnection(
            "127.0.0.1", self._port, timeout=60, source_address=(home, 0), context=self._cipher
        )

    def _tend(self) -> None:
        """Let the next round begin, whatever has become of the last one."""
        desk = self._people["organiser"]
        if not self._lasts:
            return
        desk.ask(Asked("POST", "/act/resume", {}))
        desk.post("/draw", {"rounds": len(_rounds(desk)) + 2})
        number = len(_rounds(desk)) + 1
        desk.post("/act/publish", {"round": number, "early": True})
        desk.post("/act/start", {"round": number})


def _rounds(desk: Browser) -> range:
    """The rounds that were announced."""
    return range(json.loads(desk.get("/hall.json")[1])["evening"]["rounds"])


def fuzz_hall(requests: int, seed: int, folder: Path, until: float) -> tuple[Found, str]:
    """Fuzz a hall in a process of its own, with a house at a table: spectators, referee, desk."""
    hall = Program("hall", folder / "hall", free_port(20_000 + seed), [])
    ports = ["--port", str(hall.port), "--broker-port", str(free_port(hall.port + 100))]
    hall.words = ["companion", "hall", "--state", str(hall.folder), *ports]
    hall.start()
    hall.wait("/hall.json")
    roles = ("spectator", "referee", "organiser")
    people = {role: Browser(hall.port, f"127.0.10.{n + 1}") for n, role in enumerate(roles)}
    _, referee, desk = people.values()
    desk.get(f"/organiser/{make_link(hall.folder)}")
    codes = json.loads(desk.get("/desk.json")[1])["codes"]
    referee.post("/claim", {"code": codes["referee"], "name": "Rita"})
    for path, body in NIGHT:
        desk.post(path, body)
    (folder / "guest").mkdir()
    house = House(folder / "guest")
    try:
        game = _game_at_table(hall.url, house, codes["table"], desk)
        one = HallFuzzer(hall.url, people, hall_addresses(game, codes["table"]), seed)
        one.run(requests, until)
    finally:
        house.process.terminate()
        house.process.wait(60)
    assert hall.process is not None
    return one.told(hall.process)


def _game_at_table(hall: str, house: House, code: str, desk: Browser) -> str:
    """The game that is open at table 1 once its house takes part."""
    house.post("/house/hall/join", {"address": hall, "code": code, "table": "1"})
    late, game = time.monotonic() + 60, ""
    while not game and time.monotonic() < late:
        with suppress(OSError):
            house.post("/house/hall/open", {"task": "1:b1"})
        time.sleep(0.2)
        game = json.loads(desk.get("/referee/1.json")[1])["game"]
    assert game, "the house never opened its game"
    return str(game)


def hall_addresses(game: str, code: str) -> list[Asked]:
    """A valid request to every address of a hall."""
    with tempfile.TemporaryDirectory() as name:
        for here in opened(Path(name)):
            site: Any = here.site
            asked = list(hall_requests_to(site._app, game))
    enrols = [one for one in asked if one.path == "/enrol" and one.method == "POST"]
    return [*asked, *(replace(one, body={**one.body, "code": code}) for one in enrols)]
