"""The words of a house rule: what it is about, and what each of its choices means."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.core.house import Switch

from . import Words


@dataclass(frozen=True)
class RuleChoice:
    """One setting of a house rule, and what it means."""

    value: Any
    say: str


def about(room: str, switch: Switch, words: Words) -> str:
    """Say what a house rule is about; its name if nobody has written that."""
    key = f"{home(room, switch, words)}.say"
    return words.texts.get(key, _plainly(switch.name))


def choices(room: str, switch: Switch, words: Words) -> Iterator[RuleChoice]:
    """Yield what a switch can be set to, the book's choice first; none if a number is typed."""
    if isinstance(switch.default, bool):
        values: list[Any] = [switch.default, not switch.default]
        names: dict[Any, str] = {True: "yes", False: "no"}
    elif isinstance(switch.default, int):
        return
    else:
        names = {choice: choice for choice in switch.choices.split(" | ")}
        values = sorted(names, key=lambda choice: choice != switch.default)
    start = home(room, switch, words)
    for value in values:
        name = names[value]
        yield RuleChoice(value, words.texts.get(f"{start}.{name}", _plainly(name)))


def home(room: str, switch: Switch, words: Words) -> str:
    """Return where the words of a house rule are: below the heading of its group."""
    start, end = f"house.rules.{room}.", f".{switch.name}.say"
    found = (key for key in words.texts if key.startswith(start) and key.endswith(end))
    return next(found, f"{start}{switch.name}.say").removesuffix(".say")


def _plainly(name: str) -> str:
    return name.replace("_", " ")
