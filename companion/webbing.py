"""Where the page is served and how: its address, its certificate, the names it answers to."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

import msgspec

from .core.errors import TableError


class BadSetting(TableError, ValueError):
    """A setting that cannot be."""


class Web(msgspec.Struct, frozen=True):
    """Where the page is served. Certificate and key are files in PEM; *hosts* are further names
    phones may use; *proxies* are the addresses of proxies that are trusted; *address* is where the
    page is found through them."""

    host: str = "127.0.0.1"
    port: int = 8080
    certificate: str = ""
    key: str = ""
    hosts: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    address: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Every further name the page answers to."""
        named = urlsplit(self.address).hostname
        return (*self.hosts, named) if named else self.hosts


def check_web(web: Web) -> None:
    """Refuse what cannot be, one clear sentence for each."""
    check_address(web.host, web.port)
    _check_certificate(web)
    for name in web.hosts:
        _check_name(name)
    for proxy in web.proxies:
        _check_proxy(proxy)
    if web.address:
        _check_found_at(web.address)


def check_address(host: str, port: int) -> None:
    """Refuse what cannot be served on; an empty host would open the page to the whole network."""
    if not host.strip():
        raise BadSetting(
            "host is empty; name an address of this machine, 127.0.0.1 for this machine alone, "
            "or 0.0.0.0 for everybody in the network"
        )
    if not 0 <= port <= 65535:
        raise BadSetting(f"port {port} does not exist; choose one from 1024 to 65535")


def _check_certificate(web: Web) -> None:
    if bool(web.certificate) != bool(web.key):
        named, missing = ("certificate", "key") if web.certificate else ("key", "certificate")
        raise BadSetting(
            f"{named} is set but {missing} is not; TLS needs both, or leave both out to serve "
            "without it"
        )


def _check_name(name: str) -> None:
    try:
        plain = urlsplit(f"//{name}").hostname == name.lower().rstrip(".") and bool(name)
    except ValueError:
        plain = False
    if not plain or name != name.strip():
        raise BadSetting(
            f"hosts has {name!r}, which is no name of a machine; write it without http:// and "
            'without a port, such as hosts = ["table.example.org"]'
        )


def _check_proxy(proxy: str) -> None:
    try:
        ipaddress.ip_address(proxy)
    except ValueError as error:
        raise BadSetting(
            f"proxies has {proxy!r}, which is no address; name the number the proxy connects "
            'from, such as proxies = ["127.0.0.1"]'
        ) from error


def _check_found_at(address: str) -> None:
    try:
        parts = urlsplit(address)
        whole = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.path == "/"
        whole = whole and not (parts.query or parts.fragment or parts.username)
        _ = parts.port
    except ValueError:
        whole = False
    if not whole:
        raise BadSetting(
            f"address is {address!r}; write it as phones type it, with a slash at the end, such as "
            'address = "https://table.example.org/"'
        )
