"""How well it works: suites, their figures, and the gate that keeps them."""
