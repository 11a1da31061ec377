"""Paths: which tiles communicate, how strong everybody is, and what each path is worth."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.kheops.house import HouseRules
from companion.games.kheops.outline import apex, is_up, neighbours, outline, sides
from companion.games.kheops.settling import Path, clauses_of, sarcophagus_bonus
from tests.rooms.kheops.laid import SMALL, counted


def changed(text: str, cell: str, line: str) -> str:
    """The text with another line for a cell."""
    lines = text.strip().splitlines()
    assert any(old.startswith(cell) for old in lines)
    return "\n".join(line if old.startswith(cell) else old for old in lines)


def row(first: int, count: int, kinds: str, ends: str = "closed", at: int = 0) -> list[list[str]]:
    """A straight path along a row: *kinds* gives a letter for each tile, c or r.

    An open one leads outside at its first tile, through the ground or the left slope.
    """
    cells = [c for c in outline(7) if c[1:].startswith(f"{at}.")][first : first + count]
    lines = []
    for n, cell in enumerate(cells):
        open_ = ("L" if n else "") + ("R" if n < count - 1 else "")
        if n == 0 and ends == "open":
            assert is_up(cell)
            open_ += "L" if at else "B"
        lines.append([cell, "room" if kinds[n] == "r" else "corridor", open_, "-"])
    return lines


def text(*paths: list[list[str]]) -> str:
    return "\n".join(" ".join(line) for path in paths for line in path)


def marked(path: list[list[str]], **marks: str) -> list[list[str]]:
    """The path with symbols: n0="ankh" marks its first tile."""
    return [[*line[:3], marks.get(f"n{n}", line[3])] for n, line in enumerate(path)]


def manned(path: list[list[str]], *pawns: str) -> list[list[str]]:
    """The path with a pawn on each of its first tiles; - for nobody."""
    there = [*pawns, *["-"] * (len(path) - len(pawns))]
    return [line if p == "-" else [*line, p] for line, p in zip(path, there, strict=True)]


def only(paths: tuple[Path, ...], tiles: int) -> Path:
    (path,) = (path for path in paths if len(path.cells) == tiles)
    return path


W, B = "white-worker", "blue-worker"
OTHER = row(0, 9, "c" * 9, at=2)
"""A path of nine tiles on its own, for being the longest."""


def test_the_outline_has_49_cells_63_inner_and_21_outer_edges() -> None:
    edges = neighbours(7)
    assert len(outline(7)) == 49
    assert sum(cell.startswith("U") for cell in outline(7)) == 28
    assert sum(beside >= 0 for cell in edges for beside in cell) == 2 * 63
    outer = [
        side
        for cell, besides in zip(outline(7), edges, strict=True)
        for side, beside in zip(sides(cell), besides, strict=True)
        if beside < 0
    ]
    assert sorted(outer) == ["B"] * 7 + ["L"] * 7 + ["R"] * 7
    assert apex(7) == "U6.0"


def test_neighbours_give_their_common_edge_the_same_number() -> None:
    edges = neighbours(7)
    for cell, besides in enumerate(edges):
        for edge, beside in enumerate(besides):
            assert beside < 0 or edges[beside][edge] == cell


def test_tiles_communicate_when_both_are_open_kheops_61() -> None:
    both = counted(3, "U0.0 room R -\nD0.0 room L -")
    one = counted(3, "U0.0 room R -\nD0.0 room R -")
    assert [path.cells for path in both.paths] == [("U0.0", "D0.0")]
    assert one.paths == ()


def test_two_joined_tiles_are_a_path_and_one_alone_is_none_kheops_62_kheops_63() -> None:
    count = counted(3, f"U0.0 room R - {W}\nD0.0 room L -\nU0.2 room L - {B}")
    assert [len(path.cells) for path in count.paths] == [2]
    assert count.totals[1] == 0


def test_a_tile_with_three_openings_joins_all_three_ko_12() -> None:
    count = counted(3, "D0.0 corridor LRT -\nU0.0 room R -\nU0.1 room L -\nU1.0 room B -")
    assert [path.cells for path in count.paths] == [("U0.0", "D0.0", "U0.1", "U1.0")]


def test_strength_counts_pawns_and_two_for_pharaoh_or_doubling_kheops_64_kheops_30() -> None:
    way = manned(
        marked(row(0, 6, "rrrrrr"), n4="double", n5="double"),
        "white-priest", "white-mummy", "white-pharaoh", "blue-priest", W, "blue-mummy",
    )  # fmt: skip
    (path,) = counted(7, text(way)).paths
    assert path.strength == (1 + 1 + 2 + 2, 1 + 2)


@pytest.mark.parametrize("kind", ["worker", "priest", "mummy", "pharaoh"])
def test_doubling_makes_any_pawn_two_but_never_four_ko_21_ex_k2_kheops_50(kind: str) -> None:
    way = manned(marked(row(0, 2, "rr"), n0="double"), f"white-{kind}")
    (path,) = counted(7, text(way)).paths
    assert path.strength == (2, 0)


def test_the_stronger_scores_kheops_65() -> None:
    (path,) = counted(7, text(manned(row(0, 4, "rrrr"), W, B, B))).paths
    assert path.why == "stronger"
    assert path.points == (0, path.value)
    assert "KHEOPS-65" in clauses_of(path, HouseRules())


@pytest.mark.parametrize("pawns", [(W, B), ()])
def test_equal_strength_or_no_pawn_scores_for_nobody_kheops_66_ko_5_ko_6(
    pawns: tuple[str, ...],
) -> None:
    (path,) = counted(7, text(manned(row(0, 4, "rrrr"), *pawns))).paths
    assert path.value > 0
    assert path.points == (0, 0)
    assert path.why == ("tie" if pawns else "nobody")


@pytest.mark.parametrize(("tie", "points"), [("none", 0), ("both", 11), ("half", 5)])
def test_a_tie_may_score_for_both_or_half_ko_5(tie: str, points: int) -> None:
    """Six rooms and longest, open: 11."""
    way = manned(row(0, 6, "rrrrrr", "open"), W, B)
    (path,) = counted(7, text(way), path_tie=tie).paths
    assert path.value == 11
    assert path.points == (points, points)


def test_no_pawns_score_for_nobody_under_any_tie_ko_6() -> None:
    for tie in ("none", "both", "half"):
        (path,) = counted(7, text(row(0, 4, "rrrr")), path_tie=tie).paths
        assert path.points == (0, 0)


def test_rooms_count_one_and_corridors_nothing_kheops_70() -> None:
    path = only(counted(7, text(row(0, 5, "rcrcr", "open"), OTHER)).paths, 5)
    assert (path.rooms, path.value) == (3, 3)


def test_a_house_may_count_all_tiles_ko_29() -> None:
    path = only(counted(7, text(row(0, 5, "rcrcr", "open"), OTHER), base_value="tiles").paths, 5)
    assert path.value == 5
    assert "KO-29" in clauses_of(path, HouseRules(base_value="tiles"))


@pytest.mark.parametrize(
    ("colours", "bonus", "clause"),
    [
        (("red",), 5, "KHEOPS-71"),
        (("red", "red"), 15, "KHEOPS-72"),
        (("red", "green"), 0, "KHEOPS-73"),
        (("red", "red", "green"), 0, "KHEOPS-73"),
    ],
)
def test_sarcophagi(colours: tuple[str, ...], bonus: int, clause: str) -> None:
    assert sarcophagus_bonus(colours) == bonus
    marks = {f"n{n}": f"sarcophagus_{colour}_king" for n, colour in enumerate(colours)}
    way = marked(row(0, 4, "rrrr", "open"), **marks)
    path = only(counted(7, text(way, OTHER)).paths, 4)
    assert path.value == 4 + bonus
    assert clause in clauses_of(path, HouseRules())


def test_mixed_sarcophagi_cost_only_the_bonus_ko_8() -> None:
    way = marked(row(0, 2, "rr"), n0="sarcophagus_red_king", n1="sarcophagus_blue_queen")
    path = only(counted(7, text(way, OTHER)).paths, 2)
    assert path.value == 2 * 2


def test_there_are_six_sarcophagi_in_three_pairs_kheops_33() -> None:
    from companion.games.kheops.faces import read_face
    from tests.rooms.kheops.laid import OWN

    buried = [colour for tile in OWN.tiles for colour in read_face(tile.face).sarcophagi]
    assert sorted(buried) == ["blue", "blue", "green", "green", "red", "red"]
    ranks = sorted(t.face.rpartition("_")[2] for t in OWN.tiles if "sarcophagus" in t.face)
    assert ranks == ["king"] * 3 + ["queen"] * 3


def test_the_top_brings_five_kheops_74() -> None:
    top = "U6.0 room BR -\nD5.0 corridor T -"
    path = only(counted(7, top + "\n" + text(OTHER)).paths, 2)
    assert path.apex
    assert path.value == 1 + 5
    assert "KHEOPS-74" in clauses_of(path, HouseRules())


def test_the_longest_path_gets_five_corridors_included_kheops_75() -> None:
    count = counted(7, text(row(0, 5, "rrrrr", "open"), row(0, 6, "cccccc", "open", at=1)))
    assert only(count.paths, 6).value == 5
    assert only(count.paths, 5).value == 5
    assert "KHEOPS-75" in clauses_of(only(count.paths, 6), HouseRules())


def test_all_paths_tied_for_longest_get_five_kheops_76() -> None:
    count = counted(7, text(row(0, 5, "rrrrr", "open"), row(0, 5, "ccccc", "open", at=2)))
    assert [path.value for path in count.paths] == [10, 5]
    assert all("KHEOPS-76" in clauses_of(path, HouseRules()) for path in count.paths)


def test_a_closed_path_is_doubled_after_everything_kheops_77() -> None:
    way = marked(row(0, 4, "rrrr"), n1="sarcophagus_red_king")
    open_ = marked(row(0, 4, "rrrr", "open"), n1="sarcophagus_red_king")
    assert only(counted(7, text(way)).paths, 4).value == 2 * (4 + 5 + 5)
    assert only(counted(7, text(open_)).paths, 4).value == 4 + 5 + 5


def test_an_opening_against_a_wall_is_no_way_out_ko_11() -> None:
    """D0.0 opens its top towards U1.0, whose bottom is shut."""
    way = "U0.0 room R -\nD0.0 room LT -\nU1.0 room R -"
    (path,) = counted(3, way).paths
    assert path.cells == ("U0.0", "D0.0")
    assert path.closed


def test_the_ground_is_outside_unless_the_house_says_no_ko_10() -> None:
    way = text(row(0, 4, "rrrr", "open"))
    assert not counted(7, way).paths[0].closed
    assert counted(7, way).paths[0].exits == ("U0.0",)
    assert counted(7, way, ground_is_outside=False).paths[0].closed


def test_the_slopes_are_outside_whatever_the_house_says_of_the_ground_ko_10() -> None:
    way = "U0.0 room LR -\nD0.0 room L -"
    for ground in (True, False):
        assert counted(3, way, ground_is_outside=ground).paths[0].exits == ("U0.0",)


def test_a_cursed_path_is_worth_nothing_whatever_it_holds_kheops_78_kheops_34() -> None:
    marks = {"n0": "curse", "n1": "sarcophagus_red_king"}
    (path,) = counted(7, text(manned(marked(row(0, 4, "rrrr"), **marks), W))).paths
    assert path.closed
    assert (path.value, path.points, path.why) == (0, (0, 0), "cursed")
    assert {"KHEOPS-78", "KHEOPS-34"} <= set(clauses_of(path, HouseRules()))


@pytest.mark.parametrize(("pool", "bonus"), [("all", 0), ("uncursed", 5)])
def test_a_cursed_longest_path_keeps_its_title_unless_the_house_says_no_ko_7(
    pool: str, bonus: int
) -> None:
    cursed = marked(row(0, 8, "cccccccc"), n0="curse")
    count = counted(7, text(cursed, row(0, 4, "cccc", "open", at=2)), longest_pool=pool)
    assert only(count.paths, 4).value == bonus
    assert only(count.paths, 8).longest == (pool == "all")


def test_an_unowned_longest_path_keeps_its_title_ko_7() -> None:
    count = counted(7, text(row(0, 8, "cccccccc"), manned(row(0, 4, "cccc", "open", at=2), W)))
    assert count.totals == (0, 0)
    assert only(count.paths, 8).longest


def ankhs(count: int, **symbols: str) -> str:
    marks = {f"n{n}": "ankh" for n in range(count)} | symbols
    return text(manned(marked(row(0, 8, "rrrrrrrr"), **marks), *[W] * count))


@pytest.mark.parametrize(("count", "points"), [(1, 1), (2, 4), (3, 9), (5, 25)])
def test_ankhs_score_their_square_outside_the_paths_kheops_31_kheops_79_ex_k1(
    count: int, points: int
) -> None:
    """Three ankh tiles held are 3 x 3 = 9; a closed path does not double them."""
    done = counted(7, ankhs(count))
    assert done.ankhs[0].points == points
    assert done.totals[0] == done.paths[0].value + points


def test_an_ankh_without_a_pawn_is_nobodys_kheops_31() -> None:
    done = counted(7, text(marked(row(0, 2, "rr"), n0="ankh")))
    assert [one.cells for one in done.ankhs] == [(), ()]


def test_ankhs_in_a_cursed_path_do_not_count_kheops_32() -> None:
    done = counted(7, ankhs(3, n7="curse"))
    assert done.ankhs[0].points == 0
    assert len(done.ankhs[0].cursed) == 3
    assert done.totals == (0, 0)


@pytest.mark.parametrize(("counts", "points"), [(True, 1), (False, 0)])
def test_an_ankh_on_a_tile_by_itself_ko_9(counts: bool, points: int) -> None:
    done = counted(3, f"U0.0 room L ankh {W}", isolated_ankh=counts)
    assert done.totals == (points, 0)
    assert done.ankhs[0].alone == (() if counts else ("U0.0",))


# Worked paths


def test_ks_1() -> None:
    way = marked(row(0, 6, "rrcrcr", "open"), n0="sarcophagus_red_king")
    path = only(counted(7, text(manned(way, W, B, W), OTHER)).paths, 6)
    assert (path.rooms, path.strength, path.points) == (4, (2, 1), (9, 0))


def test_ks_2() -> None:
    way = f"""
