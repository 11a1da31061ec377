"""The short form of script/machine-test, where the image of the machine is kept already."""

from __future__ import annotations

import pytest

from tests.machine import checks, image
from tests.machine.__main__ import prove
from tests.machine.doing import Form

NOT_BUILT = "no image of the emulated machine is kept here; once: sudo script/machine-test --build"


@pytest.mark.slow
@pytest.mark.machine
@pytest.mark.skipif(
    bool(image.missing_tools()), reason="no emulator here: see docs/machine-test.md"
)
@pytest.mark.skipif(not image.is_cached(), reason=NOT_BUILT)
def test_the_table_holds_on_an_emulated_machine(capfd: pytest.CaptureFixture[str]) -> None:
    failed = prove(image.folder(), Form.SHORT, only=[])
    assert not failed, capfd.readouterr().out


def test_a_changed_recipe_is_another_image(monkeypatch: pytest.MonkeyPatch) -> None:
    before = image.folder()
    monkeypatch.setattr(image, "RELEASE", "trixie")
    assert image.folder() != before
    assert image.folder().parent == before.parent == image.cache()


def test_the_image_is_kept_outside_the_project(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert str(image.folder()).startswith(f"{tmp_path}/pharaohs-table/machine/")
    assert not image.is_cached()


def test_who_may_not_install_is_told_what_is_missing_and_how(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr("shutil.which", lambda _: None)
    with pytest.raises(image.CannotBuild, match="it installs .*qemu-utils.*: sudo script/thing"):
        image.fetch_tools(print, image.TOOLS, "script/thing")


def test_every_check_has_a_lane_and_a_form() -> None:
    laned = [name for lane in checks.LANES for name in lane]
    assert sorted(laned) == sorted(checks.CHECKS)
    assert set(checks.FORMS[Form.SHORT]) < set(checks.FORMS[Form.USUAL]) < set(checks.CHECKS)
    assert set(checks.FORMS[Form.LONG]) == set(checks.CHECKS)
