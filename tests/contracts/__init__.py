"""One suite per port: what every adapter of it promises, in memory or out in the world."""