U6.0 room B sarcophagus_red_king {W}
D5.0 corridor LT -
U5.0 room BR sarcophagus_red_queen
D4.0 room RT double {B}
U4.1 corridor L -
"""
    path = only(counted(7, way + text(OTHER)).paths, 5)
    assert path.strength == (1, 2)
    assert (path.rooms, path.apex, path.closed, path.longest) == (3, True, True, False)
    assert path.points == (0, 46)


@pytest.mark.parametrize(("tie", "points"), [("none", (0, 0)), ("both", (4, 4))])
def test_ks_3(tie: str, points: tuple[int, int]) -> None:
    way = marked(row(0, 5, "rrcrr", "open"), n0="double")
    board = text(manned(way, "white-pharaoh", B, B), OTHER)
    path = only(counted(7, board, path_tie=tie).paths, 5)
    assert (path.rooms, path.strength, path.points) == (4, (2, 2), points)


def test_ks_4a_and_ks_4b() -> None:
    first = manned(row(0, 8, "rcrcrcrr", "open"), W, W, W, B)
    second = manned(row(0, 8, "rcrccccc", at=2), B)
    one, other = counted(7, text(first, second)).paths
    assert (one.rooms, one.strength, one.points) == (5, (3, 1), (10, 0))
    assert (other.rooms, other.strength, other.closed, other.points) == (2, (0, 1), True, (0, 14))


def test_ks_5() -> None:
    marks = {
        "n0": "sarcophagus_red_king", "n2": "sarcophagus_red_queen", "n4": "sarcophagus_green_king",
    }  # fmt: skip
    way = manned(marked(row(0, 7, "rcrcrrr", "open"), **marks), W, W)
    path = only(counted(7, text(way, OTHER)).paths, 7)
    assert (path.rooms, path.strength, path.points) == (5, (2, 0), (5, 0))


def test_ks_6() -> None:
    marks = {"n0": "ankh", "n1": "ankh", "n2": "ankh", "n11": "curse"}
    cursed = manned(marked(row(0, 12, "r" * 12), **marks), W, W, W, W, B)
    nine = row(0, 9, "c" * 9, "open", at=1)
    elsewhere = f"\nU3.0 room L ankh {W}\nU3.3 room R ankh {W}"
    done = counted(7, text(cursed, nine) + elsewhere)
    assert only(done.paths, 12).strength == (4, 1)
    assert only(done.paths, 12).value == 0
    assert only(done.paths, 9).value == 0
    assert done.totals == (4, 0)
    assert counted(7, text(cursed, nine)).totals == (0, 0)


def test_ks_7() -> None:
    done = counted(7, text(manned(row(0, 10, "c" * 10, "open"), W)))
    assert done.totals == (5, 0)


def test_ks_8() -> None:
    done = counted(7, f"U0.0 room L ankh {B}\n" + text(row(3, 4, "rrrr")))
    assert done.totals == (0, 1)


def test_ks_9() -> None:
    done = counted(7, f"U6.0 room B - {W}\nD5.0 corridor T -\n" + text(OTHER))
    assert only(done.paths, 2).closed
    assert done.totals == (12, 0)


def test_ks_10() -> None:
    marks = {"n0": "sarcophagus_red_king", "n3": "sarcophagus_green_king"}
    way = manned(marked(row(0, 4, "rrrr"), **marks), B, B)
    done = counted(7, text(way, OTHER))
    assert done.totals == (0, 8)


# The full small board


def totals(board: str, **rules: Any) -> tuple[int, ...]:
    return counted(3, board, **rules).totals


def test_kheops_t_1() -> None:
    done = counted(3, SMALL)
    first, second = done.paths
    assert first.cells == ("U0.0", "D0.0", "U1.0")
    assert (first.value, first.strength, first.points) == (14, (2, 1), (14, 0))
    assert second.cells == ("D0.1", "D1.0", "U1.1", "U2.0")
    assert (second.value, second.strength, second.points) == (13, (2, 3), (0, 13))
    assert second.exits == ("U2.0",)
    assert [one.points for one in done.ankhs] == [1, 1]
    assert done.totals == (15, 14)
    assert done.winners == ("white",)


def test_kheops_t_2() -> None:
    cursed = changed(SMALL, "D0.1", "D0.1 room TR curse blue-mummy")
    assert totals(cursed) == (15, 1)
    assert totals(cursed, longest_pool="uncursed") == (25, 1)


def test_kheops_t_3() -> None:
    assert totals(changed(SMALL, "U1.1", "U1.1 room LB - blue-worker")) == (15, 1)


def test_kheops_t_4() -> None:
    assert totals(changed(SMALL, "U2.0", "U2.0 room B - white-pharaoh")) == (15, 27)


def test_kheops_t_5() -> None:
    turned = changed(SMALL, "D0.0", "D0.0 corridor LR - white-priest")
    done = counted(3, turned)
    assert done.totals == (2, 14)
    assert done.paths[0].cells == ("U0.0", "D0.0", "U0.1")
    assert (done.paths[0].strength, done.paths[0].value) == ((3, 0), 1)
