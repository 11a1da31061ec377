"""Scarabs and the curse: what a landing earns, what the mummy takes, and in which order."""

from __future__ import annotations

from typing import Any

from companion.games.bowl import GAME
from companion.games.bowl import events as e
from companion.games.bowl import moves as m
from tests.rooms.bowl.laid import DESERT, ME, RIVAL, Position, laid

ROW = f"{DESERT} | r b y g r b"
"""Scarab fields of the box: D3, D6, P2, P5, P8, P11."""


def landed(field: str, letter: str, way: str = ROW, **given: Any) -> Position:
    """The figure comes from the field before and ends its move on *field*."""
    table = laid(way, choose_scope="any_open", **given)
    return table.name(letter).clean().to(field)


def test_a_scarab_field_earns_a_scarab_from_the_supply_bowl_42_bowl_c_16() -> None:
    """BOWL-C-16: it comes from the supply."""
    table = landed("D3", "y")
    assert (table.state.scarabs[ME], table.state.supply) == (1, 23)
    assert table.clauses_of(e.ScarabGained) == ("BOWL-42",)


def test_a_plain_field_earns_nothing_bowl_42() -> None:
    assert landed("D1", "r").state.scarabs[ME] == 0


def test_nobody_owns_more_than_four_bowl_43_bowl_o_02() -> None:
    """BOWL-O-02: the field gives nothing then."""
    assert landed("D3", "y", scarabs={ME: 3}).state.scarabs[ME] == 4
    table = landed("D3", "y", scarabs={ME: 4})
    assert (table.state.scarabs[ME], table.state.supply) == (4, 20)
    assert table.clauses_of(e.ScarabWithheld) == ("BOWL-43", "BOWL-O-02")


def test_more_than_the_cap_is_noticed_bowl_43() -> None:
    state = laid().state.but(scarabs=(5, 0), supply=19)
    assert [say.key for say in GAME.broken(state)] == ["bowl.broken.cap"]


def test_the_variant_allows_only_three_bowl_62() -> None:
    assert landed("D3", "y", scarabs={ME: 2}, variant="adventurous").state.scarabs[ME] == 3
    table = landed("D3", "y", scarabs={ME: 3}, variant="adventurous")
    assert table.state.scarabs[ME] == 3
    assert "BOWL-62" in table.clauses_of(e.ScarabWithheld)


def test_at_the_cap_a_scarab_field_with_the_mummy_changes_nothing_bowl_o_03() -> None:
    table = landed("P2", "b", figures={ME: "P1"}, mummy="P2 entrance", scarabs={ME: 4})
    assert (table.state.scarabs[ME], table.state.supply) == (4, 20)
    assert (table.field(ME), table.happened(e.ScarabPaid)) == ("P2", [])
    assert "BOWL-O-03" in table.clauses_of(e.ScarabWithheld)


def test_at_the_cap_it_changes_nothing_even_with_an_empty_supply_bowl_o_03() -> None:
    everything = dict.fromkeys(range(6), 4)
    table = landed("P2", "b", players=6, figures={ME: "P1"}, mummy="P2 entrance",
                   scarabs=everything)  # fmt: skip
    assert (table.state.supply, table.state.scarabs) == (0, (4,) * 6)


def test_scarabs_given_up_go_to_the_supply_bowl_o_04() -> None:
    table = landed("P3", "y", figures={ME: "P1"}, mummy="P3 entrance", scarabs={ME: 2})
    assert (table.state.scarabs[ME], table.state.supply) == (1, 23)


def test_ending_on_the_mummys_field_costs_a_scarab_bowl_51() -> None:
    table = landed("P3", "y", figures={ME: "P1"}, mummy="P3 entrance", scarabs={ME: 1})
    assert (table.field(ME), table.state.scarabs[ME]) == ("P3", 0)
    (paid,) = table.happened(e.ScarabPaid)
    assert (paid.why, paid.because[0]) == ("landed", "BOWL-51")


