"""Every sentence a person reads, by language. Rules and tables speak in keys; here they get words.

A language is a folder: ``en/table.toml`` holds what all rooms share, its grammar among it, and
every room and storey has a file beside it (``en/bowl.toml``). A language is read when somebody
wants it. A sentence nobody wrote is an error in tests; at the table English stands in for it.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from typing import Any

from companion.core.errors import TableError, why
from companion.core.game import ROOMS
from companion.core.languages import LANGUAGES, NAMES
from companion.core.verdict import Saying

from .plurals import plural_rules
from .quotes_of import clauses_in, load_clauses, read_clauses
from .sentence import BadSentence, Grammar, Sentence, parse

FALLBACK = "en"
SHARED = "table"
"""What all rooms share, the grammar of the language among it."""
STOREYS = (
    *("house", "lobby", "tutorial", "workshop", "camera", "teaching", "hall", "hallpages"),
    *("checking", "faults", "cli", "rules", "inquiry", "light", "demonstration", "advice"),
)
"""What stands above a table and brings words of its own, as a room does."""
SPACES = re.compile(r"[ \t\n]+")
_GRAMMAR = ("language", "nouns", "faces", "phrases")

__all__ = [
    "FALLBACK",
    "LANGUAGES",
    "NAMES",
    "BadSentence",
    "Library",
    "MissingWords",
    "Words",
    "choose",
    "clauses_in",
    "is_saying",
    "load",
    "load_all",
    "load_clauses",
    "read_clauses",
    "read_language",
    "read_part",
]


class MissingWords(TableError, KeyError):
    """A sentence that no language file has, or a value it speaks of and was not given."""


class Words:
    """One language. ``strict`` raises where the table would rather stammer than stop."""

    def __init__(self, data: Mapping[str, Any], *, strict: bool = False) -> None:
        self.language: str = data["language"]["code"]
        self.nouns: Mapping[str, Mapping[str, str]] = data["nouns"]
        self.grammar = Grammar(
            nouns=self.nouns,
            faces=data["faces"],
            phrases={name: parse(text) for name, text in data["phrases"].items()},
            joined=data["language"]["and"],
            either=data["language"]["or"],
            plural=plural_rules(self.language),
            decimal=data["language"]["decimal"],
            before=data["language"].get("before", {}),
        )
        self.small = {name: data["language"][name] for name in ("and", "or", "decimal")}
        self.small |= {"plural": self.grammar.plural, "before": self.grammar.before}
        """What a page needs to fill its labels: plural rules, small words and decimals."""
        self.texts = dict(_flat({k: v for k, v in data.items() if k not in _GRAMMAR}))
        self._sentences: dict[str, Sentence] = {}
        self._strict = strict

    def say(self, saying: Saying) -> str:
        """Put a saying into words."""
        return self.put(saying.key, saying.values)

    def wrong(self, error: BaseException) -> str:
        """Say an error in words."""
        said = why(error)
        return self.say(said) if isinstance(said, Saying) else said

    def put(self, key: str, values: Mapping[str, Any], inside: bool = False) -> str:
        """Put a key with its values into words; *inside* another sentence it begins as written."""
        sentence = self._sentence(key)
        if sentence is None:
            return self._stopgap(f"no sentence for {key!r}; {_near(key, self.texts)}", key)
        worded = {name: self._inner(value) for name, value in values.items()}
        try:
            said = _tidy(sentence.put(worded, self.grammar))
            return said if inside else _begun(said)
        except LookupError as error:
            return self._stopgap(f"{key!r} speaks of {error}, which was not given", key)

    def _sentence(self, key: str) -> Sentence | None:
        """Return the sentence of a key, parsed on first use."""
        if key not in self._sentences and key in self.texts:
            self._sentences[key] = parse(self.texts[key])
        return self._sentences.get(key)

    def _inner(self, value: Any) -> Any:
        """Turn a saying inside a saying into words."""
        if isinstance(value, Saying):
            return self.put(value.key, value.values, inside=True)
        if is_saying(value):
            return self.put(value["key"], value["values"], inside=True)
        return [self._inner(one) for one in value] if isinstance(value, list) else value

    def under(self, prefix: str) -> dict[str, str]:
        """Return the sentences below a key, unparsed."""
        start = f"{prefix}."
        return {k[len(start) :]: text for k, text in self.texts.items() if k.startswith(start)}

    def _stopgap(self, complaint: str, key: str) -> str:
        if self._strict:
            raise MissingWords(complaint)
        words = " ".join(part.replace("_", " ") for part in key.split(".")[1:])
        return f"{words[:1].upper()}{words[1:]}."


def _near(key: str, known: Iterable[str]) -> str:
    """Suggest to whoever writes a language the key they probably meant."""
    return ", ".join(difflib.get_close_matches(key, sorted(known), n=1, cutoff=0.5))


def is_saying(data: Any) -> bool:
    """Whether plain data is a saying."""
    return isinstance(data, dict) and data.keys() == {"key", "values"}


class Library(Mapping[str, Words]):
    """Every language the page is shown in; each is read when somebody first wants it."""

    def __init__(self, languages: tuple[str, ...] = LANGUAGES, *, strict: bool = False) -> None:
        self._languages = languages
        self._strict = strict
        self._read: dict[str, Words] = {}

    def __getitem__(self, language: str) -> Words:
        if language not in self._languages:
            raise KeyError(language)
        if language not in self._read:
            behind = None if language == FALLBACK or self._strict else self[FALLBACK]
            self._read[language] = load(language, strict=self._strict, behind=behind)
        return self._read[language]

    def __iter__(self) -> Iterator[str]:
        return iter(self._languages)

    def __len__(self) -> int:
        return len(self._languages)


def load_all(*, strict: bool = False) -> Library:
    """Return every language there is, none of them read yet."""
    return Library(strict=strict)


def load(
    language: str = FALLBACK, *, strict: bool = False, behind: Words | None = None
) -> Words:  # fmt: skip
    """Read the words of a language; what it lacks is said as *behind* says it, which is English."""
    if language not in LANGUAGES:
        raise MissingWords(f"nobody has written {language!r}; {_near(language, LANGUAGES)}")
    words = Words(read_language(language), strict=strict)
    if language != FALLBACK and not strict:
        words.texts = (behind or load(FALLBACK)).texts | words.texts
    return words


def read_language(language: str) -> dict[str, Any]:
    """Return all that a language says, with its grammar."""
    data: dict[str, Any] = {}
    for part in (SHARED, *ROOMS, *STOREYS):
        _add(data, read_part(language, part), part)
    return data


def read_part(language: str, part: str) -> dict[str, Any]:
    """Return what a language says of a room or a storey; empty if nothing."""
    own = resources.files(__package__).joinpath(language, f"{part}.toml")
    return tomllib.loads(own.read_text("utf-8")) if own.is_file() else {}


def _add(data: dict[str, Any], more: Mapping[str, Any], where: str) -> None:
    """Add the words of a room to those all rooms share; nothing is said twice."""
    for name, value in more.items():
        known = data.setdefault(name, {} if isinstance(value, dict) else value)
        if isinstance(value, dict) and isinstance(known, dict):
            _add(known, value, f"{where}, {name}")
        elif known != value:
            raise BadSentence(f"{where}: {name!r} has words already: {known!r}; rename one of them")


def choose(wanted: str, known: tuple[str, ...] = LANGUAGES, otherwise: str = FALLBACK) -> str:
    """Choose the first known language of an ``Accept-Language`` list, best first.

    >>> choose("de-AT, en;q=0.8", ("en", "de"))
    'de'
    """
    ranked = sorted(map(_preference, wanted.split(",")), key=lambda pair: -pair[1])
    last = otherwise if otherwise in known else FALLBACK
    return next((code for code, weight in ranked if code in known and weight > 0), last)


def _preference(text: str) -> tuple[str, float]:
    tag, _, weight = text.strip().partition(";q=")
    try:
        return tag.strip().lower().partition("-")[0], float(weight or 1)
    except ValueError:
        return tag.strip().lower().partition("-")[0], 0.0


def _flat(data: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for name, value in data.items():
        if isinstance(value, str):
            yield prefix + name, value
        else:
            yield from _flat(value, f"{prefix}{name}.")


def _tidy(text: str) -> str:
    """Put one space between words; keep those that never break."""
    return SPACES.sub(" ", text).strip(" ")


def _begun(text: str) -> str:
    """With a capital at the beginning.

    >>> _begun("één steen"), _begun("qui\u202f?")
    ('Eén steen', 'Qui\u202f?')
    """
    first = "E" if text.startswith("éé") else text[:1].upper()
    return first + text[1:]
