"""How fast the table thinks, sees and remembers; run by ``script/bench``."""
