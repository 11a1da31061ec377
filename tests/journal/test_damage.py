"""A damaged journal is never silently shorter: unharmed, or reported with a true beginning."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from companion.journal import (
    Journal,
    JournalError,
    NewerJournal,
    NotAJournal,
    Recovery,
    TornJournal,
    read,
)
from tests.journal.scenes import NAME, Scene, a_body, bytes_in, stopped_at_step, unplugged
from tests.saying import refuses

WAL, HEAD = f"{NAME}-wal", f"{NAME}.head"
forks = pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")


@pytest.fixture
def tmp_path(tmp_path: Path) -> Iterator[Path]:
    """Damage copies in memory where there is some: no test here is about the card's patience."""
    memory = Path("/dev/shm")
    if not os.access(memory, os.W_OK):
        yield tmp_path
        return
    with TemporaryDirectory(dir=memory) as folder:
        yield Path(folder)


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return unplugged(tmp_path_factory.mktemp("scene"), in_database=15, in_wal=25)


@pytest.fixture(scope="module")
def settled_scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    """A short journal after a checkpoint: what the database file says is all there is."""
    return unplugged(tmp_path_factory.mktemp("settled"), in_database=15, in_wal=0)


@pytest.fixture(scope="module")
def long_scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    """A journal whose entries fill a tree of pages, all of it in the database."""
    return unplugged(tmp_path_factory.mktemp("long"), in_database=220, in_wal=0)


def flip(path: Path, at: int, bit: int = 0) -> None:
    content = bytearray(path.read_bytes())
    content[at] ^= 1 << bit
    path.write_bytes(content)


def cut(path: Path, at: int) -> None:
    path.write_bytes(path.read_bytes()[:at])


def assert_unharmed_or_reported(path: Path, scene: Scene) -> Recovery | None:
    """Open what is left, check it against the truth, play on, and open it again."""
    damaged = bytes_in(path.parent)
    with Journal.open(path) as journal:
        saved = tuple(journal.entries())
        assert saved == scene.truth[: len(saved)]
        if journal.recovery is None:
            assert len(saved) == len(scene.truth)
        else:
            assert_true_report(journal.recovery, len(saved), len(scene.truth), damaged)
        played_on = journal.append("made", {"card": "one more"})
        found = journal.recovery
    with Journal.open(path) as journal:
        assert journal.recovery is None
        assert tuple(journal.entries()) == (*saved, played_on)
    return found


def assert_true_report(found: Recovery, saved: int, truth: int, damaged: dict[str, bytes]) -> None:
    assert found.saved == saved
    assert found.lost in (truth - saved, None)
    kept = bytes_in(found.kept_aside)
    assert {name: kept[name] for name in damaged} == damaged
    assert found.reason
    assert str(found.kept_aside) in str(found)


def campaign(
    scene: Scene, folder: Path, times: int, harm: Callable[[Path, random.Random], None]
) -> list[Recovery | None]:
    found = []
    for seed in range(times):
        path = scene.copy_to(folder / str(seed))
        harm(path.parent, random.Random(seed))
        found.append(assert_unharmed_or_reported(path, scene))
        shutil.rmtree(path.parent)
    return found


def test_a_plug_pulled_between_two_entries_harms_nothing(scene: Scene, tmp_path: Path) -> None:
    assert assert_unharmed_or_reported(scene.copy_to(tmp_path / "copy"), scene) is None


def test_a_write_ahead_log_cut_short_anywhere_is_reported(scene: Scene, tmp_path: Path) -> None:
    def harm(folder: Path, luck: random.Random) -> None:
        cut(folder / WAL, luck.randrange((folder / WAL).stat().st_size))

    reports = campaign(scene, tmp_path, 170, harm)
    assert all(report and report.lost for report in reports), "SQLite itself says nothing here"
    assert len({report.saved for report in reports if report}) > 10


def test_a_bit_turned_anywhere_in_the_write_ahead_log_is_reported(
    scene: Scene, tmp_path: Path
) -> None:
    def harm(folder: Path, luck: random.Random) -> None:
        wal = folder / WAL
        flip(wal, luck.randrange(wal.stat().st_size), luck.randrange(8))

    reports = campaign(scene, tmp_path, 170, harm)
    assert all(report and report.lost for report in reports)


