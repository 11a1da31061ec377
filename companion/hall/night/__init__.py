"""The night as a fold over the entries of its journal, and the records it is made of. Pure."""
