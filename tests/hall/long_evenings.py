"""Longer stories of an event night: to the published folder, and a phone through all rounds."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from companion.hall.scores.night_file import read_signed
from tests.web.house_stories import LAPTOP, PHONE

from .evenings import GUESTS, Evening, prepared

if TYPE_CHECKING:
    from playwright.sync_api import Page

OTHER_GAMES = (("Backgammon for four", "points"), ("Rummy", "least"))
DRAWN = 120_000
"""Milliseconds that a draw may take on a machine with much else to do."""
TOO_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def published(evening: Evening) -> None:
    """From nothing to the published folder: two paper boxes, an announcement taken back, a result
    that is disputed, and somebody who goes home."""
    desk = evening.claimed("/desk", "organiser", "Olga")
    desk.on("dialog", lambda dialog: dialog.accept())
    prepare_by_hand(evening, desk)
    phone = evening.opened("/", PHONE)
    evening.choose(phone, "#me", "p1")
    take_back_the_announcement(evening, desk, phone)
    evening.press(desk, "Start round 1")
    dispute(evening, desk, phone)
    settle_the_rest(evening, desk, 1)
    go_home(evening, desk, "p8")
    evening.part(desk, "draw")
    evening.press(desk, "Draw the rounds")
    desk.wait_for_selector("#round-2", timeout=DRAWN)
    assert evening.night.drawn[0].table_of("p8") is None
    evening.part(desk, "round")
    evening.press(desk, "Announce round 2")
    evening.press(desk, "Start round 2")
    settle_the_rest(evening, desk, 2)
    evening.part(desk, "round")
    evening.press(desk, "End the night")
    desk.wait_for_selector("#round .podium")
    phone.wait_for_selector(".podium")
    evening.part(desk, "results")
    look_at_the_folder(evening, folder_of(evening, desk), rounds=2)


def folder(evening: Evening) -> None:
    """The end of a night alone: its folder is taken at the desk and opened."""
    prepared(evening, rounds=1)
    report_all(evening, 1)
    evening.act("finish")
    desk = evening.claimed("/desk#results", "organiser", "Olga")
    look_at_the_folder(evening, folder_of(evening, desk), rounds=1)


def prepare_by_hand(evening: Evening, desk: Page) -> None:
    """A name, eight people, two paper games with a box each, and a draw of two rounds."""
    evening.part(desk, "settings")
    evening.write(desk, "#title", "Night of the Nile")
    evening.press(desk, "Save", "#settings")
    evening.part(desk, "people")
    evening.write(desk, "#paste", "\n".join(GUESTS))
    evening.press(desk, "Add them")
    evening.part(desk, "boxes")
    for number, (name, scoring) in enumerate(OTHER_GAMES, start=1):
        evening.tap(desk.locator("#invent > summary"))
        evening.write(desk, "#new-game", name)
        evening.choose(desk, "#new-scoring", scoring)
        evening.press(desk, "Add this game")
        desk.wait_for_selector(f'#game option[value="own{number}"]', state="attached")
        evening.choose(desk, "#game", f"own{number}")
        evening.press(desk, "Add boxes")
        desk.wait_for_selector(f"#boxes .names-list > li:nth-child({number})")
    evening.shot(desk, "paper-boxes")
    evening.part(desk, "draw")
    evening.write(desk, "#rounds", "2")
    evening.press(desk, "Draw the rounds")
    desk.wait_for_selector("#round-2", timeout=DRAWN)


def take_back_the_announcement(evening: Evening, desk: Page, phone: Page) -> None:
    """What was announced goes from every phone, and comes back with the next announcement."""
    evening.part(desk, "round")
    evening.press(desk, "Announce round 1")
    phone.wait_for_selector(".note.mine")
    evening.press(desk, "Take the announcement of round 1 back")
    phone.wait_for_selector("#mine .note >> text=was taken back")
    assert phone.locator(".note.mine").count() == 0
    evening.shot(phone, "taken-back")
    evening.press(desk, "Announce round 1")
    phone.wait_for_selector(".note.mine")


def dispute(evening: Evening, desk: Page, phone: Page) -> None:
    """One phone of a table enters its result, another says that it is wrong; the desk decides."""
    table = evening.night.published[0].table_of("p1")
    assert table is not None
    phone.wait_for_selector("#own-entry")
    evening.tap(phone.locator("#own-entry > summary"))
    for number, who in enumerate(table.people):
        evening.write(phone, f"#own-{who}", str(10 + number))
    evening.shot(phone, "own-result")
    evening.tap(phone.locator("#own-entry form button"))
    phone.wait_for_selector(".own-game .note")
    other = evening.opened("/", PHONE)
    evening.choose(other, "#me", next(who for who in table.people if who != "p1"))
    evening.press(other, "That's wrong")
    phone.wait_for_selector(".own-game >> text=You don't agree on it")
    evening.shot(other, "disputed")
    evening.part(desk, "results")
    desk.wait_for_selector("#results .result.disputed")
    correct = f"correct-1-{table.box}"
    evening.tap(desk.locator(f"#{correct} > summary"))
    places = desk.locator(f"#{correct} input[type=number]")
    for number in range(places.count()):
        evening.write_in(places.nth(number), str(number + 1))
    evening.tap(desk.locator(f"#{correct} form > button"))
    desk.wait_for_function("() => !document.querySelector('#results .result.disputed')")
    phone.wait_for_selector(".own-game >> text=It is settled")
    assert evening.night.results[f"1:{table.box}"].status == "confirmed"


def settle_the_rest(evening: Evening, desk: Page, each: int) -> None:
    """Enter at the desk what is still missing of a round."""
    evening.part(desk, "results")
    for table in evening.night.published[each - 1].tables:
        form = f"#enter-{table.box}"
        if f"{each}:{table.box}" in evening.night.results:
            continue
        evening.tap(desk.locator(f"{form} > summary"))
        for number, who in enumerate(table.people):
            evening.write(desk, f"{form}-{who}", str(number))
        evening.tap(desk.locator(f"{form} form button"))
        desk.wait_for_function("(at) => !document.querySelector(at)", arg=form)
    assert not evening.night.missing


def go_home(evening: Evening, desk: Page, who: str) -> None:
    evening.part(desk, "people")
    more = desk.locator(f"#more-{who}")
    evening.tap(more.locator("> summary"))
    name = evening.night.people[who].name
    evening.tap(more.get_by_role("button", name=f"Has left: {name}"))
    desk.wait_for_selector("#people li.gone")
    assert who in evening.night.gone


def folder_of(evening: Evening, desk: Page) -> dict[str, bytes]:
    """Take the folder to publish, with full names for whoever has not chosen."""
    with desk.expect_response("**/act/arrange") as saved:
        evening.choose(desk, "#shown", "full")
    assert saved.value.ok
    evening.shot(desk, "publish")
    with desk.expect_download() as sent:
        evening.tap(desk.get_by_role("link", name="The folder to publish (ZIP)"))
    packed = zipfile.ZipFile(io.BytesIO(Path(sent.value.path()).read_bytes()))
    return {name.rpartition("/")[2]: packed.read(name) for name in packed.namelist()}


def look_at_the_folder(evening: Evening, files: dict[str, bytes], rounds: int) -> None:
    """Open it as any web server would serve it: on a phone and on a laptop, without a script."""
    night = read_signed(files["night.json"]).night
    assert [row.rank for row in night.standings][0] == 1
    assert len(night.standings) == len(GUESTS)
    with TemporaryDirectory() as folder:
        for name, content in files.items():
            (Path(folder) / name).write_bytes(content)
        for size, at in (("phone", PHONE), ("laptop", LAPTOP)):
            context = evening.browser.new_context(viewport=at, java_script_enabled=False)  # type: ignore[arg-type]
            page = context.new_page()
            page.goto(f"file://{folder}/index.html")
            assert page.locator(".podium li").count() >= 3
            assert page.evaluate(TOO_WIDE) == 0
            evening.shot(page, f"published-{size}")
            page.get_by_role("link", name="Results").click()
            assert page.locator("section").count() == rounds
            assert page.evaluate(TOO_WIDE) == 0
            evening.shot(page, f"published-results-{size}")


CONTROLS = "#main :is(a[href], button, input, select, summary)"


def through_three_rounds(evening: Evening) -> None:
    """A phone with the focus in each of its controls, through every round of a night."""
    prepared(evening, rounds=3)
    page = evening.opened("/", PHONE)
    page.select_option("#me", "p1")
    page.wait_for_selector(".note.mine")
    for summary in page.locator("#main summary").all():
        summary.click()
    for number in (1, 2, 3):
        if number > 1:
            evening.act("publish", {"round": number})
            evening.act("start", {"round": number})
        shows_round(evening, page, number)
        for control in range(page.locator(CONTROLS).count()):
            stays_true_in(evening, page, number, control)
        report_all(evening, number)
    evening.act("finish")
    page.wait_for_selector(".podium")
    assert page.locator(".note.mine").count() == 0


def shows_round(evening: Evening, page: Page, number: int) -> None:
    table = evening.night.published[number - 1].table_of("p1")
    assert table is not None
    place = evening.night.boxes[table.box].place
    page.wait_for_function(
        "([number, place]) => document.querySelector('h2').innerText.includes(`Round ${number}`)"
        " && document.querySelector('.note.mine')?.innerText.includes(`Table ${place},`)",
        arg=[str(number), place],
    )


def stays_true_in(evening: Evening, page: Page, number: int, control: int) -> None:
    """With the focus in this control the page still follows, and the focus stays where it is."""
    found = page.locator(CONTROLS).nth(control)
    if not found.is_visible():
        return
    found.focus()
    mark = found.evaluate("(node) => (window.atHand = node, node.localName)")
    name = f"Night {number} {control}"
    evening.act("arrange", {"name": name})
    page.wait_for_selector(f"#head h1 >> text={name}")
    shows_round(evening, page, number)
    kept = page.evaluate("window.atHand.isConnected && document.activeElement === window.atHand")
    assert kept, f"{mark} lost the focus in round {number}"


def report_all(evening: Evening, number: int) -> None:
    for table in evening.night.published[number - 1].tables:
        told = [{"person": one, "place": n + 1} for n, one in enumerate(table.people)]
        body = {"round": number, "box": table.box, "places": told}
        evening.act("correct", {**body, "first": True})


LONG_STORIES = {"published": published, "folder": folder, "rounds": through_three_rounds}
