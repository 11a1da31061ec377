"""Reading: what each cell of a board shows, with chances, and what disturbs."""
