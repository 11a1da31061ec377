"""Who may do what: every role, every act, every manner, at a real page."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from companion.core.play_mode import EVENT, LIVING_ROOM, MANNERS, SEATS
from companion.core.roles import TABLE, Role
from companion.core.verdict import Move
from companion.games.bowl import GAME as BOWL
from companion.games.bowl import moves as b
from companion.games.dig import moves as d
from companion.games.sphinx import moves as s
from companion.games.wall import moves as m
from companion.journal import Journal
from companion.table import Table, session
from companion.table.record import begun
from companion.web.table.rights import RIGHTS, Right, may, offers
from tests.web import sphinx_scenes as court
from tests.web.dig_scenes import a_dig, digging
from tests.web.scenes import a_browser, a_table, an_app, asks, do, play, state_of

ROLES = ("table", "seat", "referee")

# Living room, seats, event; x is allowed, - is not.
CELLS = {
    Right.ANSWER_OWN: {"table": "---", "seat": "xxx", "referee": "xxx"},
    Right.ANSWER_ALL: {"table": "x--", "seat": "xxx", "referee": "xxx"},
    Right.ANSWER_OTHER: {"table": "x--", "seat": "x--", "referee": "xxx"},
    Right.MOVE_OWN: {"table": "---", "seat": "xxx", "referee": "xxx"},
    Right.MOVE_OTHER: {"table": "x--", "seat": "x--", "referee": "xxx"},
    Right.PRESS_OWN: {"table": "---", "seat": "xxx", "referee": "xxx"},
    Right.PRESS_OTHER: {"table": "x--", "seat": "x--", "referee": "xxx"},
    Right.CHANGE_PAST: {"table": "x--", "seat": "xx-", "referee": "xxx"},
    Right.OVERRULE: {"table": "---", "seat": "---", "referee": "xxx"},
    Right.FINAL_OWN: {"table": "---", "seat": "xxx", "referee": "xxx"},
    Right.FINAL_WITNESSED: {"table": "x--", "seat": "x--", "referee": "xxx"},
    Right.FINAL_OTHER: {"table": "---", "seat": "---", "referee": "xxx"},
    Right.NOTE_OWN: {"table": "---", "seat": "xxx", "referee": "---"},
    Right.SCAN: {"table": "---", "seat": "---", "referee": "xxx"},
    Right.INVITE: {"table": "x--", "seat": "x--", "referee": "xxx"},
    Right.REVOKE: {"table": "---", "seat": "---", "referee": "xxx"},
}
GRID = [(act, role, n) for act, row in CELLS.items() for role in row for n in range(len(MANNERS))]


@pytest.mark.parametrize(("act", "role", "column"), GRID)
def test_every_cell_of_the_table_of_rights(act: Right, role: str, column: int) -> None:
    allowed = may(Role(role, 0 if role == "seat" else None), act, MANNERS[column])
    assert allowed is (CELLS[act][role][column] == "x")


def test_every_act_has_its_row() -> None:
    assert set(CELLS) == set(Right)
    assert all(set(RIGHTS[manner]) == set(ROLES) for manner in MANNERS)


@pytest.mark.parametrize("manner", MANNERS)
def test_who_joins_never_loses_by_it(manner: str) -> None:
    """A phone that joined nothing has no right a seat lacks, a seat none the referee lacks."""
    rights = RIGHTS[manner]
    assert rights["table"] <= rights["seat"] <= rights["referee"] | {Right.NOTE_OWN}


@pytest.mark.parametrize("role", [Role("hall"), Role("hood"), Role("nobody")])
def test_a_role_nobody_knows_may_do_nothing(role: Role) -> None:
    assert not any(may(role, act, manner) for act in Right for manner in MANNERS)


# ---- the same at the page: what a role posts, and whether it is taken ---------------------------

Try = Callable[[Path, str, str], int]
LINKS = {"table": "", "seat": "seat-0-link", "referee": "referee-link"}


def posted(table: Table, who: str, path: str, query: str = "", **body: Any) -> int:
    """What the page says to somebody's act: 200, or 403 when it is not theirs to do."""
    client = a_browser(an_app(table), LINKS[who])
    body = {"base": table.number, **body} if path not in ("/press", "/invite", "/revoke") else body
    answer = client.post(path + query, json=body)
    assert answer.status_code in (200, 403), answer.data
    return int(answer.status_code)


