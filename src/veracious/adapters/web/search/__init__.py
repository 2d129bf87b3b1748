"""Searches of the web: one file for each provider, and what they share."""
