"""Evidence to trust: what one piece can carry, what all together can, and whether that is enough."""
