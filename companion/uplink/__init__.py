"""The uplink: how a house takes part in an event night. It may be cut at any time.

What everybody at the table may know goes up, numbered and chained; sittings, the clock and the
referee's word come down. The table never waits for any of it.
"""

from .enrolment import Enrolled, Enrolment
from .uplink import Port, Uplink

__all__ = ["Enrolled", "Enrolment", "Port", "Uplink"]
