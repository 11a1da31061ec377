"""The installer of new versions: real packages, a dpkg and a systemd that only pretend."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent.parent.parent / "systemd" / "update"

pytestmark = pytest.mark.skipif(
    shutil.which("dpkg-deb") is None or shutil.which("dpkg") is None, reason="no dpkg here"
)

DPKG = """#!/bin/sh
case "$1" in
    --compare-versions | --print-architecture) exec /usr/bin/dpkg "$@" ;;
    --configure) echo configured >> {log}; exit 0 ;;
esac
for package; do :; done
version=$(dpkg-deb --field "$package" Version)
echo "installs $version" >> {log}
[ ! -e {root}/cut ] || {{ rm {root}/cut; kill -9 $PPID; exit 1; }}
case $version in *unpackable) echo "no such file" >&2; exit 1 ;; esac
echo "$version" > {root}/version
"""
QUERY = """#!/bin/sh
case "$1" in
    -W) tr -d '\\n' < {root}/version ;;
    -L) echo /.; echo /lib; echo /lib/unit; echo /usr; echo /usr/lib; echo /usr/lib/table ;;
    -s) printf 'Package: pharaohs-table\\nStatus: install ok installed\\nMaintainer: us <a@b.c>\\n'
        printf 'Architecture: %s\\nVersion: %s\\nConffiles:\\n /etc/x 123\\n' \
            $(/usr/bin/dpkg --print-architecture) $(cat {root}/version)
        printf 'Description: a table\\n that referees\\n' ;;
esac
"""
SYSTEMCTL = """#!/bin/sh
echo "$@" >> {root}/asked
case "$*" in
    "is-active companion.service")
        case $(cat {root}/version) in *broken) echo failed ;; *slow) echo activating ;;
        *late) echo x >> {root}/late
            [ $(wc -l < {root}/late) -gt 3 ] && echo active || echo activating ;;
        *hopeless) echo inactive ;; *) echo active ;; esac ;;
    "is-active companion-safe.service")
        case $(cat {root}/version) in *hopeless) echo activating ;; *) echo inactive ;; esac ;;
    "show -P MainPID companion.service") echo 42 ;;