def moved(table: Table, who: str, move: Move, query: str = "") -> int:
    return posted(table, who, "/move", query, move=msgspec.to_builtins(move))


def answering(mine: bool) -> Try:
    """A question to one seat: seat 0, or the other one."""

    def tried(folder: Path, manner: str, who: str) -> int:
        wanted = 0 if mine else 1
        table = play(
            a_table(folder, manner=manner),
            5,
            lambda t: asks(t, "researcher") and t.state.turn == wanted,
        )
        return posted(table, who, "/answer", question=table.questions()[0].id, option="set")

    return tried


def setting_up(folder: Path, manner: str, who: str) -> int:
    return posted(a_table(folder, manner=manner), who, "/answer", question="setup", option="begin")


def inserting(turn: int) -> Try:
    def tried(folder: Path, manner: str, who: str) -> int:
        table = a_table(folder, manner=manner)
        do(table, m.Begin())
        if turn:
            do(table, m.InsertCard(2, "H00"))
        assert table.state.turn == turn
        return moved(table, who, m.InsertCard(3, "H12"))

    return tried


def pressing(seat: int) -> Try:
    def tried(folder: Path, manner: str, who: str) -> int:
        return posted(a_table(folder, manner=manner), who, "/press", seat=seat)

    return tried


def taking_back(folder: Path, manner: str, who: str) -> int:
    table = a_table(folder, manner=manner)
    do(table, m.Begin())
    return posted(table, who, "/take-back", number=table.number)


def giving_up(seat: int) -> Try:
    def tried(folder: Path, manner: str, who: str) -> int:
        return moved(court.begun(court.a_court(folder, 3, manner=manner)), who, s.GiveUp(seat))

    return tried


def noting(folder: Path, manner: str, who: str) -> int:
    table = a_table(folder, manner=manner)
    do(table, m.Begin())
    return moved(table, who, m.NotePharaoh(0, "cat"))


def claiming(folder: Path, manner: str, who: str) -> int:
    """Seat 0 has to lay three cards; only the phone of the person who tries has joined."""
    table = court.at_the_guards(folder, manner=manner)
    (question,) = table.questions()
    fields = {str(f["name"]): f["choices"][n] for n, f in enumerate(question.fields)}
    link = {"table": "", "seat": "seat-1-link", "referee": "referee-link"}[who]
    client = a_browser(an_app(table), link)
    body = {"question": question.id, "fields": fields, "base": table.number}
    return int(client.post("/answer", json=body).status_code)


def inviting(folder: Path, manner: str, who: str) -> int:
    table = a_table(folder, manner=manner)
    client = a_browser(an_app(table), LINKS[who])
    from_afar = {"REMOTE_ADDR": "192.168.1.9"}
    answer = client.post("/invite", json={"seat": 1}, environ_overrides=from_afar)
    return int(answer.status_code)


def revoking(folder: Path, manner: str, who: str) -> int:
    return posted(a_table(folder, manner=manner), who, "/revoke", seat=1)


