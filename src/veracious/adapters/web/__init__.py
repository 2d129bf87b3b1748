"""The open web."""
