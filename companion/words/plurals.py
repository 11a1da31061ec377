"""Choose the plural category of a number, by the rules of the Unicode CLDR.

``plurals.json`` has the cardinal rules of each language in CLDR's own syntax. A page is sent the
rules of its language and reads them with ``static/shell/plurals.js``; both read the one table.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources

OTHER = "other"
CATEGORIES = ("zero", "one", "two", "few", "many", OTHER)
RELATION = re.compile(r"([nivwftce])(?: % (\d+))? (!?=) (\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)")

Rules = Mapping[str, str]
"""The rule of each category; what no rule fits is ``other``."""


def plural_rules(language: str) -> Rules:
    """Return the rules of a language; KeyError for one the table lacks."""
    return _table()[language]


@cache
def _table() -> dict[str, dict[str, str]]:
    text = resources.files(__package__).joinpath("plurals.json").read_text("utf-8")
    return dict(json.loads(text))


def plural_category(count: int, rules: Rules) -> str:
    """Return the category of a whole number.

    >>> plural_category(22, plural_rules("pl"))
    'few'
    """
    return next((name for name, rule in rules.items() if _fits(rule, count)), OTHER)


@lru_cache(maxsize=4096)
def _fits(rule: str, count: int) -> bool:
    return any(
        all(_holds(relation, count) for relation in joined.split(" and "))
        for joined in rule.split(" or ")
    )


def _holds(relation: str, count: int) -> bool:
    """Whether a relation holds; all that is asked of fractions and exponents is 0 here."""
    found = RELATION.fullmatch(relation)
    if found is None:
        raise ValueError(f"{relation!r} is no relation of a plural rule")
    operand, modulus, sign, values = found.groups()
    value = abs(count) if operand in "ni" else 0
    value = value % int(modulus) if modulus else value
    ends = [one.split("..") for one in values.split(",")]
    return (sign == "=") == any(int(end[0]) <= value <= int(end[-1]) for end in ends)
