"""The pages as people meet them: measured in a real browser, printed as one table."""
