"""How explorations of the bowl end, as a scale and a tilt switch feel them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rooms.bowl import scale
from companion.senses.scale.health import Ailment
from companion.senses.scale.landslide import Phase, disarmed, overruled
from companion.senses.scale.outcomes import WeightFinding, opinion, outcomes
from companion.senses.scale.stillness import Sample
from companion.senses.scale.verdict import Why, may_overrule
from companion.words import load
from hardware.simulated.bowl_stories import STORIES, play
from tests.bench.weigh_traces import Mark, Trace, Wanting, follow, line_about, mark
from tests.senses.bowls import WEIGHTS, Evening

# A staff that weighs as much as a blue boulder, within a few hundredths of a gram.
TWINS = replace(WEIGHTS, staff_g=5.05)
CLAUSES = scale().clauses


def test_one_wanted_boulder_taken_is_clean() -> None:
    evening = Evening().explore("blue", 5.0)
    assert evening.findings == [WeightFinding.CLEAN]
    assert evening.last.colour == "blue"
    assert CLAUSES[evening.last.finding] == ("BOWL-19", "BOWL-O-31")


def test_a_verdict_is_provisional_for_two_seconds_of_quiet_and_then_final() -> None:
    first, final = Evening().explore("blue", 5.0).said
    assert (first.final, final.final) == (False, True)
    assert first.at == final.at
    assert 1.5 < final.said_at - first.at < 2.5


def test_a_hand_that_leaves_empty_took_nothing_and_the_turn_stays_open() -> None:
    evening = Evening().explore("blue", 0.0)
    assert evening.findings == [WeightFinding.NOTHING]
    assert not evening.last.final
    evening.rummage().put(-5.0).wait(0.2).let_go()
    assert evening.findings == [WeightFinding.NOTHING, WeightFinding.CLEAN]


def test_another_colour_is_recognised_by_its_weight() -> None:
    evening = Evening().explore("blue", 2.0)
    assert evening.findings == [WeightFinding.WRONG_COLOUR]
    assert evening.last.colour == "green"


@pytest.mark.parametrize(
    ("lost", "fell"), [(5.0 + 8.0, "red"), (5.0 + 2.0, "green"), (14.0, "staff"), (19.0, "staff")]
)
def test_a_second_thing_that_left_the_bowl_is_a_landslide(lost: float, fell: str) -> None:
    evening = Evening().explore("blue", lost)
    assert evening.findings == [WeightFinding.LANDSLIDE]
    assert evening.last.fell == fell
    assert evening.last.named_sure


@pytest.mark.parametrize("lost", [5.0, 5.05])
def test_where_the_staff_weighs_as_much_as_the_boulder_the_scale_asks(lost: float) -> None:
    evening = Evening(TWINS).explore("blue", lost)
    assert evening.findings == [WeightFinding.ASK]
    assert evening.last.why == Why.TWINS
    assert {choice.finding for choice in evening.last.choices} == {
        WeightFinding.CLEAN,
        WeightFinding.LANDSLIDE,
    }


def test_two_landslides_of_the_same_weight_are_a_landslide_whose_cause_is_unsure() -> None:
    alike = replace(WEIGHTS, boulders=(("red", 8.0), ("blue", 5.0), ("green", 5.02)), staff_g=21.0)
    found = opinion(alike, "red", 13.0, 0.02**2)
    assert found.finding == WeightFinding.LANDSLIDE
    evening = Evening(alike).explore("red", 13.0)
    assert evening.findings == [WeightFinding.LANDSLIDE]
    assert not evening.last.named_sure


def test_what_no_outcome_explains_is_asked_about() -> None:
    evening = Evening().explore("blue", 3.5)
    assert evening.findings == [WeightFinding.ASK]
    assert evening.last.why == Why.UNEXPLAINED


def test_every_reason_to_ask_is_a_question() -> None:
    page = load("en").under("page")
    assert {f"asks_{why}" for why in Why} == {key for key in page if key.startswith("asks_")}
    assert all("?" in page[f"asks_{why}"] for why in Why)


def test_all_outcomes_of_an_exploration_are_thought_of() -> None:
    assert len(set(outcomes(WEIGHTS, "blue"))) == 1 + 1 + 3 + 4 + 2


def test_a_boulder_held_over_the_bowl_and_dropped_back_withdraws_the_verdict() -> None:
    evening = Evening().wait(2).arm("blue").wait(1.5).rummage().put(-5.0).let_go(1.4)
    assert evening.findings == [WeightFinding.CLEAN]
    evening.put(5.0).bowl.strike(20.0)
    evening.wait(3.0)
    assert evening.findings == [WeightFinding.CLEAN, WeightFinding.NOTHING]
    evening.rummage().put(-5.0).wait(0.2).let_go()
    assert evening.findings == [WeightFinding.CLEAN, WeightFinding.NOTHING, WeightFinding.CLEAN]


def test_a_knock_on_the_table_leaves_a_verdict_standing_as_of_its_first_moment() -> None:
    evening = Evening().wait(2).arm("blue").wait(1.5).rummage().put(-5.0).let_go(1.2)
    evening.bowl.strike(25.0)
    evening.wait(4.0)
    assert evening.findings == [WeightFinding.CLEAN]
    assert len({verdict.at for verdict in evening.said}) == 1


def test_a_knock_before_the_hand_comes_is_no_verdict() -> None:
    evening = Evening().wait(2).arm("blue").wait(1)
    evening.bowl.strike(40.0)
    evening.wait(3)
    assert evening.said == []
    assert evening.watch.story.phase == Phase.ARMED


def test_the_staff_that_falls_before_the_exploration_is_over_is_a_landslide() -> None:
    evening = Evening().wait(2).arm("blue").wait(1.5).rummage().put(-5.0).let_go(1.3)
    evening.put(-14.0).wait(4.0)
    assert evening.findings == [WeightFinding.CLEAN, WeightFinding.LANDSLIDE]
    assert evening.last.fell == "staff"


def test_the_staff_that_falls_after_it_is_over_changes_nothing() -> None:
    evening = Evening().explore("blue", 5.0)
    evening.put(-14.0).wait(4.0)
    assert evening.findings == [WeightFinding.CLEAN]


def test_a_landslide_that_was_locked_is_not_undone_by_the_rebuild() -> None:
    evening = Evening().explore("blue", 14.0)
    evening.rummage().put(14.0).wait(0.2).let_go()
    assert evening.findings == [WeightFinding.LANDSLIDE]


@pytest.mark.parametrize(("lost", "fell"), [(14.0, "staff"), (2.0, "green"), (5.0, "blue")])
def test_what_falls_between_turns_is_nobodys_landslide(lost: float, fell: str) -> None:
    evening = Evening().wait(2).put(-lost).wait(2)
    assert evening.findings == [WeightFinding.NO_LANDSLIDE]
    assert evening.last.fell == fell
    assert CLAUSES[evening.last.finding] == ("BOWL-34", "BOWL-O-32")


def test_a_bump_or_a_hand_between_turns_is_nothing_at_all() -> None:
    evening = Evening().wait(2)
    evening.bowl.strike(40.0)
    evening.wait(2).rummage().let_go()
    assert evening.said == []


def test_once_disarmed_the_same_fall_is_no_landslide() -> None:
    evening = Evening().explore("blue", 5.0)
    evening.watch = disarmed(evening.watch, evening.bowl.at)
    evening.wait(1).put(-14.0).wait(2)
    assert evening.findings == [WeightFinding.CLEAN, WeightFinding.NO_LANDSLIDE]


def test_a_tipped_bowl_is_a_landslide_at_once_when_switch_and_weight_agree() -> None:
    evening = Evening().wait(2).arm("blue").wait(1.5).rummage()
    tipped_at = evening.bowl.at
    evening.bowl.tilted = True
    evening.put(-180.0).wait(1.0)
    assert evening.findings == [WeightFinding.LANDSLIDE]
    assert evening.last.fell == "bowl"
    assert evening.last.at - tipped_at <= 0.3


def test_a_tilt_switch_that_trips_without_a_loss_of_weight_alarms_nobody() -> None:
    evening = Evening().wait(2).arm("blue").wait(1.5)
    evening.bowl.tilted = True
    evening.rummage().put(-5.0)
    evening.bowl.tilted = False
    evening.let_go()
    assert evening.findings == [WeightFinding.CLEAN]
    assert "tilt" in {each.name for each in evening.watch.replay.marks}


def test_a_bowl_that_is_gone_without_a_tilt_is_asked_about() -> None:
    evening = Evening().explore("blue", 180.0)
    assert evening.findings == [WeightFinding.ASK]
    assert evening.last.why == Why.BOWL_GONE


def test_a_tipped_bowl_between_turns_is_no_landslide() -> None:
    evening = Evening().wait(2)
    evening.bowl.tilted = True
    evening.put(-180.0).wait(1.0)
    assert evening.findings == [WeightFinding.NO_LANDSLIDE]


def test_a_hand_that_rests_in_the_bowl_is_waited_for() -> None:
    evening = Evening().wait(2).arm("blue").wait(1.5).put(22.0).wait(2.0)
    assert evening.said == []
    evening.put(-27.0).wait(4.0)
    assert evening.findings == [WeightFinding.CLEAN]


def test_a_bowl_that_stays_heavier_is_asked_about() -> None:
    evening = Evening().wait(2).arm("blue").wait(1.5).put(22.0).wait(6.0)
    assert evening.findings == [WeightFinding.ASK]
    assert evening.last.why == Why.HEAVIER


@pytest.mark.parametrize("drift", [-0.03, 0.03])
def test_a_cell_that_drifts_for_half_a_minute_loses_no_boulder(drift: float) -> None:
    evening = Evening(drift=drift).wait(6).arm("yellow").wait(3).rummage(12).put(-1.0)
    evening.wait(0.2).let_go()
    assert evening.findings == [WeightFinding.CLEAN]


def test_a_bowl_touched_before_it_was_ever_weighed_is_asked_about() -> None:
    evening = Evening().arm("blue")
    evening.rummage().put(-5.0).wait(0.2).let_go()
    assert evening.findings == [WeightFinding.ASK]


@pytest.mark.parametrize(
    ("spoiled", "ailment"),
    [(None, Ailment.SILENT), (0x7FFFFF, Ailment.SATURATED), (150_000, Ailment.STUCK)],
)
def test_a_scale_that_fails_in_an_exploration_asks_and_names_the_fault(
    spoiled: int | None, ailment: Ailment
) -> None:
    evening = Evening().wait(2).arm("blue").wait(1.5).rummage()
    evening.spoil = lambda _raw: spoiled
    evening.wait(4.0)
    assert evening.findings == [WeightFinding.ASK]
    assert evening.last.why == Why.FAULT
    assert [fault.ailment for fault in evening.watch.story.faults] == [ailment]


def test_after_a_fault_the_next_exploration_is_judged_again() -> None:
    evening = Evening().wait(2).arm("blue").wait(1)
    evening.spoil = lambda _raw: None
    evening.wait(2.0)
    evening.spoil = lambda raw: raw
    evening.wait(2.0).explore("blue", 5.0)
    assert evening.last.finding == WeightFinding.CLEAN
    assert evening.watch.story.faults == ()


def test_twenty_of_a_hundred_readings_spiking_change_no_verdict() -> None:
    evening = Evening(glitches=0.2).explore("green", 2.0)
    assert evening.findings == [WeightFinding.CLEAN]


def test_ten_samples_a_second_are_enough_with_a_warning() -> None:
    evening = Evening(rate=10.0).wait(4).explore("blue", 5.0)
    assert evening.findings == [WeightFinding.CLEAN]
    assert [fault.ailment for fault in evening.watch.story.faults] == [Ailment.SLOW]


def test_a_verdict_can_be_overruled_for_ten_seconds_and_keeps_its_trace() -> None:
    evening = Evening().explore("blue", 14.0)
    said_at = evening.last.said_at
    state, ruling = overruled(evening.watch, said_at + 9.9, WeightFinding.CLEAN)
    assert ruling is not None
    assert (ruling.verdict, ruling.instead) == (evening.last, WeightFinding.CLEAN)
    assert len(ruling.trace.samples()) > 300
    assert {"armed", "touched", "still", "verdict"} <= {m.name for m in ruling.trace.marks}
    assert state.story.standing is not None
    assert state.story.standing.finding == WeightFinding.CLEAN


def test_after_ten_seconds_a_verdict_stays() -> None:
    evening = Evening().explore("blue", 14.0)
    late = evening.last.said_at + 10.1
    assert not may_overrule(evening.last, late)
    state, ruling = overruled(evening.watch, late, WeightFinding.CLEAN)
    assert ruling is None
    assert state is evening.watch


def test_without_a_verdict_there_is_nothing_to_overrule() -> None:
    evening = Evening().wait(1)
    assert overruled(evening.watch, 1.0, WeightFinding.CLEAN)[1] is None


def test_the_replay_keeps_a_minute_and_no_more() -> None:
    evening = Evening().wait(75)
    samples = evening.watch.replay.samples()
    assert 59 < samples[-1].at - samples[0].at < 62


def test_a_sample_changes_no_earlier_state() -> None:
    evening = Evening().wait(2).arm("blue")
    before = evening.watch
    kept = repr(before)
    evening.wait(3)
    assert repr(before) == kept


@pytest.mark.parametrize("kind", STORIES)
@pytest.mark.parametrize("harsh", [False, True])
def test_no_story_of_the_simulator_is_judged_wrongly(kind: str, harsh: bool) -> None:
    for seed in range(3):
        played = play(seed, harsh=harsh, kind=kind)
        wantings = tuple(
            Wanting(each["t_ms"] / 1000, each["wanted"]) for each in played.about["told"]
        )
        samples = tuple(Sample(at, raw, bool(tilt)) for at, raw, tilt in played.samples)
        read = follow(Trace(kind, played.about, samples, wantings))
        assert mark(read) != Mark.WRONG, line_about(read)


@pytest.mark.parametrize(("off", "red"), [(4.35, 4.53), (4.2, 4.5), (3.9, 4.2)])
def test_a_staff_that_hangs_over_the_rim_is_no_wrong_colour(off: float, red: float) -> None:
    """What is partly carried may weigh like anything below its own weight."""
    boulders = (("red", red), ("blue", 0.9), ("green", 7.0))
    weights = replace(WEIGHTS, staff_g=4.66, boulders=boulders, boulder_spread=0.05)
    found = opinion(weights, "blue", off, 0.01**2)
    assert found.finding == WeightFinding.ASK
    offered = {(e.outcome.finding, e.outcome.fell) for e in found.explanations}
    assert (WeightFinding.LANDSLIDE, "staff") in offered
    assert (WeightFinding.WRONG_COLOUR, None) in offered


def test_a_colour_heavier_than_the_staff_is_still_told_from_it() -> None:
    weights = replace(WEIGHTS, staff_g=4.66, boulders=(("red", 7.0), ("blue", 0.9)))
    found = opinion(weights, "blue", 7.0, 0.01**2)
    assert found.finding == WeightFinding.WRONG_COLOUR
