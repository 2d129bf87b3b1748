"""The large judge that veracious ships, with its weights, tokenizer, description and card."""

from pathlib import Path

__version__ = "0.1.0.dev0"

__all__ = ["ROLES", "__version__", "folder"]

ROLES = ("judge",)


def folder(role: str) -> Path:
    """Where the model of a role lies; whether it lies there whole is for the reader to check."""
    if role not in ROLES:
        raise ValueError(f"no model has the role {role!r}; there is {', '.join(ROLES)}")
    return Path(__file__).parent / role
