"""Answers checked against documents: what is read beside each claim, what it decides, and what becomes of the answer."""
