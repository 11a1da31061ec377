"""The states of an event night: desk, referee, phones and screens, at every moment of it."""

from __future__ import annotations

from itertools import count

from playwright.sync_api import Page

from tests.pages import halls

from .state import LAPTOP, PHONE, SCREEN, SIZES, State, Step, choose, cut_off, fill, tap, wait

BOTH = (PHONE, LAPTOP)
SCREENS = (SCREEN, LAPTOP)
LONG_NAME = "Somebody whose parents could not agree on any one of their many first names"
ALL_SIZES = SIZES
PEOPLE = count(1)
DESK = ("round", "people", "boxes", "draw", "results", "screens", "settings")


def _desk(
    name: str, part: str, *steps: Step, where: str = "hall", waits: str = "h2",
    sizes: tuple[tuple[int, int], ...] = BOTH,
) -> State:  # fmt: skip
    """A part of the desk after some taps."""
    shown = f"#{part}:not([hidden]) {waits}"
    return State("hall", f"desk {name}", f"/desk#{part}", shown, where=where, role="organiser",
                 steps=steps, sizes=sizes)  # fmt: skip


def _phone(name: str, *steps: Step, where: str = "hall", waits: str = "#top h2") -> State:
    return State("hall", f"follow {name}", "/", waits, where=where, steps=steps, sizes=BOTH)


def _screen(name: str, number: int, waits: str, where: str) -> State:
    return State("hall", f"screen {name}", f"/screen?n={number}", waits, where=where, sizes=SCREENS)


def _referee(name: str, *steps: Step, where: str = "hall") -> State:
    return State("hall", f"referee {name}", "/referee", "#queue h2", where=where, role="referee",
                 steps=steps, sizes=BOTH)  # fmt: skip


def _page(
    name: str, path: str, waits: str, *steps: Step, role: str = "",
    sizes: tuple[tuple[int, int], ...] = BOTH,
) -> State:  # fmt: skip
    """A page on which something is refused or missing."""
    return State("hall", name, path, waits, where="hall", role=role, steps=steps, sizes=sizes,
                 missing=True)  # fmt: skip


def to_the_top(page: Page) -> None:
    page.evaluate("scrollTo(0, 0)")


def stop_the_clock(page: Page) -> None:
    if page.locator("#round .clock.stands").count() == 0:
        tap("#round .now button")(page)


def somebody_else(page: Page) -> None:
    """Choose a name that no phone of another picture speaks for."""
    page.select_option("#me", index=next(PEOPLE))


def no_longer_listed(page: Page) -> None:
    """This phone was chosen for somebody of tonight's night who is no longer on the list."""
    choose("#me", "Anna")(page)
    page.evaluate(
        """() => {
      const [night] = JSON.parse(localStorage.getItem("hall-me"));
      localStorage.setItem("hall-me", JSON.stringify([night, "p999"]));
    }"""
    )
    page.reload()
    page.wait_for_selector("#mine .note")


