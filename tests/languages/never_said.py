"""What no sentence says: our own words for parts and switches, and an address nobody here uses.

Each language has its own list. A place such as ``{count}`` is no word; what a person types at the
command line, or finds in a file there, may have the names the files have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.core.game import ROOMS

from .keys import PARTS, clauses, sentences

PLACES = re.compile(r"\{[^{}|?]*\}|\{[\w.]+[?|]|\|[\w.+-]+(?=:)|(?<=\?)[\w.+-]+(?=:)")
"""What is put in or chosen between; a choice has the name the code gives it."""
OF_FILES = ("cli", "faults")
"""Parts that speak of commands, files and their fields."""

EYE = {
    "en": r"\beye (is|was|knows|reads|has)\b|\b(start|teach|same|to) the eye\b|\bThe eye\b",
    "de": r"\b([Dd](as|em)|dasselbe) Auge\b",
    "fr": r"\b(l’|même )œil\b(?<!juger à l’œil)",
    "it": r"\b[Ll]’occhio\b|\ball’occhio\b",
    "es": r"\b(el|al|mismo|El) ojo\b|^Ojo\b",
    "nl": r"\b[Hh]et oog\b|\bhetzelfde oog\b",
}
"""The camera is called a camera."""
OTHER_ADDRESS = {
    "de": r"(?<=[a-zäöü,] )(Sie|Ihnen|Ihre?[nmrs]?)\b",
    "fr": r"(?i)\b(vous|votre|vos)\b|\b(?!assez\b|chez\b|nez\b)\w{2,}ez\b",
    "it": r"\b(voi|vostr[oaie]|Lei)\b|\b([Aa]vete|[Ss]iete|[Vv]olete|Girate|[Mm]ettete|"
    r"[Pp]rendete|[Pp]escate|[Aa]ppoggiate|[Cc]ontinuate|chiamate|[Rr]imettete|\w+tevi|\w+tela)\b",
    "es": r"(?i)\b(ustedes|usted|vosotr[oa]s|vuestr\w+|llamad|dad)\b|\b(?!dieciséis)\w+[áé]is\b",
    "nl": r"(?<!sudo -)\b(u|uw)\b(?! companion)",
}
"""German, Italian, Spanish and Dutch say du, tu, tú and je; French says tu, and on to all."""
OLD = {
    "en": r"Page in words|Drawn page|at a guess|the claimant compares|own researcher is already",
    "de": r"Seite in Worten|Gezeichnete Seite|\bLeute (ist|sind) zu|Bei einer Probe|^Los$",
    "fr": r"[Pp]age en mots|à notre avis",
    "it": r"fotocamera (guarda|non|si|è|sul)",
    "es": r"[Ee]nsayo",
    "nl": r"[Pp]agina in woorden",
}
"""Sentences a guest stumbled over."""
LABEL = re.compile(r"\b[a-z]+-\d-[a-z]+\b|\b[a-z]{2,}_[a-z_]+\b")
"""A tile or a switch by the name the code has for it."""
MANY = {
    "en": "games|moves|minutes|cards|turns|entries",
    "de": "Partien|Zügen?|Minuten|Karten|Einträge",
    "fr": "parties|coups|minutes|cartes|tours|entrées",
    "it": "partite|mosse|minuti|carte|turni|voci",
    "es": "partidas|jugadas|minutos|cartas|turnos|entradas",
    "nl": "spellen|zetten|minuten|kaartjes|beurten|regels",
}
COUNTS = "count|games|moves|minutes|turns|saved"
NEVER_ONE = {
    "table.no_longer_fits": "a single one is not counted",
    "page.dig_barred": "one turn has a sentence of its own",
    "hall.why.starts": "a single game has its own words",
    "hall.why.starts_elsewhere": "a single game has its own words",
}
"""Where a count in the plural is never one, each with its reason."""
SHOWN = {"en": r"\b1 (games|moves|cards|pairs|points|scarabs|tiles)\b|\b0 (gold|silver)\b"}
"""What a played game never shows."""


@dataclass(frozen=True)
class Said:
    """A sentence and the words nobody should read in it."""

    key: str
    words: str

    def __str__(self) -> str:
        return f"{self.key}: {self.words!r}"


def said(language: str) -> Mapping[str, tuple[str, str]]:
    """Every sentence and every clause: its part, and its words."""
    texts = {key: (part, text) for part in PARTS for key, text in sentences(language, part).items()}
    return texts | {k: (room, t) for room in ROOMS for k, t in clauses(language, room).items()}


def found(language: str, texts: Mapping[str, tuple[str, str]]) -> Iterator[Said]:
    """What a language says and should not."""
    lists = [words[language] for words in (EYE, OTHER_ADDRESS, OLD) if language in words]
    many = re.compile(rf"\{{({COUNTS})\}} ({MANY[language]})\b")
    for key, (part, text) in texts.items():
        bare = PLACES.sub(" ", text)
        for words in lists:
            yield from (Said(key, hit[0]) for hit in re.finditer(words, bare))
        if "`" in text:
            yield Said(key, "`")
        if part not in OF_FILES:
            yield from (Said(key, hit[0]) for hit in LABEL.finditer(bare))
        if key not in NEVER_ONE:
            yield from (Said(key, hit[0]) for hit in many.finditer(text))