TRIES: dict[Right, Try] = {
    Right.ANSWER_OWN: answering(True),
    Right.ANSWER_ALL: setting_up,
    Right.ANSWER_OTHER: answering(False),
    Right.MOVE_OWN: inserting(0),
    Right.MOVE_OTHER: inserting(1),
    Right.PRESS_OWN: pressing(0),
    Right.PRESS_OTHER: pressing(1),
    Right.CHANGE_PAST: taking_back,
    Right.FINAL_OWN: giving_up(0),
    Right.FINAL_WITNESSED: claiming,
    Right.FINAL_OTHER: giving_up(1),
    Right.NOTE_OWN: noting,
    Right.INVITE: inviting,
    Right.REVOKE: revoking,
}
FOR_OTHERS = {
    Right.ANSWER_OWN: Right.ANSWER_OTHER,
    Right.MOVE_OWN: Right.MOVE_OTHER,
    Right.PRESS_OWN: Right.PRESS_OTHER,
    Right.FINAL_OWN: Right.FINAL_OTHER,
}
"""To somebody without a seat, what belongs to a seat is somebody else's."""


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("who", ROLES)
@pytest.mark.parametrize("act", TRIES)
def test_the_page_takes_what_the_table_of_rights_allows(
    tmp_path: Path, act: Right, who: str, manner: str
) -> None:
    meant = act if who == "seat" else FOR_OTHERS.get(act, act)
    allowed = CELLS[meant][who][MANNERS.index(manner)] == "x"
    assert TRIES[act](tmp_path, manner, who) == (200 if allowed else 403)


# ---- another address changes nothing ------------------------------------------------------------


@pytest.mark.parametrize("manner", [SEATS, EVENT])
def test_who_looks_as_the_public_acts_as_themselves(tmp_path: Path, manner: str) -> None:
    """A seat refused with 403 got 200 with ?as=table."""
    table = a_table(tmp_path, manner=manner)
    do(table, m.Begin())
    do(table, m.InsertCard(2, "H00"))
    for query in ("", "?as=table"):
        assert moved(table, "seat", m.InsertCard(3, "H12"), query) == 403
        if manner == EVENT:
            assert posted(table, "seat", "/take-back", query, number=table.number) == 403
    assert table.state.slots[3] == ()


@pytest.mark.parametrize("manner", MANNERS)
def test_a_phone_that_joined_nothing_says_nobodys_last_word(tmp_path: Path, manner: str) -> None:
    """SPHINX-42, SPHINX-O-23: it gave up for somebody, stopped the tracking, agreed for all."""
    table = court.begun(court.a_court(tmp_path, 3, manner=manner))
    for word in (s.GiveUp(1), s.StopTracking(), s.Rescan((0, 1, 2))):
        for query in ("", "?as=table"):
            assert moved(table, "table", word, query) == 403
    assert table.state.playing == (0, 1, 2)
    assert table.state.tracked


@pytest.mark.parametrize("manner", MANNERS)
def test_what_all_agree_on_happens_when_the_last_has_said_yes(tmp_path: Path, manner: str) -> None:
    """SPHINX-O-24: nobody agrees for the others, not even by naming them all."""
    table = court.begun(court.a_court(tmp_path, 3, manner=manner))
    do(table, s.SayFallen("T1"))
    app, question = an_app(table), table.questions()[0].id
    phones = [a_browser(app, f"seat-{n}-link") for n in range(3)]
    mix = {"question": question, "option": "mix", "base": table.number}
    for phone in (phones[0], phones[0], phones[1]):
        answer = phone.post("/answer?as=table", json=mix)
        assert (answer.status_code, answer.json["kind"]) == (200, "waiting")
    assert table.state.fallen == "T1"
    assert len(state_of(a_browser(app))["agreed"]) == 2
    assert phones[2].post("/answer", json=mix).json["kind"] == "accepted"
    assert table.state.fallen is None
    assert state_of(a_browser(app))["agreed"] == []


def test_a_yes_is_forgotten_when_the_table_changes(tmp_path: Path) -> None:
    table = court.begun(court.a_court(tmp_path, 2))
    app, anew = an_app(table), {"type": "Rescan", "agreed": [0, 1]}
    first, second = (a_browser(app, f"seat-{n}-link") for n in range(2))
    said = first.post("/move", json={"move": anew, "base": table.number})
    assert said.json["kind"] == "waiting"
    court.throw(table, 3, 6, 1)
    assert state_of(first)["agreed"] == []
    said = second.post("/move", json={"move": anew, "base": table.number})
    assert said.json["kind"] == "waiting"
    late = first.post("/move", json={"move": anew, "base": table.number - 1})
    assert late.status_code == 409


