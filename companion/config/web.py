"""Where the page is served and how: its address, its certificate, the names it answers to."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

import msgspec

from ..core.errors import TableError

OWN = "own"
"""Stands for the certificate the machine makes for itself, instead of a file."""


class BadSetting(TableError, ValueError):
    """An impossible setting."""


class Web(msgspec.Struct, frozen=True):
    """Where the page is served. Certificate and key are files in PEM, or the certificate is "own",
    the one this machine makes for itself; *hosts* are further names
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
    def files(self) -> tuple[str, str] | None:
        """The owner's certificate and key, if there are any."""
        return (self.certificate, self.key) if self.certificate and not self.is_own else None

    @property
    def is_own(self) -> bool:
        """Whether pages travel in cipher with the machine's own certificate."""
        return self.certificate == OWN

    @property
    def names(self) -> tuple[str, ...]:
        """Every further name the page answers to."""
        named = urlsplit(self.address).hostname
        return (*self.hosts, named) if named else self.hosts


def check_web(web: Web) -> None:
    """Refuse impossible settings, with one clear sentence for each."""
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
        raise BadSetting("fault.web.no_host")
    if not 0 <= port <= 65535:
        raise BadSetting("fault.web.no_port", port=port)


def _check_certificate(web: Web) -> None:
    if web.is_own and not web.key:
        return
    if bool(web.certificate) != bool(web.key):
        named, missing = ("certificate", "key") if web.certificate else ("key", "certificate")
        raise BadSetting("fault.web.half_tls", named=named, missing=missing)


def _check_name(name: str) -> None:
    try:
        plain = urlsplit(f"//{name}").hostname == name.lower().rstrip(".") and bool(name)
    except ValueError:
        plain = False
    if not plain or name != name.strip():
        raise BadSetting("fault.web.bad_host", name=name)


def _check_proxy(proxy: str) -> None:
    try:
        ipaddress.ip_address(proxy)
    except ValueError as error:
        raise BadSetting("fault.web.bad_proxy", proxy=proxy) from error


def _check_found_at(address: str) -> None:
    try:
        parts = urlsplit(address)
        whole = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.path == "/"
        whole = whole and not (parts.query or parts.fragment or parts.username)
        _ = parts.port
    except ValueError:
        whole = False
    if not whole:
        raise BadSetting("fault.web.bad_address", address=address)
