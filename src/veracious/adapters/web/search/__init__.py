"""Where the web is searched: one file per provider, what they share, and the order in which they are asked."""
