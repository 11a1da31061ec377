"""A journal can be sent as lines and comes back the same, or says which line is wrong."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from companion.journal import (
    Journal,
    JournalExists,
    NewerJournal,
    NotAJournal,
    TornJournal,
    export,
    import_,
    read,
)
from tests.journal.scenes import NAME, StoppedClock, a_body, bytes_in, stopped_at_step
from tests.saying import refuses

SECRET = {"mummy": "canary", "value": 7}


def exported(source: Journal | Path, *, with_private: bool = True) -> str:
    out = io.StringIO()
    export(source, out, with_private=with_private)
    return out.getvalue()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "table").mkdir()
    path = tmp_path / "table" / NAME
    with Journal.open(path) as journal:
        journal.append("opened", {"seats": ["Ägypta", "𓂀\u2028"]})
        for number in range(2, 8):
            journal.append("made", a_body(number))
        journal.append("said", SECRET, private_to="seat-1")
        journal.append("made", a_body(9))
    return path


@pytest.fixture
def lines(path: Path) -> list[str]:
    return exported(path).splitlines(keepends=True)


def test_export_and_import_give_the_same_bytes(path: Path, tmp_path: Path) -> None:
    sent = exported(path)
    with import_(io.StringIO(sent), tmp_path / "copy") as journal:
        assert tuple(journal.entries()) == read(path)
        assert exported(journal) == sent
    assert exported(tmp_path / "copy") == sent


def test_export_counts_the_entries_and_says_what_follows(path: Path) -> None:
    out = io.StringIO()
    assert export(path, out, with_private=True) == 9
    header = json.loads(out.getvalue().splitlines()[0])
    assert header == {
        "format": "pharaohs-table journal",
        "version": 1,
        "game": read(path)[0].previous,
        "entries": 9,
        "head": read(path)[-1].chain,
    }


def test_an_open_journal_can_be_exported(path: Path) -> None:
    with Journal.open(path) as journal:
        entry = journal.append("made", {})
        assert json.loads(exported(journal).splitlines()[-1])["chain"] == entry.chain


def test_an_empty_journal_keeps_its_name(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "one") as journal:
        sent, head = exported(journal), journal.head
    with import_(sent.splitlines(), tmp_path / "two") as journal:
        assert journal.head == head


def test_an_imported_game_goes_on(lines: list[str], tmp_path: Path) -> None:
    with import_(lines, tmp_path / "copy") as journal:
        assert journal.append("made", {}).number == 10
    with Journal.open(tmp_path / "copy") as journal:
        assert journal.recovery is None
        assert journal.head[0] == 10


def test_private_bodies_stay_at_home_and_the_chain_still_holds(path: Path, tmp_path: Path) -> None:
    sent = exported(path, with_private=False)
    secret = read(path)[7]
    assert "canary" not in sent
    assert secret.salt not in sent, "with its salt a body of few values could be guessed"
    with import_(sent.splitlines(), tmp_path / "copy") as journal:
        entries = tuple(journal.entries())
        assert [entry.withheld for entry in entries] == [False] * 7 + [True, False]
        assert entries[7].body is None
        assert entries[7].digest == secret.digest
        assert [entry.chain for entry in entries] == [entry.chain for entry in read(path)]
        assert exported(journal, with_private=True) == sent
    with Journal.open(tmp_path / "copy") as journal:
        assert journal.recovery is None


def test_a_private_body_does_not_show_in_the_length_of_its_line(tmp_path: Path) -> None:
    sizes = []
    for name, body in (("short", {"value": 3}), ("long", {"value": "x" * 5000})):
        with Journal.open(tmp_path / name, clock=StoppedClock(), boot="0" * 16) as journal:
            journal.append("said", body, private_to="seat-1")
        sent = exported(tmp_path / name, with_private=False)
        sizes.append([len(line) for line in sent.splitlines()])
    assert sizes[0] == sizes[1]


def assert_refused(lines: list[str], folder: Path, at: str) -> None:
    folder.mkdir(exist_ok=True)
    with refuses(TornJournal, match=rf"^{at}\b.* Nothing was imported: export it again") as e:
        import_(lines, folder / NAME)
    assert "canary" not in str(e.value)
    assert bytes_in(folder) == {}


def test_a_file_cut_short_is_refused_wherever_it_was_cut(lines: list[str], tmp_path: Path) -> None:
    for kept in range(1, len(lines)):
        assert_refused(lines[:kept], tmp_path / "copy", f"line {kept + 1}")


def test_a_line_cut_short_is_refused_wherever_it_was_cut(lines: list[str], tmp_path: Path) -> None:
    for at in range(1, len(lines[8]) - 1, 7):
        assert_refused([*lines[:8], lines[8][:at]], tmp_path / "copy", "line 9")


def test_lines_out_of_order_are_refused(lines: list[str], tmp_path: Path) -> None:
    lines[3], lines[4] = lines[4], lines[3]
    assert_refused(lines, tmp_path / "copy", "line 4: found entry 4 where entry 3 was expected")


def test_a_line_that_comes_twice_is_refused(lines: list[str], tmp_path: Path) -> None:
    assert_refused(
        [*lines[:4], *lines[3:]], tmp_path / "copy",
        "line 5: found entry 3 where entry 4 was expected",
    )  # fmt: skip
    assert_refused([*lines, lines[-1]], tmp_path / "copy", "line 11: line 1 promises 9")


def test_a_line_left_out_is_refused(lines: list[str], tmp_path: Path) -> None:
    assert_refused([*lines[:4], *lines[5:]], tmp_path / "copy", "line 5: found entry 5")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("number", 99), ("boot", "x"), ("monotonic", 0.5), ("wall_time", "2026"),
        ("kind", "x"), ("body", {}), ("body", None), ("private_to", "seat-2"), ("salt", "x"),
        ("digest", "x"), ("previous", "x"), ("chain", "x"), ("number", "4"), ("extra", 1),
        ("body", [1]), ("body", {"nan": float("nan")}),
    ],
)  # fmt: skip
def test_an_edited_line_is_refused_whatever_was_edited(
    lines: list[str], tmp_path: Path, field: str, value: object
) -> None:
    lines[4] = json.dumps(json.loads(lines[4]) | {field: value})
    assert_refused(lines, tmp_path / "copy", "line 5")


@pytest.mark.parametrize(
    ("field", "value", "at"),
    [
        ("entries", 8, "line 10"), ("entries", 10, "line 11"), ("entries", "9", "line 1"),
        ("game", "0" * 64, "line 2"), ("head", "0" * 64, "line 1"),
    ],
)  # fmt: skip
def test_an_edited_first_line_is_refused(
    lines: list[str], tmp_path: Path, field: str, value: object, at: str
) -> None:
    lines[0] = json.dumps(json.loads(lines[0]) | {field: value})
    assert_refused(lines, tmp_path / "copy", at)


@pytest.mark.parametrize("nonsense", ["{", "entry four", "[" * 100_000, "4", "null", "\x00"])
def test_a_line_of_nonsense_is_refused(lines: list[str], tmp_path: Path, nonsense: str) -> None:
    assert_refused([*lines[:4], nonsense, *lines[5:]], tmp_path / "copy", "line 5")


def test_a_withheld_body_without_privacy_is_refused(lines: list[str], tmp_path: Path) -> None:
    lines[8] = json.dumps(json.loads(lines[8]) | {"body": None})
    assert_refused(lines, tmp_path / "copy", "line 9: entry 8 has a salt but no body")


def test_an_export_of_a_newer_version_is_refused(lines: list[str], tmp_path: Path) -> None:
    lines[0] = json.dumps(json.loads(lines[0]) | {"version": 2, "colour": "gold"})
    with refuses(NewerJournal, match=r"line 1: .* version 2.* update the software"):
        import_(lines, tmp_path / "copy")


@pytest.mark.parametrize("text", [[], ["{}"], ['{"format": "recipes"}'], ["[]"]])
def test_something_else_than_an_export_is_refused(text: list[str], tmp_path: Path) -> None:
    with refuses((NotAJournal, TornJournal), match="^line 1"):
        import_(text, tmp_path / NAME)
    assert bytes_in(tmp_path) == {}


def test_import_never_overwrites(lines: list[str], path: Path) -> None:
    before = bytes_in(path.parent)
    with refuses(JournalExists, match="Name another file"):
        import_(lines, path)
    assert bytes_in(path.parent) == before
    path.unlink()
    with refuses(JournalExists, match=r"already a file .*\.head"):
        import_(lines, path)


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_an_import_stopped_at_any_step_is_whole_or_was_not_made(
    lines: list[str], tmp_path: Path
) -> None:
    step, died = 0, True
    while died:
        step += 1
        (tmp_path / str(step)).mkdir()
        copy = tmp_path / str(step) / NAME
        died = stopped_at_step(step, lambda copy=copy: import_(lines, copy).close())  # type: ignore[misc]
        if not copy.exists():
            import_(lines, copy).close()
        with Journal.open(copy) as journal:
            assert journal.head[0] == 9
    assert step > 5
