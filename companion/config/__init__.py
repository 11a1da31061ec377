"""Read what the owner has set: the settings file, the wiring, the page."""
