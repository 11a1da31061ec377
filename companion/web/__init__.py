"""The page: what everybody at the table sees and taps. Nothing here knows a rule of any game."""

from .kit.keys import keys_beside, new_tokens
from .server.serve import Server
from .server.site import Limits
from .server.tls import BadCertificate, Certificate, NoPage, NoSuchAddress, PortTaken
from .table.app import create_app
from .table.photographs import Looked, Scoring, Snapping

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