def test_the_referee_agrees_for_all(tmp_path: Path) -> None:
    table = court.begun(court.a_court(tmp_path, 3))
    assert moved(table, "referee", s.Rescan((0, 1, 2))) == 200


def test_whoever_plays_may_say_that_the_colours_are_mixed_up(tmp_path: Path) -> None:
    table = court.begun(court.a_court(tmp_path, 3))
    assert moved(table, "seat", s.StopTracking()) == 200
    assert not table.state.tracked


def test_a_claim_is_entered_at_the_table_only_for_who_has_no_phone(tmp_path: Path) -> None:
    """SPHINX-42: an answered claim stands, so a claimant with a phone lays the cards there."""
    table = court.at_the_guards(tmp_path)
    app = an_app(table)
    (question,) = table.questions()
    fields = {str(f["name"]): f["choices"][n] for n, f in enumerate(question.fields)}
    body = {"question": question.id, "fields": fields, "base": table.number}
    claimant = a_browser(app, f"seat-{table.state.claim.seat}-link")
    refused = a_browser(app).post("/answer", json=body)
    assert refused.status_code == 403
    assert "can't be taken back" in refused.json["say"]
    assert claimant.post("/answer", json=body).json["kind"] == "accepted"


def test_in_every_room_leaving_is_ones_own_word(tmp_path: Path) -> None:
    dig = digging(a_dig(tmp_path))
    assert moved(dig, "table", d.LeaveGame(1)) == 403
    assert moved(dig, "seat", d.LeaveGame(1)) == 403
    assert moved(dig, "seat", d.LeaveGame(0)) == 200
    bowl = BOWL.rights.concerns(cast(Any, None), b.LeaveGame(1))
    assert bowl is not None
    assert (bowl.seats, bowl.aloud) == ((1,), False)


# ---- the referee stands above what is fixed -----------------------------------------------------


def test_the_referee_overrules_what_stands_for_good(tmp_path: Path) -> None:
    """SPHINX-42: a die that was used stands, for everybody but the referee."""
    table = court.throw(court.begun(court.a_court(tmp_path)), 3, 6, 1)
    court.answer(table, "move:3:forward")
    used = table.number
    court.answer(table, "move:1:forward")
    client = a_browser(an_app(table))
    refused = client.post("/take-back", json={"number": used, "base": table.number})
    assert (refused.json["kind"], refused.json["clause"]) == ("refused", "SPHINX-42")
    judge = a_browser(an_app(table), "referee-link")
    taken = judge.post("/take-back", json={"number": used, "base": table.number})
    assert taken.json["kind"] == "accepted"
    entry = list(table.ledger.journal.entries())[-1]
    assert entry.body is not None
    assert (entry.body["by"], entry.body["overruled"]) == ("referee", "SPHINX-42")


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("who", ROLES)
def test_nobody_else_overrules_it(tmp_path: Path, who: str, manner: str) -> None:
    """SPHINX-42: refused by the rule where the past may be changed, by the manner elsewhere."""
    table = court.throw(court.begun(court.a_court(tmp_path, manner=manner)), 3, 6, 1)
    court.answer(table, "move:3:forward")
    used = table.number
    court.answer(table, "move:1:forward")
    client = a_browser(an_app(table), LINKS[who])
    answer = client.post("/take-back", json={"number": used, "base": table.number})
    taken = answer.status_code == 200 and answer.json["kind"] == "accepted"
    assert taken is (CELLS[Right.OVERRULE][who][MANNERS.index(manner)] == "x")


class Hood:
    """A scan that only counts how often it was begun."""

    def __init__(self) -> None:
        self.begun = 0

    def begin(self) -> None:
        self.begun += 1

    def stop(self) -> None: ...


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("who", ROLES)
def test_the_referee_alone_scans(tmp_path: Path, who: str, manner: str) -> None:
    hood = Hood()
    app = an_app(court.a_court(tmp_path, manner=manner), scanner=hood)
    answer = a_browser(app, LINKS[who]).post("/scan?as=table", json={"run": True})
    allowed = CELLS[Right.SCAN][who][MANNERS.index(manner)] == "x"
    assert (answer.status_code, hood.begun) == ((200, 1) if allowed else (403, 0))


