"""TLS and proxies: in cipher with the owner's certificate, or behind a trusted proxy."""

from __future__ import annotations

import http.client
import json
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.app.table_page import served as served_as_set
from companion.config.settings import BadSetting, read_settings
from companion.config.web import Web
from companion.table import Table
from companion.util.tls_certificate import own_certificate
from companion.web import BadCertificate, Certificate, Limits, Server
from companion.web.server import http_handler
from companion.web.server.proxied import unwrap
from tests.saying import refuses
from tests.web.scenes import a_table, an_app
from tests.web.strangers import Phone, ends, knock

PROXY = "127.0.0.9"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return a_table(tmp_path)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    folder = tmp_path_factory.mktemp("tls")
    made = Certificate(folder / "table.pem", folder / "table.key")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-days", "1", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost", "-keyout", made.key, "-out", made.certificate],
        check=True, capture_output=True,
    )  # fmt: skip
    return made


@contextmanager
def served(table: Table, limits: Limits | None = None, **how: Any) -> Iterator[Server]:
    app = an_app(table, limits=limits, hosts=["table.example.org"])
    server = Server(app, port=0, **how)
    server.start()
    try:
        yield server
    finally:
        server.stop()


class Safe:
    """A phone that trusts the certificate of the table."""

    def __init__(self, server: Server, files: Certificate) -> None:
        context = ssl.create_default_context(cafile=str(files.certificate))
        self.line = http.client.HTTPSConnection(
            "localhost", server.port, timeout=20, context=context
        )

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        sent = {"Content-Type": "application/json", **headers}
        self.line.request(method, path, None if body is None else json.dumps(body), sent)
        answer = self.line.getresponse()
        answer.said = answer.read()  # type: ignore[attr-defined]
        return answer


# ---- in cipher ---------------------------------------------------------------------------------


def test_a_page_with_a_certificate_is_read_and_tapped_in_cipher(
    table: Table, files: Certificate
) -> None:
    with served(table, certificate=files) as server:
        assert server.url == f"https://127.0.0.1:{server.port}/"
        phone = Safe(server, files)
        joined = phone.ask("GET", "/join/referee-link")
        cookie = joined.headers["Set-Cookie"]
        assert "; Secure;" in cookie
        assert "HttpOnly" in cookie
        ours = {
            "Origin": f"https://localhost:{server.port}",
            "Cookie": cookie.partition(";")[0],
        }
        body = {"question": "setup", "option": "begin", "base": table.number}
        assert json.loads(phone.ask("POST", "/answer", body, **ours).said)["kind"] == "accepted"
        wrong = {**ours, "Origin": f"http://localhost:{server.port}"}
        assert phone.ask("POST", "/answer", body, **wrong).status == 403
        phone.line.close()


def test_in_clear_a_cookie_is_not_marked_as_safe(table: Table) -> None:
    with served(table) as server:
        assert server.url.startswith("http://")
        phone = Phone(server)
        phone.line.request("GET", "/join/referee-link")
        answer = phone.line.getresponse()
        answer.read()
        assert "Secure" not in answer.headers["Set-Cookie"]


def test_one_setting_lets_pages_travel_in_cipher_with_the_machines_own_certificate(
    table: Table, tmp_path: Path
) -> None:
    own = own_certificate(tmp_path / "own.pem")
    web = read_settings({"web": {"certificate": "own"}}).web
    server = served_as_set(an_app(table), "127.0.0.1", 0, web, own)
    server.start()
    try:
        assert server.url.startswith("https://")
        told = ssl.get_server_certificate(("127.0.0.1", server.port))
        assert told in own.read_text()
    finally:
        server.stop()
    assert not Web().is_own


