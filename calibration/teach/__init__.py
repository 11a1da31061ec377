"""Teaching: what an owner showed the eye and the scale, and how it is kept."""
