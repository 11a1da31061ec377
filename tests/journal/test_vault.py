"""The vault: private entries lie on the card in cipher, and only their key opens them."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.journal import CannotSave, Entry, Journal, Vault, is_locked, read
from companion.journal.vault import BLOCK
from tests.saying import refuses

SECRET = {"move": {"type": "Seal", "colours": ["vermilion", "turquoise"]}, "by": "hood"}


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "game.sqlite") as opened:
        yield opened


def written(journal: Journal, vault: Vault, body: dict[str, Any], role: str = "hood") -> Entry:
    number = journal.head[0] + 1
    locked = vault.lock(body, number=number, kind="made", role=role)
    return journal.append("made", locked, private_to=role)


def on_the_card(folder: Path) -> bytes:
    """Every byte of every file, the key aside."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".key"]
    return b"".join(path.read_bytes() for path in files)


def test_what_is_locked_can_be_opened_again(journal: Journal) -> None:
    written(journal, Vault.beside(journal.path), SECRET)
    (entry,) = Vault.beside(journal.path).opened(journal.entries())
    assert entry.body == SECRET


def test_no_byte_on_the_card_tells_the_secret(journal: Journal, tmp_path: Path) -> None:
    written(journal, Vault.beside(journal.path), SECRET)
    for move_on in (journal.checkpoint, journal.close):
        content = on_the_card(tmp_path)
        assert not any(word in content for word in (b"vermilion", b"turquoise", b"Seal", b"colour"))
        move_on()


def test_a_plain_body_would_be_found_on_the_card(journal: Journal, tmp_path: Path) -> None:
    """The search above can fail: written without the vault, the secret lies open."""
    journal.append("made", SECRET, private_to="hood")
    assert b"vermilion" in on_the_card(tmp_path)


def test_the_key_is_a_file_of_its_own_for_its_owner_alone(journal: Journal) -> None:
    vault = Vault.beside(journal.path)
    written(journal, vault, SECRET)
    (key,) = vault.folder.iterdir()
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert stat.S_IMODE(vault.folder.stat().st_mode) == 0o700
    assert key.read_bytes().strip() not in on_the_card(journal.path.parent)


def test_a_game_without_secrets_needs_no_key(journal: Journal) -> None:
    journal.append("made", {"move": {}})
    assert Vault.beside(journal.path).opened(journal.entries()) == read(journal.path)
    assert not Vault.beside(journal.path).folder.exists()


@pytest.mark.parametrize("colour", ["red", "aquamarine", "a rather long name for a colour"])
def test_the_length_of_a_secret_tells_nothing(journal: Journal, colour: str) -> None:
    vault = Vault.beside(journal.path)
    bodies = [{"colour": "tan"}, {"colour": colour}]
    lengths = {len(str(written(journal, vault, body).body)) for body in bodies}
    assert len(lengths) == 1
    assert min(lengths) > BLOCK


def test_the_same_secret_never_looks_the_same_twice(journal: Journal) -> None:
    vault = Vault.beside(journal.path)
    one, other = (written(journal, vault, SECRET).body for _ in range(2))
    assert one != other


def test_without_its_key_an_entry_stays_locked_and_the_chain_still_holds(journal: Journal) -> None:
    vault = Vault.beside(journal.path)
    written(journal, vault, SECRET)
    next(vault.folder.iterdir()).unlink()
    (entry,) = Vault.beside(journal.path).opened(read(journal.path))
    assert is_locked(entry)


@pytest.mark.parametrize("content", ["", "no key", "00" * 31, "00" * 32, "\xff"])
def test_a_damaged_key_opens_nothing_and_breaks_nothing(journal: Journal, content: str) -> None:
    vault = Vault.beside(journal.path)
    written(journal, vault, SECRET)
    next(vault.folder.iterdir()).write_text(content, "latin-1")
    (entry,) = Vault.beside(journal.path).opened(journal.entries())
    assert is_locked(entry)


def test_the_table_goes_on_with_a_new_key_where_the_old_one_is_lost(journal: Journal) -> None:
    vault = Vault.beside(journal.path)
    written(journal, vault, SECRET)
    (lost,) = vault.folder.iterdir()
    kept = lost.read_bytes()
    lost.unlink()
    later = Vault.beside(journal.path)
    later.opened(journal.entries())
    written(journal, later, {"note": "after"})
    first, second = Vault.beside(journal.path).opened(journal.entries())
    assert is_locked(first)
    assert second.body == {"note": "after"}
    lost.write_bytes(kept)
    found = Vault.beside(journal.path).opened(journal.entries())
    assert [entry.body for entry in found] == [SECRET, {"note": "after"}]


def test_the_same_key_serves_the_whole_game(journal: Journal) -> None:
    for _ in range(3):
        vault = Vault.beside(journal.path)
        vault.opened(journal.entries())
        written(journal, vault, SECRET)
    assert len(list(Vault.beside(journal.path).folder.iterdir())) == 1


def test_a_released_key_opens_its_own_role_and_no_other(journal: Journal) -> None:
    vault = Vault.beside(journal.path)
    written(journal, vault, SECRET, "hood")
    written(journal, vault, {"note": "mine"}, "seat-1")
    journal.append("released", vault.release("hood") or {})
    next(vault.folder.iterdir()).unlink()
    hood, note, _ = Vault.beside(journal.path).opened(read(journal.path))
    assert hood.body == SECRET
    assert is_locked(note)


@pytest.mark.parametrize("change", [{"number": 2}, {"kind": "doubted"}, {"private_to": "seat-1"}])
def test_a_secret_cannot_be_passed_off_as_another_entry(
    journal: Journal, change: dict[str, Any]
) -> None:
    entry = written(journal, Vault.beside(journal.path), SECRET)
    moved = msgspec.structs.replace(entry, **change)
    (found,) = Vault.beside(journal.path).opened([moved])
    assert is_locked(found)


def test_a_key_that_cannot_be_kept_is_reported_before_anything_is_saved(journal: Journal) -> None:
    vault = Vault.beside(journal.path)
    vault.folder.write_text("a file where the folder should be")
    with refuses(CannotSave, match="Nothing was saved"):
        written(journal, vault, SECRET)
    assert journal.head[0] == 0


def test_neither_a_vault_nor_an_entry_shows_its_secret_in_a_text(journal: Journal) -> None:
    vault = Vault.beside(journal.path)
    written(journal, vault, SECRET)
    (entry,) = vault.opened(journal.entries())
    key = next(vault.folder.iterdir()).read_text().strip()
    assert key not in repr(vault)
    assert "vermilion" not in repr(entry)
