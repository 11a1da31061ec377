"""Joining: links that last, codes that do not, one phone a seat, and phones that are sent away."""

from __future__ import annotations

import stat
import time
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.core.roles import REFEREE, Role, seat
from companion.games.wall import moves as m
from companion.table import Table, session
from companion.web import Server, create_app, keys_beside
from companion.web.kit.codes import MOST_CODES, SECONDS, GuessLimit
from companion.web.kit.context import EXTENSION
from companion.web.kit.keys import Keys
from companion.web.table.site import TableSite
from tests.web.scenes import Stream, a_browser, a_table, do, served, state_of, the_words
from tests.web.sphinx_scenes import Hourglass

AFAR = {"REMOTE_ADDR": "192.168.1.9"}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return a_table(tmp_path)


def kept(table: Table, clock: Any = time.monotonic, per_seat: int | None = 1) -> Keys:
    """The keys as a start of this game finds or makes them."""
    book = table.ledger.journal

    def names() -> list[str]:
        return [one.name for one in table.state.seats]

    return keys_beside(book.path, book.game, names, clock=clock, per_seat=per_seat)


def page_of(table: Table, keys: Keys | None = None, clock: Any = time.monotonic) -> Flask:
    keys = keys or kept(table, clock)
    return create_app(table, words=the_words(), keys=keys, clock=clock)


def link_of(keys: Keys, role: Role) -> str:
    return next(token for token, joined in keys.tokens.items() if joined == role)


def joined(app: Flask, keys: Keys, role: Role) -> FlaskClient:
    return a_browser(app, link_of(keys, role))


def carried(client: FlaskClient, app: Flask, keys: Keys) -> FlaskClient:
    """The same browser at the page after a restart: it brings its cookie along."""
    cookie = client.get_cookie(keys.cookie)
    assert cookie is not None
    again = app.test_client()
    again.set_cookie(keys.cookie, cookie.value)
    return again


# ---- links and cookies that last ----------------------------------------------------------------


def test_a_phone_and_its_link_outlive_a_restart(table: Table) -> None:
    before = kept(table)
    phone = joined(page_of(table, before), before, seat(1))
    after = kept(table)
    app = page_of(table, after)
    assert after.tokens == before.tokens
    assert after.cookie == before.cookie
    assert state_of(carried(phone, app, after))["role"] == "seat-1"
    assert after.has_phone(1)


def test_the_keys_of_the_page_are_for_their_owner_alone(table: Table) -> None:
    keys = kept(table)
    (file,) = (table.ledger.journal.path.parent / "keys").glob("*.page")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert link_of(keys, REFEREE) in file.read_text()


@pytest.mark.parametrize("rest", [b"", b"{", b'{"secret": "x"}', b"\xff" * 99])
def test_a_damaged_file_of_keys_gives_new_links_and_no_error(table: Table, rest: bytes) -> None:
    before = kept(table)
    (file,) = (table.ledger.journal.path.parent / "keys").glob("*.page")
    file.write_bytes(rest)
    after = kept(table)
    assert not set(after.tokens) & set(before.tokens)
    assert kept(table).tokens == after.tokens


