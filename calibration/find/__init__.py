"""Finding: where in a picture the board lies."""
