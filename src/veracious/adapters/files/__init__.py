"""Files into documents. What can be hostile is read in a process of its own, which may be killed; see `cage`."""
