"""script/install and the package, really installed: each in a fresh Debian of both releases.

The Debians are containers with their own systemd, so apt, the environment, the user, the units and
the page are real; pins and cameras are not there. The locked wheels are fetched beforehand, because
nobody knows how this machine reaches the package index.
"""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from tests.machine.container import Container
from tests.machine.doing import PACKAGE, SETTINGS, STATE, act, serves, sit_down
from tests.machine.image import CannotBuild, fetch_tools
from tests.machine.reached import wait_until

ROOT = Path(__file__).parent.parent.parent
RELEASES = {"12": ("bookworm", "3.11", 36), "13": ("trixie", "3.13", 41)}
"""For each Debian: its name, its Python, and the C library the wheels may be made for."""
TOOLS = {"mmdebstrap": "mmdebstrap", "systemd-nspawn": "systemd-container"}
PORT, HALL_PORT = 8080, 8090
MOST_EXPOSED = 1.5
"""What systemd's own count of an open door may say of the hall's unit."""
TABLE = "/root/table"
WHEELS = "/root/wheels"
MINUTES = 900.0

OFFLINE = """#!/bin/sh
[ "$*" = "-t -f NAME connection show" ] && exit
exec /usr/bin/nmcli --offline "$@" > /run/pharaohs-table.nmconnection
"""
"""Writes the connection down instead of opening it: the container shares this machine's network."""

Row = tuple[str, Callable[[], str]]


