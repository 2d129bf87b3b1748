"""The verdict suites: claims checked from end to end against a corpus, and what they are scored by."""
