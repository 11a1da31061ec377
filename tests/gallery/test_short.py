"""A few states of each room and the lobby, at two sizes: no complaint without a reason."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.gallery.short import short

pytestmark = pytest.mark.browser


def test_the_short_gallery_has_no_complaint(browser: Browser) -> None:
    assert short(browser) == []
