"""The workshop's door: the owner and the referee come in, a seat and a stranger do not."""

from __future__ import annotations

import pytest

from companion.web.house.workshop.frame import BENCHES

from .test_house import PLAN, Here, Phone, here

__all__ = ["here"]


def entered(here: Here, token: str) -> Phone:
    """A phone beside an open game: a stranger's, a seat's, the referee's or the owner's."""
    phone = here.phone()
    phone.post("/house/begin", PLAN)
    if token == "owner":
        phone.post("/house/claim", {"code": here.owner.code})
    elif token:
        phone.get(f"/join/{token}")
    return phone


@pytest.mark.parametrize(
    ("token", "may"), [("", False), ("anna", False), ("ref", True), ("owner", True)]
)
def test_only_the_owner_and_the_referee_see_the_benches(here: Here, token: str, may: bool) -> None:
    phone = entered(here, token)
    assert phone.get("/workshop").status_code == 200
    state = phone.get("/workshop/state.json").get_json()
    assert state["may"] is may
    assert len(state["benches"]) == (len(BENCHES) if may else 0)


@pytest.mark.parametrize(
    ("token", "code"), [("", 403), ("anna", 403), ("ref", 200), ("owner", 200)]
)
def test_only_the_owner_and_the_referee_print(here: Here, token: str, code: int) -> None:
    phone = entered(here, token)
    assert phone.get("/workshop/print.json").status_code == code
    sheet = phone.get("/workshop/print/house-plates.pdf?kind=plates&paper=letter")
    assert sheet.status_code == code
    if code == 200:
        assert sheet.data.startswith(b"%PDF")


def test_a_sheet_nobody_knows_is_not_there(here: Here) -> None:
    phone = entered(here, "owner")
    for asked in ("kind=camels", "kind=play", "kind=play&room=moon", "kind=camels&room=wall", ""):
        assert phone.get(f"/workshop/print/x.pdf?{asked}").status_code == 404
