"""Who may take part under which name: attacked over the pages, with a real broker behind them."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, build_opener, urlopen

import pytest

from companion.app.hall_app import HallOpening, RunningHall, open_hall
from companion.hall.broker.own import PATHS
from companion.hall.evening.acts import Who
from companion.web.hall.crew import LINK_FILE, make_link
from companion.web.hall.live_picture import picture_of
from companion.wire import topics
from companion.wire.line import Broker, MqttLine, Will
from companion.wire.messages import Birth, pack
from companion.wire.pins import PinnedConnection, has_mark, pinned_context, read_code
from companion.wire.seals import key_of, proof_of
from tests.hall.evenings import free_port
from tests.hall.halls import a_night, opened

pytestmark = pytest.mark.skipif(
    shutil.which("mosquitto", path=PATHS) is None, reason="no Mosquitto on this machine"
)
ORGANISER = Who("organiser", "Olga")
TRIES = 100


@pytest.fixture
def halled(tmp_path: Path) -> Iterator[RunningHall]:
    halled = open_hall(HallOpening(tmp_path, "127.0.0.1", 0, broker_port=free_port()))
    yield halled
    halled.stop()


def asked(halled: RunningHall, table: str, proof: str = "") -> dict[str, Any]:
    """What a machine is given that asks under a name; nothing where it is refused."""
    code = read_code(halled.codes["table"])
    told = {"code": code.secret, "table": table, "proof": proof, "certificate": "5" * 64}
    line = PinnedConnection("127.0.0.1", halled.server.port, has_mark(code.mark), timeout=20.0)
    line.request("POST", "/enrol", json.dumps(told), {"Content-Type": "application/json"})
    answer = line.getresponse()
    said = json.loads(answer.read())
    line.close()
    if answer.status == 200:
        return dict(said)
    return {} if answer.status in (409, 422) else {"wrong": answer.status}


def until(found: Any, tries: int = TRIES) -> bool:
    for _ in range(tries):
        if found():
            return True
        time.sleep(0.05)
    return False


def line_of(given: dict[str, Any]) -> MqttLine:
    line = MqttLine(Broker(**given["broker"]), "x", lambda: Will("pharaoh/1/will", b""))
    line.open(lambda topic, payload: None, lambda: None)
    return line


def gets_in(given: dict[str, Any]) -> bool:
    line = line_of(given)
    try:
        until(lambda: line.up or line.trouble)
        return line.up
    finally:
        line.close()


@pytest.mark.parametrize(
    "name",
    ["hall", "HALL", " Hall ", "\uff28all", "ha\uff4cl!", "#", "+", "a/b", "../x", "t\nuser hall"],
)
def test_no_table_takes_the_name_of_an_account_or_of_topics(halled: RunningHall, name: str) -> None:
    assert asked(halled, name) == {}
    assert halled.hall.evening.machines == {}


def test_credentials_are_made_by_chance_and_not_from_the_name(halled: RunningHall) -> None:
    given, secret = asked(halled, "Table A"), halled.hall.store.secret
    assert given["key"] != key_of(secret, "table-a")
    assert given["broker"]["password"] != key_of(secret, "table-a", "password")
    assert gets_in(given)


def test_a_silent_name_stays_with_its_machine_until_the_desk_frees_it(halled: RunningHall) -> None:
    first = asked(halled, "Table B")
    assert asked(halled, "table b") == {}
    assert asked(halled, "Table B", proof="0" * 64) == {}
    again = asked(
        halled, "Table B", proof_of(first["key"], read_code(halled.codes["table"]).secret)
    )
    assert again["key"] == first["key"], "the same machine comes again"
    line = line_of(first)
    assert until(lambda: line.up)
    halled.hall.act("let-another", {"table": "table-b"}, ORGANISER)
    assert until(lambda: not line.up), "the machine before is rung off at once"
    line.close()
    assert not gets_in(first)
    second = asked(halled, "Table B")
    assert second["key"] != first["key"]
    assert second["broker"]["password"] != first["broker"]["password"]
    assert gets_in(second)
    assert not gets_in(first)
    assert asked(halled, "Table B") == {}, "it was given to one other machine, not to all"


def test_nobody_rings_another_table_off_with_its_client_name(halled: RunningHall) -> None:
    """Whatever client name somebody gives, the broker knows them by their own user."""
    from paho.mqtt import client as mqtt

    mine, theirs = asked(halled, "A"), asked(halled, "B")
    line = line_of(theirs)
    assert until(lambda: line.up)
    for name in ("b", "hall", line._client._client_id.decode()):
        evil = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id=name)
        evil.username_pw_set(mine["broker"]["user"], mine["broker"]["password"])
        evil.tls_set_context(pinned_context(mine["broker"]["certificate"]))
        evil.connect("127.0.0.1", mine["broker"]["port"])
        evil.loop_start()
        assert until(evil.is_connected)
        assert not until(lambda: bool(line.trouble) or not line.up, 20), name
        assert halled.hall.line.up
        evil.disconnect()
        evil.loop_stop()
    line.close()


@pytest.mark.parametrize(
    ("broker", "in_clear"), [("mqtt://hall@127.0.0.1:1", True), ("mqtts://hall@127.0.0.1:1", False)]
)
def test_the_desk_says_what_somebody_elses_broker_cannot_keep_apart(
    tmp_path: Path, broker: str, in_clear: bool
) -> None:
    """Its accounts are not ours to give: all tables share the hall's."""
    how = HallOpening(tmp_path, "127.0.0.1", 0, broker=broker, broker_password="theirs")
    halled = open_hall(how)
    try:
        desk = told_at_desk(halled, tmp_path)
        given = [asked(halled, table)["broker"] for table in ("one", "two")]
    finally:
        halled.stop()
    assert [(one["user"], one["password"]) for one in given] == [("hall", "theirs")] * 2
    assert (desk["shares_account"], desk["broker_in_clear"]) == (True, in_clear)


