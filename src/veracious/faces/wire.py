"""The JSON we promise: what a face writes for machines."""

import json
from collections.abc import Sequence

from veracious.domain.claim import Reading, Refusal
from veracious.domain.model import Examination
from veracious.rules import digest


def reading(found: Reading | Refusal) -> str:
    """A reading or a refusal as JSON; `outcome` tells which."""
    outcome = "refused" if isinstance(found, Refusal) else "read"
    body = json.loads(digest.canonical(found))
    return json.dumps({"outcome": outcome, **body}, ensure_ascii=False, indent=2)


def models(found: Sequence[Examination]) -> str:
    """What was found of each model as JSON; `outcome` is `usable` when nothing is wrong with any."""
    outcome = "unusable" if any(one.trouble for one in found) else "usable"
    return json.dumps({"outcome": outcome, "models": json.loads(digest.canonical(tuple(found)))}, ensure_ascii=False, indent=2)


def removed(was_there: bool) -> str:
    """Whether a judge was taken away, as JSON."""
    return json.dumps({"outcome": "removed" if was_there else "nothing_added"}, indent=2)
