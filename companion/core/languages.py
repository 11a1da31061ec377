"""List the languages there are: the one place where a language is named."""

from __future__ import annotations

NAMES = {
    "en": "English",
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
    "it": "Italiano",
    "nl": "Nederlands",
}
"""What each language calls itself."""
LANGUAGES = tuple(NAMES)
"""Languages with a word for everything; the page is shown and the voice speaks in any of them."""
