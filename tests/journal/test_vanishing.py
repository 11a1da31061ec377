"""A journal whose files disappear while it is open is written again before anything counts."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.journal import CannotSave, Journal, WaitingJournal, open_or_wait, read
from tests.journal.scenes import NAME, mounted
from tests.saying import refuses


def numbers(path: Path) -> list[int]:
    return [entry.number for entry in read(path)]


def everything(folder: Path) -> None:
    for file in folder.glob(f"{NAME}*"):
        file.unlink()


def the_database(folder: Path) -> None:
    (folder / NAME).unlink()


def the_log(folder: Path) -> None:
    (folder / NAME).unlink()
    (folder / f"{NAME}-wal").unlink()


def the_witness(folder: Path) -> None:
    (folder / f"{NAME}.head").unlink()


def moved_away(folder: Path) -> None:
    (folder / "elsewhere").mkdir()
    for file in folder.glob(f"{NAME}*"):
        file.rename(folder / "elsewhere" / file.name)


def the_folder(folder: Path) -> None:
    shutil.rmtree(folder)


LOSSES = [everything, the_database, the_log, the_witness, moved_away, the_folder]


@pytest.mark.parametrize("lose", LOSSES)
def test_a_journal_deleted_while_it_is_written_is_whole_after_the_next_entry(
    tmp_path: Path, lose: Callable[[Path], None]
) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    journal = Journal.open(folder / NAME)
    for number in range(3):
        journal.append("made", {"n": number})
    lose(folder)
    assert journal.append("made", {"n": 3}).number == 4
    assert journal.rewritten == 1
    assert numbers(journal.path) == [1, 2, 3, 4]
    assert journal.append("made", {"n": 4}).number == 5
    journal.close()
    with Journal.open(folder / NAME) as again:
        assert again.recovery is None
        assert again.head == journal.head


@pytest.mark.parametrize("lose", LOSSES)
def test_a_deleted_journal_is_noticed_without_waiting_for_an_entry(
    tmp_path: Path, lose: Callable[[Path], None]
) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    with Journal.open(folder / NAME) as journal:
        journal.append("made", {})
        lose(folder)
        journal.keep()
        journal.keep()
        assert journal.rewritten == 1
        assert numbers(folder / NAME) == [1]


def test_files_deleted_between_commit_and_acknowledgement_are_noticed(tmp_path: Path) -> None:
    with Journal.open(tmp_path / NAME) as journal:
        journal.append("made", {})
        journal._bear_witness = _then(journal._bear_witness, lambda: everything(tmp_path))  # type: ignore[method-assign]
        journal.append("made", {})
        assert numbers(tmp_path / NAME) == [1, 2]


def _then(first: Callable[..., None], second: Callable[[], None]) -> Callable[..., None]:
    def both(*given: object) -> None:
        first(*given)
        second()

    return both


def test_where_something_else_took_its_place_the_journal_goes_beside_it(tmp_path: Path) -> None:
    with Journal.open(tmp_path / NAME) as journal:
        journal.append("made", {})
        everything(tmp_path)
        with Journal.open(tmp_path / NAME) as other:
            other.append("opened", {})
            assert journal.append("made", {}).number == 2
            assert journal.path != tmp_path / NAME
            assert numbers(journal.path) == [1, 2]
        assert numbers(tmp_path / NAME) == [1]


def test_a_deleted_journal_that_cannot_be_written_again_acknowledges_nothing(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    with Journal.open(folder / NAME) as journal:
        journal.append("made", {})
        the_folder(folder)
        folder.write_text("a file where the folder was")
        with pytest.raises(CannotSave):
            journal.append("made", {})
        assert journal.head[0] == 1
        folder.unlink()
        assert journal.append("made", {}).number == 2
        assert numbers(folder / NAME) == [1, 2]


# A card that cannot be written


@contextmanager
def write_protected(disk: Path) -> Iterator[None]:
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    try:
        yield
    finally:
        subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)


@pytest.fixture
def card(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own that can be write-protected."""
    with mounted(tmp_path / "card", "4m", "deleted files are tested all the same") as disk:
        yield disk


def test_a_journal_on_a_write_protected_card_can_be_read_and_goes_on_later(card: Path) -> None:
    with Journal.open(card / NAME) as journal:
        journal.append("opened", {})
    with write_protected(card):
        waiting = open_or_wait(card / NAME)
        assert isinstance(waiting, WaitingJournal)
        assert [entry.kind for entry in waiting.entries()] == ["opened"]
        with pytest.raises(CannotSave):
            waiting.append("made", {})
        waiting.check()
    assert waiting.append("made", {}).number == 2
    assert waiting.why == ""
    waiting.close()
    assert numbers(card / NAME) == [1, 2]


@pytest.mark.parametrize("folder", [".", "not/yet/there"])
def test_a_new_game_on_a_write_protected_card_is_saved_from_its_beginning(
    card: Path, folder: str
) -> None:
    path = card / folder / NAME
    with write_protected(card):
        waiting = open_or_wait(path)
        assert waiting.append("opened", {"room": "wall"}).number == 1
        with pytest.raises(CannotSave):
            waiting.append("made", {})
        assert not path.exists()
    assert waiting.append("made", {}).number == 2
    waiting.close()
    assert [entry.kind for entry in read(path)] == ["opened", "made"]


def test_a_journal_somebody_else_went_on_with_is_not_written_over(card: Path) -> None:
    with Journal.open(card / NAME) as journal:
        journal.append("opened", {})
    with write_protected(card):
        waiting = open_or_wait(card / NAME)
    with Journal.open(card / NAME) as journal:
        journal.append("made", {})
    with refuses(CannotSave, match="has changed"):
        waiting.append("made", {})
    assert numbers(card / NAME) == [1, 2]


def test_a_wrong_name_is_still_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with refuses(OSError, match="."):
        open_or_wait(tmp_path / "file" / NAME)
