"""Lists of people: pasted, imported, without doubles."""
