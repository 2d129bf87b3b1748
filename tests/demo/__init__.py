"""The demonstration, with the models that ship: what a person tries in the first minute."""
