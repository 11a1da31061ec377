"""The facts of a box: asked one by one, kept whole, and never against the rules of the room."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from calibration.kit.tokens import INKS
from calibration.paint.bowl.tiles import COLOURS
from companion.cli import main
from companion.core.game import ROOMS, load_room
from companion.core.verdict import Saying
from companion.house import House
from companion.util.toml_edit import edited
from companion.words import LANGUAGES, Words, load
from companion.workshop.boxes import (
    BadFact,
    Blamed,
    Boxes,
    NotABox,
    asking_of,
    blamed,
    room_of_box,
)
from companion.workshop.boxes.illustrations import board, drawing
from companion.workshop.boxes.store import contradictions, shipped
from tests.house.evenings import ANNA_AND_BEN, Tables, lay_out
from tests.saying import refuses


@pytest.mark.parametrize("room", ROOMS)
def test_a_box_says_the_same_after_it_was_written_and_read(room: str) -> None:
    data = shipped(room)
    assert tomllib.loads(edited("", data)) == data
    assert room_of_box(data) == room


@pytest.mark.parametrize("room", ROOMS)
def test_every_assumed_fact_is_asked_and_can_be_confirmed(room: str) -> None:
    asking, data = asking_of(room), shipped(room)
    assert load_room(room).load_box.read(data).assumed
    for asked in asking.asked:
        data = asking.confirmed(data, asked.id)
    assert not any(fact.level == "guess" for fact in asking.facts(data))
    assert contradictions(room, data) == []
    assert load_room(room).load_box.read(data).assumed == ()


@pytest.mark.parametrize("room", ROOMS)
def test_saying_what_is_assumed_already_changes_nothing_else(room: str) -> None:
    asking, data = asking_of(room), shipped(room)
    for fact in asking.facts(data):
        values = {one.name: one.value for one in fact.inputs}
        said = asking.answered(data, fact.id, values)
        assert contradictions(room, said) == []
        before, after = (asking.facts(each) for each in (data, said))
        (changed,) = [one for one in after if one.id == fact.id]
        assert changed.level == "owner"
        assert changed.inputs == fact.inputs
        assert [one for one in after if one.id != fact.id] == [
            one for one in before if one.id != fact.id
        ]


def test_every_question_and_field_has_words_in_every_language() -> None:
    for language in LANGUAGES:
        words = load_strict(language)
        for room in ROOMS:
            asking = asking_of(room)
            asked = {one.id for one in asking.asked}
            assert set(words.under(f"workshop.fact.{room}")) == asked
            for fact in asking.facts(shipped(room)):
                about = {"name": fact.name, "number": 1, "of": 2}
                assert words.put(f"workshop.fact.{room}.{fact.group}", about)
                labels = words.under("workshop.page")
                assert all(f"fact_{one.name}" in labels for one in fact.inputs)


def test_an_animal_that_is_called_otherwise_changes_on_every_card() -> None:
    asking, data = asking_of("wall"), shipped("wall")
    names = ["hippo" if name == "camel" else name for name in data["animals"]["names"]]
    said = asking.answered(data, "animals", {"names": names})
    assert contradictions("wall", said) == []
    assert said["cards"][0]["cells"] == [["hippo_L", "hippo_R"]]
    assert said["pharaoh"]["cards"][0] == "hippo"
    assert data["cards"][0]["cells"] == [["camel_L", "camel_R"]]


def test_a_door_to_nowhere_is_named_and_games_keep_the_last_box_that_fits(tmp_path: Path) -> None:
    boxes, asking = Boxes(tmp_path), asking_of("sphinx")
    doors = shipped("sphinx")["doors"]["squares"]
    good = asking.answered(boxes.draft("sphinx"), "doors", {"doors": doors[:-1]})
    assert boxes.keep("sphinx", good) == []
    bad = asking.answered(boxes.draft("sphinx"), "doors", {"doors": [*doors[:-1], [3, 70]]})
    wrong = boxes.keep("sphinx", bad)
    assert wrong == [Saying("sphinx.box.door_apart", {"here": 3, "there": 70})]
    assert boxes.draft("sphinx")["doors"]["squares"][-1] == [3, 70]
    path = boxes.path_of("sphinx")
    assert path is not None
    assert len(load_room("sphinx").load_box(path).doors) == len(doors) - 1


WRONG: list[tuple[str, str, dict[str, object]]] = [
    ("wall", "wall", {"slots": 99}),
    ("wall", "wall", {"block": [1, 1]}),
    ("wall", "animals", {"names": ["camel", "mule"]}),
    ("wall", "card:0", {"cells": [["moon_L", "moon_R"]]}),
    ("wall", "colours", {"colours": ["red"]}),
    ("wall", "colours", {"colours": []}),
    ("wall", "curse_card:0", {"animals": ["camel"]}),
    ("bowl", "boulder:0", {"count": 0}),
    ("bowl", "trap", {"staff_grams": 0}),
    ("bowl", "board", {"tile_mm": [0, 0]}),
    ("bowl", "colours", {"names": ["red", "staff", "x1", "blue", "blue"]}),
    ("bowl", "colours", {"names": ["down", "a1", "c", "d"]}),
    ("bowl", "field:0", {"scarab": True}),
    ("bowl", "tile:0", {"symbols": [0, 0, 9]}),
    ("bowl", "figures", {"figures": ["red", "red"]}),
    ("sphinx", "board", {"T1": 99, "square_mm": 0}),
    ("sphinx", "doors", {"doors": [[2, 33], [33, 2], [4, 5], [3, 70]]}),
    ("sphinx", "cards", {"colours": ["red", "blue"], "each": 1}),
    ("sphinx", "cards", {"card_squares": {"pink": [5], "red": [5]}}),
    ("sphinx", "mummies", {"squares": [5, 99]}),
    ("sphinx", "pawns", {"colours": ["red", "red"]}),
    ("sphinx", "die:0", {"faces": ["S", "S", 0]}),
    ("dig", "card:1", {"value": 6, "card": "a-b"}),
    ("dig", "card:2", {"value": 1}),
    ("dig", "card:17", {"card": "earth", "value": 0}),
    ("dig", "card:80", {"value": 4}),
    ("dig", "colours", {"colours": ["red"]}),
    ("kheops", "base", {"base": ["U0.0", "D0.0"]}),
    ("kheops", "base", {"base": []}),
    ("kheops", "edge", {"edge_mm": 0}),
    ("kheops", "tile:0", {"openings": 4, "symbols": ["swap", "move"]}),
]
"""Answers that contradict something."""


@pytest.mark.parametrize("room", ROOMS)
def test_every_question_has_a_picture(room: str) -> None:
    data = shipped(room)
    for fact in asking_of(room).facts(data):
        number = -1 if fact.picture == "board" else fact.number
        assert drawing(data, room, fact.picture, number, fact.count), fact.id


def test_a_question_about_colours_shows_every_colour_and_one_about_tiles_those_tiles() -> None:
    figures = drawing(shipped("bowl"), "bowl", "figures", -1)
    assert figures is not None
    assert all(INKS[colour] in figures for colour in shipped("bowl")["pieces"]["figures"])
    for fact in asking_of("bowl").facts(shipped("bowl")):
        if fact.group not in ("tile", "boulder"):
            continue
        drawn = drawing(shipped("bowl"), "bowl", fact.picture, fact.number, fact.count)
        known = COLOURS if fact.group == "tile" else INKS
        colours = {known[colour] for colour in shipped("bowl")["colours"]["names"]}
        assert drawn is not None
        shown = {ink for ink in colours if ink in drawn}
        assert shown == {known[fact.name.split()[-1]]}, fact.id


RAW = re.compile(r"\b[HTC]\d\d\b|\[\d+\]|\b[1-6]\d\d\b|_[a-z]")
"""Names that only the file uses."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_contradiction_is_said_as_the_page_calls_things_and_leads_to_its_question(
    language: str,
) -> None:
    words = load_strict(language)
    for room, fact, values in WRONG:
        asking = asking_of(room)
        said = asking.answered(shipped(room), fact, values)
        for wrong in contradictions(room, said):
            told = blamed(room, asking, said, wrong)
            known = {one.id for one in asking.facts(said)}
            assert told.fact in known, wrong
            assert RAW.search(words.say(told.say)) is None, words.say(told.say)


