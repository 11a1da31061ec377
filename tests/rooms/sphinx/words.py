"""The words of the sphinx, put together with those every room shares."""

from __future__ import annotations

from functools import cache

from companion.core.verdict import Saying
from companion.words import Words
from tests.rooms.words import room_words


@cache
def words() -> Words:
    """English, where a missing sentence is an error."""
    return room_words("sphinx")


def say(saying: Saying) -> str:
    return words().say(saying)
