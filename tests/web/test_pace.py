"""The pace: clients that ask too often wait, and take nothing from the others."""

from __future__ import annotations

from companion.web.pace import FIRST_VISIT, GUESS, LONGEST_WAIT, Budget, Pace, Turn


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def asked_until_sent_away(pace: Pace, client: str, cost: float) -> int:
    for times in range(100_000):
        turn = pace.turn(client, joined=False)
        if turn is None:
            return times
        pace.worked(client, turn, cost)
    raise AssertionError("never sent away")


def test_what_was_saved_is_there_at_once_and_no_more_than_that_is_ever_saved() -> None:
    clock = Clock()
    budget = Budget(0.5, 1.0, clock)
    clock.now += 3600
    budget.charge(1.0)
    assert budget.wait() == 0.0
    budget.charge(1.0)
    assert budget.wait() == 2.0
    clock.now += 2.0
    assert budget.wait() == 0.0


def test_one_who_asks_and_asks_waits_longer_and_is_then_sent_away() -> None:
    clock = Clock()
    pace = Pace(clock=clock)
    waits = []
    while (turn := pace.turn("laptop", joined=False)) is not None:
        pace.worked("laptop", turn, 0.01)
        waits.append(turn.wait)
    assert waits == sorted(waits)
    assert waits[0] == 0.0
    assert LONGEST_WAIT / 2 < waits[-1] <= LONGEST_WAIT
    clock.now += 10
    assert pace.turn("laptop", joined=False) == Turn()


def test_requests_that_cost_more_are_sent_away_sooner() -> None:
    cheap = asked_until_sent_away(Pace(clock=Clock()), "laptop", GUESS)
    dear = asked_until_sent_away(Pace(clock=Clock()), "laptop", 10 * GUESS)
    assert dear < cheap / 5


def test_a_greedy_stranger_stands_in_line_and_a_modest_one_does_not() -> None:
    pace = Pace(clock=Clock())
    turns = [pace.turn("laptop", joined=False) for _ in range(round(2 * FIRST_VISIT / GUESS))]
    assert turns[0] == Turn()
    assert turns[-1] is not None
    assert turns[-1].in_line
    assert pace.turn("the table's own screen", joined=False) == Turn()


def test_a_seat_never_stands_in_line() -> None:
    pace = Pace(clock=Clock())
    for _ in range(100):
        turn = pace.turn("seat-0", joined=True)
        assert turn == Turn()
        pace.worked("seat-0", turn, 0.005)


def test_who_connects_a_thousand_times_a_second_is_let_in_no_more_and_later_again() -> None:
    clock = Clock()
    pace = Pace(clock=clock)
    came = [pace.arrives("laptop") for _ in range(5000)]
    assert came[0]
    assert not came[-1]
    assert pace.arrives("a phone")
    clock.now += 10
    assert pace.arrives("laptop")


def test_clients_without_end_do_not_fill_the_memory() -> None:
    pace = Pace(clock=Clock())
    for number in range(5000):
        pace.turn(f"laptop {number}", joined=False)
    assert len(pace._clients) <= 2000