def test_who_never_agrees_on_a_cipher_is_let_go_and_others_are_served(
    table: Table, files: Certificate, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setattr("companion.web.server.serve.HEAD_SECONDS", 0.3)
    with served(table, certificate=files) as server:
        silent, plain = knock(server), knock(server, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        phone = Safe(server, files)
        assert phone.ask("GET", "/state").status == 200
        assert ends(silent) == b""
        ends(plain)
        phone.line.close()
    assert capsys.readouterr().err == ""


def test_a_certificate_that_cannot_be_used_is_refused_with_the_reason(
    table: Table, files: Certificate, tmp_path: Path
) -> None:
    nowhere, nonsense = tmp_path / "nowhere.pem", tmp_path / "nonsense.pem"
    nonsense.write_text("no certificate")
    for wrong, why in (
        (Certificate(nowhere, files.key), r"can't read .*nowhere\.pem: No such file"),
        (Certificate(files.certificate, nowhere), r"can't read .*nowhere\.pem"),
        (Certificate(nonsense, files.key), "don't fit together.*PEM"),
        (Certificate(files.certificate, files.certificate), "don't fit together"),
    ):
        with refuses(BadCertificate, match=why):
            Server(an_app(table), port=0, certificate=wrong)


def test_a_key_with_a_password_is_refused_and_nobody_is_asked_for_it(
    table: Table, files: Certificate, tmp_path: Path
) -> None:
    locked = tmp_path / "locked.key"
    subprocess.run(
        ["openssl", "pkcs8", "-topk8", "-in", files.key, "-out", locked, "-passout", "pass:sand"],
        check=True, capture_output=True,
    )  # fmt: skip
    with refuses(BadCertificate, match="password"):
        Server(an_app(table), port=0, certificate=Certificate(files.certificate, locked))


# ---- behind a proxy ----------------------------------------------------------------------------

FORWARDED = {
    "X-Forwarded-For": "203.0.113.5, 198.51.100.7",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "table.example.org",
}


def test_behind_a_trusted_proxy_the_page_acts_under_its_outer_name(table: Table) -> None:
    ours = {**FORWARDED, "Host": "127.0.0.1:8080", "Origin": "https://table.example.org"}
    body = {"question": "setup", "option": "begin", "base": table.number}
    with served(table, proxies=[PROXY], address="https://table.example.org/") as server:
        assert server.url == "https://table.example.org/"
        through = Phone(server, frm=PROXY)
        through.line.request("GET", "/join/referee-link", headers=ours)
        answer = through.line.getresponse()
        answer.read()
        assert "; Secure;" in answer.headers["Set-Cookie"]
        status, said = through.post("/answer", body, **ours)
        assert (status, json.loads(said)["kind"]) == (200, "accepted")


def test_what_a_stranger_says_about_forwarding_is_not_believed(table: Table) -> None:
    body = {"question": "setup", "option": "begin", "base": table.number}
    with served(table, proxies=[PROXY]) as server:
        stranger = Phone(server, frm="127.0.0.66")
        theirs = {**FORWARDED, "Host": "localhost", "Origin": "https://table.example.org"}
        assert stranger.post("/answer", body, **theirs)[0] == 403
        evil = {"X-Forwarded-Host": "localhost", "Host": "evil.example"}
        assert stranger.get("/state", **evil)[0] == 400


def test_phones_behind_a_proxy_are_counted_one_by_one(table: Table) -> None:
    with served(table, Limits(streams_per_address=1), proxies=[PROXY]) as server:
        statuses = []
        for client in ("203.0.113.5", "203.0.113.6", "203.0.113.5"):
            head = (
                "GET /events HTTP/1.1\r\nHost: localhost\r\n"
                f"X-Forwarded-For: 192.0.2.99, {client}\r\n\r\n"
            )
            line = knock(server, head.encode(), PROXY)
            statuses.append(line.recv(12)[-3:])
        assert statuses == [b"200", b"200", b"503"]


@pytest.mark.parametrize(
    ("chain", "client"),
    [
        ("203.0.113.5", "203.0.113.5"),
        ("6.6.6.6, 203.0.113.5", "203.0.113.5"),
        (f"203.0.113.5, {PROXY}", "203.0.113.5"),
        ("", PROXY),
        (" , ", PROXY),
    ],
)
def test_the_last_address_that_is_no_proxy_of_ours_is_the_client(chain: str, client: str) -> None:
    environ = {"REMOTE_ADDR": PROXY, "HTTP_X_FORWARDED_FOR": chain}
    unwrap(environ, frozenset({PROXY}))
    assert environ == {"REMOTE_ADDR": client}


def test_nonsense_from_a_proxy_changes_nothing() -> None:
    environ = {
        "REMOTE_ADDR": PROXY, "HTTP_X_FORWARDED_PROTO": "gopher", "HTTP_HOST": "localhost",
        "HTTP_X_FORWARDED_HOST": " ", "wsgi.url_scheme": "http",
    }  # fmt: skip
    unwrap(environ, frozenset({PROXY}))
    assert (environ["wsgi.url_scheme"], environ["HTTP_HOST"]) == ("http", "localhost")


# ---- the settings ------------------------------------------------------------------------------


def test_everything_about_the_page_can_be_set() -> None:
    web = read_settings(
        {
            "web": {
                "certificate": "/etc/table.pem", "key": "/etc/table.key", "hosts": ["tomb.lan"],
                "proxies": ["127.0.0.1", "::1"], "address": "https://table.example.org:8443/",
            }
        }
    ).web  # fmt: skip
    assert web.names == ("tomb.lan", "table.example.org")
    assert web.certificate == "/etc/table.pem"


@pytest.mark.parametrize(
    ("web", "why"),
    [
        ({"certificate": "a.pem"}, "You've set certificate but not key"),
        ({"key": "a.key"}, "You've set key but not certificate"),
        ({"hosts": ["http://tomb.lan"]}, "isn't the name of a machine"),
        ({"hosts": ["tomb.lan:80"]}, "without a port"),
        ({"hosts": [""]}, "isn't the name of a machine"),
        ({"hosts": ["[x"]}, "isn't the name of a machine"),
        ({"proxies": ["proxy.lan"]}, "isn't an address. Give the number"),
        ({"address": "table.example.org"}, "with a slash at the end"),
        ({"address": "https://table.example.org"}, "with a slash at the end"),
        ({"address": "https://table.example.org:x/"}, "with a slash at the end"),
        ({"address": "ftp://table.example.org/"}, "as phones type it"),
        ({"certifcate": "a.pem"}, r"did you mean certificate\?"),
    ],
)
def test_what_cannot_be_set_is_refused_in_one_sentence(web: dict[str, Any], why: str) -> None:
    with refuses((BadSetting, KeyError), match=why):
        read_settings({"web": web})


def test_a_tls_page_keeps_to_the_same_limits_of_time(table: Table, files: Certificate) -> None:
    assert http_handler.HEAD_SECONDS <= 10
    with served(table, certificate=files) as server:
        phone = Safe(server, files)
        assert phone.ask("GET", "/nowhere").status == 404
        phone.line.close()
