"""Bad input at the dig: each is refused with its clause and a sentence, and nothing is lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.core.play_mode import SEATS
from companion.core.roles import TABLE
from companion.games.dig import moves as m
from companion.table import Table
from tests.rooms.dig.layouts import but, layer, right, swapped
from tests.web.dig_scenes import a_dig, dig, digging, laid, make, see
from tests.web.scenes import a_browser, an_app, do

Said = Mapping[str, Any]


def posted(table: Table, move: Mapping[str, Any], link: str = "") -> dict[str, Any]:
    """Make a move at the page's own endpoint, as a person or a program would."""
    client = a_browser(an_app(table), link)
    answer: dict[str, Any] = client.post("/move", json={"move": move, "base": table.number}).json
    return answer


def pointed(table: Table, cell: str, link: str = "", **fields: Any) -> dict[str, Any]:
    """Tap a cell and say what came to light."""
    client = a_browser(an_app(table), link)
    question = next(q for q in table.questions() if q.topic in ("dig", "end"))
    body = {"question": question.id, "points": [cell], "fields": fields, "base": table.number}
    answer: dict[str, Any] = client.post("/answer", json=body).json
    return answer


class Kept:
    """A table that must stay as it is, state, number, pages and all."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.before = (table.state, table.number, table.ledger.journal.head)

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, *raised: object) -> None:
        assert (self.table.state, self.table.number, self.table.ledger.journal.head) == self.before


# ---- layers ------------------------------------------------------------------------------------

BROKEN = {
    "in two pieces": ("b b h s  m m . .  t t l .  . . . .", "DIG-10", "C3"),
    "round a corner": ("b b h s  m m . l  t t . .  . . . .", "DIG-14", "D2"),
    "its body across": ("b b h@N .  m m s@EW .  t t l@N .  . . . .", "DIG-14", "C2"),
    "a middle across": ("b@S b h .  m@EW m s .  t@S t l .  . . . .", "EX-DIG-02", "A2"),
}


@pytest.mark.parametrize(("drawing", "clause", "cell"), BROKEN.values(), ids=BROKEN)
def test_a_layer_with_a_broken_snake_or_obelisk_is_refused_until_it_is_whole(
    tmp_path: Path, drawing: str, clause: str, cell: str
) -> None:
    table = laid(a_dig(tmp_path), 3)
    with Kept(table):
        answer = see(table, layer(4, drawing))
        assert (answer.kind, answer.clause) == ("refused", clause)
        assert table.snapshot(TABLE)["refusal"]["cells"] == (cell,)
    assert see(table, right(4)).kind == "accepted"
    assert table.state.checked == (False, False, False, True)


def test_a_card_of_the_wrong_layer_is_refused_by_its_cell_dig_08(tmp_path: Path) -> None:
    table = laid(a_dig(tmp_path), 3)
    with Kept(table):
        answer = see(table, but(right(4), D4="5-bracelet"))
        assert (answer.kind, answer.clause) == ("refused", "DIG-08")
        assert table.snapshot(TABLE)["refusal"]["cells"] == ("D4",)
    assert see(table, right(4)).kind == "accepted"


def test_people_may_let_a_wrong_layer_lie_and_it_is_marked_unchecked_dig_o_22(
    tmp_path: Path,
) -> None:
    table = laid(a_dig(tmp_path), 3)
    see(table, swapped(right(4), "C1", "D4"))
    do(table, m.LayLayer(4))
    assert table.state.checked[-1] is False


def test_a_layer_out_of_turn_is_refused_dig_08(tmp_path: Path) -> None:
    table = laid(a_dig(tmp_path), 2)
    with Kept(table):
        answer = posted(table, {"type": "LayLayer", "layer": 5})
        assert (answer["kind"], answer["clause"]) == ("refused", "DIG-08")
        assert answer["say"] == (
            "Layer 3 comes next, not layer 5. Take the cards of the next lighter colour."
        )


# ---- a turn ------------------------------------------------------------------------------------


def started(folder: Path, **more: Any) -> Table:
    return digging(a_dig(folder, **more))


def doubled(folder: Path) -> Table:
    return make(started(folder), m.PlayScarab())


def poor(folder: Path) -> Table:
    """Ana has two silver left and is on turn."""
    table = started(folder)
    for lift, idle in (("A1", "C1"), ("A1", "C2"), ("B1", "C3")):
        dig(table, **{lift: "snake_head" if lift == "B1" else "scorpion"})
        make(table, m.EndTurn())
        dig(table, **{idle: "obelisk_mid" if idle == "C3" else "earth"})
        make(table, m.Stop(), m.EndTurn())
    assert table.state.purse(0) == 2
    return table


def barricaded(folder: Path) -> Table:
    """Ana has barricaded B2, and Ben is on turn."""
    table = dig(started(folder), A1="bracelet")
    return make(table, m.Stop(), m.PlayBarricade("B2"))


TOLD: dict[str, tuple[Callable[[Path], Table], Said, str, str]] = {
    "two scarabs": (doubled, {"type": "PlayScarab"}, "DIG-O-09", "You can play one scarab a turn"),
    "a skip with two silver": (poor, {"type": "Skip"}, "DIG-O-05", "Ana has 2. Ana must dig."),
    "a stop that is a skip with two silver": (poor, {"type": "Stop"}, "DIG-O-05", "Ana must dig"),
    "a lift in a barricaded cell": (
        barricaded,
        {"type": "Lift", "cell": "B2", "value": 2},
        "DIG-41",
        "Ana has barricaded B2",
    ),
    "a barricade on a barricade": (
        lambda folder: make(dig(barricaded(folder), C1="earth"), m.Stop()),
        {"type": "PlayBarricade", "cell": "B2"},
        "DIG-O-15",
        "already has a barricade",
    ),
    "a barricade taken off too early": (
        barricaded,
        {"type": "TakeOffBarricade", "cell": "B2"},
        "DIG-41",
        "stays on B2",
    ),
    "a number no card shows": (
        started,
        {"type": "Lift", "cell": "A1", "value": 100},
        "DIG-29",
        "Which number",
    ),
    "a card of a deeper layer": (
        started,
        {"type": "Lift", "cell": "A1", "card": "4-bracelet"},
        "DIG-O-19",
        "More than one card is missing from A1",
    ),
    "a card of a higher layer": (
        started,
        {"type": "Lift", "cell": "A1", "card": "6-cover"},
        "DIG-O-20",
        "is back in A1",
    ),
    "a card of another game": (
        started,
        {"type": "Lift", "cell": "A1", "card": "5-unicorn"},
        "DIG-29",
        "Which number",
    ),
    "a cell beside the tray": (
        started,
        {"type": "Lift", "cell": "Z9", "value": 2},
        "DIG-22",
        "no cell Z9",
    ),
    "a scarab after the first lift": (
        lambda folder: dig(started(folder), A1="bracelet"),
        {"type": "PlayScarab"},
        "DIG-O-10",
        "too late",
    ),
    "a barricade in the middle of a turn": (
        started,
        {"type": "PlayBarricade", "cell": "A1"},
        "DIG-40",
        "end of your turn",
    ),
    "agreeing to stop where the house does not": (
        started,
        {"type": "AgreeToStop"},
        "DIG-C-01",
        "Everybody wants to stop",
    ),
}


@pytest.mark.parametrize(("scene", "move", "clause", "says"), TOLD.values(), ids=TOLD)
def test_what_the_rules_forbid_is_refused_with_its_clause(
    tmp_path: Path, scene: Callable[[Path], Table], move: Said, clause: str, says: str
) -> None:
    table = scene(tmp_path)
    with Kept(table):
        answer = posted(table, move)
        assert (answer["kind"], answer["clause"]) == ("refused", clause)
        assert says in answer["say"]


def test_a_lift_under_a_barricade_is_seen_and_refused_and_the_turn_goes_on_dig_41(
    tmp_path: Path,
) -> None:
    table = barricaded(tmp_path)
    with Kept(table):
        answer = see(table, {"B2": "5-earth"})
        assert (answer.kind, answer.clause) == ("refused", "DIG-41")
    assert see(table, {}).kind == "unchanged"
    assert see(table, {"C1": "5-earth"}).kind == "accepted"
    assert table.state.lifts == 1


@pytest.mark.parametrize("told", [{}, {"value": "many"}, {"value": "--2"}, {"value": "9" * 5000}])
def test_a_tap_without_a_number_asks_for_it_dig_29(tmp_path: Path, told: dict[str, Any]) -> None:
    table = started(tmp_path)
    with Kept(table):
        answer = pointed(table, "A1", **told)
        assert (answer["kind"], answer["clause"]) == ("refused", "DIG-29")
        assert "Choose one from the page, or type it." in answer["say"]


@pytest.mark.parametrize("move", [{"type": "Lift", "cell": "A1", "value": 2}, {"type": "Stop"}])
def test_a_phone_moves_for_nobody_by_the_back_door(tmp_path: Path, move: Said) -> None:
    table = started(tmp_path, manner=SEATS)
    with Kept(table):
        client = a_browser(an_app(table), "seat-1-link")
        assert client.post("/move", json={"move": move, "base": table.number}).status_code == 403
        question = table.questions()[0].id
        body = {"question": question, "points": ["A1"], "fields": {"value": 2}}
        answer = client.post("/answer", json={**body, "base": table.number})
        assert answer.status_code == 403


@pytest.mark.parametrize(
    "move",
    [
        {"type": "Lift"},
        {"type": "Lift", "cell": "A1", "value": "two"},
        {"type": "Steal", "seat": 0},
        {"type": "PutBack", "cell": "A1", "why": "because"},
        {},
    ],
)
def test_what_is_no_move_at_all_is_not_done(tmp_path: Path, move: Said) -> None:
    table = started(tmp_path)
    with Kept(table):
        client = a_browser(an_app(table))
        assert client.post("/move", json={"move": move, "base": table.number}).status_code == 400


def test_a_card_that_came_to_light_already_is_taken_and_the_first_may_be_put_right_dig_01(
    tmp_path: Path,
) -> None:
    table = dig(started(tmp_path), A1="bracelet")
    number = table.number
    answer = posted(table, {"type": "Lift", "cell": "B1", "card": "5-bracelet"})
    assert answer["kind"] == "accepted"
    assert table.state.box.learned[0].startswith("card:5:bracelet:")
    client = a_browser(an_app(table))
    instead = {"type": "Lift", "cell": "A1", "card": "5-alabaster_vase"}
    body = {"number": number, "move": instead, "base": table.number}
    assert client.post("/put-right", json=body).json["kind"] == "accepted"
    assert table.state.pot_worth == 3
    assert table.state.box.learned == ()