def rows(release: str, container: Container, package: Path) -> Iterator[Row]:
    """What is to be shown in one container, in this order."""

    def installs() -> str:
        said = container.do(f"{TABLE}/script/install 2>/dev/null", MINUTES)
        assert f":{PORT}/" in said, said
        assert "\u2588" in said, "no QR code was printed"
        assert container.do("systemctl is-enabled companion").strip() == "enabled"
        assert container.do("stat -c %U /var/lib/pharaohs-table").strip() == "companion"
        versions = container.do(
            "/opt/pharaohs-table/.venv/bin/python -c 'import cv2, numpy, sys; "
            'print("Python %d.%d" % sys.version_info[:2], "OpenCV", cv2.__version__, '
            '"numpy", numpy.__version__)\''
        )
        sit_down(container, "bowl")
        return f"{versions.strip()}; page serves {_number(container)} entry"

    def checks_out() -> str:
        container.do("systemctl stop companion")
        told = container.do("setpriv --reuid companion --regid companion --init-groups "
                            "companion check --quiet")  # fmt: skip
        container.do("systemctl start companion")
        assert "Everything that is wired works" in told, told
        return f"{len(told.splitlines()) - 2} parts looked at"

    def announced() -> str:
        container.do("apt-get -qq -y install --no-install-recommends avahi-utils", MINUTES)
        heard = container.do("timeout 20 avahi-browse -ptr _http._tcp")
        services = [line.split(";") for line in heard.splitlines() if line.startswith("=")]
        ours = [each for each in services if "Pharaoh" in each[3] and each[8] == str(PORT)]
        assert ours, heard
        return f"{ours[0][6]} on port {PORT} is heard by mDNS"

    def again() -> str:
        number = act(container)
        settings = container.do(f"echo '# ours' >> {SETTINGS}; cat {SETTINGS}")
        container.do(f"{TABLE}/script/install", MINUTES)
        wait_until(lambda: serves(container), 60, "no page after the second time")
        assert container.state()["number"] == number
        assert container.do(f"cat {SETTINGS}") == settings
        return f"entry {number} and the changed settings are kept"

    def boots() -> str:
        number = _number(container)
        container.stop()
        container.start()
        seconds = wait_until(lambda: serves(container), 60, "no page after a new start")
        assert container.state()["number"] == number
        return f"entry {number} is back {seconds:.0f} s after the start"

    def shown() -> str:
        """The machine's own screen: everything is installed, the unit is sound and enabled."""
        container.do(f"{TABLE}/script/install --kiosk --no-start", MINUTES)
        unit = "pharaohs-table-kiosk.service"
        assert container.do(f"systemctl is-enabled {unit}").strip() == "enabled"
        told = container.attempt(f"systemd-analyze verify --man=no /etc/systemd/system/{unit}")
        ours = [line for line in f"{told['out']}{told['err']}".splitlines() if unit in line]
        assert not ours, ours
        container.do("getent passwd pharaohs-screen; test -x /usr/bin/cage")
        return container.do("chromium --version").strip() + " in cage; verified and enabled"

    def with_wifi() -> str:
        """NetworkManager itself says whether it takes the hotspot; here it must not touch a net."""
        bring = "apt-get -qq -y install --no-install-recommends network-manager"
        container.do(f"systemctl mask NetworkManager.service; {bring}", MINUTES)
        container.put("/usr/local/bin/nmcli", OFFLINE.encode())
        said = container.do("chmod +x /usr/local/bin/nmcli; "
                            f"{TABLE}/script/install --hotspot --no-start", MINUTES)  # fmt: skip
        kept = container.do("cat /run/pharaohs-table.nmconnection")
        for line in ("mode=ap", "ssid=Pharaohs Table", "method=shared", "key-mgmt=wpa-psk"):
            assert line in kept, kept
        password = kept.partition("psk=")[2].split()[0]
        assert f"has the password {password}" in said, said
        readable = container.do("setpriv --reuid companion --regid companion --clear-groups "
                                "cat /etc/pharaohs-table/hotspot")  # fmt: skip
        assert f"password={password}" in readable, readable
        return "the connection is taken by NetworkManager; the page can read its name and password"

    def with_hall() -> str:
        """The hall runs in its cage with a Mosquitto of its own, and this table takes part."""
        container.do(f"{TABLE}/script/install --hall", MINUTES)
        wait_until(lambda: bool(heard("/hall.json")), 90, "no page of the hall")
        told = container.do("journalctl -u companion-hall --no-pager -o cat")
        kept = container.do("cat /var/lib/pharaohs-hall/codes.txt").splitlines()
        codes = dict(line.split(": ") for line in kept)
        assert all(code in told for code in codes.values()), "the codes are not in the journal"
        rows = container.do(
            "systemctl is-enabled companion-hall; stat -c %U /proc/$(pidof mosquitto)"
        )
        assert rows.split() == ["enabled", "companion"], rows
        level = container.do("systemd-analyze security --no-pager companion-hall | tail -n 1")
        exposure = float(re.findall(r"[0-9]+\.[0-9]+", level)[0])
        assert exposure <= MOST_EXPOSED, level
        house = f"http://127.0.0.1:{container.page_port}/house/hall/join"
        asked = {"address": f"http://127.0.0.1:{HALL_PORT}", "code": codes["table"], "table": "7"}
        assert spoken(house, asked)["kind"] == "accepted"
        wait_until(lambda: [one["lives"] for one in heard("/hall.json")["tables"]] == [True], 30,
                   "the table is not seen in the hall")  # fmt: skip
        return f"exposure {exposure}; this table has joined and is seen"

    def goes() -> str:
        number = _number(container)
        container.do(f"{TABLE}/script/uninstall")
        assert not serves(container)
        left = container.do("ls -d /opt/pharaohs-table /etc/systemd/system/companion* "
                            "/usr/local/bin/companion 2>/dev/null || true")  # fmt: skip
        assert left == "", left
        container.do(f"test -s {STATE}/bowl-game-*.sqlite && test -s {SETTINGS}")
        return f"nothing is left but the settings and {number} entries"

    def packaged() -> str:
        container.put(PACKAGE, package.read_bytes())
        keeping = "--no-install-recommends -o Dpkg::Options::=--force-confold"
        container.do(f"apt-get -qq -y {keeping} install {PACKAGE}", MINUTES)
        wait_until(lambda: serves(container), 60, "no page with the package")
        assert _number(container) > 1
        return f"goes on with entry {_number(container)}"

    def packaged_hall() -> str:
        """The package brings the hall's unit; whoever wants it has Mosquitto and starts it."""
        container.do("apt-get -qq -y install --no-install-recommends mosquitto", MINUTES)
        container.do("systemctl disable --now mosquitto; systemctl start companion-hall")
        wait_until(lambda: bool(heard("/hall.json")), 90, "no page of the package's hall")
        container.do("systemctl stop companion-hall")
        assert not heard("/hall.json")
        return "started, seen and stopped"

    def removed() -> str:
        number = _number(container)
        container.do("apt-get -qq -y remove pharaohs-table", MINUTES)
        assert not serves(container)
        container.do(f"{TABLE}/script/install", MINUTES)
        assert _number(container) == number
        return f"the journals stay: after another script/install, entry {number} is there"

    def purged() -> str:
        container.do(f"{TABLE}/script/uninstall --purge --yes; apt-get -qq -y purge pharaohs-table")
        left = container.do("ls -d /var/lib/pharaohs-table /etc/pharaohs-table /opt/pharaohs-table "
                            "/usr/lib/pharaohs-table /etc/systemd/system/companion* 2>/dev/null; "
                            "getent passwd companion || true")  # fmt: skip
        assert left == "", left
        return "settings, journals and user are gone"

    yield f"Debian {release}: script/install", installs
    yield f"Debian {release}: companion check", checks_out
    yield f"Debian {release}: the name announced", announced
    yield f"Debian {release}: script/install again", again
    yield f"Debian {release}: a new start", boots
    yield f"Debian {release}: script/install --kiosk", shown
    yield f"Debian {release}: script/install --hotspot", with_wifi
    yield f"Debian {release}: script/install --hall", with_hall
    yield f"Debian {release}: script/uninstall", goes
    yield f"Debian {release}: the package", packaged
    yield f"Debian {release}: the package's hall", packaged_hall
    yield f"Debian {release}: the package removed", removed
    yield f"Debian {release}: script/uninstall --purge", purged


