"""A hall is found by its name where Avahi is there."""

from __future__ import annotations

import shutil
import subprocess
import time

import pytest

from companion.wire.discovery import SERVICE, Announced, DiscoveredHall, halls, read

SAID = r"""
+;eth0;IPv4;Night\032of\032the\032Nile;_pharaoh-hall._tcp;local
=;eth0;IPv6;Night\032of\032the\032Nile;_pharaoh-hall._tcp;local;vm.local;fd00::2;8090;"path=/"
=;eth0;IPv4;Night\032of\032the\032Nile;_pharaoh-hall._tcp;local;vm.local;192.0.2.2;8090;"path=/"
=;wlan0;IPv4;Night\032of\032the\032Nile;_pharaoh-hall._tcp;local;vm.local;10.0.0.9;8090;"path=/"
=;lo;IPv4;Here;_pharaoh-hall._tcp;local;vm.local;127.0.0.1;8090;"path=/"
=;eth0;IPv4;Soir\195\169e;_pharaoh-hall._tcp;local;b.local;192.0.2.3;80;"path=/"
=;eth0;IPv4;broken
""".strip().splitlines()


def test_what_avahi_says_is_read_each_hall_once() -> None:
    assert read(SAID) == (
        DiscoveredHall("Night of the Nile", "http://192.0.2.2:8090"),
        DiscoveredHall("Soirée", "http://192.0.2.3:80"),
    )


def test_without_avahi_no_hall_is_found_and_nothing_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert halls() == ()
    silent = Announced("Night", 8090)
    silent.start()
    silent.stop()


def _avahi_runs() -> bool:
    program = shutil.which("avahi-browse")
    if program is None:
        return False
    words = [program, "--terminate", SERVICE]
    return subprocess.run(words, capture_output=True, timeout=10, check=False).returncode == 0


def test_a_hall_announces_itself_and_is_found() -> None:
    if not _avahi_runs():
        pytest.skip("no Avahi runs here (apt-get install avahi-daemon avahi-utils)")
    announced = Announced("A night of tests", 8099)
    announced.start()
    try:
        time.sleep(2)
        found = halls()
        assert any(one.name == "A night of tests" and ":8099" in one.address for one in found)
    finally:
        announced.stop()