FULL = (
    *(
        State("hall", one.name, one.path, one.waits, where="hall", role=one.role,
              sizes=SCREENS if one.path.startswith("/screen") else ALL_SIZES)
        for one in halls.LOOKS
        if "wide" not in one.name
    ),
    *(
        State("hall", one.name, one.path, one.waits, where="empty hall", role=one.role,
              sizes=(SCREEN,) if one.path.startswith("/screen") else BOTH)
        for one in halls.EMPTY
    ),
    *(_desk(f"{part} of 60", part, where="large hall", sizes=ALL_SIZES) for part in DESK[:5]),
    State("hall", "follow 60", "/", ".tables", where="large hall", sizes=ALL_SIZES),
    State("hall", "referee of 60", "/referee", "#queue h2", where="large hall", role="referee",
          sizes=ALL_SIZES),
    *(
        _screen(f"{name} of 60", number, waits, "large hall")
        for name, number, waits in (
            ("seating", 1, ".sittings"), ("standings", 3, ".ranking"), ("results", 4, ".results"),
            ("names", 7, ".by-name"),
        )
    ),
)  # fmt: skip
MOMENTS = (
    _desk("round drawn", "round", where="hall drawn"),
    _desk("draw drawn", "draw", wait(".told"), where="hall drawn", sizes=ALL_SIZES),
    _desk("draw what is possible", "draw", tap("#possible > summary"), to_the_top,
          where="hall drawn"),
    _desk("draw other rounds", "draw", fill("#rounds", "2"), tap("#possible > summary"), to_the_top,
          where="hall drawn"),
    _desk("draw swap", "draw", tap("#round-1 > summary"), choose("#swap-1", "Anna"),
          wait(".swaps button"), to_the_top, where="hall drawn"),
    _desk("draw running", "draw", wait("progress"), where="hall drawing"),
    _desk("round announced", "round", where="hall announced"),
    _phone("announced", choose("#me", "Anna"), wait(".note.mine"), where="hall announced"),
    _screen("announced", 1, ".sittings", "hall announced"),
    _screen("clock before the start", 2, ".centre", "hall announced"),
    _desk("round all in", "round", where="hall all in"),
    _phone("over", choose("#me", "Anna"), wait(".rank"), where="hall over", waits=".podium"),
    _phone("large night over", where="large hall over", waits=".podium"),
    *(_desk(f"{part} over", part, where="hall over") for part in ("round", "draw", "results")),
    _screen("over", 1, ".podium", "hall over"),
    _screen("clock over", 2, ".podium", "hall over"),
    _screen("results over", 4, ".results", "hall over"),
    _screen("large night over", 1, ".podium", "large hall over"),
)  # fmt: skip
ALONE = (
    _desk("screens alone", "screens", where="hall alone"),
    _desk("boxes alone", "boxes", where="hall alone"),
    _screen("follow alone", 5, ".note", "hall alone"),
    State(
        "hall",
        "enrol alone",
        "/enrol#ABCD-EFGH-JKLM-NPQR-STUV",
        ".note",
        where="hall alone",
        sizes=BOTH,
    ),
)
OPENED = (
    _phone("me", choose("#me", "Anna"), tap("#mine details summary"), wait("#mine details li")),
    _phone("right to left", choose("#me", "محمد علي"), wait(".note.mine")),
    _phone("no longer on the list", no_longer_listed),
    _phone("earlier results", tap("#all-standings > summary"), tap("#earlier > summary")),
    _phone("next round too", choose("#me", "Anna"), wait(".note.mine"), where="large hall"),
    _desk("round in trouble", "round", tap("#round details summary")),
    _desk("people somebody", "people", tap(".names-list summary", 3)),
    _desk("people found", "people", fill("#find", "o"), where="large hall"),
    _desk("people next page", "people", tap(".pager button", 1), where="large hall"),
    _desk("results to publish", "results", tap("#season > summary"), where="hall over"),
    _phone("my name", somebody_else, tap("#my-name > summary"), wait("#own-number")),
    _desk("people more", "people", tap("#adding > summary")),
    _desk("people left out", "people", tap("#adding > summary"),
          fill("#paste", f"anna\n\n{LONG_NAME}"), tap("#adding button"), wait(".left-out")),
    _desk("people together or apart", "people", wait("#rules form, #rules .row")),
    _desk("boxes one", "boxes", tap(".names-list summary")),
    _desk("results entering", "results", tap("#results details summary")),
    _page("desk results wrong places", "/desk#results", "#results h2",
          tap("#results details summary"),
          fill("#results form input >> nth=0", "3"), tap("#results form button"), wait("#said"),
          role="organiser"),
    _desk("results setting right", "results", tap(".result.disputed details summary")),
    _desk("results settled", "results", tap("#settled > summary")),
    _referee("close by", tap(".call .row button", 1), wait(".close-by")),
    _referee("setting right", tap(".result.disputed details summary")),
    _referee("settled", tap("#settled > summary")),
    _page("claim a wrong code", "/desk", "form.claim", fill("#code", "WRONG1"),
          fill("#name", "Olga"), tap(".claim button"), wait("#said")),
    _page("claim as referee", "/referee", "form.claim"),
    _page("no such page", "/nowhere", ".sorry"),
    _page("a used link", "/organiser/nothing", "body"),
    _page("follow lost", "/", ".tables", cut_off),
    _page("desk lost", "/desk#round", "#round h2", cut_off, role="organiser"),
    _page("screen lost", "/screen?n=1", ".sittings", cut_off, sizes=SCREENS),
)  # fmt: skip
STOPPED = (
    _desk("round clock stopped", "round", stop_the_clock),
    _screen("clock stopped", 2, ".huge", "hall"),
)
"""Last, because the clock stands for everybody who looks after them."""
HALL = (*FULL, *MOMENTS, *ALONE, *OPENED, *STOPPED)
