"""A hall on its pages, in memory: what tests of the desk and the referee share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from werkzeug.test import Client, TestResponse

from companion.hall.evening.acts import Who
from companion.hall.hall import Hall
from companion.hall.night.next_round import mark
from companion.hall.publication import KEY, Publisher
from companion.hall.records import Round, Seating, Sitting, Wanted
from companion.hall.store import open_store
from companion.web.hall import Crew, HallSite, create_hall_app
from companion.web.hall.crew import COOKIE, CrewMember
from companion.web.server.notifier import Notifier
from companion.words import load_all
from tests.uplink.post import Post

WORDS = load_all(strict=True)
NETWORK = {"REMOTE_ADDR": "192.168.1.7"}
NAMES = ["Anna", "Ben", "Carla", "David"]


def two_and_two(wanted: Wanted, told: Any = None) -> Seating:
    """A draw for four people and two boxes."""
    ids = [person.id for person in wanted.people]
    rounds = [
        Round(n, tuple(
            Sitting(box.id, box.game, (ids[i * 2], ids[i * 2 + 1]))
            for i, box in enumerate(wanted.boxes)
        ))
        for n in range(1, wanted.rounds + 1)
    ]  # fmt: skip
    return Seating(tuple(rounds), wanted.seed, "by hand")


def begun(hall: Hall, tables: int) -> None:
    """Put three people at every table, and start their only round."""
    desk = Who("organiser", "Olga")
    hall.act("come", {"text": "\n".join(f"Guest {n}" for n in range(1, 3 * tables + 1))}, desk)
    for number in range(1, tables + 1):
        told = {"game": "wall", "sizes": [2, 3, 4], "place": str(number)}
        hall.act("box", told, desk)
    hall.act("arrange", {"rounds": 1}, desk)
    people, boxes = list(hall.evening.night.people), list(hall.evening.night.boxes)
    seated = (Sitting(box, "wall", tuple(people[3 * n : 3 * n + 3])) for n, box in enumerate(boxes))
    drawn = {"rounds": msgspec.to_builtins([Round(1, tuple(seated))]), "seed": 1, "method": ""}
    hall.act("keep", {**drawn, "mark": mark(hall.evening.night)}, desk)
    hall.act("publish", {"round": 1}, desk)
    hall.act("start", {"round": 1}, desk)


@dataclass
class Here:
    hall: Hall
    site: HallSite
    crew: Crew
    post: Post

    def phone(self, role: str = "nobody", name: str = "Rita") -> Phone:
        client = Client(self.site)
        if role != "nobody":
            client.set_cookie(COOKIE, self.crew.cookie(CrewMember(role, name)))
        return Phone(client)


@dataclass
class Phone:
    client: Client

    def get(self, path: str) -> TestResponse:
        return self.client.get(path, environ_overrides=NETWORK)

    def post(self, path: str, body: Any = None) -> TestResponse:
        return self.client.post(path, json=body or {}, environ_overrides=NETWORK)

    def enrol(self, body: Any) -> TestResponse:
        """Ask to take part as a table does: in cipher."""
        scheme = {**NETWORK, "wsgi.url_scheme": "https"}
        return self.client.post("/enrol", json=body, environ_overrides=scheme)

    def send(self, path: str, data: bytes) -> Any:
        """Send a file, and give the answer."""
        return msgspec.json.decode(
            self.client.post(
                path,
                data=data,
                content_type="application/octet-stream",
                environ_overrides=NETWORK,
            ).data
        )

    def json(self, path: str) -> Any:
        return msgspec.json.decode(self.get(path).data)

    def must(self, path: str, body: Any = None) -> None:
        answer = self.post(path, body)
        assert answer.status_code == 200, (path, answer.data)

    def refused(self, path: str, body: Any = None) -> str:
        """The sentence of a refusal."""
        answer = self.post(path, body)
        assert answer.status_code in (403, 409), (path, answer.status_code, answer.data)
        said: str = msgspec.json.decode(answer.data)["say"]
        assert said
        assert "{" not in said
        return said


def opened(folder: Path, draw: Any = two_and_two) -> Iterator[Here]:
    post, store = Post(), open_store(folder)
    hall = Hall(store, lambda will: post.line(will))
    site, crew = HallSite(Notifier()), Crew(store.secret, folder)
    create_hall_app(
        hall, site, words=WORDS, crew=crew, enrol=lambda asking: {"table": asking.table},
        draw=draw, publisher=Publisher(folder / KEY, folder), rooms={"wall": (2, 4)},
        addresses=lambda: ("http://192.168.1.2:8090/",),
    )  # fmt: skip
    yield Here(hall, site, crew, post)
    store.close()


def a_night(here: Here) -> Phone:
    """Four people, two boxes, one round announced."""
    desk = here.phone("organiser")
    for path, body in (
        ("/act/come", {"text": "\n".join(NAMES)}),
        ("/act/box", {"game": "wall", "sizes": [2], "count": 2}),
        ("/draw", {"rounds": 2}),
        ("/act/publish", {"round": 1}),
        ("/act/start", {"round": 1}),
    ):
        desk.must(path, body)
    return desk


def places(box: str, *people: str) -> dict[str, Any]:
    told = [{"person": one, "place": n + 1} for n, one in enumerate(people)]
    return {"result": {"round": 1, "box": box, "places": told}}


def seated(here: Here, box: str) -> tuple[str, ...]:
    """Who sits at a table of the first round."""
    found = here.hall.evening.sitting(f"1:{box}")
    assert found is not None
    return found.people
