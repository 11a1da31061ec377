"""Every rule of the audit finds its planted page and leaves the clean one alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.gallery.look import audited

pytestmark = pytest.mark.browser

LINES = "".join(f"<p>Line {n}</p>" for n in range(80))
WIDE = "<span style='display:block;width:90px'>66</span>"
OPEN = "<script>document.querySelector('dialog').showModal()</script>"
MARKED = (
    "<span class='said'>It is Ben's turn</span> <span class='clauses'>"
    "<button class='clause' style='width:40px'>?</button></span>"
)
BODY = (
    "<style>button { font: inherit; }</style>"
    "<body style='margin:0;background:#fff;color:#000;font:16px sans-serif'><main>"
    "<p>A page with some words on it.</p>"
)
PLANTED = {
    "endless dialog": (
        f"<dialog style='overflow:auto'>{LINES}</dialog>{OPEN}",
        f"<dialog>A short question</dialog>{OPEN}",
    ),
    "sideways scroll": (
        "<p style='width:600px'>Wider than the page</p>",
        "<p style='max-width:600px'>As wide as the page</p>",
    ),
    "clipped words": (
        "<p style='width:60px;overflow:hidden;white-space:nowrap'>A long sentence, cut</p>",
        "<div style='height:20px;overflow:auto'><p>Can be</p><p>scrolled into sight</p></div>",
    ),
    "hidden pressables": (
        "<div style='height:90px;overflow:auto'><p style='height:200px'>High</p>"
        "<button>Press me</button></div>",
        "<div style='height:90px;overflow:auto'><button>Press me</button>"
        "<p style='height:200px'>High</p></div>",
    ),
    "outside its button": (
        f"<button style='width:40px;padding:0'>{WIDE}</button>",
        f"<button style='width:120px;padding:0'>{WIDE}</button>",
    ),
    "overlap": (
        "<button style='width:90px'>One two</button>"
        "<button style='width:90px;margin-left:-60px'>Three</button>",
        f"<button style='width:90px'>One two</button>{LINES}"
        "<p style='position:fixed;top:0;margin:0'><button>Stays</button></p>",
    ),
    "broken word": (
        "<p style='width:40px;overflow-wrap:anywhere'>crocodile</p>",
        "<p style='width:90px'>The crocodile and the well-known cat</p>",
    ),
    "broken number": (
        "<p style='width:10px;overflow-wrap:anywhere'>1742</p>",
        "<p style='width:60px'>1742 and 12:30 and 1,000</p>",
    ),
    "mark alone": (
        f"<p style='width:120px;margin:0'>{MARKED}</p>",
        f"<p style='width:240px;margin:0'>{MARKED}</p>",
    ),
    "empty page": (
        "<script>document.querySelector('p').remove()</script>",
        "<p>Nothing has been played here yet.</p>",
    ),
    "small text": (
        "<p style='font-size:11px'>Too small for a phone</p>",
        "<p style='font-size:14px'>Large enough</p><p style='font-size:0'>Meant for nobody</p>",
    ),
    "primary action out of sight": (
        f"{LINES}<button class='main'>Begin the game</button>",
        f"<button class='main'>Begin the game</button>{LINES}<button class='main'>Begin</button>",
    ),
    "contrast": (
        "<p style='color:#bbb'>Grey on white</p>",
        "<p style='color:#555'>Dark grey on white</p>"
        "<p style='color:#bbb;background:linear-gradient(#000,#222)'>On a gradient</p>",
    ),
}


@pytest.mark.parametrize("rule", PLANTED)
def test_a_planted_complaint_is_found_and_a_clean_page_has_none(rule: str, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 500})
    planted, clean = PLANTED[rule]
    page.set_content(BODY + planted)
    assert rule in [one.rule for one in audited(page)]
    page.set_content(BODY + clean)
    assert [str(one) for one in audited(page)] == []


def test_small_text_is_a_complaint_on_a_phone_alone(page: Page) -> None:
    page.set_viewport_size({"width": 1366, "height": 768})
    page.set_content(BODY + PLANTED["small text"][0])
    assert audited(page) == []


def test_two_elements_of_a_style_are_one_complaint(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 500})
    page.set_content(BODY + "<p style='font-size:11px'>One</p><p style='font-size:11px'>Two</p>")
    assert len(audited(page)) == 1
