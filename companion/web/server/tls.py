"""TLS: the certificate and key of a page that travels in cipher, checked before anybody comes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core.errors import TableError


@dataclass(frozen=True)
class Certificate:
    """Two files in PEM: the certificate with its chain, and its key."""

    certificate: Path
    key: Path


def context_of(files: Certificate) -> Any:
    """Return the TLS context of a green server; say in words what is wrong with the files."""
    from gevent import ssl

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    for file in (files.certificate, files.key):
        try:
            file.read_bytes()
        except OSError as error:
            raise BadCertificate(
                "fault.web.certificate_unreadable", file=file, why=error
            ) from error
    try:
        context.load_cert_chain(files.certificate, files.key, password=_no_password)
    except BadCertificate:
        raise
    except (ssl.SSLError, ValueError) as error:
        raise BadCertificate(
            "fault.web.certificate_unfit", certificate=files.certificate, key=files.key, why=error
        ) from error
    return context


def _no_password() -> str:
    raise BadCertificate("fault.web.key_locked")


class PortTaken(TableError, OSError):
    """Somebody else listens where the page should be."""


class NoSuchAddress(TableError, OSError):
    """An address this machine does not have."""


class BadCertificate(TableError, ValueError):
    """Certificate files that cannot be used."""


class NoPage(TableError, OSError):
    """The page could not be started."""
