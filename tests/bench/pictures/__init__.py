"""Pictures changed on purpose: worse, other lamps and decks, strange things."""
