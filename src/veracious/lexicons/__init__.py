"""Word lists by language, as data files; `veracious.rules.reading.lexicon` gives them their shape."""
