"""Tables of sources, suffixes and letters, as data files; `veracious.rules.seeking.register` gives them their shape."""
