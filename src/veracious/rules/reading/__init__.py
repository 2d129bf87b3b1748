"""Text to claims: what a text states, in which parts, and whether it can be checked at all."""
