"""The JSON we promise: what a face writes for machines."""

import json

from veracious.domain.claim import Reading, Refusal
from veracious.rules import digest


def reading(found: Reading | Refusal) -> str:
    """A reading or a refusal as JSON; `outcome` tells which."""
    outcome = "refused" if isinstance(found, Refusal) else "read"
    body = json.loads(digest.canonical(found))
    return json.dumps({"outcome": outcome, **body}, ensure_ascii=False, indent=2)