def test_a_card_in_a_contradiction_is_called_by_what_it_shows() -> None:
    asking, words = asking_of("wall"), load_strict("en")
    said = asking.answered(shipped("wall"), "wall", {"block": [1, 1]})
    first = contradictions("wall", said)[0]
    told = blamed("wall", asking, said, first)
    assert told.fact == "card:0"
    assert words.say(told.say) == (
        "Card “1 of 49 (camel looking left and camel looking right)” doesn't show 1 x 1 animals, "
        "as every card has to."
    )
    unknown = Saying("wall.box.weather")
    assert blamed("wall", asking, said, unknown) == Blamed(unknown)


def test_a_card_of_several_words_is_one_name_in_the_file() -> None:
    said = asking_of("dig").answered(shipped("dig"), "card:1", {"card": " blue  vase "})
    fact = asking_of("dig").facts(said)[9]
    assert fact.id == "card:1"
    assert (fact.name, "blue_vase" in fact.inputs[0].choices) == ("blue_vase", True)


@pytest.mark.parametrize(("room", "fact", "values"), WRONG)
def test_what_an_answer_contradicts_is_said_in_every_language(
    room: str, fact: str, values: dict[str, object]
) -> None:
    found = contradictions(room, asking_of(room).answered(shipped(room), fact, values))
    assert found
    for saying in found:
        said = {load_strict(language).say(saying) for language in LANGUAGES}
        assert len(said) == len(LANGUAGES), saying
        assert not any("{" in text or "None" in text for text in said)


