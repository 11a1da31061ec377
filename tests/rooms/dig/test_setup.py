"""The box, the kits and the house rules of the dig."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.core.boxes import own_text
from companion.core.errors import BadBox, BadHouseRule, BadSeats, UnknownHouseRule
from companion.core.house import parse_house_rules, read_house_rules, switches
from companion.core.seats import Seat
from companion.games.dig import GAME
from companion.games.dig.boxfile import load_box, read_box
from companion.games.dig.coins import Coins
from companion.games.dig.house import HouseRules
from tests.rooms.dig.laid import ME, OWN, SEATS, box_data, opening
from tests.saying import refuses

DEFAULT_TABLE = {
    1: (7, 26, 3, -14, 6),
    2: (8, 36, 3, -6, 5),
    3: (8, 33, 3, -6, 5),
    4: (8, 30, 3, -6, 5),
    5: (8, 28, 3, -6, 5),
    6: (0, 0, 0, 0, 16),
}
"""Per layer: plus cards and their points, hazards and theirs, cards worth nothing."""


def test_there_are_six_colours_of_sixteen_cards_dig_01() -> None:
    assert [len(layer.cards) for layer in OWN.layers] == [16] * 6
    ids = [card.id for layer in OWN.layers for card in layer.cards]
    assert len(set(ids)) == 96
    assert len({layer.colour for layer in OWN.layers}) == 6


@pytest.mark.parametrize("layer", DEFAULT_TABLE)
def test_the_cards_are_those_of_the_table_of_values(layer: int) -> None:
    values = [card.value for card in OWN.layers[layer - 1].cards]
    plus, minus = [v for v in values if v > 0], [v for v in values if v < 0]
    counted = (len(plus), sum(plus), len(minus), sum(minus), values.count(0))
    assert counted == DEFAULT_TABLE[layer]


def test_what_the_rulebook_gives_is_not_called_assumed() -> None:
    """Alabaster 1, falcon 5 and snake head -2 are printed; so is that the cover is bare."""
    values = {card.card: card.value for layer in OWN.layers for card in layer.cards}
    assert (values["alabaster_vase"], values["horus_falcon"], values["snake_head"]) == (1, 5, -2)
    sure = {card.card for layer in OWN.layers for card in layer.cards if not card.assumed}
    assert {"snake_head", "cover"} <= sure
    assert {"scorpion", "bracelet", "necklace"}.isdisjoint(sure)
    assert "cards:12,2" in OWN.assumed
    assert not any(fact.startswith("cards:") and fact.endswith(",6") for fact in OWN.assumed)


@pytest.mark.parametrize("players", range(2, 7))
def test_everybody_gets_the_same_kit_dig_02(players: int) -> None:
    state = opening(players).state
    assert state.scarabs == (2,) * players
    assert state.barricades == (1,) * players
    assert state.purses == (Coins(1, 5),) * players
    assert state.bank == Coins(20 - players, 50 - 5 * players)


def test_a_gold_coin_is_five_silver_ex_dig_03() -> None:
    """EX-DIG-03: one gold and five silver make ten."""
    assert opening().purse(ME) == 10
    assert OWN.worth(1, 0) == 5
    assert OWN.worth(OWN.money.gold, OWN.money.silver) == 150


def test_six_players_use_up_all_scarabs_and_barricades() -> None:
    state = opening(6).state
    assert sum(state.scarabs) == OWN.scarabs == 12
    assert sum(state.barricades) == OWN.barricades == 6


def test_lid_blockade_and_barricade_are_one_card_dig_c_18() -> None:
    """DIG-C-18: six pieces in all, one for each player, and no other kind of lid."""
    seat = GAME.view(opening(6).state, None)["seats"][0]  # type: ignore[arg-type]
    assert seat["barricades"] == 1
    assert {"lids", "blockades"}.isdisjoint(seat)


def test_the_board_lies_open_and_the_tray_beside_it_dig_03_dig_c_06() -> None:
    """DIG-03, DIG-C-06: said with the first question; where the board lies changes nothing."""
    table = opening()
    assert "DIG-03" in table.question.because
    assert GAME.visible(table.state) == {}


@pytest.mark.parametrize("players", [0, 1, 7])
def test_two_to_six_can_dig(players: int) -> None:
    with pytest.raises(BadSeats):
        GAME.opening(OWN, [Seat(f"P{n}", "red") for n in range(players)], HouseRules())


def test_two_players_who_cannot_be_told_apart_are_refused() -> None:
    with refuses(BadSeats, match="colour"):
        GAME.opening(OWN, [Seat("Ana", "red"), Seat("Ben", "red")], HouseRules())


def test_every_house_rule_is_off_by_default_dig_c_01_dig_o_18_dig_o_06_dig_46() -> None:
    listed = {switch.name: (switch.default, switch.clause) for switch in switches(HouseRules)}
    assert listed == {
        "agree_to_stop": (False, "DIG-C-01"),
        "mask_last": ("pay", "DIG-O-18"),
        "forced_skip_counts": (False, "DIG-O-06"),
        "never_obliged": (False, "DIG-O-05"),
        "assist": (False, "DIG-46"),
    }


def test_an_unknown_house_rule_is_refused_by_naming_the_nearest() -> None:
    with refuses(UnknownHouseRule, match="did you mean assist"):
        read_house_rules(HouseRules, {"asist": True})
    with refuses(BadHouseRule, match="true | false"):
        read_house_rules(HouseRules, {"assist": "often"})


@pytest.mark.parametrize(("free", "mask_last"), [(True, "free_skip"), (False, "pay")])
def test_settings_with_the_old_name_of_the_mask_rule_are_read_dig_o_18(
    free: bool, mask_last: Any
) -> None:
    assert read_house_rules(HouseRules, {"mask_last_free_skip": free}).mask_last == mask_last
    words = [f"mask_last_free_skip={str(free).lower()}", "assist"]
    assert parse_house_rules(HouseRules, words) == HouseRules(mask_last=mask_last, assist=True)


def _lower(data: dict[str, Any]) -> None:
    data["layers"][0]["cards"].pop()


def _twice(data: dict[str, Any]) -> None:
    data["layers"][0]["cards"][1]["id"] = 101


def _two_worths(data: dict[str, Any]) -> None:
    data["layers"][1]["cards"][0]["value"] = 9


def _headless(data: dict[str, Any]) -> None:
    data["layers"][2]["cards"][6]["card"] = "earth"
    data["layers"][2]["cards"][6]["value"] = 0


def _rich_cover(data: dict[str, Any]) -> None:
    data["layers"][5]["cards"][0] |= {"card": "gold", "value": 3}


def _poor(data: dict[str, Any]) -> None:
    data["kit"]["gold"] = 4


def _crowd(data: dict[str, Any]) -> None:
    data["players"] = [2, 9]


def _flat(data: dict[str, Any]) -> None:
    data["layers"] = data["layers"][:1]


def _wide(data: dict[str, Any]) -> None:
    data["tray"]["columns"] = 40


def _free(data: dict[str, Any]) -> None:
    data["money"]["silver_for_gold"] = 1


def _odd_name(data: dict[str, Any]) -> None:
    data["layers"][0]["cards"][1]["card"] = "a-vase@N"


WRONG: dict[str, Callable[[dict[str, Any]], None]] = {
    "15 cards for 16 cells": _lower,
    "card 101 is listed 2 times": _twice,
    "obelisk foot worth 9 and 4": _two_worths,
    "has 0 × snake head, 1 × snake body and 1 × snake tail": _headless,
    "top layer holds no treasure": _rich_cover,
    "4 gold coins for each of 6 players": _poor,
    r"players = \[2, 9\].*pieces for 6": _crowd,
    "1 layer isn't enough": _flat,
    "40 x 4 cells": _wide,
    "at least 2 silver coins.*silver_for_gold": _free,
    "a-vase@N": _odd_name,
}


@pytest.mark.parametrize(("message", "spoil"), WRONG.items(), ids=list(WRONG))
def test_a_box_that_contradicts_itself_is_refused(
    message: str, spoil: Callable[[dict[str, Any]], None]
) -> None:
    data = box_data()
    spoil(data)
    with refuses(BadBox, match=message):
        read_box(data)


@pytest.mark.parametrize("place", ["tray", "money", "kit", "pieces"])
def test_a_misspelt_field_of_the_box_is_refused(place: str) -> None:
    data = box_data()
    data[place]["golld"] = 3
    with refuses(BadBox, match="golld"):
        read_box(data)
    data = box_data()
    data["layers"][0]["hight"] = 1
    with refuses(BadBox, match="hight"):
        read_box(data)
    data = box_data()
    data["layers"][0]["cards"][0]["worth"] = 1
    with refuses(BadBox, match="worth"):
        read_box(data)


def test_a_box_file_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    with refuses(BadBox, match="can't read the box file"):
        load_box(tmp_path / "none.toml")
    broken = tmp_path / "box.toml"
    broken.write_text("name = ")
    with refuses(BadBox, match="isn't TOML"):
        load_box(broken)
    broken.write_text('name = "x"\n')
    with refuses(BadBox, match="compare it"):
        load_box(broken)


def test_an_owner_replaces_the_assumed_values_from_a_file(tmp_path: Path) -> None:
    data = box_data()
    own = tmp_path / "box.toml"
    text = own_text("companion.games.dig")
    own.write_text(text.replace('card = "scorpion", value = -3', 'card = "scorpion", value = -4'))
    assert data["layers"][1]["cards"][13]["value"] == -3
    assert load_box(own).value("2-scorpion") == -4


def test_a_layer_has_six_obelisk_and_three_snake_cards_dig_13_dig_14_dig_c_04_dig_c_03() -> None:
    """DIG-13, DIG-14, DIG-C-04, and DIG-C-03: layers two to five only."""
    for number in range(1, 7):
        counts = Counter(card.card for card in OWN.layers[number - 1].cards)
        obelisks = [counts[f"obelisk_{part}"] for part in ("base", "mid", "tip")]
        snake = [counts[f"snake_{part}"] for part in ("head", "body", "tail")]
        inside = 2 <= number <= 5
        assert (obelisks, snake) == (([2, 2, 2], [1, 1, 1]) if inside else ([0] * 3, [0] * 3))


def test_names_and_seats_are_kept_in_order() -> None:
    assert opening(3).state.seats == SEATS[:3]
