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
    from veracious.domain.ledger import Ledger
    from veracious.domain.screen import Policy, Ruling, Screened
    from veracious.faces.answers import aanswer, acheck, answer, ascreen, check, check_all, follow, screen
    from veracious.faces.library import aanalyse, analyse, averify, verify, verify_all
    from veracious.flow.answer import Answered
    from veracious.flow.article import Analysis
    from veracious.flow.check import Checked
    from veracious.flow.verify import Verified
    from veracious.rules.dials import Dials

__version__ = "0.1.0.dev0"

__all__ = [
    "Analysis",
    "Answered",
    "Checked",
    "Claim",
    "Dials",
    "Document",
    "Entity",
    "Ledger",
    "Limits",
    "Outcome",
    "Policy",
    "Quantity",
    "Reading",
    "Reason",
    "Refusal",
    "Ruling",
    "Screened",
    "Subclaim",
    "Trait",
    "VeraciousError",
    "Verdict",
    "Verified",
    "__version__",
    "aanalyse",
    "aanswer",
    "acheck",
    "analyse",
    "answer",
    "ascreen",
    "averify",
    "check",
    "check_all",
    "follow",
    "screen",
    "verify",
    "verify_all",
]

_LATE = MappingProxyType(
    {
        "Analysis": "flow.article",
        "Answered": "flow.answer",
        "Checked": "flow.check",
        "Dials": "rules.dials",
        "Ledger": "domain.ledger",
        "Policy": "domain.screen",
        "Ruling": "domain.screen",
        "Screened": "domain.screen",
        "Verified": "flow.verify",
        "aanalyse": "faces.library",
        "aanswer": "faces.answers",
        "acheck": "faces.answers",
        "analyse": "faces.library",
        "answer": "faces.answers",
        "ascreen": "faces.answers",
        "averify": "faces.library",
        "check": "faces.answers",
        "check_all": "faces.answers",
        "follow": "faces.answers",
        "screen": "faces.answers",
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