@pytest.mark.parametrize("room", ROOMS)
def test_no_sentence_about_contradictions_is_left_that_the_room_cannot_say(room: str) -> None:
    code = Path(f"companion/games/{room}/boxfile.py").read_text("utf-8")
    known = set(re.findall(rf'"{room}\.box\.(\w+)"', code))
    assert set(load_strict("en").under(f"{room}.box")) == known


@cache
def load_strict(language: str) -> Words:
    return load(language, strict=True)


def test_a_card_too_many_is_counted_and_can_be_taken_away_again() -> None:
    asking, data = asking_of("wall"), shipped("wall")
    more = asking.grown(data, "card:3")
    assert asking.counted(more)["card"] == (50, 49)
    assert len({card["id"] for card in more["cards"]}) == 50
    assert contradictions("wall", more) == []
    assert asking.shrunk(more, "card:4") == data


def test_tiles_that_look_alike_are_counted_and_get_ids_of_their_own() -> None:
    asking, data = asking_of("kheops"), shipped("kheops")
    said = asking.answered(data, "tile:0", {"count": 5, "openings": 3})
    assert asking.counted(said)["tile"] == (52, 50)
    assert contradictions("kheops", said) == []
    assert [fact.number for fact in asking.facts(said) if fact.group == "tile"][:3] == [0, 5, 8]


@pytest.mark.parametrize(
    ("room", "fact", "values", "why"),
    [
        ("wall", "wall", {"slots": "many"}, "number"),
        ("wall", "wall", {"slots": 7.5}, "whole"),
        ("wall", "wall", {"slots": True}, "number"),
        ("wall", "wall", {"slots": float("nan")}, "number"),
        ("wall", "wall", {"block": [2]}, "number"),
        ("wall", "wall", {"camels": 1}, "unknown_field"),
        ("wall", "card:999", {}, "unknown_fact"),
        ("wall", "moon", {}, "unknown_fact"),
        ("wall", "animals", {"names": ["x" * 99]}, "text"),
        ("sphinx", "doors", {"doors": [[1]]}, "list"),
        ("bowl", "field:3", {"scarab": 1}, "flag"),
        ("kheops", "tile:0", {"count": 0}, "number"),
    ],
)
def test_what_is_no_answer_is_refused(
    room: str, fact: str, values: dict[str, object], why: str
) -> None:
    with pytest.raises(BadFact, match=rf"^workshop\.box\.bad\.{why}$") as bad:
        asking_of(room).answered(shipped(room), fact, values)
    for language in LANGUAGES:
        assert load_strict(language).wrong(bad.value)


