"""companion score: one picture of a finished pyramid, every doubt asked before anything counts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from calibration.geometry.pictures import jpeg
from calibration.paint.kheops.lesson import learn_kheops
from calibration.paint.kheops.studio import KheopsStudio
from calibration.paint.scene import random_scene
from calibration.teach.store import save
from companion.cli import main, parser
from companion.cli.score import score
from companion.core.boxes import own_text
from companion.core.game import load_room
from companion.games.kheops.labels import pawn_cell, pawn_label, tile_label
from companion.games.kheops.outline import outline
from companion.rooms import board_of, labels_of
from tests.rooms.kheops.laid import SMALL, tiles

GAME = load_room("kheops")
SIZE = (800, 450)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A box for the worked example, its tiles taught, and a picture of it."""
    folder = tmp_path_factory.mktemp("score")
    (folder / "box.toml").write_text(_box_text())
    box = GAME.load_box(folder / "box.toml")
    board = board_of(GAME, box)
    save(learn_kheops(board, labels_of(GAME, box), SIZE), folder / "taught")
    studio = KheopsStudio(board, random_scene(5, SIZE, harshness=0.3), truth())
    (folder / "whole.jpg").write_bytes(jpeg(studio.frame(), 95))
    studio.set({"U0.2": "empty", "U0.2:pawn": "empty"})
    (folder / "unfinished.jpg").write_bytes(jpeg(studio.frame(), 95))
    return folder


def _box_text() -> str:
    """The room's own box for a pyramid of side 3, with one plain room more."""
    text = own_text("companion.games.kheops").replace("side = 7", "side = 3")
    base = text[text.index("base = [") : text.index("base_source")]
    few = f'"{outline(3)[0]}"'
    more = '[[tiles]]\nids = ["X1"]\nkind = "room"\nopenings = 2\n'
    return text.replace(base, f"base = [{few}]\n") + more


def truth() -> dict[str, str]:
    shown = {}
    for cell, laid in tiles(SMALL).items():
        shown[cell] = tile_label(laid)
        shown[pawn_cell(cell)] = pawn_label(laid.pawn)
    return shown


def command(folder: Path, picture: str, *more: str) -> tuple[str, ...]:
    return (
        "score", "kheops", str(folder / picture), "--box", str(folder / "box.toml"),
        "--taught", str(folder / "taught" / "pyramid"), *more,
    )  # fmt: skip


def answers(names: list[str]) -> list[str]:
    return [word for name in names for word in ("--answer", f"{name}={truth()[name]}")]


def as_json(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    code = main(words)
    return code, json.loads(capsys.readouterr().out)


def test_the_worked_example_counts_as_the_rules_say(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, first = as_json(capsys, *command(folder, "whole.jpg", "--json"))
    asked = first["ask"]
    assert (code, first["count"]) == ((2, None) if asked else (0, first["count"]))
    assert set(asked) <= set(truth())
    assert set(first["likely"]) == set(asked)
    code, whole = as_json(capsys, *command(folder, "whole.jpg", "--json", *answers(asked)))
    assert code == 0
    assert whole["count"]["totals"] == [15, 14]
    assert [path["value"] for path in whole["count"]["paths"]] == [14, 13]


def test_another_house_rule_counts_otherwise(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    everything = answers(list(truth()))
    words = command(folder, "whole.jpg", "--rules", "base_value=tiles", *everything)
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "KO-29" in out
    assert "Path 1" in out


def test_a_doubt_is_asked_at_the_terminal_until_the_answer_makes_sense(folder: Path) -> None:
    asked: list[str] = []

    def ask(words: str) -> str:
        asked.append(words)
        assert len(asked) < 40, asked[-3:]
        if len(asked) == 1:
            return "a camel"
        return next(truth()[name] for name in truth() if f" {name}?" in _question(asked))

    arguments = parser().parse_args(command(folder, "unfinished.jpg"))
    assert score(arguments, ask) == 0
    assert any("U0.2?" in words for words in asked)
    assert "“a camel” is nothing that" in asked[1]


def test_who_insists_on_what_cannot_be_is_told_so_and_not_asked_for_ever(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    everything = [word for name in truth() for word in ("--answer", f"{name}={truth()[name]}")]
    arguments = parser().parse_args(command(folder, "whole.jpg", *everything))
    arguments.answers = [a for a in arguments.answers if not a.startswith("D1.0:pawn")]

    def ask(words: str) -> str:
        return "white-pharaoh"

    arguments.answers += ["D1.0:pawn=white-pharaoh"]
    assert score(arguments, ask) == 2
    assert "pharaoh" in capsys.readouterr().out


def _question(asked: list[str]) -> str:
    """The last question; a mere repetition does not name its cell."""
    return next(words for words in reversed(asked) if words.startswith("What is on"))


def test_what_is_missing_is_said_and_nothing_counts(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    known = {name: label for name, label in truth().items() if not name.startswith("U0.2")}
    words = [word for n, label in known.items() for word in ("--answer", f"{n}={label}")]
    assert main(command(folder, "unfinished.jpg", *words, "--answer", "U0.2:pawn=empty")) == 2
    out = capsys.readouterr().out
    assert "8 of 9 tiles" in out
    assert "--answer U0.2=" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--answer", "U0.0=room-9"), "U0.0 can't show room-9"),
        (("--answer", "U9.9=room-2@0"), "U9.9 can't show"),
    ],
)
def test_an_answer_that_cannot_be_is_refused(
    words: tuple[str, ...], said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command(folder, "whole.jpg", *words)) == 1
    assert said in capsys.readouterr().err


def test_without_a_picture_that_is_said_and_without_a_teaching_our_own_tiles_are_looked_for(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command(folder, "nowhere.jpg")) == 1
    assert "There's no picture" in capsys.readouterr().err
    assert main(("score", "kheops", str(folder / "whole.jpg"))) == 1
    assert "I can't count whole.jpg" in capsys.readouterr().err
    (folder / "torn.jpg").write_bytes((folder / "whole.jpg").read_bytes()[:900])
    assert main(command(folder, "torn.jpg")) == 1
    assert "cut short" in capsys.readouterr().err