def test_a_lost_write_ahead_log_is_reported(scene: Scene, tmp_path: Path) -> None:
    path = scene.copy_to(tmp_path / "copy")
    (path.parent / WAL).unlink()
    found = assert_unharmed_or_reported(path, scene)
    assert found is not None
    assert (found.saved, found.lost) == (15, 25)
    assert "40 entries were saved but only 15 can be read" in found.reason


def test_a_bit_turned_anywhere_in_the_database_is_unharmed_or_reported(
    long_scene: Scene, tmp_path: Path
) -> None:
    refused = reported = 0
    for seed in range(150):
        path, luck = long_scene.copy_to(tmp_path / str(seed)), random.Random(seed)
        flip(path, luck.randrange(path.stat().st_size), luck.randrange(8))
        damaged = bytes_in(path.parent)
        try:
            reported += assert_unharmed_or_reported(path, long_scene) is not None
        except NewerJournal:
            refused += 1
            assert bytes_in(path.parent) == damaged
        shutil.rmtree(path.parent)
    assert reported > 75
    assert refused < 3


def test_every_byte_of_the_header_may_be_damaged(settled_scene: Scene, tmp_path: Path) -> None:
    for at in range(100):
        path = settled_scene.copy_to(tmp_path / str(at))
        flip(path, at, at % 8)
        try:
            assert_unharmed_or_reported(path, settled_scene)
        except NewerJournal:
            assert 60 <= at < 64, "only the version can make it newer"
        shutil.rmtree(path.parent)


def test_damage_that_would_swallow_the_next_entry_is_found_before_it_can(
    settled_scene: Scene, tmp_path: Path
) -> None:
    size = (settled_scene.folder / NAME).stat().st_size
    for page in range(4096, size, 4096):
        # where SQLite notes the free room of a page, which reading does not need
        for at in (1, 2, 5, 6, 7):
            path = settled_scene.copy_to(tmp_path / f"{page}-{at}")
            flip(path, page + at, 3)
            assert_unharmed_or_reported(path, settled_scene)
            shutil.rmtree(path.parent)


def test_a_database_cut_short_is_reported(long_scene: Scene, tmp_path: Path) -> None:
    def harm(folder: Path, luck: random.Random) -> None:
        cut(folder / NAME, luck.randrange((folder / NAME).stat().st_size))

    assert all(campaign(long_scene, tmp_path, 60, harm))


def test_noise_over_the_middle_saves_what_came_before(long_scene: Scene, tmp_path: Path) -> None:
    def harm(folder: Path, luck: random.Random) -> None:
        content = bytearray((folder / NAME).read_bytes())
        at = luck.randrange(4096, len(content) - 4096)
        content[at : at + 2000] = luck.randbytes(2000)
        (folder / NAME).write_bytes(content)

    reports = campaign(long_scene, tmp_path, 60, harm)
    assert sum(report is not None for report in reports) > 40, "the rest hit empty space"
    assert len({report.saved for report in reports if report}) > 5


def test_a_lost_database_never_begins_again_in_silence(scene: Scene, tmp_path: Path) -> None:
    path = scene.copy_to(tmp_path / "copy")
    path.unlink()
    found = assert_unharmed_or_reported(path, scene)
    assert found is not None
    assert (found.saved, found.lost) == (0, 40)


def test_a_stray_write_ahead_log_alone_is_kept_aside(scene: Scene, tmp_path: Path) -> None:
    path = scene.copy_to(tmp_path / "copy")
    path.unlink()
    (path.parent / HEAD).unlink()
    found = assert_unharmed_or_reported(path, scene)
    assert found is not None
    assert (found.saved, found.lost) == (0, None)


def test_a_lost_witness_is_reported_and_nothing_else_is_lost(scene: Scene, tmp_path: Path) -> None:
    path = scene.copy_to(tmp_path / "copy")
    (path.parent / HEAD).unlink()
    found = assert_unharmed_or_reported(path, scene)
    assert found is not None
    assert (found.saved, found.lost) == (40, None)
    assert "witness" in found.reason


