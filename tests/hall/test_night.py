"""The night as its journal tells it: acts that stand, acts that don't, and nothing twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.core.decode import decode
from companion.hall.errors import HallError
from companion.hall.evening import read_back
from companion.hall.night import acts, queue, state
from companion.hall.night.decisions import decide
from companion.hall.night.fold import followed
from companion.hall.night.next_round import mark, to_draw
from companion.hall.night.state import CONFIRMED, DISPUTED, Night, key
from companion.hall.records import Box, Person, Placed, Result, Rule, Sitting
from companion.hall.scores.standings import standings
from companion.hall.seating.solver import draw
from companion.journal import Journal
from companion.words import load

ENGLISH = load("en", strict=True)


class Desk:
    """Decides acts and writes them into a real journal, as the hall does."""

    def __init__(self, folder: Path) -> None:
        self.journal = Journal.open(folder / "night.sqlite")
        self.night = Night()
        self.at = 1000.0

    def do(self, act: acts.NightAct, by: str = "organiser") -> int:
        entries = decide(self.night, act, at=self.at, by=by)
        for kind, body in entries:
            entry = self.journal.append(kind, body)
            self.night = followed(self.night, kind, entry.body or {})
        return len(entries)

    def refused(self, act: acts.NightAct) -> str:
        before = self.night
        with pytest.raises(HallError) as wrong:
            self.do(act)
        assert self.night == before
        assert ENGLISH.say(wrong.value.say)
        return wrong.value.say.key

    def draw(self) -> None:
        scores = standings(self.night).scores() if self.night.results else None
        seating = draw(replace(to_draw(self.night, scores), effort=1))
        self.do(acts.Keep(seating.rounds, seating.seed, seating.method, mark(self.night)))

    def play(self, number: int) -> None:
        for table in self.night.published[number - 1].tables:
            self.do(acts.ReportResult(result(number, table)))
            self.do(acts.Confirm(number, table.box, table.people[1]))


def result(number: int, table: Sitting, *places: int) -> Result:
    order = places or range(1, len(table.people) + 1)
    placed = tuple(Placed(w, p) for w, p in zip(table.people, order, strict=True))
    return Result(number, table.box, placed, table.people[0])


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    made = Desk(tmp_path)
    made.do(acts.Arrange(name="Spring", rounds=3, minutes=30))
    made.do(acts.Enter(tuple(Person(f"p{k}", f"Person {k}") for k in range(1, 9))))
    for k in range(1, 5):
        made.do(acts.Bring(Box(f"b{k}", "nile" if k < 3 else "jars", (2,), str(k))))
    return made


def test_a_night_is_planned_published_played_and_read_back_from_its_journal(desk: Desk) -> None:
    desk.draw()
    for number in (1, 2, 3):
        desk.do(acts.Publish(len(desk.night.published) + 1))
        desk.do(acts.Start(len(desk.night.published)))
        desk.play(number)
    desk.do(acts.Finish())
    assert desk.night.phase == "over"
    assert all(known.status == CONFIRMED for known in desk.night.results.values())
    assert len(desk.night.results) == 12
    assert read_back(desk.journal.entries()).night == desk.night


def test_no_round_starts_while_a_result_is_missing_and_a_dispute_stops_nobody(desk: Desk) -> None:
    desk.draw()
    desk.do(acts.Publish(len(desk.night.published) + 1))
    assert desk.refused(acts.Publish(len(desk.night.published) + 1)) == "hall.round_waiting"
    desk.do(acts.Start(len(desk.night.published)))
    desk.do(acts.Publish(len(desk.night.published) + 1, early=True))
    assert desk.refused(acts.Start(len(desk.night.published))) == "hall.results_missing"
    first, *others = desk.night.published[0].tables
    for table in others:
        desk.do(acts.ReportResult(result(1, table)))
    desk.do(acts.ReportResult(result(1, first)))
    desk.do(acts.Dispute(1, first.box, first.people[1], "it was my point"))
    assert desk.refused(acts.Confirm(1, first.box, first.people[1])) == "hall.result_disputed"
    assert desk.do(acts.Start(len(desk.night.published))) == 1
    assert standings(desk.night).disputed == 1
    row = standings(desk.night).row(first.people[0])
    assert row is not None
    assert row.games == 0, "a disputed result waits"


def test_a_result_sent_twice_counts_once_and_a_different_one_waits_for_the_referee(
    desk: Desk,
) -> None:
    desk.draw()
    desk.do(acts.Publish(len(desk.night.published) + 1))
    table = desk.night.drawn[0].tables[0]
    assert desk.refused(acts.ReportResult(result(2, table))) == "hall.wrong_round"
    desk.do(acts.Start(len(desk.night.published)))
    table, other = desk.night.published[0].tables[:2]
    assert desk.do(acts.ReportResult(result(1, table))) == 1
    assert desk.do(acts.ReportResult(result(1, table)), by="another referee") == 0
    assert desk.do(acts.ReportResult(result(1, table, 2, 1))) == 1
    known = desk.night.results[key(1, table.box)]
    assert known.status == DISPUTED
    assert len(known.others) == 1
    desk.do(acts.Correct(1, table.box, result(1, table, 2, 1).places, "asked both"), by="Ref")
    known = desk.night.results[key(1, table.box)]
    assert known.status == CONFIRMED
    assert len(known.others) == 2, "nothing that was reported is deleted"
    strangers = Result(1, table.box, result(1, other).places)
    assert desk.refused(acts.ReportResult(strangers)) == "hall.wrong_people"
    gap = result(1, other, 1, 3)
    assert desk.refused(acts.ReportResult(gap)) == "hall.wrong_places"


def test_what_is_published_stays_when_people_and_boxes_change(desk: Desk) -> None:
    desk.draw()
    desk.do(acts.Publish(len(desk.night.published) + 1))
    stood = desk.night.published
    late = acts.Enter((Person("p9", "Late"), Person("p1", "somebody else's id")))
    for act in (acts.LeaveNight("p8"), acts.Break("b4"), late):
        assert desk.do(act) == 1
        assert desk.do(act) == 0, "done already"
    assert desk.night.published == stood
    assert desk.night.stale
    assert not desk.night.drawn
    assert desk.night.people["p1"].name == "Person 1"
    desk.do(acts.Start(len(desk.night.published)))
    desk.play(1)
    desk.draw()
    later = desk.night.drawn[0]
    seats = [who for table in later.tables for who in table.people]
    assert "p8" not in (*seats, *later.waiting)
    assert {"b4"}.isdisjoint(table.box for table in later.tables)
    assert len(later.waiting) == 2
    assert desk.night.stale is False
    desk.do(acts.Return("p8"))
    assert "p8" in {person.id for person in desk.night.here}


def test_a_draw_for_a_night_that_changed_meanwhile_is_refused(desk: Desk) -> None:
    seating = draw(to_draw(desk.night))
    keep = acts.Keep(seating.rounds, seating.seed, seating.method, mark(desk.night))
    desk.do(acts.LeaveNight("p1"))
    assert desk.refused(keep) == "hall.draw_is_stale"


def test_a_swap_by_hand_is_marked_for_ever_with_its_cost_and_can_be_taken_back(desk: Desk) -> None:
    desk.draw()
    before = desk.night.drawn
    one, two = (table.people[0] for table in before[1].tables[:2])
    desk.do(acts.SwapSeats(2, one, two, "they asked"), by="Vera")
    hand = desk.night.hands[0]
    assert (hand.by, hand.reason, set(hand.cost)) == (
        "Vera",
        "they asked",
        {"broken", "repeats", "game_repeats", "starts"},
    )
    assert desk.night.drawn != before
    desk.do(acts.Unswap())
    assert desk.night.drawn == before
    assert desk.night.hands[0].undone
    assert desk.refused(acts.Unswap()) == "hall.nothing_by_hand"
    assert desk.refused(acts.SwapSeats(9, one, two)) == "hall.no_such_round"


def test_wrong_seats_noticed_late_are_swapped_and_results_stay_with_the_seats(desk: Desk) -> None:
    desk.draw()
    desk.do(acts.Publish(len(desk.night.published) + 1))
    desk.do(acts.Start(len(desk.night.published)))
    a, b = desk.night.published[0].tables[:2]
    desk.do(acts.ReportResult(result(1, a)))
    desk.do(acts.SwapSeats(1, a.people[0], b.people[0], "they sat the other way round"))
    places = desk.night.results[key(1, a.box)].result.places
    assert [each.person for each in places] == [b.people[0], a.people[1]]


def test_the_clock_gives_one_table_extra_time_and_never_runs_backwards(desk: Desk) -> None:
    assert desk.refused(acts.Pause()) == "hall.no_clock"
    desk.draw()
    desk.do(acts.Publish(len(desk.night.published) + 1))
    desk.do(acts.Start(len(desk.night.published)))
    running = desk.night.clock
    assert running is not None
    assert state.left(running, 1000.0) == 1800
    desk.at = 1600.0
    desk.do(acts.Pause())
    desk.at = 500.0  # somebody set the machine's clock back
    desk.do(acts.Resume())
    desk.do(acts.Grant(300, 1, "b2"))
    running = desk.night.clock
    assert running is not None
    assert state.left(running, 1700.0) == 1100
    assert state.left(running, 1700.0, "b2") == 1400
    assert desk.night.latest == 1600.0


def test_the_queue_puts_urgent_calls_first_and_lets_nobody_wait_for_ever(desk: Desk) -> None:
    calls = [("a", "note", 0.0), ("b", "dispute", 60.0), ("c", "seat", 90.0)]
    for name, kind, after in calls:
        desk.at = 1000.0 + after
        desk.do(acts.CallReferee(name, "b1", kind))
    assert [c.id for c in queue.waiting(desk.night.calls, 1100.0)] == ["b", "c", "a"]
    desk.do(acts.Claim("b", "Ref"))
    assert desk.do(acts.Claim("b", "Ref")) == 0
    assert desk.refused(acts.Claim("b", "Other")) == "hall.call_claimed"
    assert desk.do(acts.CallReferee("c", "b1", "seat")) == 1
    assert [c.times for c in desk.night.calls if c.id == "c"] == [2], "raised again, queued once"
    desk.do(acts.AnswerCall("b", "Red is right", "5", "6", reversal=True), by="Ref")
    (answered,) = [c for c in desk.night.calls if c.id == "b"]
    assert not queue.shown(answered), "a reversal waits until the referee has said it"
    desk.do(acts.Announce("b"))
    assert queue.shown(next(c for c in desk.night.calls if c.id == "b"))
    old = queue.waiting(desk.night.calls, 1000.0 + 3600)
    assert {c.id for c in old} == {"a", "c"}
    assert queue.urgency(old[-1], 1000.0 + 3600) < 0


def test_a_box_that_breaks_while_it_is_played_is_carried_on_at_another_or_excused(
    desk: Desk,
) -> None:
    desk.do(acts.Bring(Box("b5", "nile", (2,), "5")))
    desk.draw()
    desk.do(acts.Publish(len(desk.night.published) + 1))
    desk.do(acts.Start(len(desk.night.published)))
    tables = desk.night.published[0].tables
    free = next(box for box in desk.night.boxes if box not in {t.box for t in tables})
    game = desk.night.boxes[free].game
    hurt = next(t for t in tables if t.game == game)
    other = next(t for t in tables if t.game != game)
    desk.do(acts.Break(hurt.box))
    assert desk.refused(acts.MoveSitting(1, other.box, free)) == "hall.box_differs"
    desk.do(acts.MoveSitting(1, hurt.box, free))
    desk.do(acts.Excuse(1, other.box, "the box fell down"))
    assert (1, other.box) not in desk.night.missing
    assert (1, free) in desk.night.missing


def test_a_swiss_night_draws_one_round_at_a_time_and_a_king_has_a_final(desk: Desk) -> None:
    desk.do(acts.Arrange(format="swiss"))
    desk.draw()
    assert len(desk.night.drawn) == 1
    desk.do(acts.Publish(len(desk.night.published) + 1))
    desk.do(acts.Start(len(desk.night.published)))
    desk.play(1)
    wanted = to_draw(desk.night, standings(desk.night).scores())
    assert wanted.rounds == 2
    assert wanted.scores
    desk.do(acts.Arrange(format="king", rounds=2, final=2))
    best = standings(desk.night)
    final = to_draw(desk.night, best.scores()).final
    assert final == tuple(row.person for row in best.rows[:2])


@pytest.mark.parametrize(
    "act",
    [
        acts.Arrange(format="jousting"),
        acts.Arrange(rounds=0),
        acts.Arrange(minutes=0),
        acts.Arrange(confirm="nobody"),
        acts.LeaveNight("stranger"),
        acts.Break("b99"),
        acts.Bring(Box("b9", "nile", (1,))),
        acts.Bring(Box("b9", "nile", (2,), "1")),
        acts.Bind(Rule("apart", ("p1", "stranger"))),
        acts.Publish(1),
        acts.Start(1),
        acts.Claim("none", "Ref"),
        acts.AnswerCall("none"),
        acts.Announce("none"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence_and_changes_nothing(
    desk: Desk, act: acts.NightAct
) -> None:
    assert desk.refused(act).startswith("hall.")


def test_an_act_comes_from_a_page_as_plain_json() -> None:
    act: Any = decode(b'{"type":"swap","round":2,"one":"p1","two":"p2"}', acts.AnyAct)
    assert act == acts.SwapSeats(2, "p1", "p2")


def test_an_entry_of_a_newer_hall_changes_nothing() -> None:
    assert followed(Night(), "levitated", {"who": "p1"}) == Night()


def test_the_next_round_is_announced_early_only_on_purpose_and_taken_back(desk: Desk) -> None:
    desk.draw()
    desk.do(acts.Publish(1))
    desk.do(acts.Start(1))
    assert desk.refused(acts.Publish(2)) == "hall.still_playing"
    drawn = desk.night.drawn
    desk.do(acts.Publish(2, early=True))
    assert desk.do(acts.Publish(2, early=True)) == 0, "tapped twice, announced once"
    desk.do(acts.Unpublish(2))
    assert (desk.night.drawn, len(desk.night.published)) == (drawn, 1)
    assert desk.night.taken_back == 2
    desk.play(1)
    desk.do(acts.Publish(2))
    desk.do(acts.Start(2))
    assert desk.refused(acts.Unpublish(2)) == "hall.round_begun"
    assert desk.do(acts.Start(2)) == 0
    assert desk.refused(acts.Grant(300, 1)) == "hall.round_is_past"
    assert read_back(desk.journal.entries()).night == desk.night


def test_a_round_taken_back_after_somebody_came_is_drawn_again(desk: Desk) -> None:
    desk.draw()
    desk.do(acts.Publish(1))
    desk.do(acts.Enter((Person("p9", "Late"),)))
    desk.do(acts.Unpublish(1))
    assert desk.night.drawn == ()
    assert desk.night.stale


def test_people_speak_about_a_result_only_until_it_is_settled_or_they_have_gone_on(
    desk: Desk,
) -> None:
    desk.draw()
    desk.do(acts.Publish(1))
    desk.do(acts.Start(1))
    table, other, *rest = desk.night.published[0].tables
    for one in (table, other, *rest):
        desk.do(acts.ReportResult(result(1, one)))
    desk.do(acts.Confirm(1, table.box, table.people[1]))
    assert desk.refused(acts.Dispute(1, table.box, "7")) == "hall.result_settled"
    desk.do(acts.Publish(2))
    desk.do(acts.Start(2))
    assert desk.refused(acts.Dispute(1, other.box, "7")) == "hall.sitting_over"
    late = acts.Confirm(1, other.box, other.people[1])
    assert desk.refused(late) == "hall.sitting_over"
    assert desk.do(acts.Dispute(1, table.box, "Rita", referee=True)) == 1, "the referee still may"


def test_changes_by_hand_die_with_the_draw_they_belong_to(desk: Desk) -> None:
    desk.draw()
    one, two = (desk.night.drawn[0].tables[k].people[0] for k in (0, 1))
    desk.do(acts.SwapSeats(1, one, two))
    desk.do(acts.Enter((Person("p9", "Late"),)))
    assert all(hand.undone for hand in desk.night.hands)
    desk.draw()
    drawn = desk.night.drawn
    assert desk.refused(acts.Unswap()) == "hall.nothing_by_hand"
    assert desk.night.drawn == drawn


def test_nobody_is_renamed_to_a_name_that_is_taken_or_none(desk: Desk) -> None:
    for name in ("person  2", "PERSON 2", "Ｐerson 2"):
        assert desk.refused(acts.ChangePerson(Person("p1", name))) == "hall.same_name"
    for name in ("", "  ", "x" * 61):
        assert desk.refused(acts.ChangePerson(Person("p1", name))) == "hall.bad_name"
    desk.do(acts.ChangePerson(Person("p1", "person 1")))
    assert desk.night.people["p1"].name == "person 1", "the own name may be written otherwise"
