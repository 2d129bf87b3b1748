"""Verdict to words: why, what would change it, and the forms others read."""
