"""Veracious checks claims against evidence and shows its work.

What is exported here is public; every other module is not.
"""

from veracious.domain.claim import Claim, Entity, Reading, Reason, Refusal, Subclaim, Trait
from veracious.domain.errors import VeraciousError
from veracious.domain.quantity import Quantity
from veracious.domain.verdict import Outcome, Verdict

__version__ = "0.1.0.dev0"

__all__ = [
    "Claim",
    "Entity",
    "Outcome",
    "Quantity",
    "Reading",
    "Reason",
    "Refusal",
    "Subclaim",
    "Trait",
    "VeraciousError",
    "Verdict",
    "__version__",
]
