"""Show one table and take the taps of its people."""
