"""What is appended is saved, in order, whatever the clocks say."""

from __future__ import annotations

import math
import os
import sqlite3
import threading
from pathlib import Path

import pytest

from companion.journal import CannotSave, Entry, Journal, JournalBusy, read
from tests.journal.scenes import NAME, StoppedClock, a_body, in_a_child
from tests.saying import refuses

forks = pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")


def numbers(journal: Journal) -> list[int]:
    return [entry.number for entry in journal.entries()]


def test_a_new_journal_is_empty_and_has_a_name_of_its_own(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "a") as one, Journal.open(tmp_path / "b") as other:
        assert list(one.entries()) == []
        assert one.head[0] == 0
        assert one.head != other.head
        assert one.recovery is None


def test_entries_come_back_as_they_were_appended(tmp_path: Path) -> None:
    with Journal.open(tmp_path / NAME) as journal:
        appended = [journal.append("made", a_body(number)) for number in range(1, 1203)]
        assert list(journal.entries()) == appended
    with Journal.open(tmp_path / NAME) as journal:
        assert list(journal.entries()) == appended
        assert journal.head == (1202, appended[-1].chain)


def test_each_entry_continues_the_one_before_and_the_first_continues_the_game(
    tmp_path: Path,
) -> None:
    with Journal.open(tmp_path / NAME) as journal:
        game = journal.head[1]
        one, two = journal.append("opened", {}), journal.append("made", {})
    assert (one.number, one.previous) == (1, game)
    assert (two.number, two.previous) == (2, one.chain)


def test_each_opening_is_a_boot_of_its_own(tmp_path: Path) -> None:
    with Journal.open(tmp_path / NAME) as journal:
        one = journal.append("made", {})
        two = journal.append("made", {})
    with Journal.open(tmp_path / NAME) as journal:
        three = journal.append("made", {})
    assert one.boot == two.boot != three.boot


def test_the_same_body_never_has_the_same_digest(tmp_path: Path) -> None:
    with Journal.open(tmp_path / NAME) as journal:
        digests = {journal.append("said", {"value": 3}).digest for _ in range(20)}
    assert len(digests) == 20


def test_the_card_is_asked_to_keep_what_it_is_given(tmp_path: Path) -> None:
    with Journal.open(tmp_path / NAME) as journal:
        connection = journal._connection
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,), "2 is FULL"
        assert connection.isolation_level is None


def test_an_entry_is_committed_when_append_returns(tmp_path: Path) -> None:
    with Journal.open(tmp_path / NAME) as journal:
        watcher = sqlite3.connect(tmp_path / NAME)
        for number in range(1, 20):
            journal.append("made", {})
            assert watcher.execute("SELECT max(number) FROM entry").fetchone() == (number,)
        watcher.close()


def test_a_journal_can_be_read_while_the_table_writes_it(tmp_path: Path) -> None:
    with Journal.open(tmp_path / NAME) as journal:
        one = journal.append("made", {})
        assert read(tmp_path / NAME) == (one,)
        two = journal.append("made", {})
        assert read(tmp_path / NAME) == (one, two)


def test_somebody_reading_does_not_see_what_is_appended_meanwhile(tmp_path: Path) -> None:
    with Journal.open(tmp_path / NAME) as journal:
        journal.append("made", {})
        reader = journal.entries()
        assert next(reader).number == 1
        journal.append("made", {})
        assert list(reader) == []
        assert numbers(journal) == [1, 2]


def test_a_checkpoint_empties_the_write_ahead_log(tmp_path: Path) -> None:
    with Journal.open(tmp_path / NAME) as journal:
        journal.append("made", {})
        wal = tmp_path / f"{NAME}-wal"
        assert wal.stat().st_size > 0
        assert journal.checkpoint()
        assert wal.stat().st_size == 0
        assert numbers(journal) == [1]


def test_a_checkpoint_gives_way_to_somebody_reading(tmp_path: Path) -> None:
    with Journal.open(tmp_path / NAME) as journal:
        journal.append("made", {})
        watcher = sqlite3.connect(tmp_path / NAME, isolation_level=None)
        watcher.execute("BEGIN")
        watcher.execute("SELECT * FROM entry").fetchall()
        assert not journal.checkpoint()
        watcher.close()
        assert journal.checkpoint()


