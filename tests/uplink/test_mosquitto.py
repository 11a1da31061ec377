"""Our own Mosquitto: nobody without a name, and every table in its own corner."""

from __future__ import annotations

import shutil
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from companion.hall.broker import OwnBroker
from companion.hall.broker.own import PATHS, left_behind
from companion.hall.broker.settings import HALL
from companion.wire import topics
from companion.wire.line import Broker, MqttLine, Will

NIGHT = "night"
pytestmark = pytest.mark.skipif(
    shutil.which("mosquitto", path=PATHS) is None, reason="no Mosquitto on this machine"
)


def until(true: Callable[[], bool]) -> bool:
    for _ in range(200):
        if true():
            return True
        time.sleep(0.02)
    return False


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[OwnBroker]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    own = OwnBroker(tmp_path / "broker", NIGHT, bytes(32), "127.0.0.1", port)
    own.start()
    own.admit("7", "8")
    yield own
    own.stop()


def a_line(broker: Broker, name: str, heard: list[tuple[str, bytes]], *wanted: str) -> MqttLine:
    will = Will(topics.of_table(NIGHT, name, topics.BIRTH), b"{}")
    line = MqttLine(broker, name, lambda: will)
    line.open(lambda topic, payload: heard.append((topic, payload)), lambda: line.subscribe(wanted))
    return line


def test_every_table_stays_in_its_own_corner(broker: OwnBroker, tmp_path: Path) -> None:
    by_hall: list[tuple[str, bytes]] = []
    by_eight: list[tuple[str, bytes]] = []
    of = topics.of_table
    hall = a_line(broker.broker(HALL), "hall", by_hall, f"{topics.ROOT}/#")
    seven = a_line(broker.broker("7"), "seven", [])
    eight = a_line(broker.broker("8"), "eight", by_eight, f"{topics.ROOT}/#")
    wrong = msgspec.structs.replace(broker.broker("7"), password="wrong")
    thief, nobody = a_line(wrong, "thief", []), a_line(Broker(port=broker.port), "nobody", [])
    assert until(lambda: hall.up and seven.up and eight.up)
    seven.say(of(NIGHT, "8", topics.STATE), b"forged")
    seven.say(of(NIGHT, "8", topics.COMMAND), b"forged")
    seven.say(topics.of_hall(NIGHT), b"forged")
    seven.say(of(NIGHT, "7", topics.STATE), b"true")
    hall.say(of(NIGHT, "8", topics.COMMAND), b"for eight")
    assert until(lambda: any(payload == b"true" for _, payload in by_hall))
    assert until(lambda: bool(by_eight))
    assert all(payload != b"forged" for _, payload in (*by_hall, *by_eight))
    assert [payload for _, payload in by_eight] == [b"for eight"]
    assert until(lambda: bool(thief.trouble and nobody.trouble))
    assert not thief.up
    assert not nobody.up
    assert left_behind(tmp_path / "broker") == broker.pid
    for line in (hall, seven, eight, thief, nobody):
        line.close()
    assert broker.password("7") not in (tmp_path / "broker" / "passwords").read_text()
