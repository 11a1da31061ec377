"""Everything in one file, and back: whole or not at all, and nothing that is there changes."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.house import FOLDER, House
from companion.house.backup import back_up
from companion.house.errors import HouseError
from companion.house.game_import import BadExport, import_game
from companion.house.restore import BadBackup, arrive, inspect, unpack
from companion.journal import export, game_name, read
from tests.house.evenings import ANNA_AND_BEN, house_in
from tests.house.played import play


def furnished(folder: Path) -> House:
    """A house with two games on the shelf, one of them with secrets, and something taught."""
    folder.mkdir(exist_ok=True)
    play(folder / "wall-game-20260101-200000.sqlite", steps=6)
    play(folder / "sphinx-game-20260102-200000.sqlite", "sphinx", steps=6)
    (folder / "weights.json").write_text("{}")
    (folder / "cards").mkdir()
    (folder / "cards" / "H00.png").write_bytes(b"picture")
    (folder / "editions" / "wall" / ".lesson").mkdir(parents=True)
    (folder / "editions" / "wall" / ".lesson" / "0001.npz").write_bytes(b"not learnt yet")
    (folder / "editions" / "wall" / "used.json").write_text('{"used": ""}')
    house = house_in(folder)
    (folder / FOLDER / "settings.toml").write_text('name = "Kitchen"\n')
    (folder / FOLDER / "owner.json").write_text('{"secret": "00", "code": "ABC"}')
    return house


def backed_up(house: House, out: Path) -> Path:
    back_up(house.folder, out, name="Kitchen", made="2026-01-03")
    return out


def everything(folder: Path) -> dict[str, bytes]:
    found = {path for path in folder.rglob("*") if path.is_file()}
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def test_a_house_comes_back_whole_on_an_empty_machine(tmp_path: Path) -> None:
    house = furnished(tmp_path / "old")
    house.begin(ANNA_AND_BEN)
    open_game = house.place.game
    assert open_game is not None
    file = backed_up(house, tmp_path / "backup.zip")  # while the game is open
    house.stop()
    new = tmp_path / "new"
    new.mkdir()
    fresh = house_in(new)
    found = inspect(file, new, fresh.name)
    assert (found.empty, found.own, len(found.new)) == (True, False, 3)
    assert len(unpack(file, new, found)) == 3
    fresh.stop()
    assert arrive(new)
    again = house_in(new)
    assert again.place.game == open_game
    assert again.name == house.name
    assert read(new / open_game)[0].kind == "opened"
    assert (new / FOLDER / "settings.toml").read_text() == 'name = "Kitchen"\n'
    assert (new / "cards" / "H00.png").read_bytes() == b"picture"
    assert (new / "editions" / "wall" / "used.json").exists()
    assert not (new / "editions" / "wall" / ".lesson").exists()
    again.stop()
    assert not arrive(new)


def test_games_come_beside_those_that_are_there_and_nothing_there_changes(tmp_path: Path) -> None:
    house = furnished(tmp_path / "old")
    file = backed_up(house, tmp_path / "backup.zip")
    house.stop()
    other = tmp_path / "other"
    other.mkdir()
    name = "wall-game-20260101-200000.sqlite"  # the same file name, another game
    play(other / name, seed=9, steps=4)
    mine = game_name(other / name)
    (other / "weights.json").write_text("mine")
    there = house_in(other)
    found = inspect(file, other, there.name)
    assert (found.empty, found.own, len(found.new), found.known) == (False, False, 2, 0)
    came = unpack(file, other, found)
    assert sorted(came) == [
        "sphinx-game-20260102-200000.sqlite",
        "wall-game-20260101-200000-2.sqlite",
    ]
    assert game_name(other / name) == mine
    assert (other / "weights.json").read_text() == "mine"
    assert not (other / FOLDER / "arriving").exists()
    again = inspect(file, other, there.name)
    assert (len(again.new), again.known) == (0, 2)  # never twice
    there.stop()


def test_a_backup_of_this_very_house_brings_only_what_was_deleted(tmp_path: Path) -> None:
    house = furnished(tmp_path / "old")
    file = backed_up(house, tmp_path / "backup.zip")
    house.delete("wall-game-20260101-200000.sqlite")
    found = inspect(file, house.folder, house.name)
    assert (found.own, len(found.new), found.known) == (True, 1, 1)
    house.stop()


def test_a_damaged_game_is_backed_up_as_it_lies_there(tmp_path: Path) -> None:
    house = furnished(tmp_path / "old")
    path = tmp_path / "old" / "wall-game-20260101-200000.sqlite"
    path.write_bytes(path.read_bytes()[:5000])
    file = backed_up(house, tmp_path / "backup.zip")
    with zipfile.ZipFile(file) as packed:
        assert packed.read(f"games/{path.name}") == path.read_bytes()
    house.stop()


def repacked(file: Path, change: Callable[[dict[str, bytes], dict[str, object]], None]) -> Path:
    """The same backup with something changed in it, its manifest kept fitting unless changed."""
    with zipfile.ZipFile(file) as packed:
        content = {name: packed.read(name) for name in packed.namelist()}
    manifest = json.loads(content.pop("manifest.json"))
    change(content, manifest)
    out = file.with_name("changed.zip")
    with zipfile.ZipFile(out, "w") as packed:
        for name, data in content.items():
            packed.writestr(name, data)
        packed.writestr("manifest.json", json.dumps(manifest))
    return out


def planted(name: str) -> Callable[[dict[str, bytes], dict[str, object]], None]:
    def change(content: dict[str, bytes], manifest: dict[str, object]) -> None:
        content[name] = b"evil"
        digest = hashlib.sha256(b"evil").hexdigest()
        manifest["files"][name] = {"bytes": 4, "sha256": digest}  # type: ignore[index]

    return change


def flipped(content: dict[str, bytes], manifest: dict[str, object]) -> None:
    content["taught/weights.json"] = b"[]"


def huge(content: dict[str, bytes], manifest: dict[str, object]) -> None:
    manifest["files"]["taught/weights.json"]["bytes"] = 10**12  # type: ignore[index]


def newer(content: dict[str, bytes], manifest: dict[str, object]) -> None:
    manifest["version"] = 99


def foreign(content: dict[str, bytes], manifest: dict[str, object]) -> None:
    manifest["format"] = "something else"


def smuggled(content: dict[str, bytes], manifest: dict[str, object]) -> None:
    content["taught/extra"] = b"not in the manifest"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (planted("../evil"), "damaged"), (planted("/etc/evil"), "damaged"),
        (planted("taught/../../evil"), "damaged"), (planted("games/a/b.sqlite"), "damaged"),
        (planted("taught/house/owner.json"), "damaged"), (planted("taught/.ssh/key"), "damaged"),
        (planted("taught/x.sqlite"), "damaged"), (planted("other/evil"), "damaged"),
        (flipped, "damaged"), (huge, "too_large"), (newer, "newer"), (foreign, "no_backup"),
        (smuggled, "damaged"),
    ],
)  # fmt: skip
def test_a_wrong_backup_is_refused_and_nothing_changes(
    tmp_path: Path, change: Callable[[dict[str, bytes], dict[str, object]], None], said: str
) -> None:
    house = furnished(tmp_path / "old")
    file = repacked(backed_up(house, tmp_path / "backup.zip"), change)
    house.stop()
    new = tmp_path / "new"
    new.mkdir()
    with pytest.raises(BadBackup) as refused:
        inspect(file, new, "")
    assert refused.value.say.key == f"house.backup.{said}"
    assert everything(new) == {}
    assert not (tmp_path / "evil").exists()


def test_a_file_that_is_no_backup_or_only_half_of_one_is_refused(tmp_path: Path) -> None:
    house = furnished(tmp_path / "old")
    whole = backed_up(house, tmp_path / "backup.zip").read_bytes()
    house.stop()
    new = tmp_path / "new"
    new.mkdir()
    for data in (b"", b"hello", b"PK\x03\x04" + bytes(100), whole[: len(whole) // 2], whole[:-30]):
        file = tmp_path / "wrong.zip"
        file.write_bytes(data)
        with pytest.raises(BadBackup):
            inspect(file, new, "")
    assert everything(new) == {}


# One exported game


def exported(path: Path, to: Path) -> Path:
    out = io.StringIO()
    export(path, out, with_private=True)
    to.write_text(out.getvalue())
    return to


def test_an_exported_game_comes_to_the_shelf_under_its_own_name(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    new.mkdir()
    file = exported(play(old / "wall-game-20260101-200000.sqlite"), tmp_path / "game.jsonl")
    name = import_game(file, new, "wall-game-20260101-200000.jsonl")
    assert name == "wall-game-20260101-200000.sqlite"
    assert read(new / name) == read(old / name)
    with pytest.raises(BadExport) as known:
        import_game(file, new, "another.jsonl")
    assert known.value.say.key == "house.import.known"
    assert sorted(path.name for path in new.glob("*.sqlite")) == [name]


def cut(text: str) -> str:
    return "\n".join(text.splitlines()[:-2]) + "\n"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: "hello\n", "no_export"), (lambda text: "", "no_export"),
        (lambda text: "é" * 40, "no_export"), (lambda text: '{"a": 1}\n' + text, "no_export"),
        (cut, "torn"), (lambda text: text.replace('"version":1', '"version":9', 1), "newer"),
        (lambda text: text.replace("Anna", "Eve"), "torn"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_whole_export_is_refused_with_its_reason(
    tmp_path: Path, change: Callable[[str], str], said: str
) -> None:
    new = tmp_path / "new"
    new.mkdir()
    file = exported(play(tmp_path / "wall-game-20260101-200000.sqlite", steps=6), tmp_path / "g")
    file.write_text(change(file.read_text()))
    with pytest.raises(HouseError) as refused:
        import_game(file, new)
    assert refused.value.say.key == f"house.import.{said}"
    assert everything(new) == {}


def test_a_game_of_a_room_nobody_knows_is_refused(tmp_path: Path) -> None:
    from companion.journal import Journal

    with Journal.open(tmp_path / "odd.sqlite") as journal:
        journal.append("opened", {"room": "moon"})
    new = tmp_path / "new"
    new.mkdir()
    with pytest.raises(BadExport):
        import_game(exported(tmp_path / "odd.sqlite", tmp_path / "g"), new)
    assert everything(new) == {}
