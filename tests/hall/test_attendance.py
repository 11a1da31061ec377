"""Who is here: people who ask, check in, are deleted or merged, and free seats; games without a
machine, points that can be chosen, and penalties on record."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.hall.evening import read_back
from companion.hall.night import acts, attendance
from companion.hall.night.state import left
from companion.hall.records import Box, PaperGame, Person, Placed, Result, Rule
from companion.hall.scores.standings import standings
from tests.hall.test_night import Desk, result


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Seven people, a table for two to four and one for three to four; nothing is drawn."""
    made = Desk(tmp_path)
    made.do(acts.Arrange(name="Spring", rounds=2, minutes=30))
    made.do(acts.Enter(tuple(Person(f"p{k}", f"Person {k}") for k in range(1, 8))))
    made.do(acts.Bring(Box("b1", "nile", (2, 3, 4), "1")))
    made.do(acts.Bring(Box("b2", "jars", (3, 4), "2")))
    return made


@pytest.fixture
def running(desk: Desk) -> Desk:
    desk.draw()
    desk.do(acts.Publish(1))
    desk.do(acts.Start(1))
    return desk


def points_of(desk: Desk, who: str) -> str:
    row = standings(desk.night).row(who)
    assert row is not None
    return row.points


def same_after_a_restart(desk: Desk) -> None:
    assert read_back(desk.journal.entries()).night == desk.night


# ---- people ------------------------------------------------------------------------------------


def test_whoever_asks_waits_until_they_are_let_in_or_turned_away(desk: Desk) -> None:
    desk.do(acts.Ask(Person("p8", "Ida")))
    assert desk.refused(acts.Ask(Person("p9", "IDA"))) == "hall.same_name"
    assert desk.refused(acts.Ask(Person("p9", "Person 1"))) == "hall.same_name"
    assert "p8" not in desk.night.people
    desk.do(acts.Ask(Person("p9", "Jan")))
    desk.do(acts.Admit("p8"))
    desk.do(acts.TurnAway("p9"))
    assert desk.do(acts.Admit("p8")) == 0, "tapped twice"
    assert desk.night.people["p8"].name == "Ida"
    assert desk.night.asking == {}
    same_after_a_restart(desk)


def test_a_night_that_is_full_has_a_list_of_those_who_wait_for_a_place(desk: Desk) -> None:
    desk.do(acts.Arrange(most=7))
    assert desk.night.is_full
    desk.do(acts.LeaveNight("p7"))
    assert not desk.night.is_full


def test_only_people_who_have_checked_in_are_drawn_where_that_is_wanted(desk: Desk) -> None:
    desk.draw()
    desk.do(acts.CheckIn("p1"))
    assert desk.night.drawn, "nobody asked for it yet"
    desk.do(acts.Arrange(checkin=True))
    assert not desk.night.drawn
    assert [person.id for person in desk.night.here] == ["p1"]
    desk.do(acts.CheckIn("p2"))
    assert desk.do(acts.CheckIn("p2")) == 0
    desk.do(acts.CheckIn("p1", here=False))
    assert [person.id for person in desk.night.here] == ["p2"]
    same_after_a_restart(desk)


def test_whoever_sat_nowhere_is_deleted_and_no_rule_is_left(desk: Desk) -> None:
    desk.do(acts.Bind(Rule("apart", ("p1", "p2"))))
    desk.do(acts.Forget("p1"))
    assert "p1" not in desk.night.people
    assert desk.night.rules == ()
    assert desk.do(acts.Forget("p1")) == 0
    assert all(row.person != "p1" for row in standings(desk.night).rows)
    same_after_a_restart(desk)


def test_whoever_has_sat_keeps_the_place_without_a_name(running: Desk) -> None:
    running.do(acts.ChangePerson(Person("p1", "Anna", ("quiet",), "hard of hearing", "de")))
    running.play(1)
    before = points_of(running, "p1")
    running.do(acts.Forget("p1"))
    assert running.night.people["p1"] == Person("p1", "#1")
    assert points_of(running, "p1") == before
    same_after_a_restart(running)


def test_two_entries_of_one_person_become_one_with_all_they_had(running: Desk) -> None:
    running.do(acts.Enter((Person("p8", "Nr. One"),)))
    running.play(1)
    before = points_of(running, "p1")
    running.do(acts.Merge("p1", "p8"))
    assert "p1" not in running.night.people
    assert points_of(running, "p8") == before
    assert running.night.published[0].table_of("p8") is not None
    assert running.refused(acts.Merge("p2", "p3")) == "hall.merge_clash"
    assert running.refused(acts.Merge("p8", "p8")) == "hall.swap_self"
    same_after_a_restart(running)


