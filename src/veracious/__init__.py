"""Veracious checks claims against evidence and shows its work.

What is exported here is public; every other module is not.
"""

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from veracious.domain.budget import Limits
from veracious.domain.claim import Claim, Entity, Reading, Reason, Refusal, Subclaim, Trait
from veracious.domain.document import Document
from veracious.domain.errors import VeraciousError
from veracious.domain.quantity import Quantity
from veracious.domain.verdict import Outcome, Verdict

if TYPE_CHECKING:
    from veracious.faces.library import averify, verify, verify_all
    from veracious.flow.verify import Verified
    from veracious.rules.dials import Dials

__version__ = "0.1.0.dev0"

__all__ = [
    "Claim",
    "Dials",
    "Document",
    "Entity",
    "Limits",
    "Outcome",
    "Quantity",
    "Reading",
    "Reason",
    "Refusal",
    "Subclaim",
    "Trait",
    "VeraciousError",
    "Verdict",
    "Verified",
    "__version__",
    "averify",
    "verify",
    "verify_all",
]

_LATE = MappingProxyType(
    {
        "Dials": "rules.dials",
        "Verified": "flow.verify",
        "averify": "faces.library",
        "verify": "faces.library",
        "verify_all": "faces.library",
    }
)


def __getattr__(name: str) -> Any:
    """What runs is loaded when it is first used, so that importing stays fast."""
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_LATE[name]}"), name)
