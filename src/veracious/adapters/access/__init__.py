"""What keeps secrets: keys, passwords, and what is sealed."""