def test_it_costs_a_scarab_on_the_way_to_the_chamber_alone_bowl_c_09() -> None:
    back: dict[str, Any] = {"figures": {ME: "P4"}, "mummy": "P3 entrance", "scarabs": {ME: 1}}
    assert landed("P3", "y", **back).state.scarabs[ME] == 1
    ahead: dict[str, Any] = {"figures": {ME: "P1"}, "mummy": "P3 entrance", "scarabs": {ME: 1}}
    assert landed("P3", "y", **ahead).state.scarabs[ME] == 0
    stricter = landed("P3", "y", curse_on_backward=True, **back)
    assert stricter.state.scarabs[ME] == 0


def test_first_receive_then_hand_over_bowl_52_ex_bowl_03() -> None:
    table = landed("P2", "b", figures={ME: "P1"}, mummy="P2 entrance")
    order = [type(x) for x in table.events if isinstance(x, e.ScarabGained | e.ScarabPaid)]
    assert order == [e.ScarabGained, e.ScarabPaid]
    assert (table.field(ME), table.state.scarabs[ME]) == ("P2", 0)


def test_only_the_mummys_own_field_takes_the_scarab_back_bowl_c_08() -> None:
    table = landed("P2", "b", figures={ME: "P1"}, mummy="P3 entrance")
    assert table.state.scarabs[ME] == 1


def test_who_cannot_pay_goes_to_the_front_field_bowl_54() -> None:
    table = landed("P3", "y", figures={ME: "P1"}, mummy="P3 entrance")
    assert table.field(ME) == "FRONT"
    assert "BOWL-54" in table.clauses_of(e.FigureSentBack)


def test_the_order_after_landing_bowl_o_10() -> None:
    """Scarab, toll of the field, symbols although sent back, toll of the walk."""
    table = laid(
        f"{DESERT} | r y g b2", figures={ME: "P1", RIVAL: "P3"}, mummy="P4 entrance",
        scarabs={RIVAL: 1}, choose_scope="any_open",
    ).name("b").clean().to("P4")  # fmt: skip
    kinds = [type(event).__name__ for event in table.events]
    assert kinds == [
        "FigureMoved",
        "FigureSentBack",
        "MummyWoken",
        "MummyStepped",
        "ScarabPaid",
        "MummyStepped",
        "MummyStopped",
        "TurnPassed",
    ]
    assert table.field(ME) == "FRONT"
    assert table.state.scarabs == (0, 0)


def test_the_scarab_of_the_field_comes_before_its_symbols_bowl_o_10() -> None:
    """The scarab just found pays the toll of the walk that the same field starts."""
    table = laid(f"{DESERT} | r b1 y", figures={ME: "P1"}, mummy="P3 entrance").name("b")
    table = table.clean().to("P2")
    assert (table.field(ME), table.state.scarabs[ME]) == ("P2", 0)
    assert [type(x).__name__ for x in table.events if "Scarab" in type(x).__name__] == [
        "ScarabGained",
        "ScarabPaid",
    ]


def test_front_and_start_are_out_of_the_mummys_reach_bowl_o_16() -> None:
    table = laid(
        f"{DESERT} | r3 b y g", figures={ME: "START", RIVAL: "FRONT"}, mummy="P2 entrance",
        scarabs={RIVAL: 1},
    ).do(m.NameColour("red")).clean()  # fmt: skip
    table = table.to("D1")
    assert table.mummy == "P2 entrance"
    table = laid(
        f"{DESERT} | r3 b y g", figures={ME: "D5", RIVAL: "FRONT"}, mummy="P2 entrance",
        scarabs={ME: 2, RIVAL: 1},
    ).name("r").clean().to("P1")  # fmt: skip
    assert table.walk == ["P1", "P2", "P3"]
    assert table.state.scarabs[RIVAL] == 1
    assert table.field(RIVAL) == "FRONT"
