"""The installer of new versions: real packages, keys and signatures, and a systemd that pretends.

In the last tests dpkg is real as well, and installs under a folder.
"""

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
from types import ModuleType

import pytest

from companion.house.package_file import HEAD_BYTES, MOST_BYTES, MOST_SIGNATURE_BYTES, joined
from tests.systemd.packages import Key, archive, packed

SCRIPT = Path(__file__).parent.parent.parent / "systemd" / "update"

pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, ("dpkg", "dpkg-deb", "gpg", "gpgv"))), reason="no dpkg or gpg here"
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
    """A machine with version 1.0 installed, under a folder, and one key it believes."""

    root: Path
    key: Key

    @property
    def store(self) -> Path:
        return self.root / "var/lib/pharaohs-table-updates"

    @property
    def wish(self) -> Path:
        return self.root / "var/lib/pharaohs-table/house/update/wanted.update"

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
        self.put(self.key.signed(self.package(version, name, arch)))

    def package(self, version: str, name: str = "pharaohs-table", arch: str = "") -> bytes:
        return packed(self.root / "made.deb", version, name, arch, f"{name} {version}").read_bytes()

    def put(self, data: bytes) -> None:
        self.wish.parent.mkdir(parents=True, exist_ok=True)
        self.wish.write_bytes(data)

    def log(self) -> str:
        return (self.root / "log").read_text()


@pytest.fixture
def bench(tmp_path: Path, key: Key) -> Bench:
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
    key.public(tmp_path / "usr/lib/pharaohs-table/keys/release-a.gpg")
    return Bench(tmp_path, key)


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


def refused(bench: Bench) -> str:
    """Run, and say why nothing was done."""
    report = bench.run()
    assert report["state"] == "refused"
    assert bench.log() == ""
    assert not bench.wish.is_symlink()
    assert not bench.wish.exists()
    return report["why"]


def test_a_file_that_is_no_package_and_a_link_to_one_are_refused(bench: Bench) -> None:
    bench.put(b"hello")
    assert "no update file" in refused(bench)
    bench.send("1.1")
    bench.wish.rename(bench.root / "elsewhere")
    bench.wish.symlink_to(bench.root / "elsewhere")
    assert "nothing to install" in refused(bench)
    assert (bench.root / "elsewhere").exists()


def test_a_pipe_or_a_folder_in_place_of_a_package_holds_nobody_up(bench: Bench) -> None:
    bench.wish.parent.mkdir(parents=True)
    os.mkfifo(bench.wish)
    assert "no file" in refused(bench)
    (bench.wish / "deep" / "deeper").mkdir(parents=True)
    assert "no file" in refused(bench)


def test_a_folder_that_leads_elsewhere_is_not_followed(bench: Bench) -> None:
    bench.send("1.1")
    bench.wish.parent.rename(bench.root / "elsewhere")
    bench.wish.parent.symlink_to(bench.root / "elsewhere")
    report = bench.run()
    assert report["state"] == "refused"
    assert (bench.root / "elsewhere" / bench.wish.name).exists()


