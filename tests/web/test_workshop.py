"""The workshop's door: the owner and the referee come in, a seat and a stranger do not."""

from __future__ import annotations

import re

import pytest

from companion.core.game import ROOMS
from companion.games.bowl.box import Face
from companion.web.workshop.frame import BENCHES
from companion.words import LANGUAGES, quotes_of

from .test_house import PLAN, Here, Phone, here

__all__ = ["here"]


def entered(here: Here, token: str) -> Phone:
    """A phone beside an open game: a stranger's, a seat's, the referee's or the owner's."""
    phone = here.phone()
    phone.post("/house/begin", PLAN)
    if token == "owner":
        phone.post("/house/claim", {"code": here.owner.code})
    elif token:
        phone.get(f"/join/{token}")
    return phone


@pytest.mark.parametrize(
    ("token", "may"), [("", False), ("anna", False), ("ref", True), ("owner", True)]
)
def test_only_the_owner_and_the_referee_see_the_benches(here: Here, token: str, may: bool) -> None:
    phone = entered(here, token)
    assert phone.get("/workshop").status_code == 200
    state = phone.get("/workshop/state.json").get_json()
    assert state["may"] is may
    assert len(state["benches"]) == (len(BENCHES) if may else 0)


@pytest.mark.parametrize(("token", "code"), [("", 403), ("anna", 403), ("ref", 200)])
def test_parts_are_shown_and_tried_for_owner_and_referee_alone(
    here: Here, token: str, code: int
) -> None:
    phone = here.phone()
    phone.post("/house/begin", PLAN)
    if token:
        phone.get(f"/join/{token}")
    for name in ("check/parts", "check/header", "check/history", "weigh/walk"):
        assert phone.get(f"/workshop/{name}.json").status_code == code
    assert phone.post("/workshop/weigh/back").status_code == code
    for name in ("check/try", "check/found", "weigh/begin", "weigh/take"):
        answer = phone.post(f"/workshop/{name}", {})
        assert answer.status_code == (403 if code == 403 else 400)


def test_a_game_keeps_its_parts_while_somebody_looks_at_the_check(here: Here) -> None:
    phone = here.phone()
    phone.post("/house/begin", PLAN)
    phone.get("/join/ref")
    assert phone.get("/workshop/check/parts.json").get_json() == {"playing": True, "parts": []}
    answer = phone.post("/workshop/check/try", {"part": "lamp 1"})
    assert answer.status_code == 409
    assert "when it's over" in answer.get_json()["say"]


@pytest.mark.parametrize(
    ("token", "code"), [("", 403), ("anna", 403), ("ref", 200), ("owner", 200)]
)
def test_only_the_owner_and_the_referee_print(here: Here, token: str, code: int) -> None:
    phone = entered(here, token)
    assert phone.get("/workshop/print.json").status_code == code
    sheet = phone.get("/workshop/print/house-plates.pdf?kind=plates&paper=letter")
    assert sheet.status_code == code
    if code == 200:
        assert sheet.data.startswith(b"%PDF")


def test_a_sheet_nobody_knows_is_not_there(here: Here) -> None:
    phone = entered(here, "owner")
    for asked in ("kind=camels", "kind=play", "kind=play&room=moon", "kind=camels&room=wall", ""):
        assert phone.get(f"/workshop/print/x.pdf?{asked}").status_code == 404


BOX_ACTS = {
    "answer": {"fact": "pharaoh", "values": {"bonus": 9}},
    "confirm": {"group": "card"},
    "grow": {"fact": "card:0"},
    "shrink": {"fact": "card:0"},
    "restore": {"number": 1},
    "forget": {},
    "rulebook": {"text": "Nobody wrote this."},
    "rulebook/forget": {},
}


@pytest.mark.parametrize("token", ["", "anna", "ref"])
def test_nobody_but_the_owner_changes_a_box(here: Here, token: str) -> None:
    phone = entered(here, token)
    may = 200 if token == "ref" else 403
    for path in (".json", "/wall.json", "/wall/cards-0.svg", "/wall/box.toml"):
        assert phone.get(f"/workshop/box{path}").status_code == may
    for act, body in BOX_ACTS.items():
        assert phone.post(f"/workshop/box/wall/{act}", body).status_code == 403
    assert phone.post("/workshop/box/import", {"text": "x"}).status_code == 403
    assert not (here.house.folder / "boxes").exists()