def test_a_clock_that_jumps_does_not_disturb_the_order(tmp_path: Path) -> None:
    clock = StoppedClock()
    with Journal.open(tmp_path / NAME, clock=clock) as journal:
        for seconds, wall in (
            (900.0, "2026-03-01T19:00:00"),
            (901.0, "1970-01-01T00:00:07"),
            (3.5, "2038-01-19T03:14:08"),
            (3.5, "2026-02-28T19:00:00"),
        ):
            clock.seconds, clock.moment = seconds, wall
            journal.append("made", {"said": wall})
    with Journal.open(tmp_path / NAME, clock=clock) as journal:
        assert journal.recovery is None
        assert numbers(journal) == [1, 2, 3, 4]
        told = [entry.wall_time for entry in journal.entries()]
        assert [moment[:4] for moment in told] == ["2026", "1970", "2038", "2026"]
        assert told[1] == "1970-01-01T00:00:07Z"


def test_many_threads_append_without_a_gap_or_a_double(tmp_path: Path) -> None:
    entries: list[Entry] = []
    with Journal.open(tmp_path / NAME) as journal:

        def play() -> None:
            for _ in range(25):
                entries.append(journal.append("made", {}))

        threads = [threading.Thread(target=play) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(entry.number for entry in entries) == list(range(1, 201))
        assert list(journal.entries()) == sorted(entries, key=lambda entry: entry.number)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"ü": "𓂀", "nested": [{"a": None}, True, 1.5, -0.0, 10**30, 1e300]},
        {"line": "one\ntwo\u2028three\x00four"},
    ],
)
def test_a_body_is_given_back_as_json_gives_it(tmp_path: Path, body: dict[str, object]) -> None:
    with Journal.open(tmp_path / NAME) as journal:
        assert journal.append("made", body).body == body
    assert [entry.body for entry in read(tmp_path / NAME)] == [body]


@pytest.mark.parametrize("value", [math.nan, math.inf, object(), b"bytes", "\ud800"])
def test_what_json_cannot_say_is_refused_and_nothing_is_written(
    tmp_path: Path, value: object
) -> None:
    with Journal.open(tmp_path / NAME) as journal:
        with pytest.raises((ValueError, TypeError)):
            journal.append("made", {"value": value})
        assert journal.append("made", {}).number == 1


def test_a_private_body_does_not_show_when_an_entry_is_printed(tmp_path: Path) -> None:
    with Journal.open(tmp_path / NAME) as journal:
        private = journal.append("said", {"value": "canary"}, private_to="seat-1")
        public = journal.append("said", {"value": "sparrow"})
    assert "canary" not in repr(private)
    assert private.salt not in repr(private)
    assert "sparrow" in repr(public)


def test_a_journal_holding_secrets_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    with Journal.open(tmp_path / NAME) as journal:
        journal.append("said", {"value": 3}, private_to="seat-1")
        assert {file.stat().st_mode & 0o077 for file in tmp_path.iterdir()} == {0}


def test_a_closed_journal_refuses_to_write(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / NAME)
    journal.close()
    journal.close()
    with refuses(CannotSave, match="closed"):
        journal.append("made", {})


def test_a_child_that_has_not_come_to_forget_the_lock_does_not_hold_it(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / NAME)
    childs = os.dup(journal._witness._descriptor)
    journal.close()
    with Journal.open(tmp_path / NAME) as again:
        assert numbers(again) == []
    os.close(childs)


@forks
def test_a_child_that_forgets_the_lock_leaves_it_to_its_parent(tmp_path: Path) -> None:
    with Journal.open(tmp_path / NAME):
        assert in_a_child(lambda: None) == 0
        with pytest.raises(JournalBusy):
            Journal.open(tmp_path / NAME)


@forks
def test_a_forked_child_can_neither_write_nor_hold_the_journal(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / NAME)

    def try_to_write() -> None:
        with refuses(CannotSave, match="only process"):
            journal.append("made", {})

    assert in_a_child(try_to_write) == 0
    inside, outside = os.pipe()
    child = os.fork()
    if not child:
        os.close(outside)
        os.read(inside, 1)  # lives on until its parent lets it go
        os._exit(0)
    journal.append("made", {})
    journal.close()
    with Journal.open(tmp_path / NAME) as again:
        assert numbers(again) == [1]
    os.close(inside)
    os.close(outside)
    os.waitpid(child, 0)
