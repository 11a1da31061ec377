"""The workshop's door: the owner and the referee come in, a seat and a stranger do not."""

from __future__ import annotations

import pytest

from companion.web.house.workshop.frame import BENCHES

from .test_house import PLAN, Here, here

__all__ = ["here"]


@pytest.mark.parametrize(
    ("token", "may"), [("", False), ("anna", False), ("ref", True), ("owner", True)]
)
def test_only_the_owner_and_the_referee_see_the_benches(here: Here, token: str, may: bool) -> None:
    phone = here.phone()
    phone.post("/house/begin", PLAN)
    if token == "owner":
        phone.post("/house/claim", {"code": here.owner.code})
    elif token:
        phone.get(f"/join/{token}")
    assert phone.get("/workshop").status_code == 200
    state = phone.get("/workshop/state.json").get_json()
    assert state["may"] is may
    assert len(state["benches"]) == (len(BENCHES) if may else 0)
