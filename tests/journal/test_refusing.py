"""What cannot be opened or saved is refused in a sentence, and nothing is harmed."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from companion.core.errors import TableError
from companion.journal import (
    CannotSave,
    DiskFull,
    Journal,
    JournalBusy,
    JournalExists,
    NewerJournal,
    NotAJournal,
    TornJournal,
    import_,
    read,
)
from tests.journal.scenes import NAME, bytes_in, in_a_child, mounted
from tests.saying import refuses

NOBODY = 65534


def numbers(journal: Journal) -> list[int]:
    return [entry.number for entry in journal.entries()]


def play(path: Path, times: int) -> None:
    with Journal.open(path) as journal:
        for _ in range(times):
            journal.append("made", {})


@pytest.mark.parametrize(
    ("error", "standard"),
    [
        (TornJournal, ValueError),
        (NewerJournal, ValueError),
        (NotAJournal, ValueError),
        (JournalExists, FileExistsError),
        (JournalBusy, BlockingIOError),
        (CannotSave, OSError),
        (DiskFull, CannotSave),
    ],
)
def test_every_refusal_is_also_an_error_of_the_language(
    error: type[Exception], standard: type[Exception]
) -> None:
    assert issubclass(error, standard)
    assert issubclass(error, TableError)
    assert str(error("what was found. What to do.")) == "what was found. What to do."


def test_a_newer_journal_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / NAME
    play(path, 3)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 2")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    before = bytes_in(tmp_path)
    for attempt in (Journal.open, read):
        with refuses(NewerJournal, match=r"version 2.* up to version 1.* update"):
            attempt(path)
    assert bytes_in(tmp_path) == before


@pytest.mark.parametrize("content", [b"", b"a shopping list\n", b"SQLite format 3\0 no, really"])
def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(
    tmp_path: Path, content: bytes
) -> None:
    (tmp_path / NAME).write_bytes(content)
    for attempt in (Journal.open, read):
        with refuses(NotAJournal, match="isn't a journal .* name another file"):
            attempt(tmp_path / NAME)
    assert bytes_in(tmp_path) == {NAME: content}


def test_somebody_elses_database_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / NAME)
    connection.execute("CREATE TABLE entry (number INTEGER PRIMARY KEY)")
    connection.commit()
    connection.close()
    before = bytes_in(tmp_path)
    with pytest.raises(NotAJournal):
        Journal.open(tmp_path / NAME)
    assert bytes_in(tmp_path) == before


def test_a_folder_is_no_journal(tmp_path: Path) -> None:
    with refuses(NotAJournal, match="that's a folder"):
        Journal.open(tmp_path)


def test_a_journal_in_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with refuses(CannotSave, match="folder that exists"):
        Journal.open(tmp_path / "nowhere" / NAME)


def test_reading_a_journal_that_is_not_there_makes_none(tmp_path: Path) -> None:
    with refuses(NotAJournal, match="no journal at"):
        read(tmp_path / NAME)
    assert bytes_in(tmp_path) == {}


def test_a_second_table_is_refused_by_naming_the_first(tmp_path: Path) -> None:
    with Journal.open(tmp_path / NAME) as journal:
        journal.append("made", {})
        with refuses(JournalBusy, match=rf"process {os.getpid()}\b.*stop the other"):
            Journal.open(tmp_path / NAME)
        with pytest.raises(JournalExists):
            import_([], tmp_path / NAME)
        assert journal.append("made", {}).number == 2
    play(tmp_path / NAME, 1)


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_second_process_is_refused_too(tmp_path: Path) -> None:
    def try_to_open() -> None:
        with pytest.raises(JournalBusy):
            Journal.open(tmp_path / NAME)

    with Journal.open(tmp_path / NAME):
        assert in_a_child(try_to_open) == 0


def test_a_database_held_by_another_program_is_not_taken_for_damaged(tmp_path: Path) -> None:
    path = tmp_path / NAME
    play(path, 3)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    with refuses(JournalBusy, match="another program has"):
        Journal.open(path)
    other.close()
    with Journal.open(path) as journal:
        assert journal.recovery is None
        assert numbers(journal) == [1, 2, 3]


def test_an_append_that_meets_a_held_database_saves_nothing_and_can_be_repeated(
    tmp_path: Path,
) -> None:
    with Journal.open(tmp_path / NAME) as journal:
        other = sqlite3.connect(tmp_path / NAME, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalBusy):
            journal.append("made", {})
        other.close()
        assert journal.append("made", {}).number == 1


@contextmanager
def no_file_may_grow_beyond(size: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_an_entry_that_cannot_be_written_is_not_acknowledged(tmp_path: Path) -> None:
    with Journal.open(tmp_path / NAME) as journal:
        journal.append("made", {})
        head = journal.head
        with (
            no_file_may_grow_beyond((tmp_path / f"{NAME}-wal").stat().st_size),
            refuses(CannotSave, match="Nothing was saved"),
        ):
            journal.append("made", {})
        assert journal.head == head
        assert numbers(journal) == [1]
        assert journal.append("made", {}).number == 2
    with Journal.open(tmp_path / NAME) as journal:
        assert journal.recovery is None
        assert numbers(journal) == [1, 2]


def test_an_entry_without_a_witness_is_not_acknowledged_and_silences_the_journal(
    tmp_path: Path,
) -> None:
    journal = Journal.open(tmp_path / NAME)
    journal.append("made", {})
    os.close(journal._witness._descriptor)  # the card stops answering
    journal._witness._descriptor = os.open("/dev/full", os.O_RDONLY)
    with refuses(CannotSave, match="may or may not be there"):
        journal.append("made", {})
    with refuses(CannotSave, match="Open the journal again"):
        journal.append("made", {})
    assert journal.head[0] == 1
    journal.close()
    with Journal.open(tmp_path / NAME) as journal:
        assert journal.recovery is None
        assert numbers(journal) == [1, 2]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a disk of half a megabyte."""
    with mounted(tmp_path / "disk", "512k", "the file size limit is tested instead") as disk:
        yield disk


