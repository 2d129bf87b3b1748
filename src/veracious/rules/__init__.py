"""The formulas: pure functions on the nouns of `domain`. No clock, no file, no network, no chance."""