def test_what_is_too_large_is_not_even_copied(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.wish.parent.mkdir(parents=True)
    with bench.wish.open("wb") as file:
        file.truncate(MOST_BYTES + HEAD_BYTES + MOST_SIGNATURE_BYTES + 1)
    update = the_script()
    updater = update.Updater(bench.root, 0.1, 0.1)
    monkeypatch.setattr(updater, "copied", lambda *_: pytest.fail("copied"))
    with pytest.raises(ValueError, match="too large"):
        updater.take()


def test_a_bare_package_is_refused_with_the_remedy(bench: Bench) -> None:
    bench.put(bench.package("1.1"))
    assert "signed .update file" in refused(bench)


def test_a_package_signed_by_somebody_else_is_refused(bench: Bench, other_key: Key) -> None:
    bench.put(other_key.signed(bench.package("1.1")))
    assert "does not fit" in refused(bench)
    other_key.public(bench.root / "usr/lib/pharaohs-table/keys/release-b.gpg")
    bench.put(other_key.signed(bench.package("1.1")))
    assert bench.run()["state"] == "installed"


def test_the_signature_of_another_package_does_not_help(bench: Bench) -> None:
    good, evil = bench.package("1.1"), bench.package("99.0")
    sent = bench.key.signed(good)
    bench.put(sent[: -len(good)] + evil)
    assert "does not fit" in refused(bench)
    bench.put(sent + b"\0")
    assert "does not fit" in refused(bench)


def test_evil_members_before_the_signed_ones_are_refused(bench: Bench) -> None:
    """dpkg takes the first of two members of one name, and a dictionary the last."""
    good, evil = bench.package("1.1"), bench.package("99.0")
    theirs, ours = taken_apart(evil), taken_apart(good)
    origin = bench.key.signature(b"".join(data for _, data in ours))
    crafted = archive([*theirs, *ours[1:], ("_gpgorigin", origin)])
    bench.put(crafted)
    assert "bare package" in refused(bench)
    bench.put(bench.key.signed(good)[: -len(good)] + crafted)
    assert "does not fit" in refused(bench)
    # even signed by us, it is not a form that can be read in two ways
    bench.put(bench.key.signed(crafted))
    assert "after the last member" in refused(bench)


def taken_apart(package: bytes) -> list[tuple[str, bytes]]:
    at, found = 8, []
    while at < len(package):
        size = int(package[at + 48 : at + 58])
        name = package[at : at + 16].decode().strip()
        found.append((name, package[at + 60 : at + 60 + size]))
        at += 60 + size + size % 2
    return found


def test_two_signatures_are_one_too_many(bench: Bench, other_key: Key) -> None:
    package = bench.package("1.1")
    both = bench.key.signature(package) + other_key.signature(package)
    sent = bench.key.signed(package)
    bench.put(sent[:24] + b"%05d\n" % len(both) + both + package)
    assert "does not fit" in refused(bench)


def test_a_signed_message_is_no_signature_of_a_package(bench: Bench) -> None:
    """It brings its own text along, and that is what would be found to be signed."""
    message = bench.key.gpg("--sign", data=b"anything")
    bench.put(joined(message, bench.package("1.1")))
    assert "does not fit" in refused(bench)


def test_without_a_key_nothing_is_installed(bench: Bench) -> None:
    shutil.rmtree(bench.root / "usr/lib/pharaohs-table/keys")
    bench.send("1.1")
    assert "no release key; install the package with apt" in refused(bench)


def test_the_owners_own_key_stands_in_for_ours(bench: Bench, other_key: Key) -> None:
    other_key.public(bench.root / "etc/pharaohs-table/update.gpg")
    bench.send("1.1")
    assert "does not fit" in refused(bench)
    bench.put(other_key.signed(bench.package("1.1")))
    assert bench.run()["state"] == "installed"


def test_an_older_version_never_comes_back_by_itself(bench: Bench) -> None:
    """Somebody went back by hand; an old signed package must not be slipped in then."""
    bench.send("1.5")
    assert bench.run()["state"] == "installed"
    (bench.root / "version").write_text("1.0\n")
    (bench.root / "log").write_text("")
    bench.send("1.4")
    assert "1.5 was installed here already" in refused(bench)
    bench.send("1.5")
    assert bench.run()["state"] == "installed"


def test_a_version_that_was_taken_back_may_be_sent_again(bench: Bench) -> None:
    bench.send("1.1broken")
    assert bench.run()["state"] == "went_back"
    bench.send("1.1~again")
    assert bench.run()["state"] == "installed"


def test_dpkg_is_given_the_file_that_was_checked(bench: Bench) -> None:
    """Another file under the same name, put there after the check, is not installed."""
    evil = packed(bench.root / "evil.deb", "99.0")
    (bench.root / "bin" / "systemctl").write_text(
        SYSTEMCTL.format(root=bench.root, log=bench.root / "log")
    )
    dpkg = bench.root / "bin" / "dpkg"
    aside = bench.store / "swap"
    swap = f'case "$1" in -i) cp {evil} {aside}; mv {aside} {bench.store}/new.deb;; esac'
    dpkg.write_text(dpkg.read_text().replace("#!/bin/sh\n", f"#!/bin/sh\n{swap}\n"))
    bench.send("1.1")
    bench.run()
    assert bench.log().splitlines()[0] == "installs 1.1"


REAL_DPKG = """#!/bin/sh
case "$1" in
    --compare-versions | --print-architecture) exec /usr/bin/dpkg "$@" ;;
esac
exec /usr/bin/dpkg --root={root} --force-script-chrootless --force-not-root --no-debsig \\
    --log={root}/dpkg.log "$@" 2>> {log}
"""
REAL_QUERY = '#!/bin/sh\nexec /usr/bin/dpkg-query --admindir={root}/var/lib/dpkg "$@"\n'


@pytest.fixture
def machine(bench: Bench) -> Bench:
    """The same machine with a real dpkg, which installs under its folder."""
    for folder in ("info", "updates", "triggers"):
        (bench.root / "var/lib/dpkg" / folder).mkdir(parents=True)
    (bench.root / "var/lib/dpkg/status").touch()
    (bench.root / "var/lib/dpkg/available").touch()
    for name, text in (("dpkg", REAL_DPKG), ("dpkg-query", REAL_QUERY)):
        tool = bench.root / "bin" / name
        tool.write_text(text.format(root=bench.root, log=bench.root / "errors"))
    first = packed(bench.root / "first.deb", "1.0", postinst="pharaohs-table 1.0")
    subprocess.run([bench.root / "bin/dpkg", "-i", first], check=True, stdout=subprocess.DEVNULL)
    assert (bench.root / "ran").read_text() == "pharaohs-table 1.0\n"
    return bench


def test_a_real_dpkg_installs_what_was_signed(machine: Bench) -> None:
    machine.send("1.1")
    report = machine.run()
    assert (report["state"], report["to"]) == ("installed", "1.1")
    assert (machine.root / "usr/lib/table").read_text() == "1.1"
    assert (machine.root / "ran").read_text() == "pharaohs-table 1.1\n"


def test_a_real_dpkg_never_runs_the_script_of_a_crafted_package(machine: Bench) -> None:
    good, evil = machine.package("1.1"), machine.package("99.0")
    theirs, ours = taken_apart(evil), taken_apart(good)
    origin = machine.key.signature(b"".join(data for _, data in ours))
    crafted = archive([*theirs, *ours[1:], ("_gpgorigin", origin)])
    sent = machine.key.signed(good)
    for data in (crafted, sent[: -len(good)] + crafted, machine.key.signed(crafted)):
        machine.put(data)
        assert machine.run()["state"] == "refused"
        assert (machine.root / "ran").read_text() == "pharaohs-table 1.0\n"


def test_what_script_sign_makes_is_installed(machine: Bench) -> None:
    package = packed(machine.root / "made_1.1.deb", "1.1", postinst="signed")
    private = machine.key.private(machine.root / "private.key")
    script = SCRIPT.parent.parent / "script" / "sign"
    subprocess.run([sys.executable, script, private, package], check=True, capture_output=True)
    machine.put(package.with_suffix(".update").read_bytes())
    assert machine.run()["state"] == "installed"
    assert (machine.root / "ran").read_text() == "signed\n"


def test_two_keys_are_shipped_and_both_are_public() -> None:
    keys = sorted((SCRIPT.parent / "keys").iterdir())
    assert [key.name for key in keys] == ["release-a.gpg", "release-b.gpg"]
    prints = set()
    for key in keys:
        command = ["gpg", "--batch", "--show-keys", "--with-colons", str(key)]
        told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        kinds = [line.split(":")[0] for line in told.splitlines()]
        assert kinds.count("pub") == 1
        assert "sec" not in kinds
        prints |= {line.split(":")[9] for line in told.splitlines() if line.startswith("fpr")}
    assert len(prints) == 2


def the_script() -> ModuleType:
    loader = SourceFileLoader("update", str(SCRIPT))
    update = module_from_spec(spec_from_loader("update", loader))  # type: ignore[arg-type]
    loader.exec_module(update)
    return update


def test_a_program_that_never_answers_has_failed_and_ends_nothing_else() -> None:
    """A card that hangs for a minute must not stop the update in the middle."""
    update = the_script()
    result = update.Updater(Path("/nowhere"), 1.0, 0.1).attempt("sleep", "9", seconds=0.1)
    assert result.returncode == update.TOO_LATE
    assert "sleep took over 0.1 s" in result.stderr


def test_a_version_that_takes_a_while_to_start_stays(bench: Bench) -> None:
    """While it starts, systemd names the process that will serve: it stays the same one then."""
    bench.send("1.1-late")
    report = bench.run()
    assert (report["state"], report["to"]) == ("installed", "1.1-late")
    assert bench.version() == "1.1-late"