def test_old_versions_stay_and_can_be_brought_back(tmp_path: Path) -> None:
    boxes, asking = Boxes(tmp_path), asking_of("dig")
    first = asking.answered(boxes.draft("dig"), "card:1", {"value": 7})
    boxes.keep("dig", first)
    boxes.keep("dig", asking.answered(first, "card:1", {"value": 8}))
    boxes.keep("dig", boxes.draft("dig"))  # the same again is no new version
    assert boxes.versions("dig") == [1]
    assert boxes.version("dig", 1) == first
    boxes.forget("dig")
    assert boxes.path_of("dig") is None
    assert boxes.draft("dig") == shipped("dig")
    assert boxes.versions("dig") == [1, 2]


def test_what_the_owner_remarked_in_a_box_stays(tmp_path: Path) -> None:
    boxes, asking = Boxes(tmp_path), asking_of("dig")
    boxes.keep("dig", shipped("dig"))
    path = boxes.path_of("dig")
    assert path is not None
    remarked = path.read_text("utf-8").replace("[tray]", "# measured by Ana\n[tray]")
    path.write_text(remarked, "utf-8")
    boxes.keep("dig", boxes.draft("dig"))
    assert path.read_text("utf-8") == remarked
    assert boxes.versions("dig") == []
    boxes.keep("dig", asking.answered(shipped("dig"), "card:1", {"value": 7}))
    assert "# measured by Ana\n[tray]" in path.read_text("utf-8")
    assert boxes.version("dig", 1) == shipped("dig")


def test_a_box_file_somebody_broke_by_hand_is_passed_over(tmp_path: Path) -> None:
    boxes = Boxes(tmp_path)
    boxes.keep("wall", shipped("wall"))
    path = boxes.path_of("wall")
    assert path is not None
    path.write_text("slots = [")
    assert Boxes(tmp_path).path_of("wall") is None
    assert boxes.draft("wall") == shipped("wall")


def test_a_game_keeps_the_box_it_was_opened_with(tmp_path: Path) -> None:
    boxes, asking = Boxes(tmp_path), asking_of("wall")
    house = House(tmp_path, Tables(), boxes=boxes.path_of)
    house.start()
    boxes.keep("wall", asking.answered(boxes.draft("wall"), "pharaoh", {"bonus": 9}))
    house.begin(ANNA_AND_BEN)
    assert house.open is not None
    assert house.open.table.state.box.bonus == 9
    boxes.keep("wall", asking.answered(boxes.draft("wall"), "pharaoh", {"bonus": 5}))
    game = house.place.game
    lay_out(house)
    house.leave()
    house.resume(str(game))
    assert house.open.table.state.box.bonus == 9
    house.leave()
    house.begin(ANNA_AND_BEN)
    assert house.open.table.state.box.bonus == 5
    house.stop()


def test_a_question_shows_its_piece_and_its_board() -> None:
    drawn = drawing(shipped("kheops"), "kheops", "tiles", 3)
    assert drawn is not None
    assert drawn.startswith("<svg")
    assert drawing(shipped("kheops"), "kheops", "tiles", 99) is None
    assert drawing(shipped("kheops"), "kheops", "camels", 0) is None
    shown = board(shipped("kheops"), "kheops")
    assert set(shipped("kheops")["pyramid"]["base"]) <= set(shown["cells"])
    assert board(shipped("sphinx"), "sphinx")["grid"][0][0] == 0


