"""Points and standings: ties share, every point is explained, the same night the same bytes."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from companion.hall.errors import HallError
from companion.hall.night.state import CONFIRMED, REPORTED, Night, NightPlan, StandingResult, key
from companion.hall.records import Box, Person, Placed, Result, Round, Sitting
from companion.hall.scores.exports import standings_csv, standings_json
from companion.hall.scores.points import SCHEMES, points, published, row, shown
from companion.hall.scores.standings import standings
from companion.words import LANGUAGES, load


def night(*tables: tuple[int, str, tuple[tuple[str, int], ...]], **plan: object) -> Night:
    """A night with these games: round, box, and everybody's place."""
    people = {w: Person(w, w.title(), ("quiet",), "secret") for w in ("anna", "ben", "cleo", "dan")}
    rounds: dict[int, list[Sitting]] = {}
    results = {}
    for number, box, places in tables:
        who = tuple(name for name, _ in places)
        rounds.setdefault(number, []).append(Sitting(box, "nile", who))
        result = Result(number, box, tuple(Placed(w, p) for w, p in places))
        results[key(number, box)] = StandingResult(result, CONFIRMED)
    played = tuple(Round(n, tuple(sat)) for n, sat in sorted(rounds.items()))
    return Night(
        plan=replace(NightPlan(), **plan), people=people, published=played, results=results,
        boxes={"b1": Box("b1", "nile", (2, 4), "7")}, started=len(played),
    )  # fmt: skip


ALL = (("anna", 1), ("ben", 2), ("cleo", 2), ("dan", 4))


def test_people_who_share_a_place_share_what_its_places_bring() -> None:
    found = points(SCHEMES["places"], tuple(Placed(w, p) for w, p in ALL))
    assert found == {
        "anna": Fraction(6), "ben": Fraction(7, 2), "cleo": Fraction(7, 2), "dan": Fraction(1),
    }  # fmt: skip
    everybody = points(SCHEMES["beaten"], tuple(Placed(w, 1) for w, _ in ALL))
    assert set(everybody.values()) == {Fraction(3)}


@pytest.mark.parametrize("size", range(2, 9))
def test_winning_brings_the_same_at_every_table_and_last_never_more_than_first(size: int) -> None:
    for name in ("places", "beaten"):
        ladder = row(SCHEMES[name], size)
        assert ladder[0] == 6
        assert list(ladder) == sorted(ladder, reverse=True)
    assert published(SCHEMES["beaten"])[3] == ("6", "3", "0")
    assert (shown(Fraction(8, 3)), shown(Fraction(7, 2)), shown(Fraction(-1, 2))) == (
        "2.667",
        "3.5",
        "-0.5",
    )


def test_every_point_of_the_standings_is_explained_in_every_language() -> None:
    table = standings(night((1, "b1", ALL)))
    assert [(r.rank, r.name, r.points) for r in table.rows][:1] == [(1, "Anna", "6")]
    for each in table.rows:
        gained = sum((Fraction(gain.points) for gain in each.gains), Fraction(0))
        assert shown(gained) == each.points
    for language in LANGUAGES:
        words = load(language, strict=True)
        assert all(words.say(gain.told()) for r in table.rows for gain in r.gains)
        assert all(words.put(f"hall.points.{name}", {}) for name in table.breaks)


def test_ties_are_broken_in_the_published_order_and_last_by_a_lot_anybody_can_redraw() -> None:
    games = ((1, "b1", (("anna", 1), ("ben", 2))), (1, "b2", (("cleo", 1), ("dan", 2))))
    table = standings(night(*games, breaks=("wins", "lot")))
    assert [r.decided_by for r in table.rows] == ["", "lot", "points", "lot"]
    other = standings(night(*games, breaks=("wins", "lot"), seed=8))
    assert {r.person for r in table.rows[:2]} == {r.person for r in other.rows[:2]}
    shared = standings(night(*games, breaks=("wins",)))
    assert [r.rank for r in shared.rows] == [1, 1, 3, 3]
    direct = night(
        (1, "b1", (("anna", 2), ("ben", 1))), (2, "b1", (("anna", 1), ("cleo", 2))),
        (3, "b1", (("ben", 2), ("cleo", 1))), breaks=("met", "lot"),
    )  # fmt: skip
    assert standings(direct).rows[0].points == "8"
    with pytest.raises(HallError):
        standings(night(*games, breaks=("beauty",)))


def test_standings_by_round_by_game_and_without_what_is_not_confirmed() -> None:
    whole = night((1, "b1", ALL), (2, "b1", (("dan", 1), ("ben", 2), ("cleo", 3), ("anna", 4))))
    assert standings(whole, rounds=[2]).rows[0].person == "dan"
    assert standings(whole, game="jars").rows == ()
    open_one = {
        **whole.results,
        key(2, "b1"): replace(whole.results[key(2, "b1")], status=REPORTED),
    }
    half = replace(whole, results=open_one)
    assert not standings(half).final
    assert standings(half, provisional=False).rounds == (1,)


def test_the_same_night_gives_the_same_bytes_and_nothing_private() -> None:
    first, again = (night((1, "b1", ALL)) for _ in range(2))
    for export in (standings_csv, standings_json):
        assert export(standings(first)) == export(standings(again))
        assert "secret" not in export(standings(first))
        assert "quiet" not in export(standings(first))


def test_whoever_has_not_played_stands_behind_everybody_who_has() -> None:
    games = tuple((n, "b1", (("anna", 1), ("ben", 2), ("cleo", 2))) for n in (1, 2))
    for seed in range(8):
        rows = standings(night(*games, scheme="wins", breaks=("lot",), seed=seed)).rows
        assert rows[-1].person == "dan", seed
        assert [row.rank for row in rows[:3]] == [1, 2, 3]


def test_no_column_of_the_table_is_there_twice() -> None:
    for breaks in (("wins", "lot"), ("games", "met"), ()):
        head, *lines = standings_csv(standings(night((1, "b1", ALL), breaks=breaks))).splitlines()
        names = head.split(",")
        assert len(set(names)) == len(names), names
        assert {len(line.split(",")) for line in lines} == {len(names)}


def test_a_name_that_a_spreadsheet_would_run_is_only_a_name() -> None:
    bad = night((1, "b1", ALL))
    bad = replace(bad, people={**bad.people, "anna": Person("anna", '=HYPERLINK("x")')})
    assert "\"'=HYPERLINK" in standings_csv(standings(bad))
