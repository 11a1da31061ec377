"""What was read, counted, drawn and compared: for whoever measures the eye."""