def heard(path: str) -> Any:
    """What the hall says there; nothing while it says nothing."""
    try:
        return spoken(f"http://127.0.0.1:{HALL_PORT}{path}")
    except OSError:
        return {}


def spoken(url: str, body: Any = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url, data, {"Content-Type": "application/json"}), timeout=20) as answer:
        return json.loads(answer.read())


@contextmanager
def furnished(release: str, say: Callable[[str], None]) -> Iterator[Container]:
    """A fresh Debian, running, with the project and the wheels its lock names."""
    fetch_tools(say, TOOLS, "script/machine-test --install")
    with socket.socket() as line:
        if line.connect_ex(("127.0.0.1", PORT)) == 0:
            raise CannotBuild(f"something serves on port {PORT} here; stop it, the table wants it")
    name, python, glibc = RELEASES[release]
    with tempfile.TemporaryDirectory(prefix="install-") as folder:
        say(f"making a Debian {release}")
        container = Container(name, Path(folder) / "root", PORT,
                              PIP_NO_INDEX="1", PIP_FIND_LINKS=WHEELS)  # fmt: skip
        _fetch_wheels(container.tree / WHEELS.lstrip("/"), python, glibc)
        _copy_project(container.tree / TABLE.lstrip("/"))
        with container:
            yield container


def _fetch_wheels(into: Path, python: str, glibc: int) -> None:
    machine = "x86_64"
    platforms = [f"manylinux2014_{machine}", f"linux_{machine}"]
    platforms += [f"manylinux_2_{minor}_{machine}" for minor in range(17, glibc + 1)]
    command = [
        sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "-q", "download",
        "--no-deps", "--require-hashes", "--only-binary", ":all:", "--implementation", "cp",
        "--python-version", python, "-d", str(into),
    ]  # fmt: skip
    for platform in platforms:
        command += ["--platform", platform]
    done = subprocess.run(
        [*command, "-r", f"{ROOT}/requirements.lock"], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise CannotBuild(f"the wheels of requirements.lock cannot be had:\n{done.stderr[-1500:]}")
    # lgpio comes from apt where it is, and has no wheel for every Python
    subprocess.run([*command, "-r", f"{ROOT}/requirements-pi.lock"],
                   capture_output=True, check=False)  # fmt: skip


def _copy_project(to: Path) -> None:
    """What git knows of it, as somebody who clones it would have it."""
    to.mkdir(parents=True)
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        check=True, capture_output=True,
    ).stdout  # fmt: skip
    subprocess.run(
        ["tar", "-C", str(ROOT), "--null", "-T", "-", "--ignore-failed-read", "-cf", f"{to}.tar"],
        input=listed, check=True, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    subprocess.run(["tar", "-C", str(to), "-xf", f"{to}.tar"], check=True)


def _number(container: Container) -> int:
    wait_until(lambda: serves(container), 60, "no page")
    return int(container.state()["number"])
