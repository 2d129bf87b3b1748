"""The JSON we promise: what a face writes for machines."""

import json
from collections.abc import Sequence

from veracious.domain.claim import Reading, Refusal
from veracious.domain.model import Examination
from veracious.domain.standing import Standing
from veracious.domain.store import Found, Generation, StoreState, Taken
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


def standing(found: Standing) -> str:
    """How a source stands, as JSON; `outcome` is where its credibility comes from: `workspace`, `register` or `unknown`."""
    return json.dumps({"outcome": found.origin, **json.loads(digest.canonical(found))}, ensure_ascii=False, indent=2)


def sources(found: Sequence[Standing]) -> str:
    """Entries of the register or of a workspace, as JSON."""
    rows = [
        {"domain": one.source.domain, "credibility": one.source.credibility, "tier": one.source.tier, "rating": one.rating} for one in found
    ]
    return json.dumps({"outcome": "listed", "sources": rows}, ensure_ascii=False, indent=2)


def unsaid(was_there: bool) -> str:
    """Whether anything was said of a source that is said no more, as JSON."""
    return json.dumps({"outcome": "removed" if was_there else "nothing_said"}, indent=2)


def store_state(found: StoreState) -> str:
    """What the store is like, as JSON."""
    outcome = "usable" if found.usable else "unusable"
    return json.dumps({"outcome": outcome, **json.loads(digest.canonical(found))}, ensure_ascii=False, indent=2)


def generations(found: Sequence[Generation]) -> str:
    """The generations of collections as JSON."""
    return json.dumps({"outcome": "listed", "generations": json.loads(digest.canonical(tuple(found)))}, ensure_ascii=False, indent=2)


def found(query: str, passages: Sequence[Found]) -> str:
    """What a search found, as JSON, best first."""
    outcome = "found" if passages else "nothing_found"
    body = json.loads(digest.canonical(tuple(passages)))
    return json.dumps({"outcome": outcome, "query": query, "passages": body}, ensure_ascii=False, indent=2)


def taken(so_far: Taken) -> str:
    """What an ingest came to, as JSON; what was passed over by rule is listed with the refused, but makes no refusal."""
    return _taken("refused_some" if so_far.failed else "ingested", so_far)


def rebuilt(so_far: Taken, is_live: bool) -> str:
    """What a rebuild came to, as JSON; `outcome` is `rebuilt` when the new generation is live."""
    return _taken("rebuilt" if is_live else "refused_some" if so_far.failed else "nothing_found", so_far)


def erased(what: str, documents: int) -> str:
    """How many documents were erased, as JSON; a workspace is erased even if it held none."""
    outcome = "erased" if documents or what == "workspace" else "nothing_erased"
    return json.dumps({"outcome": outcome, "documents": documents}, indent=2)


def kept(days: int | None) -> str:
    """For how many days documents are kept, as JSON; none: until they are erased."""
    return json.dumps({"outcome": "kept", "days": days}, indent=2)


def switched(generation: int, before: int | None) -> str:
    """Which generation is live, and which was before, as JSON."""
    return json.dumps({"outcome": "switched", "generation": generation, "before": before}, indent=2)


def dropped(generation: int) -> str:
    """Which generation was dropped, as JSON."""
    return json.dumps({"outcome": "dropped", "generation": generation}, indent=2)


def stopped(ran: bool) -> str:
    """Whether a private server was stopped, as JSON."""
    return json.dumps({"outcome": "stopped" if ran else "not_running"}, indent=2)


def migrated(applied: Sequence[str]) -> str:
    """Which migrations were applied, as JSON."""
    return json.dumps({"outcome": "migrated" if applied else "up_to_date", "applied": list(applied)}, indent=2)


def swept(tables: Sequence[str]) -> str:
    """Which tables were written anew, as JSON."""
    return json.dumps({"outcome": "swept", "tables": list(tables)}, indent=2)


def _taken(outcome: str, so_far: Taken) -> str:
    return json.dumps({"outcome": outcome, **json.loads(digest.canonical(so_far))}, ensure_ascii=False, indent=2)
