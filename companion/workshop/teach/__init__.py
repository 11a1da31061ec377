"""Teaching a box's pieces in the browser: editions and their versions, drafts, and the lessons."""

from .draft import Draft, Drafts
from .editions import Editions, NotAnEdition, Version
from .teacher import NotTaught, Teacher, TeachShot
from .tonight import TonightLesson, unsure

__all__ = [
    "Draft",
    "Drafts",
    "Editions",
    "NotAnEdition",
    "NotTaught",
    "TeachShot",
    "Teacher",
    "TonightLesson",
    "Version",
    "unsure",
]
