"""Train the small net that says whether two cells show the same printed thing."""
