"""Geometry: boards, poses, pictures and patches, known to everything that finds and reads."""
