"""Advice on pages: off by default, for whoever wants it, on their phone or at the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.core.game import ROOMS
from companion.core.play_mode import SEATS
from companion.core.roles import TABLE, seat
from companion.games.wall import moves as m
from companion.house import GamePlan, PlannedPerson, known_people
from companion.table import Table, session
from tests.house.evenings import house_in
from tests.web.bowl_scenes import a_bowl
from tests.web.scenes import a_browser, a_table, an_app, do, play, state_of


def asked(client: Any, query: str = "") -> Any:
    return client.get(f"/advice.json{query}").json


def begun(folder: Path) -> Table:
    table = a_table(folder, "Ada", "Bo", manner=SEATS)
    do(table, m.Begin())
    return play(table, 5, lambda table: table.state.turns == 8 and not table.questions())


def test_nobody_is_advised_who_does_not_want_it(tmp_path: Path) -> None:
    client = a_browser(an_app(begun(tmp_path)), "seat-0-link")
    assert asked(client)["ideas"] == []
    assert "advice" not in state_of(client)


def test_whoever_wants_it_gets_it_on_their_own_phone_and_in_their_turn(tmp_path: Path) -> None:
    table = begun(tmp_path)
    turn = table.state.turn
    app = an_app(table, advised=lambda: (0, 1))
    mine, theirs = (a_browser(app, f"seat-{n}-link") for n in (turn, 1 - turn))
    found = asked(mine)
    assert found["seat"] == turn
    assert 1 <= len(found["ideas"]) <= 3
    assert all(one["say"] and one["reason"] and one["because"] for one in found["ideas"])
    assert asked(theirs)["ideas"] == []
    assert state_of(mine)["advice"] == [turn]
    assert asked(a_browser(app, "referee-link"))["ideas"] == []


def test_at_the_table_it_is_for_people_without_a_phone(tmp_path: Path) -> None:
    table = begun(tmp_path)
    app = an_app(table, advised=lambda: (0, 1))
    page = a_browser(app)
    assert asked(page)["seat"] == table.state.turn
    a_browser(app, f"seat-{table.state.turn}-link")
    assert asked(page)["ideas"] == []


def test_in_its_readers_language(tmp_path: Path) -> None:
    app = an_app(begun(tmp_path), advised=lambda: (0, 1))
    said = {
        asked(a_browser(app), f"?lang={one}")["ideas"][0]["reason"] for one in ("en", "de", "fr")
    }
    assert len(said) == 3


def test_a_resting_or_light_game_has_no_ideas(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
    table = begun(tmp_path / "one")
    session.pause(table, TABLE)
    assert asked(a_browser(an_app(table, advised=lambda: (0, 1))))["ideas"] == []
    light = a_bowl(tmp_path / "two")
    session.play_light(light, True, TABLE)
    assert asked(a_browser(an_app(light, advised=lambda: (0, 1))))["ideas"] == []


def ahead(client: Any, table: Table, slot: int, card: str) -> Any:
    move = {"type": "InsertCard", "slot": slot, "card": card}
    return client.post("/preview", json={"move": move, "base": table.number}).json


def test_a_mistake_comes_with_the_better_idea_and_the_rest_without(tmp_path: Path) -> None:
    """The same card elsewhere is worth far more: said to whoever is taught, never to others."""
    table = begun(tmp_path)
    state, game = table.state, table.game
    reader = seat(state.turn)
    rated = {
        (slot, card.id): why.worth
        for card in state.box.cards
        if card.id not in state.inserted
        for slot in range(state.box.wall.slots)
        if (why := game.advice.weigh(state, m.InsertCard(slot, card.id), reader)) is not None
    }
    best = max(rated, key=lambda key: rated[key])
    worst = min((key for key in rated if key[1] == best[1]), key=lambda key: rated[key])
    assert rated[best] - rated[worst] >= game.advice.margin
    link = f"seat-{state.turn}-link"
    taught = a_browser(an_app(table, learners=lambda: {state.turn: frozenset()}), link)
    found = ahead(taught, table, *worst)["better"]
    assert str(best[0] + 1) in found["say"]
    assert found["reason"]
    assert ahead(taught, table, *best)["better"] is None
    assert ahead(a_browser(an_app(table), link), table, *worst)["better"] is None


# In a house


PLAN = GamePlan("wall", (PlannedPerson("Mia"), PlannedPerson("Ben")))


def test_the_house_remembers_who_wants_advice_until_they_say_otherwise(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    house.begin(PLAN)
    assert house.advised() == ()
    house.advise((1, 9), True)
    assert house.advised() == (1,)
    house.leave()
    house.begin(GamePlan("dig", (PlannedPerson("Ben"), PlannedPerson("Mia"))))
    assert house.advised() == (0,)
    known_people.rename(house, "Ben", "Benno")
    assert house.advised() == (0,)
    house.stop()
    again = house_in(tmp_path)
    again.start()
    assert again.place.advised == ("benno",)
    again.advise((0,), False)
    assert again.advised() == ()
    again.stop()


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_gives_advice(room: str) -> None:
    from companion.core.advice import Adviser
    from companion.core.game import load_room

    assert load_room(room).advice.weigh is not Adviser().weigh
