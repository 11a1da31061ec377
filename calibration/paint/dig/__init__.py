"""The tray of the dig, painted."""
