"""The effects: everything that touches the world. Only `wiring` imports from here."""
