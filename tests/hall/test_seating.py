"""The draw of a night: what it must never do, and how good it has to be."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from companion.hall.errors import BadNight
from companion.hall.records import APART, TOGETHER, Box, Person, Round, Rule, Sitting, Wanted
from companion.hall.seating.annealing import Stirring
from companion.hall.seating.bounds import (
    bounds_of,
    changes,
    fewest_games,
    fewest_repeats,
    shapes_of,
)
from companion.hall.seating.designs import design
from companion.hall.seating.messages import why
from companion.hall.seating.model import compiled
from companion.hall.seating.quality import sheet, told
from companion.hall.seating.search import Guide, SeatingNight, SeatingSearch
from companion.hall.seating.solver import _start, draw, propose
from companion.hall.seating.swaps import Cost, SwapCosts, swapped
from companion.words import LANGUAGES, load
from tests.bench.proving import PROVEN
from tests.hall.checker import complaints, fewest_game_repeats, measures
from tests.hall.nights import boxes, equal, even_supply, people, plain, random_night


@pytest.mark.parametrize("seed", range(2001, 2021))
def test_a_night_nobody_planned_breaks_no_rule_the_independent_reader_knows(seed: int) -> None:
    wanted = random_night(seed, most=18)
    seating = draw(wanted)
    assert complaints(plain(wanted), plain(seating)) == []
    ours, theirs = sheet(wanted, seating), measures(plain(wanted), plain(seating))
    assert (ours.repeats, ours.game_repeats, ours.start_defects) == (
        theirs["repeats"],
        theirs["games"],
        theirs["starts"],
    )
    assert theirs["starts"] == 0


def test_the_reader_notices_what_is_wrong() -> None:
    wanted = equal(16, 2)
    good = plain(draw(wanted))
    table = good["rounds"][1]["tables"][0]["people"]
    table[0] = table[1]
    assert any("twice" in each for each in complaints(plain(wanted), good))
    del good["rounds"][1]
    assert any("rounds are" in each for each in complaints(plain(wanted), good))


@pytest.mark.parametrize(
    ("count", "rounds", "most"), [(16, 5, 0), (20, 6, 22), (24, 7, 0), (28, 8, 0), (100, 8, 0)]
)
def test_equal_tables_repeat_no_more_than_published_and_every_seat_is_even(
    count: int, rounds: int, most: int
) -> None:
    wanted = equal(count, rounds, effort=1)
    found = measures(plain(wanted), plain(draw(wanted)))
    assert found["repeats"] <= most
    assert found["seats"] == 0


def test_a_design_never_lets_two_points_meet_twice() -> None:
    for tables, size, rounds in ((5, 2, 9), (5, 3, 7), (6, 4, 7), (9, 4, 9), (8, 5, 8)):
        name, found = design(tables, size, rounds)
        met = [frozenset((a, b)) for r in found for t in r for a in t for b in t if a < b]
        assert len(found) == rounds, name
        assert len(met) == len(set(met)), name
        assert all(sorted(p for t in r for p in t) == list(range(tables * size)) for r in found)


def test_with_an_even_supply_everybody_plays_everything_once_and_meets_nobody_twice() -> None:
    wanted = even_supply(40)
    found = measures(plain(wanted), plain(draw(wanted)))
    assert (found["repeats"], found["games"], found["starts"]) == (0, 0, 0)


def test_with_an_uneven_supply_game_repeats_stand_at_their_bound() -> None:
    kinds = [("nile", 2)] * 2 + [("ankh", 4)] * 2 + [("jars", 4), ("sand", 4), ("kites", 4)]
    wanted = Wanted(people=people(24), boxes=boxes(*kinds), rounds=4)
    seating = plain(draw(wanted))
    found = measures(plain(wanted), seating)
    assert (found["repeats"], found["games"]) == (0, 8)
    assert fewest_game_repeats(plain(wanted), seating) == bounds_of(wanted).game_repeats == 8


FIVES = [("nile", 2), ("ankh", 4), ("ankh", 4), ("jars", 4), ("sand", 5), ("kites", 5)]


def test_a_hall_of_twos_to_fives_gets_the_fewest_game_repeats_that_were_proven() -> None:
    wanted = Wanted(people=people(24), boxes=boxes(*FIVES), rounds=4)
    problem = compiled(wanted).problem
    stirring = Stirring(problem, _start(problem, 26), 26)
    stirring.stir(100_000, (0, PROVEN["24, with fives"][1]))
    assert stirring.found == PROVEN["24, with fives"]
    assert SeatingNight(problem, stirring.best).ranks()[:3] == (0, *stirring.found)


def test_stirring_keeps_its_count_and_every_rule_and_need() -> None:
    guests = list(people(24))
    guests[3] = replace(guests[3], needs=("quiet",))
    stands = [replace(box, offers=("quiet",)) if k % 2 else box
              for k, box in enumerate(boxes(*FIVES))]  # fmt: skip
    rules = (Rule(APART, ("p1", "p2")), Rule(TOGETHER, ("p5", "p6")))
    wanted = Wanted(people=tuple(guests), boxes=tuple(stands), rounds=4, rules=rules)
    problem = compiled(wanted).problem
    search = SeatingSearch(SeatingNight(problem, _start(problem, 1)), Guide(), 1)
    search.walk(400, (0, *(10**9,) * 5))
    assert search.ranks[0] == 0
    stirring = Stirring(problem, search.best, 1)
    stirring.stir(20_000, (0, 0))
    now = SeatingNight(problem, np.array(stirring.at, np.int32)).ranks()
    assert now[:3] == (0, *stirring.now)
    assert stirring.found <= search.ranks[1:3]


def test_the_same_seed_gives_the_same_night_and_another_seed_another() -> None:
    wanted = even_supply(20, rounds=3)
    assert draw(wanted) == draw(wanted)
    assert draw(wanted).rounds != draw(replace(wanted, seed=2)).rounds


def test_seven_people_with_boxes_for_two_take_turns_at_waiting() -> None:
    wanted = Wanted(people=people(7), boxes=boxes(*[("nile", 2)] * 5), rounds=7)
    seating = draw(wanted)
    assert sorted(each.waiting[0] for each in seating.rounds) == [p.id for p in wanted.people]
    who = seating.rounds[2].waiting[0]
    assert [line.key for line in why(wanted, seating, who, 3)] == [
        "hall.why.no_seat",
        "hall.why.first_wait",
    ]


def test_nobody_one_person_and_no_box_get_a_sentence() -> None:
    words = load("en", strict=True)
    nights = [
        Wanted(people=(), boxes=boxes(("nile", 2)), rounds=1),
        Wanted(people=people(1), boxes=boxes(("nile", 2)), rounds=1),
        Wanted(people=people(4), boxes=(), rounds=1),
        Wanted(people=people(4), boxes=boxes(("nile", 2)), rounds=0),
    ]
    for night in nights:
        with pytest.raises(BadNight) as wrong:
            draw(night)
        assert words.say(wrong.value.say)


def test_needs_and_wishes_are_kept_before_anything_else() -> None:
    wanted = equal(24, 5, effort=1)
    quiet = tuple(replace(b, offers=("quiet",)) for b in wanted.boxes[:2]) + wanted.boxes[2:]
    guests = (Person("p1", "Person 1", ("quiet",)), *wanted.people[1:])
    rules = (Rule(APART, ("p2", "p3", "p4")), Rule(TOGETHER, ("p5", "p6")))
    wanted = replace(wanted, people=guests, boxes=quiet, rules=rules)
    seating = draw(wanted)
    assert measures(plain(wanted), plain(seating))["broken"] == 0 == sheet(wanted, seating).broken


def test_whoever_leaves_and_comes_changes_only_what_is_not_published() -> None:
    wanted = replace(equal(24, 5), boxes=boxes(*[("ankh", (3, 4))] * 6))
    first = draw(wanted)
    rest = (*wanted.people[2:], Person("late", "Late"))
    later = replace(wanted, people=rest, fixed=first.rounds[:2])
    again = draw(later)
    assert again.rounds[:2] == first.rounds[:2]
    assert complaints(plain(later), plain(again)) == []
    assert measures(plain(later), plain(again))["repeats"] == 0


def test_bounds_are_known_before_the_draw_with_what_one_more_would_change() -> None:
    crowded = Wanted(
        people=people(18), boxes=boxes(("a", 4), ("b", 4), ("c", 4), ("d", 6)), rounds=4
    )
    found = bounds_of(crowded)
    assert found.crowded
    assert found.repeats > 0
    odd = Wanted(people=people(7), boxes=boxes(*[("nile", 2)] * 3), rounds=2)
    assert bounds_of(odd).waiting == 2
    kinds = {(each.what, each.by): each.bounds.waiting for each in changes(odd)}
    assert kinds["person", -1] == 0
    assert kinds["person", 1] == 4, "eight people need a fourth box"


def test_the_cost_of_a_swap_is_what_the_sheet_says_afterwards() -> None:
    wanted = even_supply(20)
    seating = draw(wanted)
    weighing = SwapCosts(wanted, seating.rounds, 2)
    before = sheet(wanted, seating)
    for swap in weighing.all("p3")[::5]:
        rounds = tuple(
            swapped(r, swap.one, swap.two) if r.number == 2 else r for r in seating.rounds
        )
        after = sheet(wanted, replace(seating, rounds=rounds))
        assert swap.cost.repeats == after.repeats - before.repeats
        assert swap.cost.game_repeats == after.game_repeats - before.game_repeats
    assert Cost(0, 1, -5).verdict == "worse", "ranks, never a sum"


def test_every_seat_of_the_night_is_explained_in_every_language() -> None:
    wanted = replace(even_supply(20, rounds=3), rules=(Rule(APART, ("p1", "p2")),))
    wanted = replace(wanted, people=(Person("p1", "Anna", note="x"), *wanted.people[1:]))
    seating = draw(wanted)
    for language in LANGUAGES:
        words = load(language, strict=True)
        for who in ("p1", "p9"):
            for number in (1, 2, 3):
                lines = why(wanted, seating, who, number, organiser=True)
                assert len(lines) >= 4
                assert all(words.say(line) for line in lines)
        assert all(words.say(line) for line in told(sheet(wanted, seating)))
    public = why(wanted, seating, "p1", 1)
    assert "hall.why.apart" not in [line.key for line in public], "wishes are the organiser's"


@pytest.mark.parametrize("wanted", [even_supply(20, rounds=3), equal(17, 3, effort=2)])
def test_a_draw_tells_how_far_it_is_and_is_the_same_whether_anybody_hears_it(
    wanted: Wanted,
) -> None:
    heard: list[float] = []
    assert draw(wanted, heard.append) == draw(wanted)
    assert heard == sorted(heard)
    assert all(0 <= part < 1 for part in heard)


def test_a_swiss_round_brings_like_scores_together_without_repeats() -> None:
    wanted = equal(16, 1, effort=1)
    first = draw(wanted)
    scores = {person.id: float(k // 4) for k, person in enumerate(wanted.people)}
    swiss = replace(wanted, rounds=2, fixed=first.rounds, scores=scores)
    found = sheet(swiss, draw(swiss))
    plainly = sheet(swiss, draw(replace(swiss, scores={})))
    assert found.repeats == 0
    assert found.spread < plainly.spread


def test_the_final_gets_its_table_and_everybody_else_is_drawn_around_it() -> None:
    wanted = equal(16, 2, effort=1)
    first = draw(wanted)
    final = ("p3", "p7", "p1", "p12")
    last = draw(replace(wanted, rounds=3, fixed=first.rounds, final=final)).rounds[-1]
    assert sorted(last.tables[0].people) == sorted(final)
    assert len(last.tables) == 4


def test_on_a_free_evening_whoever_waits_longest_sits_first() -> None:
    guests = people(5)
    ready = {who.id: float(k) for k, who in enumerate(reversed(guests))}
    assert propose({"p1": 0.0}, guests, boxes(("nile", 2))) == ()
    (table,) = propose(ready, guests, boxes(("nile", 2)))
    assert sorted(table.people) == ["p4", "p5"]
    played = (Round(1, (Sitting("b1", "nile", ("p4", "p5")),)),)
    tables = propose(ready, guests, boxes(("nile", 2), ("nile", 2)), played)
    assert all(sorted(each.people) != ["p4", "p5"] for each in tables), "they have met"


def test_boxes_left_over_take_turns_so_that_games_come_up_evenly() -> None:
    wanted = Wanted(people=people(8), boxes=boxes(("a", 4), ("b", 4), ("c", 4)), rounds=3, effort=1)
    used = [table.game for each in draw(wanted).rounds for table in each.tables]
    assert sorted(used) == ["a", "a", "b", "b", "c", "c"]


def test_a_hall_box_is_never_asked_for_a_size_it_does_not_have() -> None:
    odd = (Box("b1", "jars", (3, 5)), Box("b2", "jars", (3, 5)))
    wanted = Wanted(people=people(7), boxes=odd, rounds=1)
    assert [len(t.people) for t in draw(wanted).rounds[0].tables] in ([3, 3], [5])
    assert complaints(plain(wanted), plain(draw(wanted))) == []


def test_no_draw_beats_the_bounds_by_counting() -> None:
    """Small uneven nights, drawn at a glance: what was found is never below what was proven."""
    chance = Random(5)
    tight = 0
    for _ in range(8):
        sizes = [chance.choice((2, 2, 3, 4, 5)) for _ in range(chance.randint(3, 5))]
        kinds = [(f"g{min(n, chance.randint(0, 4))}", size) for n, size in enumerate(sizes)]
        wanted = Wanted(
            people=people(sum(sizes)), boxes=boxes(*kinds), rounds=chance.randint(2, 4), effort=1
        )
        shapes = shapes_of(wanted)
        found = measures(plain(wanted), plain(draw(wanted)))
        least = fewest_repeats(sum(sizes), shapes)
        assert found["repeats"] >= least
        assert found["games"] >= fewest_games(sum(sizes), shapes, found["repeats"])
        tight += found["repeats"] == least > 0
    assert tight > 0, "the bound is never reached: it says too little"


def test_twelve_people_at_twos_and_fours_have_to_meet_again() -> None:
    shape = ((("nile", 2), ("nile", 2), ("a", 4), ("b", 4)), 0)
    assert fewest_repeats(12, [shape] * 4) == 2
    assert [fewest_games(12, [shape] * 4, repeats) for repeats in (0, 2)] == [14, 12]
    five = ((("nile", 2), ("a", 4), ("a", 4), ("b", 4), ("c", 5), ("d", 5)), 0)
    assert fewest_games(24, [five] * 4, 0) == 10


KINDS = (("wall", (2, 3, 4)), ("wall", (2, 3, 4)), ("bowl", (2, 3, 4, 5, 6)),
         ("dig", (2, 3, 4, 5, 6)), ("kheops", (2,)), ("sphinx", (2, 3, 4)))  # fmt: skip


def test_tables_are_filled_in_the_way_that_makes_the_better_night() -> None:
    """As full as possible, eight pairs of seventeen people meet again, one in every round."""
    wanted = Wanted(people=people(17), boxes=boxes(*KINDS), rounds=3, effort=1)
    found = {}
    for fill in ("full", "even", "best"):
        way = replace(wanted, fill=fill)
        found[fill] = sheet(way, draw(way))
    assert found["full"].repeats >= 8 > found["even"].repeats == 0
    assert (found["best"].repeats, found["best"].worst_pair) == (0, 1)
    assert bounds_of(replace(wanted, fill="best")).repeats == 0


@pytest.mark.parametrize("fill", ["full", "even"])
def test_no_round_leaves_out_a_box_that_somebody_needs_while_another_would_do(fill: str) -> None:
    some = people(17)
    for number in range(6):
        hall = list(boxes(*KINDS))
        hall[number] = replace(hall[number], offers=("step_free",))
        needy = (replace(some[0], needs=("step_free",)), *some[1:])
        wanted = Wanted(people=needy, boxes=tuple(hall), rounds=3, fill=fill, effort=1)
        assert sheet(wanted, draw(wanted)).broken == 0
