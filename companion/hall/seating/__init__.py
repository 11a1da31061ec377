"""Who sits where: the whole night at once, ranked by what matters, explained seat by seat."""
