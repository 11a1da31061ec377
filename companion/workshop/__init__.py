"""The workshop: sessions in which an owner prints, teaches, corrects and checks. Knows no page."""