def test_a_witness_full_of_noise_is_reported(scene: Scene, tmp_path: Path) -> None:
    path = scene.copy_to(tmp_path / "copy")
    (path.parent / HEAD).write_bytes(random.Random(1).randbytes(9000))
    found = assert_unharmed_or_reported(path, scene)
    assert found is not None
    assert (found.saved, found.lost) == (40, None)


def test_one_damaged_slot_of_the_witness_does_no_harm(scene: Scene, tmp_path: Path) -> None:
    for at in (*range(64), *range(4096, 4096 + 64)):
        path = scene.copy_to(tmp_path / str(at))
        flip(path.parent / HEAD, at, at % 8)
        assert assert_unharmed_or_reported(path, scene) is None
        shutil.rmtree(path.parent)


def test_the_older_slot_still_notices_a_shortened_journal(scene: Scene, tmp_path: Path) -> None:
    for slot in (0, 4096):
        path = scene.copy_to(tmp_path / str(slot))
        flip(path.parent / HEAD, slot + 20)
        cut(path.parent / WAL, 10_000)
        found = assert_unharmed_or_reported(path, scene)
        assert found is not None
        assert found.lost is None
        assert "at least" in found.reason


def play(path: Path, times: int) -> None:
    with Journal.open(path) as journal:
        for _ in range(times):
            journal.append("made", a_body(journal.head[0] + 1))


def test_an_entry_committed_but_not_yet_witnessed_is_no_damage(tmp_path: Path) -> None:
    play(tmp_path / NAME, 3)
    before = (tmp_path / HEAD).read_bytes()
    play(tmp_path / NAME, 1)
    (tmp_path / HEAD).write_bytes(before)
    with Journal.open(tmp_path / NAME) as journal:
        assert journal.recovery is None
        assert journal.head[0] == 4
    assert len(read(tmp_path / NAME)) == 4


def test_the_unwitnessed_entry_is_witnessed_when_the_journal_is_opened(tmp_path: Path) -> None:
    play(tmp_path / NAME, 3)
    before = (tmp_path / HEAD).read_bytes()
    database = (tmp_path / NAME).read_bytes()
    play(tmp_path / NAME, 1)
    (tmp_path / HEAD).write_bytes(before)
    Journal.open(tmp_path / NAME).close()
    (tmp_path / NAME).write_bytes(database)
    with Journal.open(tmp_path / NAME) as journal:
        assert journal.recovery is not None
        assert journal.recovery.lost == 1


def test_the_unwitnessed_entry_is_on_the_card_before_it_is_witnessed(tmp_path: Path) -> None:
    live, killed = tmp_path / "live", tmp_path / "killed"
    live.mkdir()
    with Journal.open(live / NAME) as journal:
        journal.append("made", {})
        before = (live / HEAD).read_bytes()
        journal.append("made", {})
        shutil.copytree(live, killed)
    (killed / HEAD).write_bytes(before)
    with Journal.open(killed / NAME):
        shutil.copytree(killed, tmp_path / "cut", ignore=shutil.ignore_patterns("*-wal", "*-shm"))
    with Journal.open(tmp_path / "cut" / NAME) as journal:
        assert journal.recovery is None
        assert journal.head[0] == 2


def test_a_witness_two_entries_behind_is_reported(tmp_path: Path) -> None:
    play(tmp_path / NAME, 3)
    before = (tmp_path / HEAD).read_bytes()
    play(tmp_path / NAME, 2)
    (tmp_path / HEAD).write_bytes(before)
    with Journal.open(tmp_path / NAME) as journal:
        assert journal.recovery is not None
        assert "too old: it saw 3 entries of 5" in journal.recovery.reason
        assert (journal.recovery.saved, journal.recovery.lost) == (5, None)


def test_a_database_put_back_from_an_old_copy_is_reported(tmp_path: Path) -> None:
    play(tmp_path / NAME, 3)
    before = (tmp_path / NAME).read_bytes()
    play(tmp_path / NAME, 4)
    (tmp_path / NAME).write_bytes(before)
    with Journal.open(tmp_path / NAME) as journal:
        assert journal.recovery is not None
        assert (journal.recovery.saved, journal.recovery.lost) == (3, 4)


