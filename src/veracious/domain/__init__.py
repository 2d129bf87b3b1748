"""The nouns: frozen values that every other room speaks in. Nothing here acts."""