def test_our_own_broker_keeps_tables_apart_and_in_cipher(
    halled: RunningHall, tmp_path: Path
) -> None:
    desk = told_at_desk(halled, tmp_path)
    one, two = (asked(halled, table)["broker"] for table in ("one", "two"))
    assert one["user"] != two["user"]
    assert one["password"] != two["password"]
    assert (desk["shares_account"], desk["broker_in_clear"]) == (False, False)


def told_at_desk(halled: RunningHall, folder: Path) -> dict[str, Any]:
    """What the desk shows whoever runs the hall."""
    phone = build_opener(HTTPCookieProcessor())
    with phone.open(f"{halled.urls[0]}organiser/{make_link(folder)}", timeout=20):
        pass
    with phone.open(f"{halled.urls[0]}desk.json", timeout=20) as answer:
        return dict(json.load(answer))


def test_being_at_the_machine_of_the_hall_gives_nothing(halled: RunningHall) -> None:
    for path in ("desk.json", "referee.json"):
        with pytest.raises(HTTPError) as refused:
            urlopen(f"{halled.urls[0]}{path}")
        assert refused.value.code == 403
        refused.value.close()


def test_the_newest_link_makes_one_browser_the_organiser_once(tmp_path: Path) -> None:
    for here in opened(tmp_path):
        old, new = make_link(tmp_path), make_link(tmp_path)
        assert new not in (tmp_path / LINK_FILE).read_text()
        assert len(new) >= 128 / 6
        first, second = here.phone(), here.phone()
        assert second.client.head(f"/organiser/{new}").status_code == 204, "a preview takes nothing"
        assert second.get("/desk.json").status_code == 403
        assert first.get(f"/organiser/{old}").status_code == 403
        assert first.get("/desk.json").status_code == 403
        assert first.get(f"/organiser/{new}").status_code == 303
        assert first.get("/desk.json").status_code == 200
        assert second.get(f"/organiser/{new}").status_code == 403
        assert second.get("/desk.json").status_code == 403


def test_pictures_are_fetched_from_the_enrolled_machine_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rung: list[tuple[str, int | None]] = []

    class Line:
        def __init__(self, host: str, port: int | None, fits: Any, timeout: float) -> None:
            rung.append((host, port))

        def request(self, *told: Any) -> None:
            raise OSError

        def close(self) -> None: ...

    monkeypatch.setattr("companion.web.hall.live_picture.PinnedConnection", Line)
    for here in opened(tmp_path):
        a_night(here)
        enrolled = {"table": "7", "serial": "5", "host": "192.0.2.9", "certificate": "5"}
        here.hall.act("enrol", enrolled, ORGANISER)
        birth = Birth(1, True, house="h", page="http://10.0.0.1:8123/admin?x=")
        topic = topics.of_table(here.hall.tables.night, "7", topics.BIRTH)
        here.hall._hear(topic, pack(birth))
        with suppress(OSError):
            assert picture_of(here.hall, "7") == b""
        assert rung == [("192.0.2.9", 8123)]