def test_the_witness_of_another_game_is_reported(tmp_path: Path) -> None:
    for name in ("one", "other"):
        play(tmp_path / name, 3)
    shutil.copyfile(tmp_path / "other.head", tmp_path / "one.head")
    with Journal.open(tmp_path / "one") as journal:
        assert journal.recovery is not None
        assert "not the one its witness file saw" in journal.recovery.reason
        assert (journal.recovery.saved, journal.recovery.lost) == (3, None)


def test_the_report_stays_until_somebody_plays_on(scene: Scene, tmp_path: Path) -> None:
    path = scene.copy_to(tmp_path / "copy")
    cut(path.parent / WAL, 50_000)
    with Journal.open(path) as journal:
        report = journal.recovery
    with Journal.open(path) as journal:
        assert journal.recovery == report
        assert journal.recovery is not None
        journal.append("made", {})
    with Journal.open(path) as journal:
        assert journal.recovery is None


def test_every_damage_is_kept_in_a_place_of_its_own(scene: Scene, tmp_path: Path) -> None:
    path = scene.copy_to(tmp_path / "copy")
    places = set()
    for _ in range(3):
        (path.parent / HEAD).unlink()
        with Journal.open(path) as journal:
            assert journal.recovery is not None
            places.add(journal.recovery.kept_aside)
    assert len(places) == 3


def test_reading_a_damaged_journal_complains_and_changes_nothing(
    scene: Scene, tmp_path: Path
) -> None:
    for harmed, at in ((WAL, 50_000), (NAME, 5_000)):
        path = scene.copy_to(tmp_path / harmed)
        cut(path.parent / harmed, at)
        before = bytes_in(path.parent)
        with refuses(TornJournal, match="Nothing was changed"):
            read(path)
        assert bytes_in(path.parent) == before


def test_a_file_without_its_witness_cannot_be_told_from_a_shortened_one(
    scene: Scene, tmp_path: Path
) -> None:
    path = scene.copy_to(tmp_path / "copy")
    (path.parent / HEAD).unlink()
    with refuses(TornJournal, match=r"copy the \.head file along"):
        read(path)


def test_a_journal_damaged_beyond_recognition_is_refused_without_its_witness(
    scene: Scene, tmp_path: Path
) -> None:
    path = scene.copy_to(tmp_path / "copy")
    flip(path, 3)
    (path.parent / HEAD).unlink()
    before = bytes_in(path.parent)
    with pytest.raises(NotAJournal):
        Journal.open(path)
    assert bytes_in(path.parent) == before


@forks
def test_a_recovery_stopped_at_any_step_is_found_again_or_finished(
    scene: Scene, tmp_path: Path
) -> None:
    undisturbed = scene.copy_to(tmp_path / "undisturbed")
    cut(undisturbed.parent / WAL, 50_000)
    with Journal.open(undisturbed) as journal:
        assert journal.recovery is not None
        expected = (journal.recovery.saved, journal.recovery.lost)
    step = 1
    while True:
        path = scene.copy_to(tmp_path / str(step))
        cut(path.parent / WAL, 50_000)
        wal = (path.parent / WAL).read_bytes()
        died = stopped_at_step(step, lambda path=path: Journal.open(path).close())  # type: ignore[misc]
        with Journal.open(path) as journal:
            saved = tuple(journal.entries())
            assert saved == scene.truth[: len(saved)]
            assert journal.recovery is not None
            assert (journal.recovery.saved, journal.recovery.lost) == expected
            assert (journal.recovery.kept_aside / WAL).read_bytes() == wal
        if not died:
            break
        step += 1
    assert step > 10


@forks
def test_a_beginning_stopped_at_any_step_begins_again(tmp_path: Path) -> None:
    step = 1
    while True:
        (tmp_path / str(step)).mkdir()
        path = tmp_path / str(step) / NAME
        died = stopped_at_step(step, lambda path=path: Journal.open(path).close())  # type: ignore[misc]
        with Journal.open(path) as journal:
            assert journal.recovery is None
            assert journal.head[0] == 0
            assert journal.append("opened", {}).number == 1
        if not died:
            break
        step += 1
    assert step > 5


def test_every_error_of_a_journal_is_one_family() -> None:
    assert issubclass(TornJournal, JournalError)
    assert issubclass(TornJournal, ValueError)