PLACES = re.compile(r"[DP]\d+")
"""Fields of the way have names of their own on the board."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_called_by_its_name_in_a_file(here: Here, language: str) -> None:
    """What a question is about, and what can be chosen, are words of the page's language."""
    phone = entered(here, "owner")
    for room in ROOMS:
        asked = phone.get(f"/workshop/box/{room}.json?lang={language}").get_json()
        named = {fact["name"] for fact in asked["facts"]} - {""}
        chosen = {one for fact in asked["facts"] for i in fact["inputs"] for one in i["choices"]}
        raw = {
            name
            for name in named | chosen
            if name not in asked["values"] and not all(w in asked["values"] for w in name.split())
        }
        if language == "en":  # a word of one piece is English already
            raw = {name for name in raw if not name.replace(" ", "").isalpha()}
        assert {name for name in raw if not PLACES.fullmatch(name)} == set(), room


def test_what_the_owner_says_of_a_box_reaches_the_game_on_the_table(here: Here) -> None:
    """Three red tiles for the desert instead of two, said in the middle of a game of the bowl."""
    phone = here.phone()
    phone.post("/house/begin", {**PLAN, "room": "bowl"})
    phone.post("/house/claim", {"code": here.owner.code})
    body = {"fact": "tile:0", "values": {"symbols": [0, 0, 0]}}
    answer = phone.post("/workshop/box/bowl/answer", body)
    assert answer.get_json()["say"] == "Saved. The game on the table knows it too."
    assert here.house.open is not None
    table = here.house.open.table
    assert table.state.box.tiles_of("desert").count(Face("red", 0)) == 3
    other = phone.post("/workshop/box/wall/answer", {"fact": "pharaoh", "values": {"bonus": 9}})
    assert other.get_json()["say"] == "Saved. New games use it."


def test_the_owner_says_what_is_in_the_box_and_reads_what_contradicts_it(here: Here) -> None:
    phone = entered(here, "owner")
    asked = phone.get("/workshop/box/wall.json").get_json()
    assert asked["wrong"] == []
    assert asked["asked"]["card"] == "What does card {number} of {of} show?"
    for act, body in BOX_ACTS.items():
        answer = phone.post(f"/workshop/box/wall/{act}", body)
        assert answer.status_code in (200, 409)
        assert answer.get_json()["say"]
    bad = {"fact": "curse_card:0", "values": {"animals": ["camel"]}}
    assert phone.post("/workshop/box/wall/answer", bad).get_json()["wrong"]
    again = phone.get("/workshop/box/wall.json").get_json()
    assert again["wrong"] == [
        {
            "say": "I expected 3 values at “Animals”, 1 of 6 (camel), not 1.",
            "fact": "curse_card:0",
        }
    ]
    german = phone.get("/workshop/box/wall.json?lang=de").get_json()
    assert german["wrong"][0]["say"] == (
        "Ich erwarte bei „Tiere“, 1 von 6 (Kamel) 3 Werte, nicht 1."
    )
    worse = {"fact": "wall", "values": {"slots": "x"}}
    refused = phone.post("/workshop/box/wall/answer", worse)
    assert (refused.status_code, refused.get_json()["say"]) == (409, "Type a number.")
    foreign = phone.post("/workshop/box/import", {"text": "[["})
    assert foreign.status_code == 409
    assert foreign.get_json()["say"].startswith("This isn't a TOML file: ")
    own = phone.get("/workshop/box/wall/box.toml").text
    broken = phone.post("/workshop/box/import", {"text": own.replace("slots = 7", "slots = 0")})
    assert "wall.slots = 0. It has to be from 1 to 50." in broken.get_json()["say"]
    assert phone.get("/workshop/box/moon.json").status_code == 404


def test_the_owners_rulebook_gives_clauses_their_sentence(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    marks = {"WALL-14": {"it": [quotes_of.mark("Una carta entra nel muro dall'alto")]}}
    monkeypatch.setattr(quotes_of, "marks_of", lambda room: marks)
    phone = entered(here, "owner")
    refused = phone.post("/workshop/box/wall/rulebook", {"text": "Another book. " * 5000})
    assert (refused.status_code, refused.get_json()["kind"]) == (409, "refused")
    text = "Ogni turno: una carta\nentra nel muro dall'alto."
    assert phone.post("/workshop/box/wall/rulebook", {"text": text}).status_code == 200
    assert phone.get("/workshop/box/wall.json").get_json()["rulebook"]["found"] == 1
    assert here.site.quotes("wall") == {"WALL-14": {"it": "una carta entra nel muro dall'alto."}}
    phone.post("/workshop/box/wall/rulebook/forget", {})
    assert here.site.quotes("wall") == {}