# ---- the journal names who acted ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("link", "query", "by"),
    [
        ("", "", "table"),
        ("seat-0-link", "", "seat-0"),
        ("seat-0-link", "?as=table", "seat-0"),
        ("referee-link", "", "referee"),
    ],
)
def test_the_journal_names_who_acted_and_on_which_device(
    tmp_path: Path, link: str, query: str, by: str
) -> None:
    table = a_table(tmp_path)
    client = a_browser(an_app(table), link)
    body = {"question": "setup", "option": "begin", "base": table.number}
    afar = {"REMOTE_ADDR": "192.168.1.9"}
    assert client.post(f"/answer{query}", json=body, environ_overrides=afar).status_code == 200
    card = {"move": {"type": "InsertCard", "slot": 2, "card": "H00"}, "base": table.number}
    assert client.post(f"/move{query}", json=card).status_code == 200
    bodies = [entry.body or {} for entry in table.ledger.journal.entries()][-2:]
    assert [one["by"] for one in bodies] == [by, by]
    assert bodies[0]["device"].startswith("phone ")
    assert "192.168" not in json.dumps(bodies)
    assert bodies[1]["device"] == "here"
    assert state_of(client)["rulings"][0]["by"] == by


# ---- the manner itself --------------------------------------------------------------------------


@pytest.mark.parametrize("manner", MANNERS)
def test_the_manner_is_in_the_journal_and_on_every_page(tmp_path: Path, manner: str) -> None:
    table = a_table(tmp_path, manner=manner)
    opening = next(table.ledger.journal.entries()).body
    assert opening is not None
    assert opening["manner"] == manner
    assert state_of(a_browser(an_app(table)))["manner"] == manner


def test_a_journal_from_before_there_were_manners_is_played_at_home(tmp_path: Path) -> None:
    table = a_table(tmp_path, manner=EVENT)
    opening = next(table.ledger.journal.entries())
    assert opening.body is not None
    older = {name: value for name, value in opening.body.items() if name != "manner"}
    assert begun(msgspec.structs.replace(opening, body=older)).manner == LIVING_ROOM


def test_a_house_changes_its_manner_and_the_journal_says_when(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    assert session.play_as(table, EVENT).kind == "accepted"
    assert session.play_as(table, EVENT).kind == "unchanged"
    entry = list(table.ledger.journal.entries())[-1]
    assert (entry.kind, entry.private_to) == ("mannered", None)
    table.ledger.journal.close()
    with Journal.open(table.ledger.journal.path) as book:
        assert Table.resume(book).manner == EVENT


OFFERED = {
    ("table", LIVING_ROOM): ("all", "all", "none", True),
    ("table", SEATS): ("none", "none", "none", False),
    ("table", EVENT): ("none", "none", "none", False),
    ("seat", LIVING_ROOM): ("own", "own", "own", False),
    ("seat", SEATS): ("own", "own", "own", True),
    ("seat", EVENT): ("own", "own", "own", False),
    ("referee", LIVING_ROOM): ("all", "all", "all", True),
    ("referee", SEATS): ("all", "all", "all", True),
    ("referee", EVENT): ("all", "all", "all", True),
}


@pytest.mark.parametrize(("who", "manner"), OFFERED)
def test_a_page_knows_what_to_offer(tmp_path: Path, who: str, manner: str) -> None:
    shown = state_of(a_browser(an_app(a_table(tmp_path, manner=manner)), LINKS[who]))["may"]
    given = (shown["moves"], shown["answers"], shown["words"], shown["past"])
    assert given == OFFERED[who, manner]
    assert shown["left"] is (CELLS[Right.CHANGE_PAST][who][MANNERS.index(manner)] == "x")


def test_the_hall_is_offered_nothing(tmp_path: Path) -> None:
    assert offers(Role("hall"), LIVING_ROOM)["moves"] == "none"
    assert offers(TABLE, LIVING_ROOM)["moves"] == "all"
