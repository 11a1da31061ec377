"""Who may do what in a hall: every act, every address and every order, for every role.

A new act or address has to be given a row here before anything else passes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.hall.errors import HallError
from companion.hall.evening.acts import ACTS, NotYours, Who
from companion.web.hall.commands_api import ORDERS
from companion.web.hall.crew import make_link
from tests.hall.halls import Here, a_night, opened, seated

ROLES = ("organiser", "referee", "table", "seat", "spectator", "nobody")

# x is allowed, - is refused; in the order of the roles above.
ALL, CREW, DESK, ANYBODY, TABLE = "xxxxxx", "xx----", "x-----", "xx--xx", "xxx---"
ACT_CELLS = {
    "come": DESK, "box": DESK, "enrol": DESK, "let-another": DESK, "manner": DESK, "door": DESK,
    "join": ANYBODY,
    "screen": CREW, "hold": CREW, "show": CREW,
    "arrange": DESK, "change": DESK, "leave": DESK, "return": DESK, "miss": DESK,
    "bring": DESK, "break": DESK, "mend": DESK, "bind": DESK, "unbind": DESK,
    "keep": DESK, "seat": DESK, "swap": DESK, "unswap": DESK, "move": DESK,
    "publish": DESK, "unpublish": DESK, "finish": DESK,
    "start": CREW, "pause": CREW, "resume": CREW, "grant": CREW,
    "correct": CREW, "reveal": CREW, "excuse": CREW,
    "claim": CREW, "release": CREW, "answer": CREW, "announce": CREW,
    "close": "--x---", "speak": ANYBODY,
    "silence": DESK, "game": DESK, "admit": DESK, "turn-away": DESK, "check-in": DESK,
    "forget": DESK, "merge": DESK, "sit": DESK, "unstart": DESK, "reopen": DESK,
    "penalise": CREW, "pardon": CREW, "present": DESK,
    "report": TABLE, "confirm": TABLE, "dispute": TABLE, "call": TABLE,
}  # fmt: skip
ORDER_CELLS = dict.fromkeys(("answer", "take back", "pause", "go on", "end"), CREW)
ROUTE_CELLS = {
    "GET /": ALL,
    "GET /desk": ALL,  # an empty page: what is on it comes from desk.json
    "GET /referee": ALL,  # the same
    "GET /screen": ALL,
    "GET /enrol": ALL,  # it only tells an owner where to go
    "GET /organiser/<token>": ALL,  # with a link that was not used: see test_enrolment
    "GET /static/<path:filename>": ALL,
    "GET /words.json": ALL,
    "GET /hall.json": ALL,
    "GET /events": ALL,
    "GET /standings.<kind>": ALL,
    "GET /why.json": ALL,
    "GET /points.json": ALL,
    "GET /code.svg": ALL,
    "GET /code.svg?for=table": DESK,
    "GET /papers/<name>.pdf": ALL,
    "GET /papers/standings.pdf": ALL,
    "GET /papers/cards.pdf": DESK,
    "GET /papers/certificates.pdf": DESK,
    "GET /desk.json": DESK,
    "GET /desk/possible.json": DESK,
    "GET /desk/proposal.json": DESK,
    "GET /desk/swaps.json": DESK,
    "GET /referee.json": CREW,
    "GET /referee/<table>.json": CREW,
    "GET /referee/<table>/picture.jpg": CREW,
    "GET /desk/publish.zip": DESK,
    "GET /desk/night.json": DESK,
    "GET /desk/season.json": DESK,
    "GET /number.json": DESK,  # and a phone its own person's: see test_publication
    "POST /desk/season": DESK,
    "POST /desk/season/drop": DESK,
    "POST /desk/people": DESK,
    "POST /draw": DESK,
    "POST /order/<table>": CREW,
    "POST /act/<name>": DESK,  # tried with an act of the organiser; every act has a row above
    "POST /claim": ALL,  # with a code: without one, see below
    "POST /enrol": ALL,  # with a code: without one, see below
}
GRID = [
    *ROUTE_CELLS.items(),
    *((f"act {name}", row) for name, row in ACT_CELLS.items()),
    *((f"order {name}", row) for name, row in ORDER_CELLS.items()),
]


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Here]:
    for here in opened(tmp_path):
        a_night(here)
        here.hall.act("door", {"open": True}, Who("organiser"))
        here.hall.act("enrol", {"table": "1"}, Who("organiser"))
        yield here


def asked(here: Here, role: str, what: str) -> int:
    """What the page answers to somebody who asks for this, or tries to do it."""
    phone = here.phone(role)
    kind, _, rest = what.partition(" ")
    if kind == "act":
        return int(phone.post(f"/act/{rest}").status_code)
    if kind == "order":
        return int(phone.post("/order/1", {"act": rest, "game": ""}).status_code)
    who = seated(here, "b1")[0]
    given = {"<code>": "ABC", "<path:filename>": "hall/follow.js", "<kind>": "csv"}
    given |= {"<token>": make_link(here.crew._folder or Path())}
    given |= {"<table>": "1", "papers/<name>": "papers/seating", "<name>": "door"}
    for name, value in given.items():
        rest = rest.replace(name, value)
    rounds = {"/why.json": 1, "/points.json": 1, "/desk/swaps.json": 2, "/number.json": 1}
    query = f"?who={who}&round={rounds[rest]}" if rest in rounds else ""
    if kind == "GET":
        return int(phone.get(rest + query).status_code)
    codes = {"/claim": {"code": here.crew.code("referee"), "name": "R"}}
    if rest == "/enrol":
        told = {"code": here.crew.code("table"), "table": "2"}
        return int(phone.enrol(told).status_code)
    return int(phone.post(rest, codes.get(rest)).status_code)


@pytest.mark.parametrize("role", ROLES)
def test_every_cell_of_the_table_of_rights(
    here: Here, role: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.hall.commands_api.ANSWER_SECONDS", 0.0)
    column = ROLES.index(role)
    for what, row in GRID:
        before = here.hall.evening.number
        allowed = row[column] == "x" and not (role == "table" and what.startswith("act "))
        code = asked(here, role, what)
        assert (code != 403) is allowed, (what, role, code)
        if not allowed:
            assert here.hall.evening.number == before, (what, role, "was refused, and done")
        assert code != 404, (what, "was not found: nothing was tried")


@pytest.mark.parametrize("role", ROLES[:5])
def test_every_cell_of_the_acts_where_they_are_decided(here: Here, role: str) -> None:
    """Tables act over the line, not on a page: the heart of the hall asks for the role again."""
    for name, row in ACT_CELLS.items():
        refused = False
        try:
            here.hall.act(name, {}, Who(role, "x"))
        except NotYours:
            refused = True
        except HallError:
            pass
        assert refused is (row[ROLES.index(role)] == "-"), (name, role)


def test_every_act_every_order_and_every_address_has_its_row(here: Here) -> None:
    assert set(ACT_CELLS) == set(ACTS)
    assert set(ORDER_CELLS) == set(ORDERS)
    app = here.site._app
    assert app is not None
    known = {
        f"{method} {rule.rule}"
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert known <= set(ROUTE_CELLS), "an address without a row"
    assert {what for what in ROUTE_CELLS if "?" not in what and "/papers/" not in what} <= known


@pytest.mark.parametrize("role", ROLES)
def test_nobody_gets_in_without_the_code(here: Here, role: str) -> None:
    before = here.hall.evening.number
    assert here.phone(role).post("/claim", {"code": "WRONG1"}).status_code == 403
    told = {"code": here.crew.code("referee"), "table": "2"}
    assert here.phone(role).enrol(told).status_code == 403, "another code opens nothing"
    assert here.hall.evening.number == before


def test_a_look_changes_nothing(here: Here) -> None:
    """No address that is only read leaves a trace in the journal, whoever reads it."""
    before = here.hall.evening.number
    for role in ROLES:
        for what in ROUTE_CELLS:
            if what.startswith("GET "):
                asked(here, role, what)
    assert here.hall.evening.number == before
