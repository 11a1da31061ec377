"""A sentence with places for values: the small language our words are written in.

``{player}``              the value as it is; several are joined with commas and "and"
``{animal:the}``          a form of the noun: "the ibis"; of a face: "the ibis looking left"
``{count|# scarab|# scarabs}``   one or many, ``#`` stands for the number
``{n|one:# kot|few:# koty|# kotów}``   by plural category (CLDR), the last for all others
``{expected:or}``         several, joined with "or"; ``{colours:or one}`` in a form of their nouns
``{piece.eyes}``          a value inside a value
``{gaze?same:alike|*:not alike}``   one text for each value, ``*`` for any other
``{takes:@take}``         each item put by a phrase, whose places are ``{0}``, ``{1}`` ...

The texts between the bars may hold places themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.core.errors import TableError

from .plurals import CATEGORIES, OTHER, Rules, plural_category, plural_rules

OTHERWISE = "*"
NUMBER = "#"
AS_IT_IS = ""
EITHER = "or"
SOUNDS = {"y": re.compile(r"h?i(?![aeo])|y(?![aeiou])", re.I), "o": re.compile(r"h?o|8|11\b", re.I)}
"""The beginnings that sound like a small word itself."""


class BadSentence(TableError, ValueError):
    """A sentence whose braces or bars do not fit together."""


class Sentence(Protocol):
    def put(self, values: Mapping[str, Any], grammar: Grammar) -> str:
        """Fill the places; LookupError for a value that was not given."""


@dataclass(frozen=True)
class Grammar:
    """What a language knows of its nouns, its faces, its lists and its plurals."""

    nouns: Mapping[str, Mapping[str, str]]
    faces: Mapping[str, str]
    phrases: Mapping[str, Sentence] = field(default_factory=dict)
    joined: str = "and"
    either: str = "or"
    plural: Rules = field(default_factory=lambda: plural_rules("en"))
    decimal: str = "."
    before: Mapping[str, str] = field(default_factory=dict)
    """What "and" and "or" become before their own sound, as Spanish has it: "y" becomes "e"."""

    def number(self, value: float) -> str:
        """Write a number as this language does.

        >>> Grammar({}, {}, decimal=",").number(2.5)
        '2,5'
        """
        whole = isinstance(value, float) and value.is_integer()
        return str(int(value)) if whole else str(value).replace(".", self.decimal)

    def noun(self, word: str, form: str) -> str:
        """Return a form of a noun or of a face; an unlisted word stays as it is."""
        animal, _, gaze = word.rpartition("_")
        if animal and gaze in self.faces:
            return self.faces[gaze].replace("{noun}", self.noun(animal, form))
        forms = self.nouns.get(word, self.nouns.get(OTHERWISE, {}))
        return forms.get(form, OTHERWISE).replace(OTHERWISE, word.replace("_", " "))

    def several(self, texts: list[str], link: str = "") -> str:
        """Join several: one, two and three.

        >>> Grammar({}, {}).several(["a", "b", "c"])
        'a, b and c'
        """
        if len(texts) < 2:
            return "".join(texts)
        return f"{', '.join(texts[:-1])} {self._link(link or self.joined, texts[-1])} {texts[-1]}"

    def _link(self, link: str, follows: str) -> str:
        """Return the small word, softened if what follows begins with its own sound."""
        sounds = SOUNDS.get(link)
        softened = sounds and link in self.before and sounds.match(follows)
        return self.before[link] if softened else link


@dataclass(frozen=True)
class Text:
    text: str

    def put(self, values: Mapping[str, Any], grammar: Grammar) -> str:
        return self.text


@dataclass(frozen=True)
class WordForms:
    parts: tuple[Sentence, ...]

    def put(self, values: Mapping[str, Any], grammar: Grammar) -> str:
        return "".join(part.put(values, grammar) for part in self.parts)


@dataclass(frozen=True)
class Value:
    name: str
    form: str = AS_IT_IS

    def put(self, values: Mapping[str, Any], grammar: Grammar) -> str:
        value = _given(values, self.name)
        items = value if isinstance(value, list | tuple) else [value]
        link, form = _linked(self.form)
        either = grammar.either if link else ""
        return grammar.several([_plain(item, form, grammar) for item in items], either)


@dataclass(frozen=True)
class Phrased:
    """Each item of a list or a mapping, put by a phrase."""

    name: str
    phrase: str

    def put(self, values: Mapping[str, Any], grammar: Grammar) -> str:
        phrase = grammar.phrases[self.phrase]
        return grammar.several(
            [
                phrase.put({str(n): part for n, part in enumerate(item)}, grammar)
                for item in _items(_given(values, self.name))
            ]
        )


@dataclass(frozen=True)
class Counted:
    """A text for each plural category; the last one is for all the others."""

    name: str
    texts: tuple[tuple[str, Sentence], ...]

    def put(self, values: Mapping[str, Any], grammar: Grammar) -> str:
        category = plural_category(_count(_given(values, self.name)), grammar.plural)
        return dict(self.texts).get(category, self.texts[-1][1]).put(values, grammar)


@dataclass(frozen=True)
class Number:
    name: str

    def put(self, values: Mapping[str, Any], grammar: Grammar) -> str:
        return str(_count(_given(values, self.name)))


@dataclass(frozen=True)
class Chosen:
    name: str
    texts: tuple[tuple[str, Sentence], ...]

    def put(self, values: Mapping[str, Any], grammar: Grammar) -> str:
        texts = dict(self.texts)
        value = _key(_given(values, self.name))
        if value not in texts and OTHERWISE not in texts:
            raise LookupError(f"{self.name}={value}")
        return texts.get(value, texts.get(OTHERWISE, Text(""))).put(values, grammar)


def _given(values: Any, name: str) -> Any:
    """Look up the value of a name; dots lead inside."""
    for part in name.split("."):
        values = values[part]
    return values


def _count(value: Any) -> int:
    return len(value) if isinstance(value, list | tuple) else int(value)


def _linked(form: str) -> tuple[bool, str]:
    """Whether "or" joins what is several, and the form each takes."""
    first, _, rest = form.partition(" ")
    return (True, rest) if first == EITHER else (False, form)


def _plain(value: Any, form: str, grammar: Grammar) -> str:
    if isinstance(value, float):
        return grammar.number(value)
    if not isinstance(value, str) or form == AS_IT_IS:
        return str(value)
    return grammar.noun(value, form)


def _items(value: Any) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, Mapping):
        yield from value.items()
    elif isinstance(value, str):
        yield tuple(value.split())
    else:
        yield from (tuple(item) if isinstance(item, list | tuple) else (item,) for item in value)


def _key(value: Any) -> str:
    if isinstance(value, tuple):
        value = list(value)
    return str(value).lower() if isinstance(value, bool) else "" if value is None else str(value)


def parse(text: str) -> Sentence:
    """Read a sentence; BadSentence when it is malformed."""
    parts: list[Sentence] = []
    while text:
        before, brace, rest = text.partition("{")
        if "}" in before:
            raise BadSentence(f"a brace is closed that was never opened: {text!r}")
        parts.append(Text(before))
        if not brace:
            break
        inside, text = closed(rest)
        parts.append(_place(inside))
    return parts[0] if len(parts) == 1 else WordForms(tuple(parts))


def closed(text: str) -> tuple[str, str]:
    """Split after the brace that closes an open one."""
    depth = 1
    for n, letter in enumerate(text):
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if depth == 0:
            return text[:n], text[n + 1 :]
    raise BadSentence(f"a brace is never closed: {{{text!r}")


def _place(inside: str) -> Sentence:
    for n, letter in enumerate(inside):
        name, rest = inside[:n].strip(), inside[n + 1 :]
        if letter == ":" and rest == NUMBER:
            return Number(name)
        if letter == ":":
            return Phrased(name, rest[1:]) if rest.startswith("@") else Value(name, rest.strip())
        if letter == "|":
            return _counted(name, rest)
        if letter == "?":
            return Chosen(name, tuple(_choice(inside, text) for text in bars(rest)))
    return Value(inside.strip())


def _counted(name: str, rest: str) -> Counted:
    *first, last = bars(rest)
    named = [_category(text) for text in first]
    if len(first) == 1 and not named[0][0]:
        named = [("one", first[0])]
    categories = [category for category, _ in named]
    if not first or len(set(categories) - {"", OTHER}) < len(first):
        raise BadSentence(
            f"{{{name}|...}} needs one text for one and one for many, or one for each of "
            f"{', '.join(CATEGORIES)} and one for the others, not {bars(rest)}"
        )
    named.append((OTHER, _category(last)[1]))
    texts = ((category, text.replace(NUMBER, f"{{{name}:{NUMBER}}}")) for category, text in named)
    return Counted(name, tuple((category, parse(text)) for category, text in texts))


def _category(text: str) -> tuple[str, str]:
    """Split a plural category from its text; None if there is none."""
    category, colon, rest = text.partition(":")
    return (category, rest) if colon and category in CATEGORIES else ("", text)


def _choice(inside: str, text: str) -> tuple[str, Sentence]:
    value, colon, rest = text.partition(":")
    if not colon:
        raise BadSentence(f"each text of {{{inside}}} needs the value it stands for, then a colon")
    return value.strip(), parse(rest)


def bars(text: str) -> list[str]:
    """Cut at the bars that are not inside braces."""
    texts, depth = [""], 0
    for letter in text:
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if letter == "|" and depth == 0:
            texts.append("")
        else:
            texts[-1] += letter
    return texts
