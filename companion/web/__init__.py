"""The page: what everybody at the table sees and taps. Nothing here knows a rule of any game."""

from .app import create_app
from .desk import Limits
from .errors import BadCertificate, NoPage, NoSuchAddress, PortTaken
from .keyring import keys_beside
from .keys import new_tokens
from .photographs import Looked, Scoring, Snapping
from .serve import Server
from .tls import Certificate

__all__ = [
    "BadCertificate",
    "Certificate",
    "Limits",
    "Looked",
    "NoPage",
    "NoSuchAddress",
    "PortTaken",
    "Scoring",
    "Server",
    "Snapping",
    "create_app",
    "keys_beside",
    "new_tokens",
]
