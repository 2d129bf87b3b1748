"""The doors: they translate and call, and decide nothing."""
