"""House rules: typed switches with a default and a clause, read from data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from .decode import convert
from .errors import BadHouseRule, UnknownHouseRule, nearest

WHOLE = "0 …"
"""The choices of a switch that takes a whole number."""


class Switch(msgspec.Struct, frozen=True):
    """One house rule as a person sees it."""

    name: str
    choices: str
    default: Any
    clause: str


class Formerly(msgspec.Struct, frozen=True):
    """An old name of a switch or of one of its choices, found in older journals and settings."""

    name: str
    value: Any
    now: str
    means: Any


def rule(clause: str) -> msgspec.Meta:
    """Note beside a field of a house-rule record which clause it bends."""
    return msgspec.Meta(extra={"clause": clause})


def switches(record: type[Any]) -> tuple[Switch, ...]:
    """List the switches of a house-rule record."""
    hints = get_type_hints(record, include_extras=True)
    return tuple(
        _switch(field.name, hints[field.name], field.default)
        for field in msgspec.structs.fields(record)
    )


def _switch(name: str, hint: Any, default: Any) -> Switch:
    kind, meta = get_args(hint)[0], get_args(hint)[1]
    choices = (
        " | ".join(str(choice) for choice in get_args(kind))
        if get_origin(kind) is Literal
        else {bool: "true | false", int: WHOLE}.get(kind, str(kind))
    )
    return Switch(name, choices, default, meta.extra["clause"])


def renewed(record: type[Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Replace old names of house rules by today's."""
    known = _formerly(record)
    return dict(
        next(
            ((old.now, old.means) for old in known if (old.name, old.value) == (name, value)),
            (name, value),
        )
        for name, value in given.items()
    )


def _formerly(record: type[Any]) -> tuple[Formerly, ...]:
    old: tuple[Formerly, ...] = getattr(record, "FORMERLY", ())
    return old


def read_house_rules(record: type[Any], given: Mapping[str, Any]) -> Any:
    """Make a record of house rules from plain data; a refusal names the nearest known one."""
    known = {switch.name: switch for switch in switches(record)}
    given = renewed(record, given)
    for name in given:
        if name not in known:
            raise UnknownHouseRule("fault.no_house_rule", name=name, hint=nearest(name, known))
    try:
        return convert(dict(given), record)
    except msgspec.ValidationError as error:
        name = str(error).rpartition("$.")[2].rstrip("`")
        choices = known[name].choices if name in known else ""
        found = given.get(name, dict(given))
        raise BadHouseRule(
            "fault.bad_house_rule", name=name, value=str(found), choices=choices
        ) from error


def parse_house_rules(record: type[Any], texts: list[str]) -> Any:
    """Read ``name=value`` words from a command line."""
    return read_house_rules(record, given_house_rules(record, texts))


def given_house_rules(record: type[Any], texts: list[str]) -> dict[str, Any]:
    """Parse ``name=value`` words under today's names, without checking them."""
    given: dict[str, Any] = {}
    kinds = {old.name: "true | false" for old in _formerly(record) if isinstance(old.value, bool)}
    kinds |= {switch.name: switch.choices for switch in switches(record)}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            value = "true"
        given[name] = _plain(value, kinds.get(name, ""))
    return renewed(record, given)


def _plain(text: str, choices: str) -> Any:
    if choices == "true | false" and text in ("true", "false"):
        return text == "true"
    if text.lstrip("-").isdigit() and choices == WHOLE:
        return int(text)
    return text
