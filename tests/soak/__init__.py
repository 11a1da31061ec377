"""Campaigns too long for the suite; run by ``script/soak``."""