esac
"""


@dataclass
class Bench:
    """A machine with version 1.0 installed, under a folder."""

    root: Path

    @property
    def store(self) -> Path:
        return self.root / "var/lib/pharaohs-table-updates"

    @property
    def wish(self) -> Path:
        return self.root / "var/lib/pharaohs-table/house/update/wanted.deb"

    def run(self) -> dict[str, str]:
        environment = {**os.environ, "PATH": f"{self.root}/bin:{os.environ['PATH']}"}
        words = ["--root", str(self.root), "--patience", "1.5", "--steady", "0.2"]
        subprocess.run([sys.executable, SCRIPT, *words], env=environment, check=False,
                       stdout=subprocess.DEVNULL)  # fmt: skip
        report: dict[str, str] = json.loads((self.store / "report.json").read_text())
        return report

    def version(self) -> str:
        return (self.root / "version").read_text().strip()

    def send(self, version: str, name: str = "pharaohs-table", arch: str = "") -> None:
        self.wish.parent.mkdir(parents=True, exist_ok=True)
        packed(self.wish, version, name, arch)

    def log(self) -> str:
        return (self.root / "log").read_text()


def packed(out: Path, version: str, name: str = "pharaohs-table", arch: str = "") -> Path:
    """A real little package."""
    tree = out.parent / "tree"
    (tree / "DEBIAN").mkdir(parents=True)
    (tree / "usr/lib").mkdir(parents=True)
    (tree / "usr/lib/table").write_text(version)
    here = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True,
                          check=True).stdout.strip()  # fmt: skip
    (tree / "DEBIAN/control").write_text(
        f"Package: {name}\nVersion: {version}\nArchitecture: {arch or here}\n"
        "Maintainer: us <a@b.c>\nDescription: a table\n"
    )
    md5 = subprocess.run(["md5sum", "usr/lib/table"], cwd=tree, capture_output=True, text=True,
                         check=True).stdout  # fmt: skip
    (tree / "DEBIAN/md5sums").write_text(md5)
    command = ["dpkg-deb", "--root-owner-group", "-Zgzip", "--build", str(tree), str(out)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(tree)
    return out


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    (tmp_path / "bin").mkdir()
    (tmp_path / "log").touch()
    (tmp_path / "version").write_text("1.0\n")
    (tmp_path / "usr/lib").mkdir(parents=True)
    (tmp_path / "usr/lib/table").write_text("1.0")
    (tmp_path / "lib").symlink_to("usr/lib")  # as every Debian since 12 has it
    (tmp_path / "usr/lib/unit").write_text("1.0")
    tools = {"dpkg": DPKG, "dpkg-query": QUERY, "systemctl": SYSTEMCTL}
    for name, text in tools.items():
        tool = tmp_path / "bin" / name
        tool.write_text(text.format(root=tmp_path, log=tmp_path / "log"))
        tool.chmod(0o755)
    return Bench(tmp_path)


def test_a_new_version_that_comes_up_stays(bench: Bench) -> None:
    bench.send("1.1")
    report = bench.run()
    assert (report["state"], report["to"]) == ("installed", "1.1")
    assert bench.version() == "1.1"
    assert not bench.wish.exists()
    assert not (bench.store / "installing").exists()
    bench.send("1.2")
    assert bench.run()["state"] == "installed"
    assert "1.1" in subprocess.run(["dpkg-deb", "--field", bench.store / "previous.deb", "Version"],
                                   capture_output=True, text=True, check=True).stdout  # fmt: skip


@pytest.mark.parametrize("how", ["broken", "slow", "unpackable", "hopeless"])
def test_a_version_that_does_not_come_up_is_taken_back(bench: Bench, how: str) -> None:
    bench.send(f"1.1{how}")
    report = bench.run()
    assert (report["state"], report["to"]) == ("went_back", "1.0")
    assert bench.version() == "1.0"
    assert bench.log().splitlines() == [f"installs 1.1{how}", "configured", "installs 1.0"]


def test_an_update_that_was_cut_off_is_taken_back_at_the_next_start(bench: Bench) -> None:
    bench.send("1.1")
    (bench.root / "cut").touch()  # the plug is pulled while dpkg works
    assert bench.run()["state"] == "installing"
    assert (bench.store / "installing").exists()
    report = bench.run()
    assert report["state"] == "went_back"
    assert "switched off" in report["why"]
    assert not (bench.store / "installing").exists()


def test_the_way_back_is_made_from_what_is_installed(bench: Bench) -> None:
    bench.send("1.1")
    bench.run()
    previous = bench.store / "previous.deb"
    listed = subprocess.run(["dpkg-deb", "--contents", previous], capture_output=True, text=True,
                            check=True).stdout  # fmt: skip
    assert "./usr/lib/table" in listed
    assert "./lib/unit" in listed
    control = subprocess.run(["dpkg-deb", "--field", previous], capture_output=True, text=True,
                             check=True).stdout  # fmt: skip
    assert "Status" not in control
    assert "Conffiles" not in control
    assert "Version: 1.0" in control


@pytest.mark.parametrize(
    ("version", "name", "arch", "said"),
    [
        ("1.1", "other-thing", "", "not pharaohs-table"),
        ("1.1", "pharaohs-table", "s390x", "s390x"),
        ("0.9", "pharaohs-table", "", "not newer"),
        ("1.0", "pharaohs-table", "", "not newer"),
    ],
)
def test_a_package_that_is_not_for_this_machine_is_refused(
    bench: Bench, version: str, name: str, arch: str, said: str
) -> None:
    bench.send(version, name, arch)
    report = bench.run()
    assert report["state"] == "refused"
    assert said in report["why"]
    assert bench.log() == ""
    assert not bench.wish.exists()


def test_a_file_that_is_no_package_and_a_link_to_one_are_refused(bench: Bench) -> None:
    bench.wish.parent.mkdir(parents=True)
    bench.wish.write_bytes(b"hello")
    assert "no Debian package" in bench.run()["why"]
    packed(bench.root / "elsewhere.deb", "1.1")
    bench.wish.symlink_to(bench.root / "elsewhere.deb")
    assert bench.run()["state"] == "refused"
    assert bench.log() == ""


def test_where_a_key_is_kept_a_package_without_its_signature_is_refused(bench: Bench) -> None:
    key = bench.root / "etc/pharaohs-table/update.gpg"
    key.parent.mkdir(parents=True)
    key.write_bytes(b"key")
    bench.send("1.1")
    assert "not signed" in bench.run()["why"]
    bench.send("1.1")
    (bench.root / "_gpgorigin").write_bytes(b"signature")
    subprocess.run(["ar", "r", bench.wish, bench.root / "_gpgorigin"], check=True,
                   stderr=subprocess.DEVNULL)  # fmt: skip
    gpgv = bench.root / "bin" / "gpgv"
    gpgv.write_text(f"#!/bin/sh\ncat $4 > {bench.root}/signed\n[ -e {bench.root}/fits ]\n")
    gpgv.chmod(0o755)
    sent = bench.wish.read_bytes()
    assert "does not fit" in bench.run()["why"]
    assert (bench.root / "signed").read_bytes().startswith(b"2.0\n")
    (bench.root / "fits").touch()
    bench.wish.write_bytes(sent)
    assert bench.run()["state"] == "installed"


def test_a_program_that_never_answers_has_failed_and_ends_nothing_else() -> None:
    """A card that hangs for a minute must not stop the update in the middle."""
    loader = SourceFileLoader("update", str(SCRIPT))
    update = module_from_spec(spec_from_loader("update", loader))  # type: ignore[arg-type]
    loader.exec_module(update)
    result = update.Updater(Path("/nowhere"), 1.0, 0.1).attempt("sleep", "9", seconds=0.1)
    assert result.returncode == update.TOO_LATE
    assert "sleep took over 0.1 s" in result.stderr


def test_a_version_that_takes_a_while_to_start_stays(bench: Bench) -> None:
    """While it starts, systemd names the process that will serve: it stays the same one then."""
    bench.send("1.1-late")
    report = bench.run()
    assert (report["state"], report["to"]) == ("installed", "1.1-late")
    assert bench.version() == "1.1-late"
