"""An event night in a real browser; the longer stories are in script/soak evenings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.hall.evenings import STORIES, Evening, hall
from tests.web.house_stories import LAPTOP, PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.parametrize(("story", "keyboard"), [("organiser", False), ("swap", True)])
def test_an_evening_from_nothing_to_its_end(
    browser: Browser, tmp_path: Path, story: str, keyboard: bool
) -> None:
    with hall(tmp_path) as (halled, url):
        told = Evening(browser, halled, url, LAPTOP if keyboard else PHONE, keyboard)
        STORIES[story](told)
        assert told.complaints == []