def fill(disk: Path) -> Path:
    ballast = disk / "ballast"
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        while file.write(b"x" * 4096):
            pass
    assert shutil.disk_usage(disk).free == 0
    return ballast


def play_for_ever(journal: Journal) -> None:
    while True:
        journal.append("made", {"words": "x" * 3000})


def test_a_full_disk_stops_the_game_without_losing_any_of_it(small_disk: Path) -> None:
    path = small_disk / NAME
    with Journal.open(path) as journal:
        journal.append("made", {})
        ballast = fill(small_disk)
        with refuses(DiskFull, match="free some space"):
            play_for_ever(journal)
        kept = journal.head[0]
        assert numbers(journal) == list(range(1, kept + 1))
        ballast.unlink()
        assert journal.append("made", {}).number == kept + 1
    with Journal.open(path) as journal:
        assert journal.recovery is None
        assert journal.head[0] == kept + 1


def test_a_full_disk_cannot_begin_a_journal_and_is_left_as_it_was(small_disk: Path) -> None:
    ballast = fill(small_disk)
    with pytest.raises(DiskFull):
        Journal.open(small_disk / NAME)
    ballast.unlink()
    with Journal.open(small_disk / NAME) as journal:
        assert journal.recovery is None
        assert journal.append("opened", {}).number == 1


def test_a_damaged_journal_on_a_full_disk_waits_untouched_for_room(small_disk: Path) -> None:
    path = small_disk / NAME
    play(path, 30)
    (small_disk / f"{NAME}.head").unlink()
    ballast = fill(small_disk)
    before = bytes_in(small_disk)
    with pytest.raises(DiskFull):
        Journal.open(path)
    assert bytes_in(small_disk)[NAME] == before[NAME]
    assert not list(small_disk.glob("*.damaged-*"))
    ballast.unlink()
    with Journal.open(path) as journal:
        assert journal.recovery is not None
        assert journal.recovery.saved == 30


@contextmanager
def read_only_folder_for_a_plain_user(*, entries: int) -> Iterator[Path]:
    """Give a journal in a folder that may be read only; root steps down, because root may write."""
    folder = Path(tempfile.mkdtemp())
    if entries:
        play(folder / NAME, entries)
    owner = NOBODY if os.geteuid() == 0 else os.geteuid()
    for file in folder.iterdir():
        os.chown(file, owner, -1)
    folder.chmod(0o555)
    before = os.geteuid()
    os.seteuid(owner)
    try:
        yield folder
    finally:
        os.seteuid(before)
        folder.chmod(0o755)
        shutil.rmtree(folder)


@pytest.mark.parametrize("entries", [0, 3])
def test_a_folder_that_may_not_be_written_is_refused_and_left_as_it_is(entries: int) -> None:
    with read_only_folder_for_a_plain_user(entries=entries) as folder:
        before = bytes_in(folder)
        with refuses(CannotSave, match="I can't (save|write)"):
            Journal.open(folder / NAME)
        assert bytes_in(folder) == before


def test_reading_leaves_no_trace(tmp_path: Path) -> None:
    play(tmp_path / NAME, 3)
    before = set(tmp_path.iterdir())
    assert len(read(tmp_path / NAME)) == 3
    assert set(tmp_path.iterdir()) == before


def test_a_journal_that_may_only_be_read_can_be_read() -> None:
    with read_only_folder_for_a_plain_user(entries=3) as folder:
        assert [entry.number for entry in read(folder / NAME)] == [1, 2, 3]