def test_a_late_comer_gets_a_free_seat_of_an_announced_round(running: Desk) -> None:
    each = running.night.published[0]
    (free,) = attendance.free_seats(running.night, each)
    running.do(acts.Enter((Person("p8", "Late"), Person("p9", "Later"))))
    assert attendance.unseated(running.night, each) == ("p8", "p9")
    running.do(acts.Sit(1, "p8", free))
    assert running.do(acts.Sit(1, "p8", free)) == 0
    table = running.night.published[0].table_of("p8")
    assert table is not None
    assert table.people[-1] == "p8", "nobody else's seat has changed"
    assert running.refused(acts.Sit(1, "p9", free)) == "hall.table_full"
    running.do(acts.Sit(1, "p8"))
    assert running.night.published[0].waiting == ("p8",)
    same_after_a_restart(running)


def test_somebody_moves_to_a_free_seat_where_enough_people_stay(running: Desk) -> None:
    full, free = sorted(running.night.published[0].tables, key=lambda t: -len(t.people))
    running.do(acts.Sit(1, full.people[0], free.box))
    now = {t.box: len(t.people) for t in running.night.published[0].tables}
    assert now == {full.box: 3, free.box: 4}
    b2 = next(t for t in running.night.published[0].tables if t.box == "b2")
    if len(b2.people) == 3:
        assert running.refused(acts.Sit(1, b2.people[0])) == "hall.table_too_small"
    running.play(1)
    assert running.refused(acts.Sit(1, full.people[1])) == "hall.has_result_already"


def test_nobody_is_seated_beside_somebody_they_must_not_meet(running: Desk) -> None:
    (free,) = attendance.free_seats(running.night, running.night.published[0])
    there = next(t for t in running.night.published[0].tables if t.box == free).people[0]
    running.do(acts.Enter((Person("p8", "Late"),)))
    running.do(acts.Bind(Rule("apart", (there, "p8"))))
    assert running.refused(acts.Sit(1, "p8", free)) == "hall.kept_apart"
    running.do(acts.LeaveNight("p8"))
    assert running.refused(acts.Sit(1, "p8", free)) == "hall.has_left"


# ---- nothing final by accident -----------------------------------------------------------------


def test_the_start_of_a_round_and_the_end_of_the_night_are_taken_back(running: Desk) -> None:
    running.do(acts.Unstart(1))
    assert running.night.clock is None
    assert running.refused(acts.Unpublish(1)) == "hall.round_begun", "a game may be open already"
    running.do(acts.Start(1))
    running.do(acts.ReportResult(result(1, running.night.published[0].tables[0])))
    assert running.refused(acts.Unstart(1)) == "hall.results_in"
    running.play(1)
    running.do(acts.Finish())
    assert running.refused(acts.Pause()) == "hall.night_over"
    running.do(acts.Reopen())
    assert not running.night.over
    same_after_a_restart(running)


# ---- games on paper ----------------------------------------------------------------------------

PAPER = PaperGame("own1", "Hive", (2, 3, 4), 20, "points")


def test_a_paper_game_is_seated_timed_and_counted_like_every_other(desk: Desk) -> None:
    desk.do(acts.Invent(PAPER))
    assert desk.do(acts.Invent(PAPER)) == 0
    desk.do(acts.Bring(Box("b3", "own1", (2, 3, 4), "3")))
    desk.do(acts.Break("b1"))
    desk.draw()
    desk.do(acts.Publish(1))
    desk.do(acts.Start(1))
    table = next(t for t in desk.night.published[0].tables if t.game == "own1")
    assert desk.night.clock is not None
    assert left(desk.night.clock, desk.at, "b3") == 20 * 60
    assert left(desk.night.clock, desk.at, "b2") == 30 * 60
    scored = [Placed(who, k + 1, 40.0 - k) for k, who in enumerate(table.people)]
    desk.do(acts.ReportResult(Result(1, "b3", tuple(scored), table.people[0])))
    desk.do(acts.Confirm(1, "b3", table.people[1]))
    assert points_of(desk, table.people[0]) == "6"
    same_after_a_restart(desk)


def test_a_paper_game_has_a_name_of_its_own_and_seats(desk: Desk) -> None:
    desk.do(acts.Invent(PAPER))
    assert desk.refused(acts.Invent(PaperGame("own2", "hive", (2,)))) == "hall.same_game"
    others = (
        PaperGame("own3", " ", (2,)),
        PaperGame("own3", "X", ()),
        PaperGame("own3", "X", (1, 2)),
        PaperGame("own3", "X", (2,), 0, "dice"),
    )
    for bad in others:
        assert desk.refused(acts.Invent(bad)) == "hall.bad_game"