def test_where_nothing_can_be_written_links_last_until_the_restart(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*given: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.web.kit.keys.write_whole", full)
    keys = kept(table)
    assert state_of(joined(page_of(table, keys), keys, seat(0)))["role"] == "seat-0"


@pytest.mark.parametrize("year", [0.0, 2_208_988_800.0])
def test_a_clock_in_1970_or_2040_logs_nobody_out(
    table: Table, monkeypatch: pytest.MonkeyPatch, year: float
) -> None:
    keys = kept(table)
    app = page_of(table, keys)
    phone = joined(app, keys, seat(0))
    monkeypatch.setattr("time.time", lambda: year)
    assert state_of(phone)["role"] == "seat-0"
    assert state_of(joined(app, keys, seat(1)))["role"] == "seat-1"


def test_a_cookie_names_no_date_and_comes_along_from_another_site(table: Table) -> None:
    keys = kept(table)
    answer = page_of(table, keys).test_client().get(f"/join/{link_of(keys, seat(0))}")
    cookie = answer.headers["Set-Cookie"]
    assert "Expires" not in cookie
    assert "SameSite=Lax" in cookie
    assert "HttpOnly" in cookie
    assert link_of(keys, seat(0)) not in cookie


def test_two_tables_on_one_machine_do_not_evict_each_other(tmp_path: Path) -> None:
    apps = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        table = a_table(tmp_path / name)
        keys = kept(table)
        apps.append((page_of(table, keys), keys))
    (first, its), (second, others) = apps
    assert its.cookie != others.cookie
    browser = joined(first, its, seat(0))
    other = second.test_client()
    other._cookies = browser._cookies  # one jar, as for one host
    assert other.get(f"/join/{link_of(others, seat(1))}").status_code == 303
    assert state_of(browser)["role"] == "seat-0"
    assert state_of(other)["role"] == "seat-1"


def test_a_pass_of_one_game_opens_no_other(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    one, two = a_table(tmp_path / "one"), a_table(tmp_path / "two")
    its, others = kept(one), kept(two)
    cookie = joined(page_of(one, its), its, REFEREE).get_cookie(its.cookie)
    assert cookie is not None
    stranger = page_of(two, others).test_client()
    stranger.set_cookie(others.cookie, cookie.value)
    assert state_of(stranger)["role"] == "table"


@pytest.mark.parametrize("forged", ["", "x", "referee.a.b", "referee.a.b.c", "....", "a" * 999])
def test_a_forged_pass_opens_nothing(table: Table, forged: str) -> None:
    keys = kept(table)
    client = page_of(table, keys).test_client()
    client.set_cookie(keys.cookie, forged)
    assert state_of(client)["role"] == "table"


# ---- one phone a seat ---------------------------------------------------------------------------


def test_the_same_browser_opens_a_printed_link_twice(table: Table) -> None:
    keys = kept(table)
    client = joined(page_of(table, keys), keys, seat(0))
    assert client.get(f"/join/{link_of(keys, seat(0))}").status_code == 303
    assert keys.count(seat(0)) == 1


def test_a_second_phone_does_not_get_in_by_the_same_link(table: Table) -> None:
    keys = kept(table)
    app = page_of(table, keys)
    joined(app, keys, seat(0))
    answer = app.test_client().get(f"/join/{link_of(keys, seat(0))}")
    assert answer.status_code == 409
    assert "already has a phone" in answer.text
    assert "Set-Cookie" not in answer.headers
    assert keys.count(seat(0)) == 1


def test_the_referee_lets_a_second_phone_in_and_the_first_is_told(table: Table) -> None:
    keys = kept(table)
    app = page_of(table, keys)
    first = joined(app, keys, seat(0))
    assert state_of(first)["phones"] == 1
    code = joined(app, keys, REFEREE).post("/invite", json={"seat": 0}).get_json()
    assert app.test_client().get(code["link"]).status_code == 303
    assert state_of(first)["phones"] == 2
    assert "phones" not in state_of(first, "?as=table")


def test_who_changes_the_seat_leaves_the_old_one_free(table: Table) -> None:
    keys = kept(table)
    client = joined(page_of(table, keys), keys, seat(0))
    client.get(f"/join/{link_of(keys, seat(1))}")
    assert (keys.count(seat(0)), keys.count(seat(1))) == (0, 1)


# ---- codes --------------------------------------------------------------------------------------


def test_a_code_can_be_scanned_or_typed_once(table: Table) -> None:
    keys = kept(table)
    app = page_of(table, keys)
    referee = joined(app, keys, REFEREE)
    for way in ("scan", "type", "post"):
        invited = referee.post("/invite", json={"seat": 0}).get_json()
        assert invited["seconds"] == 600
        phone, other = app.test_client(), app.test_client()
        typed = f"{invited['code'][:3]}-{invited['code'][3:].lower()}"
        paths = {"scan": invited["link"], "type": f"/join/{typed}"}
        if way == "post":
            answer = phone.post("/join", json={"code": typed})
            assert answer.get_json() == {"kind": "accepted", "to": "/seat"}
        else:
            assert phone.get(paths[way]).status_code == 303
        assert state_of(phone)["role"] == "seat-0"
        assert phone.get(invited["link"]).status_code == 303, "the same phone may come again"
        assert other.get(invited["link"]).status_code == 403
        assert other.post("/join", json={"code": invited["code"]}).status_code == 403
        keys.revoke(seat(0))


def test_a_code_of_somebody_else_ends_nobodys_code(table: Table) -> None:
    """Or a stranger who makes one every second would keep every phone out."""
    keys = kept(table)
    app = page_of(table, keys)

    def made(home: str, number: int) -> str:
        here = {"REMOTE_ADDR": home}
        asked = a_browser(app).post("/invite", json={"seat": number}, environ_overrides=here)
        return str(asked.get_json()["link"])

    def opens(link: str) -> bool:
        return keys.codes.find(link.removeprefix("/join/")) is not None

    older, hosts = made("10.0.0.5", 0), f"/join/{keys.invite(seat(0)).token}"
    newer = made("10.0.0.5", 0)
    for _ in range(3):
        made("10.0.0.66", 0)
    assert [opens(link) for link in (older, newer, hosts)] == [False, True, True]
    for number in range(2 * MOST_CODES):
        made(f"10.1.{number}.66", number % 2)
    assert [opens(link) for link in (newer, hosts)] == [False, True]
    assert len(keys.codes._open) <= MOST_CODES + 1


def test_a_code_made_while_a_seat_was_free_opens_it_no_more_once_it_is_taken(
    table: Table,
) -> None:
    keys = kept(table)
    app = page_of(table, keys)
    early = a_browser(app).post("/invite", json={"seat": 0}, environ_overrides=AFAR).get_json()
    joined(app, keys, seat(0))
    assert app.test_client().get(early["link"]).status_code == 403
    assert keys.count(seat(0)) == 1


def test_a_seat_that_had_a_phone_is_given_on_by_the_referee_alone(table: Table) -> None:
    """Somebody's note may lie there, for whoever comes first. A restart changes nothing."""
    keys = kept(table)
    app = page_of(table, keys)
    joined(app, keys, seat(0))
    keys.revoke(seat(0))
    for now in (keys, kept(table)):
        page = page_of(table, now)
        assert a_browser(page).post("/invite", json={"seat": 0}).status_code == 403
        assert a_browser(page).post("/invite", json={"seat": 1}).status_code == 200
        referee = joined(page, now, REFEREE)
        assert referee.post("/invite", json={"seat": 0}).status_code == 200


def test_a_code_ends_after_ten_minutes_by_the_clock_that_never_jumps(table: Table) -> None:
    glass = Hourglass()
    app = page_of(table, kept(table, glass.monotonic), glass.monotonic)
    invited = a_browser(app).post("/invite", json={"seat": 0}).get_json()
    glass.seconds += SECONDS - 1
    assert app.test_client().get(invited["link"]).status_code == 303
    late = a_browser(app).post("/invite", json={"seat": 1}).get_json()
    glass.seconds += SECONDS
    assert app.test_client().get(late["link"]).status_code == 403


def test_a_phone_that_joined_by_code_outlives_a_restart_too(table: Table) -> None:
    keys = kept(table)
    app = page_of(table, keys)
    invited = a_browser(app).post("/invite", json={"seat": 1}).get_json()
    phone = app.test_client()
    phone.get(invited["link"])
    after = kept(table)
    assert state_of(carried(phone, page_of(table, after), after))["role"] == "seat-1"


def test_a_messenger_that_looks_ahead_uses_no_code_up(table: Table) -> None:
    app = page_of(table)
    invited = a_browser(app).post("/invite", json={"seat": 1}).get_json()
    assert "Set-Cookie" not in app.test_client().head(invited["link"]).headers
    assert app.test_client().get(invited["link"]).status_code == 303


def test_nobody_is_invited_to_a_seat_that_is_taken_or_not_there(table: Table) -> None:
    keys = kept(table)
    app = page_of(table, keys)
    joined(app, keys, seat(0))
    assert a_browser(app).post("/invite", json={"seat": 0}).status_code == 409
    for nowhere in (-1, 2, 10**9):
        assert a_browser(app).post("/invite", json={"seat": nowhere}).status_code == 404


def test_where_phones_play_for_seats_being_at_the_machine_invites_nobody(table: Table) -> None:
    session.play_as(table, "seats")
    client = a_browser(page_of(table))
    assert client.post("/invite", json={"seat": 0}, environ_overrides=AFAR).status_code == 403
    assert client.post("/invite", json={"seat": 0}).status_code == 403


def test_a_seat_handed_over_just_before_the_plug_was_pulled_is_free_afterwards(
    table: Table,
) -> None:
    keys = kept(table)
    phone = joined(page_of(table, keys), keys, seat(0))
    held = keys.read(phone.get_cookie(keys.cookie).value)  # type: ignore[union-attr]
    assert kept(table).stands(held)
    session.hand_over(table, 0, "Mia", REFEREE)
    assert not kept(table).stands(held)


# ---- guessing -----------------------------------------------------------------------------------


def test_guesses_rest_and_the_right_code_is_always_heard(table: Table) -> None:
    glass, rests = Hourglass(), list[float]()
    patience = GuessLimit(glass.monotonic, rest=rests.append)
    for _ in range(10):
        assert patience.is_left("192.168.1.66")
        patience.wrong("192.168.1.66")
    assert rests == []
    assert patience.is_left("192.168.1.66")
    assert len(rests) == 1
    assert max(rests) <= 2, "nobody waits longer for what somebody else has guessed"
    glass.seconds += 7
    assert patience.is_left("192.168.1.66")
    assert len(rests) == 1


def test_one_address_has_one_guess_resting_and_a_network_counts_as_one() -> None:
    glass, inside = Hourglass(), list[bool]()
    patience = GuessLimit(
        glass.monotonic, rest=lambda _: inside.append(patience.is_left("fd00::1"))
    )
    for n in range(10):
        patience.wrong(f"fd00::{n:x}")
    assert patience.is_left("fd00::1"), "its guess is heard after a rest"
    assert inside == [False], "a second one at the same time is not"
    assert patience.is_left("fd00:0:0:1::1"), "another network has guessed nothing"
    assert len(inside) == 1


def test_wrong_guesses_from_many_addresses_cost_nobody_else_anything() -> None:
    glass, rests = Hourglass(), list[float]()
    patience = GuessLimit(glass.monotonic, rest=rests.append)
    for n in range(1000):
        patience.wrong(f"10.0.{n // 250}.{n % 250}")
    assert patience.is_left("192.168.1.9")
    assert rests == []


def test_a_scanned_link_is_never_held_up(table: Table) -> None:
    keys = kept(table)
    app = page_of(table, keys)
    invited = a_browser(app).post("/invite", json={"seat": 0}).get_json()
    guesser = app.test_client()
    app.extensions[EXTENSION].patience._rest = lambda seconds: pytest.fail("held up")
    for n in range(10):
        assert guesser.get(f"/join/AAAA{n:02}").status_code == 403
    assert guesser.get(invited["link"]).status_code == 303


# ---- being sent away ----------------------------------------------------------------------------


def test_the_referee_sends_a_phone_away_and_its_stream_ends(table: Table) -> None:
    keys = kept(table)
    app = page_of(table, keys)
    phone, other = joined(app, keys, seat(0)), joined(app, keys, seat(1))
    server = Server(app, port=0)
    server.start()
    try:
        streams = [_stream_of(server, client, keys) for client in (phone, other)]
        assert [stream.snapshot()["role"] for stream in streams] == ["seat-0", "seat-1"]
        old = link_of(keys, seat(0))
        answer = joined(app, keys, REFEREE).post("/revoke", json={"seat": 0}).get_json()
        with pytest.raises(EOFError):
            streams[0].event("never")
        do(table, m.Begin())
        assert streams[1].snapshot()["view"]["phase"] == "play"
        for stream in streams:
            stream.close()
    finally:
        server.stop()
    assert state_of(phone)["role"] == "table"
    assert app.test_client().get(f"/join/{old}").status_code == 403
    assert app.test_client().get(answer["link"]).status_code == 303


def _stream_of(server: Server, client: FlaskClient, keys: Keys) -> Stream:
    cookie = client.get_cookie(keys.cookie)
    assert cookie is not None
    return Stream(server, "/events", f"{cookie.key}={cookie.value}")


def test_a_phone_that_was_sent_away_stays_away_after_a_restart(table: Table) -> None:
    keys = kept(table)
    phone = joined(page_of(table, keys), keys, seat(0))
    keys.revoke(seat(0))
    after = kept(table)
    assert state_of(carried(phone, page_of(table, after), after))["role"] == "table"


def test_only_the_referee_sends_away(table: Table) -> None:
    keys = kept(table)
    app = page_of(table, keys)
    for client in (a_browser(app), joined(app, keys, seat(1))):
        assert client.post("/revoke", json={"seat": 0}).status_code == 403


def app_of(server: Server) -> Flask:
    assert isinstance(server.site, TableSite)
    return server.site.app


@pytest.mark.browser
def test_an_open_page_whose_key_is_gone_says_so_with_the_way_back(
    page: Any, tmp_path: Path
) -> None:
    table = a_table(tmp_path)
    do(table, m.Begin())
    with served(table) as server:
        keys = app_of(server).extensions["pharaohs-table"].keys
        page.goto(f"{server.url}join/seat-0-link")
        page.wait_for_selector(f"html[data-number='{table.number}']")
        assert page.locator("#belonging .banner").count() == 0
        keys.admit(seat(0), "another", None)
        assert "Another phone" in page.locator("#belonging .banner").inner_text()
        keys.revoke(seat(0))
        page.get_by_text("no longer belongs to your seat").wait_for()
        assert page.locator("#belonging a").get_attribute("href") == "/"
        assert "Everybody" in page.locator("#manner").text_content()
        page.goto("about:blank")


@pytest.mark.browser
def test_the_referee_makes_a_code_and_sends_a_phone_away_by_tapping(
    page: Any, tmp_path: Path
) -> None:
    table = a_table(tmp_path)
    with served(table) as server:
        app = app_of(server)
        page.goto(f"{server.url}join/referee-link")
        page.locator("#phones summary").click()
        page.locator("[data-seat='1'] [data-phones='code']").click()
        code = page.locator("dialog .code").inner_text()
        page.locator("dialog header button").click()
        phone = app.test_client()
        assert phone.get(f"/join/{code}").status_code == 303
        page.locator("[data-seat='1'] [data-phones='away']").click()
        page.locator("[data-phones='really']").click()
        page.locator("[data-seat='1'] [data-phones='away']").wait_for(state="detached")
        assert state_of(phone)["role"] == "table"
        page.goto("about:blank")
