"""The mummy's walk: step by step, turning at both ends, meeting figures, never for ever."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.core.roles import TABLE
from companion.games.bowl import GAME
from companion.games.bowl import events as e
from tests.rooms.bowl.laid import DESERT, FOURTH, ME, RIVAL, THIRD, Position, laid

PLAIN = ["r", "b", "y", "g"]


def woken(
    symbols: int, mummy: str, pyramid: dict[int, str] | None = None, open_to: int = 14,
    **given: Any,
) -> Position:  # fmt: skip
    """A figure steps from D6 onto D7, which shows this many mummies; the pyramid lies open."""
    row = [(pyramid or {}).get(n, "y") for n in range(1, open_to + 1)]
    way = f"r b y g r b g{symbols or ''} | {' '.join(row)}"
    figures = {ME: "D6", **(given.pop("figures", {}))}
    table = laid(way, figures=figures, mummy=mummy, **given)
    return table.name("g").clean().to("D7")


def test_symbols_move_the_mummy_that_many_fields_bowl_44_bowl_45() -> None:
    for symbols in (1, 2, 3):
        table = woken(symbols, "P9 entrance")
        assert table.mummy == f"P{9 - symbols} entrance"
    assert table.clauses_of(e.MummyWoken) == ("BOWL-44", "BOWL-45")


def test_without_symbols_it_stays_bowl_44() -> None:
    assert woken(0, "P9 entrance").mummy == "P9 entrance"


def test_it_walks_the_way_it_faces_itself_bowl_45_bowl_c_04() -> None:
    """BOWL-C-04: not towards the player, who stands before the entrance."""
    assert woken(2, "P9 chamber").mummy == "P11 chamber"
    assert woken(2, "P9 entrance").mummy == "P7 entrance"


def test_landing_on_symbols_it_goes_on_bowl_46_bowl_c_06() -> None:
    """BOWL-C-06: each landing counts its own symbols, not to the next free field."""
    table = woken(1, "P9 entrance", {8: "r3", 7: "y", 6: "y"})
    assert table.walk == ["P8", "P7", "P6", "P5"]
    assert table.mummy == "P5 entrance"
    chain = woken(2, "P9 entrance", {7: "r1", 6: "b2"})
    assert chain.walk == ["P8", "P7", "P6", "P5", "P4"]
    (figure, *itself) = chain.happened(e.MummyWoken)
    assert figure.why == "figure"
    assert {woken.because for woken in itself} == {("BOWL-46", "BOWL-C-06")}


def test_symbols_it_only_passes_do_not_count_bowl_46() -> None:
    assert woken(2, "P9 entrance", {8: "r3"}).mummy == "P7 entrance"


def test_at_the_chamber_it_turns_bowl_47_bowl_t1_bowl_c_30() -> None:
    table = woken(3, "P13 chamber")
    assert table.walk == ["P14", "P13", "P12"]
    assert table.mummy == "P12 entrance"
    (turned,) = table.happened(e.MummyTurned)
    assert "BOWL-47" in turned.because


def test_at_the_entrance_it_turns_bowl_47_bowl_t2_bowl_c_30() -> None:
    table = woken(1, "P2 entrance")
    assert table.walk == ["P1"]
    assert table.mummy == "P1 chamber"


def test_turning_costs_no_step_also_where_it_stops_bowl_o_12() -> None:
    assert woken(3, "P2 entrance").walk == ["P1", "P2", "P3"]
    assert woken(1, "P13 chamber").mummy == "P14 entrance"


@pytest.mark.parametrize("seed", range(40))
def test_it_never_leaves_the_pyramid_nor_enters_the_chamber_bowl_48(seed: int) -> None:
    dice = Random(seed)
    pyramid = {n: dice.choice(PLAIN) + dice.choice(["", "1", "2", "3"]) for n in range(1, 15)}
    mummy = f"P{dice.randint(2, 13)} {dice.choice(['chamber', 'entrance'])}"
    table = woken(dice.randint(1, 3), mummy, pyramid)
    assert set(table.walk) <= {f"P{n}" for n in range(1, 15)}


def test_everybody_it_passes_or_lands_on_pays_bowl_53_bowl_t3_bowl_c_10() -> None:
    """BOWL-C-10: each of them, not one."""
    figures = {RIVAL: "P9", THIRD: "P8", FOURTH: "P7"}
    owned = {RIVAL: 2, THIRD: 1, FOURTH: 4}
    table = woken(3, "P10 entrance", players=4, figures=figures, scarabs=owned)
    assert table.state.scarabs == (0, 1, 0, 3)
    assert [table.field(s) for s in (RIVAL, THIRD, FOURTH)] == ["P9", "P8", "P7"]
    poor = woken(3, "P10 entrance", players=4, figures=figures, scarabs={THIRD: 1})
    assert [poor.field(s) for s in (RIVAL, THIRD, FOURTH)] == ["FRONT", "P8", "FRONT"]


def test_several_figures_on_one_field_all_pay_bowl_c_10() -> None:
    figures = {RIVAL: "P9", THIRD: "P9"}
    table = woken(1, "P10 entrance", players=3, figures=figures, scarabs={RIVAL: 1, THIRD: 1})
    assert table.state.scarabs == (0, 0, 0)


def test_a_figure_pays_once_a_walk_however_often_the_mummy_crosses_it_bowl_o_11() -> None:
    """ "One each", as the leaflet says."""
    figures, scarabs = {RIVAL: "P2"}, {RIVAL: 4}
    table = woken(3, "P2 entrance", figures=figures, scarabs=scarabs)
    assert table.walk == ["P1", "P2", "P3"]
    assert table.state.scarabs[RIVAL] == 3
    once = woken(3, "P3 entrance", {1: "r"}, figures=figures, scarabs=scarabs)
    assert once.walk == ["P2", "P1", "P2"]
    assert once.state.scarabs[RIVAL] == 3
    later = woken(1, "P3 entrance", figures=figures, scarabs=scarabs)
    assert later.state.scarabs[RIVAL] == 3


def test_a_household_may_let_a_bounce_cost_again_bowl_o_11() -> None:
    twice = woken(3, "P3 entrance", {1: "r"}, figures={RIVAL: "P2"}, scarabs={RIVAL: 4},
                  bounce_costs="each_step")  # fmt: skip
    assert twice.walk == ["P2", "P1", "P2"]
    assert twice.state.scarabs[RIVAL] == 2


def test_figures_on_the_field_it_leaves_pay_nothing_bowl_o_11() -> None:
    table = woken(1, "P9 entrance", figures={RIVAL: "P9"}, scarabs={RIVAL: 1})
    assert table.state.scarabs[RIVAL] == 1


def test_the_player_on_turn_pays_like_everybody_bowl_o_11() -> None:
    table = laid(f"{DESERT} | r b y1 g", figures={ME: "P1"}, mummy="P4 entrance", scarabs={ME: 1})
    table = table.name("y").clean().to("P3")
    assert table.walk == ["P3", "P2"], "it lands on the figure's own mummy and goes on"
    assert (table.field(ME), table.state.scarabs[ME]) == ("P3", 0)
    (paid,) = table.happened(e.ScarabPaid)
    assert (paid.seat, paid.why) == (ME, "met")


def test_a_face_down_tile_stops_it_and_stays_face_down_bowl_o_13() -> None:
    table = woken(2, "P12 entrance", open_to=5)
    assert table.mummy == "P10 entrance"
    (stopped,) = table.happened(e.MummyStopped)
    assert (stopped.why, "BOWL-O-13" in stopped.because) == ("face_down", True)
    assert GAME.visible(table.state)["P10"] == "down"


def test_a_chain_that_repeats_itself_stops_bowl_o_14() -> None:
    """With a mummy on every tile it would go to and fro for ever."""
    table = woken(1, "P2 entrance", dict.fromkeys(range(1, 15), "r1"))
    (stopped,) = table.happened(e.MummyStopped)
    assert (stopped.why, stopped.because) == ("loop", ("BOWL-O-14",))
    assert len(table.walk) == 27, "26 landings differ in field or direction; the next one repeats"


def test_coming_back_to_where_it_set_out_is_no_circle_yet_bowl_o_14() -> None:
    """P2 sends the mummy on although it set out there, because it had not landed there before."""
    table = woken(2, "P2 chamber", {4: "r3", 1: "y", 2: "b1", 3: "y", 5: "y", 6: "y", 7: "y"})
    assert table.walk == ["P3", "P4", "P5", "P6", "P7"]
    back = woken(2, "P2 entrance", {2: "b1", 1: "y", 3: "y"})
    assert back.walk == ["P1", "P2", "P3"]


def test_any_pyramid_of_symbols_comes_to_an_end_bowl_o_14() -> None:
    for seed in range(200):
        dice = Random(seed)
        pyramid = {n: "r" + str(dice.randint(1, 3)) for n in range(1, 15)}
        table = woken(dice.randint(1, 3), f"P{dice.randint(2, 13)} entrance", pyramid)
        assert len(table.walk) <= 3 * 28
        assert table.happened(e.MummyStopped)[-1].why == "loop"


def test_the_walk_can_be_followed_on_the_page() -> None:
    table = woken(3, "P13 chamber")
    walk = GAME.view(table.state, TABLE)["walk"]
    assert [step["field"] for step in walk] == ["P13", "P14", "P14", "P13", "P12"]
    assert [step["facing"] for step in walk][:3] == ["chamber", "chamber", "entrance"]
    assert GAME.view(table.name("g").state, TABLE)["walk"] == []


def test_the_page_learns_from_the_walk_where_the_figures_stood_after_each_step() -> None:
    """The page draws it; who was met and sent back is for the rules to say (BOWL-54)."""
    table = woken(3, "P9 entrance", figures={RIVAL: "P7"}, scarabs={RIVAL: 0})
    walk = GAME.view(table.state, TABLE)["walk"]
    rival = [step["figures"][RIVAL] for step in walk]
    front = table.state.box.track[table.state.box.front].id
    assert rival == ["P7", "P7", front, front]
    assert [step["figures"][ME] for step in walk] == ["D7"] * 4
