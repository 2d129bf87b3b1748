"""The effects: everything that touches the world. Only `assemble` imports from here."""
