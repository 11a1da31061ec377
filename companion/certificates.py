"""The certificate a machine makes for itself. Nobody vouches for it: whoever is told its
fingerprint by other means knows the machine again."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime
from pathlib import Path

from companion.files import write_whole

NAME = "Pharaoh's Table"
BEGIN, END = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"
FROM = datetime(1970, 1, 1, tzinfo=UTC)
UNTIL = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
"""It is known by its fingerprint, never by its date: many a small computer has no clock."""


def own_certificate(path: Path) -> Path:
    """The file with the certificate and the key of this machine, made when there is none yet."""
    if not _is_whole(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(path, _made(), 0o600)
    return path


def certificate_in(path: Path) -> bytes:
    """The first certificate of a file in PEM, as it goes over the line."""
    return ssl.PEM_cert_to_DER_cert(pem_in(path))


def pem_in(path: Path) -> str:
    """The first certificate of a file in PEM, without its key."""
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
    """A new key and its certificate, in one file: one is never there without the other."""
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