def test_box_files_are_checked_given_away_and_taken_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file, state = tmp_path / "mine.toml", tmp_path / "state"
    assert main(["box", "export", "bowl", "-o", str(file), "--state", str(state)]) == 0
    assert main(["box", "check", str(file)]) == 0
    assert "a box of bowl, 44 of 46 facts are assumed" in capsys.readouterr().out
    assert main(["box", "import", str(file), "--state", str(state)]) == 0
    assert Boxes(state).path_of("bowl") is not None
    file.write_text(file.read_text().replace("scarabs = 24", "scarabs = 2"))
    assert main(["box", "check", str(file)]) == 1
    assert "2 scarabs for 6 players" in capsys.readouterr().err
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert main(["box", "check", str(file)]) == 1
    told = capsys.readouterr()
    assert "eine Schachtel von bowl, angenommen: 44 von 46 Angaben" in told.out
    assert "Für 6 Personen gibt es nur 2 Skarabäen." in told.err
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert main(["box", "import", str(file), "--state", str(state)]) == 1
    assert "not taken" in capsys.readouterr().out
    file.write_text("name = 'nothing'")
    assert main(["box", "check", str(file)]) == 1
    assert "isn't the box file of any room" in capsys.readouterr().err
    with refuses(NotABox, match="isn't a TOML file"):
        Boxes(state).take("[[[")
    with refuses(NotABox, match="no version 7"):
        Boxes(state).version("bowl", 7)


def another_house(tmp_path: Path, room: str, **answers: dict[str, object]) -> str:
    """A box file of somebody who has answered these questions."""
    boxes, asking = Boxes(tmp_path / "theirs"), asking_of(room)
    for fact, values in answers.items():
        boxes.keep(room, asking.answered(boxes.draft(room), fact.replace("__", ":"), values))
    return boxes.text(room)


def levels_of(boxes: Boxes, room: str) -> dict[str, str]:
    return {fact.id: fact.level for fact in asking_of(room).facts(boxes.draft(room))}


def test_what_another_owner_knows_is_published_here_and_what_they_guess_is_not(
    tmp_path: Path,
) -> None:
    text = another_house(tmp_path, "sphinx", mummies={"squares": [3, 15, 30, 41, 56, 66]})
    boxes = Boxes(tmp_path)
    assert boxes.take(text) == ("sphinx", [])
    (mummies,) = (one for one in asking_of("sphinx").facts(boxes.draft("sphinx"))
                  if one.id == "mummies")  # fmt: skip
    assert (mummies.level, mummies.where) == ("published", "by an owner")
    assert mummies.inputs[0].value == [3, 15, 30, 41, 56, 66]
    assert levels_of(boxes, "sphinx")["doors"] == "guess"
    assert boxes.differences("sphinx") == {}


def test_where_two_owners_differ_both_values_stand_until_somebody_chooses(tmp_path: Path) -> None:
    text = another_house(tmp_path, "dig", card__1={"value": 9}, card__2={"value": 5})
    boxes, asking = Boxes(tmp_path), asking_of("dig")
    boxes.keep("dig", asking.answered(boxes.draft("dig"), "card:1", {"value": 7}))
    boxes.take(text)
    assert boxes.differences("dig") == {"card:1": {"card": "faience_vase", "value": 9}}
    data = boxes.draft("dig")
    assert [asking.facts(data)[n].inputs[1].value for n in (9, 10)] == [7, 5]
    boxes.chosen("dig", "card:1")
    assert boxes.differences("dig") == {}


def test_a_whole_list_is_taken_while_ours_is_a_guess_and_confirmed_afterwards(
    tmp_path: Path,
) -> None:
    theirs, asking = Boxes(tmp_path / "theirs"), asking_of("wall")
    told = asking.answered(theirs.draft("wall"), "card:0", {"cells": [["cat_L", "cat_L"]]})
    theirs.keep("wall", asking.confirmed(told, "card"))
    boxes = Boxes(tmp_path)
    boxes.take(theirs.text("wall"))
    found = [one for one in asking.facts(boxes.draft("wall")) if one.group == "card"]
    assert found[0].inputs[0].value == [["cat_L", "cat_L"]]
    assert {(one.level, one.where) for one in found} == {("published", "by an owner")}


def test_a_file_that_would_not_fit_ours_changes_nothing_but_is_asked_about(tmp_path: Path) -> None:
    boxes = Boxes(tmp_path)
    boxes.keep("wall", asking_of("wall").confirmed(boxes.draft("wall"), "card"))
    before = boxes.draft("wall")
    text = another_house(
        tmp_path,
        "wall",
        animals={
            "names": [
                "hippo" if one == "camel" else one for one in shipped("wall")["animals"]["names"]
            ]
        },
    )
    boxes.take(text)
    assert boxes.draft("wall") == before
