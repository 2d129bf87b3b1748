"""Claim to candidates: what to look for, what was found, and what goes back to one publication."""
