"""Every language says everything: keys, places, glossary, and whole games to read."""
