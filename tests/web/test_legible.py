"""What is measured of every page finds words nobody can read and targets nobody can hit."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.pages.measuring import illegible

PAGE = """<body style="background:#111;color:#fff;font-size:16px">
<p>White on black</p>
<p style="background:linear-gradient(#000, #ddd)">White on a gradient</p>
<p style="background:linear-gradient(#000, #333);color:#777">Grey on a dark gradient</p>
<p style="color:rgba(255,255,255,.3)">Faint</p>
<h1 style="color:#777;font-size:32px">Large and grey</h1>
<button style="width:20px;height:60px;background:#111;color:#fff;padding:0">x</button>
<p>A link <a href="#" style="color:#fff">in a line</a> may be low.</p>
</body>"""


def test_low_contrast_on_gradients_and_small_targets_are_found(page: Page) -> None:
    page.set_content(PAGE)
    found = illegible(page)
    assert [one.split('"')[1] for one in found] == [
        "White on a gradient",
        "Grey on a dark gradient",
        "Faint",
        "x",
    ]
