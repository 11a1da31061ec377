"""The one form of a package: whatever is changed in it is refused, or seen alike by dpkg-deb."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from companion.house import package_file
from companion.house.package_file import Unacceptable
from tests.soak import packages
from tests.systemd.packages import packed

pytestmark = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="no dpkg-deb here")
TRIES = 400


def test_changed_packages_are_refused_or_seen_alike_by_dpkg() -> None:
    counted = packages.campaign(TRIES, first=1_000_000)
    assert counted[packages.DIFFERENT] == 0
    assert counted[packages.ALIKE] > TRIES // 20
    assert counted[packages.REFUSED] > TRIES // 4


@pytest.mark.parametrize("size", ["-60", "+4", "4 4", " 4", "04", "0x4", "4_0", "9999999999"])
def test_a_size_that_is_no_plain_number_is_refused(tmp_path: Path, size: str) -> None:
    """A negative one took the reader back, for ever."""
    whole = packed(tmp_path / "a.deb", "1.1").read_bytes()
    file = tmp_path / "b.deb"
    file.write_bytes(whole[:56] + size.encode().ljust(10) + whole[66:])
    opened = os.open(file, os.O_RDONLY)
    with pytest.raises(Unacceptable):
        package_file.members(opened)
    os.close(opened)


def test_what_unpacks_without_end_is_not_unpacked(tmp_path: Path) -> None:
    members = packages.taken_apart(packed(tmp_path / "a.deb", "1.1").read_bytes())
    import gzip

    tar = gzip.compress(bytes(package_file.MOST_CONTROL_BYTES + 10_240))
    file = tmp_path / "b.deb"
    file.write_bytes(packages.put_together([members[0], (members[1][0], tar), members[2]]))
    opened = os.open(file, os.O_RDONLY)
    _, described, _ = package_file.members(opened)
    with pytest.raises(Unacceptable) as wrong:
        list(package_file.unpacked(opened, described, package_file.MOST_CONTROL_BYTES))
    assert wrong.value.reason == "too_large"
    os.close(opened)
