"""Between tables and hall everything goes in cipher, with whoever the code on the desk names:
tried with real sockets, a real Mosquitto and somebody in the middle."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.app.hall_app import HallOpening, RunningHall, open_hall
from companion.app.hall_client import _ask
from companion.hall.broker import OwnBroker
from companion.hall.broker.own import PATHS
from companion.hall.broker.settings import HALL
from companion.house.errors import NotNow
from companion.uplink import Enrolled
from companion.util.tls_certificate import certificate_in, own_certificate, pem_in
from companion.web.hall.live_picture import picture_of
from companion.web.kit.codes import LETTERS
from companion.wire import topics
from companion.wire.line import Broker, MqttLine, Will
from companion.wire.messages import Birth, pack
from companion.wire.pins import fingerprint, mark_of, read_code
from tests.hall.evenings import free_port, rehearsed_house
from tests.hall.wiretap import Tap

pytestmark = pytest.mark.skipif(
    shutil.which("mosquitto", path=PATHS) is None, reason="no Mosquitto on this machine"
)
# the client library leaves a socket to the collector when a certificate is refused
TOLD = {"table": "7", "certificate": ""}


@pytest.fixture
def halled(tmp_path: Path) -> Iterator[RunningHall]:
    halled = open_hall(HallOpening(tmp_path / "hall", "127.0.0.1", 0, broker_port=free_port()))
    yield halled
    halled.stop()


def until(found: Any, tries: int = 100) -> bool:
    for _ in range(tries):
        if found():
            return True
        time.sleep(0.05)
    return False


class Middle:
    """Somebody between: shows a certificate of their own, and keeps what they are told."""

    def __init__(self, folder: Path) -> None:
        self.file = own_certificate(folder / "middle.pem")
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(self.file)
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self.rung, self.told = 0, bytearray()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                plain, _ = self._door.accept()
                self.rung += 1
                with contextlib.suppress(OSError), plain:
                    self._hear(plain)

    def _hear(self, plain: socket.socket) -> None:
        with self._context.wrap_socket(plain, server_side=True) as line:
            line.settimeout(2.0)
            while data := line.recv(4096):
                self.told += data

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()


@pytest.fixture
def middle(tmp_path: Path) -> Iterator[Middle]:
    middle = Middle(tmp_path)
    yield middle
    middle.close()


def enrolled(halled: RunningHall, port: int | None = None, code: str = "") -> Enrolled:
    typed = read_code(code or halled.codes["table"])
    return _ask(f"http://127.0.0.1:{port or halled.server.port}", typed, TOLD, None)


def gets_in(broker: Broker) -> bool:
    line = MqttLine(broker, "x", lambda: Will("pharaoh/1/will", b""))
    line.open(lambda topic, payload: None, lambda: None)
    try:
        return until(lambda: line.up, 40)
    finally:
        line.close()


def test_the_code_of_a_table_ends_in_the_mark_of_the_halls_certificate(
    halled: RunningHall, tmp_path: Path
) -> None:
    code = read_code(halled.codes["table"])
    assert code.is_whole
    assert re.fullmatch(rf"([{LETTERS}]{{4}}-){{4}}[{LETTERS}]{{4}}", halled.codes["table"])
    assert code.mark == mark_of(certificate_in(tmp_path / "hall" / "certificate.pem"))
    assert (tmp_path / "hall" / "certificate.pem").stat().st_mode & 0o077 == 0


def test_a_hall_that_starts_again_keeps_its_certificate_and_an_unreadable_one_is_made_anew(
    tmp_path: Path,
) -> None:
    file = own_certificate(tmp_path / "one.pem")
    before = certificate_in(file)
    assert certificate_in(own_certificate(file)) == before
    file.write_text(pem_in(file))  # the key is gone
    assert certificate_in(own_certificate(file)) != before


def test_a_table_takes_part_in_cipher_and_the_line_gives_nothing_away(halled: RunningHall) -> None:
    page = Tap(halled.server.port)
    given = enrolled(halled, page.port)
    assert given.broker.tls
    broker = Tap(given.broker.port)
    assert gets_in(msgspec.structs.replace(given.broker, port=broker.port))
    secrets = [
        given.key,
        given.broker.password,
        given.night,
        read_code(halled.codes["table"]).secret,
    ]
    for line in (page, broker):
        heard = bytes(line.up + line.down)
        assert len(heard) > 500, "the tap heard nothing: nothing was tried"
        assert not [one for one in secrets if one.encode() in heard]
        line.close()


def test_nobody_takes_part_in_clear(halled: RunningHall) -> None:
    told = {**TOLD, "code": halled.codes["table"]}
    line = HTTPConnection("127.0.0.1", halled.server.port, timeout=20.0)
    line.request("POST", "/enrol", json.dumps(told), {"Content-Type": "application/json"})
    assert line.getresponse().status == 403
    line.close()
    assert halled.hall.evening.machines == {}


def test_guests_read_the_pages_in_clear_on_the_same_port(halled: RunningHall) -> None:
    line = HTTPConnection("127.0.0.1", halled.server.port, timeout=20.0)
    line.request("GET", "/hall.json")
    assert line.getresponse().status == 200
    line.close()
    assert halled.urls[0].startswith("http://")


def test_a_table_says_nothing_to_somebody_in_the_middle(
    halled: RunningHall, middle: Middle
) -> None:
    with pytest.raises(NotNow) as refused:
        enrolled(halled, middle.port)
    assert refused.value.say.key == "house.hall_other_certificate"
    assert until(lambda: middle.rung)
    assert not middle.told, "neither code nor name was said"


def test_a_code_without_its_mark_is_not_used(halled: RunningHall, middle: Middle) -> None:
    """The six letters of old would say who may come, and not to whom one speaks."""
    with pytest.raises(NotNow) as refused:
        enrolled(halled, middle.port, read_code(halled.codes["table"]).secret)
    assert refused.value.say.key == "house.hall_code_cut"
    assert not middle.rung


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_broker_in_the_middle_is_told_no_password(halled: RunningHall, middle: Middle) -> None:
    given = enrolled(halled)
    assert not gets_in(msgspec.structs.replace(given.broker, port=middle.port))
    assert middle.rung, "the table tried"
    assert not middle.told
    assert gets_in(given.broker)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_the_own_broker_answers_nobody_in_clear(halled: RunningHall) -> None:
    given = enrolled(halled)
    assert not gets_in(msgspec.structs.replace(given.broker, tls=False))
    assert halled.own is not None
    (listening,) = listeners(halled.own.pid or 0)
    assert listening == given.broker.port, "there is no other door"


def test_a_broker_without_a_certificate_listens_to_this_machine_alone(tmp_path: Path) -> None:
    own = OwnBroker(tmp_path / "broker", "night", bytes(32), "0.0.0.0", free_port())
    own.start()
    own.stop()
    config = (tmp_path / "broker" / "mosquitto.conf").read_text()
    assert f"listener {own.port} 127.0.0.1\n" in config
    assert not own.broker(HALL).tls


def listeners(pid: int) -> set[int]:
    """The ports a process listens on, as the kernel knows them."""
    held = set()
    for one in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            held.add(str(one.readlink()))
    found = set()
    for table in ("tcp", "tcp6"):
        for row in Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]:
            words = row.split()
            if words[3] == "0A" and f"socket:[{words[9]}]" in held:
                found.add(int(words[1].rpartition(":")[2], 16))
    return found


def test_a_picture_is_taken_only_from_whoever_shows_the_certificate_of_the_table(
    halled: RunningHall, middle: Middle, tmp_path: Path
) -> None:
    """The page of a house answers in clear and in cipher; the hall speaks to it in cipher alone."""
    with rehearsed_house(tmp_path / "house") as (housed, _):
        assert housed.guest is not None
        housed.guest.join(f"http://127.0.0.1:{halled.server.port}", halled.codes["table"], "7")
        shown = certificate_in(tmp_path / "house" / "house" / ".certificate.pem")
        assert halled.hall.evening.machines["7"].certificate == fingerprint(shown)
        assert until(lambda: halled.hall.tables.machines["7"].birth is not None)
        tap = Tap(housed.server.port)
        birth = Birth(2**40, True, house="h", page=f"http://10.0.0.1:{tap.port}/")
        topic = topics.of_table(halled.hall.tables.night, "7", topics.BIRTH)
        halled.hall._hear(topic, pack(birth))
        picture_of(halled.hall, "7")
        assert tap.down, "the house was asked"
        assert b"wish" not in tap.up
        tap.close()
        moved = {"session": birth.session + 1, "page": f"http://x:{middle.port}/"}
        halled.hall._hear(topic, pack(msgspec.structs.replace(birth, **moved)))
        assert picture_of(halled.hall, "7") == b""
        assert middle.rung
        assert not middle.told, "somebody else was not even asked"
