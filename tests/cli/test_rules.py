"""companion rules: every switch of a room with its default, its choices and its clause."""

from __future__ import annotations

import pytest

from companion.cli import main
from companion.core.game import ROOMS, load_room
from companion.core.house import switches
from companion.words import load_clauses


@pytest.mark.parametrize("room", ROOMS)
def test_every_switch_is_listed_with_its_clause(
    room: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", room]) == 0
    listed = capsys.readouterr().out
    for switch in switches(load_room(room).house_rules):
        assert f"{switch.name} = " in listed
        assert f"({switch.clause}; {switch.choices})" in listed


def test_what_is_assumed_about_the_box_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    main(["rules", "wall"])
    assert "this box is a guess until you correct it" in capsys.readouterr().out


def test_the_clauses_are_listed_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    main(["rules", "dig"])
    without = capsys.readouterr().out
    main(["rules", "dig", "--clauses"])
    with_clauses = capsys.readouterr().out
    assert with_clauses.startswith(without)
    assert all(clause in with_clauses for clause in load_clauses("dig"))


def test_a_room_nobody_knows_is_refused_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "moon"]) == 1
    said = capsys.readouterr().err
    assert "no room called “moon”" in said
    assert "Traceback" not in said
