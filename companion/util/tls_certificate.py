"""Make and read the machine's own certificate. No authority signs it;
others know the machine by its fingerprint."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime
from pathlib import Path

from companion.util.files import write_whole

NAME = "Pharaoh's Table"
CERTIFICATE = ".certificate.pem"
"""The file beside a machine's other things that holds its own certificate and key."""
BEGIN, END = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"
FROM = datetime(1970, 1, 1, tzinfo=UTC)
UNTIL = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
"""Always valid: the fingerprint counts, not the date, since many small computers have no clock."""


def own_certificate(path: Path) -> Path:
    """Return the file with this machine's certificate and key; make it if it is missing."""
    if not _is_whole(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(path, _made(), 0o600)
    return path


def certificate_in(path: Path) -> bytes:
    """Read the first certificate of a PEM file as DER, as it is sent."""
    return ssl.PEM_cert_to_DER_cert(pem_in(path))


def pem_in(path: Path) -> str:
    """Read the first certificate of a PEM file, without its key."""
    inside = path.read_text().partition(BEGIN)[2].partition(END)[0]
    return f"{BEGIN}{inside}{END}\n"


def _is_whole(path: Path) -> bool:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(path, password="")
    except (OSError, ValueError):  # what is wrong with a certificate is an OSError too
        return False
    return True


def _made() -> bytes:
    """Make a new key and its certificate in one file, so that neither exists alone."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(FROM)
        .not_valid_after(UNTIL)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    ) + made.public_bytes(serialization.Encoding.PEM)