@pytest.mark.parametrize("sizes", [(), (1, 2), (2, 21), (2, 10**12), (2,) * 21])
def test_a_box_seats_as_many_as_fit_at_a_table(desk: Desk, sizes: tuple[int, ...]) -> None:
    """A box for a million people took the hall all memory, counting its points place by place."""
    assert desk.refused(acts.Bring(Box("b9", "nile", sizes, "9"))) == "hall.bad_box"


# ---- points ------------------------------------------------------------------------------------


def test_the_table_of_points_is_chosen_before_the_first_result(desk: Desk) -> None:
    desk.do(acts.Arrange(scheme="own", table=((5, 0), (9, 4, 1), (9, 5, 2, 0))))
    for bad in (((1, 2),), ((5,),), ((5, -1),)):
        assert desk.refused(acts.Arrange(table=bad)) == "hall.bad_points"
    assert desk.refused(acts.Arrange(bye="many")) == "hall.bad_points"
    assert desk.refused(acts.Arrange(breaks=("luck",))) == "hall.no_such_break"
    desk.draw()
    desk.do(acts.Publish(1))
    desk.do(acts.Start(1))
    desk.play(1)
    best = standings(desk.night).rows[0]
    assert best.points == "9"
    assert desk.refused(acts.Arrange(table=((6, 2),))) == "hall.points_published"
    assert desk.refused(acts.Arrange(bye="3")) == "hall.points_published"


def test_without_a_lot_people_who_are_equal_share_their_place(desk: Desk) -> None:
    desk.do(acts.Arrange(breaks=("wins",)))
    desk.draw()
    desk.do(acts.Publish(1))
    desk.do(acts.Start(1))
    desk.play(1)
    ranks = [row.rank for row in standings(desk.night).rows]
    assert ranks[:2] == [1, 1]
    assert 2 not in ranks


@pytest.mark.parametrize(
    ("plan", "waits", "breaks", "late"),
    [({}, "0", "0", "0"), ({"bye": "", "broken": "3", "missed": "2"}, "0", "3", "2")],
)
def test_waiting_a_broken_table_and_a_missed_round_bring_what_was_chosen(
    desk: Desk, plan: dict[str, str], waits: str, breaks: str, late: str
) -> None:
    """In round 2 somebody waits, one table gives no result, and one person had not come to the
    first; whoever won their only game has the average of six."""
    desk.do(acts.Arrange(**plan))  # type: ignore[arg-type]
    desk.do(acts.Break("b1"))
    desk.do(acts.Bring(Box("b2", "jars", (3,), "2")))
    desk.do(acts.Bring(Box("b4", "jars", (3,), "4")))
    desk.draw()
    desk.do(acts.Publish(1))
    desk.do(acts.Start(1))
    one, two = desk.night.published[0].tables
    desk.do(acts.ReportResult(result(1, one)))
    desk.do(acts.Excuse(1, two.box))
    (waiting,) = desk.night.published[0].waiting
    desk.do(acts.Enter((Person("p8", "Late"),)))
    table = standings(desk.night)
    for who, due in ((two.people[0], breaks), (waiting, waits), ("p8", late)):
        row = table.row(who)
        assert row is not None
        assert row.games == 0
        assert row.points == due, "whoever has no game of their own has no average yet"
    winner = one.people[0]
    desk.draw()
    desk.do(acts.Publish(2))
    desk.do(acts.Start(2))
    again = desk.night.published[1].table_of(winner)
    if again is not None:
        desk.do(acts.Excuse(2, again.box))
        assert points_of(desk, winner) == {"": "12", "3": "9"}[plan.get("broken", "")]
    same_after_a_restart(desk)


def test_a_penalty_is_taken_off_once_stays_on_record_and_can_be_pardoned(running: Desk) -> None:
    running.play(1)
    best = standings(running.night).rows[0]
    for _ in range(2):
        running.do(acts.Penalise("k1", best.person, 1.5, "Came late"))
    assert points_of(running, best.person) == "4.5"
    row = standings(running.night).row(best.person)
    assert row is not None
    assert row.gains[-1].told().key == "hall.points.penalty"
    assert row.games == 1, "a penalty is no game"
    assert running.refused(acts.Penalise("k2", best.person, 0, "x")) == "hall.bad_penalty"
    assert running.refused(acts.Penalise("k2", best.person, 2, " ")) == "hall.bad_penalty"
    running.do(acts.Pardon("k1"))
    assert points_of(running, best.person) == "6"
    assert running.night.penalties[0].pardoned, "and it is still there to be read"
    same_after_a_restart(running)
