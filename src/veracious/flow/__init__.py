"""The order: effects and rules meet here, and only here."""
