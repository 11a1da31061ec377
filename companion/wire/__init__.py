"""What hall and tables say to each other: topics, messages, seals. Shared by both ends."""
